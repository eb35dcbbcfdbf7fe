/* A notation that a configuration defines. */
#include "tests/unit/unit.h"

#include "formats/config/config.h"

/* Checks how a token reads in the notation that a text defines, with the places
 * of its parts; "" if it is not a move. */
static void
check_defined(const char *text, const char *token, const char *expected)
{
	const struct slice read = slice_of(token);
	struct arena arena = ARENA_INIT;
	struct config config = { 0 };
	const struct notation *notation;
	struct alphabet english;
	struct parsed_turn parsed;
	struct diags diags;
	char out[80] = "";

	diags_init(&diags, &arena);
	assert_true(config_read(&config, slice_of(text), true, &arena, &diags));
	notation = notation_find(config.notations, slice_of("own"));
	assert_non_null(notation);
	alphabet_init(&english, &letter_sets[0], variant_dreierschach.letters);
	if (notation_read(notation, &english, read, &parsed))
		snprintf(out, sizeof(out), "%s %c %u+%u:%u %u+%u:%u %c%s%s%s",
		    move_type_name((enum move_type)parsed.move.type),
		    parsed.move.piece != 0 ? parsed.move.piece : '-',
		    parsed.move.from.at, parsed.move.from.len,
		    parsed.move.from.code, parsed.move.to.at,
		    parsed.move.to.len, parsed.move.to.code,
		    parsed.move.promotion != 0 ? parsed.move.promotion : '-',
		    parsed.move.check ? "+" : "", parsed.move.mate ? "++" : "",
		    parsed.move.draw ? "=" : "");
	assert_string_equal(out, expected);
	config_release(&config);
	own_release(config.notations);
	arena_release(&arena);
}

TEST(tokens_of_a_defined_notation_have_parts)
{
	static const char patterns[] =
	    "notations:\n"
	    "  own:\n"
	    "    games: dreierschach\n"
	    "    pieces: {N: Sp}\n"
	    "    draw: remis\n"
	    "    move: '(?<piece>Sp|[KQRB])?(?<from>[a-m]?\\d*)"
	    "(?<take>:)?(?<to>[a-m]\\d+)(?<promotion>=\\w+)?"
	    "(?<check>!!?)?'\n"
	    "    write: '{piece}{from?}{take?:}{to}{promotion?=}{check?!}"
	    "{mate?!!}'\n";
	static const char cells[] =
	    "notations: {own: {games: dreierschach, cells: {letters: "
	    "[aa, bb, cc, dd, ee, ff, gg, hh, ii, jj, kk, ll, mm]}}}\n";

	check_defined(patterns, "Spc3:e6!!", "capture N 2+2:43 5+2:86 -++");
	check_defined(patterns, "e12=Sp", "quiet P 0+0:0 0+3:92 N");
	check_defined(patterns, "Ke4!remis", "quiet K 0+0:0 1+2:84 -+=");
	check_defined(patterns, "Ke4(T)", "quiet K 0+0:0 1+2:84 -");
	check_defined(patterns, "W:Ke4", "quiet K 0+0:0 3+2:84 -");
	check_defined(patterns, "0-0", "castle - 0+0:0 0+0:0 -");
	check_defined(patterns, "Sp:c", "");
	check_defined(patterns, "Ne4", "");
	check_defined(patterns, "", "");
	/* The base reads the rest, with the names of the definition. */
	check_defined(cells, "Ncc3-ee6+", "quiet N 1+3:43 5+3:86 -+");
	check_defined(cells, "xee6", "capture P 0+0:0 1+3:86 -");
	check_defined(cells, "cc7%ff9", "traitor - 0+3:47 4+3:109 -");
	check_defined(cells, "Ne6", "quiet N 0+0:0 1+2:0 -");
}
