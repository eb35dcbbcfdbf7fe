/* Ternion: completions for shells, made from the tables. */
#ifndef TERNION_CMD_COMPLETION_H
#define TERNION_CMD_COMPLETION_H

/* Prints the completions for "bash", "zsh" or "fish". */
void completion_print(const char *shell);

#endif
