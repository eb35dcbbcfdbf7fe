/* Ternion: `collate`: score sheets of a game into one record. */
#include <stdlib.h>

#include "cmd/cmd.h"
#include "cmd/run/rewrite.h"
#include "formats/game/setup.h"
#include "formats/repair/collate.h"
#include "formats/repair/repair.h"
#include "formats/repair/sheet_notes.h"

enum {
	KEYS_MAX = 60,      /* plies by which games are known again */
	LIKE_TAG = 4,       /* points for a tag that is the same */
	LIKE_LEAST = 6,     /* that two records need to be of one game */
	AGREE_LEAST = 4,    /* of sheets of one game, one ply in 4 agrees */
	AGREE_SHORTEST = 8, /* plies; shorter games are not judged by that */
};

/* A record of one file. */
struct page {
	struct page *next; /* of the same file */
	const char *file;
	unsigned long game;   /* its number there */
	struct source source; /* its text, for messages; owned */
	size_t start;         /* of the record in it */
	struct record record;
	bool taken; /* into a game */
	bool is_keyed;
	unsigned keys_len; /* positions of its first plies */
	uint64_t keys[KEYS_MAX];
};

struct pages {
	struct page *first, *last;
	unsigned long count;
};

/* All that is read. */
struct collator {
	struct rewriting rewriting; /* first: it is the run's context */
	struct pages files[SHEETS_MAX];
	unsigned len;
	bool too_many;      /* files */
	struct arena arena; /* of the pages */
	/* The game at hand: */
	struct page *page[SHEETS_MAX];
	struct game_setup setup[SHEETS_MAX];
	struct sheet sheet[SHEETS_MAX];
	unsigned ends[SHEETS_MAX]; /* plies of the game, after which the sheet
				      has no more */
	struct diags said[SHEETS_MAX]; /* of each sheet */
	unsigned sheets;
	struct sheet writer; /* how the record is written */
};

/*
 * Pages
 */

static struct slice
copy(struct arena *arena, struct slice text)
{
	return (struct slice){ arena_copy(arena, text), text.len };
}

static void
add_tag(struct arena *arena, struct record *record, const struct tag *tag)
{
	struct tag *new = arena_alloc(arena, sizeof(*new)), **end;

	new->name = copy(arena, tag->name);
	new->value = copy(arena, tag->value);
	for (end = &record->tags; *end != NULL; end = &(*end)->next)
		;
	*end = new;
}

/* A record that lasts: tags, the movetext and the result. */
static struct record
copy_record(struct arena *arena, const struct record *record)
{
	struct record new = { .game = record->game };

	for (const struct tag *tag = record->tags; tag; tag = tag->next)
		add_tag(arena, &new, tag);
	line_copy(arena, &record->line, &new.line);
	new.result = copy(arena, record->result);
	return new;
}

/* Keeps the record at hand. */
static void
take_page(struct collator *collator, const struct run *run,
    const struct run_record *from)
{
	const struct record *record = &run->reader.record;
	struct pages *file;
	struct page *page;

	collator->too_many |= record->game == 1 && collator->len == SHEETS_MAX;
	if (collator->too_many)
		return;
	collator->len += record->game == 1;
	file = &collator->files[collator->len - 1];
	page = arena_alloc(&collator->arena, sizeof(*page));
	page->file = arena_copy(&collator->arena, slice_of(run->piece->name));
	page->game = record->game;
	source_text(&page->source, page->file, source_window(&from->source));
	page->source.line = from->source.line;
	page->source.column = from->source.column;
	page->start = from->start;
	page->record = copy_record(&collator->arena, record);
	if (file->last != NULL)
		file->last->next = page;
	else
		file->first = page;
	file->last = page;
	file->count++;
}

/*
 * Which pages are of one game
 */

/* Tags that a page lacks are those of the first. */
static void
complete_tags(struct arena *arena, const struct record *first,
    struct record *record, bool with_text)
{
	for (const struct tag *tag = first->tags; tag; tag = tag->next) {
		const char *name = arena_copy(arena, tag->name);

		if (record_tag(record, name) == NULL &&
		    (with_text ||
			(strcmp(name, "Notation") != 0 &&
			    strcmp(name, "Letters") != 0)))
			add_tag(arena, record, tag);
	}
}

