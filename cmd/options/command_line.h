/* Ternion: the command line, read into a job. */
#ifndef TERNION_CMD_COMMAND_LINE_H
#define TERNION_CMD_COMMAND_LINE_H

struct job;

/*
 * Reads the arguments behind the command's name. Returns -1 to go on, else
 * an exit status: help was printed, or what is wrong was said.
 */
int command_line_read(struct job *job, int argc, char **argv);

#endif
