/* Ternion: the gate that each fix passes. */
#include "parse/judge/proof.h"

enum {
	ROUNDS_MAX = 8, /* of fixes that other fixes make possible */
	/* The trials of a record may cost as much as these bytes of text; a
	 * trial costs its text and more, alone and for each error, because
	 * repairs are searched again. Who makes fixes wants none to be left for
	 * a second run. */
	BUDGET = 512 * 1024,
	BUDGET_MAKING = 4 * 1024 * 1024,
	BUDGET_PER_BYTE = 8,
	TRIAL_COST = 256,
	ERROR_COST = 32 * 1024,
	CALLS = sizeof(PARSED_CALLS) - 1,
	TURNS = 3, /* in which fixes are tried, see turn_of */
};

/* A diagnostic, as two texts of a record are compared by it. */
struct finding {
	enum diag_id id;
	enum severity severity;
	bool is_general; /* of no ply, so that its place may change */
	bool is_claimed; /* a fix that is tried should remove it, ... */
	bool is_given;   /* but is not the one in question */
	bool is_matched;
	bool is_wanted;  /* it has a fix that is wanted */
	size_t at;       /* in the text */
	unsigned origin; /* in the diagnostics of the first text */
};

/* How often the moves of a text have each sign. */
struct signs {
	unsigned calls[CALLS], draws;
	unsigned yields, stalemates; /* (Y) and (S) alone */
	unsigned maybe_draws;        /* of tokens that mean no move */
	unsigned mates;              /* that are marked, */
	unsigned claimed; /* though the board does not show them: of a trial */
};

/* The text of a record, as it stands or with fixes made, and how it reads. */
struct version {
	struct slice text;
	size_t offset; /* of the text, counted from where spans count from */
	struct session *read; /* its last record: `own`, or the caller's */
	unsigned records;
	bool is_full;     /* not all findings are kept */
	size_t unchecked; /* where the moves begin that an error hides */
	unsigned errors;  /* before them: repairs of these are searched */
	unsigned len;
	struct finding finding[DIAGS_PER_RECORD];
	struct signs signs;
	/* Of a trial: */
	struct input input;
	struct session own;
};

/* The trials of one record. */
struct prover {
	struct replayer *replayer;
	const struct format *format;
	const struct record *first;  /* as it was judged */
	const struct wishes *wishes; /* NULL: each fix is on its own */
	bool is_bare;                /* as in the patches */
	size_t budget;
	bool is_patient;     /* new faults may be fixed in the next round */
	bool is_lenient;     /* faults that the error hides may be there */
	bool is_brief;       /* trials stop at the first error, ... */
	bool reads_all;      /* others only at the end */
	bool is_refuted;     /* a search for repairs would not save the trial */
	struct version *now; /* the text that is to be fixed */
	struct version *best;        /* with the fixes that hold so far */
	struct version *trial;       /* with those that are tried */
	const struct patches *tried; /* of the trial */
};

/*
 * Signs
 */

static void
count_signs(const struct replayed *replayed, const struct line *line,
    struct signs *signs)
{
	struct parsed_turn parsed;

	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		/* Parts may be in other notations. */
		if (notation_read(replayed->notation, &replayed->alphabet,
			ply->token, &parsed) ||
		    notation_read_any(replayed->defined, replayed->variant,
			ply->token, &parsed)) {
			unsigned calls =
			    parsed.move.calls | parsed.move.or_call;

			if (parsed.move.pair)
				calls |= parsed.second.calls;
			for (unsigned i = 0; i < CALLS; i++)
				signs->calls[i] += calls >> i & 1;
			signs->yields += parsed.move.type == MOVE_YIELD;
			signs->stalemates += parsed.move.type == MOVE_STALEMATE;
			signs->draws += parsed.move.draw;
			signs->mates += parsed.move.mate;
		} else {
			signs->maybe_draws +=
			    ply->token.ptr[ply->token.len - 1] == '=';
		}
		for (const struct line *v = ply_variations(ply); v; v = v->next)
			count_signs(replayed, v, signs);
	}
}

/* Counts marks of mate that the board does not show, in a replay. */
static void
see_claim(
    void *context, const struct replayed *replayed, const struct event *event)
{
	const struct prover *prover = context;

	(void)replayed;
	if (event != NULL)
		prover->trial->signs.claimed += event->turn.parsed.move.mate &&
		    event->turn.marks.mated == 0;
}

