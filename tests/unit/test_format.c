/*
 * Records, positions and reports as text: the reader and writer of PGN, 3PF,
 * the source they read from, and what all of them are made of.
 *
 * A record that was read is shown in one line: tags as [Name=value], the
 * number and dots before a ply as #1/2, then the ply, its annotations $1, and
 * its comments b{before}, c{behind}, a{after the variations}; variations in
 * parentheses, the result behind =>. Diagnostics follow as !code@line:column.
 */
#include "setup.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena.h"
#include "format.h"
#include "format_3pf.h"
#include "json.h"
#include "pgn_write.h"
#include "replay.h"
#include "report.h"
#include "utf8.h"

/* What is read, record after record. */
struct reading_of {
	struct input input;
	struct arena arena;
	struct record record;
	struct diags diags;
	bool located; /* plies are shown with their places */
	struct strbuf out;
};

static void
show_comments(
    struct strbuf *out, const char *kind, const struct comments *comments)
{
	for (const struct comment *c = comments->first; c != NULL;
	     c = c->next) {
		strbuf_printf(out, " %s{", kind);
		strbuf_slice(out, c->text);
		strbuf_char(out, '}');
	}
}

static void show_line(struct reading_of *of, const struct line *line);

static void
show_ply(struct reading_of *of, const struct ply *ply)
{
	struct strbuf *out = &of->out;
	struct location at = source_locate(&of->input.source, ply->span.start);

	if (ply->number_span.len > 0)
		strbuf_printf(out, " #%lu/%lu", (unsigned long)ply->number,
		    (unsigned long)ply->dots);
	if (ply->notes != NULL)
		show_comments(out, "b", &ply->notes->before);
	strbuf_char(out, ' ');
	strbuf_slice(out, ply->token);
	if (of->located)
		strbuf_printf(out, "@%lu:%lu", at.line, at.column);
	assert_true(slice_equal(ply->token,
	    slice_sub(of->record.text, ply->span.start, ply->span.len)));
	if (ply->notes == NULL)
		return;
	for (const struct nag *n = ply->notes->nags; n != NULL; n = n->next)
		strbuf_printf(out, " $%u", n->number);
	show_comments(out, "c", &ply->notes->comment);
	for (const struct line *v = ply->notes->variations; v; v = v->next) {
		strbuf_puts(out, " (");
		show_line(of, v);
		strbuf_puts(out, " )");
	}
	show_comments(out, "a", &ply->notes->after);
}

static void
show_line(struct reading_of *of, const struct line *line)
{
	unsigned plies = 0;

	show_comments(&of->out, "b", &line->comment);
	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		show_ply(of, ply);
		plies++;
	}
	assert_int_equal(plies, line->plies);
}

static void
show_diags(struct reading_of *of)
{
	diags_sort(&of->diags);
	for (unsigned i = 0; i < of->diags.len; i++) {
		const struct diag *diag = &of->diags.list[i];
		struct location at =
		    source_locate(&of->input.source, diag->span.start);

		strbuf_printf(&of->out, " !%s@%lu:%lu",
		    diag_table[diag->id].slug, at.line, at.column);
		if (diag->span.len != 1)
			strbuf_printf(
			    &of->out, "+%lu", (unsigned long)diag->span.len);
	}
}

static void
show_record(struct reading_of *of)
{
	for (const struct tag *t = of->record.tags; t != NULL; t = t->next) {
		strbuf_puts(&of->out, " [");
		strbuf_slice(&of->out, t->name);
		strbuf_char(&of->out, '=');
		strbuf_slice(&of->out, t->value);
		strbuf_char(&of->out, ']');
	}
	show_line(of, &of->record.line);
	if (of->record.result.len > 0) {
		strbuf_puts(&of->out, " => ");
		strbuf_slice(&of->out, of->record.result);
	}
	if (of->record.escape.len > 0) {
		strbuf_puts(&of->out, " %");
		strbuf_slice(&of->out,
		    slice_sub(of->record.text, of->record.escape.start,
			of->record.escape.len));
	}
	show_diags(of);
}

static void
show_all(struct reading_of *of)
{
	unsigned long games = 0;

	strbuf_reset(&of->out);
	strbuf_puts(&of->out, "");
	while (of->input.format->read(
	    &of->input, &of->arena, &of->diags, &of->record)) {
		assert_int_equal(of->record.game, ++games);
		if (games > 1)
			strbuf_puts(&of->out, " |");
		show_record(of);
	}
	if (of->diags.len > 0)
		show_diags(of);
}

static void
release(struct reading_of *of)
{
	source_release(&of->input.source);
	arena_release(&of->arena);
	strbuf_release(&of->out);
}

static void
check_read_with(const struct format *format, size_t max_record,
    struct slice text, const char *expected)
{
	struct reading_of of = { .input = { .format = format,
				     .max_record = max_record } };

	source_text(&of.input.source, "test", text);
	show_all(&of);
	if (strcmp(of.out.ptr, expected) != 0)
		fail_msg("%.300s\n  reads as %s\n  expected %s", text.ptr,
		    of.out.ptr, expected);
	release(&of);
}

/* What a text of records reads as. */
static void
check_read(const char *text, const char *expected)
{
	check_read_with(&format_pgn, MAX_RECORD, slice_of(text), expected);
}

static void
tags(void **state)
{
	(void)state;
	check_read("[Event \"Club night\"]\n[White \"Ann\"]\n\n1. e4 *\n",
	    " [Event=Club night] [White=Ann] #1/1 e4 => *");
	check_read(
	    "[A \"1\"] [B \"2\"][C \"3\"]\n*\n", " [A=1] [B=2] [C=3] => *");
	check_read("[ A\t \"1\" ]\n  [B_2\"x\" ] *", " [A=1] [B_2=x] => *");
	check_read("[A \"\"]\n*", " [A=] => *");
	check_read(
	    "[A \"a \\\"b\\\" \\\\ \\n\"]\n*", " [A=a \"b\" \\ \\n] => *");
	check_read("[A \"x\\\\\"]\n*", " [A=x\\] => *");
	check_read("[A \"a]b\"]\n[B \"[c\"]\n*", " [A=a]b] [B=[c] => *");
	check_read("[A \"{no comment} ; % $1 (\"]\n*",
	    " [A={no comment} ; % $1 (] => *");
	check_read("[A \"1\"]\r\n[B \"2\"]\r\n\r\n1. e4\r\n*\r\n",
	    " [A=1] [B=2] #1/1 e4 => *");
	check_read("[A \"1\"]\n{one}\n[B \"2\"]\n1. e4 *",
	    " [A=1] [B=2] #1/1 b{one}"
	    " e4 => *");
}

static void
tag_faults(void **state)
{
	(void)state;
	check_read("[Event Club night]\n1. e4 *",
	    " #1/1 e4 => * !tag-malformed@1:1+18");
	check_read("[\"x\"]\n1. e4 *", " #1/1 e4 => * !tag-malformed@1:1+5");
	check_read("[Event \"x\"\n1. e4 *",
	    " [Event=x] #1/1 e4 => * !tag-malformed@1:1+10");
	check_read("[Event \"x\" y]\n1. e4 *",
	    " [Event=x] #1/1 e4 => * !tag-malformed@1:1+13");
	check_read("[\n1. e4 *", " #1/1 e4 => * !tag-malformed@1:1");
	check_read("[Event \"Club\n[White \"Ann\"]\n\n1. e4 *",
	    " [White=Ann] #1/1 e4 => * !tag-unterminated@1:1+8");
	check_read("[Event \"Club\nnight\"]\n[White \"Ann\"]\n1. e4 *",
	    " [White=Ann] #1/1 e4 => * !tag-unterminated@1:1+8");
	check_read("[Event \"Club\n\n1. e4 *",
	    " #1/1 e4 => * !tag-unterminated@1:1+8");
	check_read("[Event \"Club\\\"]\n*", " => * !tag-unterminated@1:1+8");
	check_read(
	    "[A \"1\"]\n[A \"2\"]\n*", " [A=1] [A=2] => * !tag-duplicate@2:2");
	check_read("[Event \"x", " !tag-unterminated@1:1+8");
	check_read("[Event ", " !tag-malformed@1:1+7");
	check_read("[", " !tag-malformed@1:1");
}

/* A ] in the value does not end a tag that is wrong behind its value. */
static void
malformed_tag_ends_behind_its_value(void **state)
{
	(void)state;
	check_read("[A \"a]b\" x]\n[B \"2\"]\n\n1. e4 *",
	    " [A=a]b] [B=2] #1/1 e4 => * !tag-malformed@1:1+11");
}

static void
too_many_tags(void **state)
{
	struct reading_of of = { .input = { .format = &format_pgn,
				     .max_record = MAX_RECORD } };
	struct strbuf text = STRBUF_INIT;
	unsigned kept = 0;

	(void)state;
	for (unsigned i = 0; i < TAGS_MAX + 5; i++)
		strbuf_printf(&text, "[T%u \"\"]\n", i);
	strbuf_puts(&text, "1. e4 *\n");
	source_text(&of.input.source, "test", strbuf_as_slice(&text));
	assert_true(
	    format_pgn.read(&of.input, &of.arena, &of.diags, &of.record));
	for (const struct tag *t = of.record.tags; t != NULL; t = t->next)
		kept++;
	assert_int_equal(kept, TAGS_MAX);
	assert_int_equal(of.diags.len, 1);
	assert_int_equal(of.diags.list[0].id, DIAG_TAG_TOO_MANY);
	assert_int_equal(of.record.line.plies, 1);
	strbuf_release(&text);
	release(&of);
}

static void
move_numbers(void **state)
{
	(void)state;
	check_read("1. e4 1.. d7 1... j9 2. d4 *",
	    " #1/1 e4 #1/2 d7 #1/3 j9 #2/1 d4 => *");
	check_read("1.e4 1..d7 1...j9 *", " #1/1 e4 #1/2 d7 #1/3 j9 => *");
	check_read("1 e4 *", " #1/0 e4 => *");
	check_read("1. ... e4 *", " #1/4 e4 => *");
	check_read("1. .. e4 *", " #1/3 e4 => *");
	check_read(". e4 ... d7 *", " e4 d7 => *");
	check_read("1.\ne4 *", " #1/1 e4 => *");
	check_read("1{c}e4 *", " #1/0 b{c} e4 => *");
	check_read("1. 2. e4 *", " #2/1 e4 => *");
	check_read("1. *", " => *");
	check_read("0. e4 *", " #0/1 e4 => *");
	check_read("e4. *", " e4. => *");
	check_read("11j11 1e4 4d-5d 3W *", " 11j11 1e4 4d-5d 3W => *");
	check_read("4294967297. e4 *", " #429496729/1 e4 => *");
	check_read("123456. e4 *", " #123456/1 e4 => *");
	/* Digits that are moves. */
	check_read("1. 0000 00 0-0 0-0-0 *", " #1/1 0000 00 0-0 0-0-0 => *");
}

static void
comments(void **state)
{
	(void)state;
	check_read("1. e4 {good} *", " #1/1 e4 c{good} => *");
	check_read("1. e4{good}d7{too}*", " #1/1 e4 c{good} d7 c{too} => *");
	check_read("1. e4 ; rest (of) {line} $1\nd7 *",
	    " #1/1 e4 c{rest (of) {line} $1} d7 => *");
	check_read("1. e4 ;good} \n*", " #1/1 e4 c{good}} => *");
	check_read("1. e4;x\r\n*", " #1/1 e4 c{x} => *");
	check_read(
	    "1. e4 {a} {b} ;c\n d7 *", " #1/1 e4 c{a} c{b} c{c} d7 => *");
	check_read("1. e4 {} *", " #1/1 e4 c{} => *");
	check_read("1. e4 { two\n lines } *", " #1/1 e4 c{two\n lines} => *");
	check_read("1. e4 {a { b ; c ( $1 % [A \"1\"] } *",
	    " #1/1 e4 c{a { b ; c ( $1 % [A \"1\"]} => *");
	check_read("1. e4 {\n%no escape\n} *", " #1/1 e4 c{%no escape} => *");
	check_read("1. e4 ;last", " #1/1 e4 c{last} !result-missing@1:5");
}

