/* Ternion: the changes that are tried where a line cannot be played. */
#include <stdlib.h>

#include "formats/repair/search.h"
#include "formats/repair/typing.h"

/* How far back which moves are tried instead of those played: by their cost. */
enum {
	NEAR = 4,
	NEAR_COST = TYPING_UNLIKE,
	MIDDLE = 24,
	MIDDLE_COST = 80,
	FAR_COST = 45,
};

/* What other changes cost. */
enum {
	MISSING = 95,
	MISSING_BACK = 4, /* plies before the fault */
	TWICE = 15,
	TWICE_MORE = 8, /* for each ply more */
	TOO_MUCH = 110,
	EXCHANGED = 40,
	EXCHANGED_MORE = 15,
	JOINED = 25,
	SPLIT = 30,
	REMNANT = 10, /* of what looks like a number */
	GAP_MAX = 200,
	VIEW = 30, /* cells as another player counts them */
	UNDECLARED = 25,
	NO_QUEEN = 5,
	NO_PROMOTION = 15, /* is written */
};

bool
search_begin(struct search *search, const struct repair_line *line,
    unsigned fault, struct arena *arena)
{
	struct position position = *line->start;
	struct strain strain = { 0 };

	*search =
	    (struct search){ .line = line, .fault = fault, .arena = arena };
	search->ground = (struct ground){
		.syntax = line->syntax, .items = line->items, .len = line->len
	};
	search->first = fault > LOOK_BACK ? fault - LOOK_BACK : 0;
	if (search->first < line->settled)
		search->first = line->settled;
	if (search->first > fault)
		search->first = fault;
	search->pasts =
	    mem_alloc((2 * line->len + HEADS_MAX + 2) * sizeof(*search->pasts));
	search->ground.trial_pasts = search->pasts + line->len;
	search->before =
	    mem_alloc((fault - search->first + 1) * sizeof(*search->before));
	search->played =
	    mem_alloc((fault - search->first + 1) * sizeof(*search->played));
	search->strain =
	    mem_alloc((fault - search->first + 1) * sizeof(*search->strain));
	for (unsigned i = 0; i < fault; i++) {
		struct move move;

		if (i == search->first)
			strain = (struct strain){ 0 };
		if (i >= search->first) {
			search->before[i - search->first] = position;
			search->strain[i - search->first] = strain;
		}
		if (!trial_step(&search->ground, &position, &line->items[i],
			&search->pasts[i], &strain, &move))
			return false;
		if (i >= search->first)
			search->played[i - search->first] = move;
	}
	search->before[fault - search->first] = position;
	search->strain[fault - search->first] = strain;
	return true;
}

void
search_end(struct search *search)
{
	mem_free(search->pasts);
	mem_free(search->before);
	mem_free(search->played);
	mem_free(search->strain);
	mem_free(search->changes);
}

static struct change *
add(struct search *search, enum repair_kind kind, unsigned at, unsigned next,
    unsigned cost)
{
	struct change *change;

	if (search->len == search->size) {
		search->size = search->size * 2 + 256;
		search->changes = mem_grow(
		    search->changes, search->size * sizeof(*search->changes));
	}
	change = &search->changes[search->len++];
	memset(change, 0, sizeof(*change));
	change->kind = (uint8_t)kind;
	change->at = at;
	change->next = next;
	/* The longer ago it was, the likelier it had shown before. */
	change->cost = cost + (at < search->fault ? search->fault - at : 0);
	return change;
}

static void
set_move(
    struct change *change, const struct item *item, const struct move *move)
{
	change->heads = 1;
	change->has_move = true;
	if (item != NULL)
		change->head[0] = *item;
	change->move = *move;
}

/*
 * Other moves
 */

/* The moves of one position beside a token. */
struct comparison {
	struct search *search;
	const struct position *position;
	unsigned at;         /* the item */
	struct slice token;  /* without its marks */
	uint8_t check, mate; /* as they are declared in the token */
	unsigned most;       /* dearer ones are of no interest */
	struct strbuf text;
	/* The cells of the token as others count them; count 0: as it is
	 * written they are none. */
	cell from[PLAYERS], to[PLAYERS];
	unsigned views;
};

/* The text up to its check marks and annotations. */
static struct slice
without_marks(struct slice text)
{
	while (text.len > 1 && strchr("+#!?=", text.ptr[text.len - 1]) != NULL)
		text.len--;
	return text;
}

/* Where declarations are moves: takes them off the end of the token, if nothing
 * else is in the parentheses. */
