/* Ternion: `select`: passes on the records that match. */
#include <stdlib.h>

#include "cmd/cmd.h"
#include "cmd/run/key_set.h"
#include "cmd/run/run.h"
#include "formats/position/tpf.h"
#include "parse/text/pattern.h"

enum {
	MOST_OF_A_KIND = 1000
};

/* The criteria, with compiled patterns, and the state of the query. */
struct query {
	const struct job *job;
	const struct criteria *criteria;
	struct pattern *tag[TEXTS_MAX]; /* NULL: the value is compared */
	struct pattern *player[TEXTS_MAX];
	unsigned long matched;
	const struct format *format; /* of what was written */
	struct value_list values;    /* where that is a list */
	/* Set by the replay of the current record: */
	const struct rules *rules; /* for which `wanted` was read */
	struct position wanted;
	bool has_wanted;
	bool reached;
	uint64_t materials, played; /* criteria that were met, as bits */
	uint64_t games;             /* of all positions in order */
	struct key_set seen;        /* games that were passed on */
	const struct tag *given_up; /* whose value took too long to look at */
	struct strbuf text;
};

/*
 * Criteria about positions and moves
 */

/* One player's part of --material, "wKR2P": exactly these pieces. */
struct pieces {
	unsigned player;
	unsigned count[KINDS];
};

/* Takes the first part, up to a comma, off the text and reads it; false if the
 * variant has no such pieces. */
static bool
read_pieces(
    const struct variant *variant, struct slice *text, struct pieces *pieces)
{
	struct slice part = slice_take(text, ',');

	memset(pieces, 0, sizeof(*pieces));
	if (part.len == 0)
		return false;
	pieces->player = variant_player(variant, part.ptr[0]);
	if (pieces->player == PLAYER_NONE)
		return false;
	for (size_t i = 1; i < part.len;) {
		enum kind kind = variant_kind(variant, part.ptr[i++]);
		unsigned number = 0;

		if (kind == KIND_NONE)
			return false;
		while (i < part.len && part.ptr[i] >= '0' &&
		    part.ptr[i] <= '9' && number < MOST_OF_A_KIND)
			number = number * 10 + (unsigned)(part.ptr[i++] - '0');
		pieces->count[kind] += number > 0 ? number : 1;
	}
	return true;
}

static bool
has_material(const struct rules *rules, const struct position *position,
    const char *text)
{
	struct slice rest = slice_of(text);
	struct pieces pieces;

	while (rest.len > 0) {
		if (!read_pieces(rules->variant, &rest, &pieces))
			return false;
		for (unsigned kind = PAWN; kind < KINDS; kind++) {
			struct cellset set =
			    cellset_and(position->owned[pieces.player],
				&position->kind[kind]);

			if (cellset_count(&set) != pieces.count[kind])
				return false;
		}
	}
	return true;
}

/* A move's text without the marks that are not compared. */
static struct slice
without_own_marks(struct slice text)
{
	while (text.len > 1 && strchr("+#!?=", text.ptr[text.len - 1]) != NULL)
		text.len--;
	return text;
}

static void
see_move(struct query *query, const struct replayed *replayed,
    const struct turn *turn)
{
	const struct marks none = { .attacked = 0 };
	const struct notation *notation = query->job->output.notation != NULL
	    ? query->job->output.notation
	    : replayed->notation;
	const struct texts *played = &query->criteria->played;

	if (!notation_writes(notation, replayed->rules->variant))
		notation = dialect_of(replayed->rules->variant)->notation;
	strbuf_reset(&query->text);
	notation->write(notation, replayed->rules, &replayed->alphabet,
	    &turn->before, &turn->move, &none, &query->text);
	for (unsigned i = 0; i < played->len; i++)
		if (slice_equal(strbuf_as_slice(&query->text),
			without_own_marks(slice_of(played->text[i]))))
			query->played |= UINT64_C(1) << i;
}

/* Whether the position that is looked for is this one. */
static bool
is_wanted_position(struct query *query, const struct rules *rules,
    const struct position *position)
{
	struct arena arena = ARENA_INIT;
	struct diags diags;

	if (query->rules != rules) {
		diags_init(&diags, &arena);
		query->rules = rules;
		query->has_wanted =
		    tpf_read(rules, slice_of(query->job->input.position), 0,
			&diags, &query->wanted);
		arena_release(&arena);
	}
	return query->has_wanted && query->wanted.key == position->key;
}

