/* Ternion: tokens compared with legal moves. */
#include "parse/repair/written.h"

/* Takes the marks off the end of the token, and the parentheses with
 * declarations, which are moves in some games, or a yield. */
static void
take_marks(struct written *written, struct slice whole)
{
	static const char signs[] = "()CFMSTY!?";
	struct slice token = marks_cut(whole);
	const char *open = memchr(token.ptr, '(', token.len);
	size_t at = open != NULL ? (size_t)(open - token.ptr) : token.len;
	bool check = false, mate = false, yields = false;
	unsigned plus = 0;

	for (size_t i = token.len; i < whole.len; i++) {
		plus += whole.ptr[i] == '+';
		mate |= whole.ptr[i] == '#';
	}
	mate |= plus > 1;
	written->mate = mate ? ALL_PLAYERS : 0;
	written->check = plus == 1 && !mate ? ALL_PLAYERS : 0;
	written->token = token;
	written->has_marks = at < whole.len;
	mate = false;
	for (size_t i = at; i < token.len; i++) {
		char c = token.ptr[i];

		if (memchr(signs, c, sizeof(signs) - 1) == NULL &&
		    (c == '\0' || strchr(player_letters, c) == NULL))
			return;
		/* These calls are of the move, and stay. */
		if (c == 'F' || c == 'S' || c == 'T')
			at = token.len;
		yields |= c == 'Y';
		check |= c == 'C';
		mate |= c == 'M';
	}
	if (check)
		written->check = ALL_PLAYERS;
	if (mate)
		written->mate = ALL_PLAYERS;
	written->calls = yields ? CALL_YIELD : 0;
	written->token.len = at;
}

/* Reads the cells of the token as each player but the mover would. */
static void
read_views(struct written *written, unsigned mover)
{
	const struct language *reader = written->reader;
	const struct board *board = &reader->rules->board;
	struct slice token = written->token;
	struct parsed_turn parsed;

	if (reader->notation->naming != NAMING_SEAT ||
	    !notation_read(
		reader->notation, reader->alphabet, token, &parsed) ||
	    parsed.move.from.len == 0 || parsed.move.to.len == 0)
		return;
	for (unsigned p = 0; p < PLAYERS; p++) {
		unsigned i = written->views;

		if (p == mover)
			continue;
		written->from[i] = coords_read(board, NAMING_SEAT, p,
		    parsed_part(token, parsed.move.from));
		written->to[i] = coords_read(
		    board, NAMING_SEAT, p, parsed_part(token, parsed.move.to));
		written->views++;
	}
}

void
written_read(struct written *written, const struct language *reader,
    const struct confusions *known, const struct position *position,
    struct slice token)
{
	*written = (struct written){ .reader = reader,
		.known = known,
		.is_open = rules_may_begin(
		    reader->rules, position, position->to_move) };
	take_marks(written, token);
	read_views(written, position->to_move);
}

void
written_release(struct written *written)
{
	strbuf_release(&written->text);
	mem_free(written->typing);
}

/* Writes the move, with its player's name if it is `named`. */
static struct slice
write_as(struct written *written, const struct notation *notation,
    const struct position *position, const struct move *move, bool named)
{
	struct language in = *written->reader;
	const struct marks marks = { .named = named };

	in.notation = notation;
	strbuf_reset(&written->text);
	notation_write(&in, position, move, &marks, &written->text);
	return strbuf_as_slice(&written->text);
}

static unsigned
cost_as(struct written *written, const struct notation *notation,
    const struct position *position, const struct move *move, unsigned most,
    bool named)
{
	if (written->typing == NULL) {
		written->typing = mem_alloc(sizeof(*written->typing));
		typing_begin(written->typing, written->token, written->known);
	}
	return typing_cost(written->typing,
	    write_as(written, notation, position, move, named), most);
}

/* The cost of the move in a notation, with its player's name if that is nearer;
 * leaves the text. */
static unsigned
cost_in(struct written *written, const struct notation *notation,
    const struct position *position, const struct move *move, unsigned most)
{
	unsigned bare = cost_as(written, notation, position, move, most, false);
	unsigned named;

	if (!written->is_open)
		return bare;
	named = cost_as(written, notation, position, move, most, true);
	return named <= bare
	    ? named
	    : cost_as(written, notation, position, move, most, false);
}

unsigned
written_cost(struct written *written, const struct position *position,
    const struct move *move, unsigned most, bool *unmarked)
{
	const struct notation *notation = written->reader->notation;
	const struct strbuf *text = &written->text;
	struct slice token = written->token;
	unsigned cost = cost_in(written, notation, position, move, most);
	bool is_beginning = text->len > token.len &&
	    memcmp(text->ptr, token.ptr, token.len) == 0;
	char next = is_beginning && token.len > 0 ? text->ptr[token.len] : '\0';

	*unmarked = is_beginning && !written->has_marks;
	/* It lacks "=Q", "(q)" or "Q". */
	if (move->promotion != KIND_NONE && cost > COST_NO_PROMOTION &&
	    (next == '=' || next == '(' || (next >= 'A' && next <= 'Z')))
		cost = COST_NO_PROMOTION;
	if (notation->is_short && token.len > text->len + 1) {
		unsigned whole =
		    cost_in(written, &notation_long, position, move, most);

		cost = whole + COST_LONG < cost ? whole + COST_LONG : cost;
	}
	for (unsigned i = 0; i < written->views; i++)
		if (cost > COST_VIEW && written->from[i] == move->from &&
		    written->to[i] == move->to)
			cost = COST_VIEW;
	return cost;
}

void
written_learn(const struct language *reader, const struct position *position,
    struct slice token, const struct move *move, struct confusions *known)
{
	struct written written;

	written_read(&written, reader, known, position, token);
	if (written.is_open)
		cost_in(
		    &written, reader->notation, position, move, TYPING_UNLIKE);
	else
		write_as(&written, reader->notation, position, move, false);
	typing_learn(strbuf_as_slice(&written.text), written.token, known);
	written_release(&written);
}