static void
take_declaration(struct comparison *comparison)
{
	struct slice token = comparison->token;
	const char *open = memchr(token.ptr, '(', token.len);
	size_t at = open != NULL ? (size_t)(open - token.ptr) : token.len;
	bool check = false, mate = false;

	for (size_t i = at; i < token.len; i++) {
		char c = token.ptr[i];

		if (c == '\0' || strchr("()CMWRBG!?", c) == NULL)
			return;
		check |= c == 'C';
		mate |= c == 'M';
	}
	comparison->check = check ? ALL_PLAYERS : 0;
	comparison->mate = mate ? ALL_PLAYERS : 0;
	comparison->token.len = at;
}

/* Reads the cells of the token as each player would. */
static void
read_views(struct comparison *comparison)
{
	const struct syntax *syntax = comparison->search->line->syntax;
	struct slice token = comparison->token;
	struct turn_spec spec;

	if (syntax->notation->naming != NAMING_SEAT || token.len == 0 ||
	    token.len > TOKEN_MAX ||
	    !decoder_read(syntax->decoder, syntax->alphabet, token, &spec) ||
	    spec.move.from.len == 0 || spec.move.to.len == 0)
		return;
	for (unsigned p = 0; p < PLAYERS; p++) {
		if (p == comparison->position->to_move)
			continue;
		comparison->from[comparison->views] =
		    coords_read(&syntax->rules->board, NAMING_SEAT, p,
			spec_part(token, spec.move.from));
		comparison->to[comparison->views++] =
		    coords_read(&syntax->rules->board, NAMING_SEAT, p,
			spec_part(token, spec.move.to));
	}
}

static unsigned
cost_of(struct comparison *comparison, const struct notation *notation,
    const struct move *move)
{
	const struct syntax *syntax = comparison->search->line->syntax;
	const struct marks none = { .attacked = 0 };

	strbuf_reset(&comparison->text);
	notation->write(notation, syntax->rules, syntax->alphabet,
	    comparison->position, move, &none, &comparison->text);
	return typing_cost(
	    strbuf_as_slice(&comparison->text), comparison->token);
}

static bool
compare(void *context, const struct move *move)
{
	struct comparison *comparison = context;
	struct search *search = comparison->search;
	const struct notation *notation = search->line->syntax->notation;
	const struct item *item = &search->line->items[comparison->at];
	unsigned cost = cost_of(comparison, notation, move);
	struct move other = *move;

	if (move->promotion != KIND_NONE && cost > NO_PROMOTION &&
	    comparison->token.len > 0 &&
	    comparison->text.len > comparison->token.len &&
	    memcmp(comparison->text.ptr, comparison->token.ptr,
		comparison->token.len) == 0)
		cost = NO_PROMOTION;
	if (comparison->at < search->fault &&
	    move_equal(move, &search->played[comparison->at - search->first]) &&
	    move->calls == search->played[comparison->at - search->first].calls)
		return true;
	if (notation->is_short &&
	    comparison->token.len > comparison->text.len + 1) {
		unsigned whole = cost_of(comparison, &notation_long, move);

		cost = whole + 5 < cost ? whole + 5 : cost;
	}
	for (unsigned i = 0; i < comparison->views; i++)
		if (cost > VIEW && comparison->from[i] == move->from &&
		    comparison->to[i] == move->to)
			cost = VIEW;
	/* Of what a pawn may have become a queen is the likeliest. */
	if (move->type < MOVE_FIELD && move->promotion != KIND_NONE &&
	    search->line->syntax->rules->variant->letters[move->promotion] !=
		'Q')
		cost += NO_QUEEN;
	if (cost > comparison->most)
		return true;
	if (dialect_of(search->line->syntax->rules->variant)->declares) {
		other.check = comparison->check;
		other.mate = comparison->mate;
	}
	set_move(
	    add(search, REPAIR_OTHER, comparison->at, comparison->at + 1, cost),
	    item, &other);
	return search->len < CHANGES_MAX;
}

/* Where the record may say who moves, he is it. */
static void
begin_mover(
    const struct syntax *syntax, struct slice token, struct position *position)
{
	struct turn_spec spec;

	if (token.len > 0 && token.len <= TOKEN_MAX &&
	    decoder_read(syntax->decoder, syntax->alphabet, token, &spec))
		resolve_mover(syntax->rules, &spec.move, position);
}

static void
other_moves(struct search *search, unsigned at)
{
	const struct syntax *syntax = search->line->syntax;
	const struct item *item = &search->line->items[at];
	struct position position = search->before[at - search->first];
	unsigned age = search->fault - at;
	struct comparison comparison = { .search = search,
		.position = &position,
		.at = at,
		.token = without_marks(item->token),
		.most = age <= NEAR ? (unsigned)NEAR_COST
		    : age <= MIDDLE ? (unsigned)MIDDLE_COST
				    : (unsigned)FAR_COST,
		.text = STRBUF_INIT };

	if (item->move != NULL)
		return;
	begin_mover(syntax, item->token, &position);
	if (dialect_of(syntax->rules->variant)->declares)
		take_declaration(&comparison);
	read_views(&comparison);
	rules_all_moves(syntax->rules, &position, compare, &comparison);
	strbuf_release(&comparison.text);
}

