/* Ternion: 3PF: the key=value fields after the seven, and the differences
 * between games.
 *
 * To add a game: one row in the table of tpf_games.c, and its own keys, if any.
 * A game without a row is one that nobody leaves before its end. */
#pragma once

#include "parse/diag/diag.h"
#include "rules/rules.h"

#define TPF_FIELDS 7

/* Kinds' letters in the order of a pool or a hand; a game has some of them. */
extern const char tpf_pieces[];

struct tpf_reader {
	const struct rules *rules;
	const struct variant *variant;
	const struct tpf_game *game;
	struct slice text;
	size_t at; /* offset of the text in the record */
	struct diags *diags;
	struct position *position;
	struct slice field[TPF_FIELDS];
	size_t keys; /* offset of the key=value fields in the text */
	const struct tpf_key *key; /* that is being read */
	unsigned unplaced_kings;   /* players whose king's cell is unknown */
	bool ok;
};

/* The source of a key. `implied`: by the placement and the options. */
struct tpf_state {
	const struct rules *rules;
	const struct position *position, *implied;
	const struct tpf_key *key;
};

struct tpf_key {
	const char *name;
	unsigned games; /* by number, as bits; 0: all */
	void (*read)(struct tpf_reader *reader, struct slice value);
	/* Appends the value to an empty text; nothing if it is implied. */
	void (*write)(const struct tpf_state *state, struct strbuf *out);
	size_t offset; /* of its value in struct position */
	unsigned most; /* of its numbers, if it has numbers */
	/* Reads the part of one player; false after a complaint. */
	bool (*read_part)(
	    struct tpf_reader *reader, struct slice part, unsigned player);
};

/* The fate of the pieces of a player who is out. */
enum tpf_leavers {
	LEAVERS_NONE,      /* nobody leaves the game before its end */
	LEAVERS_DEAD,      /* they are nobody's: x before the colour */
	LEAVERS_INHERITED, /* another has them: > and his letter */
	LEAVERS_STAY,      /* they stay his, king and all */
};

struct tpf_game {
	enum tpf_leavers leavers;
	/* The status also names the players in check and those skipped. */
	bool tells_standing;
	/* Only the next ply may capture en passant: the field is one cell. */
	bool en_passant_next_ply;
	/* Complains of a player's king; NULL: check_living does. */
	void (*check_king)(struct tpf_reader *reader, unsigned player);
};

/* The keys of all games in the order of writing, ended by a NULL name. */
extern const struct tpf_key tpf_keys[];
static inline bool
tpf_game_has(const struct variant *variant, const struct tpf_key *key)
{
	return key->games == 0 || (key->games >> variant->number & 1);
}

/* By variant->number. */
extern const struct tpf_game tpf_games[VARIANT_COUNT];
static inline const struct tpf_game *
tpf_game_of(const struct variant *variant)
{
	return &tpf_games[variant->number];
}

/* The span of a part of the text in the record, of at least one byte. */
static inline struct span
tpf_span(const struct tpf_reader *reader, struct slice part)
{
	return span_at(reader->at + (size_t)(part.ptr - reader->text.ptr),
	    part.len > 0 ? part.len : 1);
}

/* Reports a part of the text: DIAG_POSITION_##id. */
#define complain(reader, id, part, ...)                   \
	((reader)->ok = false,                            \
	    diag_add((reader)->diags, DIAG_POSITION_##id, \
		tpf_span(reader, part), __VA_ARGS__))

/* Takes the next part of *rest, between separators; false after the last. */
bool tpf_next(struct slice *rest, char separator, struct slice *part);

/* Splits a value into the parts of the players, joined by dots; false if it
 * does not have three parts that are not empty. */
bool tpf_parts(struct slice value, struct slice part[PLAYERS]);

/* The player with that colour letter, in lower case, or PLAYER_NONE. */
unsigned tpf_player(const struct variant *variant, char letter);

/* The cell of that name in 3PF, or CELL_NONE. */
cell tpf_cell(const struct tpf_reader *reader, struct slice text);
void tpf_put_cell(const struct rules *rules, cell c, struct strbuf *out);

/* The key opt=, with the options that are not the default. */
void tpf_read_options(struct tpf_reader *reader, struct slice value);
void tpf_write_options(const struct tpf_state *state, struct strbuf *out);
