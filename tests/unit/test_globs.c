/*
 * Patterns for paths, as gitignore(5) has them; more are in rows.txt. That git
 * leaves out the same is for tests/cli/folders.test.
 */
#include <ctype.h>

#include "tests/unit/unit.h"
#include "parse/text/globs.h"
#include "parse/text/strbuf.h"

/* Each class has the bytes that the locale "C" gives it. */
TEST(classes_of_bytes)
{
	static const struct {
		const char *pattern;
		int (*has)(int);
	} cases[] = { { "[[:alnum:]]", isalnum }, { "[[:alpha:]]", isalpha },
		{ "[[:blank:]]", isblank }, { "[[:cntrl:]]", iscntrl },
		{ "[[:digit:]]", isdigit }, { "[[:graph:]]", isgraph },
		{ "[[:lower:]]", islower }, { "[[:print:]]", isprint },
		{ "[[:punct:]]", ispunct }, { "[[:space:]]", isspace },
		{ "[[:upper:]]", isupper }, { "[[:xdigit:]]", isxdigit } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		for (int c = 1; c < 256; c++) {
			const char path[] = { (char)c, '\0' };

			assert_int_equal(
			    glob_matches(
				slice_of(cases[i].pattern), slice_of(path)),
			    c != '/' && cases[i].has(c) != 0);
		}
}

/* Stars that can be shared out in many ways take no longer for it. */
TEST(patterns_of_many_stars_match_fast)
{
	struct strbuf pattern = STRBUF_INIT, path = STRBUF_INIT;

	for (int i = 0; i < 500; i++) {
		strbuf_puts(&pattern, "*a");
		strbuf_puts(&path, "aaaa");
	}
	assert_true(
	    glob_matches(strbuf_as_slice(&pattern), strbuf_as_slice(&path)));
	strbuf_char(&pattern, 'b');
	assert_false(
	    glob_matches(strbuf_as_slice(&pattern), strbuf_as_slice(&path)));
	while (path.len <= GLOB_PATH_MAX)
		strbuf_char(&path, 'a');
	assert_false(glob_matches(slice_of("*"), strbuf_as_slice(&path)));
	strbuf_release(&pattern);
	strbuf_release(&path);
}
