/*
 * Ternion: finds a passage that is written in another way.
 *
 * Each way is a mode in which the rest of the line is read: a reader of its
 * own, an order of the tokens, and for each token the texts that it may stand
 * for. The modes are tried from each place near the fault. Where a token can
 * stand for several texts, the first legal one is played, and the others are
 * tried when the line stops later.
 */
#include <stdio.h>

#include "formats/repair/passage.h"

enum {
	NO_MEANING = '?',    /* of a letter: no move has it */
	BACK = 24,           /* plies before the fault where it may begin */
	LOOKED_AT = 12,      /* tokens from the fault on ... */
	UNREADABLE = 2,      /* least number of these that are no moves, if
				they are written in another way */
	ENDS = 6,            /* plies that prove it, if the line then ends */
	GOES_ON_FOR = 24,    /* plies that prove it, if it goes on */
	PROVEN = 16,         /* beyond doubt */
	LEARNED = 12,        /* more for letters that have to be learned */
	CHOICES = 16,        /* that can be taken back */
	BUDGET_LEAST = 2000, /* plies played in one mode from one place ... */
	BUDGET_PER_PLY = 4,
	CAPITALS = 26,
	CONFUSED_MAX = 6, /* signs of a token that may be digits */
	ORDERS = 6,       /* of three columns */
	DETAIL_MAX = 80,  /* bytes of words about them */
};

/* The slots in which the moves of the players stand. */
static const uint8_t orders[ORDERS][PLAYERS] = { { 0, 1, 2 }, { 2, 0, 1 },
	{ 1, 2, 0 }, { 1, 0, 2 }, { 0, 2, 1 }, { 2, 1, 0 } };

/* For which English letter each capital letter stands; 0: not known yet. */
struct lexicon {
	char meant[CAPITALS];
};

/* A place where another text of the token may have been meant. */
struct choice {
	unsigned at;   /* in the passage */
	unsigned next; /* the text that is tried next */
	struct position before;
	struct lexicon lexicon;
};

/* One mode, read from one place. */
struct trial_reading {
	const struct search *search;
	struct ground ground;
	enum passage_kind kind;
	unsigned at, len;    /* items of the line */
	struct item *items;  /* the passage in the order of play */
	struct move *moves;  /* that were found */
	struct slice *texts; /* that were played */
	struct arena arena;  /* of these */
	struct strain strain;
	struct lexicon lexicon;
	struct choice choices[CHOICES];
	unsigned count; /* of choices */
	unsigned reach; /* plies that were played */
};

/* The best passage so far. */
struct finding {
	struct search *search;
	struct repair *repair;
	unsigned reach; /* the item that others have to go beyond */
	bool sure;
};

/*
 * The texts that a token may stand for
 */

static char *
copy_of(struct trial_reading *reading, struct slice token)
{
	return arena_copy(&reading->arena, token);
}

/* The digit that a sign may be read as, or 0. */
static char
digit_for(char sign)
{
	static const char pairs[] = "O0o0Q0l1I1i1|1S5s5Z2z2B8";

	for (const char *c = pairs; *c != '\0'; c += 2)
		if (*c == sign)
			return c[1];
	return '\0';
}

/* Reads the signs that the bits of `which` name as digits; false if the token
 * has fewer signs. */
static bool
with_digits(struct trial_reading *reading, struct slice token, unsigned which,
    struct slice *text)
{
	char *made = copy_of(reading, token);
	unsigned signs = 0;

	for (size_t i = 0; i < token.len && signs < CONFUSED_MAX; i++) {
		char digit = digit_for(token.ptr[i]);

		if (digit == '\0')
			continue;
		if (which >> signs & 1)
			made[i] = digit;
		signs++;
	}
	*text = (struct slice){ made, token.len };
	return which < 1u << signs;
}

/* Whether a capital letter at a place of the token names a piece. */
static bool
names_piece(struct slice token, size_t i)
{
	char next = i + 1 < token.len ? token.ptr[i + 1] : '\0';

	return token.ptr[i] >= 'A' && token.ptr[i] <= 'Z' && next != ':' &&
	    !(token.ptr[i] == 'O' && (next == '-' || next == '\0'));
}

static bool
is_taken(const struct lexicon *lexicon, char english)
{
	return memchr(lexicon->meant, english, CAPITALS) != NULL;
}

