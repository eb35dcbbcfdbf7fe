/* The reader of PGN: the records of a text, shown as in reading.h. */
#include "tests/unit/reading.h"

#include "parse/record/format.h"

TEST(tags_are_read)
{
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

TEST(tag_faults_are_reported)
{
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
	check_read("[Event \"Club\\\"]\n*",
	    " [Event=Club\\] => * !tag-unterminated@1:13");
	check_read("[Event \"Club\\\" ]\n*", " => * !tag-unterminated@1:1+8");
	check_read(
	    "[A \"1\"]\n[A \"2\"]\n*", " [A=1] [A=2] => * !tag-duplicate@2:2");
	check_read("[Event \"x", " !tag-unterminated@1:1+8");
	check_read("[Event ", " !tag-malformed@1:1+7");
	check_read("[", " !tag-malformed@1:1");
}

/* A ] in the value does not end a tag that is wrong after its value. */
TEST(malformed_tag_ends_after_its_value)
{
	check_read("[A \"a]b\" x]\n[B \"2\"]\n\n1. e4 *",
	    " [A=a]b] [B=2] #1/1 e4 => * !tag-malformed@1:1+11");
}

TEST(too_many_tags_are_reported)
{
	struct reading_of of = { .input = { .format = &format_pgn,
				     .max_record = MAX_RECORD } };
	struct strbuf text = STRBUF_INIT;
	unsigned kept = 0;

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

TEST(move_numbers_are_read)
{
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

TEST(comments_keep_their_places)
{
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

TEST(comments_before_and_after)
{
	check_read("{first} 1. e4 *", " #1/1 b{first} e4 => *");
	check_read("1. {first} e4 *", " #1/1 b{first} e4 => *");
	check_read(
	    "1. e4 1.. {what now} d7 *", " #1/1 e4 #1/2 b{what now} d7 => *");
	check_read("1. e4 {after} 1.. {before} d7 *",
	    " #1/1 e4 c{after} #1/2 b{before} d7 => *");
	check_read("1. e4 {c} (1. d4) {a} d7 *",
	    " #1/1 e4 c{c} ( #1/1 d4 ) a{a} d7 => *");
	check_read("1. e4 (1. d4) (1. c4) {a} {b} d7 *",
	    " #1/1 e4 ( #1/1 d4 ) ( #1/1 c4 ) a{a} a{b} d7 => *");
	check_read("1. e4 ({first} 1. d4 {c}) *",
	    " #1/1 e4 ( #1/1 b{first} d4 c{c} ) => *");
	/* A comment with nothing after it belongs to the ply before it. */
	check_read("1. e4 1.. {end} *", " #1/1 e4 c{end} => *");
	check_read(
	    "1. e4 (1. d4) 1.. {end} *", " #1/1 e4 ( #1/1 d4 ) a{end} => *");
	check_read("{only} *", " b{only} => *");
	check_read("[A \"1\"]\n\n{only}\n*", " [A=1] b{only} => *");
	check_read("* {after}", " b{after} => *");
	check_read("1. e4 * {after}\n{and} ;so\n\n{next} 1. d4 *",
	    " #1/1 e4 c{after} c{and} c{so} => * | #1/1 b{next} d4 => *");
	check_read("1. e4 *\n\n{next} 1. d4 *",
	    " #1/1 e4 => * | #1/1 b{next} d4 => *");
}

TEST(comment_faults_are_reported)
{
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

TEST(words_in_no_braces_are_comments)
{
	check_read("1. e4 Black resigns *",
	    " #1/1 e4 c{Black resigns} => * !comment-unbraced@1:7+13");
	check_read("1. e4 * after 12 minutes.\n",
	    " #1/1 e4 c{after 12 minutes.} => * !comment-unbraced@1:9+17");
	check_read("1. e4 draw agreed 1. d4 *",
	    " #1/1 e4 c{draw agreed} #1/1 d4 => * !comment-unbraced@1:7+11");
	check_read("1. e4 wei\xc3\x9f gibt auf *",
	    " #1/1 e4 c{wei\xc3\x9f gibt auf} => * "
	    "!comment-unbraced@1:7+14");
	/* Moves, also with letters for digits, and marks. */
	check_read("1. e4 kjll Nfd exdgh e5 draw offered f5 check *",
	    " #1/1 e4 kjll Nfd exdgh e5 draw offered f5 check => *");
}

TEST(open_comment_ends_before_the_next_record)
{
	check_read("1. e4 {good\n\n[Event \"x\"]\n\n1. d4 *",
	    " #1/1 e4 c{good} !result-missing@1:5 !comment-unterminated@1:7"
	    " | [Event=x] #1/1 d4 => *");
	check_read("1. e4 {good\r\n\r\n[Event \"x\"]\r\n\r\n1. d4 *",
	    " #1/1 e4 c{good} !result-missing@1:5 !comment-unterminated@1:7"
	    " | [Event=x] #1/1 d4 => *");
	check_read("1. e4 {good\n \t\n[Event \"x\"]\n\n1. d4 {c} *",
	    " #1/1 e4 c{good} !result-missing@1:5 !comment-unterminated@1:7"
	    " | [Event=x] #1/1 d4 c{c} => *");
	/* Without an empty line, or without a tag pair, the comment goes on. */
	check_read("1. e4 {good\n[Event \"x\"]\n} *",
	    " #1/1 e4 c{good\n[Event \"x\"]} => *");
	check_read("1. e4 {good\n\n [Event \"x\"]\n} *",
	    " #1/1 e4 c{good\n\n [Event \"x\"]} => *");
	check_read("1. e4 {good\n\n[Event x]\n} *",
	    " #1/1 e4 c{good\n\n[Event x]} => *");
	check_read("1. e4 {good\n\n[1]\n} *", " #1/1 e4 c{good\n\n[1]} => *");
}

TEST(escape_lines_are_read)
{
	check_read("% a line\n1. e4 *", " #1/1 e4 => * %% a line");
	check_read(
	    "1. e4\n%no move (\n%again\nd7 *", " #1/1 e4 d7 => * %%no move (");
	check_read("1. e4 %no\n*", " #1/1 e4 %no => *");
	check_read("%only", "");
	check_read("[A \"1\"]\n%x\n[B \"2\"]\n*", " [A=1] [B=2] => * %%x");
}

TEST(nags_are_read)
{
	check_read("1. e4 $1 d7 $0 $255 *", " #1/1 e4 $1 d7 $0 $255 => *");
	check_read("1. e4$1 *", " #1/1 e4 $1 => *");
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

TEST(variations_are_read)
{
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
TEST(parentheses_of_moves_are_read)
{
	check_read(
	    "e4(C) W00(Q)! d9(Q)+(T)= *", " e4(C) W00(Q)! d9(Q)+(T)= => *");
	check_read("e4 (C) *", " e4 (C) => *");
	check_read("e4 (=) d7(=) *", " e4 (=) d7(=) => *");
	check_read("e4(d4) *", " e4 ( d4 ) => *");
	check_read("e4(d4 d7) *", " e4 ( d4 d7 ) => *");
	check_read("e4(C)(d4 d7) *", " e4(C) ( d4 d7 ) => *");
	check_read("e4(C) (d4(C)) *", " e4(C) ( d4(C) ) => *");
	check_read("e4 (d4(C)(1. c4)) *", " e4 ( d4(C) ( #1/1 c4 ) ) => *");
}

TEST(calls_alone_are_moves)
{
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
	check_read("e4 (YS) *", " e4 ( YS ) => *");
	check_read("e4 (y) *", " e4 ( y ) => *");
	check_read("e4 (Y )  *", " e4 ( Y ) => *");
}

TEST(results_end_records)
{
	static const char *const all[] = { "3-0-1", "1-1-1", "1-0-0",
		"1/2-1/2-0", "1/3-1/3-1/3", "*", "1-0" };

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
	/* Bytes after the text do not belong to it. */
	check_read_with(&format_pgn, MAX_RECORD,
	    (struct slice){ "e4 d4 7x", 7 }, " e4 d4 !result-missing@1:5");
	/* Without numbers the record goes on only in the same line. */
	check_read("e4 1-0 d4 *", " e4 1-0 d4 => *");
	check_read("e4 1-0\nd4 *", " e4 => 1-0 | d4 => *");
	/* A record that goes on has a number with a dot. */
	check_read("1. e4 1-0 2", " #1/1 e4 => 1-0");
	check_read("1. e4 1-0 2.", " #1/1 e4 1-0 !result-missing@1:9");
	check_read("1. e4 1-1-1! *", " #1/1 e4 1-1-1! => *");
}

TEST(record_boundaries_are_found)
{
	check_read("1. e4 * 1. d4 1-1-1 1. c4 *",
	    " #1/1 e4 => * | #1/1 d4 => 1-1-1 | #1/1 c4 => *");
	check_read("[A \"1\"]\n\n1. e4\n\n[A \"2\"]\n\n1. d4 *",
	    " [A=1] #1/1 e4 !result-missing@3:5 | [A=2] #1/1 d4 => *");
	check_read("[A \"1\"]\n1. e4\n[A \"2\"]\n1. d4 *",
	    " [A=1] #1/1 e4 !result-missing@2:5 | [A=2] #1/1 d4 => *");
	check_read("1. e4 (1. d4\n[A \"2\"]\n1. d4 *",
	    " #1/1 e4 ( #1/1 d4 ) !result-missing@1:5"
	    " !variation-unterminated@1:7 | [A=2] #1/1 d4 => *");
	check_read("* * *", " => * !result-stray@1:1 !result-stray@1:3");
	check_read("1. e4 *\n1-0-3\n*[A \"1\"]\n 2. e4 *",
	    " #1/1 e4 => 1-0-3 !result-stray@1:7 !result-stray@3:1 | [A=1] "
	    "#2/1 e4 => *");
	/* Tags begin a record wherever they stand, if moves do not go on. */
	check_read("1. e4[A \"1\"] [B \"2\"]\n1. e5 *[A \"3\"]\n*",
	    " #1/1 e4 !result-missing@1:5 | [A=1] [B=2] #1/1 e5 => * | [A=3] "
	    "=> *");
	check_read("[A \"1\"]\n1. e4 [B \"2\"] e5 *",
	    " [A=1] #1/1 e4 e5 => * !tag-misplaced@2:7+7");
	check_read("[A \"1\"]\n[B \"2\"]\n\t\n%c\n [C \"3\"]\n  [B \"4\"] *",
	    " [A=1] [B=2] %%c !result-missing@2:2 | [C=3] [B=4] => *");
	/* The brace of a comment is its own if no other comment begins. */
	check_read(
	    "{a\n\n[A \"1\"]\n\n*} e4 *", " b{a\n\n[A \"1\"]\n\n*} e4 => *");
	check_read("e4 {a\n\n[A \"1\"]\n{b} e4 *",
	    " e4 c{a} !result-missing@1:2 !comment-unterminated@1:4 | [A=1] "
	    "b{b} e4 => *");
	check_read("White: Ann \n  X_1: a \"b\n\nMoves: e4 *",
	    " [White=Ann] [X_1=a \"b] e4 => * !tag-malformed@1:1+10 "
	    "!tag-malformed@2:3+9 !tag-malformed@4:1+6");
	check_read("*\n[A \"1\"]\n*\n", " => * | [A=1] => *");
	check_read("[A \"1\"]\n\n[B \"2\"]\n\n*", " [A=1] [B=2] => *");
	check_read("", "");
	check_read(" \n\t\r\n\n", "");
	check_read("1. e4", " #1/1 e4 !result-missing@1:5");
	check_read("[A \"1\"]", " [A=1] !result-missing@1:2");
}

TEST(invalid_bytes_are_reported)
{
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

/* 64 nested variations are kept; a deeper one is dropped with its contents. */
TEST(deep_variations_are_dropped)
{
	struct reading_of of = { .input = { .format = &format_pgn,
				     .max_record = MAX_RECORD } };
	struct strbuf text = STRBUF_INIT;
	const struct line *line = &of.record.line;
	unsigned depth = 0;

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

static void
show_text(struct reading_of *of, struct slice text)
{
	*of = (struct reading_of){ .located = true,
		.input = { .format = &format_pgn, .max_record = MAX_RECORD } };
	source_text(&of->input.source, "test", text);
	show_all(of);
}

/* Plain tokens are read in another way where enough text follows them. */
TEST(tokens_far_from_the_end)
{
	static const char *const texts[] = {
		"1. e4 11j11 Nf3 2. W4d-5d(C) W4d-5d(M) e5(Q)+ *",
		"1.e4 1... e5 2...f5 3.... g5 1..... h5 *",
		"e4(C)x e5(C)y e6(C) e7(C)\nf4 *",
		"1 e4 12 e5 123. f5 1234. g5 12345. h5 999999999999. a5 *",
		". e4 .. e5 ... f5 *",
		"1. e4(C e5(CR) e6(C)(M) e7(1) e8(C); ()\n f4(C){x} f5(C)x *",
		"(e4) (Nf3 (e5)) 1. e4 (11j11) (1. f4) (f5) *",
		"e4 (Y) (S) (Y)= (Y)+ e5 (Yx) *",
		"0-0 0-0-0 0-Q 00 0000 00-00 O-O 000 7 e4 07. e5 *",
		"e4! e5!? ! ?? e6 f6= == f7 $1 f8$2 *",
		"e4;c\ne5{d}e6}e7[f8\n[X \"y\"]\ng8 *",
		"e4\r\ne5\r\n2. e6\te7\ve8 *",
		"e4\n%escape\ne5 %none\ne6\n;comment\ne7 *",
		"e4\xc2\xa0"
		"e5 e\xe2\x80\x93"
		"f6 \xe2\x99\x98g7 e7\xc2 e8\xa0 *",
		"W3/B3.1-W1/B1.2 W3/B3.1-W1/B1.2 =M W3/B3.1 W1/B1.2 "
		"W3/B3.1-W1/B1.2\n=M N:W3/B3.1-W1/B1.2  =M "
		"W3/B3.1-W1/B1.2\xc2\xa0=M C/W.B-W3/B3.1 C/W.B C/W.G *",
		"a/b ab/c abc/d abcd/e abcde/f W3/B3.1xW3/B3.1(C) =M *",
		("a1cdefghijklmno a1cdefghijklmnop a1cdefghijklm(C) "
		 "a1cdefghijklmn(C) a1cdefghijklmnopqrstuvwxyzabcdefghij *"),
		"e4 White resigns e5 e6 draw offered e7 (draw offer)e8 (1-1-1)",
		"e4 3-0-1 [A \"1\"]\n e5 1/2-1/2-0 [A \"2\"]\n f5 *",
		"e4\0e5 e6 \x01 e7\x7f *",
	};
	char text[1024];

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		size_t len = strlen(texts[i]);
		struct reading_of near, far;

		memset(text, ' ', sizeof(text));
		memcpy(text, texts[i], len);
		show_text(&near, (struct slice){ text, len });
		show_text(&far, (struct slice){ text, sizeof(text) });
		assert_string_equal(near.out.ptr, far.out.ptr);
		release(&near);
		release(&far);
	}
}

/* Shows the places where the text can be cut in two as |. */
static void
check_split(const char *shown)
{
	const char *bar = strchr(shown, '|');
	struct strbuf text = STRBUF_INIT;

	strbuf_slice(&text,
	    (struct slice){ shown, bar != NULL ? (size_t)(bar - shown) : 0 });
	strbuf_puts(&text, bar != NULL ? bar + 1 : shown);
	if (format_pgn.split(&format_pgn, strbuf_as_slice(&text)) !=
	    (bar != NULL ? (size_t)(bar - shown) : 0))
		fail_msg("not cut where it should be: %s", shown);
	strbuf_release(&text);
}

/*
 * Only text after a result surely begins another record: tags may be followed
 * by more tags.
 */
TEST(texts_are_cut_after_results)
{
	static const char *const results[] = { "*", "1-0-3", "0-9-0",
		"1/2-1/2-1/2", NULL };
	static const char *const words[] = { "e4", "1-0x3", "x*", ":", ",",
		"a-", "\"1\"]", "{1-0-3}", "1)", NULL };
	char text[64];

	for (unsigned i = 0; results[i] != NULL; i++) {
		snprintf(text, sizeof(text), "e4 %s \n\t\r\n|[A \"1\"]\n",
		    results[i]);
		check_split(text);
		snprintf(text, sizeof(text), "%s\n\n|[A \"1\"]\n", results[i]);
		check_split(text);
	}
	for (unsigned i = 0; words[i] != NULL; i++) {
		snprintf(text, sizeof(text), "* %s\n\n[A \"1\"]\n", words[i]);
		check_split(text);
	}
	check_split("");
	check_split("*\n\n");
	check_split("\n\n[A \"1\"]\n");
	check_split("[A \"1\"]\n\n*");
	check_split("*\n[A \"1\"]\n");
	check_split("*\n\n[ \"1\"]\n");
	check_split("*\n\n[  \"1\"]\n");
	check_split("*\n\n[?A \"1\"]\n");
	check_split("*\n\n[A1]\n");
	check_split("*\n\n[A  1]\n");
	check_split("*\n\n[A");
	check_split("*\n\n[A ");
	check_split("*\n\n|[A_1  \"");
	check_split("*\n\n[A \"1\"]\n\n*\n\n|[A \"2\"]\n\ne4 ");
	check_split("*\n\n|[A \"1\"]\n\ne4\n\n[A \"2\"]\n\n*");
}