/* The move as it was played, but with check declared. */
static void
declared_move(struct search *search, unsigned at)
{
	struct move move;

	if (at == search->fault || search->line->items[at].move != NULL)
		return;
	move = search->played[at - search->first];
	if (move.check == ALL_PLAYERS || move.mate != 0)
		return;
	move.check = ALL_PLAYERS;
	set_move(add(search, REPAIR_OTHER, at, at + 1, UNDECLARED),
	    &search->line->items[at], &move);
}

/*
 * Plies that are missing, too many, or in the wrong place
 */

bool
search_in_text(const struct repair_line *line, unsigned at)
{
	const struct item *item = &line->items[at];

	return line->is_movetext && item->ply != NULL && item->token.len > 0 &&
	    item->token.ptr == item->ply->token.ptr &&
	    item->token.len == item->ply->span.len;
}

/* Whether nothing else stands between them. */
static bool
is_gap(const char *from, const char *to)
{
	return from < to && to - from < GAP_MAX &&
	    memchr(from, '{', (size_t)(to - from)) == NULL;
}

struct slice
search_remnant(const struct repair_line *line, unsigned at)
{
	const struct item *items = line->items;
	struct slice none = { "", 0 };
	const char *from, *c;

	if (at == 0 || !search_in_text(line, at) ||
	    !search_in_text(line, at - 1))
		return none;
	from = items[at - 1].token.ptr + items[at - 1].token.len;
	c = items[at].token.ptr;
	if (!is_gap(from, c))
		return none;
	while (c > from) {
		struct slice word = { c, 0 };

		while (c > from && strchr(" \t\r\n", c[-1]) != NULL)
			c--;
		for (word.ptr = c; c > from &&
		     ((c[-1] >= '0' && c[-1] <= '9') || c[-1] == '.');)
			word = (struct slice){ --c, word.len + 1 };
		if (word.len > 0 && word.ptr[word.len - 1] != '.' &&
		    (c == from || strchr(" \t\r\n", c[-1]) != NULL))
			return word;
		while (c > from && strchr(" \t\r\n", c[-1]) == NULL)
			c--;
	}
	return none;
}

static bool
insert(void *context, const struct move *move)
{
	struct comparison *comparison = context;
	struct search *search = comparison->search;
	unsigned cost = MISSING, at = comparison->at;
	struct change *change;

	if (comparison->token.len > 0) {
		unsigned rest = REMNANT +
		    cost_of(comparison, search->line->syntax->notation, move);

		cost = rest < cost ? rest : cost;
	}
	change = add(search, REPAIR_MISSING, at, at, cost);
	change->takes_number = cost < MISSING;
	set_move(change, NULL, move);
	return search->len < CHANGES_MAX;
}

/* Any move before the ply; what looks like its number may be what is left of
 * it. */
static void
missing_ply(struct search *search, unsigned at)
{
	struct comparison comparison = { .search = search,
		.position = &search->before[at - search->first],
		.at = at,
		.token = search_remnant(search->line, at),
		.text = STRBUF_INIT };

	rules_moves(search->line->syntax->rules, comparison.position, NULL,
	    insert, &comparison);
	strbuf_release(&comparison.text);
}

/* Whether both items are one text, marks apart. */
static bool
are_alike(const struct search *search, unsigned a, unsigned b)
{
	const struct item *items = search->line->items;

	return items[a].token.len > 0 &&
	    slice_equal(
		without_marks(items[a].token), without_marks(items[b].token));
}

/* So many plies from here are those before them once more. */
static void
written_twice(struct search *search, unsigned at, unsigned count)
{
	if (at < count || at + count > search->line->len)
		return;
	for (unsigned i = 0; i < count; i++)
		if (!are_alike(search, at + i, at - count + i))
			return;
	add(search, REPAIR_TWICE, at, at + count,
	    TWICE + TWICE_MORE * (count - 1));
}

static void
exchanged(struct search *search, unsigned at, unsigned apart)
{
	const struct item *items = search->line->items;
	struct change *change;

	if (at + apart >= search->line->len ||
	    are_alike(search, at, at + apart))
		return;
	change = add(search, REPAIR_EXCHANGED, at, at + apart + 1,
	    EXCHANGED + EXCHANGED_MORE * (apart - 1));
	change->heads = (uint8_t)(apart + 1);
	for (unsigned i = 0; i <= apart; i++)
		change->head[i].token = items[at + i].token;
	change->head[0].token = items[at + apart].token;
	change->head[apart].token = items[at].token;
}