/* The piece, by number, that a new letter may stand for: first that of the same
 * letter, then the others; 0 if there are no more. */
static char
new_meaning(const struct trial_reading *reading, char letter, unsigned number)
{
	const struct alphabet *alphabet = reading->ground.reader->alphabet;

	if (number == 0)
		return strchr(alphabet->pieces, letter) != NULL &&
			!is_taken(&reading->lexicon, letter)
		    ? letter
		    : NO_MEANING;
	for (const char *p = alphabet->pieces; *p != '\0'; p++)
		if (*p != letter && !is_taken(&reading->lexicon, *p) &&
		    --number == 0)
			return *p;
	return '\0';
}

/* The text with the letters of the record. At most one letter of it is learned;
 * `which` tells for what. */
static bool
with_letters(struct trial_reading *reading, struct slice token, unsigned which,
    struct slice *text)
{
	const struct alphabet *alphabet = reading->ground.reader->alphabet;
	struct strbuf made = STRBUF_INIT;
	const char *end = memchr(token.ptr, '(', token.len);
	bool learned = false, possible = true;

	for (size_t i = 0; i < token.len && possible; i++) {
		char sign = token.ptr[i], *meant;

		if ((end != NULL && token.ptr + i > end) ||
		    !names_piece(token, i)) {
			strbuf_char(&made, sign);
			continue;
		}
		meant = &reading->lexicon.meant[sign - 'A'];
		if (*meant == '\0' && !learned) {
			learned = true;
			*meant = new_meaning(reading, sign, which);
			possible = *meant != '\0';
		}
		if (possible && *meant == NO_MEANING)
			strbuf_char(&made, NO_MEANING);
		else if (possible && *meant != '\0')
			strbuf_puts(&made, alphabet_text(alphabet, *meant));
	}
	*text = slice_of(copy_of(reading, strbuf_as_slice(&made)));
	strbuf_release(&made);
	return possible && (learned || which == 0);
}

/* The texts of a token by number; false if there are no more. */
static bool
text_by_number(struct trial_reading *reading, struct slice token,
    unsigned which, struct slice *text)
{
	if (reading->kind == PASSAGE_DIGITS)
		return with_digits(reading, token, which, text);
	if (reading->kind == PASSAGE_LETTERS)
		return with_letters(reading, token, which, text);
	*text = token;
	return which == 0;
}

/*
 * Reading in one mode
 */

static void
add_choice(struct trial_reading *reading, const struct choice *choice)
{
	if (reading->kind != PASSAGE_DIGITS && reading->kind != PASSAGE_LETTERS)
		return;
	if (reading->count == CHOICES) {
		reading->count--;
		memmove(&reading->choices[0], &reading->choices[1],
		    reading->count * sizeof(reading->choices[0]));
	}
	reading->choices[reading->count++] = *choice;
}

/* Plays the ply of a choice with the first of its texts that is legal. */
static bool
play_choice(struct trial_reading *reading, struct choice *choice,
    struct position *position)
{
	struct past *past = &reading->ground.trial_pasts[choice->at];
	struct item item = reading->items[choice->at];
	struct slice text;

	for (;;) {
		reading->lexicon = choice->lexicon;
		*position = choice->before;
		if (!text_by_number(reading, reading->items[choice->at].token,
			choice->next, &text))
			return false;
		choice->next++;
		item.token = text;
		if (!trial_step(&reading->ground, position, &item, past,
			&reading->strain, &reading->moves[choice->at]))
			continue;
		reading->texts[choice->at] = text;
		add_choice(reading, choice);
		return true;
	}
}

/* Plays the passage from a position as far as it goes, and keeps of several
 * ways to read it the first that goes to the end. */
static void
read_from(struct trial_reading *reading, const struct position *start)
{
	unsigned long budget = BUDGET_LEAST + BUDGET_PER_PLY * reading->len;
	struct choice choice = { .before = *start };
	struct position position;

	reading->ground.played = 0;
	while (choice.at < reading->len && reading->ground.played < budget) {
		if (play_choice(reading, &choice, &position)) {
			choice.at++;
			choice.next = 0;
			choice.before = position;
			choice.lexicon = reading->lexicon;
		} else if (reading->count > 0) {
			choice = reading->choices[--reading->count];
		} else {
			break;
		}
	}
	reading->reach = choice.at;
}

