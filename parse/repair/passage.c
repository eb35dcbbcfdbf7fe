/* Ternion: finds a passage that is written in another way.
 *
 * Each way is a mode in which the rest of the line is read: a reader of its
 * own, an order of the tokens, and for each token the texts that it may stand
 * for, which may be as the rest of the record is written. The modes are tried
 * from each place near the fault. Of several texts the first legal one is
 * played, and the others are tried when the line stops later. */
#include "parse/repair/decode.h"
#include "parse/repair/lexicon.h"
#include "parse/repair/shift.h"
#include "parse/repair/views.h"

enum {
	BACK = 24,           /* plies before the fault where it may begin */
	LOOKED_AT = 40,      /* tokens from the fault on ... */
	UNREADABLE = 2,      /* least number of these that are no moves, if
				they are written in another way */
	ENDS = 6,            /* plies that prove it, if the line then ends */
	GOES_ON_FOR = 24,    /* plies that prove it, if it goes on */
	PROVEN = 16,         /* beyond doubt */
	LEARNED = 12,        /* more for letters that have to be learned */
	LANGUAGE = 4,        /* more for those of a language */
	CHOICES = 16,        /* that can be taken back */
	BUDGET_LEAST = 2000, /* plies played in one mode from one place ... */
	BUDGET_PER_PLY = 4,
	OPEN_MAX = 2,      /* last rounds that can be read in two ways */
	ORDERS = 5,        /* of three columns, other than the right one */
	VIEWED_LEAST = 3,  /* moves of a player that prove his view, ... */
	VIEWED_PROVEN = 5, /* beyond doubt */
	VIEWED_PART = 6,   /* where another fault follows, ... */
	VIEWED_FOR = 16,   /* plies */
};

/* The slots in which the moves of the players stand. */
static const uint8_t orders[ORDERS][PLAYERS] = { { 2, 0, 1 }, { 1, 2, 0 },
	{ 1, 0, 2 }, { 0, 2, 1 }, { 2, 1, 0 } };

/* A way of writing. */
struct mode {
	enum repair_kind kind;
	const struct reader_context *reader;
	const uint8_t *order; /* of columns */
	const char *letters;  /* of a language; NULL: to be learned */
	const char *detail;
	/* Of views: of each player who counts so; the others' are NULL. */
	const struct reader_context *of[PLAYERS];
	const char *whose; /* as in the change */
	const struct shift *shift;
};

/* A ply, and which reading of it is tried next. */
struct choice {
	unsigned next;
	bool tried_plain;
	uint8_t plain; /* the players, as bits, who write as the record does */
	struct position before;
	struct lexicon lexicon;
};

/* An item of the passage, as it is read. */
struct read_item {
	struct item item; /* in the order of play */
	unsigned end;     /* of the round that begins with it, or 0 */
	struct slice text;
	struct move move;
	bool is_plain; /* as the record is written */
};

/* The line read in a mode from one place. */
struct mode_reading {
	const struct search *search;
	const struct mode *mode;
	unsigned long played;    /* plies */
	unsigned at, left;       /* items of the line */
	struct read_item *items; /* of these, the first; owned */
	size_t len, size;
	struct arena *arena; /* of the texts */
	struct lexicon lexicon;
	uint8_t plain;                      /* as in the choice */
	struct choice choices[CHOICES + 1]; /* of the last plies, in a ring */
	unsigned reach;                     /* plies that were played */
};

/* The best passage so far. */
struct finding {
	struct search *search;
	struct repair *repair;
	unsigned reach; /* the item that others have to go beyond */
	bool sure;
	bool is_habit; /* of one player: others are tried as well */
};

/*
 * The readings of an item
 */

/* Finds where a round of the passage ends: the next one begins with its number,
 * which is another than before, or after three plies. */
static unsigned
round_end(const struct mode_reading *reading, unsigned at)
{
	const struct item *items = reading->search->line->items + reading->at;
	unsigned end = at + 1;

	while (end < reading->left && end < at + PLAYERS &&
	    (items[end].ply->number_span.len == 0 ||
		(items[end].ply->dots != 1 &&
		    items[end].ply->number == items[at].ply->number)))
		end++;
	return end;
}

/* Takes the item at a place into the passage, with those before it and the
 * whole round. Most trials end soon, so not all of the line is taken at once.
 */
