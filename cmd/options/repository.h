/*
 * Ternion: how far up the search for configuration files goes: to the top of
 * the repository. Outside of a repository only the current folder counts, so
 * that other users' files do not.
 */
#ifndef TERNION_CMD_REPOSITORY_H
#define TERNION_CMD_REPOSITORY_H

#include "parse/text/slice.h"

/*
 * Finds the repository of a folder: the nearest folder, itself or above, that
 * holds .git. *top is the beginning of `path`, which is absolute and without
 * links. The search does not go beyond the home folder or a mount point, nor
 * into a folder above that anybody may write. False if there is none.
 */
bool repository_find(const char *path, struct slice *top);

#endif
