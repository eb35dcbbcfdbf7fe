/* Ternion: finds a passage that is written in another way.
 *
 * Each way is a mode in which the rest of the line is read: a reader of its
 * own, an order of the items, and for each token the texts that it may stand
 * for, which may be as the rest of the record is written. The modes are tried
 * from each place near the fault. Of several texts the first legal one is
 * played, and the others are tried when the line stops later. */
#include <limits.h>

#include "parse/repair/costs.h"
#include "parse/repair/decode.h"
#include "parse/repair/passage.h"
#include "parse/repair/written.h"

enum {
	BACK = 24,           /* plies before the fault where it may begin */
	LOOKED_AT = 40,      /* tokens from the fault on ... */
	UNREADABLE = 2,      /* least number of these that are no moves, if
				they are written in another way */
	ENDS = 6,            /* plies that prove it, if the line then ends */
	GOES_ON_FOR = 24,    /* plies that prove it, if it goes on, ... */
	ORDERED_FOR = 5,     /* or in this order: see order_worth */
	OTHERWISE_FOR = 8,   /* or in texts that are no moves otherwise */
	PROVEN = 16,         /* beyond doubt */
	LANGUAGE = 4,        /* more for letters of a language, ... */
	LETTERED = 4,        /* and the tokens with them that prove it */
	CHOICES = 16,        /* that can be taken back */
	BUDGET_LEAST = 2000, /* plies played in one mode from one place ... */
	BUDGET_PER_PLY = 4,
	VIEWED_LEAST = 3,  /* moves of a player that prove his view, ... */
	VIEWED_PROVEN = 5, /* beyond doubt */
	VIEWED_PART = 6,   /* where another fault follows, ... */
	VIEWED_FOR = 16,   /* plies */
	JUMPS_LEAST = 3,   /* in the order of the items; see order.h */
	JUMPS_MOST = 9,
	BEYOND = 6,       /* moves that a slip may stand for, ... */
	BEYOND_COST = 45, /* of this cost */
};

/* A way of writing. */
struct mode {
	enum repair_kind kind;
	/* Of each player's moves; NULL: he writes as the record does. */
	const struct language *reader[PLAYERS];
	const struct notation *notation; /* of these, if it is another */
	unsigned jumps;                  /* of REPAIR_COLUMNS; see order.h */
	const char *detail;
	const char *whose; /* as in the change */
};

/* A ply, and which reading of it is tried next. */
struct choice {
	unsigned next;
	bool tried_plain;
	bool tries_loose; /* texts with more or less than is needed */
	uint8_t plain; /* the players, as bits, who write as the record does */
	struct position before;
};

/* An item of the passage, as it is read. */
struct read_item {
	struct item item; /* in the order of play, ... */
	unsigned from;    /* and in that of the text */
	struct slice text;
	struct move move;
	bool is_plain; /* as the record is written */
};

/* The line read in a mode from one place. */
struct mode_reading {
	const struct search *search;
	const struct mode *mode;
	unsigned long played;               /* plies */
	unsigned at, left;                  /* items of the line */
	struct read_item *items;            /* of these, */
	struct order order;                 /* in which they are played */
	struct arena *arena;                /* of all these */
	uint8_t plain;                      /* as in the choice */
	struct choice choices[CHOICES + 1]; /* of the last plies, in a ring */
	/* The reading that goes farthest: */
	unsigned reach; /* plies that were played, up to a slip, */
	unsigned far;   /* and with those after it, */
	unsigned worth; /* and those that count */
	int rank;
	struct read_item *farthest;
	uint8_t known_plain;
};

/* The best passage so far. */
struct finding {
	struct search *search;
	struct repair *repair;
	unsigned reach; /* the item that others have to go beyond, ... */
	unsigned read;  /* or have to read to without a slip */
	bool sure;
	bool is_habit; /* of a player: others are tried as well */
};

/*
 * The readings of an item
 */

/* Takes the text, or the item, with a number for the ply at a place; `plain`:
 * as the record is written. */
static bool
take_reading(struct mode_reading *reading, unsigned at, unsigned which,
    bool plain, struct slice *text)
{
	const struct item *items = reading->search->line->items + reading->at;
	struct arena *arena = reading->arena;
	struct slice token;

	if (reading->mode->kind == REPAIR_COLUMNS) {
		unsigned taken = order_take(&reading->order, at,
		    reading->choices[at % (CHOICES + 1)].before.to_move, which);

		if (taken == reading->left)
			return false;
		reading->items[at].from = taken;
		reading->items[at].item = items[taken];
		reading->items[at].item.unnumbered = true;
		*text = items[taken].token;
		return true;
	}
	*text = token = reading->items[at].item.token;
	if (plain)
		return true;
	if (reading->mode->kind == REPAIR_DIGITS)
		return lexicon_digits(token, which, arena, text);
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
	return kind == REPAIR_NOTATION;
}

