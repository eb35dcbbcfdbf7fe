/*
 * Patterns for paths, as gitignore(5) has them. That git leaves out the same is
 * for tests/cli/folders.test.
 */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "parse/text/globs.h"
#include "parse/text/strbuf.h"

static bool
matches(const char *pattern, const char *path)
{
	return glob_matches(slice_of(pattern), slice_of(path));
}

static void
patterns_match_all_of_a_path(void **state)
{
	(void)state;
	assert_true(matches("a", "a"));
	assert_false(matches("a", "ab"));
	assert_false(matches("ab", "a"));
	assert_true(matches("", ""));
	assert_true(matches("*", ""));
	assert_true(matches("a*c?[e-g]", "abbc!f"));
	assert_false(matches("a*c?[!e-g]", "abbc!f"));
	assert_true(matches("\\*\\[", "*["));
	assert_false(matches("\\*", "a"));
	assert_false(matches("a\\", "a"));
	assert_false(matches("[a", "a"));
	assert_true(matches("[]-]", "-"));
	assert_true(matches("[[:digit:]x]", "7"));
	assert_false(matches("[[:digits:]x]", "x"));
}

/* Each class has the bytes that the locale "C" gives it. */
static void
classes_of_bytes(void **state)
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

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		for (int c = 1; c < 256; c++) {
			const char path[] = { (char)c, '\0' };

			assert_int_equal(matches(cases[i].pattern, path),
			    c != '/' && cases[i].has(c) != 0);
		}
	assert_false(matches("[[:alpha:", "a"));
	assert_false(matches("[[:alpha", "a"));
	assert_false(matches("[[:]", "a"));
	assert_true(matches("[[:]", ":"));
	assert_true(matches("[[:x]", "x"));
	assert_true(matches("[x[:digit:]]", "x"));
	assert_false(matches("[[::]]", ":"));
}

static void
trailing_slash_matches_folders_only(void **state)
{
	(void)state;
	assert_false(matches("a*b", "a/b"));
	assert_false(matches("a?b", "a/b"));
	assert_false(matches("a[/]b", "a/b"));
	assert_false(matches("a**b", "a/b"));
	assert_true(matches("**/b", "b"));
	assert_true(matches("**/b", "x/y/b"));
	assert_false(matches("**/b", "xb"));
	assert_true(matches("a/**", "a/b/c"));
	assert_false(matches("a/**", "a"));
	assert_true(matches("a/**/c", "a/c"));
	assert_true(matches("a/**/c", "a/b/b/c"));
	assert_false(matches("a/**/c", "abc"));
}

/* How the patterns match a file: '+' or '-', ' ' if none does. */
static char
verdict(const char *lines, const char *path, bool is_folder)
{
	struct globs globs = GLOBS_INIT;
	const struct glob *glob;
	char c = ' ';

	globs_read(&globs, slice_of(lines));
	glob = globs_find(&globs, slice_of(path), is_folder);
	if (glob != NULL)
		c = glob->negated ? '-' : '+';
	globs_release(&globs);
	return c;
}

static void
the_last_pattern_counts(void **state)
{
	(void)state;
	assert_int_equal(verdict("", "a", false), ' ');
	assert_int_equal(verdict("\\#a\n", "#a", false), '+');
	assert_int_equal(verdict("!#a\n", "#a", false), '-');
	assert_int_equal(verdict("#a\n\n  \n/\n!\n", "a", false), ' ');
	assert_int_equal(verdict("a\n!a", "x/a", false), '-');
	assert_int_equal(verdict("!a\r\na\r\n", "a", false), '+');
	assert_int_equal(verdict("a/", "x/a", true), '+');
	assert_int_equal(verdict("a/", "a", false), ' ');
	assert_int_equal(verdict("/a", "x/a", false), ' ');
	assert_int_equal(verdict("x/a", "x/a", false), '+');
	assert_int_equal(verdict("x/a", "y/x/a", false), ' ');
	assert_int_equal(verdict("a\\ \n", "a ", false), '+');
	assert_int_equal(verdict("a \n", "a", false), '+');
	assert_int_equal(verdict("*", "", true), ' ');
}

/* Patterns with only stars after the last slash are dropped. */
static void
patterns_of_any_name_are_dropped(void **state)
{
	static const char *const kept[] = { "*x", "x*", "**x", "a/*b", "?" };
	struct globs globs = GLOBS_INIT;

	(void)state;
	globs_read(&globs,
	    slice_of("*\n*x\nx*\n**\n**x\na/*\n***\n"
		     "a/*b\n?\n/*\n**/*\n!*\n"));
	globs_drop_any(&globs);
	assert_int_equal(globs.len, sizeof(kept) / sizeof(*kept));
	for (size_t i = 0; i < globs.len; i++)
		assert_true(slice_is(
		    (struct slice){ globs.glob[i].text, globs.glob[i].len },
		    kept[i]));
	globs_release(&globs);
}

/* Stars that can be shared out in many ways take no longer for it. */
static void
patterns_of_many_stars_match_fast(void **state)
{
	struct strbuf pattern = STRBUF_INIT, path = STRBUF_INIT;

	(void)state;
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(patterns_match_all_of_a_path),
		cmocka_unit_test(classes_of_bytes),
		cmocka_unit_test(trailing_slash_matches_folders_only),
		cmocka_unit_test(the_last_pattern_counts),
		cmocka_unit_test(patterns_of_any_name_are_dropped),
		cmocka_unit_test(patterns_of_many_stars_match_fast),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
