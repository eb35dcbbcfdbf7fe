/* The reader of PGN: the records of a text, shown as in reading.h. */
#include "tests/unit/reading.h"

#include "parse/record/format.h"

TEST(bytes_after_the_text_do_not_belong_to_it)
{
	check_text(&format_pgn, MAX_RECORD, false,
	    (struct slice){ "e4 d4 7x", 7 }, " e4 d4 !result-missing@1:5");
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
