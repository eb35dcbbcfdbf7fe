/* The writer of PGN: records that were replayed and are written again. */
#include "tests/unit/reading.h"

#include "parse/position/tpf.h"
#include "parse/record/format.h"
#include "parse/judge/replayed.h"

/* Writing. */

/* Rewrites all records of a text, which must be good. */
static char *
converted(const char *text, const char *notation, const char *letters)
{
	const struct notation *n = notation_find(NULL, slice_of(notation));
	const struct replay_options options = { .variant =
						    &variant_dreierschach,
		.rewrite = true,
		.output = n,
		.letters = letter_set_find(slice_of(letters)) };
	struct replayer *replayer = replayer_new(&options);
	struct reading_of of = { .input = { .format = &format_pgn,
				     .max_record = MAX_RECORD } };
	struct replayed replayed;

	source_text(&of.input.source, "test", slice_of(text));
	while (format_pgn.read(&of.input, &of.arena, &of.diags, &of.record)) {
		struct strbuf position = STRBUF_INIT;
		struct writing writing;

		if (!replay_record(replayer, &of.record, &of.diags, &replayed))
			fail_msg("%.60s: %s", text,
			    of.diags.list[of.diags.len - 1].message);
		if (!replayed.usual_start)
			tpf_write(replayed.rules, &replayed.start, &position);
		writing = (struct writing){
			.variant = replayed.rules->variant,
			.settings = &replayed.rules->settings,
			.notation = notation,
			.letters = n->has_letters ? letters : NULL,
			.position = strbuf_as_slice(&position),
			.result = replayed.result,
			.first = of.out.len == 0,
		};
		pgn_write(&of.record, &writing, &of.out);
		strbuf_release(&position);
	}
	replayer_free(replayer);
	source_release(&of.input.source);
	arena_release(&of.arena);
	return of.out.ptr;
}

#define ROSTER                                                         \
	"[Event \"?\"]\n[Site \"?\"]\n[Date \"\?\?\?\?.\?\?.\?\?\"]\n" \
	"[Round \"?\"]\n[White \"?\"]\n[Gray \"?\"]\n[Black \"?\"]\n"
#define GAME "[Variant \"dreierschach\"]\n"

/* The movetext as it is written. */
static void
check_movetext(const char *text, const char *expected)
{
	char *out = converted(text, "algebraic", "en");
	const char *moves = strstr(out, "\n\n");

	assert_non_null(moves);
	assert_string_equal(moves + 2, expected);
	mem_free(out);
}

TEST(writes_the_roster)
{
	char *out = converted("1. a4 *", "algebraic", "en");

	assert_string_equal(out,
	    ROSTER "[Result \"*\"]\n" GAME
		   "[Notation \"algebraic\"]\n\n1. a4 *\n");
	mem_free(out);
	out = converted("[Zeit \"5\"]\n[Result \"*\"]\n[Brown \"B\\\"\\\\\"]\n"
			"[Annotator \"x\"]\n[White \"\"]\n[Site \"y\"]\n*",
	    "siege", "en");
	assert_string_equal(out,
	    "[Event \"?\"]\n[Site \"y\"]\n[Date \"\?\?\?\?.\?\?.\?\?\"]\n"
	    "[Round \"?\"]\n[White \"\"]\n[Gray \"B\\\"\\\\\"]\n"
	    "[Black \"?\"]\n[Result \"*\"]\n" GAME
	    "[Notation \"siege\"]\n[Zeit \"5\"]\n[Annotator \"x\"]\n\n*\n");
	mem_free(out);
}

TEST(writes_letters_and_position)
{
	char *out = converted(
	    "[Position \"gKa6,wNc3,wKd1,bKm9 w w-.g-.b- - aaa 3 7\"]\n"
	    "[SetUp \"1\"]\n\n7. Ne6 *",
	    "long", "de");

	assert_non_null(strstr(out,
	    GAME "[Notation \"long\"]\n"
		 "[Letters \"de\"]\n[SetUp \"1\"]\n"
		 "[Position \"gKa6,wNc3,wKd1,bKm9 w "
		 "w-.g-.b- - aaa 3 7\"]\n\n"));
	mem_free(out);
}