static void
take_items(struct mode_reading *reading, unsigned at)
{
	const struct shift *shift = reading->mode->shift;
	const struct item *items = shift != NULL
	    ? shift->items
	    : reading->search->line->items + reading->at;

	while (reading->len <= at) {
		size_t first = reading->len;
		bool has_rounds = reading->mode->order != NULL;
		size_t end = has_rounds ? round_end(reading, (unsigned)first)
					: first + 1;

		while (reading->len < end) {
			struct item item = items[reading->len];

			*MEM_ADD(reading, items) =
			    (struct read_item){ .item = item };
		}
		reading->items[first].end = has_rounds ? (unsigned)end : 0;
	}
}

/* At the beginning of a round, puts its moves in the order of play, each with
 * the number of its place; `plain`: as they are written. */
static void
put_in_order(struct mode_reading *reading, unsigned at, bool plain)
{
	const struct item *items = reading->search->line->items + reading->at;
	unsigned end = reading->items[at].end, slot = at;

	for (unsigned p = 0; end > 0 && p < PLAYERS; p++) {
		unsigned from = at + (plain ? p : reading->mode->order[p]);
		struct ply *ply;

		if (from >= end)
			continue;
		ply = arena_alloc(reading->search->arena, sizeof(*ply));
		*ply = *items[from].ply;
		ply->number_span = items[slot].ply->number_span;
		ply->number = items[slot].ply->number;
		ply->dots = items[slot].ply->dots;
		reading->items[slot].item = items[from];
		reading->items[slot++].item.ply = ply;
	}
}

/* Takes the text, or the order, with a number for the item at a place; `plain`:
 * as the record is written. */
static bool
take_reading(struct mode_reading *reading, unsigned at, unsigned which,
    bool plain, struct slice *text)
{
	struct arena *arena = reading->arena;
	struct slice token;

	if (reading->mode->order != NULL)
		put_in_order(reading, at, plain);
	*text = token = reading->items[at].item.token;
	if (plain)
		return true;
	if (reading->mode->kind == REPAIR_DIGITS)
		return lexicon_digits(token, which, arena, text);
	if (reading->mode->kind == REPAIR_LETTERS)
		return lexicon_letters(&reading->lexicon,
		    reading->mode->reader->alphabet, token, which, arena, text);
	return which == 0;
}

/* Whether an item can be read as the record is written, too. */
static bool
can_be_plain(const struct mode_reading *reading, unsigned at)
{
	struct slice token = reading->items[at].item.token;
	enum repair_kind kind = reading->mode->kind;

	for (size_t i = 0; kind == REPAIR_LETTERS && i < token.len; i++)
		if (lexicon_names_piece(token, i))
			return true;
	return kind == REPAIR_NOTATION ||
	    (kind == REPAIR_COLUMNS && reading->items[at].end > 0);
}

/* Whether can_be_plain; if columns are exchanged, only in a round that has a
 * move of each player. */
static bool
has_all(const struct mode_reading *reading, unsigned at)
{
	return can_be_plain(reading, at) &&
	    (reading->mode->order == NULL ||
		(reading->items[at].end == at + PLAYERS &&
		    reading->items[at].item.ply->dots == 1));
}

/* Whether a player writes all his moves as the record does. */
static bool
is_usual(const struct mode *mode, unsigned mover)
{
	return mode->kind == REPAIR_VIEW && mode->of[mover] == NULL;
}

/* Plays an item with a text. */
static bool
play_text(const struct mode_reading *reading, unsigned at, struct slice text,
    bool plain, struct position *position, struct past *past, struct move *move)
{
	const struct mode *mode = reading->mode;
	const struct reader_context *reader = mode->reader;
	struct item item = reading->items[at].item;

	if (plain)
		reader = reading->search->line->reader;
	else if (mode->kind == REPAIR_VIEW &&
	    !is_usual(mode, position->to_move))
		reader = mode->of[position->to_move];
	item.token = text;
	return trial_step(reader, position, &item, past, move);
}

/*
 * Reading in one mode
 */

/* Plays the ply at a place of the passage with the next of its readings that is
 * legal; first as its player wrote before. A round that lacks a player has no
 * columns. */
static bool
play_choice(struct mode_reading *reading, unsigned at, struct choice *choice,
    struct position *position)
{
	struct past *past = &reading->search->trial_pasts[at];
	struct read_item *item = &reading->items[at];
	unsigned mover = choice->before.to_move;
	bool can_mix = can_be_plain(reading, at), plain;
	bool is_whole = has_all(reading, at);