/* The first item after one that begins a round, by its number; else by how many
 * players there are. */
static unsigned
end_of_round(const struct search *search, unsigned at)
{
	const struct item *items = search->line->items;
	unsigned end = at + 1;

	while (end < search->ground.len && end < at + PLAYERS &&
	    !(items[end].ply->number_span.len > 0 && items[end].ply->dots == 1))
		end++;
	return end;
}

/* Puts an item in the place of another, whose number it takes. */
static void
put_in_slot(struct trial_reading *reading, unsigned slot,
    const struct item *item, const struct item *place)
{
	struct ply *ply = arena_alloc(reading->search->arena, sizeof(*ply));

	*ply = *item->ply;
	ply->number_span = place->ply->number_span;
	ply->number = place->ply->number;
	ply->dots = place->ply->dots;
	reading->items[slot] = *item;
	reading->items[slot].ply = ply;
}

/* Takes the moves of each round in the order of the players. `as_written`: but
 * for a last round that is not complete, which leaves columns empty. */
static void
turn_columns(struct trial_reading *reading, const uint8_t order[PLAYERS],
    bool as_written)
{
	const struct item *items = reading->search->line->items;
	unsigned len = reading->search->ground.len;
	unsigned at = reading->at, end, slot;

	for (; at < len; at = end) {
		end = end_of_round(reading->search, at);
		if (as_written && end == len && end - at < PLAYERS)
			return;
		slot = at;
		for (unsigned p = 0; p < PLAYERS; p++)
			if (at + order[p] < end) {
				put_in_slot(reading, slot - reading->at,
				    &items[at + order[p]], &items[slot]);
				slot++;
			}
	}
}

/* A reading of the line from an item on. */
static void
begin_reading(struct trial_reading *reading, const struct search *search,
    const struct reader_context *reader, enum passage_kind kind, unsigned at)
{
	unsigned len = search->ground.len - at;

	memset(reading, 0, sizeof(*reading));
	reading->search = search;
	reading->ground = search->ground;
	reading->ground.reader = reader;
	reading->kind = kind;
	reading->at = at;
	reading->len = len;
	reading->items =
	    arena_alloc(&reading->arena, len * sizeof(*reading->items));
	reading->moves =
	    arena_alloc(&reading->arena, len * sizeof(*reading->moves));
	reading->texts =
	    arena_alloc(&reading->arena, len * sizeof(*reading->texts));
	memcpy(reading->items, search->line->items + at,
	    len * sizeof(*reading->items));
}

/*
 * What a reading found
 */

/* A move as the record writes it, with the annotations of the token. */
static const char *
written(const struct search *search, const struct position *before,
    const struct move *move, struct slice token)
{
	const struct reader_context *reader = search->line->reader;
	struct marks marks = marks_of_move(reader->rules, before, move);
	struct slice annotations = marks_annotations(token);
	struct strbuf text = STRBUF_INIT;
	const char *copy;

	marks.named = rules_may_begin(reader->rules, before, before->to_move);
	reader->notation->write(reader->notation, reader->rules,
	    reader->alphabet, before, move, &marks, &text);
	strbuf_slice(&text, annotations);
	copy = arena_copy(search->arena, strbuf_as_slice(&text));
	strbuf_release(&text);
	return copy;
}

/* Keeps the plies that were read, as the record would write them. Returns how
 * many of their numbers do not fit. */
static unsigned
keep_plies(const struct trial_reading *reading, struct position position,
    struct passage *passage)
{
	const struct search *search = reading->search;
	const struct rules *rules = search->line->reader->rules;
	struct arena *arena = search->arena;
	struct past *past = search->ground.trial_pasts;
	unsigned misnumbered = 0;

	passage->items =
	    arena_alloc(arena, passage->len * sizeof(*passage->items));
	passage->texts =
	    arena_alloc(arena, passage->len * sizeof(*passage->texts));
	for (unsigned i = 0; i < passage->len; i++) {
		struct move *move = arena_alloc(arena, sizeof(*move));
		struct item *item = &passage->items[i];

		*move = reading->moves[i];
		*item = reading->items[i];
		item->move = move;
		trial_begin(rules, &position, move);
		misnumbered += item->ply->number_span.len > 0 &&
		    !trial_number_fits(item->ply, &position);
		passage->texts[i] = reading->kind == PASSAGE_NOTATION
		    ? written(search, &position, move, item->token)
		    : arena_copy(arena, reading->texts[i]);
		if (rules->variant->remembers)
			position_remember(&position, &past[i]);
		rules_make_move(rules, &position, move);
	}
	return misnumbered;
}

