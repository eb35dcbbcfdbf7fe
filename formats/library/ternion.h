/* Ternion: records and rules of three-player chess, for programs: the one
 * header that is installed; ternion(3) describes all of it.
 *
 * Everything is done through handles, which the library makes and the caller
 * frees, in any order. Threads can use any handles at the same time, the same
 * ones too: calls with handles of one reader, or of one game, wait for each
 * other. A handle must not be freed while another thread uses it, nor may a
 * `const char *` output be read while another thread ends its life.
 *
 * The library prints nothing, and keeps no state outside handles except the
 * last failure of each thread, see ternion_error. A function that can fail
 * returns an enum ternion_status; if it fails, its outputs are NULL. Texts are
 * UTF-8 and end with a NUL. A `const char *` output belongs to the handle it
 * came from; a `char *` output belongs to the caller, who frees it with
 * ternion_free.
 *
 * A function that runs out of memory returns TERNION_NO_MEMORY and changes
 * nothing; but its reader is then at the end and can, with its records and
 * plies, only be freed.
 *
 * Structures begin with their size, which the caller sets before a call:
 *
 *	struct ternion_position_info info = { sizeof(info) };
 *
 * so that programs compiled today work with later and earlier libraries.
 * Options that are zero or NULL have their default. */
#ifndef TERNION_H
#define TERNION_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

#define TERNION_VERSION "1.0.0"

/* Grows when functions or members are added; none are removed. */
#define TERNION_API_VERSION 4

enum {
	TERNION_PLAYERS = 3,  /* 0, 1, 2 in turn order */
	TERNION_NOBODY = 3,   /* in place of a player */
	TERNION_NAME_MAX = 16 /* bytes of a cell's name with its NUL */
};

/* The results of functions. */
enum ternion_status {
	TERNION_OK,
	TERNION_END,        /* there are no more, or none of that number */
	TERNION_FAULTY,     /* a record, position or move with an error */
	TERNION_UNKNOWN,    /* no such game, option, notation, format, ... */
	TERNION_MISUSE,     /* NULL, a structure without its size, a ply that
			       was removed, or a move of another game */
	TERNION_UNREADABLE, /* the input cannot be read; errno says why */
	TERNION_NO_MEMORY
};

/*
 * The library
 */

/* The version of the library, "1.0.0"; NULL if it does not serve programs that
 * were compiled for this TERNION_API_VERSION. */
const char *ternion_version(unsigned api_version);

/* A status in words, for messages; never NULL. */
const char *ternion_status_text(enum ternion_status status);

/* The lists of ternion_id. */
enum ternion_list {
	TERNION_GAMES,
	TERNION_NOTATIONS,
	TERNION_FORMATS,
	TERNION_LETTERS
};

/* The id of a game, notation, format or set of letters, from 0; NULL after
 * the last. */
const char *ternion_id(enum ternion_list list, size_t index);

/* Frees a text that belongs to the caller. */
void ternion_free(char *text);

/*
 * Diagnostics
 */

/* How bad a diagnostic is. */
enum ternion_severity {
	TERNION_NOTE,
	TERNION_WARNING,
	TERNION_ERROR
};

/* A fault in a record, or in a text that was judged, with its span. */
struct ternion_diagnostic {
	size_t size;
	const char *code;    /* "move-ambiguous"; codes never change */
	int severity;        /* enum ternion_severity */
	const char *message; /* the fault in words */
	const char *fix;     /* a text to put in place of the span; or NULL */
	unsigned ply; /* of the main line, from 1; 0: none in particular */
	/* The span, in bytes of the input. */
	size_t offset, length;
	/* The span, in lines and columns of code points, from 1. */
	size_t line, column, end_line, end_column;
};

/* Describes the last failure of this thread, which had that status: its code
 * and message, and the fix and the span, if any. The span lies in the text that
 * was passed, or in the input of a record. Returns TERNION_END if another
 * failure has happened since. */