#define SIEGE "[Variant \"siege\"]\n"

/* Then Variant, Notation, the variant's options ...; option tags are written
 * when not the default or when the input stated them. */
TEST(writes_options)
{
	char *out = converted("[SiegeTwo \"no\"]\n[Siege \"points\"]\n"
			      "[Zeit \"5\"]\n" SIEGE "[Pope \"no\"]\n\n*",
	    "siege", "en");

	assert_non_null(strstr(out,
	    "[White \"?\"]\n[Red \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n" SIEGE
	    "[Notation \"siege\"]\n[Pope \"no\"]\n"
	    "[Siege \"points\"]\n[SiegeTwo \"no\"]\n[Zeit \"5\"]\n\n*\n"));
	mem_free(out);
	out = converted(SIEGE "\n*", "siege", "en");
	assert_non_null(strstr(out, SIEGE "[Notation \"siege\"]\n\n*\n"));
	mem_free(out);
}

/*
 * "Dots go by seat": first seat `.`, second `..`, third `...`, even if a player
 * is out.
 */
TEST(writes_numbers_when_a_player_is_out)
{
	char *out = converted(SIEGE
	    "1. W(Y) 1.. R3b-4b 1... B3b-4b 2.. R3c-4c 2... B3c-4c *",
	    "siege", "en");

	assert_string_equal(strstr(out, "\n\n") + 2,
	    "1. W(Y) R3b-4b B3b-4b 2.. R3c-4c B3c-4c *\n");
	mem_free(out);
	out =
	    converted(SIEGE "1. W3b-4b R3b-4b B(Y) 2. W3c-4c ( (Y) ) R3c-4c *",
		"algebraic", "en");
	assert_string_equal(strstr(out, "\n\n") + 2,
	    "1. b4 k15 (Y) 2. c4 (2. (Y)) 2.. j14 *\n");
	mem_free(out);
}

TEST(writes_move_numbers)
{
	/* Before the first seat's ply. */
	check_movetext("a4 k13 j3 b4 *", "1. a4 k13 j3 2. b4 *\n");
	/* After a comment or a variation, with the dots of the seat. */
	check_movetext("a4 {x} k13 {y} j3 {z} b4 *",
	    "1. a4 {x} 1.. k13 {y} 1... j3 {z} 2. b4 *\n");
	check_movetext("a4 (b4 k13 j3) k13 (j13) j3 *",
	    "1. a4 (1. b4 k13 j3) 1.. k13 (1.. j13) 1... j3 *\n");
	check_movetext("a4 $1 k13 *", "1. a4 $1 k13 *\n");
	check_movetext(
	    "a4 {x} (b4) {y} k13 *", "1. a4 {x} (1. b4) {y} 1.. k13 *\n");
	/* The first ply, whosever it is. */
	check_movetext(
	    "[Position \"gKa6,wNc3,wKd1,bKm9 g w-.g-.b- - aaa 0 12\"]\n"
	    "Kb6 Km10 Kd2 *",
	    "12.. Kb6 Km10 13. Kd2 *\n");
	check_movetext(
	    "[Position \"gKa6,wNc3,wKd1,bKm9 b w-.g-.b- - aaa 0 12\"]\n"
	    "Km10 *",
	    "12... Km10 *\n");
	/* A comment before a ply comes after its number. */
	check_movetext("{x} a4 1.. {y} k13 *", "{x} 1. a4 1.. {y} k13 *\n");
	check_movetext("a4 ({x} b4) k13 *", "1. a4 ({x} 1. b4) 1.. k13 *\n");
}

