/* Ternion: PGN: where a token ends, and what it is. */
#include "formats/record/pgn_reader.h"

/*
 * Takes the token at p: to white space, a no-break space among it, { } ; or a
 * parenthesis that is not part of a move. A ( that touches what is before it,
 * and has its ) before the next white space, is part of it. Where it ends with
 * what is in memory no more is asked for: the record cannot end there without a
 * look at what follows.
 */
const char *
pgn_token_end(struct pgn_reader *reader, const char *p)
{
	/* Bytes that end a token, or may. */
	static const bool stops[256] = { ['\0'] = true,
		['\t'] = true,
		['\n'] = true,
		['\v'] = true,
		['\f'] = true,
		['\r'] = true,
		[' '] = true,
		['{'] = true,
		['}'] = true,
		[';'] = true,
		['('] = true,
		[')'] = true,
		[0xc2] = true };

	while (reader->end - p >= PGN_VECTOR) {
		unsigned n = pgn_first_stop(p);

		p += n;
		if (n == PGN_VECTOR)
			continue;
		if (*p == ' ' || *p == '\n')
			return p;
		break;
	}
	for (; p < reader->end; p++) {
		const char *q = p;

		if (!stops[(unsigned char)*p])
			continue;
		if (*p == '\xc2' && !is_no_break(reader, p))
			continue;
		if (*p != '(')
			return p;
		while (++q < reader->end && !is_space(*q) &&
		    strchr("{};()", *q) == NULL)
			;
		if (q == reader->end || *q != ')') {
			reader->starved |= q == reader->end && !reader->eof;
			return p;
		}
		p = q;
	}
	return p;
}

/* The end of the token whose first word ends at `to`: two cells of the
 * triumvirate notation, and a promotion, are one token with blanks between. */
const char *
pgn_join_token(struct pgn_reader *reader, const char *from, const char *to)
{
	if (to - from < 5 ||
	    (from[1] != '/' && from[2] != '/' && from[3] != '/' &&
		from[4] != '/'))
		return to;
	return from +
	    notation_token_len(
		(struct slice){ from, (size_t)(reader->end - from) },
		(size_t)(to - from));
}

/* Points with - between, as "3-0-1" or "1/2-1/2-0"; castling, which is zeros
 * alone, is none. */
bool
pgn_is_result(struct slice token)
{
	size_t dashes = 0, zeros = 0;

	if (!ascii_is_digit(token.ptr[0]))
		return token.len == 1 && token.ptr[0] == '*';
	if (token.len < 3 || token.len > 16)
		return false;
	for (size_t i = 0; i < token.len; i++) {
		char c = token.ptr[i];

		if (!ascii_is_digit(c) && c != '/' && c != '-')
			return false;
		if (c == '-' && (i + 1 == token.len || token.ptr[i - 1] == '-'))
			return false;
		dashes += c == '-';
		zeros += c == '0';
	}
	return zeros + dashes < token.len && dashes > 0 && dashes <= 2;
}

/* "(Y)" and "(S)", exactly, are moves and no variations. */
bool
pgn_is_call(struct pgn_reader *reader)
{
	const char *p = reader->p;

	if (reader->end - p < 4 && !reader->eof) {
		reader->starved = true;
		return false;
	}
	return reader->end - p >= 3 && (p[1] == 'Y' || p[1] == 'S') &&
	    p[2] == ')' &&
	    (reader->end - p == 3 || is_space(p[3]) || p[3] == '=' ||
		strchr("{};()", p[3]) != NULL);
}
