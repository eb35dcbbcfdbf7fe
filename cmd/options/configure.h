/*
 * Ternion: the configuration of a call: which file it is from, and what of it
 * the command line leaves standing.
 */
#ifndef TERNION_CMD_CONFIGURE_H
#define TERNION_CMD_CONFIGURE_H

struct job;

/*
 * Reads the configuration that is meant: --config, or the nearest .ternion.yaml
 * from the working directory up to the top of the repository; and sets in the
 * job what its options do not. Returns -1 to go on, else an exit status:
 * --print-config, or what is wrong was said.
 */
int configure(struct job *job);

#endif
