/* Ternion: compares the result of a record with that of its moves. */
#include "parse/judge/judge.h"
#include "parse/resolve/phrase.h"

#define OFFER_LASTS 3 /* plies for which an offer of a draw is good */

/* True if the Termination tag says why the game ended off the board. */
static bool
is_terminated(const struct record *record)
{
	static const char *const silent[] = { "normal", "unknown",
		"unterminated", NULL };
	const struct tag *tag = record_known_tag(record, "Termination");

	return tag != NULL && !slice_is_among_nocase(tag->value, silent);
}

/* "With two players left a record may end at a true M, with the win for the
 * declarer." */
static bool
is_declared_win(const struct replayed *replayed, unsigned declarer)
{
	const char *win = declarer != PLAYER_NONE
	    ? replayed->rules->variant->wins[declarer]
	    : NULL;

	return win != NULL && players_left(&replayed->end) == 2 &&
	    slice_is(replayed->result, win);
}

/* The rules have not ended the game: the result needs another reason. */
static void
check_open_result(struct replayed *replayed,
    const struct result_evidence *evidence, struct diags *diags,
    struct span span)
{
	const struct record *record = replayed->record;
	const struct variant *variant = replayed->rules->variant;
	const char *draw = variant->draws[replayed->end.out];
	bool is_drawn = draw != NULL && slice_is(replayed->result, draw);
	bool is_due = evidence->drawn || evidence->is_draw_due ||
	    evidence->repetitions >= REPETITIONS;
	bool offered = evidence->last_offer > 0 &&
	    evidence->last_offer + OFFER_LASTS > record->line.plies;
	const struct tag *tag = record_known_tag(record, "Termination");

	if (slice_is(replayed->result, "*") ||
	    is_declared_win(replayed, evidence->mated_by))
		return;
	if (is_drawn)
		replayed->agreed = is_due || !is_terminated(record) ||
		    slice_is_nocase(tag->value, "agreement");
	if (is_terminated(record) || (is_drawn && is_due))
		return;
	if (!replayed->agreed)
		diag_add(diags, DIAG_RESULT_UNPROVEN, span,
		    "the moves do not decide the game, and no Termination tag "
		    "says why the result is %.*s",
		    SLICE(replayed->result));
	else if (variant->calls & CALL_STALEMATE)
		diag_add_as(diags, DIAG_DRAW_WITHOUT_OFFER, SEV_WARNING, span,
		    "drawn by agreement, but no player called the draw with S");
	else if (!offered)
		diag_add(diags, DIAG_DRAW_WITHOUT_OFFER, span,
		    "drawn by agreement, but none of the last three plies "
		    "offers a draw");
}

/* The rules have ended the game. The fix puts their result in place of the one
 * stated, at the end and in the tag. A false one may also come of a wrong last
 * move, unless that has its mark of mate. */
static void
check_decided_result(const struct replayed *replayed,
    const struct result_evidence *evidence, struct diags *diags,
    struct span span)
{
	const struct record *record = replayed->record;
	const struct tag *tag = record_tag(record, "Result");
	const struct outcome *outcome = &replayed->outcome;
	const char *text = outcome->result;
	bool is_open = slice_is(replayed->result, "*");
	struct edit_list edits = { .len = 0 };
	struct fix *fix = NULL;

	if (slice_is(replayed->result, text))
		return;
	diag_add(diags, is_open ? DIAG_RESULT_OPEN : DIAG_RESULT_CONTRADICTS,
	    span, "the game ended by %s with %s, but the result says %.*s",
	    phrase_ending(outcome->ending), text, SLICE(replayed->result));
	if (record->result.len > 0 || tag != NULL)
		fix = diag_fix_as(diags, text, span, text,
		    evidence->is_certain && (is_open || evidence->is_marked));
	if (fix != NULL && record->result.len > 0 && tag != NULL &&
	    slice_equal(tag->value, record->result)) {
		edits_add(&edits, diags->arena, span, text);
		edits_add(&edits, diags->arena, tag->span, text);
		fix->edits = edits.edit;
		fix->len = edits.len;
	}
}

bool
result_points(struct slice result, unsigned points[PLAYERS])
{
	const char *p = result.ptr, *end = p + result.len;

	for (unsigned player = 0; player < PLAYERS; player++) {
		unsigned part[2] = { 0, 0 }; /* dividend, divisor */
		unsigned at = 0;

		if (player > 0 && (p == end || *p++ != '-'))
			return false;
		for (; p < end && (ascii_is_digit(*p) || *p == '/'); p++)
			if (*p == '/')
				at = 1;
			else if (part[at] < 1000)
				part[at] = part[at] * 10 + (unsigned)(*p - '0');
		if (at == 1 && part[1] == 0)
			return false;
		points[player] = part[0] * POINT / (at == 1 ? part[1] : 1);
	}
	return p == end;
}

