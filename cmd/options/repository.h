/*
 * Ternion: how far up files are looked for that say how a call is meant: to the
 * top of the repository. Outside of one only the folder at hand counts, so that
 * nobody else's file does.
 */
#ifndef TERNION_CMD_REPOSITORY_H
#define TERNION_CMD_REPOSITORY_H

#include "parse/text/slice.h"

/*
 * The path of the repository in which a folder is: the nearest folder, itself
 * or above, that holds .git, as the beginning of `path`, which is absolute and
 * without links. It is not looked for beyond the home folder or a mount point,
 * nor in a folder above in which anybody may write. False if there is none.
 */
bool repository_find(const char *path, struct slice *top);

#endif