static bool
set_up(struct run *run, const struct record *record, struct arena *arena,
    struct game_setup *setup)
{
	struct diags unsaid;

	diags_init(&unsaid, arena);
	return game_set_up(run->reader.replayer, record, &unsaid, setup);
}

/* The keys of the positions that its first moves lead to. */
static void
find_keys(struct run *run, struct page *page)
{
	struct collator *collator = run->context;
	struct game_setup setup = { .rules = NULL };
	struct position position;
	struct strain strain = { 0 };
	struct reader_context reader;
	struct ground ground = { .reader = &reader };

	page->is_keyed = true;
	if (!set_up(run, &page->record, &collator->arena, &setup))
		return;
	position = setup.start;
	reader = (struct reader_context){ setup.rules, setup.notation,
		&setup.alphabet, setup.decoder };
	for (struct ply *p = page->record.line.first;
	     p != NULL && page->keys_len < KEYS_MAX; p = p->next) {
		const struct item item = { .token = p->token };
		struct past *past =
		    arena_alloc(&collator->arena, sizeof(*past));
		struct move move;

		if (!trial_step(
			&ground, &position, &item, past, &strain, &move))
			return;
		page->keys[page->keys_len++] = position.key;
	}
}

/* How alike two pages are. */
static unsigned
likeness(struct run *run, struct page *a, struct page *b)
{
	static const char *const names[] = { "Event", "Site", "Date", "Round",
		"White", "Red", "Gray", "Black", NULL };
	unsigned points = 0, same = 0;

	for (const char *const *name = names; *name != NULL; name++) {
		const struct tag *one = record_tag(&a->record, *name);
		const struct tag *other = record_tag(&b->record, *name);

		if (one == NULL || other == NULL || one->value.len == 0 ||
		    one->value.ptr[0] == '?')
			continue;
		if (slice_equal(one->value, other->value))
			points += LIKE_TAG;
		else if (points >= LIKE_TAG)
			points -= LIKE_TAG;
	}
	if (!a->is_keyed)
		find_keys(run, a);
	if (!b->is_keyed)
		find_keys(run, b);
	for (unsigned i = 0; i < a->keys_len && i < b->keys_len; i++)
		same += a->keys[i] == b->keys[i];
	/* A short game is known by all of it. */
	if (same == a->record.line.plies && same == b->record.line.plies)
		same += LIKE_LEAST;
	return points + same;
}

/* The page of a file that is of the same game, or NULL. */
static struct page *
find_page(struct run *run, struct page *page, const struct pages *own,
    const struct pages *file)
{
	struct page *best = NULL;
	unsigned most = LIKE_LEAST - 1;

	if (own->count == 1 && file->count == 1)
		return file->first->taken ? NULL : file->first;
	for (struct page *p = file->first; p != NULL; p = p->next) {
		unsigned points = p->taken ? 0 : likeness(run, page, p);

		if (points > most) {
			most = points;
			best = p;
		}
	}
	return best;
}

/*
 * The game
 */

/* "b.pgn: Nc3": who wrote what. */
static void
put_reading(const struct collator *collator, const struct collated *ply,
    unsigned s, struct strbuf *out)
{
	const struct sheet *sheet = &collator->sheet[s];
	unsigned reading = ply->by[s].reading, extra = ply->by[s].extra;
	unsigned item = ply->by[s].item;

	if (reading == READING_SAME && extra == 0)
		return;
	strbuf_printf(
	    out, "%s%s: ", out->len > 0 ? "; " : "", collator->page[s]->file);
	if (reading == READING_MISSING) {
		strbuf_puts(out, "nothing");
		return;
	}
	for (unsigned i = item - extra; i <= item; i++) {
		if (i > item - extra)
			strbuf_char(out, ' ');
		strbuf_slice(out, sheet->items[i].token);
	}
}

static void
add_other(struct arena *arena, struct ply *ply, const char *text)
{
	struct notes *notes = ply_notes(arena, ply);
	struct line *line = arena_alloc(arena, sizeof(*line));
	struct ply *other = arena_alloc(arena, sizeof(*other));

	other->token = slice_of(text);
	line_append(line, other);
	notes->variations = notes->last_variation = line;
}

