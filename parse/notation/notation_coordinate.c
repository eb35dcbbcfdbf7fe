/*
 * Ternion: plain coordinates, from and to, as machines exchange them.
 *
 *	move = [ player ":" ] from to [ promotion ] [ "+" ] [ "(" calls ")" ]
 *	       [ "=" ]
 *
 * Castling is the king's move; if he could go there by a step as well, the
 * letter of the side is added, where a promotion's would stand.
 */
#include "parse/notation/notation.h"

#define CELL   "[a-zA-Z][1-9][0-9]?"
#define PLAYER "(?:(?<player>[" PATTERN_PLAYERS PATTERN_PLAYERS_LOWER "]):)?"
#define MARKS                                                           \
	"(?:\\((?<special>(?:[CM][" PATTERN_PLAYERS "]*|[FTSY])+)\\))?" \
	"(?<nag>[!?]{1,2})?" PATTERN_DRAW

/* clang-format off: patterns are laid out by hand */
#define ROWS                                                                  \
	{ MOVE_UNSTATED,                                                      \
		PLAYER "(?<from>" CELL ")(?<to>" CELL ")(?<promo>[a-z])?"     \
		       "(?<sep>\\+)?" MARKS },                                \
	    { MOVE_PASS, PLAYER "0000" MARKS },                               \
	    { MOVE_YIELD, PLAYER "\\((?<special>[YS])\\)" PATTERN_DRAW },     \
	    { MOVE_DROP, PLAYER "(?<piece>[A-Z])\\*(?<to>" CELL ")" MARKS },  \
	    { MOVE_LEAP,                                                      \
		    PLAYER "(?<from>" CELL ")(?<path>(?:" CELL                \
			   ")+)(?<to>" CELL ")" MARKS },                      \
	    { MOVE_FIELD, PLAYER "(?<from>" CELL ")@(?<promo>[a-z])" MARKS }, \
	    { MOVE_TRAITOR,                                                   \
		    PLAYER "(?<from>" CELL ")%(?<to>" CELL ")?" MARKS },      \
	    { MOVE_ILLUMINATION, PLAYER "(?<from>" CELL ")\\^" MARKS },

static const struct notation_row rows[] = { ROWS{ MOVE_UNSTATED, NULL } };

/* Forms that people type for Triumvirate's board are read as well. */
static const struct notation_row triumvirate_rows[] = {
	ROWS{ MOVE_UNSTATED,
	    PLAYER "(?<from>" CELL ")(?<to>" CELL ")(?<promo>[A-Z])" MARKS },
	{ MOVE_CASTLE,
	    PLAYER "(?<castle>[0O]" PATTERN_DASH "[0O]"
		   "(?:" PATTERN_DASH "[0O])?)" MARKS },
	{ MOVE_UNSTATED, NULL }
};
/* clang-format on */

/* The length of a cell's name at text[at], 0 if none is there. */
static size_t
machine_cell_len(struct slice text, size_t at)
{
	if (at + 1 >= text.len || !ascii_is_letter(text.ptr[at]) ||
	    text.ptr[at + 1] == '0' || !ascii_is_digit(text.ptr[at + 1]))
		return 0;
	return at + 2 < text.len && ascii_is_digit(text.ptr[at + 2]) ? 3 : 2;
}

/* Reads two cells and no more. */
static bool
read_coordinates(const struct alphabet *alphabet, struct slice token,
    struct parsed_move *parsed)
{
	size_t from = machine_cell_len(token, 0);
	size_t to = from > 0 ? machine_cell_len(token, from) : 0;

	(void)alphabet;
	if (to == 0 || from + to != token.len)
		return false;
	memset(parsed, 0, offsetof(struct parsed_move, path));
	parsed->from = (struct part){ 0, (uint8_t)from };
	parsed->to = (struct part){ (uint8_t)from, (uint8_t)to };
	parsed->from_code = (uint16_t)coords_code(
	    NAMING_ALGEBRAIC, parsed_part(token, parsed->from));
	parsed->to_code = (uint16_t)coords_code(
	    NAMING_ALGEBRAIC, parsed_part(token, parsed->to));
	return true;
}

/* Writes one move of a turn, without its marks. */
static void
put_coordinate_move(const struct rules *rules, unsigned me,
    const struct move *move, struct strbuf *out)
{
	const char *letters = rules->variant->letters;
	enum move_type type = (enum move_type)move->type;
	enum naming naming =
	    notation_naming(&notation_coordinate, rules->variant);

	if (type == MOVE_PASS)
		strbuf_puts(out, "0000");
	else if (type == MOVE_YIELD)
		strbuf_puts(out, "(Y)");
	else if (type == MOVE_STALEMATE)
		strbuf_puts(out, "(S)");
	else if (type == MOVE_DROP)
		strbuf_printf(out, "%c*", letters[move->promotion]);
	else
		coords_write(&rules->board, naming, 0, move->from, out);
	if (type == MOVE_FIELD)
		strbuf_char(out, '@');
	else if (type == MOVE_TRAITOR)
		strbuf_char(out, '%');
	else if (type == MOVE_ILLUMINATION)
		strbuf_char(out, '^');
	for (unsigned i = 0; i + 1 < move->leaps; i++)
		coords_write(&rules->board, naming, 0, move->path[i], out);
	if (move->to != CELL_NONE && type != MOVE_FIELD)
		coords_write(&rules->board, naming, 0, move->to, out);
	if (type == MOVE_CASTLE && rules->seat[me].side[move->side].is_step)
		strbuf_char(
		    out, (char)(rules->setup->sides[move->side].letter | 0x20));
	if (type != MOVE_DROP && move->promotion != KIND_NONE)
		strbuf_char(out, (char)(letters[move->promotion] | 0x20));
	if (type == MOVE_ENPASSANT && rules->variant->en_passant_by_all)
		strbuf_char(out, '+');
}

static void
write_coordinates(const struct notation *notation, const struct rules *rules,
    const struct alphabet *alphabet, const struct position *before,
    const struct move *move, const struct marks *marks, struct strbuf *out)
{
	struct move second;

	(void)notation;
	(void)alphabet;
	notation_put_mover(rules->variant, before, marks, out);
	put_coordinate_move(rules, before->to_move, move, out);
	if (move->pair) {
		second = move_second(move);
		strbuf_char(out, '&');
		put_coordinate_move(rules, before->to_move, &second, out);
	}
	notation_put_tail(rules->variant, move, marks, "", out);
}

#define COORDINATE(a_move, own_rows)                                          \
	.id = "coordinate", .title = "plain from-to", .example = a_move,      \
	.parts = "stq(", .naming = NAMING_ALGEBRAIC, .castles_by_king = true, \
	.rows = own_rows, .read_fast = read_coordinates,                      \
	.write = write_coordinates

const struct notation notation_coordinate = { COORDINATE("c3e6", rows) };
const struct notation notation_triumvirate_coordinate = { COORDINATE(
    "C3E6", triumvirate_rows) };
