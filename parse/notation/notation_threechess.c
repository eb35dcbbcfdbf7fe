/*
 * Ternion: the notations of threeChess: cells by segment, column and row.
 *
 *	threechess = cell "-" cell [ promotion ]
 *	coordinate = cell cell [ promotion ]
 *	long       = [ piece ] cell ( "-" | "x" ) cell [ promotion ] [ "+" ]
 *	           | "0-0" | "0-0-0"
 *	promotion  = [ "=" ] "Q"
 *
 * A cell has three characters, so all of it is read without a sign between, and
 * in either case. A pawn becomes a queen whether the text says so or not. Only
 * `long` writes it. Annotations and an offer of a draw may follow.
 */
#include "parse/notation/notation.h"

#define CELL   "[" PATTERN_PLAYERS PATTERN_PLAYERS_LOWER "][A-Ha-h][1-4]"
#define LETTER "(?:[A-Z]|\\xE2\\x99[\\x94-\\x9F])"
#define END    "(?<nag>[!?]{1,2})?" PATTERN_DRAW

/* clang-format off: patterns are laid out by hand */
static const struct notation_row native_rows[] = {
	{ MOVE_UNSTATED,
	    "(?<from>" CELL ")" PATTERN_DASH "(?<to>" CELL ")"
	    "(?: =?(?<promo>[A-Za-z]))?" END },
	{ MOVE_UNSTATED, NULL },
};

static const struct notation_row coordinate_rows[] = {
	{ MOVE_UNSTATED,
	    "(?<from>" CELL ")(?<to>" CELL ")"
	    "(?: =?(?<promo>[A-Za-z]))?" END },
	{ MOVE_UNSTATED, NULL },
};

static const struct notation_row long_rows[] = {
	{ MOVE_QUIET,
	    "(?<piece>" LETTER ")?"
	    "(?<from>" CELL ")(?<sep>" PATTERN_DASH "|" PATTERN_TIMES ")"
	    "(?<to>" CELL ")(?: =?(?<promo>" LETTER "))?"
	    "(?<mark>\\+\\+?|\\#)?" END },
	{ MOVE_CASTLE,
	    "(?<castle>0" PATTERN_DASH "0(?:" PATTERN_DASH "0)?"
	    "|O" PATTERN_DASH "O(?:" PATTERN_DASH "O)?)"
	    "(?<mark>\\+\\+?|\\#)?" END },
	{ MOVE_UNSTATED, NULL },
};
/* clang-format on */

static void
put_pieces_text(const struct alphabet *alphabet, const struct rules *rules,
    unsigned kind, struct strbuf *out)
{
	strbuf_puts(
	    out, alphabet_text(alphabet, rules->variant->letters[kind]));
}

/* Writes the move with the piece that moves, if the notation names it. */
static void
write_threechess(const struct notation *notation, const struct rules *rules,
    const struct alphabet *alphabet, const struct position *before,
    const struct move *move, const struct marks *marks, struct strbuf *out)
{
	bool names = notation->has_letters;
	unsigned kind = piece_kind(before->at[move->from]);

	if (names && move->type == MOVE_CASTLE) {
		strbuf_puts(out, rules->setup->sides[move->side].text);
	} else {
		if (names && kind != PAWN)
			put_pieces_text(alphabet, rules, kind, out);
		coords_write(
		    &rules->board, notation->naming, 0, move->from, out);
		if (names && move->victim != CELL_NONE)
			strbuf_char(out, 'x');
		else if (notation != &notation_threechess_coordinate)
			strbuf_char(out, '-');
		coords_write(&rules->board, notation->naming, 0, move->to, out);
		if (names && move->promotion != KIND_NONE)
			put_pieces_text(alphabet, rules, move->promotion, out);
	}
	notation_put_tail(
	    rules->variant, move, marks, names ? marks_sign(marks) : "", out);
}

const struct notation notation_threechess = {
	.id = "threechess",
	.title = "threeChess, from and to",
	.example = "BA2-BA4",
	.parts = "st!",
	.naming = NAMING_SEGMENT,
	.castles_by_king = true,
	.rows = native_rows,
	.write = write_threechess,
};

const struct notation notation_threechess_coordinate = {
	.id = "coordinate",
	.title = "plain from-to",
	.example = "BA2BA4",
	.parts = "st!",
	.naming = NAMING_SEGMENT,
	.castles_by_king = true,
	.rows = coordinate_rows,
	.write = write_threechess,
};

const struct notation notation_threechess_long = {
	.id = "long",
	.title = "piece, from and to",
	.example = "NBB1-BC3",
	.parts = "psxtq+!",
	.naming = NAMING_SEGMENT,
	.has_letters = true,
	.has_marks = true,
	.rows = long_rows,
	.write = write_threechess,
};
