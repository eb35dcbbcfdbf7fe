/* Ternion: records rewritten, after the changes that `convert` makes in them.
 */
#include "cmd/cmd.h"
#include "parse/judge/session.h"
#include "parse/game/rewrite_ply.h"
#include "cmd/run/rewrite.h"
#include "parse/position/tpf.h"

#define ENGINE_MAX (16 * 1024 * 1024) /* bytes */

static void
unset_tag(struct record *record, struct slice name)
{
	const struct tag *tag;

	while ((tag = record_find_tag(record, name)) != NULL)
		LIST_REMOVE(record->tags, record->last_tag, tag);
}

/* --set, --unset and --strip variations. New parts live in the arena. */
static void
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

/* Commands in comments, `[%clk 0:05:00]`, and the part of --strip that removes
 * them. */
static const struct {
	const char *name;
	enum strip by;
} stripped[] = {
	{ "clk", STRIP_CLOCKS },
	{ "egt", STRIP_CLOCKS },
	{ "emt", STRIP_CLOCKS },
	{ "mct", STRIP_CLOCKS },
	{ "3pf", STRIP_POSITIONS },
	{ "llm", STRIP_LLM },
};

static struct slice
strip_commands(const bool strip[STRIPS], struct slice text, struct arena *arena)
{
	SCRATCH left = STRBUF_INIT;
	struct command_text command;
	struct slice rest = text;

	while (command_take(&rest, &command)) {
		bool goes = false;

		for (size_t i = 0; i < COUNT(stripped); i++)
			goes |= strip[stripped[i].by] &&
			    slice_is(command.name, stripped[i].name);
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
	struct comment *next = strip[STRIP_COMMENTS] ? NULL : comments->first;

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

/* The rest of --strip. Before comments go, they suppress diagnostics. */
static void
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

/* --cut and --every-position, for a record whose plies were all played. False
 * after a diagnostic if the game does not have the plies of --cut. */
static bool
edit_replayed(const struct job *job, struct record *record,
    struct replayed *replayed, struct diags *diags)
{
	const struct language reader = replayed_reader(replayed);
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
	if (cut->given && cut->most < record->line.plies) {
		const struct ply *ply = line->first;

		/* The result goes with the plies after number `most`. */
		for (unsigned long i = 0; i < cut->most; i++)
			ply = ply->next;
		line_cut(ply);
		replayed->result = slice_of("*");
		replayed->agreed = false;
		unset_tag(record, slice_of("Termination"));
	}
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

/* The format of the output: as stated, or that of the input. */
static const struct format *
writer_of(const struct run *run, const struct format *input)
{
	const struct format *writer = run->to != NULL ? run->to : input;

	return writer->write != NULL ? writer : &format_pgn;
}

void
rewrite_end_list(struct run *run)
{
	struct rewriting *rewriting = run->context;
	struct store *store = &rewriting->store;

	/* No records are an empty list. */
	if (store->format == NULL &&
	    (run->to != NULL || rewriting->input != NULL))
		store->format = writer_of(run, rewriting->input);
	store_end(store, rewriting->text);
	store->format = NULL;
}

void
rewrite_begin_file(struct run *run)
{
	struct rewriting *rewriting = run->context;

	rewriting->faulty = false;
	rewriting->input = run->chunk->input.format;
}

/* Ends a file of the run. In place, it is replaced if all of its records were
 * written, and no others. */
static void
end_file(struct run *run)
{
	struct rewriting *rewriting = run->context;
	bool in_place = run->changes == CHANGES_IN_PLACE;

	run->findings |= in_place && rewriting->faulty;
	run->is_skipped |= in_place &&
	    (!run_file_ok(run) || rewriting->faulty || run->file_games == 0 ||
		run->file_games != rewriting->store.placing.number);
	if (run->by_file && rewriting->store.placing.number > 0)
		rewrite_end_list(run);
}

/* Whether a record may lose its comments of YAML, which no writer can write.
 * Reports that it loses them, or that the file stays as it is. */
static bool
may_drop_comments(
    const struct run *run, struct session *session, struct run_record *result)
{
	struct span comment = session->record.yaml_comment;

	if (comment.len == 0)
		return true;
	if (run->changes != CHANGES_IN_PLACE) {
		diag_add(&session->diags, DIAG_YAML_COMMENT, comment,
		    "this YAML comment is dropped");
		return true;
	}
	diag_add(&session->diags, DIAG_YAML_COMMENT_IN_PLACE, comment,
	    "the file is not changed, because its YAML comments would be lost");
	result->ok = false;
	return false;
}

static void
write_replayed(
    const struct run *run, struct session *session, struct run_record *result)
{
	const struct format *writer = writer_of(run, session->format);
	struct replayed *replayed = &session->replayed;
	struct record *record = &session->record;
	const struct job *job = run->job;
	/* Lines that begin with % stay where the format does. */
	bool keeps_escapes = run->replay.keep_letters && writer == &format_pgn;
	const struct letter_set *letters = run->replay.keep_letters
	    ? replayed->alphabet.set
	    : job->output.letters;
	struct diags *diags = &session->diags;
	SCRATCH position = STRBUF_INIT, why = STRBUF_INIT;

	if (record->escapes.first != NULL && !keeps_escapes)
		diag_add(diags, DIAG_ESCAPE_DROPPED,
		    record->escapes.first->span,
		    "this line, which begins with %%, is dropped");
	if (record->foreign.len > 0 && !writer->keeps_keys)
		diag_add(diags, DIAG_KEY_DROPPED, record->foreign,
		    "this key is dropped");
	if (!may_drop_comments(run, session, result))
		return;
	edit_strip(job, record, diags);
	/* The record is left out; the report gives the reason. */
	if (!result->ok &&
	    !(job->rewrite.partial && record_cut(record, replayed, diags)))
		return;
	bool unwritable = !job->rewrite.keep &&
	    put_unwritable(job, replayed->rules->variant, false, &why);
	if (unwritable)
		diag_add(diags, DIAG_NOTATION_UNAVAILABLE, record->span, "%s",
		    why.ptr);
	if (unwritable || !edit_replayed(job, record, replayed, diags)) {
		result->ok = false;
		return;
	}
	struct writing writing = replayed_writing(replayed, letters, &position);
	writing.keeps_escapes = keeps_escapes;
	writer->write(record, &writing, &session->text);
}

/* For --no-replay: copies the moves and judges nothing. */
static void
copy_unreplayed(
    const struct run *run, struct session *session, struct run_record *result)
{
	const struct format *writer = writer_of(run, session->format);
	const struct job *job = run->job;
	struct record *record = &session->record;
	struct diags *diags = &session->diags;
	struct writing writing;

	result->ok = may_drop_comments(run, session, result) &&
	    prepare_unreplayed(record, &run->replay, diags,
		writer->nags_apart || job->edits.strip[STRIP_ANNOTATIONS],
		&writing);
	if (!result->ok)
		return;
	edit_strip(job, record, diags);
	writing.first = true;
	writer->write(record, &writing, &session->text);
}

void
rewrite_edit(const struct run *run, struct session *session)
{
	edit_read(run->job, &session->record, &session->arena);
	session->replayer->options.nags_apart =
	    writer_of(run, session->format)->nags_apart ||
	    run->job->edits.strip[STRIP_ANNOTATIONS];
}

void
rewrite_record(
    const struct run *run, struct session *session, struct run_record *result)
{
	const struct rewriting *rewriting = run->context;

	if (run->no_replay)
		copy_unreplayed(run, session, result);
	else
		write_replayed(run, session, result);
	result->text = strbuf_as_slice(&session->text);
	store_note(&rewriting->store, run->job, session, result);
}

void
rewrite_put(struct run *run, struct run_record *record)
{
	struct rewriting *rewriting = run->context;
	const struct format *writer = writer_of(run, rewriting->input);
	/* A part of a faulty record may be written. */
	bool ok = record->ok || record->text.len > 0;
	SCRATCH why = STRBUF_INIT;

	rewriting->faulty |= !ok;
	rewriting->unwritable += !ok && record->variant != NULL &&
	    !run->job->rewrite.keep &&
	    put_unwritable(run->job, record->variant, false, &why);
	ok = ok && run_can_mix(run, &rewriting->store.format, writer);
	if (ok)
		store_pass(&rewriting->store, run, record, rewriting->text);
}

void
rewrite_end(struct run *run)
{
	struct rewriting *rewriting = run->context;

	/* The notation was meant for another game. */
	run->trouble |= rewriting->unwritable > 0 &&
	    rewriting->unwritable == run->report.games;
	if (store_is_needed(run->job))
		store_write(&rewriting->store, run);
	else if (!run->by_file)
		rewrite_end_list(run);
}

const struct batch rewrite_batch = {
	.edit = rewrite_edit,
	.map = rewrite_record,
	.begin_file = rewrite_begin_file,
	.reduce = rewrite_put,
	.end_file = end_file,
};

/* Reads the desk of --engine; false after an error message. */
static bool
read_engine(struct rewriting *rewriting, const char *path)
{
	static const char kind[] = "<!DOCTYPE html>\n<!-- Ternion desk -->\n";
	struct source *engine = &rewriting->engine;
	int error = source_open_whole(engine, path, path, ENGINE_MAX);

	if (error == 0 && slice_begins(source_rest(engine), kind)) {
		rewriting->store.placing.engine = source_rest(engine);
		return true;
	}
	trouble_say("ternion convert: %s: %s; --engine takes the desk.html of "
		    "ternion-desk(7)",
	    path, error != 0 ? input_fault(error) : "it is no desk of ternion");
	return false;
}

bool
rewrite_init(struct rewriting *rewriting, struct run *run)
{
	const struct job *job = run->job;
	const char *fault = job->rewrite.in_place && job->operands == 0
	    ? "--in-place needs files"
	    : store_fault(job);

	if (fault != NULL)
		usage_error(job, "%s", fault);
	else if (job->rewrite.no_replay && run->to != NULL &&
	    run->to->needs_positions)
		usage_error(job, "%s needs the replay", fault = run->to->id);
	else if (job->output.engine != NULL && run->to != &format_html)
		usage_error(job, "%s", fault = "--engine needs --to html");
	else if (job->output.engine != NULL &&
	    !read_engine(rewriting, job->output.engine))
		fault = "";
	if (fault != NULL)
		return false;
	rewriting->text = &run->text;
	run->writes_files = store_is_needed(job);
	run->suffix = run->to != NULL ? run->to->id : NULL;
	if (job->rewrite.in_place)
		run->changes = CHANGES_IN_PLACE;
	run->replay.rewrite = true;
	run->replay.whole = !job->rewrite.partial;
	run->replay.writes_apart = !run->replay.keep_letters;
	run->context = rewriting;
	run->no_replay = job->rewrite.no_replay;
	return true;
}