/* Adds what the players wrote apart from the move. */
static void
add_notes(const struct collator *collator, const struct collated *collated,
    struct arena *arena, struct ply *ply)
{
	for (unsigned s = 0; s < collator->sheets; s++) {
		unsigned last = collated->by[s].item;

		if (collated->by[s].reading == READING_MISSING)
			continue;
		for (unsigned i = last - collated->by[s].extra; i <= last; i++)
			sheet_notes_add(arena, &collator->sheet[s],
			    &collator->writer, i, &collated->before, ply);
	}
}

/* The readings of the ply, by sheet; "" if all have the move. Sheets that ended
 * before it are left out. */
static const char *
readings_of(const struct collator *collator, const struct collated *ply,
    unsigned at, struct arena *arena)
{
	struct strbuf words = STRBUF_INIT;
	const char *said;

	for (unsigned s = 0; s < collator->sheets; s++)
		if (at < collator->ends[s])
			put_reading(collator, ply, s, &words);
	said = arena_copy(arena, strbuf_as_slice(&words));
	strbuf_release(&words);
	return said;
}

/* Whether some sheet marks the ply as mate. */
static bool
calls_mate(const struct collator *collator, const struct collated *ply)
{
	for (unsigned s = 0; s < collator->sheets; s++) {
		const struct sheet *sheet = &collator->sheet[s];

		if (ply->by[s].reading != READING_MISSING &&
		    sheet_calls_mate(
			sheet, sheet->items[ply->by[s].item].token))
			return true;
	}
	return false;
}

/* The other move that explains the sheets as well. */
static const char *
other_text(const struct collator *collator, const struct collated *collated,
    struct arena *arena)
{
	const struct sheet *writer = &collator->writer;
	struct position before = collated->before;

	rules_begin(writer->reader.rules, &before, collated->another_mover);
	return sheet_text(arena, writer, &before, &collated->another, false);
}

static void
add_ply(const struct collator *collator, const struct collated *collated,
    unsigned at, struct arena *arena, struct record *record)
{
	const struct sheet *writer = &collator->writer;
	const char *said = readings_of(collator, collated, at, arena);
	struct ply *ply = arena_alloc(arena, sizeof(*ply));

	ply->token = slice_of(sheet_text(arena, writer, &collated->before,
	    &collated->move, calls_mate(collator, collated)));
	if (said[0] != '\0')
		comments_add(arena, &ply_notes(arena, ply)->comment,
		    slice_of(said), (struct span){ 0, 0 });
	if (collated->open)
		add_other(arena, ply, other_text(collator, collated, arena));
	add_notes(collator, collated, arena, ply);
	line_append(&record->line, ply);
}

/* Whether the move stands on no sheet. */
static bool
is_inferred(const struct collator *collator, const struct collated *collated)
{
	for (unsigned s = 0; s < collator->sheets; s++)
		if (collated->by[s].reading == READING_SAME)
			return false;
	return true;
}

/* Where a sheet has an item, or the last one before it. */
static struct span
span_of_item(const struct sheet *sheet, unsigned item)
{
	if (item >= sheet->len)
		item = sheet->len - 1;
	return sheet->len > 0 ? sheet->items[item].ply->span
			      : (struct span){ 0, 0 };
}

/* "12.. Nc3", the ply as the record has it. */
static const char *
numbered(const struct collated *ply, const char *move, struct arena *arena)
{
	static const char *const dots[PLAYERS] = { ".", "..", "..." };

	return arena_printf(arena, "%lu%s %s",
	    (unsigned long)ply->before.number, dots[ply->before.to_move], move);
}

/* A token of a sheet in another notation, in the notation of the record:
 * " (Nc3)"; "" if that is not known, or the notation is the same. */
static const char *
translated(const struct collator *collator, unsigned s,
    const struct collated *ply, struct slice token, struct arena *arena)
{
	const struct sheet *sheet = &collator->sheet[s];
	const struct sheet *writer = &collator->writer;
	struct ground ground = { .reader = &sheet->reader };
	struct position position = ply->before;
	const struct item item = { .token = token };
	struct strain strain = { 0 };
	struct past past;
	struct move move;

	if (sheet->reader.notation == writer->reader.notation ||
	    !trial_step(&ground, &position, &item, &past, &strain, &move))
		return "";
	position = ply->before;
	trial_begin(writer->reader.rules, &position, &move);
	return arena_printf(
	    arena, " (%s)", sheet_text(arena, writer, &position, &move, false));
}