/* Whether the reading lasts for enough plies, and `more`, to believe in it. */
static bool
is_proof(const struct trial_reading *reading, unsigned more)
{
	unsigned least = reading->reach == reading->len ? (unsigned)ENDS
							: (unsigned)GOES_ON_FOR;

	return reading->reach >= least + more;
}

/* Whether each letter that was learned stands for its piece more than once. */
static bool
letters_are_proven(const struct trial_reading *reading)
{
	unsigned count[CAPITALS] = { 0 };

	for (unsigned i = 0; i < reading->reach; i++) {
		struct slice token = reading->items[i].token;

		for (size_t k = 0; k < token.len; k++)
			if (names_piece(token, k))
				count[token.ptr[k] - 'A']++;
	}
	for (unsigned letter = 0; letter < CAPITALS; letter++)
		if (reading->lexicon.meant[letter] != '\0' &&
		    count[letter] == 1)
			return false;
	return true;
}

/* Keeps what was read if it goes farther than what was found before. */
static void
keep_reading(struct finding *finding, const struct trial_reading *reading,
    const struct position *start, const char *detail)
{
	unsigned more = reading->kind == PASSAGE_LETTERS ? LEARNED : 0;
	unsigned reach = reading->at + reading->reach;
	struct repair *repair = finding->repair;
	struct passage *passage;
	unsigned misnumbered;

	if (reach <= finding->reach || reach <= finding->search->fault ||
	    !is_proof(reading, more) ||
	    (reading->kind == PASSAGE_SECOND_GAME && reading->at == 0))
		return;
	passage = arena_alloc(finding->search->arena, sizeof(*passage));
	passage->kind = reading->kind;
	passage->len = reading->reach;
	passage->detail = arena_copy(finding->search->arena, slice_of(detail));
	memset(repair, 0, sizeof(*repair));
	repair->before = reading->kind == PASSAGE_SECOND_GAME
	    ? finding->search->before[reading->at - finding->search->first]
	    : *start;
	repair->change.kind = REPAIR_PASSAGE;
	repair->change.at = reading->at;
	repair->change.next = repair->reach = reach;
	repair->change.passage = passage;
	misnumbered = keep_plies(reading, *start, passage);
	repair->change.head = passage->items;
	repair->change.heads = passage->len;
	if (reading->kind == PASSAGE_SECOND_GAME) {
		/* The line ends before it. */
		repair->change.heads = 0;
		repair->change.next = finding->search->ground.len;
	}
	finding->reach = reach;
	finding->sure = reading->reach == reading->len &&
	    reading->reach >= PROVEN + more && misnumbered == 0 &&
	    letters_are_proven(reading);
}

/*
 * The modes
 */

/* Whether a mode reads the line from its first item to its end: then a tag is
 * wrong, and not a part of the moves. */
static bool
reads_all(const struct search *search, const struct reader_context *reader)
{
	struct trial_reading reading;
	bool all;

	begin_reading(&reading, search, reader, PASSAGE_NOTATION, 0);
	read_from(&reading, search->line->start);
	all = reading.reach == reading.len;
	arena_release(&reading.arena);
	return all;
}

/* Reads the line from each place near the fault on. */
static void
try_places(struct finding *finding, const struct reader_context *reader,
    enum passage_kind kind, const char *detail)
{
	struct search *search = finding->search;
	unsigned least = search->fault - search->first > BACK
	    ? search->fault - BACK
	    : search->first;

	for (unsigned at = search->fault + 1;
	     at-- > least && finding->reach < search->ground.len;) {
		const struct position *start = kind == PASSAGE_SECOND_GAME
		    ? &reader->rules->start
		    : &search->before[at - search->first];
		struct trial_reading reading;

		begin_reading(&reading, search, reader, kind, at);
		read_from(&reading, start);
		keep_reading(finding, &reading, start, detail);
		arena_release(&reading.arena);
	}
}