static void
comments_before_and_after(void **state)
{
	(void)state;
	check_read("{first} 1. e4 *", " #1/1 b{first} e4 => *");
	check_read("1. {first} e4 *", " #1/1 b{first} e4 => *");
	check_read(
	    "1. e4 1.. {what now} d7 *", " #1/1 e4 #1/2 b{what now} d7 => *");
	check_read("1. e4 {behind} 1.. {before} d7 *",
	    " #1/1 e4 c{behind} #1/2 b{before} d7 => *");
	check_read("1. e4 {c} (1. d4) {a} d7 *",
	    " #1/1 e4 c{c} ( #1/1 d4 ) a{a} d7 => *");
	check_read("1. e4 (1. d4) (1. c4) {a} {b} d7 *",
	    " #1/1 e4 ( #1/1 d4 ) ( #1/1 c4 ) a{a} a{b} d7 => *");
	check_read("1. e4 ({first} 1. d4 {c}) *",
	    " #1/1 e4 ( #1/1 b{first} d4 c{c} ) => *");
	/* Nothing comes behind it: it belongs to what was before. */
	check_read("1. e4 1.. {end} *", " #1/1 e4 c{end} => *");
	check_read(
	    "1. e4 (1. d4) 1.. {end} *", " #1/1 e4 ( #1/1 d4 ) a{end} => *");
	check_read("{only} *", " b{only} => *");
	check_read("[A \"1\"]\n\n{only}\n*", " [A=1] b{only} => *");
	check_read("* {behind}", " b{behind} => *");
	check_read("1. e4 * {behind}\n{and} ;so\n\n{next} 1. d4 *",
	    " #1/1 e4 c{behind} c{and} c{so} => * | #1/1 b{next} d4 => *");
	check_read("1. e4 *\n\n{next} 1. d4 *",
	    " #1/1 e4 => * | #1/1 b{next} d4 => *");
}

static void
comment_faults(void **state)
{
	(void)state;
	check_read(
	    "1. e4 good} *", " #1/1 e4 good => * !comment-unopened@1:11");
	check_read("1. e4 {good",
	    " #1/1 e4 c{good} !result-missing@1:5 !comment-unterminated@1:7");
	check_read("{only}", " b{only} !comment-dropped@1:1");
	check_read(";only\n", " b{only} !comment-dropped@1:1");
	check_read("{",
	    " b{} !comment-unterminated@1:1 "
	    "!comment-dropped@1:1");
}

static void
open_comment_ends_before_the_next_record(void **state)
{
	(void)state;
	check_read("1. e4 {good\n\n[Event \"x\"]\n\n1. d4 *",
	    " #1/1 e4 c{good} !result-missing@1:5 !comment-unterminated@1:7"
	    " | [Event=x] #1/1 d4 => *");
	check_read("1. e4 {good\r\n\r\n[Event \"x\"]\r\n\r\n1. d4 *",
	    " #1/1 e4 c{good} !result-missing@1:5 !comment-unterminated@1:7"
	    " | [Event=x] #1/1 d4 => *");
	check_read("1. e4 {good\n \t\n[Event \"x\"]\n\n1. d4 {c} *",
	    " #1/1 e4 c{good} !result-missing@1:5 !comment-unterminated@1:7"
	    " | [Event=x] #1/1 d4 c{c} => *");
	/* Not behind an empty line, or no tag pair: it runs on. */
	check_read("1. e4 {good\n[Event \"x\"]\n} *",
	    " #1/1 e4 c{good\n[Event \"x\"]} => *");
	check_read("1. e4 {good\n\n [Event \"x\"]\n} *",
	    " #1/1 e4 c{good\n\n [Event \"x\"]} => *");
	check_read("1. e4 {good\n\n[Event x]\n} *",
	    " #1/1 e4 c{good\n\n[Event x]} => *");
	check_read("1. e4 {good\n\n[1]\n} *", " #1/1 e4 c{good\n\n[1]} => *");
}

static void
escapes(void **state)
{
	(void)state;
	check_read("% a line\n1. e4 *", " #1/1 e4 => * %% a line");
	check_read(
	    "1. e4\n%no move (\n%again\nd7 *", " #1/1 e4 d7 => * %%no move (");
	check_read("1. e4 %no\n*", " #1/1 e4 %no => *");
	check_read("%only", "");
	check_read("[A \"1\"]\n%x\n[B \"2\"]\n*", " [A=1] [B=2] => * %%x");
}

static void
nags(void **state)
{
	(void)state;
	check_read("1. e4 $1 d7 $0 $255 *", " #1/1 e4 $1 d7 $0 $255 => *");
	check_read("1. e4$1 *", " #1/1 e4$1 => *");
	check_read("1. e4 $1$2 *", " #1/1 e4 $1 $2 => *");
	check_read("1. e4 ! ?? !? *", " #1/1 e4 $1 $4 $5 => *");
	check_read("1. e4 !! ? ?! *", " #1/1 e4 $3 $2 $6 => *");
	check_read("1. e4 (1. d4) $2 *", " #1/1 e4 $2 ( #1/1 d4 ) => *");
	check_read("1. e4 $001 *", " #1/1 e4 $1 => *");
	check_read("1. e4 $x *", " #1/1 e4 x => * !nag-malformed@1:7");
	check_read("1. e4 $256 *", " #1/1 e4 => * !nag-malformed@1:7+4");
	check_read(
	    "1. e4 $4294967297 *", " #1/1 e4 => * !nag-malformed@1:7+11");
	check_read("$1 1. e4 *", " #1/1 e4 => * !nag-misplaced@1:1+2");
	check_read(
	    "1. e4 ($1 d4) *", " #1/1 e4 ( d4 ) => * !nag-misplaced@1:8+2");
}

static void
variations(void **state)
{
	(void)state;
	check_read("1. e4 (1. d4 d7) d7 *", " #1/1 e4 ( #1/1 d4 d7 ) d7 => *");
	check_read("1. e4 (1. d4 (1. c4 (1. b4))) *",
	    " #1/1 e4 ( #1/1 d4 ( #1/1 c4 ( #1/1 b4 ) ) ) => *");
	check_read("1. e4(1. d4)(1. c4)d7 *",
	    " #1/1 e4 ( #1/1 d4 ) ( #1/1 c4 ) d7 => *");
	check_read("1. e4 ( ) *", " #1/1 e4 ( ) => * !variation-empty@1:7");
	check_read(
	    "1. e4 ({c}) *", " #1/1 e4 ( b{c} ) => * !variation-empty@1:7");
	check_read("(1. e4) 1. d4 *", " #1/1 d4 => * !variation-misplaced@1:1");
	check_read("1. e4 ((1. c4) 1. d4) *",
	    " #1/1 e4 ( #1/1 d4 ) => * !variation-misplaced@1:8");
	/* A result that nothing follows ends the record all the same. */
	check_read("1. e4 (1. d4 *",
	    " #1/1 e4 ( #1/1 d4 ) => * !variation-unterminated@1:7");
	check_read("1. e4 (1. d4 *\n\n[A \"1\"]\n*",
	    " #1/1 e4 ( #1/1 d4 ) => * !variation-unterminated@1:7"
	    " | [A=1] => *");
	check_read("1. e4 (1. d4 * d7",
	    " #1/1 e4 ( #1/1 d4 d7 ) !result-missing@1:5"
	    " !variation-unterminated@1:7 !result-misplaced@1:14");
	check_read("1. e4) *", " #1/1 e4 => * !variation-unopened@1:6");
	check_read("1. e4 (1. d4)) *",
	    " #1/1 e4 ( #1/1 d4 ) => * !variation-unopened@1:14");
	check_read("1. e4 (1. d4 1-1-1) *",
	    " #1/1 e4 ( #1/1 d4 ) => * !result-misplaced@1:14+5");
}

/* A ( that touches the move before it belongs to the move. */
static void
parentheses_of_moves(void **state)
{
	(void)state;
	check_read(
	    "e4(C) W00(Q)! d9(Q)+(T)= *", " e4(C) W00(Q)! d9(Q)+(T)= => *");
	check_read("e4 (C) *", " e4 ( C ) => *");
	check_read("e4(d4 d7) *", " e4 ( d4 d7 ) => *");
	check_read("e4(C)(d4 d7) *", " e4(C) ( d4 d7 ) => *");
	check_read("e4(C) (d4(C)) *", " e4(C) ( d4(C) ) => *");
	check_read("e4 (d4(C)(1. c4)) *", " e4 ( d4(C) ( #1/1 c4 ) ) => *");
}

static void
calls_alone_are_moves(void **state)
{
	(void)state;
	check_read("e4 (Y) d7 (S) *", " e4 (Y) d7 (S) => *");
	check_read("(Y) (S)= *", " (Y) (S)= => *");
	check_read("(Y)", " (Y) !result-missing@1:3");
	check_read("(Y)(1. e4) *", " (Y) ( #1/1 e4 ) => *");
	check_read("(Y){c}*", " (Y) c{c} => *");
	/* A variation that holds only a yield. */
	check_read("e4 ( (Y) ) *", " e4 ( (Y) ) => *");
	check_read("e4 ((Y)) *", " e4 ( (Y) ) => *");
	/* Nothing else is. */
	check_read("e4 ( Y ) *", " e4 ( Y ) => *");
	check_read("e4 (C) *", " e4 ( C ) => *");
	check_read("e4 (YS) *", " e4 ( YS ) => *");
	check_read("e4 (y) *", " e4 ( y ) => *");
	check_read("e4 (Y )  *", " e4 ( Y ) => *");
}

static void
results(void **state)
{
	static const char *const all[] = { "3-0-1", "1-1-1", "1-0-0",
		"1/2-1/2-0", "1/3-1/3-1/3", "*", "1-0" };

	(void)state;
	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
		char text[40], shown[40];

		snprintf(text, sizeof(text), "1. e4 %s", all[i]);
		snprintf(shown, sizeof(shown), " #1/1 e4 => %s", all[i]);
		check_read(text, shown);
		snprintf(text, sizeof(text), "1. e4 %s\n", all[i]);
		check_read(text, shown);
	}
	check_read("1. e4 1-1-1{c}", " #1/1 e4 c{c} => 1-1-1");
	check_read("1. e4 *d4 x* *", " #1/1 e4 *d4 x* => *");
	check_read("1. 0-0-0 0-0 *", " #1/1 0-0-0 0-0 => *");
	check_read("1. e4 1-1-1! *", " #1/1 e4 1-1-1! => *");
}

static void
record_boundaries(void **state)
{
	(void)state;
	check_read("1. e4 * 1. d4 1-1-1 1. c4 *",
	    " #1/1 e4 => * | #1/1 d4 => 1-1-1 | #1/1 c4 => *");
	check_read("[A \"1\"]\n\n1. e4\n\n[A \"2\"]\n\n1. d4 *",
	    " [A=1] #1/1 e4 !result-missing@3:5 | [A=2] #1/1 d4 => *");
	check_read("[A \"1\"]\n1. e4\n[A \"2\"]\n1. d4 *",
	    " [A=1] #1/1 e4 !result-missing@2:5 | [A=2] #1/1 d4 => *");
	check_read("1. e4 (1. d4\n[A \"2\"]\n1. d4 *",
	    " #1/1 e4 ( #1/1 d4 ) !result-missing@1:5"
	    " !variation-unterminated@1:7 | [A=2] #1/1 d4 => *");
	check_read("* * *", " => * | => * | => *");
	check_read("*\n[A \"1\"]\n*\n", " => * | [A=1] => *");
	check_read("[A \"1\"]\n\n[B \"2\"]\n\n*", " [A=1] [B=2] => *");
	check_read("", "");
	check_read(" \n\t\r\n\n", "");
	check_read("1. e4", " #1/1 e4 !result-missing@1:5");
	check_read("[A \"1\"]", " [A=1]");
}

