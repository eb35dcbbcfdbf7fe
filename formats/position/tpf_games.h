/* Ternion: 3PF: what the positions of each game have to tell, and the
 * key=value fields that follow the seven.
 *
 * To add a game: one row in the table of tpf_games.c, and its keys there if it
 * has some of its own. A game without a row is one that nobody leaves before
 * its end. */
#ifndef TERNION_FORMATS_TPF_GAMES_H
#define TERNION_FORMATS_TPF_GAMES_H

#include "parse/diag/diag.h"
#include "parse/text/strbuf.h"
#include "rules/rules.h"

enum {
	TPF_FIELDS = 7
};

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
	unsigned unplaced_kings;   /* of these players, for want of the cell */
	bool ok;
};

/* The state from which a key is written. `implied` is the position as the
 * placement and the options imply it. */
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
	size_t offset; /* of what it states, in struct position */
	unsigned most; /* the highest number, of a key of numbers */
	/* Reads the part of one player; false if the rest is not to be read. */
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
	/* The status also tells who is in check and who was skipped. */
	bool tells_standing;
	/* En passant is for the next ply alone: the field is one cell, the one
	 * that was passed over. */
	bool en_passant_next_ply;
	/* Complains of a player without a king, or with one that is gone;
	 * NULL: who is in play has a king, who is out has no pieces. */
	void (*check_king)(struct tpf_reader *reader, unsigned player);
};

/* The keys of all games as they are written, ended by a NULL name, and whether
 * a game has one. */
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

/* Where a part of the text stands in the record; an empty part is shown by the
 * byte at its place. */
static inline struct span
tpf_span(const struct tpf_reader *reader, struct slice part)
{
	return (struct span){
		(uint32_t)(reader->at + (size_t)(part.ptr - reader->text.ptr)),
		(uint32_t)(part.len > 0 ? part.len : 1),
	};
}

/* Says that a part of the text is wrong: DIAG_POSITION_##id. */
#define complain(reader, id, part, ...)                   \
	((reader)->ok = false,                            \
	    diag_add((reader)->diags, DIAG_POSITION_##id, \
		tpf_span(reader, part), __VA_ARGS__))

/* Takes the next part of *rest, between separators; false after the last. */
bool tpf_next(struct slice *rest, char separator, struct slice *part);

/* Splits a value into the parts of the players, joined by dots; false if there
 * are not three, or one is empty. */
bool tpf_parts(struct slice value, struct slice part[PLAYERS]);

/* The player with that colour letter, in lower case; PLAYER_NONE if none. */
unsigned tpf_player(const struct variant *variant, char letter);

/* A cell's name as 3PF has it; CELL_NONE if it is none. */
cell tpf_cell(const struct tpf_reader *reader, struct slice text);
void tpf_put_cell(const struct rules *rules, cell c, struct strbuf *out);

/* opt=, the options that are not the usual ones. */
void tpf_read_options(struct tpf_reader *reader, struct slice value);
void tpf_write_options(const struct tpf_state *state, struct strbuf *out);

#endif
