/* Ternion: whether the result of a record is the one that its moves lead to. */
#include "formats/judge/result.h"
#include "parse/resolve/phrase.h"

enum {
	OFFER_LASTS = 3, /* plies within which a draw offer proves a draw */
};

/* A result while it is judged. */
struct judging {
	const struct record *record;
	const struct result_evidence *evidence;
	struct replayed *replayed;
	struct diags *diags;
};

/* Whether the Termination tag says why the game ended off the board. */
static bool
is_terminated(const struct record *record)
{
	const struct tag *tag = record_tag(record, "Termination");

	return tag != NULL && tag->value.len > 0 &&
	    !slice_is_nocase(tag->value, "normal");
}

/*
 * "With two players left a record may end at a true M, with the win for the
 * declarer."
 */
static bool
is_last_blow(const struct judging *judging)
{
	const struct replayed *replayed = judging->replayed;
	const struct variant *variant = judging->replayed->rules->variant;
	unsigned out = replayed->end.out, winner = judging->evidence->mated_by;

	return winner != PLAYER_NONE && out != 0 && (out & (out - 1)) == 0 &&
	    variant->wins[winner] != NULL &&
	    slice_is(replayed->result, variant->wins[winner]);
}

/* The game was not ended by the rules; has it another reason to be over? */
static void
check_open_result(const struct judging *judging, struct span span)
{
	struct replayed *replayed = judging->replayed;
	const struct variant *variant = judging->replayed->rules->variant;
	const char *agreed = variant->draws[replayed->end.out];
	bool offered = judging->evidence->last_offer > 0 &&
	    judging->evidence->last_offer + OFFER_LASTS >
		judging->record->line.plies;
	const struct tag *tag = record_tag(judging->record, "Termination");

	if (slice_is(replayed->result, "*") || is_last_blow(judging))
		return;
	if (agreed != NULL && slice_is(replayed->result, agreed) &&
	    (judging->evidence->drawn ||
		judging->evidence->repetitions >= REPETITIONS)) {
		replayed->agreed = true;
		return;
	}
	if (agreed != NULL && slice_is(replayed->result, agreed))
		replayed->agreed = tag == NULL ||
		    !is_terminated(judging->record) ||
		    slice_is_nocase(tag->value, "agreement");
	if (is_terminated(judging->record))
		return;
	if (!replayed->agreed)
		diag_add(judging->diags, DIAG_RESULT_UNPROVEN, span,
		    "the game is not decided on the board, and no Termination "
		    "tag says why the result is %.*s",
		    (int)replayed->result.len, replayed->result.ptr);
	else if (variant->calls & CALL_STALEMATE)
		diag_add_as(judging->diags, DIAG_DRAW_WITHOUT_OFFER,
		    SEV_WARNING, span,
		    "drawn by agreement, and no player has called the draw "
		    "with S");
	else if (!offered)
		diag_add(judging->diags, DIAG_DRAW_WITHOUT_OFFER, span,
		    "drawn by agreement, and none of the last three plies "
		    "offers a draw");
}

/* The result of the board in place of *, where it stands, and in the tag. */
static void
fix_result(const struct judging *judging, struct span span)
{
	const struct record *record = judging->record;
	const struct tag *tag = record_tag(record, "Result");
	struct diags *diags = judging->diags;
	const char *text = judging->replayed->outcome.result;
	struct edit *edits = arena_alloc(diags->arena, 2 * sizeof(*edits));
	struct fix *fix;

	if (record->result.len == 0 && tag == NULL)
		return;
	fix =
	    diag_fix_as(diags, text, span, text, judging->evidence->is_certain);
	if (fix == NULL || record->result.len == 0 || tag == NULL ||
	    !slice_equal(tag->value, record->result))
		return;
	edits[0] = (struct edit){ span, text };
	edits[1] = (struct edit){ tag->span, text };
	fix->edits = edits;
	fix->len = 2;
}