static void
bytes_that_do_not_belong(void **state)
{
	(void)state;
	check_read_with(&format_pgn, MAX_RECORD,
	    (struct slice){ "1. e4\0d7 *", 10 },
	    " #1/1 e4 d7 => * !nul-byte@1:6");
	check_read(
	    "1. e4 {caf\xe9} *", " #1/1 e4 c{caf\xe9} => * !utf8-text@1:11");
	check_read("[A \"caf\xe9\"]\n*", " [A=caf\xe9] => * !utf8-text@1:5+4");
	check_read("1. e4 {caf\xc3\xa9} *", " #1/1 e4 c{caf\xc3\xa9} => *");
	check_read("1. e4 (1. d4 {\xff}) *",
	    " #1/1 e4 ( #1/1 d4 c{\xff} ) => * !utf8-text@1:15");
	/* Columns count code points. */
	check_read("1. e4 {\xc3\xa9\xe2\x99\x98\xf0\x9f\x98\x80} $x *",
	    " #1/1 e4 c{\xc3\xa9\xe2\x99\x98\xf0\x9f\x98\x80} x => *"
	    " !nag-malformed@1:13");
}

/* 64 in one another are kept, one more is not, nor what is in it. */
static void
deep_variations(void **state)
{
	struct reading_of of = { .input = { .format = &format_pgn,
				     .max_record = MAX_RECORD } };
	struct strbuf text = STRBUF_INIT;
	const struct line *line = &of.record.line;
	unsigned depth = 0;

	(void)state;
	strbuf_puts(&text, "e4");
	for (unsigned i = 0; i < VARIATIONS_DEEP + 3; i++)
		strbuf_puts(&text, " (d4");
	for (unsigned i = 0; i < VARIATIONS_DEEP + 3; i++)
		strbuf_char(&text, ')');
	strbuf_puts(&text, " d7 *");
	source_text(&of.input.source, "test", strbuf_as_slice(&text));
	assert_true(
	    format_pgn.read(&of.input, &of.arena, &of.diags, &of.record));
	assert_int_equal(of.diags.len, 1);
	assert_int_equal(of.diags.list[0].id, DIAG_VARIATION_TOO_DEEP);
	assert_int_equal(of.record.line.plies, 2);
	while (line->first->notes != NULL &&
	    line->first->notes->variations != NULL) {
		line = line->first->notes->variations;
		depth++;
	}
	assert_int_equal(depth, VARIATIONS_DEEP);
	strbuf_release(&text);
	release(&of);
}

/* Sources. */

/*
 * A source whose every read gives `chunk` bytes; a child sends them. There is
 * always room for 32 KiB in a source.
 */
static pid_t
open_in_chunks(struct source *source, struct slice text, size_t chunk)
{
	int ends[2];
	pid_t child;

	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		close(ends[0]);
		for (size_t at = 0; at < text.len; at += chunk) {
			size_t len =
			    text.len - at < chunk ? text.len - at : chunk;

			if (send(ends[1], text.ptr + at, len, 0) < 0)
				_exit(1);
		}
		_exit(0);
	}
	close(ends[1]);
	*source = (struct source){
		.name = "test", .fd = ends[0], .line = 1, .column = 1
	};
	return child;
}

static void
show_in_chunks(struct reading_of *of, struct slice text, size_t chunk)
{
	pid_t child = open_in_chunks(&of->input.source, text, chunk);
	int status;

	show_all(of);
	source_release(&of->input.source);
	waitpid(child, &status, 0);
}

/* A file on disk, read as files are. */
static void
show_file(struct reading_of *of, struct slice text)
{
	char path[] = "/tmp/ternion-test-XXXXXX";
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text.ptr, text.len), text.len);
	close(fd);
	assert_int_equal(source_open(&of->input.source, path, "test"), 0);
	unlink(path);
	show_all(of);
	source_release(&of->input.source);
}

static void
compare_shown(const struct reading_of *a, const struct reading_of *b)
{
	size_t at = 0, from;

	if (slice_equal(strbuf_as_slice(&a->out), strbuf_as_slice(&b->out)))
		return;
	while (a->out.ptr[at] == b->out.ptr[at])
		at++;
	from = at > 60 ? at - 60 : 0;
	fail_msg("read in two ways:\n%.200s\n---\n%.200s", a->out.ptr + from,
	    b->out.ptr + from);
}

/* However the text comes, it reads the same. */
static void
check_in_parts(
    struct slice text, size_t max_record, const size_t *chunks, size_t n)
{
	struct reading_of whole = { .input = { .format = &format_pgn,
					.max_record = max_record },
		.located = true };
	struct reading_of parts = whole;

	source_text(&whole.input.source, "test", text);
	show_all(&whole);
	show_file(&parts, text);
	compare_shown(&whole, &parts);
	release(&parts);
	for (size_t i = 0; i < n; i++) {
		parts = (struct reading_of){ .input = { .format = &format_pgn,
						 .max_record = max_record },
			.located = true };
		show_in_chunks(&parts, text, chunks[i]);
		compare_shown(&whole, &parts);
		release(&parts);
	}
	release(&whole);
}

static void
tiny_reads(void **state)
{
	static const char *const texts[] = {
		"[Event \"a \\\"b\\\"\"] [B \"2\"]\r\n\r\n{first} 1. e4! {g\n"
		"}\r\n( 1. d4 (Y)\t$12 )(1. c4(C) 1-0 ) 1.. {x} d7 ;y }\n"
		"%esc\n1...j9+ 0-0-0 $300 3-0-1 {end}\n;end\n\n{next} "
		"2. (Y)= 1-1-1\n\n",
		"1. e4 {open\n\n[Event \"x\"]\n\n1. d4 {open\n \n[Event y]\n"
		"\n[Event \"z\"]\n*",
		"[Event \"open\nmore\"]\n[Event \"open\n\n[\n[X \"\\\"]\n1. "
		"e4\n"
		"[A \"1\"]\n;c\n(1. e4 (1. d4\n[B \"2\"]\n%\n1.",
		"1. e4 (Y",
		"1. e4 (",
		"1. e4 (C",
		"1. e4(C",
		"$",
		"1. e4 $1",
		"1",
		"1.",
		"1..",
		"0-0",
		"0-0-",
		"0-0-0",
		"1-1-1",
		"*",
		"1. *",
		"{",
		";",
		"%",
		"[",
		"[A",
		"[A ",
		"[A \"",
		"[A \"x",
		"[A \"x\"",
		"[A \"x\"]",
		"}",
		")",
		"e4 {a}\n\n\n{b} *",
		"* \n\n{c}\n*\n{d}",
	};
	static const size_t chunks[] = { 1, 2, 3, 7 };

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		check_in_parts(slice_of(texts[i]), MAX_RECORD, chunks, 4);
}

/* Many records, some with faults, beyond several windows of 128 KiB. */
static void
records_beyond_the_window(void **state)
{
	static const size_t chunks[] = { 4096, 32000 };
	struct strbuf text = STRBUF_INIT;

	(void)state;
	for (unsigned i = 0; text.len < 450000; i++) {
		strbuf_printf(&text, "[Round \"%u\"]\n\n", i);
		for (unsigned j = 0; j < i % 40; j++)
			strbuf_printf(
			    &text, "%u. e4 {\xc3\xa9 %u\n} ( d4 ) ", j, i);
		if (i % 7 == 0)
			strbuf_puts(&text, "{open");
		strbuf_puts(&text, i % 5 == 0 ? "\n\n" : " 1-1-1\n\n");
	}
	check_in_parts(strbuf_as_slice(&text), MAX_RECORD, chunks, 2);
	strbuf_release(&text);
}

/* All of it one line: columns go on counting. */
static void
records_on_one_long_line(void **state)
{
	static const size_t chunks[] = { 1000, 32000 };
	struct strbuf text = STRBUF_INIT;

	(void)state;
	for (unsigned i = 0; text.len < 300000; i++)
		strbuf_printf(
		    &text, "%u. e4 {\xe2\x99\x98%u} $x d7 * ", i, i * 7919);
	check_in_parts(strbuf_as_slice(&text), MAX_RECORD, chunks, 2);
	strbuf_release(&text);
}

/* The columns are those of the text, however much of it has been let go. */
static void
columns_of_one_long_line(void **state)
{
	struct reading_of of = { .input = { .format = &format_pgn,
				     .max_record = MAX_RECORD } };
	struct strbuf text = STRBUF_INIT;
	size_t at = 0;

	(void)state;
	while (text.len < 60000)
		strbuf_puts(&text, "e4 {\xe2\x99\x98\xff} $x * ");
	source_text(&of.input.source, "test", strbuf_as_slice(&text));
	while (format_pgn.read(&of.input, &of.arena, &of.diags, &of.record)) {
		struct location where;

		/* Of the two the second: the first is about the comment. */
		assert_int_equal(of.diags.len, 2);
		diags_sort(&of.diags);
		where = source_locate(
		    &of.input.source, of.diags.list[1].span.start);
		at = (size_t)(strstr(text.ptr + at + 1, "$x") - text.ptr);
		assert_int_equal(where.line, 1);
		assert_int_equal(where.column,
		    1 + utf8_count((struct slice){ text.ptr, at }));
	}
	assert_true(at + 10 > text.len);
	strbuf_release(&text);
	release(&of);
}

/* One record that is larger than the window. */
static void
record_larger_than_the_window(void **state)
{
	static const size_t chunks[] = { 10000, 32000 };
	struct strbuf text = STRBUF_INIT;

	(void)state;
	strbuf_puts(&text, "1. e4 * [A \"1\"]\n1. e4 {");
	for (unsigned i = 0; text.len < 150000; i++)
		strbuf_printf(&text, "line %u\n", i);
	strbuf_puts(&text, "} d7 ");
	for (unsigned i = 0; text.len < 180000; i++)
		strbuf_printf(&text, "%u. e4 (d4 $1 {x}) d7 ", i);
	strbuf_puts(&text, "1-1-1\n\n[B \"2\"]\n*\n");
	check_in_parts(strbuf_as_slice(&text), MAX_RECORD, chunks, 2);
	strbuf_release(&text);
}

/* A byte order mark is skipped, however few bytes come at a time. */
static void
byte_order_mark(void **state)
{
	static const size_t chunks[] = { 1, 2, 3, 4, 100 };
	static const char text[] = "\xef\xbb\xbf[A \"1\"]\n\n1. e4 $x *\n";
	const char *expected = " [A=1] #1/1 e4@3:4 x@3:8 => *"
			       " !nag-malformed@3:7";

	(void)state;
	for (size_t i = 0; i < 5; i++) {
		struct reading_of of = { .input = { .format = &format_pgn,
					     .max_record = MAX_RECORD },
			.located = true };

		show_in_chunks(&of, slice_of(text), chunks[i]);
		assert_string_equal(of.out.ptr, expected);
		release(&of);
	}
	/* The first column is the one behind it. */
	for (size_t i = 0; i < 5; i++) {
		struct reading_of of = { .input = { .format = &format_pgn,
					     .max_record = MAX_RECORD },
			.located = true };

		show_in_chunks(
		    &of, slice_of("\xef\xbb\xbf%x\n1. e4 *"), chunks[i]);
		assert_string_equal(of.out.ptr, " #1/1 e4@2:4 => * %%x");
		release(&of);
	}
}