/* Says what a sheet has for a ply, if that is not its move. */
static void
tell_sheet(struct collator *collator, unsigned s, const struct collated *ply,
    const char *move, struct arena *arena)
{
	const struct sheet *sheet = &collator->sheet[s];
	struct diags *diags = &collator->said[s];
	unsigned item = ply->by[s].item, extra = ply->by[s].extra;
	struct strbuf words = STRBUF_INIT;

	if (ply->by[s].reading == READING_SAME && extra == 0)
		return;
	if (ply->by[s].reading == READING_MISSING) {
		diag_add(diags, DIAG_SHEET_DIFFERS,
		    span_of_item(sheet, item + 1),
		    "%s is missing on this sheet", move);
		return;
	}
	for (unsigned i = item - extra; i <= item; i++) {
		struct slice token = sheet->items[i].token;

		strbuf_printf(&words, "%s%.*s%s", words.len > 0 ? " " : "",
		    (int)token.len, token.ptr,
		    translated(collator, s, ply, token, arena));
	}
	diag_add(diags, DIAG_SHEET_DIFFERS, span_of_item(sheet, item - extra),
	    "%s for %s", words.ptr, move);
	strbuf_release(&words);
}

/* Whether more sheets have one other text for the ply than have its move: how
 * many do. */
static unsigned
outvoted_by(const struct collator *collator, const struct collated *ply,
    unsigned *sheet)
{
	unsigned with = 0, most = 0;

	for (unsigned s = 0; s < collator->sheets; s++) {
		struct slice token;
		unsigned same = 0;

		with += ply->by[s].reading == READING_SAME;
		if (ply->by[s].reading != READING_OTHER)
			continue;
		token = collator->sheet[s].items[ply->by[s].item].token;
		for (unsigned k = 0; k < collator->sheets; k++)
			same += ply->by[k].reading == READING_OTHER &&
			    slice_equal(marks_cut(token),
				marks_cut(collator->sheet[k]
					      .items[ply->by[k].item]
					      .token));
		if (same > most) {
			most = same;
			*sheet = s;
		}
	}
	return most > with && most > 1 ? most : 0;
}

/* Says of a ply how the sheets differ. */
static void
tell_ply(struct collator *collator, const struct collated *collated,
    unsigned at, struct arena *arena)
{
	const struct sheet *writer = &collator->writer;
	unsigned against = 0, votes;
	const char *move;
	struct diags *diags = &collator->said[0];
	struct span span =
	    span_of_item(&collator->sheet[0], collated->by[0].item);

	if (readings_of(collator, collated, at, arena)[0] == '\0' &&
	    !collated->open && !is_inferred(collator, collated))
		return;
	move = numbered(collated,
	    sheet_text(
		arena, writer, &collated->before, &collated->move, false),
	    arena);
	for (unsigned s = 0; s < collator->sheets; s++) {
		collator->said[s].ply = at + 1;
		if (at < collator->ends[s])
			tell_sheet(collator, s, collated, move, arena);
	}
	votes = outvoted_by(collator, collated, &against);
	if (collated->open)
		diag_add(diags, DIAG_SHEETS_DISAGREE, span,
		    "%s and %s explain the score sheets equally well", move,
		    other_text(collator, collated, arena));
	else if (is_inferred(collator, collated))
		diag_add(diags, DIAG_PLY_INFERRED, span,
		    "no score sheet has %s, which the rest of the game needs",
		    move);
	else if (votes > 0) {
		const struct sheet *sheet = &collator->sheet[against];
		struct slice token =
		    sheet->items[collated->by[against].item].token;

		diag_add(diags, DIAG_SHEETS_DISAGREE, span,
		    "%u score sheets have %.*s for %s, which the rest of the "
		    "game needs",
		    votes, (int)token.len, token.ptr, move);
	}
}

