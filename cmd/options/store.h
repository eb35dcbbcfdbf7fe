/*
 * Ternion: how an option is stored in the job: one function for each kind of
 * value. All return -1 to go on, or an exit status after saying what is wrong.
 */
#ifndef TERNION_CMD_STORE_H
#define TERNION_CMD_STORE_H

struct job;
struct option_row;

/* These fill the one member of the job that the row names. */
int store_flag(struct job *job, const struct option_row *row, const char *text);
int store_text(struct job *job, const struct option_row *row, const char *text);
int store_word(struct job *job, const struct option_row *row, const char *text);
int store_list(struct job *job, const struct option_row *row, const char *text);
int store_number(
    struct job *job, const struct option_row *row, const char *text);
int store_level(
    struct job *job, const struct option_row *row, const char *text);
int store_variant(
    struct job *job, const struct option_row *row, const char *text);
int store_notation(
    struct job *job, const struct option_row *row, const char *text);
int store_letters(
    struct job *job, const struct option_row *row, const char *text);

int store_codes(
    struct job *job, const struct option_row *row, const char *text);

/* These are of one option each. */
int store_setting(
    struct job *job, const struct option_row *row, const char *text);
int store_json(struct job *job, const struct option_row *row, const char *text);
int store_strict(
    struct job *job, const struct option_row *row, const char *text);
int store_colour(
    struct job *job, const struct option_row *row, const char *text);
int store_from(struct job *job, const struct option_row *row, const char *text);
int store_to(struct job *job, const struct option_row *row, const char *text);
int store_glob(struct job *job, const struct option_row *row, const char *text);
int store_suffix(
    struct job *job, const struct option_row *row, const char *text);

/* Whether the variant options that were stored are those of a variant: that of
 * the job, if it has one. */
int check_settings(const struct job *job);

#endif