/* Looks at a position of the main line. */
static void
match_ply(
    void *context, const struct replayed *replayed, const struct event *event)
{
	struct query *query = context;
	const struct criteria *criteria = query->criteria;
	const struct position *after =
	    event != NULL ? event->after : &replayed->start;

	if (event == NULL) {
		query->games = 0;
		query->materials = query->played = 0;
		query->reached = false;
	} else if (!event->is_main) {
		return;
	}
	query->games = key_mix(query->games + after->key);
	if (query->job->input.position != NULL)
		query->reached |=
		    is_wanted_position(query, replayed->rules, after);
	for (unsigned i = 0; i < criteria->materials.len; i++)
		if (has_material(
			replayed->rules, after, criteria->materials.text[i]))
			query->materials |= UINT64_C(1) << i;
	if (event != NULL && criteria->played.len > 0)
		see_move(query, replayed, &event->turn);
}

/*
 * Criteria about tags and results
 */

/* "White~Ann" or "White=Ann": where the name ends. */
static size_t
name_length(const char *text)
{
	return strcspn(text, "~=");
}

/* Searches for a pattern in the value of a tag, and notes if the search was
 * given up. */
static bool
finds(struct query *query, struct pattern *pattern, const struct tag *tag)
{
	enum pattern_found found = pattern_search(pattern, tag->value);

	if (found == PATTERN_GAVE_UP)
		query->given_up = tag;
	return found == PATTERN_FOUND;
}

static bool
matches_tags(struct query *query, const struct record *record)
{
	for (unsigned i = 0; i < query->criteria->tags.len; i++) {
		const char *text = query->criteria->tags.text[i];
		size_t len = name_length(text);
		bool found = false;

		for (const struct tag *t = record->tags; t; t = t->next) {
			if (!slice_equal(t->name, (struct slice){ text, len }))
				continue;
			found |= query->tag[i] != NULL
			    ? finds(query, query->tag[i], t)
			    : slice_is(t->value, text + len + 1);
		}
		if (!found)
			return false;
	}
	return true;
}

static bool
matches_players(struct query *query, const struct record *record,
    const struct variant *variant)
{
	for (unsigned i = 0; i < query->criteria->players.len; i++) {
		bool found = false;

		for (const struct tag *t = record->tags; t; t = t->next)
			found |= variant_player_tag(variant, t->name.ptr,
				     t->name.len) != PLAYER_NONE &&
			    finds(query, query->player[i], t);
		if (!found)
			return false;
	}
	return true;
}

/* Whether one of the texts equals the slice; true if there are no texts. */
static bool
is_one_of_texts(const struct texts *texts, struct slice text)
{
	for (unsigned i = 0; i < texts->len; i++)
		if (slice_is(text, texts->text[i]))
			return true;
	return texts->len == 0;
}

/* The bits of criteria that are all met. */
static uint64_t
all_of(const struct texts *texts)
{
	_Static_assert(TEXTS_MAX == 64, "a bit for each");
	return texts->len > 0 ? UINT64_MAX >> (64 - texts->len) : 0;
}

static bool
matches(struct query *query, const struct record *record,
    const struct replayed *replayed, bool ok)
{
	const struct criteria *criteria = query->criteria;
	const struct variant *variant =
	    replayed->rules != NULL ? replayed->rules->variant : NULL;

	if (criteria->legal && !ok)
		return false;
	if (!matches_tags(query, record) ||
	    !is_one_of_texts(&criteria->results, replayed->result) ||
	    replayed->plies < criteria->plies.least ||
	    replayed->plies > criteria->plies.most)
		return false;
	/* The other criteria need a known game. */
	if (variant == NULL)
		return criteria->variants.len + criteria->players.len +
			criteria->materials.len + criteria->played.len ==
		    0 &&
		    query->job->input.position == NULL;
	return is_one_of_texts(&criteria->variants, slice_of(variant->id)) &&
	    matches_players(query, record, variant) &&
	    (query->job->input.position == NULL || query->reached) &&
	    query->materials == all_of(&criteria->materials) &&
	    query->played == all_of(&criteria->played);
}

/* Writes the record exactly as it is in the input. */
static void
put_record(struct query *query, struct run *run, const struct record *record)
{
	const struct format *format = run->piece->input.format;
	struct strbuf *out = &run->text;
	struct slice text = slice_trim(
	    slice_sub(record->text, record->span.start, record->span.len));
	size_t len = 0;

	if (query->matched > 0 && query->format != format) {
		usage_error(run->job,
		    "one output cannot hold records of both %s and %s",
		    query->format->id, format->id);
		run->trouble = run->done = true;
		return;
	}
	query->format = format;
	if (format->separator != NULL)
		len = strlen(format->separator);
	if (format->is_list) {
		values_put(&query->values, text, out);
		return;
	}
	if (query->matched > 0 && len > 0 &&
	    (text.len < len || memcmp(text.ptr, format->separator, len) != 0))
		strbuf_puts(out, format->separator);
	strbuf_slice(out, text);
	strbuf_char(out, '\n');
}

