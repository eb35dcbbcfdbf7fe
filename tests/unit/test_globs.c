/*
 * Patterns for paths, as gitignore(5) has them. That git leaves out the same is
 * for tests/cli/folders.test.
 */
#include <ctype.h>

#include "tests/unit/unit.h"
#include "parse/text/globs.h"
#include "parse/text/strbuf.h"

static bool
matches(const char *pattern, const char *path)
{
	return glob_matches(slice_of(pattern), slice_of(path));
}

TEST(patterns_match_all_of_a_path)
{
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

TEST(trailing_slash_matches_folders_only)
{
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
	glob = globs_find(&globs, slice_of(path), is_folder, false);
	if (glob != NULL)
		c = glob->negated ? '-' : '+';
	globs_release(&globs);
	return c;
}

TEST(the_last_pattern_counts)
{
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

/* Patterns with only stars after the last slash name no file. */
TEST(patterns_of_any_name_do_not_count_by_name)
{
	static const char *const any[] = { "*", "**", "a/*", "***", "**/*",
		"!*" };
	static const char *const named[] = { "*x", "x*", "**x", "a/*x", "?" };
	struct globs globs = GLOBS_INIT;

	for (size_t i = 0; i < sizeof(any) / sizeof(*any); i++) {
		globs_read(&globs, slice_of(any[i]));
		assert_non_null(
		    globs_find(&globs, slice_of("a/x"), false, false));
		assert_null(globs_find(&globs, slice_of("a/x"), false, true));
		globs_release(&globs);
	}
	for (size_t i = 0; i < sizeof(named) / sizeof(*named); i++) {
		globs_read(&globs, slice_of(named[i]));
		assert_non_null(
		    globs_find(&globs, slice_of("a/x"), false, true));
		globs_release(&globs);
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
