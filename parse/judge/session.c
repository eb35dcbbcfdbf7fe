/* Ternion: a session: settles the diagnostics of a record. */
#include "parse/judge/proof.h"

#define WORD "ternion-disable"

/* One code of a comment. */
struct suppression {
	struct suppression *next;
	enum diag_id id;
	bool next_only;    /* ternion-disable-next */
	bool used;         /* it has removed a diagnostic */
	unsigned order;    /* plies before it */
	uint32_t from, to; /* where it holds, in the text */
	struct span span;  /* of the code */
};

/* The suppressions of a record. */
struct suppressions {
	struct diags *diags;
	bool silent; /* do not report malformed comments */
	struct suppression *first, *last;
	bool found;        /* some comment is one, well formed or not */
	unsigned plies;    /* of the record */
	unsigned unplayed; /* of these */
};

/* The span of a word, or of the whole comment if that has escapes. */
static struct span
span_of_word(const struct comment *comment, struct slice word)
{
	struct span span = comment->span;

	if (span.len == comment->text.len) {
		span.start += (uint32_t)(word.ptr - comment->text.ptr);
		span.len = (uint32_t)word.len;
	}
	return span;
}

static void
refuse_suppression(const struct suppressions *all,
    const struct comment *comment, struct slice word, const char *what)
{
	if (!all->silent)
		diag_add(all->diags, DIAG_SUPPRESSION_MALFORMED,
		    span_of_word(comment, word), "%s '%.*s'", what,
		    SLICE(word));
}

static void
add_code(struct suppressions *all, const struct comment *comment,
    struct slice word, uint32_t from, bool next_only)
{
	enum diag_id id = diag_find(word);

	if (id == DIAGS || diag_table[id].severity == SEV_FATAL ||
	    id == DIAG_SUPPRESSION_MALFORMED || id == DIAG_SUPPRESSION_UNUSED) {
		refuse_suppression(all, comment, word,
		    id == DIAGS ? "unknown diagnostic"
				: "no comment can suppress");
		return;
	}
	struct suppression *suppression =
	    arena_alloc(all->diags->arena, sizeof(*suppression));
	*suppression = (struct suppression){ .id = id,
		.next_only = next_only,
		.order = all->plies,
		.from = all->plies > 0 || next_only ? from : 0,
		.to = UINT32_MAX,
		.span = span_of_word(comment, word) };
	LIST_APPEND(all->first, all->last, suppression);
}

/* Suppresses from the comment on, or from `ply`, where the ply begins: in YAML
 * and JSON a comment before a ply can stand after its move. */
static void
gather_comments(
    struct suppressions *all, const struct comments *comments, uint32_t ply)
{
	for (const struct comment *c = comments->first; c; c = c->next) {
		struct slice text = c->text, word;
		uint32_t from = c->span.start < ply ? c->span.start : ply;
		unsigned codes = 0;

		if (!slice_begins(text, WORD))
			continue;
		all->found = true;
		struct slice head = slice_word(&text);
		bool next_only = slice_is(head, WORD "-next");
		if (!next_only && !slice_is(head, WORD)) {
			refuse_suppression(all, c, head,
			    "there is " WORD " and " WORD "-next, and no");
			continue;
		}
		for (; (word = slice_word(&text)).len > 0; codes++) {
			if (slice_is(word, "--"))
				break;
			add_code(all, c, word, from, next_only);
		}
		if (codes == 0)
			refuse_suppression(all, c, head, "no code follows");
	}
}

static void
gather_line(struct suppressions *all, const struct line *line)
{
	gather_comments(all, &line->comment, UINT32_MAX);
	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		const struct notes *notes = ply->notes;
		uint32_t start = ply_start(ply);

		if (notes != NULL)
			gather_comments(all, &notes->before, start);
		for (struct suppression *s = all->first; s; s = s->next)
			if (s->next_only && s->order + 1 == all->plies)
				s->to = start;
		all->plies++;
		all->unplayed += !ply->played;
		if (notes == NULL)
			continue;
		gather_comments(all, &notes->comment, UINT32_MAX);
		for (const struct line *v = notes->variations; v; v = v->next) {
			gather_line(all, v);
			gather_comments(all, &v->after, UINT32_MAX);
		}
	}
}

static bool
is_suppressed(const struct suppressions *all, const struct record *record,
    const struct diag *diag)
{
	const struct ply *last = record->line.last;
	uint32_t place = diag->span.start;
	bool suppressed = false;

	/* A diagnostic about the end of the game is shown at the last ply if
	 * the record has no result. */
	if (last != NULL && diag->ply == 0 && place >= last->span.start &&
	    place < last->span.start + last->span.len)
		place = UINT32_MAX - 1;
	for (struct suppression *s = all->first; s; s = s->next)
		if (s->id == diag->id && place >= s->from && place < s->to)
			s->used = suppressed = true;
	return suppressed;
}

bool
suppress(const struct record *record, struct diags *diags, bool keep_errors)
{
	struct suppressions all = { .diags = diags, .silent = keep_errors };
	const struct ply *ply = record->line.first;
	int worst = diags_worst(diags, 0);
	unsigned kept = 0;

	/* Most records have no comments. */
	while (ply != NULL && ply->notes == NULL)
		ply = ply->next;
	if (ply == NULL && record->line.comment.first == NULL)
		return false;
	gather_line(&all, &record->line);
	if (!all.found)
		return false;
	for (unsigned i = 0; i < diags->len; i++) {
		const struct diag diag = diags->list[i];

		if (!is_suppressed(&all, record, &diag) ||
		    (keep_errors && diag.severity >= SEV_ERROR))
			diags->list[kept++] = diag;
	}
	diags->len = kept;
	/* Unused suppressions are known only if the whole record was judged;
	 * one that could not be read has no plies, and an error. */
	if (keep_errors || diags_count(diags) > 0 || all.unplayed > 0 ||
	    (all.plies == 0 && worst >= (int)SEV_ERROR))
		return true;
	for (const struct suppression *s = all.first; s; s = s->next)
		if (!s->used)
			diag_add(diags, DIAG_SUPPRESSION_UNUSED, s->span,
			    "no '%s' is given %s", diag_table[s->id].slug,
			    s->next_only ? "for the next ply" : "from here on");
	return true;
}

void
session_release(struct session *session)
{
	replayer_free(session->replayer);
	mem_free(session->state);
	arena_release(&session->arena);
	strbuf_release(&session->text);
}

void
session_settle(struct session *session)
{
	bool is_suppressed =
	    suppress(&session->record, &session->diags, session->keeps_errors);

	diags_sort(&session->diags);
	if (session->format != NULL)
		fixes_prove(session, is_suppressed);
	diags_finish(&session->diags);
}