/* Passes on the record at hand if it matches. */
static void
pass_on_match(struct query *query, struct run *run, struct run_record *result)
{
	const struct criteria *criteria = query->criteria;
	const struct record *record = &run->reader.record;
	const struct replayed *replayed = &run->reader.replayed;
	bool is_cut = record->broken && record->span.len == 0, is_match;

	run->left_out++;
	/* A record that was cut off cannot be judged. */
	for (unsigned i = 0; i < result->diags.len; i++)
		is_cut |= result->diags.list[i].id == DIAG_RECORD_TOO_LARGE;
	if (is_cut)
		return;
	/* `check` reports faults of records; select does not. */
	result->diags.len = 0;
	if (!result->ok || !replayed->complete)
		query->games = key_mix(query->games + record->span.len);
	if (criteria->first > 0 && query->matched >= criteria->first) {
		run->done = true;
		return;
	}
	query->given_up = NULL;
	is_match = matches(query, record, replayed, result->ok);
	if (!is_match && query->given_up != NULL) {
		/* It is unknown whether the record matches. */
		trouble_say(
		    "ternion select: %s: game %lu: the pattern takes too "
		    "long to match the tag %.*s",
		    run->piece->name, record->game,
		    (int)query->given_up->name.len, query->given_up->name.ptr);
		run->trouble = true;
	} else if (is_match != criteria->invert &&
	    (!criteria->unique || key_set_add(&query->seen, query->games))) {
		if (!criteria->count)
			put_record(query, run, record);
		query->matched++;
		run->left_out--;
	}
}

/*
 * Checks of the criteria before any record is read
 */

static bool
is_result_of_any_game(const char *text)
{
	for (const struct variant *const *v = variants; *v != NULL; v++)
		if (variant_result(*v, text, strlen(text)) >= 0)
			return true;
	return strcmp(text, "*") == 0;
}

static bool
is_material_of_any_game(const char *text)
{
	for (const struct variant *const *v = variants; *v != NULL; v++) {
		struct slice rest = slice_of(text);
		struct pieces pieces;
		bool ok;

		do
			ok = read_pieces(*v, &rest, &pieces);
		while (ok && rest.len > 0);
		if (ok)
			return true;
	}
	return false;
}

/* Whether the position of --position is one of some game. */
static bool
is_position_of_any_game(const struct job *job)
{
	struct slice text = slice_of(job->input.position);
	struct arena arena = ARENA_INIT;
	bool ok = false;

	for (const struct variant *const *v = variants; *v && !ok; v++) {
		struct rules *rules = mem_zeroed(sizeof(*rules));
		struct settings settings;
		struct position position;
		struct diags diags;

		diags_init(&diags, &arena);
		job_settings(job, *v, &settings);
		tpf_options(*v, text, &settings);
		rules_init_zeroed(rules, *v, &settings);
		ok = tpf_read(rules, text, 0, &diags, &position);
		mem_free(rules);
	}
	arena_release(&arena);
	return ok;
}

/* Refuses variants, results, material and positions that no game has, because
 * nothing could ever match them. Returns -1, or an exit status. */
static int
check_criteria(const struct job *job)
{
	const struct criteria *criteria = &job->criteria;
	const char *text;

	for (unsigned i = 0; i < criteria->variants.len; i++) {
		text = criteria->variants.text[i];
		if (variant_find(text, strlen(text)) == NULL)
			return usage_choice(job, words_variants, text,
			    "unknown variant '%s'", text);
	}
	for (unsigned i = 0; i < criteria->results.len; i++) {
		text = criteria->results.text[i];
		if (!is_result_of_any_game(text))
			return usage_choice(job, words_results, "",
			    "no game has the result '%s'", text);
	}
	for (unsigned i = 0; i < criteria->materials.len; i++) {
		text = criteria->materials.text[i];
		if (!is_material_of_any_game(text))
			return usage_error(job,
			    "--material takes a colour and pieces, such as "
			    "wKRP,rKQ, not '%s'",
			    text);
	}
	if (job->input.position != NULL && !is_position_of_any_game(job))
		return usage_error(
		    job, "--position fits no game: %s", job->input.position);
	return -1;
}