/* Whether a player writes all his moves as the record does. */
static bool
is_usual(const struct mode *mode, unsigned mover)
{
	return mode->kind == REPAIR_VIEW && mode->reader[mover] == NULL;
}

/* How a text of the player is read. */
static const struct language *
reader_of(const struct mode_reading *reading, unsigned mover, bool plain)
{
	const struct language *own = reading->mode->reader[mover];

	return plain || own == NULL ? reading->search->line->reader : own;
}

/* Plays an item with a text. */
static bool
play_text(const struct mode_reading *reading, unsigned at, struct slice text,
    bool plain, struct position *position, struct past *past,
    struct trial *trial)
{
	const struct language *reader =
	    reader_of(reading, position->to_move, plain);
	struct item item = reading->items[at].item;

	item.reader = NULL;
	item.token = text;
	if (!trial_find(reader, position, &item, trial))
		return false;
	rules_play(reader->rules, position, &trial->played.move, past);
	return true;
}

/*
 * Reading in one mode
 */

/* Takes the next text of the ply at a place, first as its player wrote before;
 * false if there are no more. */
static bool
next_text(struct mode_reading *reading, unsigned at, struct choice *choice,
    bool *plain)
{
	struct slice *text = &reading->items[at].text;
	unsigned mover = choice->before.to_move;
	bool can_mix = can_be_plain(reading, at);

	*plain =
	    can_mix && !choice->tried_plain && (choice->plain >> mover & 1);
	if (!*plain && take_reading(reading, at, choice->next++, false, text))
		return true;
	if (reading->mode->kind == REPAIR_DIGITS && !choice->tries_loose) {
		choice->tries_loose = true;
		choice->next = 1;
		return take_reading(reading, at, 0, false, text);
	}
	if (!can_mix || choice->tried_plain)
		return false;
	*plain = true;
	choice->tried_plain = take_reading(reading, at, 0, true, text);
	return true;
}

/* Plays the ply at a place of the passage with the next of its texts that is
 * legal. Of those with digits first come the ones that state no more and no
 * less than is needed. */
static bool
play_choice(struct mode_reading *reading, unsigned at, struct choice *choice,
    struct position *position)
{
	struct past *past = &reading->search->trial_pasts[at];
	struct read_item *item = &reading->items[at];
	unsigned mover = choice->before.to_move;
	bool can_mix = can_be_plain(reading, at), plain;
	bool has_digits = reading->mode->kind == REPAIR_DIGITS;
	struct trial trial;

	do {
		*position = choice->before;
		if (!next_text(reading, at, choice, &plain))
			return false;
		reading->played++;
	} while (!play_text(
		     reading, at, item->text, plain, position, past, &trial) ||
	    (has_digits && (trial.style > 0) != choice->tries_loose));
	item->move = trial.played.move;
	item->is_plain = plain || is_usual(reading->mode, mover);
	reading->plain = choice->plain;
	if (can_mix)
		reading->plain = (uint8_t)((choice->plain & ~(1U << mover)) |
		    (unsigned)plain << mover);
	return true;
}

/* Keeps the reading of the first plies if it goes farther than those before. */
static void
keep_farthest(struct mode_reading *reading, unsigned plies)
{
	size_t size = plies * sizeof(*reading->farthest);
	bool is_order = reading->mode->kind == REPAIR_COLUMNS;
	int rank = is_order ? order_rank(&reading->order, plies) : (int)plies;

	if (plies == 0 || rank <= reading->rank)
		return;
	reading->rank = rank;
	reading->worth = is_order ? order_worth(&reading->order, plies) : plies;
	reading->far = plies;
	reading->farthest = arena_take(reading->arena, size);
	memcpy(reading->farthest, reading->items, size);
	reading->known_plain = reading->choices[plies % (CHOICES + 1)].plain;
}

/* Reads on from a ply, before which the choice of it is set. Of several ways to
 * read the line the first that goes farthest is kept. */
static void
read_on(struct mode_reading *reading, unsigned at)
{
	unsigned long budget =
	    BUDGET_LEAST + (unsigned long)BUDGET_PER_PLY * reading->left;
	unsigned least = at;
	struct position position;

	reading->played = 0;
	while (at < reading->left && reading->played < budget) {
		struct choice *choice = &reading->choices[at % (CHOICES + 1)];

		reading->items[at].item =
		    reading->search->line->items[reading->at + at];
		reading->items[at].from = at;
		if (play_choice(reading, at, choice, &position)) {
			at++;
			reading->choices[at % (CHOICES + 1)] =
			    (struct choice){ .before = position,
				    .plain = reading->plain };
			if (at > least + CHOICES)
				least = at - CHOICES;
			continue;
		}
		keep_farthest(reading, at);
		if (at == least || reading->mode->kind <= REPAIR_VIEW)
			break;
		at--;
	}
	keep_farthest(reading, at);
}