/* Only one, and only at the beginning: another is text that does not belong. */
static void
one_byte_order_mark(void **state)
{
	static const size_t chunks[] = { 3, 6, 100 };

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct reading_of of = { .input = { .format = &format_pgn,
					     .max_record = MAX_RECORD } };

		show_in_chunks(&of,
		    slice_of("\xef\xbb\xbf\xef\xbb\xbf"
			     "e4 *"),
		    chunks[i]);
		assert_string_equal(of.out.ptr,
		    " \xef\xbb\xbf"
		    "e4 => *");
		release(&of);
	}
}

static void
places_count_code_points(void **state)
{
	static const char text[] = "ab\xc3\xa9\xe2\x99\x98x\n\n\txy\xff\xfez\n"
				   "\xf0\x9f\x98\x80!";
	static const struct {
		size_t offset;
		unsigned long line, column;
		size_t in_line;
	} cases[] = {
		{ 0, 1, 1, 0 },
		{ 1, 1, 2, 1 },
		{ 2, 1, 3, 2 },
		{ 4, 1, 4, 4 },
		{ 7, 1, 5, 7 },
		{ 8, 1, 6, 8 },
		{ 9, 2, 1, 0 },
		{ 10, 3, 1, 0 },
		{ 11, 3, 2, 1 },
		{ 13, 3, 4, 3 },
		{ 14, 3, 5, 4 },
		{ 15, 3, 6, 5 },
		{ 17, 4, 1, 0 },
		{ 21, 4, 2, 4 },
		{ 22, 4, 3, 5 },
		{ 1000, 4, 3, 5 },
	};
	struct source source;

	(void)state;
	source_text(&source, "test", slice_of(text));
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct location at = source_locate(&source, cases[i].offset);

		assert_int_equal(at.line, cases[i].line);
		assert_int_equal(at.column, cases[i].column);
		assert_int_equal(at.offset, cases[i].in_line);
	}
	assert_true(slice_is(source_locate(&source, 12).text, "\txy\xff\xfez"));
	assert_true(slice_is(source_locate(&source, 9).text, ""));
	source_release(&source);
}

static void
source_advances_by_lines(void **state)
{
	struct source source;
	struct location at;

	(void)state;
	source_text(&source, "test", slice_of("one\ntwo three\nfour"));
	source_advance(&source, 8);
	assert_true(slice_is(source_rest(&source), "three\nfour"));
	/* Places count from the beginning of the line, which stays. */
	at = source_locate(&source, 4);
	assert_int_equal(at.line, 2);
	assert_int_equal(at.column, 5);
	assert_true(slice_is(at.text, "two three"));
	source_advance(&source, 6);
	at = source_locate(&source, 0);
	assert_int_equal(at.line, 3);
	assert_int_equal(at.column, 1);
	source_advance(&source, 4);
	assert_int_equal(source_rest(&source).len, 0);
	assert_false(source_fill(&source));
	source_release(&source);
}

static void
sources_that_do_not_open(void **state)
{
	struct source source;

	(void)state;
	assert_int_not_equal(source_open(&source, "/no/such/file", "x"), 0);
	source_release(&source);
	assert_int_not_equal(source_open(&source, "/tmp", "x"), 0);
	source_release(&source);
}

/* Records that are too large. */

static void
add_record(struct strbuf *text, const char *name, size_t size)
{
	size_t from = text->len;

	strbuf_printf(text, "[Event \"%s\"]\n\n1. e4 {", name);
	while (text->len - from < size - 6)
		strbuf_puts(text, text->len % 64 == 0 ? "\n" : "x");
	strbuf_puts(text, "} *\n\n");
}

static void
check_sizes(const char *before, const size_t *sizes, size_t n, size_t max,
    const char *expected)
{
	struct reading_of of = { .input = { .format = &format_pgn,
				     .max_record = max } };
	struct strbuf text = STRBUF_INIT, shown = STRBUF_INIT;

	strbuf_puts(&text, before);
	for (size_t i = 0; i < n; i++) {
		char name[2] = { (char)('A' + i), '\0' };

		add_record(&text, name, sizes[i]);
	}
	source_text(&of.input.source, "test", strbuf_as_slice(&text));
	while (format_pgn.read(&of.input, &of.arena, &of.diags, &of.record)) {
		const struct tag *tag = record_tag(&of.record, "Event");

		strbuf_char(&shown, ' ');
		if (tag != NULL)
			strbuf_slice(&shown, tag->value);
		for (unsigned i = 0; i < of.diags.len; i++)
			strbuf_printf(&shown, "!%s",
			    diag_table[of.diags.list[i].id].slug);
		assert_int_equal(of.record.broken, of.diags.len > 0);
	}
	assert_string_equal(shown.ptr, expected);
	strbuf_release(&text);
	strbuf_release(&shown);
	release(&of);
}

/* The limit holds wherever the record stands, and the next one is read. */
static void
record_too_large(void **state)
{
	static const size_t last[] = { 500, 500, 5000 };
	static const size_t between[] = { 500, 5000, 500 };
	static const size_t first[] = { 5000, 500, 900 };
	static const size_t many[] = { 5000, 5000, 500, 5000 };

	(void)state;
	check_sizes("", last, 3, 1000, " A B !record-too-large");
	check_sizes("", between, 3, 1000, " A !record-too-large C");
	check_sizes("", first, 3, 1000, " !record-too-large B C");
	check_sizes("", many, 4, 1000,
	    " !record-too-large !record-too-large C !record-too-large");
	/* ... and it is told once, whatever is before it. */
	check_sizes("\n\n", first, 3, 1000, " !record-too-large B C");
	check_sizes("\n \n\r\n", many, 3, 1000,
	    " !record-too-large !record-too-large C");
	check_sizes("*\n\n\n\n", first, 3, 1000, "  !record-too-large B C");
}

/* It does not depend on how the bytes come. */
static void
record_too_large_in_parts(void **state)
{
	static const size_t chunks[] = { 700, 20000, 32000 };
	struct strbuf text = STRBUF_INIT;

	(void)state;
	add_record(&text, "A", 500);
	add_record(&text, "B", 180000);
	add_record(&text, "C", 90000);
	add_record(&text, "D", 400000);
	add_record(&text, "E", 500);
	check_in_parts(strbuf_as_slice(&text), 100000, chunks, 3);
	strbuf_release(&text);
}

/* "The rest of it is skipped at constant memory." */
static void
too_large_at_constant_memory(void **state)
{
	struct reading_of of = { .input = { .format = &format_pgn,
				     .max_record = 200000 } };
	struct strbuf text = STRBUF_INIT;
	char path[] = "/tmp/ternion-test-XXXXXX";
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	add_record(&text, "A", 6000000);
	add_record(&text, "B", 500);
	assert_int_equal(write(fd, text.ptr, text.len), text.len);
	close(fd);
	strbuf_release(&text);
	assert_int_equal(source_open(&of.input.source, path, "test"), 0);
	unlink(path);
	show_all(&of);
	assert_true(of.input.source.size <= 1000000);
	assert_non_null(
	    strstr(of.out.ptr, "!record-too-large@1:1 | [Event=B]"));
	release(&of);
}

/* Positions, one a line, as records. */
static void
positions_as_records(void **state)
{
	(void)state;
	check_read_with(&format_3pf, MAX_RECORD,
	    slice_of("start\n\n  a b c \r\nlast"),
	    " [Position=start] | [Position=a b c] | [Position=last]");
	check_read_with(&format_3pf, MAX_RECORD, slice_of(""), "");
	check_read_with(&format_3pf, MAX_RECORD, slice_of("\n \n"), "");
	check_read_with(&format_3pf, 8, slice_of("start\n0123456789\nstart"),
	    " [Position=start] | [Position=0123456789] "
	    "!record-too-large@2:1 | [Position=start]");
}

/* Writing. */

/* Rewrites all records of a text, which must be good. */
static char *
converted(const char *text, const char *notation, const char *letters)
{
	const struct notation *n = notation_find(slice_of(notation));
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
	free(out);
}

static void
writes_the_roster(void **state)
{
	char *out = converted("1. a4 *", "algebraic", "en");

	(void)state;
	assert_string_equal(out,
	    ROSTER "[Result \"*\"]\n" GAME
		   "[Notation \"algebraic\"]\n\n1. a4 *\n");
	free(out);
	out = converted("[Zeit \"5\"]\n[Result \"*\"]\n[Brown \"B\\\"\\\\\"]\n"
			"[Annotator \"x\"]\n[White \"\"]\n[Site \"y\"]\n*",
	    "siege", "en");
	assert_string_equal(out,
	    "[Event \"?\"]\n[Site \"y\"]\n[Date \"\?\?\?\?.\?\?.\?\?\"]\n"
	    "[Round \"?\"]\n[White \"\"]\n[Gray \"B\\\"\\\\\"]\n"
	    "[Black \"?\"]\n[Result \"*\"]\n" GAME
	    "[Notation \"siege\"]\n[Zeit \"5\"]\n[Annotator \"x\"]\n\n*\n");
	free(out);
}

static void
writes_letters_and_position(void **state)
{
	char *out = converted(
	    "[Position \"gKa6,wNc3,wKd1,bKm9 w w-.g-.b- - aaa 3 7\"]\n"
	    "[SetUp \"1\"]\n\n7. Ne6 *",
	    "long", "de");

	(void)state;
	assert_non_null(strstr(out,
	    GAME "[Notation \"long\"]\n"
		 "[Letters \"de\"]\n[SetUp \"1\"]\n"
		 "[Position \"gKa6,wNc3,wKd1,bKm9 w "
		 "w-.g-.b- - aaa 3 7\"]\n\n"));
	free(out);
}

#define SIEGE "[Variant \"siege\"]\n"

/* "Then Variant, Notation, the variant's options ..."; "option tags are written
 * when not the default or when the input stated them." */
static void
writes_options(void **state)
{
	char *out = converted("[SiegeTwo \"no\"]\n[Siege \"points\"]\n"
			      "[Zeit \"5\"]\n" SIEGE "[Pope \"no\"]\n\n*",
	    "siege", "en");

	(void)state;
	assert_non_null(strstr(out,
	    "[White \"?\"]\n[Red \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n" SIEGE
	    "[Notation \"siege\"]\n[Pope \"no\"]\n"
	    "[Siege \"points\"]\n[SiegeTwo \"no\"]\n[Zeit \"5\"]\n\n*\n"));
	free(out);
	out = converted(SIEGE "\n*", "siege", "en");
	assert_non_null(strstr(out, SIEGE "[Notation \"siege\"]\n\n*\n"));
	free(out);
}

/* "Dots go by seat: first seat `.`, second `..`, third `...`, whoever is out."
 */
static void
writes_numbers_when_a_player_is_out(void **state)
{
	char *out = converted(SIEGE
	    "1. W(Y) 1.. R3b-4b 1... B3b-4b 2.. R3c-4c 2... B3c-4c *",
	    "siege", "en");

	(void)state;
	assert_string_equal(strstr(out, "\n\n") + 2,
	    "1. W(Y) R3b-4b B3b-4b 2.. R3c-4c B3c-4c *\n");
	free(out);
	out =
	    converted(SIEGE "1. W3b-4b R3b-4b B(Y) 2. W3c-4c ( (Y) ) R3c-4c *",
		"algebraic", "en");
	assert_string_equal(strstr(out, "\n\n") + 2,
	    "1. b4 k15 (Y) 2. c4 (2. (Y)) 2.. j14 *\n");
	free(out);
}

static void
writes_move_numbers(void **state)
{
	(void)state;
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
	/* A comment before a ply stands behind its number. */
	check_movetext("{x} a4 1.. {y} k13 *", "{x} 1. a4 1.. {y} k13 *\n");
	check_movetext("a4 ({x} b4) k13 *", "1. a4 ({x} 1. b4) 1.. k13 *\n");
}