enum ternion_status ternion_error(
    enum ternion_status status, struct ternion_diagnostic *error);

/*
 * Games
 */

/* The rules of a game, with its options. */
struct ternion_game;

/* `settings` are options as "NAME=VALUE", ended by NULL; NULL: defaults. */
enum ternion_status ternion_game_open(
    const char *id, const char *const *settings, struct ternion_game **game);
void ternion_game_free(struct ternion_game *game);

/* Defines notations for the moves and records of a game that has none yet, and
 * that no other thread uses: a text in YAML as --notation-file takes it. */
enum ternion_status ternion_game_define(
    struct ternion_game *game, const char *text, size_t length);

/* Facts about a game. */
struct ternion_game_info {
	size_t size;
	const char *id;                       /* "siege" */
	const char *title;                    /* "Siege Chess" */
	const char *notation;                 /* id of the native notation */
	const char *players[TERNION_PLAYERS]; /* "White", in turn order */
	const char *colours;                  /* "wgb", in turn order */
	const char *const *results;           /* "1-0-3", ended by NULL */
	unsigned cells;                       /* number of cells of the board */
};

/* Gives the facts about the game. */
enum ternion_status ternion_game_describe(
    const struct ternion_game *game, struct ternion_game_info *info);

/* An option of a game. */
struct ternion_option {
	size_t size;
	const char *name;           /* "Siege" */
	const char *values;         /* in words: "none, captures, points" */
	const char *usual;          /* the default, in words */
	const char *const *choices; /* its values, ended by NULL; NULL: any */
};

/* Options of the game, from 0. */
enum ternion_status ternion_game_option(const struct ternion_game *game,
    size_t index, struct ternion_option *option);

/* Diagnostics of the last ternion_position_read or ternion_position_judge
 * with the game. */
enum ternion_status ternion_game_diagnostic(const struct ternion_game *game,
    size_t index, struct ternion_diagnostic *diagnostic);

/*
 * Records
 */

/* An input, from which records are read one by one. */
struct ternion_reader;

struct ternion_read_options {
	size_t size;
	const char *format; /* NULL: the name or the first bytes tell */
	/* Used if the record does not say, or with `force` in any case: */
	const char *game;
	const char *notation;
	const char *const *settings; /* options, as for ternion_game_open */
	bool force;
	size_t max_record;     /* bytes; 0: 8 MiB */
	bool repairs;          /* look for repairs, for ternion_record_fix */
	const char *notations; /* defined as by ternion_game_define; or NULL */
};

/* A text is copied; a file may be compressed, and "-" is standard input.
 * `options` may be NULL. */
enum ternion_status ternion_open_text(const char *text, size_t length,
    const struct ternion_read_options *options, struct ternion_reader **reader);
enum ternion_status ternion_open_file(const char *path,
    const struct ternion_read_options *options, struct ternion_reader **reader);
void ternion_close(struct ternion_reader *reader);

/* Unpacks bytes in gzip or Zstandard; others are copied. */
enum ternion_status ternion_unpack(
    const void *bytes, size_t size, char **text, size_t *length);

/* A record that was read and replayed. With its plies and texts it belongs to
 * its reader and lasts until the next record is read. */
struct ternion_record;

/* Reads the next record, faulty or not; TERNION_END after the last. */
enum ternion_status ternion_next(
    struct ternion_reader *reader, struct ternion_record **record);

/* Facts about a record. */
struct ternion_record_info {
	size_t size;
	size_t number;        /* place in the input, from 1 */
	const char *game;     /* id of the game; NULL: not known */
	const char *notation; /* id of that of the moves; NULL: not known */
	const char *result;   /* of the game; "*" if it has none */
	size_t plies;         /* number of the main line's that were played */
	bool complete;        /* all of them were played */
	bool faulty;          /* it has an error, and cannot be written */
	size_t dropped;       /* number of diagnostics that are not kept */
	/* The bytes of the input that ternion_record_apply rewrites. */
	size_t offset, length;
	const char *format; /* id of that of the input; NULL: not read */
};

