/* Ternion: whether a file of YAML or JSON is one of records. */
#include "formats/record/sniff.h"
#include "rules/variants/variant.h"

/* What is known of the document at hand. */
struct sniff {
	bool has_tags, has_moves;
	bool is_record;
};

/* A key at the top of a document; the value is "" if it is no plain text. Only
 * records have plies; without them there are the name of a game, or tags and
 * what someone took for the key of the moves. */
static void
take_format_key(struct sniff *sniff, struct slice key, struct slice value)
{
	sniff->has_tags |= slice_is(key, "tags");
	sniff->has_moves |= slice_is(key, "moves");
	sniff->is_record |= slice_is(key, "ternion") ||
	    slice_is(key, "plies") || (sniff->has_tags && sniff->has_moves) ||
	    (slice_is(key, "variant") &&
		variant_find(value.ptr, value.len) != NULL);
}

static struct slice
behind_format(struct slice text, size_t len)
{
	return slice_from(text, len);
}

/*
 * JSON, and YAML in its brackets
 */

static bool
is_word(char c)
{
	return ascii_is_letter(c) || ascii_is_digit(c) || c == '_' ||
	    c == '-' || c == '.';
}

/* The length of a text in quotes, or of a word, at the beginning; 0 if there is
 * none. A text ends with its line at the latest. */
static size_t
token_length(struct slice text)
{
	size_t len = 1;

	if (text.ptr[0] != '"' && text.ptr[0] != '\'') {
		for (len = 0; len < text.len && is_word(text.ptr[len]); len++)
			;
		return len;
	}
	for (; len < text.len && text.ptr[len] != '\n'; len++) {
		if (text.ptr[len] == text.ptr[0])
			return len + 1;
		len += text.ptr[len] == '\\' && len + 1 < text.len;
	}
	return len;
}

static struct slice
unquoted(struct slice token)
{
	if (token.len < 2 || (token.ptr[0] != '"' && token.ptr[0] != '\''))
		return token;
	return slice_sub(token, 1, token.len - 2);
}

/* Where the scan of a text in brackets is. */
struct brackets {
	struct sniff sniff;
	size_t depth;
	bool in_array;    /* the outermost bracket is one of an array */
	bool is_key;      /* what comes next is a key */
	struct slice key; /* of the value that comes next */
};

static void
take_sign(struct brackets *at, char c)
{
	if (c == '{' || c == '[') {
		if (at->depth++ == 0)
			at->in_array = c == '[';
		if (c == '{' && at->depth == 1u + at->in_array)
			at->sniff =
			    (struct sniff){ .is_record = at->sniff.is_record };
	} else if ((c == '}' || c == ']') && at->depth > 0) {
		at->depth--;
	}
	at->is_key = c == '{' || c == ',';
}

static void
take_format_token(struct brackets *at, struct slice token)
{
	bool is_top = at->depth == 1u + at->in_array;

	if (is_top && at->is_key)
		take_format_key(&at->sniff, token, slice_sub(token, 0, 0));
	else if (is_top)
		take_format_key(&at->sniff, at->key, token);
	at->key = token;
	at->is_key = false;
}

static bool
sniff_brackets(struct slice text)
{
	struct brackets at = { .key = { "", 0 } };

	while (text.len > 0 && !at.sniff.is_record) {
		size_t len = token_length(text);

		if (len > 0)
			take_format_token(
			    &at, unquoted(slice_sub(text, 0, len)));
		else if (strchr("{}[],", text.ptr[0]) != NULL &&
		    text.ptr[0] != '\0')
			take_sign(&at, text.ptr[0]);
		text = behind_format(text, len > 0 ? len : 1);
	}
	return at.sniff.is_record;
}

/* Nothing is in the text so far by which it could be told. */
static bool
is_undecided(struct slice text, bool eof)
{
	return !eof && slice_trim(text).len == 0;
}

bool
sniff_json(struct slice text, bool eof)
{
	return is_undecided(text, eof) || sniff_brackets(text);
}

bool
sniff_jsonl(struct slice text, bool eof)
{
	bool found = is_undecided(text, eof);

	while (!found && text.len > 0)
		found = sniff_brackets(slice_take(&text, '\n'));
	return found;
}

/*
 * YAML in lines
 */

/* Without what stands behind a # that begins a comment. */
static struct slice
without_comment(struct slice value)
{
	for (size_t i = 0; i < value.len; i++)
		if (value.ptr[i] == '#' &&
		    (i == 0 || strchr(" \t", value.ptr[i - 1]) != NULL))
			return slice_sub(value, 0, i);
	return value;
}

static bool
begins_format_with(struct slice line, const char *text)
{
	return line.len >= strlen(text) &&
	    memcmp(line.ptr, text, strlen(text)) == 0;
}

/* A line at the left edge, not empty: a key, and what stands behind it. */
static void
take_line(struct sniff *sniff, struct slice line)
{
	size_t len = token_length(line);
	struct slice rest = slice_trim(behind_format(line, len));

	if (len == 0 || !begins_format_with(rest, ":"))
		return;
	rest = behind_format(rest, 1);
	take_format_key(sniff, unquoted(slice_sub(line, 0, len)),
	    unquoted(slice_trim(without_comment(rest))));
}

bool
sniff_yaml(struct slice text, bool eof)
{
	struct sniff sniff = { .is_record = false };
	bool begun = false;

	while (text.len > 0 && !sniff.is_record) {
		struct slice all = text, line = slice_take(&text, '\n'), rest;

		if (begins_format_with(line, "---")) {
			line = behind_format(line, 3);
			sniff = (struct sniff){ .is_record = false };
		}
		rest = slice_trim(without_comment(line));
		if (rest.len == 0 || begins_format_with(rest, "%"))
			continue;
		if (!begun && strchr("{[", rest.ptr[0]) != NULL)
			return sniff_brackets(all);
		begun = true;
		take_line(&sniff, line);
	}
	return sniff.is_record || (!begun && !eof);
}