/*
 * Versions
 */

/* Where the moves begin that are not checked, with the number of the first. */
static size_t
find_unchecked(const struct record *record, const struct diag *diag)
{
	const struct ply *ply = record->line.first;

	while (ply != NULL && ply->span.start != diag->span.start)
		ply = ply_walk(&record->line, ply);
	return ply != NULL && ply->number_span.len > 0 ? ply->number_span.start
						       : diag->span.start;
}

static void
add_findings(
    const struct prover *prover, struct version *version, size_t offset)
{
	const struct wishes *wishes = prover->wishes;
	const struct diags *diags = &version->read->diags;

	version->records++;
	version->is_full |= diags_full(diags);
	for (unsigned i = 0; i < diags->len; i++) {
		const struct diag *diag = &diags->list[i];

		version->errors += diag->severity >= SEV_ERROR &&
		    version->unchecked == SIZE_MAX;
		if (diag->id == DIAG_MOVES_UNCHECKED &&
		    version->unchecked == SIZE_MAX)
			version->unchecked = offset +
			    find_unchecked(&version->read->record, diag);
		version->is_full |= version->len == DIAGS_PER_RECORD;
		if (version->is_full)
			return;
		version->finding[version->len++] =
		    (struct finding){ .id = diag->id,
			    .severity = diag->severity,
			    .is_general = diag->ply == 0,
			    .is_wanted = wishes != NULL &&
				wishes->wants(diag, wishes->context),
			    .at = offset + diag->span.start,
			    .origin = i };
	}
}

/* Whether the input has more than blanks. */
static bool
has_rest(const struct input *input)
{
	struct slice rest = source_rest(&input->source);

	return slice_trim(slice_from(rest, input->used)).len > 0;
}

static void
release_version(struct version *version)
{
	source_release(&version->input.source);
	arena_release(&version->own.arena);
	mem_free(version);
}

static void
read_version(struct prover *prover, struct strbuf *text)
{
	struct version *version = prover->trial;
	struct input *input = &version->input;
	struct session *session = &version->own;

	source_release(&input->source);
	*version = (struct version){ .read = session,
		.own = { .replayer = prover->replayer,
		    .arena = session->arena },
		.unchecked = SIZE_MAX,
		.input = {
		    .format = prover->format, .max_record = text->len + 1 } };
	source_text(&input->source, "", strbuf_as_slice(text));
	input->source.begun = true;
	/* The record may have tags of a record before it. */
	input_keep_tags(input, prover->first);
	version->text = source_window(&input->source);
	prover->replayer->options.context = prover;
	while (has_rest(input) && session_read(session, input)) {
		session_replay(session);
		suppress(&session->record, &session->diags, false);
		add_findings(prover, version, input->source.line_offset);
		version->offset = input->source.line_offset;
		if (session->replayed.notation != NULL)
			count_signs(&session->replayed, &session->record.line,
			    &version->signs);
	}
}

/*
 * Trials
 */

/* Finds the part of the old text that a byte of the new is in or replaces. */
static void
find_old(const struct patches *patches, size_t at, size_t *from, size_t *to)
{
	size_t old = 0, new = 0;

	for (size_t i = 0; i < patches->len; i++) {
		const struct patch *patch = &patches->list[i];
		size_t len = strlen(patch->text);

		if (at < new + (patch->at - old))
			break;
		new += patch->at - old;
		old = patch->at;
		if (at <= new + len) {
			*from = old;
			*to = old + patch->len;
			return;
		}
		new += len;
		old += patch->len;
	}
	*from = *to = old + (at - new);
}

/* The finding of the old text that a new one is: an unclaimed one, if there is
 * one; or NULL. In a brief trial the error at a place may be told otherwise. */
static struct finding *
find_match(const struct prover *prover, const struct patches *patches,
    const struct finding *new)
{
	struct finding *match = NULL;
	size_t from, to;

	find_old(patches, new->at, &from, &to);
	for (unsigned i = 0; i < prover->now->len; i++) {
		struct finding *old = &prover->now->finding[i];

		if ((old->id == new->id ||
			(prover->is_brief && new->severity >= SEV_ERROR)) &&
		    !old->is_matched &&
		    ((old->is_general && new->is_general) ||
			(from <= old->at && old->at <= to)) &&
		    (match == NULL || match->is_claimed))
			match = old;
	}
	return match;
}