static void
writes_comments(void **state)
{
	(void)state;
	check_movetext("a4 {x} ; y\n k13 *", "1. a4 {x} {y} 1.. k13 *\n");
	/* One that holds a } goes to the end of its line. */
	check_movetext("a4 ;x} y\n k13 *", "1. a4 ;x} y\n1.. k13 *\n");
	check_movetext("a4 (b4 ;}\n) *", "1. a4 (1. b4 ;}\n) *\n");
	check_movetext("a4 (;}\n b4) *", "1. a4 (;}\n1. b4) *\n");
	check_movetext("{only} *", "{only} *\n");
	check_movetext("* ;}", ";}\n*\n");
	check_movetext("a4 {two\nlines} *", "1. a4 {two\nlines} *\n");
	check_movetext("a4 {two\r\nlines\r\n} *", "1. a4 {two\nlines} *\n");
	check_movetext("a4 {one\rline} *", "1. a4 {one\rline} *\n");
	check_movetext("a4 {two\r\r\nlines} *", "1. a4 {two\nlines} *\n");
	check_movetext("a4 {} *", "1. a4 {} *\n");
	check_movetext("a4 ({none}) *", "1. a4 ({none}) *\n");
	check_movetext("a4! $7 !? *", "1. a4 $1 $7 $5 *\n");
	check_movetext("a4= *", "1. a4= *\n");
}

/* What is not written takes no room: otherwise a second pass is another. */
static void
carriage_returns_take_no_room(void **state)
{
	(void)state;
	for (int width = 60; width < 79; width++) {
		char text[200];
		char *out;

		snprintf(text, sizeof(text), "a4 {%0*d\r\nb} *", width, 0);
		out = converted(text, "algebraic", "en");
		check_movetext(out, strstr(out, "\n\n") + 2);
		free(out);
	}
}

/* "Siege writes them in its parentheses, all others as $n." */
static void
writes_annotations(void **state)
{
	char *out = converted("a4! $7 $2 k13 $9 $1 j3 *", "siege", "en");

	(void)state;
	assert_non_null(strstr(out,
	    "\n\n1. W2a-4a(!) $7 $2 G2a-4a $9 $1 "
	    "B2a-4a *\n"));
	free(out);
	out = converted(
	    "[Notation \"siege\"]\n2a-4a(!) $7 $2 2a-4a? *", "long", "en");
	assert_non_null(strstr(out, "\n\n1. a2-a4 $1 $7 $2 i13-k13 $2 *\n"));
	free(out);
}

static void
writes_several_records(void **state)
{
	char *out = converted("a4 * b4 *", "coordinate", "en");
	const char *second = strstr(out, "\n\n[Event");

	(void)state;
	assert_non_null(second);
	assert_non_null(strstr(out, "\n\n1. a2a4 *\n\n[Event"));
	assert_non_null(strstr(second, "\n\n1. b2b4 *\n"));
	free(out);
}

/* No line is longer than 79 bytes, but a tag or a word that must be. */
static void
lines_are_short(void **state)
{
	struct strbuf text = STRBUF_INIT;
	char *out;

	(void)state;
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
		free(out);
	}
	strbuf_release(&text);
}

/* Replaying, as far as it depends on the text. */

/* The codes of all that is said of the first record of a text. */
static void
check_replay(const char *text, const char *expected)
{
	const struct replay_options options = { .variant =
						    &variant_dreierschach };
	struct replayer *replayer = replayer_new(&options);
	struct reading_of of = { .input = { .format = &format_pgn,
				     .max_record = MAX_RECORD } };
	struct replayed replayed;

	source_text(&of.input.source, "test", slice_of(text));
	assert_true(
	    format_pgn.read(&of.input, &of.arena, &of.diags, &of.record));
	replay_record(replayer, &of.record, &of.diags, &replayed);
	strbuf_puts(&of.out, "");
	show_diags(&of);
	if (strcmp(of.out.ptr, expected) != 0)
		fail_msg("%s\n  is said %s\n  expected %s", text, of.out.ptr,
		    expected);
	replayer_free(replayer);
	release(&of);
}

static void
letters_are_found_out(void **state)
{
	(void)state;
	check_replay("1. gi4 Sd6 11j11 2. Li7 Sh10 Sj7 *", "");
	check_replay("1. gi4 Nd6 11j11 2. Bi7 Nh10 Nj7 *", "");
	check_replay("1. gi4 \u2658d6 11j11 2. \u2657i7 \u265eh10 Nj7 *", "");
	check_replay("[Letters \"de\"]\n1. gi4 Sd6 *", "");
	check_replay("[Letters \"de\"]\n1. gi4 Nd6 *", " !move-syntax@2:8+3");
	check_replay("[Letters \"auto\"]\n1. gi4 Sd6 *", "");
	check_replay("[Letters \"en\"]\n1. gi4 Sd6 *", " !move-syntax@2:8+3");
	check_replay("[Letters \"figurine\"]\n1. gi4 \u2658d6 *", "");
	check_replay(
	    "[Letters \"klingon\"]\n1. gi4 *", " !letters-unknown@1:11+7");
	/* "If all parse in de": here one is English. */
	check_replay("1. gi4 Sd6 11j11 2. Bi7 *",
	    " !move-syntax@1:8+3 !moves-unchecked@1:12+5");
	/* A German move may stand in a variation. */
	check_replay("1. gi4 k13 (1.. Sd6) *", "");
}

static void
tokens_at_fault(void **state)
{
	char text[400] = "1. a4 ";

	(void)state;
	check_replay("1. a4\xff *", " !utf8-move@1:6");
	check_replay("1. \xc3\xa9"
		     "4 *",
	    " !move-syntax@1:4+3");
	memset(text + 6, 'e', 256);
	memcpy(text + 262, " *", 3);
	check_replay(text, " !token-too-long@1:7+256");
	text[261] = ' ';
	check_replay(text, " !move-syntax@1:7+255");
}

static void
move_numbers_are_checked(void **state)
{
	(void)state;
	check_replay("1. a4 1.. k13 1... j3 2. b4 *", "");
	check_replay("1. a4 2. k13 *", " !move-number@1:7+2");
	check_replay("1. a4 1... k13 *", " !move-number@1:7+4");
	check_replay("1 a4 *", " !move-number@1:1");
	check_replay("2. a4 *", " !move-number@1:1+2");
	check_replay("1. a4 (1.. b4) *", " !move-number@1:8+3");
}

static void
draws_by_agreement(void **state)
{
	(void)state;
	check_replay("1. a4 k13 j3= 1-1-1", "");
	check_replay("1. a4= k13 j3 1-1-1", "");
	check_replay(
	    "1. a4= k13 j3 2. b4 1-1-1", " !draw-without-offer@1:21+5");
	check_replay("1. a4 k13 1-1-1", " !draw-without-offer@1:11+5");
	check_replay("[Termination \"agreement\"]\n1. a4 1-1-1", "");
	check_replay("[Termination \"time\"]\n1. a4 3-0-1", "");
	check_replay("1. a4 3-0-1", " !result-unproven@1:7+5");
	check_replay(
	    "[Termination \"normal\"]\n1. a4 3-0-1", " !result-unproven@2:7+5");
	check_replay("1. a4 3-1-1", " !result-unknown@1:7+5");
	check_replay("1. a4 1-0", " !result-unknown@1:7+3");
}

/* 3PF. */

#define KINGS "gKa6,wKd1,bKm9"

/* A line, and what is wrong with it: "code@column+length ...". */
static void
check_position(const char *text, const char *expected)
{
	struct arena arena = ARENA_INIT;
	struct strbuf said = STRBUF_INIT;
	struct position position;
	struct diags diags;
	bool good;

	diags_init(&diags, &arena);
	good = tpf_read(&rules, slice_of(text), 100, &diags, &position);
	strbuf_puts(&said, "");
	diags_sort(&diags);
	for (unsigned i = 0; i < diags.len; i++)
		strbuf_printf(&said, "%s%s@%u+%u", i > 0 ? " " : "",
		    diag_table[diags.list[i].id].slug,
		    diags.list[i].span.start - 99, diags.list[i].span.len);
	if (strcmp(said.ptr, expected) != 0)
		fail_msg("'%s'\n  is said %s\n  expected %s", text, said.ptr,
		    expected);
	assert_int_equal(good, *expected == '\0');
	strbuf_release(&said);
	arena_release(&arena);
}

static void
good_positions(void **state)
{
	(void)state;
	check_position("start", "");
	check_position(" start\n", "");
	check_position(KINGS " w w-.g-.b- - aaa 0 1", "");
	check_position("  " KINGS " w w-.g-.b- - aaa 0 1\r\n", "");
	check_position(KINGS " b w-.g-.b- - aaa 999999 999999", "");
	check_position(KINGS " w w-.g-.b- - aaa 0 1 over=1-1-1", "");
	/* Kings in check, and pawns on any row, are no fault. */
	check_position(
	    "wPa1,gKa6,wRb6,wKd1,bKm9,wPm13 w w-.g-.b- - aaa 0 1", "");
	check_position("wRa1,gKa6,wKd1,wRh1,bKm9 w wKQ.g-.b- - aaa 0 1", "");
	check_position("wRa1,gKa6,wKd1,bKm9 w wK.g-.b- - aaa 0 1", "");
	check_position("gKa6,wKd1,wRh1,bKm9 w wQ.g-.b- - aaa 0 1", "");
	check_position("gKa6,wKd1,gPe7,bKm9 b w-.g-.b- e8>e7 aaa 0 1", "");
	check_position("gKa6,wKd1,gPe7,bKm9 w w-.g-.b- e8>e7 aaa 0 1", "");
}

static void
positions_with_wrong_fields(void **state)
{
	(void)state;
	check_position("", "position-syntax@1+1");
	check_position("  ", "position-syntax@3+1");
	check_position(KINGS, "position-syntax@1+14");
	check_position(KINGS " w", "position-syntax@16+1");
	check_position(KINGS " w w-.g-.b- - aaa 0", "position-syntax@33+1");
	check_position(KINGS "  w w-.g-.b- - aaa 0 1", "position-syntax@16+1");
	check_position(KINGS " w w-.g-.b- - aaa 0 1 x", "position-syntax@37+1");
	check_position(
	    KINGS " w w-.g-.b- - aaa 0 1  over=1-1-1", "position-syntax@37+1");
	check_position("stat", "position-syntax@1+4");
}