/* Gives the facts about the record. */
enum ternion_status ternion_record_describe(
    const struct ternion_record *record, struct ternion_record_info *info);

/* A tag pair, from 0, in the order of the record. */
enum ternion_status ternion_record_tag(struct ternion_record *record,
    size_t index, const char **name, const char **value);

/* The value of the first tag of that name; NULL if there is none. */
const char *ternion_record_value(
    struct ternion_record *record, const char *name);

/* The text of a record as it was read; TERNION_END if it was changed or not
 * read. */
enum ternion_status ternion_record_text(
    struct ternion_record *record, char **text, size_t *length);

/* The diagnostics, in the order of the text. */
enum ternion_status ternion_record_diagnostic(
    const struct ternion_record *record, size_t index,
    struct ternion_diagnostic *diagnostic);

/* A repair of a diagnostic. */
struct ternion_fix {
	size_t size;
	const char *title; /* its effect: "write fg3" */
	bool certain;      /* nothing else can have been meant */
	bool likely;       /* nothing else is nearly as likely */
	unsigned share;    /* how likely it is, of 1000; 0: not known */
};

/* The repairs of a diagnostic, the likeliest first; see `repairs`. */
enum ternion_status ternion_record_fix(const struct ternion_record *record,
    size_t diagnostic, size_t index, struct ternion_fix *fix);

/* The text of a record that was read and not changed, with a repair made. */
enum ternion_status ternion_record_apply(const struct ternion_record *record,
    size_t diagnostic, size_t index, char **text, size_t *length);

/* The text of such a record with all certain repairs made, as `ternion check
 * --fix` makes them: comments keep the old text. TERNION_END if there are
 * none. */
enum ternion_status ternion_record_mend(
    struct ternion_record *record, char **text, size_t *length);

/* A comment of a record that has no plies. */
const char *ternion_record_comment(struct ternion_record *record, size_t index);

/* The position from which the record starts. */
struct ternion_position;
enum ternion_status ternion_record_position(
    struct ternion_record *record, struct ternion_position **position);

struct ternion_write_options {
	size_t size;
	const char *format;   /* NULL: "pgn" */
	const char *notation; /* NULL: the record's own */
	const char *letters;  /* NULL: "en" */
	/* Of a record with an error, write what can be played, and the rest as
	 * comments with the reasons. */
	bool partial;
	/* Of a web page, write the game alone, for a page that has its board.
	 */
	bool game_alone;
};

/* The record as a text of its own; TERNION_FAULTY if it has an error.
 * `options` and `length` may be NULL. */
enum ternion_status ternion_record_write(struct ternion_record *record,
    const struct ternion_write_options *options, char **text, size_t *length);

/* Records that the caller makes and changes
 *
 * Every record can be changed, one of a reader until the next is read. A change
 * ends the life of its texts. An illegal move returns TERNION_FAULTY and
 * changes nothing. */

/* A record of the game without plies, and a copy of a record. They belong to
 * the caller, who frees them; freeing a record of a reader does nothing. */
enum ternion_status ternion_record_new(
    struct ternion_game *game, struct ternion_record **record);
enum ternion_status ternion_record_copy(
    struct ternion_record *record, struct ternion_record **copy);
void ternion_record_free(struct ternion_record *record);

/* The legal game that explains 2 to 6 score sheets best, with the tags of the
 * first, then those that only others have, and the result that most have.
 * Comments say where sheets differ, by their numbers from 1; a sheet of another
 * game than the first is left out. With TERNION_FAULTY, *collated has the part
 * of the game that could be explained, or is NULL if the game of some record is
 * not known. */
enum ternion_status ternion_collate(struct ternion_record *const *records,
    size_t count, struct ternion_record **collated);