/* True of a fault among moves that were not checked in the old text: a fix of
 * the error before them shows it, but does not make it. What holds of the whole
 * record was not judged either. */
static bool
was_hidden(const struct prover *prover, const struct patches *patches,
    const struct finding *new)
{
	size_t from, to;

	if (!prover->is_lenient)
		return false;
	find_old(patches, new->at, &from, &to);
	return new->is_general ? prover->now->errors > 0
			       : from >= prover->now->unchecked;
}

static void
unmatch(struct version *version)
{
	for (unsigned i = 0; i < version->len; i++)
		version->finding[i].is_matched = false;
}

/* Whether a fault of the old text that only a search finds is still in the new:
 * that would be told in place of the one which is met. */
static bool
may_find_old(const struct version *now)
{
	for (unsigned i = 0; i < now->len; i++)
		if (!now->finding[i].is_claimed &&
		    (diag_table[now->finding[i].id].kinds & SEARCHED) != 0)
			return true;
	return false;
}

/* Whether a fault ends a trial: each ends a brief one; another ends if the
 * fault was hidden, as all after it was, too, or if it shows that the offer
 * does not hold: it is new, or is the one to be removed. */
static bool
settles_trial(void *context, const struct diag *diag, bool is_told)
{
	const struct prover *prover = context;
	const struct finding new = { .id = diag->id,
		.is_general = diag->ply == 0,
		.at = prover->trial->input.source.line_offset +
		    diag->span.start };
	const struct finding *old = find_match(prover, prover->tried, &new);

	if (prover->is_brief || prover->reads_all)
		return prover->is_brief;
	if (old == NULL && was_hidden(prover, prover->tried, &new))
		return true;
	return (old == NULL || old->is_claimed) &&
	    (is_told || !may_find_old(prover->now));
}

/* Finds which findings of the old text the trial has. False if one of them is
 * claimed, or one is new and matters. */
static bool
match_findings(struct prover *prover, const struct patches *patches)
{
	struct version *now = prover->now;
	struct version *trial = prover->trial;
	bool holds = true, may_change = may_find_old(now);

	prover->is_refuted = false;
	unmatch(now);
	for (unsigned i = 0; i < trial->len; i++) {
		struct finding *new = &trial->finding[i];
		struct finding *old = find_match(prover, patches, new);
		bool may_stay = old != NULL ? !old->is_claimed
					    : new->severity < SEV_WARNING ||
			(prover->is_patient && new->is_wanted) ||
			was_hidden(prover, patches, new);

		/* Two records are not fixed once more here. */
		may_stay &= trial->records == 1 || !new->is_wanted;
		holds &= may_stay;
		prover->is_refuted |= !may_stay &&
		    (old == NULL || !old->is_given) &&
		    (new->severity < SEV_ERROR || !may_change);
		new->origin = DIAGS_PER_RECORD;
		if (old != NULL) {
			old->is_matched = true;
			new->origin = old->origin;
		}
	}
	return holds;
}

/* Whether the trial has lost just the claimed findings, and gained none. */
static bool
holds(struct prover *prover, const struct patches *patches)
{
	struct version *now = prover->now;
	struct version *trial = prover->trial;
	const struct signs *was = &now->signs, *is = &trial->signs;

	prover->is_refuted = true;
	if (now->is_full || trial->is_full || trial->records == 0)
		return false;
	/* In another notation the same text has other signs. */
	if (now->read->replayed.notation == trial->read->replayed.notation &&
	    (memcmp(was->calls, is->calls, sizeof(was->calls)) != 0 ||
		was->yields != is->yields ||
		was->stalemates != is->stalemates || is->draws < was->draws ||
		is->draws + is->maybe_draws > was->draws + was->maybe_draws ||
		is->claimed > was->mates))
		return false;
	return match_findings(prover, patches);
}

static size_t
trial_cost(const struct prover *prover)
{
	return prover->now->text.len + TRIAL_COST +
	    (prover->is_brief ? 0 : prover->now->errors * (size_t)ERROR_COST);
}