	do {
		reading->lexicon = choice->lexicon;
		*position = choice->before;
		plain = can_mix && !choice->tried_plain &&
		    (!is_whole || (choice->plain >> mover & 1));
		if (!plain &&
		    !take_reading(
			reading, at, choice->next++, false, &item->text)) {
			if (!can_mix || choice->tried_plain)
				return false;
			plain = true;
		}
		if (plain)
			choice->tried_plain =
			    take_reading(reading, at, 0, true, &item->text);
		reading->played++;
	} while (!play_text(
	    reading, at, item->text, plain, position, past, &item->move));
	item->is_plain = plain || is_usual(reading->mode, mover);
	reading->plain = choice->plain;
	if (is_whole)
		reading->plain = (uint8_t)((choice->plain & ~(1U << mover)) |
		    (unsigned)plain << mover);
	return true;
}

/* Reads the line in a mode from an item and a position on, as far as it goes,
 * and keeps of several ways to read it the first that goes to the end. */
static void
read_mode(struct mode_reading *reading, const struct search *search,
    const struct mode *mode, unsigned from, const struct position *start,
    struct arena *arena)
{
	unsigned left =
	    mode->shift != NULL ? mode->shift->len : search->line->len - from;
	unsigned at = 0, least = 0;
	unsigned long budget =
	    BUDGET_LEAST + (unsigned long)BUDGET_PER_PLY * left;
	bool has_choices =
	    mode->kind > REPAIR_VIEW && mode->kind < REPAIR_SHIFT;
	struct position position;

	memset(reading, 0, sizeof(*reading));
	reading->search = search;
	reading->mode = mode;
	reading->at = from;
	reading->left = left;
	reading->arena = arena;
	reading->choices[0] = (struct choice){ .before = *start };
	if (mode->letters != NULL)
		lexicon_begin(&reading->choices[0].lexicon,
		    mode->reader->alphabet, mode->letters);
	while (at < left && reading->played < budget) {
		struct choice *choice = &reading->choices[at % (CHOICES + 1)];

		take_items(reading, at);
		if (play_choice(reading, at, choice, &position)) {
			at++;
			reading->choices[at % (CHOICES + 1)] =
			    (struct choice){ .before = position,
				    .lexicon = reading->lexicon,
				    .plain = reading->plain };
			if (at > least + CHOICES)
				least = at - CHOICES;
		} else if (at > least && has_choices) {
			at--;
		} else {
			break;
		}
	}
	reading->reach = at;
}

/*
 * The results of a reading
 */

/* Whether an item, or the round that begins with it, can be read in the other
 * way, too, which is another game. */
static bool
is_open(struct mode_reading *reading, unsigned at, struct position position)
{
	bool plain = !reading->items[at].is_plain, differs = false;
	unsigned end =
	    reading->mode->order != NULL ? reading->items[at].end : at + 1;
	struct past pasts[PLAYERS];

	for (unsigned i = at; i < end; i++) {
		struct slice text;
		struct move move;

		if (!take_reading(reading, i, 0, plain, &text) ||
		    !play_text(reading, i, text, plain, &position,
			&pasts[i - at], &move))
			return false;
		differs |= !move_equal(&move, &reading->items[i].move);
	}
	return differs;
}

/* Whether the reading of an item differs from its text. */
static bool
is_strange(const struct mode_reading *reading, unsigned at)
{
	const struct read_item *item = &reading->items[at];
	struct slice token =
	    reading->search->line->items[reading->at + at].token;

	return !item->is_plain &&
	    (reading->mode->kind <= REPAIR_VIEW ||
		!slice_equal(token, item->text));
}

/* Keeps the tokens after those that were read, in which the player counts so,
 * too: a fault may stand between them. */
static void
keep_rest(const struct mode_reading *reading, const struct position *position,
    struct item *items, struct repair *repair)
{
	const struct search *search = reading->search;
	const struct mode *mode = reading->mode;
	const struct item *left = search->line->items + reading->at;
	unsigned mover = position->to_move;

