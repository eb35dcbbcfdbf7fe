/* Ternion: signs and habits of people in a record: they are counted while it is
 * read and replayed, and then reported, one note for each habit. One fix writes
 * all of them in the usual way. */
#pragma once

#include "parse/record/record.h"
#include "parse/notation/spelling.h"

/* Keeps a text to be put in place of one that has been noted. */
void habits_edit(struct record *record, struct span span, const char *text);

/* Counts these habits of the text, and keeps one edit for all; NULL: none. */
void habits_note_signs(struct record *record, unsigned habits, struct span span,
    struct slice text, const char *plain);

/* Does the same when they are reported, unless the text is left out. */
void habits_note_spelling(struct record *record, unsigned bits,
    struct span span, struct slice text, const char *edit);

/* Leaves the spellings of the plies of a line from a place on out of the
 * report, where an error may have given them another meaning: a token without
 * its sign, with other marks, with a capital letter, or read as an annotation.
 */
void habits_leave_out(
    struct record *record, const struct line *line, uint32_t from);

/* Notes words in no braces, which are read as a comment. Times and evaluations
 * mostly stand after every move, so all of them are reported at once. */
void habits_note_words(struct record *record, struct span span, bool is_time);

/* Reports all habits, and words in no braces; `certain`: they are comments. */
void habits_report(struct record *record, struct diags *diags, bool certain);

/* The result in plain signs, and counted habits if it has others. */
struct slice record_result(
    struct record *record, struct slice text, struct span span);

/* Gives a ply another token; keeps its habits, as bits, and edit, or NULL. */
void ply_respell_as(struct record *record, struct ply *ply, struct slice token,
    unsigned bits, const char *edit);

/* Gives a ply its spelling, with its annotation and habits. */
void ply_respell(
    struct record *record, struct ply *ply, const struct spelling *spelling);

/* Does that if there is a spelling in the notation, which cannot read the token
 * as it stands; false if there is none. */
bool ply_spell(struct record *record, struct ply *ply,
    const struct notation *notation, const struct alphabet *alphabet);

/* Does that for the plies from one on that the notation cannot read. */
void plies_spell(struct record *record, struct ply *from,
    const struct notation *notation, const struct alphabet *alphabet);

/* True if the ply, or its number, is the first of a line of the text. */
bool ply_begins_line(const struct record *record, const struct ply *ply);

/* Takes the next ply into this one, whose token becomes that of both. */
void ply_join_next(struct ply *ply, struct slice token);

/* Makes one ply of words that are a move only together: of two, in a notation
 * that a configuration defines, and of cells with a - between them. */
void record_join_words(struct record *record, const struct notation *notation,
    const struct alphabet *alphabet);