/* Makes the patches on trial; false if they do not hold. Sorts them. */
static bool
try_patches(struct prover *prover, struct patches *patches)
{
	size_t cost = trial_cost(prover);
	struct strbuf text = STRBUF_INIT;

	if (patches->len == 0 || cost > prover->budget)
		return false;
	prover->budget -= cost;
	patches_write(patches, 0, &text);
	prover->tried = patches;
	unmatch(prover->now);
	read_version(prover, &text);
	strbuf_release(&text);
	return holds(prover, patches);
}

static void
begin_prover(
    struct prover *prover, struct session *session, const struct wishes *wishes)
{
	struct replayer **own = &session->replayer->prover;
	const struct record *record = &session->record;
	struct version *now = mem_zeroed(sizeof(*now));

	if (*own == NULL) {
		struct replay_options options = session->replayer->options;

		options.rewrite = options.boards = false;
		options.fixes = true;
		options.see = see_claim;
		*own = replayer_new(&options);
	}
	*prover = (struct prover){ .replayer = *own,
		.format = session->format,
		.first = record,
		.wishes = wishes,
		.budget = (wishes != NULL ? BUDGET_MAKING : BUDGET) +
		    BUDGET_PER_BYTE * (size_t)record->span.len,
		.now = now,
		.best = mem_zeroed(sizeof(*now)),
		.trial = mem_zeroed(sizeof(*now)) };
	now->text =
	    slice_sub(record->text, record->span.start, record->span.len);
	now->offset = (size_t)0 - record->span.start;
	now->read = session;
	now->unchecked = SIZE_MAX;
	add_findings(prover, now, now->offset);
	if (session->replayed.notation != NULL)
		count_signs(&session->replayed, &record->line, &now->signs);
}

static void
end_prover(struct prover *prover)
{
	release_version(prover->now);
	release_version(prover->best);
	release_version(prover->trial);
}

/*
 * Fixes that are made
 */

/* The fixes of a text that are made together. */
struct round {
	struct prover *prover;
	bool is_chosen[DIAGS_PER_RECORD]; /* the fix of that diagnostic is */
	struct patches held;              /* of prover->best */
};

static bool
is_chosen(const struct diag *diag, const void *context)
{
	const struct round *round = context;

	return round->is_chosen[diag - round->prover->now->read->diags.list];
}

static void
swap_versions(struct version **a, struct version **b)
{
	struct version *other = *a;

	*a = *b;
	*b = other;
}

/* Chooses the fixes of these diagnostics, too, or some of them. */
static void
choose_fixes(struct round *round, const unsigned *wanted, unsigned len)
{
	struct prover *prover = round->prover;
	struct version *now = prover->now;
	struct patches tried = { .text = now->text,
		.offset = now->offset,
		.is_bare = prover->is_bare };
	const struct wishes chosen = { is_chosen, round };

	for (unsigned i = 0; i < len; i++)
		round->is_chosen[wanted[i]] = true;
	patches_take(&tried, &now->read->record, &now->read->diags, &chosen);
	for (unsigned i = 0; i < now->len; i++)
		now->finding[i].is_claimed = now->read->diags.list[i].fixed;
	if (try_patches(prover, &tried)) {
		patches_release(&round->held);
		round->held = tried;
		swap_versions(&prover->best, &prover->trial);
		return;
	}
	patches_release(&tried);
	for (unsigned i = 0; i < len; i++)
		round->is_chosen[wanted[i]] = false;
	if (len > 1) {
		choose_fixes(round, wanted, len / 2);
		choose_fixes(round, wanted + len / 2, len - len / 2);
	}
}

/* Makes all wanted fixes of the text that hold, which becomes the next one;
 * gives their patches, none if there are none. */
static struct patches
make_round(struct prover *prover)
{
	const struct diags *diags = &prover->now->read->diags;
	struct round round = { .prover = prover };
	unsigned wanted[DIAGS_PER_RECORD], len = 0;

	if (prover->now->records > 1 || prover->now->is_full)
		return round.held;
	for (unsigned i = 0; i < diags->len; i++)
		if (prover->wishes->wants(
			&diags->list[i], prover->wishes->context))
			wanted[len++] = i;
	if (len > 0)
		choose_fixes(&round, wanted, len);
	if (round.held.len > 0)
		swap_versions(&prover->now, &prover->best);
	return round.held;
}