/* Compiles the patterns; -1, or an exit status. */
static int
prepare_search(struct query *query, const struct job *job)
{
	const struct criteria *criteria = &job->criteria;
	char message[PATTERN_MESSAGE_MAX];

	if (job->output.notation != NULL && criteria->played.len == 0)
		return usage_error(job, "-n needs --played");
	for (unsigned i = 0; i < criteria->tags.len; i++) {
		const char *text = criteria->tags.text[i];
		size_t len = name_length(text);

		if (text[len] == '\0')
			return usage_error(job,
			    "--tag takes NAME~PATTERN or NAME=VALUE, not '%s'",
			    text);
		if (text[len] == '=')
			continue;
		query->tag[i] = pattern_of_user(text + len + 1, message);
		if (query->tag[i] == NULL)
			return usage_error(job, "--tag %s: %s", text, message);
	}
	for (unsigned i = 0; i < criteria->players.len; i++) {
		query->player[i] =
		    pattern_of_user(criteria->players.text[i], message);
		if (query->player[i] == NULL)
			return usage_error(job, "--player %s: %s",
			    criteria->players.text[i], message);
	}
	return check_criteria(job);
}

/* Reads all records, and writes those that match or their number. */
static int
pass_on_matches(struct query *query, const struct job *job)
{
	struct run_record *record;
	struct run run;

	run_init(&run, job, stderr);
	run.replay.see = match_ply;
	run.replay.context = query;
	run.passes_on = !query->criteria->count;
	if (!run_begin(&run))
		return EXIT_TROUBLE;
	while (run_next_file(&run)) {
		if (query->matched == 0)
			query->format = run.piece->input.format;
		while ((record = run_next_record(&run)) != NULL) {
			pass_on_match(query, &run, record);
			run_report(&run, record);
		}
	}
	if (query->criteria->count)
		strbuf_printf(&run.text, "%lu\n", query->matched);
	else if (query->format != NULL && query->format->is_list)
		values_end(&query->values, true, &run.text);
	run.findings = query->matched == 0;
	return run_end(&run);
}

static int
run_select(struct job *job)
{
	struct query query = { .job = job, .criteria = &job->criteria };
	struct job inputs = *job;
	int status = prepare_search(&query, job);

	inputs.input.position = NULL; /* it is not an input here */
	if (status < 0)
		status = pass_on_matches(&query, &inputs);
	for (unsigned i = 0; i < TEXTS_MAX; i++) {
		pattern_free(query.tag[i]);
		pattern_free(query.player[i]);
	}
	strbuf_release(&query.text);
	key_set_release(&query.seen);
	return status;
}

static const enum option_id options[] = { OPT_VARIANT, OPT_OPTION, OPT_FROM,
	OPT_PLAYED_NOTATION, OPT_INPUT_NOTATION, OPT_FORCE, OPT_OUTPUT,
	OPT_REACHED, OPT_TAG, OPT_IS_VARIANT, OPT_RESULT, OPT_PLAYER, OPT_PLIES,
	OPT_MATERIAL, OPT_PLAYED, OPT_LEGAL, OPT_INVERT, OPT_COUNT, OPT_UNIQUE,
	OPT_FIRST, OPT_EXIT_ZERO, OPT_MAX_RECORD, OPT_STDIN_FILENAME,
	OPT_FILES0_FROM, OPTIONS_OF_FOLDERS, OPT_QUIET, OPT_VERBOSE,
	OPTIONS_OF_CONFIG, OPTIONS_END };

const struct command command_select = {
	.name = "select",
	.summary = "pass on the records that match",
	.usage = "[OPTIONS] [FILE...]",
	.description =
	    "Writes the records that meet all criteria, exactly as they are\n"
	    "in the input. Criteria of the same kind must all be met, except\n"
	    "--is-variant and --result, where one is enough. Patterns are\n"
	    "Perl's, match anywhere, and ignore the case of letters.\n"
	    "--position finds games that reach the position of a 3PF line,\n"
	    "--material those in which the players named had just the pieces\n"
	    "given, --played those in which a move, written in the record's\n"
	    "notation or that of -n, was played. --unique drops games that\n"
	    "go through the same positions as one before.\n"
	    "The exit status is 1 if nothing matches.",
	.examples = "  ternion select --tag 'White~Ann' --plies 20- games/\n"
		    "  ternion select --count --result 1-0-0 games.pgn\n"
		    "  ternion select --unique a.pgn b.pgn > all.pgn",
	.options = options,
	.run = run_select,
};