	for (unsigned i = reading->reach; i < reading->left; i++) {
		const struct ply *ply = left[i].ply;

		if (ply->number_span.len > 0 && ply->dots <= PLAYERS)
			mover = ply->dots - 1;
		items[i] = left[i];
		if (!is_usual(mode, mover))
			items[i].token =
			    views_token(mode->reader, mode->of[mover]->rules,
				mover, left[i].token, search->arena);
		repair->text[i] = arena_copy(search->arena, items[i].token);
		mover = next_player(position, mover);
	}
	repair->change.instead_len = reading->left;
	repair->change.unread = reading->left - reading->reach;
}

/* Keeps the plies that were read, as the record would write them. Returns how
 * many of their numbers do not fit, or could be read in the other way, if only
 * some are read in the mode or it may have ended before the last. */
static unsigned
keep_plies(struct mode_reading *reading, struct position position,
    bool is_mixed, struct repair *repair)
{
	const struct search *search = reading->search;
	const struct reader_context *reader = search->line->reader;
	const struct rules *rules = reader->rules;
	struct arena *arena = search->arena;
	unsigned len = reading->reach, doubts = 0, open = 0;
	bool is_view = reading->mode->kind == REPAIR_VIEW;
	unsigned room = is_view ? reading->left : len;
	struct item *items = arena_alloc(arena, room * sizeof(*items));
	struct move *moves = arena_alloc(arena, len * sizeof(*moves));

	repair->text = arena_alloc(arena, room * sizeof(*repair->text));
	for (unsigned i = 0; i < len; i++) {
		items[i] = reading->items[i].item;
		moves[i] = reading->items[i].move;
		items[i].move = &moves[i];
	}
	for (unsigned i = 0; i < len; i++) {
		const struct read_item *read = &reading->items[i];
		const char *player, **whose = &repair->change.whose;

		if (has_all(reading, i))
			open = is_open(reading, i, position) ? open + 1 : 0;
		doubts += is_mixed && open > 0;
		trial_begin(rules, &position, &moves[i]);
		player = rules->variant->players[position.to_move];
		if (is_mixed && is_strange(reading, i))
			*whose =
			    *whose == NULL || *whose == player ? player : "";
		doubts += items[i].ply->number_span.len > 0 &&
		    !trial_number_fits(items[i].ply, &position);
		repair->text[i] =
		    reading->mode->kind <= REPAIR_VIEW && !read->is_plain
		    ? repair_annotated(
			  trial_text(reader, &position, &moves[i],
			      marks_of_move(rules, &position, &moves[i]),
			      arena),
			  items[i].token, arena)
		    : arena_copy(arena, read->text);
		if (rules->variant->remembers)
			position_remember(&position, &search->trial_pasts[i]);
		rules_make_move(rules, &position, &moves[i]);
	}
	repair->change.instead = items;
	repair->change.instead_len = len;
	if (is_view)
		keep_rest(reading, &position, items, repair);
	return doubts + (open > OPEN_MAX);
}

/* Whether each letter that was learned stands for its piece more than once. */
static bool
letters_are_proven(const struct mode_reading *reading)
{
	const char *known = reading->mode->letters;
	unsigned count[CAPITALS] = { 0 };

	for (unsigned i = 0; i < reading->reach; i++) {
		struct slice token = reading->items[i].item.token;

		for (size_t k = 0; k < token.len; k++)
			if (lexicon_names_piece(token, k))
				count[token.ptr[k] - 'A']++;
	}
	for (unsigned letter = 0; letter < CAPITALS; letter++)
		if (reading->lexicon.meant[letter] != '\0' &&
		    count[letter] == 1 &&
		    (known == NULL ||
			strchr(known, (int)('A' + letter)) == NULL))
			return false;
	return true;
}

/* Whether the reading has other moves than the passage found before, as far as
 * both read the line. */
static bool
has_other_moves(const struct mode_reading *reading, const struct change *change)
{
	for (unsigned i = 0; i < reading->reach; i++) {
		unsigned at = reading->at + i - change->at;

		if (reading->at + i >= change->at &&
		    at < change->instead_len - change->unread &&
		    !move_equal(
			&reading->items[i].move, change->instead[at].move))
			return true;
	}
	return false;
}

/* Keeps a reading that lasts long enough to be believed and goes farther than
 * the one found before. If the player may count the cells in two ways, neither
 * is certain. */