/*
 * Blanks too many, or too few
 */

/* The tokens as they would stand without the blank between. */
static struct slice
join(struct search *search, struct slice a, struct slice b)
{
	char *text = arena_alloc(search->arena, a.len + b.len);

	memcpy(text, a.ptr, a.len);
	memcpy(text + a.len, b.ptr, b.len);
	return (struct slice){ text, a.len + b.len };
}

static void
add_joined(struct search *search, unsigned at, unsigned next, struct slice a,
    struct slice b, bool takes_number)
{
	struct change *change;

	if (a.len == 0 || b.len == 0 || a.len + b.len > TYPING_TEXT_MAX)
		return;
	change = add(search, REPAIR_JOINED, at, next, JOINED);
	change->heads = 1;
	change->takes_number = takes_number;
	change->head[0].token = join(search, a, b);
}

/* A part of a move that stands apart can look like a number. */
static void
joined(struct search *search, unsigned at)
{
	const struct item *items = search->line->items;
	const struct item *item = &items[at];

	add_joined(search, at, at + 1, search_remnant(search->line, at),
	    item->token, false);
	if (at + 1 >= search->line->len)
		return;
	add_joined(search, at, at + 2, item->token, item[1].token, false);
	add_joined(search, at, at + 1, item->token,
	    search_remnant(search->line, at + 1), true);
}

static void
split(struct search *search, unsigned at)
{
	struct slice token = search->line->items[at].token;

	if (token.len > TYPING_TEXT_MAX)
		return;
	for (unsigned i = 2; i + 2 <= token.len; i++) {
		struct change *change =
		    add(search, REPAIR_SPLIT, at, at + 1, SPLIT);

		change->heads = 2;
		change->head[0].token = slice_sub(token, 0, i);
		change->head[1].token = slice_sub(token, i, token.len - i);
	}
}

/* `can_move`: the game has not ended where the fault is. */
static void
changes_at(struct search *search, unsigned at, bool can_move)
{
	bool declares =
	    dialect_of(search->line->syntax->rules->variant)->declares;

	other_moves(search, at);
	if (declares)
		declared_move(search, at);
	for (unsigned count = 1; count <= PLAYERS; count++)
		written_twice(search, at, count);
	for (unsigned apart = 1; apart < PLAYERS; apart++)
		exchanged(search, at, apart);
	if (at + MISSING_BACK >= search->fault) {
		missing_ply(search, at);
		if (can_move)
			add(search, REPAIR_TOO_MUCH, at, at + 1, TOO_MUCH);
	}
	if (at + 1 >= search->fault) {
		joined(search, at);
		split(search, at);
	}
}

/* By cost; of those that are equally likely the one that was listed first. */
static int
by_cost(const void *a, const void *b)
{
	const struct change *one = a, *other = b;

	return one->cost != other->cost
	    ? (one->cost > other->cost) - (one->cost < other->cost)
	    : (one->order > other->order) - (one->order < other->order);
}

void
search_changes(struct search *search)
{
	bool can_move = rules_can_move(search->line->syntax->rules,
	    &search->before[search->fault - search->first]);

	for (unsigned at = search->fault + 1; at-- > search->first;)
		changes_at(search, at, can_move);
	for (size_t i = 0; i < search->len; i++)
		search->changes[i].order = (unsigned)i;
	if (search->len > 0)
		qsort(search->changes, search->len, sizeof(*search->changes),
		    by_cost);
}

/* A head that is a move, with its marks. */
static const char *
text_of_move(const struct search *search, const struct position *before,
    const struct move *move)
{
	const struct syntax *syntax = search->line->syntax;
	struct strbuf text = STRBUF_INIT;
	struct marks marks = marks_of_move(syntax->rules, before, move);
	const char *copy;

	marks.named = rules_may_begin(syntax->rules, before, before->to_move);
	syntax->notation->write(syntax->notation, syntax->rules,
	    syntax->alphabet, before, move, &marks, &text);
	copy = arena_copy(search->arena, strbuf_as_slice(&text));
	strbuf_release(&text);
	return copy;
}

void
search_texts(struct search *search, struct repair *repair)
{
	const struct change *change = &repair->change;

	for (unsigned i = 0; i < change->heads; i++)
		repair->text[i] = change->has_move
		    ? text_of_move(search, &repair->before, &change->move)
		    : arena_copy(search->arena, change->head[i].token);
}