/* Notes after how many plies of the game each sheet has no more. */
static void
find_ends(struct collator *collator, const struct collation *collation)
{
	for (unsigned s = 0; s < collator->sheets; s++) {
		unsigned end = collation->len;

		while (collation->complete && end > 0 &&
		    collation->plies[end - 1].by[s].reading == READING_MISSING)
			end--;
		collator->ends[s] = end;
	}
}

/* Says which sheets end before the game does. */
static void
tell_ends(struct collator *collator, const struct collation *collation)
{
	for (unsigned s = 0; s < collator->sheets; s++) {
		const struct sheet *sheet = &collator->sheet[s];
		unsigned more = collation->len - collator->ends[s];

		collator->said[s].ply = collator->ends[s];
		if (more > 0 && sheet->len > 0)
			diag_add(&collator->said[s], DIAG_SHEET_ENDS,
			    span_of_item(sheet, sheet->len - 1),
			    "this sheet ends here, and %u pl%s of the game "
			    "follow%s",
			    more, more == 1 ? "y" : "ies",
			    more == 1 ? "s" : "");
	}
}

/* Says how they differ in all of the game. */
static void
tell_game(struct collator *collator, const struct collation *collation,
    struct arena *arena)
{
	struct diags *first = &collator->said[0];
	struct span last =
	    span_of_item(&collator->sheet[0], collator->sheet[0].len);

	for (unsigned i = 0; i < collation->len; i++)
		tell_ply(collator, &collation->plies[i], i, arena);
	tell_ends(collator, collation);
	first->ply = 0;
	if (!collation->complete)
		diag_add(first, DIAG_SHEETS_UNREAD, last,
		    "no legal game explains the score sheets after ply %u",
		    collation->len);
	if (collation->cut)
		diag_add(first, DIAG_SHEETS_CUT, last,
		    "the score sheets differ too much to try every reading; "
		    "this is the best game that was found");
}

/* The result that most pages have. */
static struct slice
find_result(const struct collator *collator)
{
	struct slice best = slice_of("*");
	unsigned most = 0;

	for (unsigned s = 0; s < collator->sheets; s++) {
		struct slice result = collator->page[s]->record.result;
		unsigned count = 0;

		for (unsigned k = 0; k < collator->sheets; k++)
			count += slice_equal(
			    result, collator->page[k]->record.result);
		if (result.len > 0 && !slice_is(result, "*") && count > most) {
			most = count;
			best = result;
		}
	}
	return best;
}

/* Sets up a sheet of the game; false if its record cannot be played, with the
 * reason in `diags`. */
static bool
begin_sheet(
    struct run *run, unsigned s, struct arena *arena, struct diags *diags)
{
	struct collator *collator = run->context;
	struct record record = copy_record(arena, &collator->page[s]->record);
	struct game_setup *setup = &collator->setup[s];
	struct sheet *sheet = &collator->sheet[s];

	complete_tags(arena, &collator->page[0]->record, &record, false);
	if (!game_set_up(run->reader.replayer, &record, diags, setup))
		return false;
	sheet->reader = (struct reader_context){ collator->setup[0].rules,
		setup->notation, &setup->alphabet, setup->decoder };
	sheet->items = repair_items(&record.line, 1, arena);
	sheet->len = record.line.plies;
	return true;
}

/* Takes a sheet out of the game. */
static void
drop_sheet(struct collator *collator, unsigned s)
{
	collator->sheets--;
	for (unsigned i = s; i < collator->sheets; i++) {
		collator->page[i] = collator->page[i + 1];
		collator->setup[i] = collator->setup[i + 1];
		collator->sheet[i] = collator->sheet[i + 1];
		collator->sheet[i].reader.alphabet =
		    &collator->setup[i].alphabet;
	}
}

static void
report_page(struct run *run, const struct page *page, struct diags *diags)
{
	const struct collator *collator = run->context;
	const struct rules *rules = collator->setup[0].rules;
	const struct report_origin origin = { .file = page->file,
		.source = &page->source,
		.game = page->game,
		.variant = rules != NULL ? rules->variant->id : NULL,
		.start = page->start };

	report_add(&run->report, &origin, diags);
}

/* A sheet turns out to be of another game than the first: it is left for that
 * one. */
static void
leave_to_other_game(
    struct run *run, unsigned s, struct arena *arena, const char *reason)
{
	struct collator *collator = run->context;
	struct diags diags;