TEST(writes_comments)
{
	check_movetext("a4 {x} ; y\n k13 *", "1. a4 {x} {y} 1.. k13 *\n");
	/* One that holds a } goes to the end of its line. */
	check_movetext("a4 ;x} y\n k13 *", "1. a4 ;x} y\n1.. k13 *\n");
	check_movetext("a4 (b4 ;}\n) *", "1. a4 (1. b4 ;}\n) *\n");
	check_movetext("a4 (;}\n b4) *", "1. a4 (;}\n1. b4) *\n");
	check_movetext("{only} *", "{only} *\n");
	check_movetext("* ;}", ";}\n*\n");
	check_movetext("a4 {two\nlines} *", "1. a4 {two\nlines} *\n");
	check_movetext("a4 {two\r\nlines\r\n} *", "1. a4 {two\nlines} *\n");
	check_movetext("a4 {one\rline} *", "1. a4 {one\nline} *\n");
	check_movetext("a4 {two\r\r\nlines} *", "1. a4 {two\n\nlines} *\n");
	check_movetext("a4 {} *", "1. a4 {} *\n");
	check_movetext("a4 ({none}) *", "1. a4 ({none}) *\n");
	check_movetext("a4! $7 !? *", "1. a4 $1 $7 $5 *\n");
	check_movetext("a4= *", "1. a4= *\n");
}

/*
 * Dropped characters do not count towards the length of a line; otherwise a
 * second pass would wrap it elsewhere.
 */
TEST(carriage_returns_take_no_room)
{
	for (int width = 60; width < 79; width++) {
		char text[200];
		char *out;

		snprintf(text, sizeof(text), "a4 {%0*d\r\nb} *", width, 0);
		out = converted(text, "algebraic", "en");
		check_movetext(out, strstr(out, "\n\n") + 2);
		mem_free(out);
	}
}

/* Siege writes them in its parentheses, all others as $n. */
TEST(writes_annotations)
{
	char *out = converted("a4! $7 $2 k13 $9 $1 j3 *", "siege", "en");

	assert_non_null(strstr(out,
	    "\n\n1. W2a-4a(!) $7 $2 G2a-4a $9 $1 "
	    "B2a-4a *\n"));
	mem_free(out);
	out = converted(
	    "[Notation \"siege\"]\n2a-4a(!) $7 $2 2a-4a? *", "long", "en");
	assert_non_null(strstr(out, "\n\n1. a2-a4 $1 $7 $2 i13-k13 $2 *\n"));
	mem_free(out);
}

TEST(writes_several_records)
{
	char *out = converted("a4 * b4 *", "coordinate", "en");
	const char *second = strstr(out, "\n\n[Event");

	assert_non_null(second);
	assert_non_null(strstr(out, "\n\n1. a2a4 *\n\n[Event"));
	assert_non_null(strstr(second, "\n\n1. b2b4 *\n"));
	mem_free(out);
}

/* No line is longer than 79 bytes, but a tag or a word that must be. */
TEST(lines_have_at_most_79_bytes)
{
	struct strbuf text = STRBUF_INIT;
	char *out;

	for (unsigned shift = 0; shift <= 77; shift++) {
		strbuf_reset(&text);
		strbuf_puts(&text, "{");
		for (unsigned i = 0; i < shift; i++)
			strbuf_char(&text, 'x');
		strbuf_puts(&text, "}");
		for (unsigned i = 0; i < 6; i++)
			strbuf_puts(&text,
			    " Nd4 ({y} Ne4 $255 (Nb3 {zz} (Ncf3) (Nb3 (Nd4) ) "
			    ") ) Nh10 Nj6 Nc1 Nf11 Nm8 ");
		strbuf_puts(&text, "*");
		out = converted(text.ptr, "algebraic", "en");
		for (const char *line = strstr(out, "\n\n") + 2;
		     *line != '\0';) {
			size_t len = strcspn(line, "\n");

			if (len > 79)
				fail_msg(
				    "%zu bytes: %.*s", len, (int)len, line);
			line += len + 1;
		}
		mem_free(out);
	}
	strbuf_release(&text);
}