/* How a score sheet has a ply. */
struct ternion_reading {
	size_t size;
	bool differs;          /* it has something else, or nothing */
	bool open;             /* another move explains the sheets as well */
	size_t offset, length; /* its place, in bytes of the input; a ply that
				  is missing is 0 long */
};

/* How a sheet, from 0, has a ply of the main line, from 0, of a record that
 * ternion_collate made and nobody changed. TERNION_END after the last
 * sheet, after the last ply, and for a sheet of another game. */
enum ternion_status ternion_collate_reading(
    const struct ternion_record *collated, size_t sheet, size_t ply,
    struct ternion_reading *reading);

/* Sets the first tag of that name or adds it; NULL removes it. The tag Result
 * also sets the result. */
enum ternion_status ternion_record_set_tag(
    struct ternion_record *record, const char *name, const char *value);

/* Sets the result, and the tag if there is one; "*" for none. */
enum ternion_status ternion_record_set_result(
    struct ternion_record *record, const char *result);

/* Sets the start in 3PF; "start" for the usual one. */
enum ternion_status ternion_record_set_position(
    struct ternion_record *record, const char *text);

/*
 * Plies
 */

/* A ply of the main line or of a variation; it belongs to the record. */
struct ternion_ply;
struct ternion_move; /* see Moves */

/* The first ply of the main line, and the next in the same line; NULL if there
 * is none. */
struct ternion_ply *ternion_record_ply(struct ternion_record *record);
struct ternion_ply *ternion_ply_next(struct ternion_ply *ply);

/* The first ply of a variation, which is played instead of the ply; NULL if
 * there is none of that number. */
struct ternion_ply *ternion_ply_variation(
    struct ternion_ply *ply, size_t index);

/* The ply before in the same line, and the one that the line is played instead
 * of; NULL if there is none. */
struct ternion_ply *ternion_ply_previous(const struct ternion_ply *ply);
struct ternion_ply *ternion_ply_parent(const struct ternion_ply *ply);

/* Adds a ply to the end of the main line, to the end of the line of a ply, or
 * as a variation that is played instead of a ply. The move is a text in the
 * record's notation, or a move of the position. `made` may be NULL. Variations
 * lie in one another 64 deep at most; TERNION_MISUSE for one more. */
enum ternion_status ternion_record_append(
    struct ternion_record *record, const char *text, struct ternion_ply **made);
enum ternion_status ternion_record_append_move(struct ternion_record *record,
    const struct ternion_move *move, struct ternion_ply **made);
enum ternion_status ternion_ply_append(
    struct ternion_ply *ply, const char *text, struct ternion_ply **made);
enum ternion_status ternion_ply_append_move(struct ternion_ply *ply,
    const struct ternion_move *move, struct ternion_ply **made);
enum ternion_status ternion_ply_add_variation(
    struct ternion_ply *ply, const char *text, struct ternion_ply **made);
enum ternion_status ternion_ply_add_variation_move(struct ternion_ply *ply,
    const struct ternion_move *move, struct ternion_ply **made);

/* Removes a ply, those after it in its line, and their variations. Other calls
 * with their handles return TERNION_MISUSE, or NULL. */
enum ternion_status ternion_ply_remove(struct ternion_ply *ply);

/* Exchanges the variation of a ply with the line that it is played instead of,
 * from there on: that becomes the first variation. The result stays.
 * TERNION_END for a ply of the main line; TERNION_MISUSE where that would lie
 * too deep. */
enum ternion_status ternion_ply_promote(struct ternion_ply *ply);

/* Facts about a ply. */
struct ternion_ply_info {
	size_t size;
	const char *token; /* the move as it is written */
	const char *move;  /* the move in canonical form, without annotations;
			      NULL: not legal, or after a fault */
	unsigned player;   /* who moves; TERNION_NOBODY if `move` is NULL */
	unsigned number;   /* number of the move; 0 if `move` is NULL */
	size_t offset, length; /* place of the token, in bytes of the input */
};

