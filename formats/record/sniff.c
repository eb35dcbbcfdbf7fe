/* Ternion: whether a file of YAML or JSON is one of records. */
#include "formats/record/documents.h"

/* Keys at the top of the document at hand. */
struct sniff {
	bool has_tags, has_moves;
	bool is_record;
};

/* Takes a key at the top of a document; the value is "" if it is no plain text.
 * Only records have plies; without them there are the name of a game, or tags
 * and a common mistake for the key of the moves. */
static void
take_top_key(struct sniff *sniff, struct slice key, struct slice value)
{
	sniff->has_tags |= slice_is(key, "tags");
	sniff->has_moves |= slice_is(key, "moves");
	sniff->is_record |= slice_is(key, "ternion") ||
	    slice_is(key, "plies") || (sniff->has_tags && sniff->has_moves) ||
	    (slice_is(key, "variant") &&
		variant_find(value.ptr, value.len) != NULL);
}

/* The length of a text in quotes, or of a word, at the beginning; 0 if there is
 * none. A text ends with its line at the latest. */
static size_t
token_length(struct slice text)
{
	size_t len = 0;

	if (text.ptr[0] != '"' && text.ptr[0] != '\'') {
		while (len < text.len &&
		    (ascii_is_letter(text.ptr[len]) ||
			ascii_is_digit(text.ptr[len]) ||
			memchr("_-.", text.ptr[len], 3) != NULL))
			len++;
		return len;
	}
	for (len = 1; len < text.len && text.ptr[len] != '\n'; len++) {
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

static bool
sniff_brackets(struct slice text)
{
	struct sniff sniff = { .is_record = false };
	struct slice key = { "", 0 }, token; /* of the value that comes next */
	bool in_array = false; /* the outermost bracket is one of an array */
	bool is_key = false;   /* the next token is a key */
	size_t depth = 0, len;

	for (; text.len > 0 && !sniff.is_record; text = slice_from(text, len)) {
		char c = text.ptr[0];

		len = token_length(text);
		if (len > 0) {
			token = unquoted(slice_sub(text, 0, len));
			if (depth == 1u + in_array)
				take_top_key(&sniff, is_key ? token : key,
				    is_key ? slice_of("") : token);
			key = token;
			is_key = false;
			continue;
		}
		len = 1;
		if (c == '\0' || strchr("{}[],", c) == NULL)
			continue;
		is_key = c == '{' || c == ',';
		if (c == '{' || c == '[') {
			if (depth++ == 0)
				in_array = c == '[';
			if (c == '{' && depth == 1u + in_array)
				sniff = (struct sniff){ .is_record = false };
		} else if (c != ',' && depth > 0) {
			depth--;
		}
	}
	return sniff.is_record;
}

bool
sniff_json(struct slice text, bool eof)
{
	return (!eof && slice_trim(text).len == 0) || sniff_brackets(text);
}

/* The text up to a # that begins a comment. */
static struct slice
without_comment(struct slice text)
{
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] == '#' &&
		    (i == 0 || strchr(" \t", text.ptr[i - 1]) != NULL))
			return slice_sub(text, 0, i);
	return text;
}

bool
sniff_yaml(struct slice text, bool eof)
{
	struct sniff sniff = { .is_record = false };
	bool begun = false;

	while (text.len > 0 && !sniff.is_record) {
		struct slice all = text, line = slice_take(&text, '\n');
		struct slice rest, key, value;

		if (slice_begins(line, "---")) {
			line = slice_from(line, 3);
			sniff = (struct sniff){ .is_record = false };
		}
		rest = slice_trim(without_comment(line));
		if (rest.len == 0 || rest.ptr[0] == '%')
			continue;
		if (!begun && strchr("{[", rest.ptr[0]) != NULL)
			return sniff_brackets(all);
		begun = true;
		/* A line at the left edge may be a key with its value. */
		key = slice_sub(line, 0, token_length(line));
		value = slice_trim(slice_from(line, key.len));
		if (key.len == 0 || value.len == 0 || value.ptr[0] != ':')
			continue;
		value = slice_trim(without_comment(slice_from(value, 1)));
		take_top_key(&sniff, unquoted(key), unquoted(value));
	}
	return sniff.is_record || (!begun && !eof);
}