static void
keep_reading(struct finding *finding, struct mode_reading *reading,
    const struct position *start)
{
	const struct search *search = finding->search;
	const struct mode *mode = reading->mode;
	bool complete = reading->at + reading->reach == search->line->len;
	bool is_mixed = false;
	bool is_second = mode->kind == REPAIR_SECOND_GAME;
	unsigned more = mode->kind != REPAIR_LETTERS ? 0
	    : mode->letters == NULL                  ? (unsigned)LEARNED
						     : (unsigned)LANGUAGE;
	unsigned reach = reading->at + reading->reach, strange = 0;
	/* With its number the other game begins. */
	bool is_named = is_second &&
	    trial_number_fits(search->line->items[reading->at].ply, start);
	bool is_hinted =
	    complete && mode->reader->notation == search->line->hint;
	struct repair *repair = finding->repair;

	if (complete && reach == finding->reach && finding->is_habit &&
	    has_other_moves(reading, &repair->change))
		finding->sure = false;
	if (reach <= finding->reach || reach <= search->fault ||
	    (reading->reach < (complete || is_named ? ENDS
				      : mode->kind == REPAIR_VIEW
				      ? VIEWED_FOR
				      : GOES_ON_FOR) +
			more &&
		!is_hinted) ||
	    (is_second && reading->at == 0) ||
	    (mode->shift != NULL && reading->reach < reading->left))
		return;
	for (unsigned i = 0; i < reading->reach; i++) {
		is_mixed |= reading->items[i].is_plain && has_all(reading, i);
		strange += is_strange(reading, i);
	}
	if (mode->kind == REPAIR_VIEW &&
	    strange < (complete ? VIEWED_LEAST : VIEWED_PART))
		return;
	if (is_mixed && !is_hinted &&
	    strange < ENDS + (more > LANGUAGE ? more : 0))
		return;
	finding->is_habit =
	    mode->kind == REPAIR_VIEW || mode->kind == REPAIR_SHIFT;
	*repair = (struct repair){
		.before = *search_position(search, reading->at),
		.reach = finding->reach = reach,
		.change = { .kind = (uint8_t)mode->kind,
		    .at = reading->at,
		    .next = is_second || mode->kind == REPAIR_VIEW
			? search->line->len
			: reach,
		    .notation = mode->reader->notation,
		    .detail = mode->detail,
		    .whose = mode->whose },
	};
	if (mode->shift != NULL) {
		repair->change.edits = mode->shift->edits;
		repair->change.edits_len = mode->shift->edits_len;
	}
	finding->sure = keep_plies(reading, *start, is_mixed, repair) == 0 &&
	    (complete || is_named || mode->kind == REPAIR_VIEW) &&
	    (is_hinted || reading->reach >= PROVEN + more) &&
	    (mode->kind != REPAIR_VIEW ||
		strange >= (complete ? VIEWED_PROVEN : 2 * VIEWED_PROVEN)) &&
	    (mode->shift == NULL || !mode->shift->may_lack_last) &&
	    letters_are_proven(reading);
	if (mode->detail == NULL)
		repair->change.detail =
		    lexicon_differences(repair->change.instead, repair->text,
			repair->change.instead_len, search->arena);
	if (is_second)
		repair->change.instead_len = 0; /* the line ends before it */
}

/*
 * The modes
 */

/* Whether a round begins with a ply: columns change with one. */
static bool
is_round(const struct ply *ply, const struct position *before)
{
	return ply->number_span.len > 0 && ply->dots == 1 &&
	    trial_number_fits(ply, before);
}

/* Reads the line in a mode from an item on. */
static void
try_place(struct finding *finding, const struct mode *mode, unsigned at)
{
	const struct search *search = finding->search;
	const struct position *before = search_position(search, at);
	const struct position *start = mode->kind == REPAIR_SECOND_GAME
	    ? &mode->reader->rules->start
	    : before;
	const struct ply *ply = search->line->items[at].ply;
	struct mode_reading reading;
	struct arena arena = ARENA_INIT;

	if (mode->order != NULL && !is_round(ply, before))
		return;
	read_mode(&reading, search, mode, at, start, &arena);
	keep_reading(finding, &reading, start);
	mem_free(reading.items);
	arena_release(&arena);
}

/* Reads the line in a mode from each place near the fault on; first from its
 * beginning, where it is a habit. */