/* Gives the facts about the ply. */
enum ternion_status ternion_ply_describe(
    struct ternion_ply *ply, struct ternion_ply_info *info);

/* An annotation, 1 to 255, from 0; 0 if there is none of that number. */
unsigned ternion_ply_nag(const struct ternion_ply *ply, size_t index);

/* Where a comment of a ply stands. */
enum ternion_place {
	TERNION_BEFORE, /* the move */
	TERNION_BEHIND, /* the move */
	TERNION_AFTER   /* its variations */
};

/* A comment, from 0 for each place; NULL if there is none of that number. */
const char *ternion_ply_comment(
    struct ternion_ply *ply, enum ternion_place place, size_t index);

/* Change the comments in a place, and the annotations. */
enum ternion_status ternion_ply_add_comment(
    struct ternion_ply *ply, enum ternion_place place, const char *text);
enum ternion_status ternion_ply_remove_comment(
    struct ternion_ply *ply, enum ternion_place place, size_t index);
enum ternion_status ternion_ply_add_nag(
    struct ternion_ply *ply, unsigned number);
enum ternion_status ternion_ply_remove_nag(
    struct ternion_ply *ply, unsigned number);

/* A command in the comments after the move: "clk" is the clock in
 * [%clk 0:05:00], "cal" are arrows and "csl" marks. NULL removes it. */
const char *ternion_ply_command(struct ternion_ply *ply, const char *name);
enum ternion_status ternion_ply_set_command(
    struct ternion_ply *ply, const char *name, const char *value);

/* The move, and the position after it; TERNION_FAULTY if there is no `move` in
 * its info. */
enum ternion_status ternion_ply_move(
    struct ternion_ply *ply, struct ternion_move **move);
enum ternion_status ternion_ply_position(
    struct ternion_ply *ply, struct ternion_position **position);

/*
 * Positions
 */

/* The usual start, and a position in 3PF, where "start" is the usual start. */
enum ternion_status ternion_position_start(
    struct ternion_game *game, struct ternion_position **position);
enum ternion_status ternion_position_read(struct ternion_game *game,
    const char *text, struct ternion_position **position);
void ternion_position_free(struct ternion_position *position);

/* The game of a position, which belongs to it; NULL only for NULL. */
struct ternion_game *ternion_position_game(struct ternion_position *position);

/* Facts about a position. */
struct ternion_position_info {
	size_t size;
	unsigned to_move;   /* player whose turn it is, from 0 */
	unsigned out;       /* players who are out, as bits */
	unsigned attacked;  /* players whose kings are attacked, as bits */
	unsigned number;    /* number of the move, from 1 */
	unsigned clock;     /* plies since the last capture or pawn move */
	const char *result; /* of a game that is over; else NULL */
	unsigned winner;    /* of such a game; TERNION_NOBODY in a draw */
	/* How often the position has occurred, as far as known. */
	unsigned repetitions;
	const char *ending; /* how such a game ended, "mate"; else NULL */
};

/* Gives the facts about the position. */
enum ternion_status ternion_position_describe(
    struct ternion_position *position, struct ternion_position_info *info);

/* A piece on a cell. */
struct ternion_piece {
	size_t size;
	char cell[TERNION_NAME_MAX]; /* algebraic name of the cell */
	char kind;       /* English letter, 'P' for a pawn; 0: an empty cell */
	bool promoted;   /* to its other form, where a game has that */
	unsigned owner;  /* player who moves it, or TERNION_NOBODY */
	unsigned colour; /* player whose it was at first */
};

/* The piece on a cell of the board; cells count from 0. */
enum ternion_status ternion_position_piece(
    const struct ternion_position *position, size_t index,
    struct ternion_piece *piece);

/* Which moves ternion_position_moves lists. */
enum ternion_moves {
	TERNION_MOVES,     /* those that perft counts */
	TERNION_ALL_MOVES, /* and calls, yields, and passes by choice */
	/* And moves that declare check against fewer kings, where that is a
	 * part of the move, and those of other players, where the order of play
	 * leaves it open who moves next. */
	TERNION_TURNS
};