/* Reads the line in a mode from an item and a position on, as far as it goes.
 */
static void
read_mode(struct mode_reading *reading, const struct search *search,
    const struct mode *mode, unsigned from, const struct position *start,
    struct arena *arena)
{
	unsigned left = search->line->len - from;

	memset(reading, 0, sizeof(*reading));
	reading->search = search;
	reading->mode = mode;
	reading->at = from;
	reading->left = left;
	reading->arena = arena;
	reading->rank = INT_MIN;
	reading->items = arena_take(arena, left * sizeof(*reading->items));
	reading->choices[0] = (struct choice){ .before = *start };
	if (mode->kind == REPAIR_COLUMNS)
		order_begin(&reading->order, left, mode->jumps, arena);
	read_on(reading, 0);
	reading->reach = reading->far;
	reading->plain = reading->known_plain;
}

/* Whether the reading of an item differs from its text. */
static bool
is_strange(const struct mode_reading *reading, unsigned at)
{
	const struct read_item *item = &reading->items[at];
	struct slice token =
	    reading->search->line->items[reading->at + at].token;

	return !item->is_plain &&
	    (reading->mode->kind == REPAIR_VIEW || can_be_plain(reading, at) ||
		!slice_equal(token, item->text));
}

/*
 * Reading beyond a slip
 */

/* The moves that a token may be a slip for, the likeliest first. */
struct slip {
	const struct position *position;
	struct written written;
	unsigned len;
	unsigned cost[BEYOND];
	struct move move[BEYOND];
};

static bool
compare_slip(void *context, const struct move *move)
{
	struct slip *slip = context;
	unsigned i = slip->len, cost;
	bool unmarked;

	if (move->pair)
		return false; /* these are listed last */
	cost = written_cost(
	    &slip->written, slip->position, move, BEYOND_COST, &unmarked);
	if (cost > BEYOND_COST)
		return true;
	slip->len += slip->len < BEYOND;
	for (; i > 0 && slip->cost[i - 1] > cost; i--)
		if (i < BEYOND) {
			slip->cost[i] = slip->cost[i - 1];
			slip->move[i] = slip->move[i - 1];
		}
	if (i < BEYOND) {
		slip->cost[i] = cost;
		slip->move[i] = *move;
	}
	return true;
}

/* Lists the moves that the item after those that were read may be a slip for.
 */
static void
list_slips(
    struct mode_reading *reading, struct read_item *item, struct slip *slip)
{
	const struct search *search = reading->search;
	unsigned at = reading->reach, mover = slip->position->to_move;
	bool is_plain = reading->plain >> mover & 1;
	unsigned which = reading->mode->kind == REPAIR_DIGITS;

	*item =
	    (struct read_item){ .item = search->line->items[reading->at + at],
		    .from = at,
		    .is_plain = is_plain || is_usual(reading->mode, mover) };
	if (!take_reading(reading, at, which, is_plain, &item->text) &&
	    which == 0)
		return;
	written_read(&slip->written, reader_of(reading, mover, is_plain),
	    search->line->known, slip->position, item->text);
	rules_all_moves(search->rules, slip->position, compare_slip, slip);
	written_release(&slip->written);
}

/* Where the moves stop at a slip they may go on after it: the items that stand
 * there are evidence, too. The first token of another notation may be the slip;
 * one as the record is written does not belong to it. */
static void
look_beyond(struct mode_reading *reading, struct position position)
{
	const struct search *search = reading->search;
	struct slip slip = { .position = &position };
	unsigned at = reading->reach, worth = reading->worth;
	bool is_order = reading->mode->kind == REPAIR_COLUMNS;

	if (at == reading->left || reading->mode->kind == REPAIR_SECOND_GAME ||
	    (at > 0 ? reading->farthest->is_plain
		    : reading->mode->kind != REPAIR_NOTATION) ||
	    reading->at + at < search->fault)
		return;
	if (is_order)
		order_begin(&reading->order, reading->left,
		    reading->mode->jumps, reading->arena);
	for (unsigned i = 0; i < at; i++) {
		const struct read_item *item = &reading->farthest[i];

		reading->items[i] = *item;
		if (is_order)
			order_keep(
			    &reading->order, i, position.to_move, item->from);
		trial_begin(search->rules, &position, &item->move);
		rules_play(search->rules, &position, &item->move,
		    &search->trial_pasts[i]);
	}
	reading->choices[at % (CHOICES + 1)].before = position;
	list_slips(reading, &reading->items[at], &slip);
	for (unsigned i = 0; i < slip.len; i++) {
		struct choice *next =
		    &reading->choices[(at + 1) % (CHOICES + 1)];

		reading->items[at].move = slip.move[i];
		*next = (struct choice){ .before = position,
			.plain = reading->plain };
		trial_begin(search->rules, &next->before, &slip.move[i]);
		rules_play(search->rules, &next->before, &slip.move[i],
		    &search->trial_pasts[at]);
		read_on(reading, at + 1);
	}
	if (reading->far == at + 1) {
		reading->far = at;
		reading->worth = worth;
	}
}