static void
check_decided_result(const struct judging *judging, struct span span)
{
	const struct replayed *replayed = judging->replayed;
	const struct outcome *outcome = &replayed->outcome;

	if (slice_is(replayed->result, outcome->result))
		return;
	if (slice_is(replayed->result, "*")) {
		diag_add(judging->diags, DIAG_RESULT_OPEN, span,
		    "the game has ended by %s with %s, and the result is *",
		    phrase_ending(outcome->ending), outcome->result);
		fix_result(judging, span);
		return;
	}
	diag_add(judging->diags, DIAG_RESULT_CONTRADICTS, span,
	    "the game has ended by %s with %s, and the result is %.*s",
	    phrase_ending(outcome->ending), outcome->result,
	    (int)replayed->result.len, replayed->result.ptr);
}

static bool
known_result(
    const struct judging *judging, struct slice result, struct span span)
{
	const struct variant *variant = judging->replayed->rules->variant;
	struct strbuf results = STRBUF_INIT;

	if (slice_is(result, "*") ||
	    variant_result(variant, result.ptr, result.len) >= 0)
		return true;
	for (const char *const *r = variant->results; *r != NULL; r++)
		strbuf_printf(
		    &results, "%s%s", results.len > 0 ? ", " : "", *r);
	diag_add(judging->diags, DIAG_RESULT_UNKNOWN, span,
	    "'%.*s' is no result of %s, which has %s and *", (int)result.len,
	    result.ptr, variant->title, results.ptr);
	strbuf_release(&results);
	return false;
}

/* Whether the moves lead to the result. */
static bool
is_proven(const struct judging *judging, struct slice result)
{
	const struct replayed *replayed = judging->replayed;

	return replayed->complete && replayed->outcome.ending != ENDING_NONE &&
	    slice_is(result, replayed->outcome.result);
}

/* Takes over the result that the record states, and sets *span to where. False
 * if some result in it is none of the game. */
static bool
read_result(const struct judging *judging, struct span *span)
{
	const struct record *record = judging->record;
	const struct tag *tag = record_tag(record, "Result");
	struct replayed *replayed = judging->replayed;
	bool known = true;

	*span = record->result_span;
	if (tag != NULL) {
		known = known_result(judging, tag->value, tag->span);
		if (known)
			replayed->result = tag->value;
		if (known && record->result.len == 0)
			*span = tag->span;
	} else if (record->result.len == 0 && record->line.last != NULL) {
		*span = record->line.last->span;
	}
	if (record->result.len == 0)
		return known;
	known &= known_result(judging, record->result, *span);
	if (known && tag != NULL && !slice_equal(tag->value, record->result)) {
		bool proven = is_proven(judging, record->result);
		const char *text;

		diag_add(judging->diags, DIAG_RESULT_TAG,
		    proven ? tag->span : *span,
		    "the Result tag says %.*s, and the moves end with %.*s",
		    (int)tag->value.len, tag->value.ptr,
		    (int)record->result.len, record->result.ptr);
		text = arena_copy(judging->diags->arena, record->result);
		if (proven)
			diag_fix_as(
			    judging->diags, text, tag->span, text, true);
	}
	replayed->result = record->result;
	return known;
}

/* A position alone, or tags alone, state no result. */
static bool
states_result(const struct record *record)
{
	return record->result.len > 0 || record->line.first != NULL ||
	    record_tag(record, "Result") != NULL;
}

struct slice
result_of_part(
    const struct record *record, const struct replayed *replayed, bool sound)
{
	if (replayed->outcome.ending != ENDING_NONE)
		return slice_of(replayed->outcome.result);
	return sound && is_terminated(record) ? replayed->result
					      : slice_of("*");
}

void
result_judge(const struct record *record,
    const struct result_evidence *evidence, struct replayed *replayed,
    struct diags *diags)
{
	const struct judging judging = { record, evidence, replayed, diags };
	struct span span;

	if (!read_result(&judging, &span) || !states_result(record) ||
	    !(replayed->complete || replayed->repaired))
		return;
	if (replayed->outcome.ending != ENDING_NONE)
		check_decided_result(&judging, span);
	else
		check_open_result(&judging, span);
}
