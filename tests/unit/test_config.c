/*
 * Configurations, and comments that suppress diagnostics.
 *
 * Diagnostics are shown as !code@offset, in the order in which they are given.
 */

#include "tests/unit/unit.h"
#include <stdio.h>

#include "formats/config/config.h"
#include "parse/judge/session.h"
#include "parse/judge/replayed.h"
#include "parse/record/format.h"

static void
show_diags(const struct diags *diags, struct strbuf *out)
{
	strbuf_puts(out, "");
	for (unsigned i = 0; i < diags->len; i++)
		strbuf_printf(out, "!%s@%lu ",
		    diag_table[diags->list[i].id].slug,
		    (unsigned long)diags->list[i].span.start);
}

/* Configuration. */

/* Checks the text that a configuration reads as, or its faults. */
static void
check_config(const char *text, const char *expected)
{
	struct strbuf out = STRBUF_INIT;
	struct arena arena = ARENA_INIT;
	struct config config = { 0 };
	struct diags diags;
	bool ok;

	diags_init(&diags, &arena);
	ok = config_read(&config, slice_of(text), false, &arena, &diags);
	if (ok)
		config_write(&config, &out);
	else
		show_diags(&diags, &out);
	assert_int_equal(ok, diags.len == 0);
	assert_string_equal(out.ptr, expected);
	config_release(&config);
	own_release(config.notations);
	strbuf_release(&out);
	arena_release(&arena);
}

/* A notation of one's own. */

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

TEST(config_is_read_and_written)
{
	static const char nothing[] = "results: usual\nseverity: {}\n"
				      "disable: []\nexclude: []\n"
				      "include: []\n";

	check_config("", nothing);
	check_config("# nothing\n", nothing);
	check_config("{}", nothing);
	check_config("variant: dreierschach\nresults: lenient",
	    "variant: dreierschach\nresults: lenient\nseverity: {}\n"
	    "disable: []\nexclude: []\ninclude: []\n");
	check_config("disable: [result-missing, move-number, move-number]\n"
		     "severity: {false-check: note, move-number: 'error'}\n"
		     "results: strict\n...\n# end\n",
	    "results: strict\n"
	    "severity:\n  move-number: error\n  false-check: note\n"
	    "disable:\n- move-number\n- result-missing\n"
	    "exclude: []\ninclude: []\n");
	check_config("include: [a]\nexclude: [b/, \"\\xe9\\\\\\\"\"]\n",
	    "results: usual\nseverity: {}\ndisable: []\n"
	    "exclude:\n- b/\n- \"\xc3\xa9\\\\\\\"\"\ninclude:\n- a\n");
}

TEST(faults_of_a_config_are_reported)
{
	check_config("a: b", "!config-key@0 ");
	check_config("Variant: siege", "!config-key@0 ");
	check_config("variant: siege\n\"a\\0b\": c\n\"a\\0b\": c",
	    "!config-key@16 !config-key@26 ");
	check_config("results: usual\nresults: usual", "!config-key@15 ");
	check_config("severity: {move-number: note, move-number: note}",
	    "!config-key@30 ");
	check_config("variant: [siege]", "!config-value@9 ");
	check_config("variant: ''", "!config-value@10 ");
	check_config("severity: {nothing: note}", "!config-value@11 ");
	check_config("severity: {move-number: Note}", "!config-value@24 ");
	check_config("severity: {move-number: [note]}", "!config-value@24 ");
	check_config("severity: {file-unreadable: note}", "!config-value@11 ");
	check_config("disable: [[], file-unreadable, x]",
	    "!config-value@10 !config-value@14 !config-value@31 ");
	check_config("text", "!config-value@0 ");
	check_config("{}\n--- {}", "!yaml-syntax@3 ");
	check_config("variant: [", "!yaml-syntax@9 ");
	check_config("variant: *a", "!yaml-alias@9 ");
}

