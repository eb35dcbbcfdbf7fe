/* Ternion: the changes that are tried where a line cannot be played. */
#include <limits.h>
#include <stdlib.h>

#include "formats/repair/costs.h"
#include "formats/repair/search.h"
#include "formats/repair/typing.h"

/* How far back which moves are tried instead of those played: by their cost. */
enum {
	NEAR = 4,
	MIDDLE = 24,
	MIDDLE_COST = 80,
	BACK_COST = 45,
	MARK_COST = 50,
	PAIR_COST = 80, /* of turns of two moves, wherever */
};

/* How far is looked. */
enum {
	MISSING_BACK = 4, /* plies before the fault */
	LINE_PLIES = 24,  /* in a line of the text, at most */
	PART_MAX = 4,     /* of what is less than half of a move */
	GAP_MAX = 200,
};

unsigned
search_habit(unsigned so, unsigned otherwise)
{
	unsigned odds = (so + 4) / (otherwise + 1), bits = 0;

	for (; odds >= 2 && bits < COST_HABIT_MAX; odds /= 2)
		bits += 10;
	return bits > HABIT_LEAST ? bits : (unsigned)HABIT_LEAST;
}

bool
search_begin(struct search *search, const struct repair_line *line,
    unsigned fault, struct arena *arena)
{
	struct position position = *line->start;
	struct strain strain = { 0 }, before = { 0 };

	*search =
	    (struct search){ .line = line, .fault = fault, .arena = arena };
	search->ground = (struct ground){
		.reader = line->reader, .items = line->items, .len = line->len
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

		if (i == search->first) {
			before = strain;
			strain = (struct strain){ 0 };
		}
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
	search->habits.mark = search_habit(
	    before.fitting + strain.fitting, before.marks + strain.marks);
	search->habits.style = search_habit(fault, before.style + strain.style);
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
	arena_release(&search->scratch);
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

/* Gives the change so many heads, which are blank. */
static struct item *
make_heads(struct search *search, struct change *change, unsigned count)
{
	struct item *heads =
	    arena_alloc(&search->scratch, count * sizeof(*heads));

	change->head = heads;
	change->heads = count;
	return heads;
}

/* A head that is a move instead of an item; NULL: of none. */
static struct item *
set_move(struct search *search, struct change *change, const struct item *item,
    const struct move *move)
{
	struct item *head = make_heads(search, change, 1);
	struct move *copy = arena_alloc(&search->scratch, sizeof(*copy));

	*copy = *move;
	if (item != NULL)
		*head = *item;
	head->move = copy;
	return head;
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
	uint8_t calls;       /* behind it */
	unsigned most;       /* dearer ones are of no interest */
	unsigned limit;      /* texts that cost more are all alike */
	bool is_open;        /* the token may say who moves */
	bool takes_pairs;    /* a turn of two moves can have been meant */
	bool has_marks;      /* it has some */
	bool is_stray;       /* the token is no number that fits there */
	unsigned foreign;    /* what it costs if the token means no move here */
	struct strbuf text;
	/* The cells of the token as others count them; count 0: as it is
	 * written they are none. */
	cell from[PLAYERS], to[PLAYERS];
	unsigned views;
};

/* What the marks behind the token declare, in games where they do. */
static void
read_declaration(struct comparison *comparison, struct slice marks)
{
	unsigned checks = 0;
	bool mate = false;

	for (size_t i = 0; i < marks.len; i++) {
		checks += marks.ptr[i] == '+';
		mate |= marks.ptr[i] == '#';
	}
	mate |= checks > 1;
	comparison->mate = mate ? ALL_PLAYERS : 0;
	comparison->check = checks == 1 && !mate ? ALL_PLAYERS : 0;
}

/* Takes declarations, which are moves in some games, and a yield off the end
 * of the token, if nothing else is in the parentheses. */
static void
take_declaration(struct comparison *comparison)
{
	static const char signs[] = "()CMY!?";
	char players[PLAYER_LETTERS + 1];
	struct slice token = comparison->token;
	const char *open = memchr(token.ptr, '(', token.len);
	size_t at = open != NULL ? (size_t)(open - token.ptr) : token.len;
	bool check = false, mate = false, yields = false;

	letters_of_players(players);
	for (size_t i = at; i < token.len; i++) {
		char c = token.ptr[i];

		if (memchr(signs, c, sizeof(signs) - 1) == NULL &&
		    (c == '\0' || strchr(players, c) == NULL))
			return;
		yields |= c == 'Y';
		check |= c == 'C';
		mate |= c == 'M';
	}
	if (check)
		comparison->check = ALL_PLAYERS;
	if (mate)
		comparison->mate = ALL_PLAYERS;
	comparison->calls = yields ? CALL_YIELD : 0;
	comparison->token.len = at;
}

/* Reads the cells of the token as each player would. */
static void
read_views(struct comparison *comparison)
{
	const struct reader_context *reader = comparison->search->line->reader;
	struct slice token = comparison->token;
	struct parsed_turn parsed;

	if (reader->notation->naming != NAMING_SEAT ||
	    !decoder_read(reader->decoder, reader->alphabet, token, &parsed) ||
	    parsed.move.from.len == 0 || parsed.move.to.len == 0)
		return;
	for (unsigned p = 0; p < PLAYERS; p++) {
		if (p == comparison->position->to_move)
			continue;
		comparison->from[comparison->views] =
		    coords_read(&reader->rules->board, NAMING_SEAT, p,
			parsed_part(token, parsed.move.from));
		comparison->to[comparison->views++] =
		    coords_read(&reader->rules->board, NAMING_SEAT, p,
			parsed_part(token, parsed.move.to));
	}
}

static unsigned
cost_as(struct comparison *comparison, const struct notation *notation,
    const struct move *move, bool named)
{
	const struct reader_context *reader = comparison->search->line->reader;
	const struct marks marks = { .named = named };

	strbuf_reset(&comparison->text);
	notation->write(notation, reader->rules, reader->alphabet,
	    comparison->position, move, &marks, &comparison->text);
	return typing_cost(strbuf_as_slice(&comparison->text),
	    comparison->token, comparison->limit);
}

static unsigned
cost_of(struct comparison *comparison, const struct notation *notation,
    const struct move *move)
{
	unsigned bare = cost_as(comparison, notation, move, false), named;

	if (!comparison->is_open)
		return bare;
	named = cost_as(comparison, notation, move, true);
	return named <= bare ? named
			     : cost_as(comparison, notation, move, false);
}

static bool
is_promotion(const struct move *move)
{
	return move->type < MOVE_FIELD && move->promotion != KIND_NONE;
}

/* How much likelier a move is than a quiet one, whatever was written: what is
 * rarely to be had is rarely passed over. */
static unsigned
preference(const struct move *move)
{
	if (is_promotion(move) || move->type == MOVE_CASTLE)
		return COST_SCARCE;
	return move->type < MOVE_FIELD && move->victim != CELL_NONE
	    ? COST_CAPTURE
	    : 0;
}

/* Whether what the token, which is the beginning of the text, lacks of it is
 * the kind of a piece: "=Q", "(q)" or "Q". */
static bool
lacks_kind(const struct comparison *comparison)
{
	char next = comparison->text.ptr[comparison->token.len];

	return comparison->token.len > 0 &&
	    (next == '=' || next == '(' || (next >= 'A' && next <= 'Z'));
}

/* What it costs to write the token for the move; *unmarked is set if its end is
 * lost with what was marked there. */
static unsigned
text_cost(
    struct comparison *comparison, const struct move *move, bool *unmarked)
{
	const struct notation *notation =
	    comparison->search->line->reader->notation;
	struct slice token = comparison->token;
	unsigned cost = cost_of(comparison, notation, move);
	bool is_beginning;

	is_beginning = comparison->text.len > token.len &&
	    memcmp(comparison->text.ptr, token.ptr, token.len) == 0;
	if (move->promotion != KIND_NONE && cost > COST_NO_PROMOTION &&
	    is_beginning && lacks_kind(comparison))
		cost = COST_NO_PROMOTION;
	*unmarked = is_beginning && !comparison->has_marks;
	if (notation->is_short && token.len > comparison->text.len + 1) {
		unsigned whole = cost_of(comparison, &notation_long, move);

		cost = whole + 5 < cost ? whole + 5 : cost;
	}
	for (unsigned i = 0; i < comparison->views; i++)
		if (cost > COST_VIEW && comparison->from[i] == move->from &&
		    comparison->to[i] == move->to)
			cost = COST_VIEW;
	return cost;
}

/* Whether the move is what was played as it is written. */
static bool
is_as_played(const struct comparison *comparison, const struct move *move)
{
	const struct search *search = comparison->search;
	const struct move *played;

	if (comparison->at == search->fault)
		return false;
	played = &search->played[comparison->at - search->first];
	return move_equal(move, played) && move->calls == played->calls;
}

/* Makes the move one with what is declared and called in the token; false if
 * that is not allowed. */
static bool
declare(const struct comparison *comparison, struct move *move)
{
	const struct rules *rules = comparison->search->line->reader->rules;
	struct verdict verdict;

	move->check = comparison->check;
	move->mate = comparison->mate;
	if (comparison->calls == 0 || move->type == MOVE_YIELD)
		return true;
	move->calls |= comparison->calls;
	rules_explain_calls(rules, comparison->position, move, &verdict);
	return verdict.why == ILLEGAL_NOT;
}

static bool
compare(void *context, const struct move *move)
{
	struct comparison *comparison = context;
	struct search *search = comparison->search;
	const struct item *item = &search->line->items[comparison->at];
	const struct variant *variant = search->line->reader->rules->variant;
	unsigned cost, less = preference(move);
	struct move other = *move;
	struct change *change;
	bool unmarked;

	/* Turns of two moves come behind the others, and there are a great many
	 * of them. */
	if (move->pair && !comparison->takes_pairs)
		return false;
	if (is_as_played(comparison, move))
		return true;
	cost = text_cost(comparison, move, &unmarked);
	if (cost >= comparison->foreign && move->type < MOVE_PASS) {
		cost = comparison->foreign;
		unmarked = true;
	}
	/* Of what a pawn may have become a queen is the likeliest. */
	if (is_promotion(move) && variant->letters[move->promotion] != 'Q')
		cost += COST_NO_QUEEN;
	cost = cost > less ? cost - less : 0;
	if (cost > (move->pair ? (unsigned)PAIR_COST : comparison->most))
		return true;
	if (dialect_of(variant)->declares && !declare(comparison, &other))
		return true;
	change =
	    add(search, REPAIR_OTHER, comparison->at, comparison->at + 1, cost);
	set_move(search, change, item, &other)->unmarked = unmarked;
	return search->len < CHANGES_MAX;
}

/* Whether the ply, which was played as it is written, has a mark that is false,
 * by one who marks rightly: so it may not be what was meant. */
static bool
is_marked_falsely(const struct search *search, unsigned at)
{
	const struct strain *strain = &search->strain[at - search->first];

	return at < search->fault && search->habits.mark > HABIT_LEAST &&
	    strain[1].marks > strain[0].marks;
}

/* What it costs if the token has nothing to do with the move: it stands for
 * another one, here or elsewhere. */
static unsigned
foreign_cost(const struct search *search, unsigned at)
{
	return at < search->fault && !is_marked_falsely(search, at)
	    ? (unsigned)COST_FOREIGN_PLAYED
	    : (unsigned)COST_FOREIGN;
}

/* How dear the moves may be that are tried on a level instead of the one there;
 * 0: none are. */
static unsigned
most_at(const struct search *search, enum level level, unsigned at)
{
	unsigned age = search->fault - at;
	bool near = age <= NEAR || is_marked_falsely(search, at);

	switch (level) {
	case LEVEL_NEAR:
		return near ? (unsigned)TYPING_UNLIKE : 0;
	case LEVEL_BACK:
		return near         ? 0
		    : age <= MIDDLE ? (unsigned)MIDDLE_COST
				    : (unsigned)BACK_COST;
	case LEVEL_MARK:
		return age > 0 && age <= MIDDLE ? (unsigned)MARK_COST : 0;
	case LEVEL_GAPS:
		break;
	}
	return 0;
}

/* The player whom the token names, where it may; else the one to move. */
static unsigned
named_player(const struct reader_context *reader, struct slice token,
    struct position position)
{
	struct parsed_turn parsed;

	if (decoder_read(reader->decoder, reader->alphabet, token, &parsed))
		resolve_mover(reader->rules, &parsed.move, &position);
	return position.to_move;
}

/* The moves of all who may move: where the record says who does, a slip may
 * have made it another. */
static void
compare_all(struct comparison *comparison, struct slice token)
{
	const struct reader_context *reader = comparison->search->line->reader;
	const struct position *before = comparison->position;
	unsigned named = named_player(reader, token, *before);
	unsigned foreign = comparison->foreign;

	comparison->is_open =
	    rules_may_begin(reader->rules, before, before->to_move);
	for (unsigned player = 0; player < PLAYERS; player++) {
		struct position begun = *before;

		rules_begin(reader->rules, &begun, player);
		if (begun.to_move != player)
			continue;
		comparison->position = &begun;
		comparison->foreign = player == named ? foreign : UINT_MAX;
		comparison->limit = COST_SCARCE +
		    (comparison->takes_pairs && comparison->most < PAIR_COST
			    ? (unsigned)PAIR_COST
			    : comparison->most);
		rules_all_moves(reader->rules, &begun, compare, comparison);
	}
	comparison->position = before;
}

static void
other_moves(struct search *search, unsigned at, unsigned most)
{
	const struct item *item = &search->line->items[at];
	struct comparison comparison = { .search = search,
		.position = &search->before[at - search->first],
		.at = at,
		.token = marks_cut(item->token),
		.most = most,
		.takes_pairs = at == search->fault ||
		    (item->token.len > 0 &&
			memchr(item->token.ptr, '&', item->token.len) != NULL),
		.foreign = foreign_cost(search, at),
		.text = STRBUF_INIT };

	if (item->move != NULL)
		return;
	read_declaration(&comparison,
	    slice_sub(item->token, comparison.token.len,
		item->token.len - comparison.token.len));
	take_declaration(&comparison);
	comparison.has_marks = comparison.token.len < item->token.len;
	read_views(&comparison);
	compare_all(&comparison, item->token);
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
	set_move(search, add(search, REPAIR_OTHER, at, at + 1, COST_UNDECLARED),
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

/* The same before the first ply: its own number, if that has no dots. */
static struct slice
first_remnant(const struct ply *ply)
{
	if (ply->number_span.len == 0 || ply->dots > 0 ||
	    ply->number_span.start > ply->span.start)
		return (struct slice){ "", 0 };
	return (struct slice){ ply->token.ptr -
		    (ply->span.start - ply->number_span.start),
		ply->number_span.len };
}

struct slice
search_remnant(const struct repair_line *line, unsigned at)
{
	const struct item *items = line->items;
	struct slice none = { "", 0 };
	const char *from, *c;

	if (!search_in_text(line, at))
		return none;
	if (at == 0)
		return first_remnant(items[0].ply);
	if (!search_in_text(line, at - 1))
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

/* Whether the number before an item is that of what is missing before it. */
static bool
owns_number(const struct search *search, unsigned at)
{
	const struct ply *ply =
	    at < search->line->len ? search->line->items[at].ply : NULL;

	return ply != NULL &&
	    trial_number_fits(ply, &search->before[at - search->first]);
}

static bool
insert(void *context, const struct move *move)
{
	struct comparison *comparison = context;
	struct search *search = comparison->search;
	unsigned cost = COST_MISSING, less = preference(move),
		 at = comparison->at;
	struct change *change;

	if (comparison->token.len > 0) {
		unsigned rest = COST_REMNANT +
		    cost_of(comparison, search->line->reader->notation, move);

		cost = rest < cost ? rest : cost;
	}
	change = add(search, REPAIR_MISSING, at, at, cost - less);
	change->takes_number = cost < COST_MISSING || comparison->is_stray;
	change->keeps_number = owns_number(search, at);
	change->unnumbers_next = change->takes_number || change->keeps_number;
	set_move(search, change, NULL, move);
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
		.limit = COST_MISSING,
		.text = STRBUF_INIT };

	comparison.is_stray = comparison.token.len > 0 &&
	    !slice_is(comparison.token,
		arena_printf(search->arena, "%lu",
		    (unsigned long)comparison.position->number));
	rules_moves(search->line->reader->rules, comparison.position, NULL,
	    insert, &comparison);
	strbuf_release(&comparison.text);
}

/* Whether both items are one text, marks apart. */
static bool
are_alike(const struct search *search, unsigned a, unsigned b)
{
	const struct item *items = search->line->items;

	return items[a].token.len > 0 &&
	    slice_equal(marks_cut(items[a].token), marks_cut(items[b].token));
}

static unsigned
at_most(unsigned a, unsigned b)
{
	return a < b ? a : b;
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
	    COST_TWICE + COST_TWICE_MORE * (at_most(count, PLAYERS) - 1));
}

static void
exchanged(struct search *search, unsigned at, unsigned apart)
{
	const struct item *items = search->line->items;
	const struct position *before = &search->before[at - search->first];
	unsigned players = players_left(before);
	bool own = apart == players;
	struct change *change;
	struct item *heads;

	if (at + apart >= search->line->len || apart > players ||
	    are_alike(search, at, at + apart))
		return;
	change = add(search, REPAIR_EXCHANGED, at, at + apart + 1,
	    own ? (unsigned)COST_OWN_EXCHANGED
		: COST_EXCHANGED + COST_EXCHANGED_MORE * (apart - 1));
	heads = make_heads(search, change, apart + 1);
	memcpy(heads, items + at, (apart + 1) * sizeof(*heads));
	heads[0] = (struct item){ .token = items[at + apart].token };
	heads[apart] = (struct item){ .token = items[at].token };
}

/* Copies a part of the line, of which the first number may stand on the line of
 * the text before it, and be that of another. */
static void
copy_lines(struct search *search, struct item *to, unsigned from, unsigned next)
{
	const struct item *items = search->line->items;

	memcpy(to, items + from, (next - from) * sizeof(*to));
	to->unnumbered |= trial_number_hangs(items[from].ply);
}

/* Whether a line of the text begins with the item, or with its number. */
static bool
begins_line(const struct repair_line *line, unsigned at)
{
	const char *from, *text;

	if (at == 0 || at == line->len)
		return at == 0;
	if (!search_in_text(line, at) || !search_in_text(line, at - 1))
		return false;
	text = line->items[at].token.ptr - line->items[at].ply->span.start;
	from = line->items[at].token.ptr;
	while (from > text && strchr("0123456789. \t", from[-1]) != NULL)
		from--;
	return from > text && from[-1] == '\n';
}

/* Where the line of the text ends that begins with the item; the length of all
 * if its end is not known. */
static unsigned
end_of_line(const struct repair_line *line, unsigned at)
{
	unsigned end = at + 1;

	while (end < line->len && end - at <= LINE_PLIES &&
	    !begins_line(line, end))
		end++;
	return end < line->len && end - at > LINE_PLIES ? line->len : end;
}

/* The line that begins with the item and the next one. */
static void
exchanged_lines(struct search *search, unsigned at)
{
	unsigned mid, end;
	const struct item *items = search->line->items;
	struct change *change;
	struct item *heads;

	if (!begins_line(search->line, at))
		return;
	mid = end_of_line(search->line, at);
	if (mid >= search->line->len)
		return;
	end = end_of_line(search->line, mid);
	if (end <= search->fault || end - mid > LINE_PLIES)
		return;
	change = add(search, REPAIR_LINES, at, end, COST_EXCHANGED_LINES);
	change->mid = mid;
	change->unnumbers_next =
	    end < search->line->len && trial_number_hangs(items[end].ply);
	heads = make_heads(search, change, end - at);
	copy_lines(search, heads, mid, end);
	copy_lines(search, heads + (end - mid), at, mid);
}

/*
 * Blanks too many, or too few
 */

/* The tokens as they would stand without the blanks between. */
static struct slice
join(struct search *search, struct slice a, struct slice b)
{
	char *text = arena_alloc(search->arena, a.len + b.len + 1);
	size_t len = 0;

	for (size_t i = 0; i < a.len + b.len; i++) {
		char c = i < a.len ? a.ptr[i] : b.ptr[i - a.len];

		if (strchr(" \t\r\n", c) == NULL)
			text[len++] = c;
	}
	return (struct slice){ text, len };
}

static void
add_joined(struct search *search, unsigned at, unsigned next, struct slice a,
    struct slice b, bool takes_number)
{
	struct change *change;

	if (a.len == 0 || b.len == 0 || a.len + b.len > TYPING_TEXT_MAX)
		return;
	change = add(search, REPAIR_JOINED, at, next,
	    next - at == 1 ? COST_JOINED_NUMBER : COST_JOINED);
	change->takes_number = change->unnumbers_next = takes_number;
	make_heads(search, change, 1)->token = join(search, a, b);
}

/* A token and the beginning of the next, in which a blank was taken for one
 * inside of a move. */
static void
joined_in_part(struct search *search, unsigned at)
{
	struct slice a = search->line->items[at].token;
	struct slice b = search->line->items[at + 1].token;
	const char *blank = memchr(b.ptr, ' ', b.len);
	struct item *heads;
	size_t len;

	if (blank == NULL || a.len + b.len > TYPING_TEXT_MAX)
		return;
	len = (size_t)(blank - b.ptr);
	heads = make_heads(
	    search, add(search, REPAIR_JOINED, at, at + 2, COST_JOINED), 2);
	heads[0].token = join(search, a, slice_sub(b, 0, len));
	heads[1].token = slice_from(b, len + 1);
}

/* What stands between the tokens of two items that follow one another in the
 * text, if it can belong to a move: blanks, digits and dots; else len 0. */
static struct slice
between(const struct repair_line *line, unsigned at)
{
	struct slice none = { "", 0 };
	const char *from, *to;

	if (!search_in_text(line, at) || !search_in_text(line, at + 1))
		return none;
	from = line->items[at].token.ptr + line->items[at].token.len;
	to = line->items[at + 1].token.ptr;
	if (!is_gap(from, to))
		return none;
	for (const char *c = from; c < to; c++)
		if (strchr(" \t\r\n.0123456789", *c) == NULL)
			return none;
	return (struct slice){ from, (size_t)(to - from) };
}

/* So many tokens with what stands between them, and what looks like the number
 * of the next. */
static void
joined_across(struct search *search, unsigned at, unsigned count)
{
	const struct item *items = search->line->items;
	struct slice all = items[at].token, last;

	for (unsigned i = 1; i < count; i++)
		if (between(search->line, at + i - 1).len == 0)
			return;
	last = items[at + count - 1].token;
	all.len = (size_t)(last.ptr - all.ptr);
	add_joined(search, at, at + count, all, last, false);
	all.len += last.len;
	if (at + count < search->line->len)
		add_joined(search, at, at + count, all,
		    search_remnant(search->line, at + count), true);
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
	joined_in_part(search, at);
	joined_across(search, at, 2);
	if (at + 2 < search->line->len && item->token.len <= PART_MAX)
		joined_across(search, at, 3);
}

/* The token as two plies, or as three if the second ends before it. */
static void
add_split(struct search *search, unsigned at, size_t first, size_t second)
{
	struct slice token = search->line->items[at].token;
	bool three = second < token.len;
	struct item *heads = make_heads(search,
	    add(search, REPAIR_SPLIT, at, at + 1,
		COST_SPLIT + (three ? COST_SPLIT_MORE : 0)),
	    three ? 3 : 2);

	heads[0].token = slice_sub(token, 0, first);
	heads[1].token = slice_sub(token, first, second - first);
	if (three)
		heads[2].token = slice_from(token, second);
}

static void
split(struct search *search, unsigned at)
{
	struct slice token = search->line->items[at].token;

	if (token.len > TYPING_TEXT_MAX)
		return;
	for (unsigned i = 2; i + 2 <= token.len; i++) {
		add_split(search, at, i, token.len);
		for (unsigned j = i + 2; j + 2 <= token.len; j++)
			add_split(search, at, i, j);
	}
}

/* The number of a move from a place of the token on, with its dots; len 0 if it
 * is none of this round or the next. */
static struct slice
number_in(struct slice token, size_t at, uint32_t number)
{
	size_t end = at;
	uint32_t value = 0;

	while (end < token.len && token.ptr[end] >= '0' &&
	    token.ptr[end] <= '9' && value <= number + 1)
		value = value * 10 + (uint32_t)(token.ptr[end++] - '0');
	if (end == at || (value != number && value != number + 1))
		return (struct slice){ "", 0 };
	while (end < token.len && token.ptr[end] == '.')
		end++;
	return slice_sub(token, at, end - at);
}

/* A token with a number in it: before the move, behind it, or between two. */
static void
unnumbered(struct search *search, unsigned at)
{
	struct slice token = search->line->items[at].token;
	uint32_t round = search->before[at - search->first].number;

	if (token.len > TYPING_TEXT_MAX || token.len == 0)
		return;
	for (size_t i = 0; i < token.len; i++) {
		struct slice number = number_in(token, i, round);
		size_t behind = i + number.len;
		struct slice rest =
		    slice_sub(token, behind, token.len - behind);
		struct change *change;
		struct item *heads;

		if (number.len == 0 ||
		    (i > 0 && number.ptr[number.len - 1] != '.') ||
		    (i == 0 && rest.len == 0))
			continue;
		change = add(search, REPAIR_SPLIT, at, at + 1, COST_NUMBERED);
		change->numbered = i > 0;
		change->number = number;
		heads =
		    make_heads(search, change, 1U + (i > 0 && rest.len > 0));
		if (i > 0)
			heads->token = slice_sub(token, 0, i);
		if (rest.len > 0)
			heads[i > 0].token = rest;
	}
}

/* Whatever else may be amiss there. `can_move`: the game has not ended where
 * the fault is. */
static void
changes_at(struct search *search, unsigned at, bool can_move)
{
	if (dialect_of(search->line->reader->rules->variant)->declares)
		declared_move(search, at);
	for (unsigned count = 1; count <= LINE_PLIES; count++)
		written_twice(search, at, count);
	for (unsigned apart = 1; apart <= PLAYERS; apart++)
		exchanged(search, at, apart);
	if (at + 2 * LINE_PLIES >= search->fault)
		exchanged_lines(search, at);
	if (at + MISSING_BACK >= search->fault) {
		missing_ply(search, at);
		if (can_move)
			add(search, REPAIR_TOO_MUCH, at, at + 1, COST_TOO_MUCH);
	}
	if (at + 1 >= search->fault) {
		joined(search, at);
		split(search, at);
		unnumbered(search, at);
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
search_list(struct search *search, enum level level)
{
	bool can_move = rules_can_move(search->line->reader->rules,
	    &search->before[search->fault - search->first]);

	search->len = 0;
	if (level == LEVEL_GAPS)
		search_gaps(search);
	for (unsigned at = search->fault + 1; at-- > search->first;) {
		unsigned most = most_at(search, level, at);

		if (most > 0)
			other_moves(search, at, most);
		if (level == LEVEL_NEAR)
			changes_at(search, at, can_move);
	}
	for (size_t i = 0; i < search->len; i++)
		search->changes[i].order = (unsigned)i;
	if (search->len > 0)
		qsort(search->changes, search->len, sizeof(*search->changes),
		    by_cost);
}

void
search_add_missing(struct search *search, unsigned at, const struct move *moves,
    unsigned count)
{
	unsigned cost = COST_MISSING + COST_MISSING_MORE * (count - 1);
	struct change *change = add(search, REPAIR_MISSING, at, at, 0);
	struct item *heads = make_heads(search, change, count);

	for (unsigned i = 0; i < count; i++) {
		unsigned less = preference(&moves[i]);

		heads[i].move = &moves[i];
		cost -= less < COST_MISSING_MORE ? less
						 : (unsigned)COST_MISSING_MORE;
	}
	change->cost += cost;
	change->keeps_number = change->unnumbers_next = owns_number(search, at);
}

void
search_keep_past(const struct search *search, struct position *position)
{
	const struct past *old = search->line->start->past;
	size_t count = past_count(position->past, old);

	if (count > 0)
		position->past = past_copy(position->past, old,
		    arena_alloc(
			search->arena, count * sizeof(*position->past)));
}

/* A head that is a move, with its marks. */
static const char *
text_of_move(const struct search *search, const struct position *before,
    const struct move *move)
{
	const struct reader_context *reader = search->line->reader;
	struct strbuf text = STRBUF_INIT;
	struct marks marks = marks_of_move(reader->rules, before, move);
	const char *copy;

	marks.named = rules_may_begin(reader->rules, before, before->to_move);
	reader->notation->write(reader->notation, reader->rules,
	    reader->alphabet, before, move, &marks, &text);
	copy = arena_copy(search->arena, strbuf_as_slice(&text));
	strbuf_release(&text);
	return copy;
}

void
search_keep(const struct search *search, struct repair *repair)
{
	const struct rules *rules = search->line->reader->rules;
	struct change *change = &repair->change;
	struct arena *arena = search->arena;
	struct position position;
	struct item *heads =
	    arena_alloc(arena, (change->heads + 1) * sizeof(*heads));

	search_keep_past(search, &repair->before);
	position = repair->before;
	repair->text =
	    arena_alloc(arena, (change->heads + 1) * sizeof(*repair->text));
	for (unsigned i = 0; i < change->heads; i++) {
		struct move *move = arena_alloc(arena, sizeof(*move));

		heads[i] = change->head[i];
		if (heads[i].move == NULL) {
			repair->text[i] = arena_copy(arena, heads[i].token);
			continue;
		}
		*move = *heads[i].move;
		heads[i].move = move;
		repair->text[i] = text_of_move(search, &position, move);
		if (i + 1 < change->heads)
			rules_make_move(rules, &position, move);
	}
	change->head = heads;
}