static void
try_places(struct finding *finding, const struct mode *mode)
{
	const struct search *search = finding->search;
	unsigned fault = search->fault;
	unsigned least =
	    fault - search->first > BACK ? fault - BACK : search->first;

	if (mode->kind == REPAIR_VIEW)
		try_place(finding, mode, search->first);
	for (unsigned at = fault + 1;
	     at-- > least && finding->reach < search->line->len;)
		if (!is_usual(mode, search_position(search, at)->to_move))
			try_place(finding, mode, at);
}

/* Reads the line in other notations; `kind`: the rest of it, or another game.
 */
static void
try_notations(struct finding *finding, enum repair_kind kind)
{
	struct search *search = finding->search;
	struct reader_context reader = *search->line->reader;
	struct mode mode = { .kind = kind, .reader = &reader };
	const struct notation *next = NULL;

	while (finding->reach < search->line->len &&
	    (next = notation_next(search->line->defined, next)) != NULL) {
		reader.notation = notation_of(next, reader.rules->variant);
		if (reader.notation == NULL ||
		    reader.notation == search->line->reader->notation)
			continue;
		mode.detail = kind == REPAIR_NOTATION
		    ? next->id
		    : arena_printf(
			  search->arena, "in the notation %s, ", next->id);
		try_places(finding, &mode);
	}
}

static void
try_columns(struct finding *finding)
{
	const struct sheet *line = finding->search->line;
	const char *const *players = line->reader->rules->variant->players;

	for (unsigned i = 0; i < ORDERS; i++) {
		unsigned moved = orders[i][0] == 0;
		const struct mode mode = { .kind = REPAIR_COLUMNS,
			.reader = line->reader,
			.order = orders[i],
			.detail = arena_printf(finding->search->arena,
			    "%s's moves stand in %s's column", players[moved],
			    players[orders[i][moved]]) };

		try_places(finding, &mode);
	}
}

/* Reads the line from a round on with the moves of one player a row off. */
static void
try_shift(struct finding *finding, unsigned at, unsigned column)
{
	static const char *const words[SHIFT_WAYS] = { "a row too low",
		"a row too high", "a row too low, with the last one first",
		"a row too high, with the first one last" };
	const struct search *search = finding->search;
	const char *const *players =
	    search->line->reader->rules->variant->players;
	struct shift shift;
	struct mode mode = { .kind = REPAIR_SHIFT,
		.reader = search->line->reader,
		.shift = &shift };

	for (unsigned way = 0; way < SHIFT_WAYS; way++) {
		if (!shift_column(
			search->line, at, column, way, search->arena, &shift))
			continue;
		mode.detail = arena_printf(search->arena, "%s's moves stand %s",
		    players[column], words[way]);
		try_place(finding, &mode, at);
	}
}

/* Does so from each round near the fault on. */
static void
try_shifts(struct finding *finding)
{
	const struct search *search = finding->search;
	const struct sheet *line = search->line;

	for (unsigned at = search->fault + 1;
	     at-- > search->first && at + BACK >= search->fault;)
		for (unsigned p = 0; p < PLAYERS &&
		     is_round(line->items[at].ply, search_position(search, at));
		     p++)
			try_shift(finding, at, p);
}

/* Looks at the tokens from the fault on: whether several are no moves as the
 * record is written, and whether some have a letter that is none of English. */
static void
look_on(const struct search *search, bool *unreadable, bool *has_letters)
{
	const struct reader_context *reader = search->line->reader;
	unsigned end = search->fault + LOOKED_AT, count = 0;

	*has_letters = false;
	for (unsigned i = search->fault; i < end && i < search->line->len;
	     i++) {
		struct slice token = search->line->items[i].token;
		struct parsed_turn parsed;

		count += token.len == 0 || token.len > TOKEN_MAX ||
		    !notation_read(
			reader->notation, reader->alphabet, token, &parsed);
		for (size_t k = 0; k < token.len; k++)
			*has_letters |= lexicon_names_piece(token, k) &&
			    strchr(reader->alphabet->pieces, token.ptr[k]) ==
				NULL;
	}
	*unreadable = count >= UNREADABLE;
}

/* "Gray counts the cells from Black's side from right to left" */
static const char *
view_words(
    const struct finding *finding, unsigned player, const struct view *view)
{
	const struct reader_context *reader = finding->search->line->reader;
	const char *const *players = reader->rules->variant->players;
	struct arena *arena = finding->search->arena;
	unsigned seat = reader->notation->naming == NAMING_SEAT ? player : 0;
	unsigned side = (seat + view->side) % PLAYERS;
	const char *words = "";

	if (side == player && view->side != 0)
		words = " from his own side";
	else if (view->side != 0)
		words = arena_printf(arena, " from %s's side", players[side]);
	return arena_printf(arena, "%s counts the cells%s%s", players[player],
	    words, views_flipped(view));
}