TEST(config_disables_and_sets_severities)
{
	static const struct {
		const char *text;
		bool disabled;
		uint8_t level;
	} cases[] = {
		{ "", false, 0 },
		{ "results: usual", false, 0 },
		{ "results: strict", false, SEV_ERROR + 1 },
		{ "results: lenient", true, 0 },
		{ "{results: strict, severity: {result-open: note}}", false,
		    SEV_NOTE + 1 },
		{ "{results: lenient, severity: {result-open: note}}", false,
		    SEV_NOTE + 1 },
		{ "{severity: {result-open: note}, disable: [result-open]}",
		    true, SEV_NOTE + 1 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		bool disabled[DIAGS] = { false };
		uint8_t level[DIAGS] = { 0 };
		struct arena arena = ARENA_INIT;
		struct config config = { 0 };
		struct diags diags;

		diags_init(&diags, &arena);
		assert_true(config_read(
		    &config, slice_of(cases[i].text), false, &arena, &diags));
		config_apply(&config, disabled, level);
		assert_int_equal(disabled[DIAG_RESULT_OPEN], cases[i].disabled);
		assert_int_equal(level[DIAG_RESULT_OPEN], cases[i].level);
		assert_false(disabled[DIAG_RESULT_CONTRADICTS]);
		assert_int_equal(level[DIAG_RESULT_CONTRADICTS], 0);
		arena_release(&arena);
	}
}

/* Suppressions. */

static void
check_suppressed(const struct format *format, const char *text,
    bool keep_errors, const char *expected)
{
	const struct replay_options options = { .variant = variant_find(
						    "dreierschach", 12) };
	struct replayer *replayer = replayer_new(&options);
	struct input input = { .format = format, .max_record = MAX_RECORD };
	struct strbuf out = STRBUF_INIT;
	struct arena arena = ARENA_INIT;
	struct replayed replayed;
	struct record record;
	struct diags diags;

	source_text(&input.source, "test", slice_of(text));
	assert_true(format->read(&input, &arena, &diags, &record));
	replay_record(replayer, &record, &diags, &replayed);
	suppress(&record, &diags, keep_errors);
	diags_sort(&diags);
	show_diags(&diags, &out);
	assert_string_equal(out.ptr, expected);
	replayer_free(replayer);
	source_release(&input.source);
	strbuf_release(&out);
	arena_release(&arena);
}

static void
check_pgn(const char *text, const char *expected)
{
	check_suppressed(&format_pgn, text, false, expected);
}

TEST(comments_of_pgn_suppress_diagnostics)
{
	check_pgn("2. ee3 *", "!move-number@0 ");
	check_pgn("{ternion-disable-next move-number} 2. ee3 *", "");
	check_pgn("2. {ternion-disable-next move-number} ee3 *", "");
	check_pgn("2. ee3 {ternion-disable-next move-number} 2. ee7 *",
	    "!move-number@0 ");
	check_pgn("{ternion-disable move-number} 2. ee3 2. ee7 *", "");
	check_pgn("{ternion-disable-next move-number} 2. ee3 2. ee7 *",
	    "!move-number@42 ");
	/* Without codes, with wrong ones, and with a reason. */
	check_pgn("{ternion-disable} 1. ee3 *", "!suppression-malformed@1 ");
	check_pgn(
	    "{ternion-disable-- x} 1. ee3 *", "!suppression-malformed@1 ");
	check_pgn("{ternion-disable -- move-number} 2. ee3 *",
	    "!suppression-malformed@1 !move-number@33 ");
	check_pgn("{ternion-disable ,move-number,,x -- y} 2. ee3 *",
	    "!suppression-malformed@31 ");
	check_pgn("{ternion-disable suppression-unused file-unreadable} *",
	    "!suppression-malformed@17 !suppression-malformed@36 ");
	/* A variation comes before the comment after its ply. */
	check_pgn("1. ee3 {ternion-disable-next move-number} (2. dd3) 2. ee7 *",
	    "!move-number@51 ");
	check_pgn("1. ee3 (2. dd3 {ternion-disable move-number}) 2. ee7 *",
	    "!move-number@8 ");
	/* The end. */
	check_pgn("1. ee3 {ternion-disable result-missing}", "");
	check_pgn("{ternion-disable result-missing} 1. ee3", "");
	check_pgn("1. ee3 {ternion-disable result-unproven} 3-0-1", "");
	/* Annotations belong to the ply before them. */
	check_pgn("{ternion-disable-next nag-malformed} 1. ee3 $999 *", "");
	check_pgn("{ternion-disable-next nag-malformed} 1. ee3 ee7 $999 *",
	    "!suppression-unused@22 !nag-malformed@48 ");
}

TEST(kept_errors_are_not_suppressed)
{
	static const char text[] =
	    "1. {ternion-disable move-syntax moves-unchecked} Zz {ternion-"
	    "disable-next move-number} ee7 *";

	/* Nothing is unused that could not be judged. */
	check_pgn(text, "");
	check_suppressed(&format_pgn, text, true, "!move-syntax@49 ");
	check_suppressed(&format_pgn, "1. ee3 {ternion-disable x} *", true, "");
}

TEST(comments_of_json_suppress_diagnostics)
{
	check_suppressed(&format_json,
	    "{\"plies\":[{\"comment\":\"ternion-disable-next move-syntax\","
	    "\"move\":\"ee3\"},\"Zz\"],\"result\":\"*\"}",
	    false, "");
	check_suppressed(&format_json,
	    "{\"plies\":[{\"variations\":[[\"Zz\"]],\"move\":\"ee3\","
	    "\"before\":\"ternion-disable-next move-syntax\"}],"
	    "\"result\":\"*\"}",
	    false, "!move-syntax@27 ");
	check_suppressed(&format_json,
	    "{\"plies\":[{\"variations\":[[\"Zz\"]],\"move\":\"ee3\","
	    "\"before\":\"ternion-disable move-syntax\"}],"
	    "\"result\":\"*\"}",
	    false, "");
}
