/* Ternion: what `convert` changes in a record. */
#include "cmd/run/rewrite.h"
#include "parse/position/tpf.h"
#include "formats/pgn/pgn_reader.h"

/*
 * Tags
 */

static void
unset_tag(struct record *record, struct slice name)
{
	const struct tag *tag;

	while ((tag = record_find_tag(record, name)) != NULL)
		LIST_REMOVE(record->tags, record->last_tag, tag);
}

void
edit_read(const struct job *job, struct record *record, struct arena *arena)
{
	const struct texts *set = &job->edits.set, *unset = &job->edits.unset;

	for (unsigned i = 0; i < unset->len; i++)
		unset_tag(record, slice_of(unset->text[i]));
	for (unsigned i = 0; i < set->len; i++) {
		struct slice value = slice_of(set->text[i]);
		struct slice name = slice_take(&value, '=');
		struct tag *tag = record_find_tag(record, name);

		if (tag == NULL)
			tag = record_add_tag(record, arena, name, value,
			    (struct span){ record->span.start, 1 });
		tag->value = value;
		if (slice_is(name, "Result"))
			record->result = value;
	}
	for (struct ply *p = record->line.first;
	     p != NULL && job->edits.strip[STRIP_VARIATIONS]; p = p->next) {
		struct notes *notes = p->notes;

		if (notes == NULL)
			continue;
		for (struct line *v = notes->variations; v; v = v->next)
			comments_append(&notes->comment, &v->after);
		notes->variations = notes->last_variation = NULL;
	}
}

/*
 * --strip
 */

/* Commands in comments, `[%clk 0:05:00]`, and the part of --strip that removes
 * them. */
static const struct {
	const char *name;
	enum strip by;
} commands[] = {
	{ "clk", STRIP_CLOCKS },
	{ "egt", STRIP_CLOCKS },
	{ "emt", STRIP_CLOCKS },
	{ "mct", STRIP_CLOCKS },
	{ "3pf", STRIP_POSITIONS },
	{ "llm", STRIP_LLM },
};

/* The text without the commands that go. */
static struct slice
strip_commands(const bool strip[STRIPS], struct slice text, struct arena *arena)
{
	SCRATCH left = STRBUF_INIT;
	struct command_text command;
	struct slice rest = text;

	while (command_take(&rest, &command)) {
		bool goes = false;

		for (size_t i = 0; i < COUNT(commands); i++)
			goes |= strip[commands[i].by] &&
			    slice_is(command.name, commands[i].name);
		strbuf_slice(&left, command.before);
		if (!goes)
			strbuf_slice(&left, command.whole);
		/* Of the blanks on both sides one is left. */
		while (goes && left.len > 0 && rest.len > 0 &&
		    is_space(left.ptr[left.len - 1]) && is_space(rest.ptr[0]))
			rest = slice_from(rest, 1);
	}
	strbuf_slice(&left, rest);
	if (left.len < text.len)
		text = arena_slice(arena, slice_trim(strbuf_as_slice(&left)));
	return text;
}

static void
strip_comments(
    const bool strip[STRIPS], struct comments *comments, struct arena *arena)
{
	struct comment *next = comments->first;

	if (strip[STRIP_COMMENTS])
		next = NULL;
	*comments = (struct comments){ NULL, NULL };
	for (struct comment *c = next; c != NULL; c = next) {
		size_t len = c->text.len;

		next = c->next;
		c->next = NULL;
		c->text = strip_commands(strip, c->text, arena);
		if (c->text.len > 0 || len == 0)
			comments_append(comments, &(struct comments){ c, c });
	}
}

static void
strip_line(const bool strip[STRIPS], struct line *line, struct arena *arena)
{
	strip_comments(strip, &line->comment, arena);
	for (struct ply *p = line->first; p; p = ply_walk(line, p)) {
		struct notes *notes = p->notes;

		if (notes == NULL)
			continue;
		strip_comments(strip, &notes->before, arena);
		strip_comments(strip, &notes->comment, arena);
		if (strip[STRIP_ANNOTATIONS])
			notes->nags = notes->last_nag = NULL;
		for (struct line *v = notes->variations; v; v = v->next) {
			strip_comments(strip, &v->comment, arena);
			strip_comments(strip, &v->after, arena);
		}
	}
}

void
edit_strip(const struct job *job, struct record *record, struct diags *diags)
{
	const bool *strip = job->edits.strip;
	bool any = false;

	for (unsigned i = 0; i < STRIPS; i++)
		any |= strip[i] && i != STRIP_VARIATIONS;
	if (!any)
		return;
	if (strip[STRIP_COMMENTS])
		suppress(record, diags, true);
	strip_line(strip, &record->line, diags->arena);
}

/*
 * --cut and --every-position
 */

/* Adds the positions that the plies of a line lead to. */
static void
add_positions(struct replayed *replayed, const struct line *line,
    const struct replay *from)
{
	struct replay replay = *from, before;
	struct event event;

	replay_line(&replay, line);
	for (before = replay; replay_next(&replay, &event); before = replay) {
		struct ply *ply = event.item.ply;
		struct notes *notes = ply_notes(replay.arena, ply);
		struct position position = *event.after;
		SCRATCH text = STRBUF_INIT;

		for (struct line *v = notes->variations; v; v = v->next)
			add_positions(replayed, v, &before);
		if (ply == replayed->record->line.last)
			replayed_set_agreed(replayed, &position);
		strbuf_puts(&text, "[%3pf ");
		tpf_write(replayed->rules, &position, &text);
		strbuf_char(&text, ']');
		comments_add(replay.arena, &notes->comment,
		    arena_slice(replay.arena, strbuf_as_slice(&text)),
		    ply->span);
	}
}

/* Cuts off the plies after number `most`, and the result with them. */
static void
cut_end(struct record *record, struct replayed *replayed, unsigned long most)
{
	const struct ply *ply = record->line.first;

	while (most-- > 0)
		ply = ply->next;
	line_cut(ply);
	replayed->result = slice_of("*");
	replayed->agreed = false;
	unset_tag(record, slice_of("Termination"));
}

bool
edit_replayed(const struct job *job, struct record *record,
    struct replayed *replayed, struct diags *diags)
{
	const struct reader_context reader = replayed_reader(replayed);
	const struct number_range *cut = &job->edits.cut;
	struct line *line = &record->line;
	struct replay replay;
	struct event event;

	if (!cut->given && !job->edits.positions)
		return true;
	if (cut->given && (cut->least > record->line.plies || cut->most == 0)) {
		diag_add(diags, DIAG_NO_SUCH_PLY, record->span,
		    "the game has %u plies, so nothing is left of it",
		    record->line.plies);
		return false;
	}
	replay_begin(&replay, &reader, &replayed->start, NULL, diags->arena);
	if (cut->given && cut->most < record->line.plies)
		cut_end(record, replayed, cut->most);
	if (cut->given && cut->least > 1) {
		replay_line(&replay, line);
		for (unsigned long i = 1;
		     i < cut->least && replay_next(&replay, &event); i++)
			line->first = line->first->next;
		line->plies -= (unsigned)(cut->least - 1);
		replayed->start = replay.position;
		replayed->usual_start = false;
	}
	if (job->edits.positions)
		add_positions(replayed, line, &replay);
	return true;
}