/* Adds one patch of all that differs between two texts. */
static void
add_difference(
    struct patches *patches, size_t at, struct slice old, struct slice new)
{
	while (old.len > 0 && new.len > 0 && old.ptr[0] == new.ptr[0]) {
		old = slice_from(old, 1);
		new = slice_from(new, 1);
		at++;
	}
	while (old.len > 0 && new.len > 0 &&
	    old.ptr[old.len - 1] == new.ptr[new.len - 1]) {
		old.len--;
		new.len--;
	}
	patches_add(patches, at, old.len, new);
}

static bool
is_choice(const struct diag *diag, const void *context)
{
	return diag == context;
}

static unsigned
make_chosen(struct prover *prover, const struct chooser *chooser)
{
	unsigned count = 0;

	for (;;) {
		struct version *now = prover->now;
		struct patches tried = { .text = now->text,
			.offset = now->offset,
			.is_bare = prover->is_bare };
		struct strbuf text = STRBUF_INIT;
		struct diag *diag = now->records > 1 || now->is_full
		    ? NULL
		    : chooser->choose(
			  now->read, &now->input.source, chooser->context);

		if (diag == NULL)
			return count;
		patches_take(&tried, &now->read->record, &now->read->diags,
		    &(struct wishes){ is_choice, diag });
		if (tried.len > 0) {
			patches_write(&tried, 0, &text);
			read_version(prover, &text);
			match_findings(prover, &tried);
			swap_versions(&prover->now, &prover->trial);
			count++;
		}
		strbuf_release(&text);
		patches_release(&tried);
	}
}

/* Adds the patches of the first round, or of several the difference; and
 * unmarks the diagnostics that are left. */
static void
add_rounds(const struct prover *prover, struct session *session,
    const struct patches *first, unsigned rounds, struct patches *patches)
{
	const struct version *now = prover->now;
	const struct record *record = &session->record;
	size_t at = patches->offset + record->span.start;

	if (rounds > 1)
		add_difference(patches, at,
		    slice_sub(
			record->text, record->span.start, record->span.len),
		    now->text);
	for (size_t i = 0; rounds == 1 && i < first->len; i++)
		patches_add(patches, at + first->list[i].at, first->list[i].len,
		    slice_of(first->list[i].text));
	for (unsigned i = 0; i < now->len; i++)
		if (now->finding[i].origin < session->diags.len)
			session->diags.list[now->finding[i].origin].fixed =
			    false;
}

/* Makes round after round, and keeps the patches of the first; the number of
 * rounds, or 0 if the fixes do not come to an end, or leave something new. */
static unsigned
make_rounds(struct prover *prover, struct patches *first)
{
	struct patches next;
	unsigned rounds = 0;

	while (rounds < ROUNDS_MAX && (next = make_round(prover)).len > 0) {
		patches_release(rounds == 0 ? first : &next);
		if (rounds++ == 0)
			*first = next;
	}
	const struct version *now = prover->now;
	for (unsigned i = 0; i < now->len; i++)
		if (now->finding[i].origin == DIAGS_PER_RECORD &&
		    now->finding[i].severity >= SEV_WARNING)
			return 0;
	return rounds < ROUNDS_MAX ? rounds : 0;
}

void
fixes_take(struct session *session, const struct wishes *wishes,
    const struct chooser *chooser, struct patches *patches)
{
	struct diags *diags = &session->diags;
	struct patches first = { .len = 0 };
	struct prover prover;
	unsigned rounds = 0, chosen = 0;

	/* First in the hope that the next round fixes new faults. Chosen fixes
	 * may leave new ones. */
	for (unsigned patient = 2; rounds == 0 && patient-- > 0;) {
		begin_prover(&prover, session, wishes);
		prover.is_bare = patches->is_bare;
		prover.is_patient = patient > 0 && chooser == NULL;
		if (chooser != NULL)
			chosen = make_chosen(&prover, chooser);
		rounds = chosen + make_rounds(&prover, &first);
		if (rounds == 0)
			end_prover(&prover);
		if (chooser != NULL)
			break;
	}
	for (unsigned i = 0; i < diags->len; i++)
		diags->list[i].fixed = rounds > 0;
	if (rounds > 0) {
		add_rounds(&prover, session, &first,
		    chosen > 0 ? ROUNDS_MAX : rounds, patches);
		end_prover(&prover);
	}
	patches_release(&first);
}