static void
try_notations(struct finding *finding)
{
	struct search *search = finding->search;
	struct reader_context reader = *search->line->reader;

	for (unsigned i = 0;
	     notations[i] != NULL && finding->reach < search->ground.len; i++) {
		reader.notation =
		    notation_of(notations[i], reader.rules->variant);
		if (reader.notation == NULL ||
		    reader.notation == search->line->reader->notation)
			continue;
		reader.decoder = decoder_new(reader.notation);
		if (!reads_all(search, &reader))
			try_places(finding, &reader, PASSAGE_NOTATION,
			    notations[i]->id);
		decoder_free(reader.decoder);
	}
}

/* A set of letters that somebody has a name for. */
static void
try_letters(struct finding *finding)
{
	struct search *search = finding->search;
	struct reader_context reader = *search->line->reader;
	struct alphabet alphabet;

	if (!reader.notation->has_letters)
		return;
	reader.alphabet = &alphabet;
	for (const struct letter_set *set = letter_sets; set->id; set++) {
		if (!letter_set_serves(set, reader.rules->variant->letters))
			continue;
		alphabet_init(&alphabet, set, reader.rules->variant->letters);
		if (reads_all(search, &reader))
			return;
	}
	try_places(finding, search->line->reader, PASSAGE_LETTERS, "");
}

/* Reads the columns from an item on in another order. */
static void
try_order(struct finding *finding, unsigned at, const uint8_t order[PLAYERS],
    bool as_written)
{
	struct search *search = finding->search;
	const struct reader_context *reader = search->line->reader;
	const char *const *players = reader->rules->variant->players;
	unsigned moved = order[0] == 0;
	struct trial_reading reading;
	char detail[DETAIL_MAX];

	begin_reading(&reading, search, reader, PASSAGE_COLUMNS, at);
	turn_columns(&reading, order, as_written);
	read_from(&reading, &search->before[at - search->first]);
	snprintf(detail, sizeof(detail), "%s's moves stand in %s's column",
	    players[moved], players[order[moved]]);
	keep_reading(
	    finding, &reading, &search->before[at - search->first], detail);
	arena_release(&reading.arena);
}

static void
try_columns(struct finding *finding)
{
	const struct search *search = finding->search;
	unsigned least = search->fault - search->first > BACK
	    ? search->fault - BACK
	    : search->first;

	for (unsigned at = search->fault + 1; at-- > least;) {
		const struct ply *ply = search->line->items[at].ply;

		if (ply->number_span.len == 0 || ply->dots != 1 ||
		    !trial_number_fits(
			ply, &search->before[at - search->first]))
			continue;
		for (unsigned i = 0; i < 2 * (ORDERS - 1) &&
		     finding->reach < search->ground.len;
		     i++)
			try_order(finding, at, orders[1 + i / 2], i % 2 == 1);
	}
}

/* Whether several tokens from the fault on are no moves as the record is
 * written. */
static bool
is_unreadable(const struct search *search)
{
	const struct reader_context *reader = search->line->reader;
	unsigned end = search->fault + LOOKED_AT, unreadable = 0;

	for (unsigned i = search->fault; i < end && i < search->ground.len;
	     i++) {
		struct slice token = search->line->items[i].token;
		struct parsed_turn parsed;

		unreadable += token.len == 0 || token.len > TOKEN_MAX ||
		    !decoder_read(
			reader->decoder, reader->alphabet, token, &parsed);
	}
	return unreadable >= UNREADABLE;
}

/* Whether each of the items stands for a ply that was written. */
static bool
is_written(const struct search *search)
{
	for (unsigned i = search->first; i < search->ground.len; i++)
		if (search->line->items[i].ply == NULL)
			return false;
	return true;
}

bool
passage_find(
    struct search *search, unsigned reach, struct repair *repair, bool *sure)
{
	struct finding finding = { search, repair, reach, false };
	bool unreadable;

	if (search->ground.len - search->fault < ENDS || !is_written(search))
		return false;
	unreadable = is_unreadable(search);
	if (unreadable || reach <= search->fault + ENDS)
		try_notations(&finding);
	if (unreadable) {
		try_places(&finding, search->line->reader, PASSAGE_DIGITS, "");
		try_letters(&finding);
	}
	try_columns(&finding);
	try_places(&finding, search->line->reader, PASSAGE_SECOND_GAME, "");
	*sure = finding.sure;
	return finding.reach > reach;
}