/*
 * The results of a reading
 */

/* Whether a token is a move to a cell of the board, or castling. */
static bool
names_cell(const struct language *reader, unsigned mover, struct slice token)
{
	struct parsed_turn parsed;
	struct slice to;

	if (!notation_read(reader->notation, reader->alphabet, token, &parsed))
		return false;
	to = parsed_part(token, parsed.move.to);
	return to.len == 0 ||
	    (coords_is_cell(reader->notation->naming, to) &&
		coords_read(&reader->rules->board, reader->notation->naming,
		    mover, to) != CELL_NONE);
}

/* Notes which signs stand for digits in the tokens that were read. */
static void
note_signs(const struct mode_reading *reading, bool signs[256])
{
	for (unsigned i = 0; i < reading->reach; i++) {
		struct slice token = reading->items[i].item.token;
		struct slice text = reading->items[i].text;

		for (size_t k = 0; k < token.len; k++)
			if (token.ptr[k] != text.ptr[k])
				signs[(unsigned char)token.ptr[k]] = true;
	}
}

/* A token of the rest as it would be with digits: for signs that stood for some
 * before, and for others where the token is not a move otherwise. */
static struct slice
rest_digits(const struct search *search, const bool signs[256], unsigned mover,
    struct slice token)
{
	const struct language *reader = search->line->reader;
	struct slice text, other = token;

	for (unsigned i = 1; lexicon_digits(token, i, search->arena, &text);
	     i++) {
		bool is_usual = true;

		if (!names_cell(reader, mover, text))
			continue;
		for (size_t k = 0; k < token.len; k++)
			is_usual &= token.ptr[k] == text.ptr[k] ||
			    signs[(unsigned char)token.ptr[k]];
		if (is_usual)
			return text;
		if (other.ptr == token.ptr)
			other = text;
	}
	return names_cell(reader, mover, token) ? token : other;
}

/* Keeps a reader with the repair, and the rules with the names of a view, or
 * the letters of a language. */
static const struct language *
keep_reader(const struct search *search, const struct language *reader)
{
	const struct language *usual = search->line->reader;
	struct arena *arena = search->arena;
	struct language *copy;

	if (reader == NULL)
		return NULL;
	copy = arena_bytes(arena, reader, sizeof(*reader));
	if (reader->rules != usual->rules) {
		struct rules *rules = arena_alloc(arena, sizeof(*rules));

		rules_init_like(rules, reader->rules, &usual->rules->settings);
		copy->rules = rules;
	}
	if (reader->alphabet != usual->alphabet)
		copy->alphabet = arena_bytes(
		    arena, reader->alphabet, sizeof(*reader->alphabet));
	return copy;
}

/* Keeps the items after those that were read, which are written so, too: a
 * fault may stand between them. */
static void
keep_rest(struct mode_reading *reading, const struct position *position,
    unsigned *order, struct item *items, struct repair *repair)
{
	const struct search *search = reading->search;
	const struct mode *mode = reading->mode;
	const struct item *left = search->line->items + reading->at;
	unsigned mover = position->to_move;
	const struct language *reader[PLAYERS] = { NULL };
	bool signs[256] = { false };

	if (mode->kind == REPAIR_DIGITS)
		note_signs(reading, signs);
	for (unsigned p = 0; p < PLAYERS && reading->reach < reading->left; p++)
		reader[p] = keep_reader(search, mode->reader[p]);
	for (unsigned i = reading->reach; i < reading->far; i++)
		order[i] = reading->items[i].from;
	order_rest(order, reading->far, reading->left);
	for (unsigned i = reading->reach; i < reading->left; i++) {
		const struct ply *ply = left[i].ply;
		if (ply->number_span.len > 0 && ply->dots - 1 < PLAYERS)
			mover = ply->dots - 1;
		items[i] = left[order[i]];
		items[i].unnumbered = mode->kind == REPAIR_COLUMNS;
		if (items[i].move == NULL && !(reading->plain >> mover & 1)) {
			if (mode->kind == REPAIR_DIGITS)
				items[i].token = rest_digits(
				    search, signs, mover, items[i].token);
			items[i].reader = reader[mover];
		}
		repair->text[i] = arena_copy(search->arena, items[i].token);
		mover = next_player(position, mover);
	}
	repair->change.instead_len = reading->left;
	repair->change.next = reading->at + reading->left;
	repair->change.unread = reading->left - reading->reach;
}