	diags_init(&diags, arena);
	diag_add(
	    &diags, DIAG_SHEETS_UNRELATED, (struct span){ 0, 0 }, "%s", reason);
	report_page(run, collator->page[s], &diags);
	collator->page[s]->taken = false;
	drop_sheet(collator, s);
}

/* Sets up the sheets, and leaves out those that are of another variant or
 * cannot be played; false if the first cannot. */
static bool
begin_sheets(struct run *run, struct arena *arena)
{
	struct collator *collator = run->context;

	for (unsigned s = 0; s < collator->sheets; s++) {
		const char *variant, *other;
		struct diags diags;

		diags_init(&diags, arena);
		if (!begin_sheet(run, s, arena, &diags)) {
			report_page(run, collator->page[s], &diags);
			if (s == 0)
				return false;
			drop_sheet(collator, s--);
			continue;
		}
		variant = collator->setup[0].rules->variant->title;
		other = collator->setup[s].rules->variant->title;
		if (strcmp(variant, other) != 0)
			leave_to_other_game(run, s--, arena,
			    arena_printf(arena,
				"this is a game of %s, and %s is one of %s",
				other, collator->page[0]->file, variant));
	}
	collator->writer = collator->sheet[0];
	if (collator->writer.reader.notation->is_old)
		collator->writer.reader.notation =
		    dialect_of(collator->setup[0].rules->variant)->notation;
	return true;
}

/* Whether so few plies of a sheet are those of the first that it is of another
 * game; it is left out then. */
static bool
is_unrelated(struct run *run, unsigned s, const struct collation *collation,
    struct arena *arena)
{
	const struct collator *collator = run->context;
	const struct page *first = collator->page[0];
	unsigned least = collator->sheet[0].len, agree = 0;

	if (collator->sheet[s].len < least)
		least = collator->sheet[s].len;
	for (unsigned i = 0; i < collation->len; i++)
		agree += collation->plies[i].by[0].reading == READING_SAME &&
		    collation->plies[i].by[s].reading == READING_SAME;
	if (collation->len < least)
		least = collation->len;
	if (least < AGREE_SHORTEST || agree * AGREE_LEAST >= least)
		return false;
	leave_to_other_game(run, s, arena,
	    arena_printf(arena,
		"the score sheet is of another game: %u of %u plies agree with "
		"%s",
		agree, least, first->file));
	return true;
}

/* Finds the game of the sheets, without those that turn out to be of another.
 */
static void
find_game(struct run *run, struct arena *arena, struct collation *collation)
{
	struct collator *collator = run->context;
	bool is_settled;

	do {
		is_settled = true;
		collate_sheets(collator->sheet, collator->sheets,
		    &collator->setup[0].start, arena, collation);
		for (unsigned s = collator->sheets; s-- > 1;)
			is_settled &= !is_unrelated(run, s, collation, arena);
	} while (!is_settled);
}

static void
write_game(struct run *run, struct record *record, struct diags *diags)
{
	struct collator *collator = run->context;
	struct run_record result = { .diags = *diags };
	struct strbuf text = STRBUF_INIT;
	struct replayed replayed;

	result.ok = replay_record(
	    run->reader.replayer, record, &result.diags, &replayed);
	run->report.plies += replayed.all_plies;
	if (replayed.rules != NULL)
		result.variant = replayed.rules->variant;
	if (run->job->repair.report == NULL) {
		rewrite_text(
		    run, &format_pgn, record, &replayed, &result, &text);
		result.text = strbuf_as_slice(&text);
		rewrite_put(&collator->rewriting, run, &result);
	}
	*diags = result.diags;
	strbuf_release(&text);
}

static void
set_notation(
    struct arena *arena, struct record *record, const struct notation *notation)
{
	const struct tag added = { .name = slice_of("Notation"),
		.value = slice_of(notation->id) };

	for (struct tag *tag = record->tags; tag != NULL; tag = tag->next)
		if (slice_is(tag->name, "Notation")) {
			tag->value = added.value;
			return;
		}
	add_tag(arena, record, &added);
}