/*
 * Fixes that are offered
 */

/* A fix on its own. */
struct offer {
	struct fix *fix;
	unsigned diag;
};

/* Adds the edits of a fix that overlap no others; false if some do. */
static bool
add_edits(
    const struct prover *prover, const struct fix *fix, struct patches *patches)
{
	bool fits = true;

	for (unsigned i = 0; i < fix->len; i++)
		fits &= patches_add(patches,
		    prover->now->offset + fix->edits[i].span.start,
		    fix->edits[i].span.len, slice_of(fix->edits[i].text));
	return fits;
}

/* Whether the offers hold together; if it is brief, with the repairs of the
 * first diagnostics, as those after them assume these, where the offers do not
 * put another text. */
static bool
hold_together(struct prover *prover, const struct offer *offers, size_t len,
    unsigned repaired)
{
	struct version *now = prover->now;
	const struct diags *diags = &now->read->diags;
	struct patches tried = { .text = now->text };
	bool fits = true, is_whole = true;

	prover->is_refuted = false;
	for (unsigned i = 0; i < now->len; i++)
		now->finding[i].is_claimed = now->finding[i].is_given = false;
	for (size_t i = 0; i < len && fits; i++) {
		now->finding[offers[i].diag].is_claimed = true;
		fits = add_edits(prover, offers[i].fix, &tried);
	}
	for (unsigned i = 0; i < repaired && prover->is_brief; i++) {
		const struct fix *fix = diags->list[i].fixes;

		if (now->finding[i].is_claimed || fix == NULL ||
		    !fix->is_assumed)
			continue;
		now->finding[i].is_claimed = now->finding[i].is_given =
		    fix->repairs && add_edits(prover, fix, &tried);
		is_whole &= now->finding[i].is_claimed;
	}
	fits = fits && try_patches(prover, &tried);
	prover->is_refuted &= is_whole;
	patches_release(&tried);
	return fits;
}

/* Finds out which of the offers hold, first together. To look for repairs once
 * more is dear: what holds up to the next error holds, and if that error is new
 * it does not, unless a search might tell the error as one of the old. */
static void
prove_offers(struct prover *prover, const struct offer *offers, size_t len)
{
	bool can_try = trial_cost(prover) <= prover->budget;
	bool fits, contradicts, is_assumed;
	unsigned all = prover->now->read->diags.len;

	if (len == 0)
		return;
	prover->is_lenient = len == 1 && !offers->fix->certain;
	is_assumed = offers->fix->repairs && offers->fix->likely;
	prover->is_brief = true;
	fits = hold_together(prover, offers, len, all);
	/* Another move than the assumed one may contradict what follows. */
	contradicts = !fits && prover->is_lenient && !is_assumed &&
	    hold_together(prover, offers, len, offers->diag);
	prover->is_brief = false;
	fits = fits ||
	    (!contradicts && !prover->is_refuted &&
		hold_together(prover, offers, len, 0));
	for (size_t i = 0; i < len; i++) {
		offers[i].fix->holds = fits;
		offers[i].fix->fails = can_try && !fits;
	}
	if (!fits && len > 1) {
		prove_offers(prover, offers, len / 2);
		prove_offers(prover, offers + len / 2, len - len / 2);
	}
}

static bool
is_same_fix(const struct fix *a, const struct fix *b)
{
	bool is_same = a->len == b->len;

	for (unsigned i = 0; is_same && i < a->len; i++)
		is_same = a->edits[i].span.start == b->edits[i].span.start &&
		    a->edits[i].span.len == b->edits[i].span.len &&
		    strcmp(a->edits[i].text, b->edits[i].text) == 0;
	return is_same;
}

/* Appends a copy of a fix to a list, or puts it in place of the same fix: a
 * repair knows more than the message does. */
static void
add_fix(struct diags *diags, struct fix **list, const struct fix *fix)
{
	if (fix->is_unsaid)
		return;
	while (*list != NULL && !is_same_fix(*list, fix))
		list = &(*list)->next;
	struct fix *copy = arena_alloc(diags->arena, sizeof(*copy));
	*copy = *fix;
	copy->next = *list != NULL ? (*list)->next : NULL;
	*list = copy;
}