/* Keeps the plies that were read, as the record would write them. Returns how
 * many of their numbers do not fit. */
static unsigned
keep_plies(struct mode_reading *reading, struct position position,
    bool is_mixed, struct repair *repair)
{
	const struct search *search = reading->search;
	const struct language *reader = search->line->reader;
	const struct rules *rules = reader->rules;
	struct arena *arena = search->arena;
	unsigned len = reading->reach, misfits = 0, mover;
	unsigned room = reading->left;
	struct item *items = arena_alloc(arena, room * sizeof(*items));
	struct move *moves = arena_alloc(arena, len * sizeof(*moves));
	unsigned *order = arena_alloc(arena, room * sizeof(*order));

	repair->text = arena_alloc(arena, room * sizeof(*repair->text));
	for (unsigned i = 0; i < len; i++) {
		const struct read_item *read = &reading->items[i];
		const char *player, **whose = &repair->change.whose;

		moves[i] = read->move;
		items[i] = read->item;
		items[i].reader = NULL;
		items[i].move = &moves[i];
		order[i] = read->from;
		trial_begin(rules, &position, &moves[i]);
		mover = position.to_move;
		player = rules->variant->players[mover];
		if (is_mixed && is_strange(reading, i))
			*whose =
			    *whose == NULL || *whose == player ? player : "";
		misfits += items[i].ply->number_span.len > 0 &&
		    !items[i].unnumbered &&
		    !trial_number_fits(items[i].ply, &position);
		repair->text[i] = reading->mode->reader[mover] != NULL &&
			is_strange(reading, i)
		    ? repair_annotated(trial_text(reader, &position, &moves[i],
					   false, arena),
			  items[i].token, arena)
		    : arena_copy(arena, read->text);
		rules_play(
		    rules, &position, &moves[i], &search->trial_pasts[i]);
	}
	repair->change.instead = items;
	repair->change.instead_len = len;
	repair->change.places = order;
	if (reading->mode->kind != REPAIR_SECOND_GAME)
		keep_rest(reading, &position, order, items, repair);
	return misfits;
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

/* The letters that have another meaning than in the record, each once: "F for
 * B, D for Q". */
static const char *
letter_words(const struct mode_reading *reading)
{
	const struct alphabet *own = reading->mode->reader[0]->alphabet;
	const struct search *search = reading->search;
	bool told[256] = { false };
	const char *words = "";

	for (unsigned i = 0; i < reading->reach; i++) {
		const struct read_item *read = &reading->items[i];
		struct slice token = read->item.token;

		for (size_t k = 0; k < token.len && !read->is_plain; k++) {
			unsigned char letter = (unsigned char)token.ptr[k];
			char meant =
			    letter < sizeof(own->read) ? own->read[letter] : 0;
			const char *usual;

			if (!lexicon_names_piece(token, k) || told[letter] ||
			    meant == 0)
				continue;
			told[letter] = true;
			usual = alphabet_text(
			    search->line->reader->alphabet, meant);
			if (usual[0] != token.ptr[k])
				words =
				    arena_printf(search->arena, "%s%s%c for %s",
					words, words[0] != '\0' ? ", " : "",
					letter, usual);
		}
	}
	return words;
}

/* Says in which order the moves stand. */
static void
tell_order(const struct mode_reading *reading, const struct position *start,
    struct repair *repair)
{
	const struct search *search = reading->search;
	struct change *change = &repair->change;
	bool is_column;

	change->detail = order_words(search->line, reading->at, change->places,
	    change->instead, reading->reach, *start, &is_column, search->arena);
	if (!is_column)
		change->kind = REPAIR_SHIFT;
}

/* Letters of a language need more plies. */
static unsigned
language_more(const struct mode_reading *reading)
{
	return reading->mode->kind == REPAIR_LETTERS ? LANGUAGE : 0;
}

/* The evidence for a reading. */
struct evidence {
	bool is_complete; /* all of the line is read, */
	bool ends;        /* or all but a slip */
	bool is_mixed;    /* some plies are as the record is written, */
	unsigned strange; /* the number of the others */
	bool is_numbered; /* a second game begins with its number */
	bool is_hinted;   /* the notation was expected */
};

static struct evidence
find_evidence(const struct mode_reading *reading, const struct position *start)
{
	const struct sheet *line = reading->search->line;
	const struct mode *mode = reading->mode;
	struct evidence evidence = {
		.is_complete = reading->reach == reading->left,
		.ends = reading->far == reading->left,
		.is_numbered = mode->kind == REPAIR_SECOND_GAME &&
		    trial_number_fits(line->items[reading->at].ply, start),
	};

	evidence.is_hinted = evidence.is_complete && mode->notation != NULL &&
	    mode->notation == line->hint;
	for (unsigned i = 0; i < reading->far; i++) {
		evidence.is_mixed |=
		    reading->items[i].is_plain && can_be_plain(reading, i);
		evidence.strange += is_strange(reading, i);
	}
	return evidence;
}

/* Whether enough plies count for the reading. */
static bool
lasts(const struct mode_reading *reading, const struct evidence *evidence)
{
	static const unsigned least[REPAIRS] = {
		[REPAIR_NOTATION] = OTHERWISE_FOR,
		[REPAIR_VIEW] = VIEWED_FOR,
		[REPAIR_LETTERS] = GOES_ON_FOR,
		[REPAIR_DIGITS] = OTHERWISE_FOR,
		[REPAIR_COLUMNS] = ORDERED_FOR,
		[REPAIR_SECOND_GAME] = GOES_ON_FOR,
	};
	enum repair_kind kind = reading->mode->kind;
	bool is_whole = evidence->ends || evidence->is_numbered;

	return evidence->is_hinted ||
	    reading->worth >=
	    (is_whole ? ENDS : least[kind]) + language_more(reading);
}

/* Whether enough plies cannot be read as the record is written. */
static bool
is_strange_enough(
    const struct mode_reading *reading, const struct evidence *evidence)
{
	enum repair_kind kind = reading->mode->kind;
	unsigned least = 0;

	if (kind == REPAIR_VIEW)
		least = evidence->ends ? VIEWED_LEAST : VIEWED_PART;
	if (evidence->is_mixed && !evidence->is_hinted)
		least = kind == REPAIR_LETTERS ? LETTERED : ENDS;
	if (kind == REPAIR_COLUMNS || reading->far > reading->reach)
		least = ENDS;
	return evidence->strange >= least;
}

/* Whether the reading is beyond doubt, its numbers aside. */
static bool
is_proven(const struct mode_reading *reading, const struct evidence *evidence)
{
	unsigned more = language_more(reading);

	if (reading->mode->kind == REPAIR_VIEW) {
		if (evidence->strange <
		    (evidence->is_complete ? VIEWED_PROVEN : 2 * VIEWED_PROVEN))
			return false;
	} else if (!evidence->is_complete && !evidence->is_numbered &&
	    reading->reach < GOES_ON_FOR + more) {
		return false;
	}
	return evidence->is_hinted ||
	    (reading->reach >= PROVEN + more &&
		(!evidence->is_mixed || evidence->strange >= ENDS));
}

/* Says how the passage is written. */
static void
tell_reading(const struct mode_reading *reading, const struct position *start,
    struct repair *repair)
{
	struct change *change = &repair->change;

	if (change->kind == REPAIR_COLUMNS)
		tell_order(reading, start, repair);
	else if (change->kind == REPAIR_LETTERS)
		change->detail = letter_words(reading);
	else if (change->kind == REPAIR_DIGITS)
		change->detail = lexicon_differences(change->instead,
		    repair->text, change->instead_len, reading->search->arena);
	else if (change->kind == REPAIR_SECOND_GAME)
		change->instead_len = 0; /* the line ends before it */
}

/* Whether the reading goes farther than the one found before, and beyond the
 * fault. */
static bool
goes_farther(const struct finding *finding, const struct mode_reading *reading)
{
	unsigned reach = reading->at + reading->far;

	if (reading->mode->kind == REPAIR_SECOND_GAME && reading->at == 0)
		return false;
	if (reach == finding->reach)
		return reach > finding->search->fault &&
		    reading->at + reading->reach > finding->read;
	return reach > finding->reach && reach > finding->search->fault;
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
	const struct evidence evidence = find_evidence(reading, start);
	struct repair *repair = finding->repair;

	if (evidence.is_complete && search->line->len == finding->reach &&
	    finding->is_habit && has_other_moves(reading, &repair->change))
		finding->sure = false;
	if (!goes_farther(finding, reading) || !lasts(reading, &evidence) ||
	    !is_strange_enough(reading, &evidence))
		return;
	finding->reach = reading->at + reading->far;
	finding->read = reading->at + reading->reach;
	finding->is_habit =
	    mode->kind == REPAIR_VIEW || mode->kind == REPAIR_LETTERS;
	*repair = (struct repair){
		.before = *search_position(search, reading->at),
		.reach = reading->at + reading->reach,
		.change = { .kind = (uint8_t)mode->kind,
		    .at = reading->at,
		    .next = search->line->len,
		    .notation = mode->notation,
		    .detail = mode->detail,
		    .whose = mode->whose },
	};
	finding->sure =
	    keep_plies(reading, *start, evidence.is_mixed, repair) == 0 &&
	    is_proven(reading, &evidence);
	tell_reading(reading, start, repair);
}

/*
 * The modes
 */

/* Reads the line in a mode from an item on. */
static void
try_place(struct finding *finding, const struct mode *mode, unsigned at)
{
	const struct search *search = finding->search;
	const struct position *before = search_position(search, at);
	const struct position *start =
	    mode->kind == REPAIR_SECOND_GAME ? &search->rules->start : before;
	struct mode_reading reading;
	SCRATCH_ARENA arena = ARENA_INIT;

	read_mode(&reading, search, mode, at, start, &arena);
	look_beyond(&reading, *start);
	reading.items = reading.farthest;
	reading.plain = reading.known_plain;
	keep_reading(finding, &reading, start);
}

/* Reads the line in a mode from each place near the fault on; first from its
 * beginning, where it is a habit. */
static void
try_places(struct finding *finding, const struct mode *mode)
{
	const struct search *search = finding->search;
	unsigned fault = search->fault;
	unsigned least =
	    fault - search->settled > BACK ? fault - BACK : search->settled;

	if (mode->kind == REPAIR_VIEW)
		try_place(finding, mode, search->settled);
	for (unsigned at = fault + 1;
	     at-- > least && finding->read < search->line->len;)
		if (!is_usual(mode, search_position(search, at)->to_move))
			try_place(finding, mode, at);
}

/* Reads the line in other notations; `kind`: the rest of it, or another game.
 */
static void
try_notations(struct finding *finding, enum repair_kind kind)
{
	struct search *search = finding->search;
	struct language reader = *search->line->reader;
	struct mode mode = { .kind = kind,
		.reader = { &reader, &reader, &reader } };
	const struct notation *next = NULL;

	while (finding->reach < search->line->len &&
	    (next = notation_next(search->line->defined, next)) != NULL) {
		reader.notation = notation_of(next, reader.rules->variant);
		if (reader.notation == NULL ||
		    reader.notation == search->line->reader->notation)
			continue;
		mode.notation = reader.notation;
		mode.detail = kind == REPAIR_NOTATION
		    ? next->id
		    : arena_printf(
			  search->arena, "in the notation %s, ", next->id);
		try_places(finding, &mode);
	}
}

/* Puts the items near the fault, and all after it, into the order of play. It
 * begins where the first is another than in the text. */
static void
try_order(struct finding *finding, const struct mode *mode)
{
	const struct search *search = finding->search;
	unsigned at = search->fault - search->settled > BACK
	    ? search->fault - BACK
	    : search->settled;
	struct mode_reading reading;
	SCRATCH_ARENA arena = ARENA_INIT;
	unsigned same = 0;

	read_mode(
	    &reading, search, mode, at, search_position(search, at), &arena);
	while (same < reading.reach && reading.farthest[same].from == same)
		same++;
	if (at + reading.reach > finding->read && same < reading.reach &&
	    at + same <= search->fault)
		try_place(finding, mode, at + same);
}

/* First with few irregular places: more make other games possible. */
static void
try_orders(struct finding *finding)
{
	struct mode mode = { .kind = REPAIR_COLUMNS, .jumps = JUMPS_LEAST };

	for (; mode.jumps <= JUMPS_MOST &&
	     finding->read < finding->search->line->len;
	     mode.jumps += 2)
		try_order(finding, &mode);
}

/* Looks at the tokens from the fault on: whether several are no moves as the
 * record is written, and whether some have a letter that is none of English. */
static void
look_on(const struct search *search, bool *unreadable, bool *has_letters)
{
	const struct language *reader = search->line->reader;
	unsigned end = search->fault + LOOKED_AT, count = 0;

	*has_letters = false;
	for (unsigned i = search->fault; i < end && i < search->line->len;
	     i++) {
		const struct item *item = &search->line->items[i];
		const struct language *own =
		    item->reader != NULL ? item->reader : reader;
		struct slice token = item->token;
		struct parsed_turn parsed;

		count += token.len == 0 || token.len > TOKEN_MAX ||
		    !notation_read(
			own->notation, own->alphabet, token, &parsed);
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
	const struct language *reader = finding->search->line->reader;
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
	    words, view_orders[view->flip]);
}

/* Reads the moves of each player with the cells as he may count them. */
static void
try_view(struct finding *finding, struct rules *rules, const struct view *view)
{
	const struct sheet *line = finding->search->line;
	const struct rules *usual = line->reader->rules;
	struct language reader = *line->reader;

	if (!views_apply(rules, usual, view))
		return;
	reader.rules = rules;
	for (unsigned p = 0; p < PLAYERS; p++) {
		struct mode mode = { .kind = REPAIR_VIEW,
			.whose = usual->variant->players[p],
			.detail = view_words(finding, p, view) };

		mode.reader[p] = &reader;
		try_places(finding, &mode);
	}
}

/* Reads all moves with the cells as each player sees them; or as the first
 * does, if the notation has them from each player's side. */
static void
try_all_sides(struct finding *finding, struct rules *rules)
{
	const struct language *usual = finding->search->line->reader;
	bool is_seat = usual->notation->naming == NAMING_SEAT;
	struct language reader[PLAYERS];
	struct mode mode = { .kind = REPAIR_VIEW,
		.detail = is_seat
		    ? "all players count the cells from one side"
		    : "each player counts the cells from his own side" };

	for (unsigned p = 1; p < PLAYERS; p++) {
		const struct view view = { .side = is_seat ? PLAYERS - p : p };

		reader[p] = *usual;
		reader[p].rules = &rules[p];
		mode.reader[p] = &reader[p];
		views_apply(&rules[p], usual->rules, &view);
	}
	try_places(finding, &mode);
}

/* A player who counts in another way meets a fault in most of his moves. */
static void
try_views(struct finding *finding)
{
	const struct rules *usual = finding->search->line->reader->rules;
	struct rules *rules = mem_alloc(PLAYERS * sizeof(*rules));
	unsigned has_parts = finding->search->line->reader->notation->is_short;
	struct view view;

	for (unsigned p = 0; p < PLAYERS; p++)
		rules_init_like(&rules[p], usual, &usual->settings);
	for (view.parts = 0; view.parts <= has_parts; view.parts++)
		for (view.side = 0; view.side < PLAYERS; view.side++)
			for (view.flip = 0; view.flip < VIEW_FLIPS; view.flip++)
				try_view(finding, rules, &view);
	try_all_sides(finding, rules);
	mem_free(rules);
}

/* Reads the line in the letters of other languages. */
static void
try_letters(struct finding *finding)
{
	const struct sheet *line = finding->search->line;
	const char *pieces = line->reader->rules->variant->letters;
	const struct letter_set *language = lexicon_languages;
	struct language reader = *line->reader;
	struct alphabet alphabet;
	struct mode mode = { .kind = REPAIR_LETTERS,
		.reader = { &reader, &reader, &reader } };

	reader.alphabet = &alphabet;
	for (; language->from != NULL; language++) {
		if (!letter_set_serves(language, pieces))
			continue;
		alphabet_init(&alphabet, language, pieces);
		/* Players of one language differ in the pope's letter. */
		if (alphabet.read['O'] == 0 && strchr(pieces, 'O') != NULL)
			alphabet.read['O'] = 'O';
		if (finding->reach < line->len)
			try_places(finding, &mode);
		else
			try_place(finding, &mode, finding->repair->change.at);
	}
}

/* Reads the line in all ways but another order. */
static void
try_ways(struct finding *finding)
{
	struct search *search = finding->search;
	const struct sheet *line = search->line;
	const struct mode digits = { .kind = REPAIR_DIGITS };
	const struct mode second = { .kind = REPAIR_SECOND_GAME,
		.notation = line->reader->notation,
		.detail = "" };
	unsigned reach = finding->reach;
	bool unreadable, has_letters, stops_soon;

	look_on(search, &unreadable, &has_letters);
	stops_soon = unreadable || reach <= search->fault + ENDS;
	if (stops_soon)
		try_notations(finding, REPAIR_NOTATION);
	if (reach <= search->fault + GOES_ON_FOR)
		try_views(finding);
	if (unreadable)
		try_places(finding, &digits);
	try_places(finding, &second);
	if (stops_soon)
		try_notations(finding, REPAIR_SECOND_GAME);
	if (has_letters && line->reader->notation->has_letters)
		try_letters(finding);
}

bool
search_passage(struct search *search, unsigned reach, unsigned fitting,
    struct repair *repair, bool *sure)
{
	const struct sheet *line = search->line;
	struct finding finding = { .search = search,
		.repair = repair,
		.reach = reach,
		.read = reach };

	if (line->len - search->fault < ENDS && line->hint == NULL)
		return false;
	/* Each item has to be a ply that was written. */
	for (unsigned i = search->settled; i < line->len; i++)
		if (line->items[i].ply == NULL)
			return false;
	if (reach < line->len)
		try_ways(&finding);
	bool is_found = finding.reach > reach;
	if (!is_found)
		finding.reach = finding.read = fitting;
	try_orders(&finding);
	/* A ply may be missing all the same, if numbers were counted on. */
	*sure = finding.sure && finding.reach > reach;
	return is_found || (finding.reach > fitting && finding.reach >= reach);
}
