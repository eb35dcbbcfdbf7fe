/* Ternion: records of one game as one record. */
#include "parse/repair/scores.h"

enum {
	AGREE_LEAST = 4,    /* of sheets of one game, one ply in 4 agrees */
	AGREE_SHORTEST = 3, /* plies; shorter games are not judged by that */
};

void
tags_complete(struct record *record, const struct record *from, bool with_text,
    struct arena *arena)
{
	for (const struct tag *tag = from->tags; tag; tag = tag->next)
		if (record_find_tag(record, tag->name) == NULL &&
		    (with_text ||
			(!slice_is(tag->name, "Notation") &&
			    !slice_is(tag->name, "Letters"))))
			record_add_tag(record, arena, tag->name, tag->value,
			    (struct span){ 0, 0 });
}

/*
 * The game
 */

/* Reads the records as sheets of one game. */
static void
begin_sheets(struct scores *scores, struct arena *arena)
{
	const struct replayed *first = scores->score[0]->setup;

	for (unsigned s = 0; s < scores->len; s++) {
		const struct score *score = scores->score[s];

		scores->readers[s] = replayed_reader(score->setup);
		scores->readers[s].rules = first->rules;
		scores->sheet[s] = (struct sheet){
			.name = score->name,
			.reader = &scores->readers[s],
			.start = &first->start,
			.items = repair_items(&score->record->line, 1, arena),
			.len = score->record->line.plies,
			.is_movetext = score->record->is_movetext,
			.defined = score->setup->defined,
		};
	}
}

/* How many plies of a sheet are those of the first, and how many could be. */
struct share {
	unsigned agree, of;
};

static struct share
share_of(const struct scores *scores, unsigned s)
{
	const struct collation *collation = &scores->collation;
	struct share share = { .of = collation->len };

	for (unsigned i = 0; i < collation->len; i++)
		share.agree +=
		    collation->plies[i].by[0].reading == READING_SAME &&
		    collation->plies[i].by[s].reading == READING_SAME;
	if (scores->sheet[0].len < share.of)
		share.of = scores->sheet[0].len;
	if (scores->sheet[s].len < share.of)
		share.of = scores->sheet[s].len;
	return share;
}

/* Takes out the sheet that agrees least with the first, if that is so little
 * that it is of another game: others may agree better without it. */
static bool
take_out_stranger(struct scores *scores, struct arena *arena)
{
	struct share least = { 1, AGREE_LEAST };
	unsigned stranger = 0;

	for (unsigned s = 1; s < scores->len; s++) {
		const struct share share = share_of(scores, s);

		if (share.of < AGREE_SHORTEST ||
		    share.agree * least.of >= least.agree * share.of)
			continue;
		least = share;
		stranger = s;
	}
	if (stranger == 0)
		return false;
	scores->score[stranger]->why = arena_printf(arena,
	    "the score sheet is of another game: %u of %u plies agree with %s",
	    least.agree, least.of, scores->score[0]->name);
	scores->len--;
	memmove(&scores->score[stranger], &scores->score[stranger + 1],
	    (scores->len - stranger) * sizeof(scores->score[0]));
	return true;
}

/* The result that a record states; "*": none. */
static struct slice
stated_result(const struct record *record)
{
	const struct tag *tag = record_tag(record, "Result");
	struct slice result = record->result;

	if (tag != NULL && (result.len == 0 || slice_is(result, "*")))
		result = tag->value;
	return result.len > 0 ? result : slice_of("*");
}

/* How many records state a result. */
static unsigned
count_stated(const struct scores *scores, struct slice result)
{
	unsigned count = 0;

	for (unsigned s = 0; s < scores->len; s++)
		count += slice_equal(
		    result, stated_result(scores->score[s]->record));
	return count;
}

/* The result of the board, or the one that most records state. */
static void
find_result(struct scores *scores)
{
	const struct collation *collation = &scores->collation;
	const struct replayed *first = scores->score[0]->setup;
	const struct collated *last = collation->plies + collation->len - 1;
	struct position position = first->start;
	unsigned most = 0;

	if (collation->len > 0) {
		position = last->before;
		rules_make_move(first->rules, &position, &last->played.move);
	}
	struct outcome outcome = rules_outcome(first->rules, &position);
	scores->is_open = false;
	scores->result =
	    slice_of(outcome.result != NULL ? outcome.result : "*");
	for (unsigned s = 0; s < scores->len && outcome.result == NULL; s++) {
		struct slice result = stated_result(scores->score[s]->record);
		unsigned count = count_stated(scores, result);

		if (slice_is(result, "*") || count < most)
			continue;
		scores->is_open = count == most &&
		    (scores->is_open || !slice_equal(result, scores->result));
		if (count > most)
			scores->result = result;
		most = count;
	}
}

void
scores_collate(struct scores *scores, struct arena *arena)
{
	const struct sheet *first = &scores->sheet[0];

	do {
		begin_sheets(scores, arena);
		collate_sheets(first, scores->len, arena, &scores->collation);
	} while (take_out_stranger(scores, arena));
	scores->writing = *first->reader;
	if (first->reader->notation->is_old)
		scores->writing.notation =
		    dialect_of(first->reader->rules->variant)->notation;
	scores->writer = *first;
	scores->writer.reader = &scores->writing;
	find_result(scores);
}

/*
 * The record
 */

void
scores_write(
    const struct scores *scores, struct arena *arena, struct record *record)
{
	const struct notation *notation = scores->writing.notation;

	if (notation != scores->sheet[0].reader->notation)
		record_add_tag(record, arena, slice_of("Notation"),
		    slice_of(notation->id), (struct span){ 0, 0 });
	for (unsigned s = 0; s < scores->len; s++)
		tags_complete(record, scores->score[s]->record, s == 0, arena);
	collation_write(
	    &scores->collation, &scores->writer, arena, &record->line);
	record->result = scores->result;
	for (struct tag *tag = record->tags; tag != NULL; tag = tag->next)
		if (slice_is(tag->name, "Result"))
			tag->value = scores->result;
}

void
scores_tell(const struct scores *scores, struct arena *arena,
    struct diags said[SHEETS_MAX])
{
	collation_tell(&scores->collation, &scores->writer, arena, said);
	/* A record may state another result at its end and in its tag. */
	for (unsigned i = 0; i < 2 * scores->len; i++) {
		const struct record *record = scores->score[i / 2]->record;
		const struct tag *tag = record_tag(record, "Result");
		bool is_tag = i % 2 > 0 && tag != NULL;
		struct slice result = is_tag ? tag->value : record->result;

		if (result.len == 0 || slice_is(result, "*") ||
		    slice_equal(result, scores->result) ||
		    (is_tag && slice_equal(result, record->result)))
			continue;
		diag_add(&said[i / 2],
		    scores->is_open ? DIAG_SHEETS_DISAGREE : DIAG_SHEET_DIFFERS,
		    is_tag ? tag->span : record->result_span,
		    scores->is_open
			? "as many sheets have the result %.*s as %.*s"
			: "the result %.*s for %.*s",
		    SLICE(result), SLICE(scores->result));
	}
}