/* Reads the moves of each player with the cells as he may count them. */
static void
try_view(struct finding *finding, struct rules *rules, const struct view *view)
{
	const struct sheet *line = finding->search->line;
	const struct rules *usual = line->reader->rules;
	struct reader_context reader = *line->reader;

	if (!views_apply(rules, usual, view))
		return;
	reader.rules = rules;
	for (unsigned p = 0; p < PLAYERS; p++) {
		struct mode mode = { .kind = REPAIR_VIEW,
			.reader = line->reader,
			.whose = usual->variant->players[p],
			.detail = view_words(finding, p, view) };

		mode.of[p] = &reader;
		try_places(finding, &mode);
	}
}

/* Reads all moves with the cells as each player sees them; or as the first
 * does, if the notation has them from each player's side. */
static void
try_all_sides(struct finding *finding, struct rules *rules)
{
	const struct reader_context *usual = finding->search->line->reader;
	bool is_seat = usual->notation->naming == NAMING_SEAT;
	struct reader_context reader[PLAYERS];
	struct mode mode = { .kind = REPAIR_VIEW,
		.reader = usual,
		.detail = is_seat
		    ? "all players count the cells from one side"
		    : "each player counts the cells from his own side" };

	for (unsigned p = 1; p < PLAYERS; p++) {
		const struct view view = { .side = is_seat ? PLAYERS - p : p };

		reader[p] = *usual;
		reader[p].rules = &rules[p];
		mode.of[p] = &reader[p];
		views_apply(&rules[p], usual->rules, &view);
	}
	try_places(finding, &mode);
}

/* A player who counts in another way meets a fault in most of his moves. */
static void
try_views(struct finding *finding)
{
	const struct rules *usual = finding->search->line->reader->rules;
	struct rules *rules = mem_zeroed(PLAYERS * sizeof(*rules));
	unsigned has_parts = finding->search->line->reader->notation->is_short;
	struct view view;

	for (unsigned p = 0; p < PLAYERS; p++)
		rules_init_zeroed(&rules[p], usual->variant, &usual->settings);
	for (view.parts = 0; view.parts <= has_parts; view.parts++)
		for (view.side = 0; view.side < PLAYERS; view.side++)
			for (view.flip = 0; view.flip < VIEW_FLIPS; view.flip++)
				try_view(finding, rules, &view);
	try_all_sides(finding, rules);
	mem_free(rules);
}

static void
try_letters(struct finding *finding)
{
	struct mode mode = { .kind = REPAIR_LETTERS,
		.reader = finding->search->line->reader };
	const char *const *language = lexicon_languages;

	do {
		mode.letters = *language;
		try_places(finding, &mode);
	} while (*language++ != NULL);
}

bool
search_passage(
    struct search *search, unsigned reach, struct repair *repair, bool *sure)
{
	const struct sheet *line = search->line;
	const struct mode digits = { .kind = REPAIR_DIGITS,
		.reader = line->reader };
	const struct mode second = {
		.kind = REPAIR_SECOND_GAME, .reader = line->reader, .detail = ""
	};
	struct finding finding = {
		.search = search, .repair = repair, .reach = reach
	};
	bool unreadable, has_letters, stops_soon;

	if (line->len - search->fault < ENDS && line->hint == NULL)
		return false;
	/* Each item has to be a ply that was written. */
	for (unsigned i = search->first; i < line->len; i++)
		if (line->items[i].ply == NULL)
			return false;
	look_on(search, &unreadable, &has_letters);
	stops_soon = unreadable || reach <= search->fault + ENDS;
	if (stops_soon)
		try_notations(&finding, REPAIR_NOTATION);
	if (reach <= search->fault + GOES_ON_FOR)
		try_views(&finding);
	if (unreadable)
		try_places(&finding, &digits);
	try_places(&finding, &second);
	if (stops_soon)
		try_notations(&finding, REPAIR_SECOND_GAME);
	if (has_letters && line->reader->notation->has_letters)
		try_letters(&finding);
	try_shifts(&finding);
	try_columns(&finding);
	*sure = finding.sure;
	return finding.reach > reach;
}