/* Lists the legal moves, and sets their number. */
enum ternion_status ternion_position_moves(
    struct ternion_position *position, enum ternion_moves which, size_t *count);

/* A move of the last list, from 0; without a list, of TERNION_MOVES. */
enum ternion_status ternion_position_move(struct ternion_position *position,
    size_t index, struct ternion_move **move);

/* Judges a move in the notation (NULL: the native one), with English or German
 * letters. TERNION_FAULTY if it is not legal or has a false mark. The
 * diagnostics of the game say why, and have warnings about legal moves. */
enum ternion_status ternion_position_judge(struct ternion_position *position,
    const char *text, const char *notation, struct ternion_move **move);

/* Which names of cells a drawing shows. */
enum ternion_labels {
	TERNION_LABELS_USUAL, /* EDGES or CELLS, by the notation */
	TERNION_LABELS_EDGES, /* letters and numbers round the board */
	TERNION_LABELS_CELLS, /* each name in its cell */
	TERNION_LABELS_NONE
};

struct ternion_draw_options {
	size_t size;
	unsigned seat;        /* the player at the bottom */
	bool colour;          /* unicode, ascii: a terminal's sequences */
	unsigned width;       /* svg: pixels; 0: 720 */
	const char *notation; /* svg: names of cells; NULL: native */
	int labels;           /* svg: enum ternion_labels */
	const struct ternion_move *last; /* svg: led here; may be NULL */
	const char *theme; /* svg: "auto", "light", ...; NULL: auto */
	const char *view;  /* svg: "cube" or "flat"; NULL: cube */
	bool no_panels;    /* svg: without the facts about the players */
	/* svg: arrows and marks, "[%cal Ga1b2] [%csl Rd4]"; NULL: none */
	const char *signs;
};

/* The position as "3pf", "json", "ascii", "unicode" or "svg". `options` and
 * `length` may be NULL. */
enum ternion_status ternion_position_write(struct ternion_position *position,
    const char *form, const struct ternion_draw_options *options, char **text,
    size_t *length);

/*
 * Moves
 */

/* A legal move; it keeps its position alive. */
void ternion_move_free(struct ternion_move *move);

/* Facts about a move. */
struct ternion_move_info {
	size_t size;
	const char *type;            /* "quiet", "capture", "castle", ... */
	unsigned player;             /* who moves */
	char piece;                  /* English letter; 0: no piece moves */
	char promotion;              /* letter of the new piece, or 0 */
	bool captures;               /* it takes a piece */
	char from[TERNION_NAME_MAX]; /* algebraic name of the cell, or "" */
	char to[TERNION_NAME_MAX];   /* algebraic name of the cell, or "" */
	unsigned attacked; /* players whose kings the mover attacks after it,
			      as bits */
	unsigned mated;    /* players whom it mates, as bits */
	char rook[TERNION_NAME_MAX]; /* castling: name of the cell that the rook
					leaves, or "" */
};

/* The position in which the move is legal, which belongs to it; NULL only for
 * NULL. */
struct ternion_position *ternion_move_position(const struct ternion_move *move);

/* Gives the facts about the move. */
enum ternion_status ternion_move_describe(
    const struct ternion_move *move, struct ternion_move_info *info);

/* The cells on which a chain of leaps lands, from 0; the last is `to`. */
enum ternion_status ternion_move_leap(
    const struct ternion_move *move, size_t index, char name[TERNION_NAME_MAX]);

/* The move in a notation (NULL: the native one) and with letters (NULL: "en").
 * `length` may be NULL. */
enum ternion_status ternion_move_write(const struct ternion_move *move,
    const char *notation, const char *letters, char **text, size_t *length);

/* Gives the position after the move. */
enum ternion_status ternion_move_make(
    const struct ternion_move *move, struct ternion_position **position);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