/* The turn in which a fix is tried: those that change no move together, then
 * the likeliest of each diagnostic, then the others; TURNS: it has no place. */
static unsigned
turn_of(const struct diag *diag, const struct fix *fix)
{
	if (fix->edits->span.start == SPAN_NONE.start)
		return TURNS;
	if (fix != diag->meant)
		return 2;
	return diag->given != NULL || fix->repairs || fix->next != NULL;
}

/* Lists the offers of all diagnostics in turn; *together are of the first. */
static size_t
list_offers(struct diags *diags, struct offer **offers, size_t *together)
{
	size_t len = 0, count = 0;

	for (unsigned i = 0; i < diags->len; i++) {
		struct diag *diag = &diags->list[i];
		const struct fix *near = diag->meant;

		/* As in the message, but a fix that is made is first. */
		diag->asks &= near != NULL;
		diag->meant = NULL;
		if (diag->fixes != NULL && diag->fixes->likely)
			add_fix(diags, &diag->meant, diag->fixes);
		for (const struct fix *f = near; f; f = f->next)
			add_fix(diags, &diag->meant, f);
		for (struct fix *f = diag->fixes; f; f = f->next)
			add_fix(diags, &diag->meant, f);
		for (struct fix *f = diag->meant; f; f = f->next)
			count++;
	}
	*offers = arena_alloc(diags->arena, (count + 1) * sizeof(**offers));
	for (unsigned turn = 0; turn < TURNS; turn++) {
		for (unsigned i = 0; i < diags->len; i++) {
			const struct diag *diag = &diags->list[i];

			for (struct fix *f = diag->meant; f; f = f->next)
				if (turn_of(diag, f) == turn)
					(*offers)[len++] =
					    (struct offer){ f, i };
		}
		if (turn == 0)
			*together = len;
	}
	return len;
}

/* Drops what does not hold from the fixes of a diagnostic. Its advice goes,
 * too, and it asks about the rest. */
static void
keep_meant(struct diag *diag)
{
	struct fix **end = &diag->meant;

	while (*end != NULL)
		if ((*end)->fails) {
			*end = (*end)->next;
			diag->asks |= diag->advice != NULL;
			diag->advice = NULL;
		} else {
			end = &(*end)->next;
		}
}

/* Whether the fix puts this text, alone or in a longer one, for the span. */
static bool
has_text(const struct fix *fix, struct span span, const char *text)
{
	const struct edit *edit = fix->edits;
	size_t len = strlen(text), before = span.start - edit->span.start;

	return fix->len == 1 && edit->span.start <= span.start &&
	    strlen(edit->text) + span.len == edit->span.len + len &&
	    before + len <= strlen(edit->text) &&
	    memcmp(edit->text + before, text, len) == 0;
}

/* Drops the text in place of the span if it does not hold. */
static void
keep_text(struct diag *diag)
{
	const struct fix *fix = fix_offered(diag->meant);

	while (fix != NULL && diag->fix != NULL &&
	    !has_text(fix, diag->span, diag->fix))
		fix = fix_offered(fix->next);
	if (fix == NULL)
		diag->fix = NULL;
}

/* Whether another tag lets the whole record replay. */
static bool
has_misfit(const struct diags *diags)
{
	unsigned i = 0;

	while (i < diags->len && diags->list[i].id != DIAG_TAG_MISFIT)
		i++;
	return i < diags->len;
}

void
fixes_prove(struct session *session, bool is_suppressed)
{
	struct diags *diags = &session->diags;
	struct offer *offers;
	size_t together, len = list_offers(diags, &offers, &together);
	struct prover prover;

	if (len == 0)
		return;
	begin_prover(&prover, session, NULL);
	prover.replayer->options.tries_offer = !has_misfit(diags);
	prover.replayer->options.settles = settles_trial;
	prover.reads_all = has_misfit(diags) || is_suppressed;
	if (!prover.now->is_full) {
		prove_offers(&prover, offers, together);
		for (size_t i = together; i < len; i++)
			prove_offers(&prover, &offers[i], 1);
	}
	prover.replayer->options.tries_offer = false;
	prover.replayer->options.settles = NULL;
	end_prover(&prover);
	for (unsigned i = 0; i < diags->len; i++) {
		keep_meant(&diags->list[i]);
		keep_text(&diags->list[i]);
	}
}