/* The game's only result with the players in the same order; NULL: none. */
static const char *
result_in_order(const struct variant *variant, struct slice result)
{
	const char *found = NULL;
	unsigned said[PLAYERS], game[PLAYERS];

	if (!result_points(result, said))
		return NULL;
	for (const char *const *r = variant->results; *r != NULL; r++) {
		bool same = result_points(slice_of(*r), game);

		for (unsigned i = 0; i < PLAYERS; i++) {
			unsigned j = (i + 1) % PLAYERS;

			same &= (said[i] > said[j]) == (game[i] > game[j]) &&
			    (said[i] < said[j]) == (game[i] < game[j]);
		}
		if (same && found != NULL)
			return NULL;
		if (same)
			found = *r;
	}
	return found;
}

static bool
known_result(const struct variant *variant, struct slice result,
    struct span span, struct diags *diags)
{
	SCRATCH results = STRBUF_INIT;

	if (slice_is(result, "*") ||
	    variant_result(variant, result.ptr, result.len) >= 0)
		return true;
	const char *meant = result_in_order(variant, result);
	for (const char *const *r = variant->results; *r != NULL; r++)
		strbuf_printf(
		    &results, "%s%s", results.len > 0 ? ", " : "", *r);
	diag_add(diags, DIAG_RESULT_UNKNOWN, span,
	    "'%.*s' is not a result of %s; %s%s%s", SLICE(result),
	    variant->title, meant != NULL ? "there it is " : "its results are ",
	    meant != NULL ? meant : results.ptr, meant != NULL ? "" : " and *");
	if (meant != NULL)
		diag_fix_as(diags, meant, span, meant, true);
	return false;
}

/* The tag and the text state different results. If the moves prove one of them,
 * the fix puts it in place of the other. Returns the result that counts. */
static struct slice
compare_results(const struct replayed *replayed, const struct tag *tag,
    struct diags *diags, struct span span)
{
	struct slice text = replayed->record->result, result = text;
	bool decided =
	    replayed->complete && replayed->outcome.ending != ENDING_NONE;
	bool by_tag = decided && slice_is(tag->value, replayed->outcome.result);
	bool by_text = decided && slice_is(text, replayed->outcome.result);

	if (by_tag)
		result = tag->value;
	if (!by_tag)
		span = by_text ? tag->span : span;
	diag_add(diags, DIAG_RESULT_TAG, span,
	    "the Result tag says %.*s, but the moves end with %.*s",
	    SLICE(tag->value), SLICE(text));
	const char *right = arena_copy(diags->arena, result);
	if (by_tag || by_text)
		diag_fix_as(diags, right, span, right, true);
	return result;
}

struct slice
result_of_part(const struct replayed *replayed, bool sound)
{
	if (replayed->outcome.ending != ENDING_NONE)
		return slice_of(replayed->outcome.result);
	return sound && is_terminated(replayed->record) ? replayed->result
							: slice_of("*");
}

/* Sets the result that counts where there is a tag; returns its place. */
static struct span
settle_result(
    struct replayed *replayed, const struct tag *tag, struct diags *diags)
{
	struct slice text = replayed->record->result;
	struct span span = replayed->record->result_span;
	bool is_open = slice_is(text, "*"),
	     is_tag_open = slice_is(tag->value, "*");

	/* A * says that the result is not known, and yields to one. */
	if (text.len == 0 || (is_open && !is_tag_open)) {
		replayed->result = tag->value;
		return tag->span;
	}
	if (!is_open && !is_tag_open && !slice_equal(tag->value, text))
		replayed->result = compare_results(replayed, tag, diags, span);
	return span;
}

void
result_judge(struct replayed *replayed, const struct result_evidence *evidence,
    struct diags *diags)
{
	const struct record *record = replayed->record;
	const struct variant *variant = replayed->rules->variant;
	const struct tag *tag = record_known_tag(record, "Result");
	bool has_text = record->result.len > 0, known = true;
	struct span span = record->result_span; /* where it is stated */

	if (has_text)
		replayed->result = record->result;
	if (tag != NULL)
		known = known_result(variant, tag->value, tag->span, diags);
	if (has_text)
		known &= known_result(variant, record->result, span, diags);
	if (!known)
		return;
	if (tag != NULL)
		span = settle_result(replayed, tag, diags);
	else if (!has_text && record->line.last != NULL)
		span = record->line.last->span;
	/* A position alone, or tags alone, state no result. */
	if (!(replayed->complete || replayed->repaired) ||
	    !(has_text || tag != NULL || record->line.first != NULL))
		return;
	if (replayed->outcome.ending != ENDING_NONE)
		check_decided_result(replayed, evidence, diags, span);
	else
		check_open_result(replayed, evidence, diags, span);
}