static void
positions_with_wrong_pieces(void **state)
{
	(void)state;
	check_position(
	    "zKd1," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@1+1");
	check_position(
	    "rPd2," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@1+1");
	check_position(
	    "WPd2," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@1+1");
	check_position(
	    "wXd2," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@2+1");
	check_position(
	    "wpd2," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@2+1");
	check_position(
	    "wPb8," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@3+2");
	check_position(
	    "wPD2," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@3+2");
	check_position(
	    "wPd22," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@3+3");
	check_position(
	    "wPd2x," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@3+3");
	check_position(
	    "wPd," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@1+3");
	check_position(
	    KINGS ",wPd1 w w-.g-.b- - aaa 0 1", "position-piece@18+2");
	check_position(KINGS ", w w-.g-.b- - aaa 0 1", "position-piece@16+1");
	check_position("," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@1+1");
	check_position(
	    "gKa6,,wKd1,bKm9 w w-.g-.b- - aaa 0 1", "position-piece@6+1");
	check_position("- w w-.g-.b- - aaa 0 1",
	    "position-piece@1+1 position-kings@1+1 position-kings@1+1 "
	    "position-kings@1+1");
	check_position(
	    "xwPd2," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@1+1");
	check_position(
	    "w+Pd2," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@2+1");
}

static void
cells_have_no_leading_zero(void **state)
{
	(void)state;
	check_position(
	    "wPd02," KINGS " w w-.g-.b- - aaa 0 1", "position-piece@3+3");
	check_position("gKa6,wKd1,gPe7,bKm9 b w-.g-.b- e08>e7 aaa 0 1",
	    "position-passed@32+6");
}

static void
positions_with_wrong_kings(void **state)
{
	(void)state;
	check_position("gKa6,bKm9 w w-.g-.b- - aaa 0 1", "position-kings@1+9");
	check_position(
	    KINGS ",wKd3 w w-.g-.b- - aaa 0 1", "position-kings@16+4");
}

static void
positions_with_wrong_turn(void **state)
{
	(void)state;
	check_position(KINGS " x w-.g-.b- - aaa 0 1", "position-turn@16+1");
	check_position(KINGS " r w-.g-.b- - aaa 0 1", "position-turn@16+1");
	check_position(KINGS " W w-.g-.b- - aaa 0 1", "position-turn@16+1");
	check_position(KINGS " wg w-.g-.b- - aaa 0 1", "position-turn@16+2");
}

static void
positions_with_wrong_rights(void **state)
{
	(void)state;
	check_position(KINGS " w w- - aaa 0 1", "position-rights@18+2");
	check_position(KINGS " w w-.g- - aaa 0 1", "position-rights@18+5");
	check_position(
	    KINGS " w w-.g-.b-.w- - aaa 0 1", "position-rights@18+11");
	check_position(KINGS " w g-.w-.b- - aaa 0 1",
	    "position-rights@18+2 position-rights@21+2");
	check_position(KINGS " w wO.g-.b- - aaa 0 1", "position-rights@19+1");
	check_position(KINGS " w w.g-.b- - aaa 0 1", "position-rights@18+1");
	check_position("wRa1,gKa6,wKd1,wRh1,bKm9 w wQK.g-.b- - aaa 0 1",
	    "position-rights@30+1");
	check_position("wRa1,gKa6,wKd1,wRh1,bKm9 w wKK.g-.b- - aaa 0 1",
	    "position-rights@30+1");
	check_position("wRa1,gKa6,wKd1,wRh1,bKm9 w wK-.g-.b- - aaa 0 1",
	    "position-rights@30+1");
	/* Without rook, or king, in place. */
	check_position("gKa6,wKd1,wRh1,bKm9 w wKQ.g-.b- - aaa 0 1",
	    "position-rights@23+9");
	check_position(
	    "wRa1,gKa6,wKd2,bKm9 w wK.g-.b- - aaa 0 1", "position-rights@23+8");
	check_position(
	    "gRa1,gKa6,wKd1,bKm9 w wK.g-.b- - aaa 0 1", "position-rights@23+8");
}

static void
positions_with_wrong_en_passant(void **state)
{
	(void)state;
	check_position(KINGS " w w-.g-.b- e8 aaa 0 1", "position-passed@27+2");
	check_position(KINGS " w w-.g-.b- e8> aaa 0 1", "position-passed@27+3");
	check_position(KINGS " w w-.g-.b- >e7 aaa 0 1", "position-passed@27+3");
	check_position(
	    KINGS " w w-.g-.b- e8>z7 aaa 0 1", "position-passed@27+5");
	check_position(
	    KINGS " w w-.g-.b- e8>e7 aaa 0 1", "position-passed@27+5");
	check_position("gKa6,wKd1,gNe7,bKm9 w w-.g-.b- e8>e7 aaa 0 1",
	    "position-passed@32+5");
	/* His turn has come again. */
	check_position("gKa6,wKd1,gPe7,bKm9 g w-.g-.b- e8>e7 aaa 0 1",
	    "position-passed@32+5");
	/* Not over that cell, not from the second row. */
	check_position("gKa6,wKd1,gPe7,bKm9 w w-.g-.b- f8>e7 aaa 0 1",
	    "position-passed@32+5");
	check_position("gKa6,wKd1,gPe6,bKm9 w w-.g-.b- e7>e6 aaa 0 1",
	    "position-passed@32+5");
	/* Only the latest is open. */
	check_position("gKa6,gPd6,wKd1,gPe7,bKm9 w w-.g-.b- d7>d6.e8>e7 aaa "
		       "0 1",
	    "position-passed@43+5");
}

static void
positions_with_wrong_status(void **state)
{
	(void)state;
	check_position(KINGS " w w-.g-.b- - aab 0 1", "position-status@29+3");
	check_position(KINGS " w w-.g-.b- - aa 0 1", "position-status@29+2");
	check_position(KINGS " w w-.g-.b- - aaaa 0 1", "position-status@29+4");
	check_position(KINGS " w w-.g-.b- - AAA 0 1", "position-status@29+3");
	/* Nobody leaves this game before its end. */
	check_position(KINGS " w w-.g-.b- - aax 0 1", "position-status@29+3");
}

static void
positions_with_wrong_counters(void **state)
{
	(void)state;
	check_position(KINGS " w w-.g-.b- - aaa -1 1", "position-counter@33+2");
	check_position(KINGS " w w-.g-.b- - aaa x 1", "position-counter@33+1");
	check_position(KINGS " w w-.g-.b- - aaa 00 1", "position-counter@33+2");
	check_position(
	    KINGS " w w-.g-.b- - aaa 1000000 1", "position-counter@33+7");
	check_position(KINGS " w w-.g-.b- - aaa 0 0", "position-counter@35+1");
	check_position(KINGS " w w-.g-.b- - aaa 0 +1", "position-counter@35+2");
	check_position(KINGS " w w-.g-.b- - aaa 0 1x", "position-counter@35+2");
	check_position(KINGS " w w-.g-.b- - aaa 0 99999999999999999999",
	    "position-counter@35+20");
}

static void
positions_with_wrong_keys(void **state)
{
	(void)state;
	check_position(
	    KINGS " w w-.g-.b- - aaa 0 1 fort=0.3.0", "position-key@37+4");
	check_position(
	    KINGS " w w-.g-.b- - aaa 0 1 unmoved=a1", "position-key@37+7");
	check_position(
	    KINGS " w w-.g-.b- - aaa 0 1 over=9-9-9", "position-key@42+5");
	check_position(
	    KINGS " w w-.g-.b- - aaa 0 1 over=", "position-key@42+1");
	check_position(KINGS " w w-.g-.b- - aaa 0 1 =x", "position-key@37+1");
	check_position(KINGS " w w-.g-.b- - aaa 0 1 over=1-1-1 over=1-1-1",
	    "position-key@48+4");
}

/* What ends with a separator lacks something behind it. */
static void
separators_at_the_end(void **state)
{
	(void)state;
	check_position(KINGS " w w-.g-.b-. - aaa 0 1", "position-rights@18+9");
	check_position("gKa6,wKd1,gPe7,bKm9 w w-.g-.b- e8>e7. aaa 0 1",
	    "position-passed@38+1");
}

/* "Every fault is reported with its place." */
static void
positions_with_several_faults(void **state)
{
	(void)state;
	check_position("wXa1,gKa6,wPz9,wKd1 x w-.gK.b- e8>e7 abc 01 0 k=v",
	    "position-kings@1+19 position-piece@2+1 position-piece@13+2 "
	    "position-turn@21+1 position-rights@23+8 position-passed@32+5 "
	    "position-status@38+3 position-counter@42+2 position-counter@45+1 "
	    "position-key@47+1");
}

static void
positions_are_written(void **state)
{
	static const char *const lines[] = {
		KINGS " w w-.g-.b- - aaa 0 1",
		"wRa1,gKa6,wKd1,wRh1,bKm9 w wKQ.g-.b- - aaa 12 34",
		"gKa6,wKd1,gPe7,bPj9,bKm9 w w-.g-.b- e8>e7.k9>j9 aaa 0 1",
		KINGS " g w-.g-.b- - aaa 0 1 over=1-1-1",
		"gKa6,wPa10,wKd1,bKm9 w w-.g-.b- - aaa 0 1",
	};
	struct strbuf out = STRBUF_INIT;
	struct arena arena = ARENA_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		struct position position;
		struct diags diags;

		diags_init(&diags, &arena);
		/* a10 is not on the board: the last line is a counter-check */
		if (!tpf_read(
			&rules, slice_of(lines[i]), 0, &diags, &position)) {
			assert_int_equal(i, 4);
			continue;
		}
		strbuf_reset(&out);
		tpf_write(&rules, &position, &out);
		assert_string_equal(out.ptr, lines[i]);
	}
	strbuf_reset(&out);
	tpf_write(&rules, &rules.start, &out);
	assert_memory_equal(out.ptr, "wRa1,wPa2,gPa5,gRa6,wBb1,", 25);
	assert_non_null(strstr(out.ptr, ",bRm13 w wKQ.gKQ.bKQ - aaa 0 1"));
	strbuf_release(&out);
	arena_release(&arena);
}

/* JSON. */

static void
json_strings(void **state)
{
	static const struct {
		struct slice text;
		const char *quoted;
	} cases[] = {
		{ { "", 0 }, "\"\"" },
		{ { "abc", 3 }, "\"abc\"" },
		{ { "\"\\/", 3 }, "\"\\\"\\\\/\"" },
		{ { "\b\f\n\r\t", 5 }, "\"\\b\\f\\n\\r\\t\"" },
		{ { "\0\x01\x1f\x7f", 4 }, "\"\\u0000\\u0001\\u001f\x7f\"" },
		{ { "\xc3\xa9\xe2\x99\x98", 5 }, "\"\xc3\xa9\xe2\x99\x98\"" },
		{ { "a\xffz", 3 }, "\"a\xef\xbf\xbdz\"" },
		{ { "\xc3", 1 }, "\"\xef\xbf\xbd\"" },
		{ { "\xe2\x99", 2 }, "\"\xef\xbf\xbd\xef\xbf\xbd\"" },
		{ { "\xed\xa0\x80", 3 },
		    "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"" },
		{ { "\xf0\x9f\x98\x80", 4 }, "\"\xf0\x9f\x98\x80\"" },
	};
	struct strbuf out = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		strbuf_reset(&out);
		json_quote(&out, cases[i].text);
		assert_string_equal(out.ptr, cases[i].quoted);
	}
	strbuf_release(&out);
}

static void
write_document(struct json *json)
{
	json_begin(json, NULL, '{');
	json_string(json, "a", "b\"");
	json_begin(json, "list", '[');
	json_number(json, NULL, 0);
	json_number(json, NULL, 4294967296UL);
	json_begin(json, NULL, '{');
	json_end(json, '}');
	json_end(json, ']');
	json_bool(json, "yes", true);
	json_bool(json, "no", false);
	json_null(json, "null");
	json_begin(json, "none", '[');
	json_end(json, ']');
	json_end(json, '}');
}

static void
json_documents(void **state)
{
	struct strbuf out = STRBUF_INIT;
	struct json flat = { &out, false, 0, false, 0 };
	struct json tall = { &out, true, 0, false, 0 };

	(void)state;
	write_document(&flat);
	assert_string_equal(out.ptr,
	    "{\"a\":\"b\\\"\",\"list\":[0,4294967296,{}],\"yes\":true,"
	    "\"no\":false,\"null\":null,\"none\":[]}");
	strbuf_reset(&out);
	write_document(&tall);
	assert_string_equal(out.ptr,
	    "{\n  \"a\": \"b\\\"\",\n  \"list\": [\n    0,\n    4294967296,\n"
	    "    {}\n  ],\n  \"yes\": true,\n  \"no\": false,\n"
	    "  \"null\": null,\n  \"none\": []\n}");
	strbuf_release(&out);
}

/* Reports. */

struct said {
	enum diag_id id;
	uint32_t start, len;
	const char *message;
};

/* A report of what is said of a text. */
static char *
reported(const struct report_options *options, const char *text,
    const struct said *said, size_t n)
{
	struct arena arena = ARENA_INIT;
	struct report report;
	struct source source;
	struct diags diags;
	char *written;
	const struct report_origin origin = { "game.pgn", &source, 3,
		"dreierschach", 0 };

	source_text(&source, "game.pgn", slice_of(text));
	diags_init(&diags, &arena);
	for (size_t i = 0; i < n; i++) {
		diags.ply = (unsigned)i;
		diag_add(&diags, said[i].id,
		    (struct span){ said[i].start, said[i].len }, "%s",
		    said[i].message);
	}
	report_init(&report, options);
	report.files = 1;
	report.games = 2;
	report.plies = 30;
	report_add(&report, &origin, &diags);
	report_finish(&report);
	strbuf_puts(&report.text, "");
	written = strdup(report.text.ptr);
	assert_non_null(written);
	report_release(&report);
	source_release(&source);
	arena_release(&arena);
	return written;
}

static void
check_excerpt(
    const char *text, uint32_t start, uint32_t len, const char *expected)
{
	const struct report_options options = { .form = &report_text };
	const struct said said = { DIAG_MOVE_SYNTAX, start, len, "no" };
	char *out = reported(&options, text, &said, 1);

	assert_string_equal(strchr(out, '\n') + 1, expected);
	free(out);
}

static void
report_in_text(void **state)
{
	static const struct said said[] = {
		{ DIAG_MOVE_SYNTAX, 9, 2, "'Zq' is no move" },
		{ DIAG_ESCAPE_DROPPED, 0, 1, "first" },
	};
	const struct report_options options = { .form = &report_text };
	char *out = reported(&options, "1. e4 ok\nZq *\n", said, 2);

	(void)state;
	/* In the order of the text. */
	assert_string_equal(out,
	    "game.pgn:1:1: note: first [escape-dropped]\n"
	    "  1. e4 ok\n"
	    "  ^\n"
	    "game.pgn:2:1: error: 'Zq' is no move [move-syntax]\n"
	    "  Zq *\n"
	    "  ^~\n");
	free(out);
}

static void
report_excerpts(void **state)
{
	(void)state;
	check_excerpt("a b c\n", 2, 1, "  a b c\n    ^\n");
	/* Tabs stay, so that the caret stands where it should. */
	check_excerpt("\ta\tb\n", 3, 1, "  \ta\tb\n  \t \t^\n");
	/* One column for each code point. */
	check_excerpt("\xc3\xa9\xe2\x99\x98 Zq\n", 6, 2,
	    "  \xc3\xa9\xe2\x99\x98 Zq\n     ^~\n");
	check_excerpt("a\xe2\x99\x98\xe2\x99\x98z\n", 1, 6,
	    "  a\xe2\x99\x98\xe2\x99\x98z\n   ^~\n");
	/* Not beyond the line, nor its carriage return. */
	check_excerpt("abc\r\ndef\n", 1, 100, "  abc\n   ^~\n");
	check_excerpt("abc\r\ndef\n", 3, 1, "  abc\n     ^\n");
	check_excerpt("abc\r\ndef\n", 4, 1, "  abc\n     ^\n");
	check_excerpt("abc", 3, 1, "  abc\n     ^\n");
	check_excerpt("\n", 0, 1, "  \n  ^\n");
	/* A terminal is not told what to do. */
	check_excerpt("a\033[1mb\n", 5, 1, "  a?[1mb\n       ^\n");
}

static void
report_excerpts_of_bad_bytes(void **state)
{
	(void)state;
	check_excerpt("a\xff z\n", 3, 1, "  a\xef\xbf\xbd z\n     ^\n");
	check_excerpt(
	    "a\x80\x80 z\n", 4, 1, "  a\xef\xbf\xbd\xef\xbf\xbd z\n      ^\n");
}

static void
report_excerpts_of_long_lines(void **state)
{
	const struct report_options options = { .form = &report_text };
	struct strbuf text = STRBUF_INIT;

	(void)state;
	for (unsigned i = 0; i < 300; i++)
		strbuf_puts(&text, "\xc3\xa9\xe2\x99\x98=");
	strbuf_puts(&text, "\n");
	for (uint32_t at = 0; at < 1800; at += 6) {
		const struct said said = { DIAG_MOVE_SYNTAX, at + 5, 1, "x" };
		char *out = reported(&options, text.ptr, &said, 1);
		char *line = strchr(out, '\n') + 1;
		char *caret = strchr(line, '\n') + 1;
		size_t column = (size_t)(strchr(caret, '^') - caret);
		size_t shown = 0;

		assert_true(caret - line <= 180);
		/* Above the caret stands what it is about, whole. */
		assert_int_equal(utf8_valid_len(slice_of(out)), strlen(out));
		for (; column > 0; column--) {
			size_t len = strlen(line + shown);

			shown += utf8_next(
			    (struct slice){ line + shown, len }, NULL);
		}
		assert_int_equal(line[shown], '=');
		free(out);
	}
	strbuf_release(&text);
}

static void
report_in_colour(void **state)
{
	const struct report_options options = { .form = &report_text,
		.colour = true };
	const struct said said = { DIAG_MOVE_SYNTAX, 0, 1, "x" };
	char *out = reported(&options, "a\n", &said, 1);

	(void)state;
	assert_non_null(strstr(out, "\033["));
	assert_non_null(strstr(out, "\033[0m"));
	free(out);
}

static void
report_in_json(void **state)
{
	static const struct said said[] = {
		{ DIAG_MOVE_NUMBER, 6, 3, "a \"b\"" },
		{ DIAG_MOVE_SYNTAX, 10, 4, "c" },
	};
	struct report_options options = { .form = &report_json };
	char *out = reported(&options, "1. e4 2.. \xc3\xa9\n.*\n", said, 2);

	(void)state;
	assert_string_equal(out,
	    "{\"version\":1,\"diagnostics\":[\n"
	    "{\"file\":\"game.pgn\",\"line\":1,\"column\":7,\"end_line\":1,"
	    "\"end_column\":10,\"severity\":\"warning\",\"code\":"
	    "\"move-number\",\"message\":\"a \\\"b\\\"\",\"game\":3,"
	    "\"ply\":null,\"variant\":\"dreierschach\"},\n"
	    "{\"file\":\"game.pgn\",\"line\":1,\"column\":11,\"end_line\":2,"
	    "\"end_column\":2,\"severity\":\"error\",\"code\":"
	    "\"move-syntax\",\"message\":\"c\",\"game\":3,\"ply\":1,"
	    "\"variant\":\"dreierschach\"}\n"
	    "],\"summary\":{\"files\":1,\"games\":2,\"plies\":30,\"errors\":1,"
	    "\"warnings\":1,\"notes\":0}}\n");
	free(out);
	out = reported(&options, "", NULL, 0);
	assert_string_equal(out,
	    "{\"version\":1,\"diagnostics\":[\n],\"summary\":{\"files\":1,"
	    "\"games\":2,\"plies\":30,\"errors\":0,\"warnings\":0,"
	    "\"notes\":0}}\n");
	free(out);
	options.form = &report_jsonl;
	out = reported(&options, "1. e4 2.. \xc3\xa9\n.*\n", said, 1);
	assert_string_equal(out,
	    "{\"file\":\"game.pgn\",\"line\":1,\"column\":7,\"end_line\":1,"
	    "\"end_column\":10,\"severity\":\"warning\",\"code\":"
	    "\"move-number\",\"message\":\"a \\\"b\\\"\",\"game\":3,"
	    "\"ply\":null,\"variant\":\"dreierschach\"}\n");
	free(out);
}

/* What is not known is null. */
static void
report_of_a_file_in_json(void **state)
{
	const struct report_options options = { .form = &report_jsonl };
	struct report report;

	(void)state;
	report_init(&report, &options);
	report_file(&report, "x", DIAG_FILE_UNREADABLE, "no such file");
	assert_string_equal(report.text.ptr,
	    "{\"file\":\"x\",\"line\":null,\"column\":null,"
	    "\"end_line\":null,\"end_column\":null,\"severity\":\"error\","
	    "\"code\":\"file-unreadable\",\"message\":\"no such file\","
	    "\"game\":null,\"ply\":null,\"variant\":null}\n");
	report_release(&report);
}

static unsigned
lines_of(const char *text)
{
	unsigned lines = 0;

	for (; *text != '\0'; text++)
		lines += *text == '\n';
	return lines;
}

static void
report_lets_through_what_is_asked_for(void **state)
{
	static const struct said said[] = {
		{ DIAG_ESCAPE_DROPPED, 0, 1, "note" },
		{ DIAG_MOVE_NUMBER, 1, 1, "warning" },
		{ DIAG_MOVE_SYNTAX, 2, 1, "error" },
		{ DIAG_MOVE_SYNTAX, 3, 1, "error" },
		{ DIAG_TAG_MALFORMED, 4, 1, "error" },
	};
	struct report_options options = { .form = &report_jsonl };
	char *out = reported(&options, "abcdef", said, 5);

	(void)state;
	assert_int_equal(lines_of(out), 5);
	free(out);
	options.least = SEV_WARNING;
	out = reported(&options, "abcdef", said, 5);
	assert_int_equal(lines_of(out), 4);
	free(out);
	options.disabled[DIAG_MOVE_SYNTAX] = true;
	out = reported(&options, "abcdef", said, 5);
	assert_int_equal(lines_of(out), 2);
	free(out);
	options.disabled[DIAG_MOVE_SYNTAX] = false;
	options.max_errors = 2;
	out = reported(&options, "abcdef", said, 5);
	assert_int_equal(lines_of(out), 3);
	free(out);
}

static void
report_counts(void **state)
{
	const struct report_options options = { .form = &report_text,
		.least = SEV_ERROR };
	struct report report;

	(void)state;
	report_init(&report, &options);
	assert_int_equal(report_worst(&report), -1);
	report_file(&report, "x", DIAG_ESCAPE_DROPPED, "note");
	assert_int_equal(report_worst(&report), SEV_NOTE);
	report_file(&report, "x", DIAG_INPUT_EMPTY, "nothing");
	assert_int_equal(report_worst(&report), SEV_WARNING);
	assert_int_equal(report.text.len, 0);
	report_file(&report, "x", DIAG_FILE_UNREADABLE, "no such file");
	assert_int_equal(report_worst(&report), SEV_FATAL);
	assert_string_equal(
	    report.text.ptr, "x: error: no such file [file-unreadable]\n");
	report_release(&report);
}

/* Diagnostics. */

static void
diagnostics_beyond_the_limit_are_counted(void **state)
{
	struct arena arena = ARENA_INIT;
	struct diags diags;

	(void)state;
	diags_init(&diags, &arena);
	assert_int_equal(diags_worst(&diags, 0), -1);
	for (unsigned i = 0; i < DIAGS_PER_RECORD + 7; i++)
		diag_add(&diags, DIAG_ESCAPE_DROPPED, (struct span){ i, 1 },
		    "%u", i);
	assert_int_equal(diags.len, DIAGS_PER_RECORD);
	assert_int_equal(diags.dropped[SEV_NOTE], 7);
	assert_int_equal(diags_worst(&diags, 0), SEV_NOTE);
	diag_add(&diags, DIAG_MOVE_SYNTAX, (struct span){ 0, 1 }, "x");
	assert_int_equal(diags.dropped[SEV_ERROR], 1);
	assert_int_equal(diags_worst(&diags, 0), SEV_ERROR);
	arena_release(&arena);
}

static void
diagnostics_are_sorted(void **state)
{
	static const uint32_t starts[] = { 5, 3, 5, 1, 3, 9 };
	static const char order[] = "dbeacf";
	struct arena arena = ARENA_INIT;
	struct diags diags;

	(void)state;
	diags_init(&diags, &arena);
	for (unsigned i = 0; i < 6; i++)
		diag_add(&diags, DIAG_MOVE_SYNTAX,
		    (struct span){ starts[i], 1 }, "%c", 'a' + (int)i);
	diags_sort(&diags);
	for (unsigned i = 0; i < 6; i++)
		assert_int_equal(diags.list[i].message[0], order[i]);
	arena_release(&arena);
}

static void
every_slug_is_found(void **state)
{
	(void)state;
	for (unsigned id = 0; id < DIAGS; id++) {
		assert_int_equal(diag_find(slice_of(diag_table[id].slug)), id);
		assert_true(strlen(diag_table[id].meaning) > 0);
		assert_true(strlen(diag_table[id].example) > 0);
	}
	assert_int_equal(diag_find(slice_of("no-such-code")), DIAGS);
	assert_int_equal(diag_find(slice_of("")), DIAGS);
}

/* What all of it is made of. */

static void
arena_memory(void **state)
{
	static const size_t sizes[] = { 1, 3, 16, 17, 1000, 65536, 65537, 0,
		200000, 5 };
	struct arena arena = ARENA_INIT;
	unsigned char *last = NULL;

	(void)state;
	for (unsigned round = 0; round < 3; round++) {
		for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
			unsigned char *memory = arena_alloc(&arena, sizes[i]);

			assert_non_null(memory);
			assert_int_equal((uintptr_t)memory % 16, 0);
			for (size_t b = 0; b < sizes[i]; b++)
				assert_int_equal(memory[b], 0);
			memset(memory, 0xff, sizes[i]);
			/* What was there before is left alone. */
			if (last != NULL && i > 0 && sizes[i - 1] > 0)
				assert_int_equal(last[sizes[i - 1] - 1], 0xff);
			last = memory;
		}
		last = NULL;
		arena_reset(&arena);
	}
	arena_release(&arena);
	arena_release(&arena);
	arena_reset(&arena);
}

static void
arena_texts(void **state)
{
	struct arena arena = ARENA_INIT;
	struct slice text = { "ab\0cd", 5 };
	char *copy = arena_copy(&arena, text);

	(void)state;
	assert_memory_equal(copy, "ab\0cd", 6);
	assert_string_equal(arena_copy(&arena, (struct slice){ NULL, 0 }), "");
	assert_string_equal(
	    arena_printf(&arena, "%d %s %05u", -1, "x", 42u), "-1 x 00042");
	assert_string_equal(arena_printf(&arena, "%s", ""), "");
	arena_release(&arena);
}

static void
texts_that_grow(void **state)
{
	struct strbuf buf = STRBUF_INIT;

	(void)state;
	assert_int_equal(strbuf_as_slice(&buf).len, 0);
	assert_non_null(strbuf_as_slice(&buf).ptr);
	strbuf_add(&buf, "", 0);
	assert_string_equal(buf.ptr, "");
	strbuf_puts(&buf, "ab");
	strbuf_char(&buf, 'c');
	strbuf_number(&buf, 0);
	strbuf_number(&buf, 18446744073709551615UL);
	strbuf_slice(&buf, slice_sub(slice_of("wxyz"), 1, 2));
	strbuf_printf(&buf, "%s-%d", "q", -5);
	assert_string_equal(buf.ptr, "abc018446744073709551615xyq--5");
	assert_int_equal(buf.len, strlen(buf.ptr));
	strbuf_reset(&buf);
	assert_int_equal(strbuf_as_slice(&buf).len, 0);
	for (unsigned i = 0; i < 10000; i++) {
		strbuf_printf(&buf, "%u,", i % 10);
		assert_int_equal(buf.len, 2 * (i + 1));
	}
	for (unsigned i = 0; i < 10000; i++)
		assert_int_equal(buf.ptr[2 * (size_t)i], '0' + (int)(i % 10));
	strbuf_release(&buf);
	strbuf_release(&buf);
	assert_null(buf.ptr);
}

static void
slices(void **state)
{
	(void)state;
	assert_true(slice_is(slice_trim(slice_of(" \t\r\n\v\fa b \n")), "a b"));
	assert_true(slice_is(slice_trim(slice_of("  ")), ""));
	assert_int_equal(slice_trim((struct slice){ "\0 a \0", 5 }).len, 5);
	assert_true(slice_equal((struct slice){ NULL, 0 }, slice_of("")));
	assert_false(slice_equal(slice_of("a"), slice_of("ab")));
	assert_false(slice_is(slice_of("ab"), "ac"));
}

static void
utf8_sequences(void **state)
{
	static const struct {
		struct slice text;
		size_t len;
		uint32_t point;
	} cases[] = {
		{ { "a", 1 }, 1, 'a' },
		{ { "\0", 1 }, 1, 0 },
		{ { "\x7f", 1 }, 1, 0x7f },
		{ { "\xc2\x80", 2 }, 2, 0x80 },
		{ { "\xdf\xbf", 2 }, 2, 0x7ff },
		{ { "\xe0\xa0\x80", 3 }, 3, 0x800 },
		{ { "\xed\x9f\xbf", 3 }, 3, 0xd7ff },
		{ { "\xee\x80\x80", 3 }, 3, 0xe000 },
		{ { "\xef\xbf\xbf", 3 }, 3, 0xffff },
		{ { "\xf0\x90\x80\x80", 4 }, 4, 0x10000 },
		{ { "\xf4\x8f\xbf\xbf", 4 }, 4, 0x10ffff },
		/* Alone, overlong, surrogates, too large, cut off. */
		{ { "\x80", 1 }, 0, 0 },
		{ { "\xbf\x80", 2 }, 0, 0 },
		{ { "\xc0\x80", 2 }, 0, 0 },
		{ { "\xc1\xbf", 2 }, 0, 0 },
		{ { "\xe0\x9f\xbf", 3 }, 0, 0 },
		{ { "\xed\xa0\x80", 3 }, 0, 0 },
		{ { "\xed\xbf\xbf", 3 }, 0, 0 },
		{ { "\xf0\x8f\xbf\xbf", 4 }, 0, 0 },
		{ { "\xf4\x90\x80\x80", 4 }, 0, 0 },
		{ { "\xf5\x80\x80\x80", 4 }, 0, 0 },
		{ { "\xfe", 1 }, 0, 0 },
		{ { "\xff", 1 }, 0, 0 },
		{ { "\xc3", 1 }, 0, 0 },
		{ { "\xe2\x99", 2 }, 0, 0 },
		{ { "\xf0\x9f\x98", 3 }, 0, 0 },
		{ { "\xc3z", 2 }, 0, 0 },
		{ { "\xe2\x99z", 3 }, 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		uint32_t point = 0;

		assert_int_equal(
		    utf8_next(cases[i].text, &point), cases[i].len);
		assert_int_equal(point, cases[i].point);
		assert_int_equal(utf8_next(cases[i].text, NULL), cases[i].len);
	}
}

static void
utf8_texts(void **state)
{
	struct slice mixed = slice_of("a\xc3\xa9\xe2\x99\x98\xff\x80z");

	(void)state;
	assert_int_equal(utf8_count(mixed), 6);
	assert_int_equal(utf8_valid_len(mixed), 6);
	assert_int_equal(utf8_count(slice_of("")), 0);
	assert_int_equal(utf8_valid_len(slice_of("abc")), 3);
	assert_true(utf8_is_plain(slice_of("abc\n")));
	assert_true(utf8_is_plain(slice_of("")));
	assert_false(utf8_is_plain(slice_of("a\xc3\xa9")));
	assert_false(utf8_is_plain((struct slice){ "a\0b", 3 }));
}

static void
formats_by_name(void **state)
{
	(void)state;
	assert_ptr_equal(format_find(slice_of("pgn")), &format_pgn);
	assert_ptr_equal(format_find(slice_of("3pf")), &format_3pf);
	assert_null(format_find(slice_of("doc")));
	assert_ptr_equal(format_of_path("games/a.b.pgn"), &format_pgn);
	assert_ptr_equal(format_of_path("x.3pf"), &format_3pf);
	assert_null(format_of_path("x.txt"));
	assert_null(format_of_path("pgn"));
	assert_null(format_of_path(""));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tags),
		cmocka_unit_test(tag_faults),
		cmocka_unit_test(malformed_tag_ends_behind_its_value),
		cmocka_unit_test(too_many_tags),
		cmocka_unit_test(move_numbers),
		cmocka_unit_test(comments),
		cmocka_unit_test(comments_before_and_after),
		cmocka_unit_test(comment_faults),
		cmocka_unit_test(open_comment_ends_before_the_next_record),
		cmocka_unit_test(escapes),
		cmocka_unit_test(nags),
		cmocka_unit_test(variations),
		cmocka_unit_test(parentheses_of_moves),
		cmocka_unit_test(calls_alone_are_moves),
		cmocka_unit_test(results),
		cmocka_unit_test(record_boundaries),
		cmocka_unit_test(bytes_that_do_not_belong),
		cmocka_unit_test(deep_variations),
		cmocka_unit_test(tiny_reads),
		cmocka_unit_test(records_beyond_the_window),
		cmocka_unit_test(records_on_one_long_line),
		cmocka_unit_test(columns_of_one_long_line),
		cmocka_unit_test(record_larger_than_the_window),
		cmocka_unit_test(byte_order_mark),
		cmocka_unit_test(one_byte_order_mark),
		cmocka_unit_test(places_count_code_points),
		cmocka_unit_test(source_advances_by_lines),
		cmocka_unit_test(sources_that_do_not_open),
		cmocka_unit_test(record_too_large),
		cmocka_unit_test(record_too_large_in_parts),
		cmocka_unit_test(too_large_at_constant_memory),
		cmocka_unit_test(positions_as_records),
		cmocka_unit_test(writes_the_roster),
		cmocka_unit_test(writes_letters_and_position),
		cmocka_unit_test(writes_options),
		cmocka_unit_test(writes_numbers_when_a_player_is_out),
		cmocka_unit_test(writes_move_numbers),
		cmocka_unit_test(writes_comments),
		cmocka_unit_test(carriage_returns_take_no_room),
		cmocka_unit_test(writes_annotations),
		cmocka_unit_test(writes_several_records),
		cmocka_unit_test(lines_are_short),
		cmocka_unit_test(letters_are_found_out),
		cmocka_unit_test(tokens_at_fault),
		cmocka_unit_test(move_numbers_are_checked),
		cmocka_unit_test(draws_by_agreement),
		cmocka_unit_test(good_positions),
		cmocka_unit_test(positions_with_wrong_fields),
		cmocka_unit_test(positions_with_wrong_pieces),
		cmocka_unit_test(cells_have_no_leading_zero),
		cmocka_unit_test(positions_with_wrong_kings),
		cmocka_unit_test(positions_with_wrong_turn),
		cmocka_unit_test(positions_with_wrong_rights),
		cmocka_unit_test(positions_with_wrong_en_passant),
		cmocka_unit_test(positions_with_wrong_status),
		cmocka_unit_test(positions_with_wrong_counters),
		cmocka_unit_test(positions_with_wrong_keys),
		cmocka_unit_test(separators_at_the_end),
		cmocka_unit_test(positions_with_several_faults),
		cmocka_unit_test(positions_are_written),
		cmocka_unit_test(json_strings),
		cmocka_unit_test(json_documents),
		cmocka_unit_test(report_in_text),
		cmocka_unit_test(report_excerpts),
		cmocka_unit_test(report_excerpts_of_bad_bytes),
		cmocka_unit_test(report_excerpts_of_long_lines),
		cmocka_unit_test(report_in_colour),
		cmocka_unit_test(report_in_json),
		cmocka_unit_test(report_of_a_file_in_json),
		cmocka_unit_test(report_lets_through_what_is_asked_for),
		cmocka_unit_test(report_counts),
		cmocka_unit_test(diagnostics_beyond_the_limit_are_counted),
		cmocka_unit_test(diagnostics_are_sorted),
		cmocka_unit_test(every_slug_is_found),
		cmocka_unit_test(arena_memory),
		cmocka_unit_test(arena_texts),
		cmocka_unit_test(texts_that_grow),
		cmocka_unit_test(slices),
		cmocka_unit_test(utf8_sequences),
		cmocka_unit_test(utf8_texts),
		cmocka_unit_test(formats_by_name),
	};

	return cmocka_run_group_tests(tests, make_rules, NULL);
}
