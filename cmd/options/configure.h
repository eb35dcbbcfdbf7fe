/*
 * Ternion: the configuration of a call: finds its file, and merges it with the
 * command line.
 */
#ifndef TERNION_CMD_CONFIGURE_H
#define TERNION_CMD_CONFIGURE_H

struct job;

/*
 * Reads --config, or the nearest .ternion.yaml from the working directory up to
 * the top of the repository, and sets what the options of the job do not.
 * Returns -1 to go on, else an exit status: after --print-config, or after an
 * error message.
 */
int configure(struct job *job);

#endif
