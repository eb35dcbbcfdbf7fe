/*
 * Ternion: the files of a folder, and of the folders in it, in the order of the
 * bytes of their paths.
 */
#ifndef TERNION_CMD_FOLDER_H
#define TERNION_CMD_FOLDER_H

#include "cmd/run/run.h"

/*
 * Reads the files of a folder that the call names: those that it is to read,
 * see choice.h, and of them those with a known suffix. What is no file is
 * passed over, and so is a folder that is walked through already. What should
 * be read and cannot be is reported.
 */
void folder_read(struct run *run, const char *path);

#endif