/* Collates the pages at hand. */
static void
collate_game(struct run *run)
{
	struct collator *collator = run->context;
	const struct page *first = collator->page[0];
	struct report_origin origin = { .file = first->file,
		.game = first->game };
	struct arena arena = ARENA_INIT;
	struct record record = { .game = first->game };
	struct collation collation;
	struct diags diags;

	diags_init(&diags, &arena);
	run->report.games++;
	if (!begin_sheets(run, &arena)) {
		arena_release(&arena);
		return;
	}
	find_game(run, &arena, &collation);
	find_ends(collator, &collation);
	for (unsigned s = 0; s < collator->sheets; s++)
		complete_tags(
		    &arena, &collator->page[s]->record, &record, s == 0);
	if (collator->writer.reader.notation !=
	    collator->sheet[0].reader.notation)
		set_notation(&arena, &record, collator->writer.reader.notation);
	for (unsigned i = 0; i < collation.len; i++)
		add_ply(collator, &collation.plies[i], i, &arena, &record);
	record.result = find_result(collator);
	write_game(run, &record, &diags);
	for (unsigned s = 0; s < collator->sheets; s++)
		diags_init(&collator->said[s], &arena);
	tell_game(collator, &collation, &arena);
	origin.variant = collator->setup[0].rules->variant->id;
	for (unsigned i = 0; i < diags.len; i++)
		diags.list[i].fixes = NULL; /* there is no text to be fixed */
	report_add(&run->report, &origin, &diags);
	for (unsigned s = 0; s < collator->sheets; s++)
		report_page(run, collator->page[s], &collator->said[s]);
	arena_release(&arena);
}

/* All games, in the order in which the files have them. */
static void
collate_all(struct run *run)
{
	struct collator *collator = run->context;

	unsigned files =
	    collator->too_many || collator->len < 2 ? 0 : collator->len;

	for (unsigned f = 0; f < files; f++) {
		struct pages *own = &collator->files[f];

		for (struct page *p = own->first; p != NULL; p = p->next) {
			if (p->taken)
				continue;
			p->taken = true;
			collator->page[0] = p;
			collator->sheets = 1;
			for (unsigned g = f + 1; g < collator->len; g++) {
				struct page *other =
				    find_page(run, p, own, &collator->files[g]);

				if (other == NULL)
					continue;
				other->taken = true;
				collator->page[collator->sheets++] = other;
			}
			collate_game(run);
		}
	}
	if (run->job->repair.report == NULL)
		rewrite_end(&collator->rewriting, run);
}

static int
wrong_number(const struct job *job)
{
	return usage_error(
	    job, "it takes two to %u files", (unsigned)SHEETS_MAX);
}

static int
run(struct job *job)
{
	struct collator collator = { .rewriting = { .to = &format_pgn } };
	struct run_record *record;
	struct run run;
	int status;

	if (job->operands == 0)
		return wrong_number(job);
	if (job->output.format != NULL)
		collator.rewriting.to =
		    format_find(slice_of(job->output.format));
	run_init(&run, job, job->repair.report != NULL ? stdout : stderr);
	if (job->repair.report != NULL)
		run.report.options.form =
		    report_form_find(slice_of(job->repair.report));
	if (!rewrite_init(&collator.rewriting, &run))
		return EXIT_TROUBLE;
	run.no_replay = true;
	run.work = NULL;
	run.in_threads = run.passes_on = false;
	if (!run_begin(&run))
		return EXIT_TROUBLE;
	while (run_next_file(&run))
		while ((record = run_next_record(&run)) != NULL) {
			take_page(&collator, &run, record);
			run_report(&run, record);
		}
	collate_all(&run);
	status = run_end(&run);
	rewrite_release(&collator.rewriting);
	for (unsigned f = 0; f < collator.len; f++)
		for (struct page *p = collator.files[f].first; p; p = p->next)
			source_release(&p->source);
	arena_release(&collator.arena);
	if (collator.too_many || (collator.len < 2 && job->operands == 1))
		return wrong_number(job);
	if (collator.len < 2 && status != EXIT_TROUBLE)
		return usage_error(job,
		    "it takes two to %u files, and fewer than two have a "
		    "record",
		    (unsigned)SHEETS_MAX);
	return status;
}

const struct command command_collate = {
	.name = "collate",
	.forms = words_written_formats,
	.run = run,
};
