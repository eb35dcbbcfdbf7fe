/* Ternion: completions for shells, made from the tables. */
#ifndef TERNION_CMD_COMPLETION_H
#define TERNION_CMD_COMPLETION_H

#include <stdbool.h>

/* Prints the completions for "bash", "zsh" or "fish"; false for another. */
bool completion_print(const char *shell);

#endif
