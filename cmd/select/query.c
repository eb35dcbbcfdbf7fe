/* Ternion: the criteria of `select`. */
#include <strings.h>

#include "cmd/cmd.h"
#include "cmd/run/store.h"
#include "cmd/select/query.h"
#include "cmd/stats/stats.h"
#include "parse/position/tpf.h"

#define MOST_OF_A_KIND 1000

/* Results of a comparison, as bits. */
enum {
	LESS = 1,
	EQUAL = 2,
	MORE = 4,
};

/* The signs of --tag, the longer ones first. */
static const struct {
	const char *sign;
	unsigned orders; /* that meet the condition; 0: it is a pattern */
} tests[] = {
	{ ">=", MORE | EQUAL },
	{ "<=", LESS | EQUAL },
	{ "!=", LESS | MORE },
	{ ">", MORE },
	{ "<", LESS },
	{ "==", EQUAL }, /* as in most languages */
	{ "=", EQUAL },
	{ "~", 0 },
};

/*
 * Parts of a position, --pieces
 */

/* A range of letters or numbers of cells; all of them if none is given. */
struct extent {
	unsigned from, to;
};

/* Takes a letter, as a number from 0, or a number, less 1, off the text. */
static bool
take_place(struct slice *text, bool letter, unsigned *place)
{
	size_t i = 0;

	*place = 0;
	if (letter && text->len > 0 && ascii_is_letter(text->ptr[0]))
		*place = (unsigned)(ascii_lower(text->ptr[i++]) - 'a');
	else if (!letter) {
		while (i < text->len && i < 2 && ascii_is_digit(text->ptr[i]))
			*place = *place * 10 + (unsigned)(text->ptr[i++] - '0');
		if (i > 0 && *place == 0)
			return false;
		*place -= i > 0;
	}
	*text = slice_from(*text, i);
	return i > 0;
}

static bool
take_extent(struct slice *text, bool letter, struct extent *extent)
{
	*extent = (struct extent){ 0, RANKS_MAX + FILES_MAX };
	if (!take_place(text, letter, &extent->from))
		return true;
	extent->to = extent->from;
	struct slice rest = *text;
	if (rest.len > 1 && rest.ptr[0] == '-') {
		rest = slice_from(rest, 1);
		if (take_place(&rest, letter, &extent->to))
			*text = rest;
	}
	return extent->from <= extent->to;
}

/* Reads the cells of a term; false if the board has none of them. */
static bool
read_term_cells(
    struct pieces_term *term, const struct board *board, struct slice text)
{
	struct extent file, rank;

	if (slice_is(text, "*"))
		text.len = 0;
	else if (text.len == 0)
		return false;
	if (!take_extent(&text, true, &file) ||
	    !take_extent(&text, false, &rank) || text.len > 0)
		return false;
	for (cell c = 0; c < board->cells; c++) {
		struct place place = board->name[c];
		struct place seen = board->seat_name[0][c];

		if (place.file < file.from || place.file > file.to ||
		    place.rank < rank.from + 1 || place.rank > rank.to + 1)
			continue;
		/* The cell that is for the seat what this is for the first. */
		for (unsigned seat = 0; seat < PLAYERS; seat++)
			cellset_add(&term->cells[seat],
			    board->by_seat[seat][seen.file][seen.rank]);
	}
	return !cellset_empty(&term->cells[0]);
}

static bool
read_term(
    struct pieces_term *term, const struct rules *rules, struct slice text)
{
	const struct variant *variant = rules->variant;

	memset(term, 0, sizeof(*term));
	term->player = PLAYER_NONE;
	term->empty = text.len > 0 && text.ptr[0] == '-';
	if (term->empty)
		return read_term_cells(
		    term, &rules->board, slice_from(text, 1));
	if (text.len < 3)
		return false;
	if (text.ptr[0] != '?') {
		term->player = variant_player(variant, text.ptr[0]);
		if (term->player == PLAYER_NONE)
			return false;
	}
	if (text.ptr[1] != '?') {
		term->kind = variant_kind(variant, text.ptr[1]);
		if (term->kind == KIND_NONE)
			return false;
	}
	return read_term_cells(term, &rules->board, slice_from(text, 2));
}

/* Whether the position has the parts, with the players as they are or, if
 * `any_seat`, with each of them in White's place. */
static bool
pieces_match(const struct pieces_pattern *pattern,
    const struct position *position, bool any_seat)
{
	bool found = false;

	for (unsigned seat = 0; seat < (any_seat ? PLAYERS : 1u) && !found;
	     seat++) {
		found = true;
		for (unsigned i = 0; i < pattern->len && found; i++) {
			const struct pieces_term *term = &pattern->term[i];
			unsigned player = (term->player + seat) % PLAYERS;
			struct cellset cells = cellset_and(
			    term->cells[seat], &position->kind[term->kind]);

			if (term->player != PLAYER_NONE)
				cells = cellset_and(
				    cells, &position->owned[player]);
			found = cellset_empty(&cells) == term->empty;
		}
	}
	return found;
}

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

/* Whether the position has exactly the pieces of "wKR2P,rQ"; without a
 * position, whether the game has such pieces. */
static bool
has_material(const struct variant *variant, const struct position *position,
    const char *text)
{
	struct slice rest = slice_of(text);
	struct pieces pieces;

	do {
		if (!read_pieces(variant, &rest, &pieces))
			return false;
		for (unsigned kind = PAWN; kind < KINDS && position; kind++) {
			struct cellset set =
			    cellset_and(position->owned[pieces.player],
				&position->kind[kind]);

			if (cellset_count(&set) != pieces.count[kind])
				return false;
		}
	} while (rest.len > 0);
	return true;
}

/* Reads the criteria that depend on the rules of the game. */
static void
read_for_rules(struct query *query, const struct rules *rules)
{
	const struct texts *pieces = &query->criteria->pieces;
	const char *position = query->criteria->position;
	SCRATCH_ARENA arena = ARENA_INIT;
	struct diags diags = { .arena = &arena };

	query->rules = rules;
	query->has_wanted = position != NULL &&
	    tpf_read(rules, slice_of(position), 0, &diags, &query->wanted);
	for (unsigned i = 0; i < pieces->len; i++) {
		struct pieces_pattern *pattern = &query->pieces[i];
		struct slice rest = slice_of(pieces->text[i]);

		pattern->len = 0;
		do
			if (pattern->len == PIECES_TERMS ||
			    !read_term(&pattern->term[pattern->len++], rules,
				slice_take(&rest, ','))) {
				pattern->len = 0; /* the game has no such */
				break;
			}
		while (rest.len > 0);
	}
}

void
query_reset(struct query *query)
{
	query->games = query->materials = query->played = query->parts = 0;
	query->reached = false;
	query->given_up = NULL;
}

/* Looks at a position of the main line. */
void
query_see(
    void *context, const struct replayed *replayed, const struct event *event)
{
	struct query *query = context;
	const struct criteria *criteria = query->criteria;
	const struct texts *played = &criteria->played;
	const struct position *after =
	    event != NULL ? event->after : &replayed->start;

	if (event == NULL)
		query_reset(query);
	else if (!event->is_main)
		return;
	query->games = key_mix(query->games + after->key);
	if (query->rules != replayed->rules)
		read_for_rules(query, replayed->rules);
	query->reached |= query->has_wanted && query->wanted.key == after->key;
	for (unsigned i = 0; i < criteria->materials.len; i++)
		if (has_material(replayed->rules->variant, after,
			criteria->materials.text[i]))
			query->materials |= UINT64_C(1) << i;
	for (unsigned i = 0; i < criteria->pieces.len; i++)
		if (query->pieces[i].len > 0 && !(query->parts >> i & 1) &&
		    pieces_match(&query->pieces[i], after, criteria->any_seat))
			query->parts |= UINT64_C(1) << i;
	if (event == NULL || played->len == 0)
		return;
	/* Marks at the end are not compared. */
	struct language in = replayed_reader(replayed);
	if (query->job->output.notation != NULL)
		in.notation = query->job->output.notation;
	in.notation = notation_to_write(in.notation, in.rules->variant);
	strbuf_reset(&query->text);
	notation_write(&in, &event->turn.before, &event->turn.move, &no_marks,
	    &query->text);
	for (unsigned i = 0; i < played->len; i++) {
		struct slice text = slice_of(played->text[i]);

		while (text.len > 1 &&
		    strchr("+#!?=", text.ptr[text.len - 1]) != NULL)
			text.len--;
		if (slice_equal(strbuf_as_slice(&query->text), text))
			query->played |= UINT64_C(1) << i;
	}
}

/*
 * Criteria about tags and results
 */

/* Searches the value of a tag; remembers it if the pattern gave up. */
static bool
finds(struct query *query, struct pattern *pattern, const struct tag *tag)
{
	enum pattern_found found = pattern_search(pattern, tag->value);

	if (found == PATTERN_GAVE_UP)
		query->given_up = tag;
	return found == PATTERN_FOUND;
}

static bool
meets_condition(struct query *query, const struct condition *condition,
    const struct record *record, const struct variant *variant)
{
	bool holds = false, unknown;

	for (const struct tag *t = record->tags; t != NULL; t = t->next) {
		if (condition->name.len == 0
			? variant == NULL ||
			    variant_player_tag(variant, t->name.ptr,
				t->name.len) == PLAYER_NONE
			: !slice_equal(t->name, condition->name))
			continue;
		if (condition->pattern != NULL) {
			holds |= finds(query, condition->pattern, t);
			continue;
		}
		int order = tag_values_compare(
		    slice_trim(t->value), condition->value, true, &unknown);
		holds |= !unknown &&
		    (condition->orders &
			(order < 0          ? LESS
				: order > 0 ? MORE
					    : EQUAL)) != 0;
	}
	return holds;
}

/* Whether somebody whom --winner names has won. */
static bool
matches_winner(struct query *query, const struct record *record,
    const struct variant *variant, struct slice result)
{
	const struct texts *winners = &query->criteria->winners;
	int winner = variant_result(variant, result.ptr, result.len) >= 0
	    ? points_winner(result)
	    : -1;
	bool found = winners->len == 0;

	for (unsigned i = 0; i < winners->len && winner >= 0; i++) {
		struct slice text = slice_of(winners->text[i]);

		if (query->winner[i] == NULL)
			found |= winner == PLAYER_NONE
			    ? slice_is_nocase(text, "draw")
			    : variant_player_named(variant, text.ptr,
				  text.len) == (unsigned)winner;
		for (const struct tag *t = record->tags;
		     t != NULL && query->winner[i] != NULL; t = t->next)
			found |= winner != PLAYER_NONE &&
			    variant_player_tag(variant, t->name.ptr,
				t->name.len) == (unsigned)winner &&
			    finds(query, query->winner[i], t);
	}
	return found;
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

bool
query_matches(struct query *query, const struct record *record,
    const struct replayed *replayed, bool ok)
{
	const struct criteria *criteria = query->criteria;
	const struct job *job = query->job;
	const struct variant *variant =
	    replayed->rules != NULL ? replayed->rules->variant : NULL;

	if (criteria->legal && !ok)
		return false;
	for (unsigned i = 0; i < query->conditions; i++)
		if (!meets_condition(
			query, &query->condition[i], record, variant))
			return false;
	if (!is_one_of_texts(&criteria->results, replayed->result) ||
	    replayed->plies < criteria->plies.least ||
	    replayed->plies > criteria->plies.most)
		return false;
	/* The other criteria need a known game. */
	if (variant == NULL)
		return criteria->variants.len + criteria->winners.len +
			criteria->pieces.len + criteria->materials.len +
			criteria->played.len ==
		    0 &&
		    criteria->position == NULL;
	return is_one_of_texts(&criteria->variants, slice_of(variant->id)) &&
	    (job->variant == NULL || job->configured_variant ||
		variant == job->variant) &&
	    matches_winner(query, record, variant, replayed->result) &&
	    query->parts == all_of(&criteria->pieces) &&
	    (criteria->position == NULL || query->reached) &&
	    query->materials == all_of(&criteria->materials) &&
	    query->played == all_of(&criteria->played);
}

/*
 * Checks of the criteria before any record is read
 */

int
query_check(struct query *query)
{
	const struct job *job = query->job;
	const struct criteria *criteria = &job->criteria;
	bool is_position = criteria->position == NULL;
	uint64_t pieces = 0, materials = 0; /* that some game has, as bits */
	unsigned i;

	for (const struct variant *const *v = variants; *v != NULL; v++) {
		if (criteria->position != NULL || criteria->pieces.len > 0) {
			struct rules *rules =
			    job_rules(job, *v, criteria->position);

			query->rules = NULL;
			read_for_rules(query, rules);
			mem_free(rules);
		}
		is_position |= query->has_wanted;
		for (i = 0; i < criteria->pieces.len; i++)
			pieces |= (uint64_t)(query->pieces[i].len > 0) << i;
		for (i = 0; i < criteria->materials.len; i++)
			materials |= (uint64_t)has_material(
					 *v, NULL, criteria->materials.text[i])
			    << i;
	}
	query->rules = NULL;
	for (i = 0; i < criteria->materials.len; i++)
		if (!(materials >> i & 1))
			return usage_error(job,
			    "--material takes a colour and pieces, such as "
			    "wKRP,rKQ, not '%s'",
			    criteria->materials.text[i]);
	for (i = 0; i < criteria->pieces.len; i++)
		if (!(pieces >> i & 1))
			return usage_error(job,
			    "--pieces takes pieces and empty cells, such as "
			    "wKe1,?P5,-e4, not '%s'",
			    criteria->pieces.text[i]);
	return is_position
	    ? -1
	    : usage_error(job,
		  "--position fits no game: %s; see 'ternion help positions'",
		  criteria->position);
}

/* Compiles a pattern; false after saying why it cannot be. */
static bool
read_pattern(const struct job *job, const char *option, const char *text,
    const char *pattern, struct pattern **made)
{
	char message[PATTERN_MESSAGE_MAX];

	*made = pattern_new(pattern, false, message);
	if (*made == NULL)
		usage_error(job, "--%s %s: %s", option, text, message);
	return *made != NULL;
}

/* Whether the text is a move in some game; else says so. */
static bool
is_move_text(const struct job *job, const char *text)
{
	struct parsed_turn parsed;

	for (const struct variant *const *v = variants; *v != NULL; v++)
		if (notation_read_any(
			job->config.notations, *v, slice_of(text), &parsed))
			return true;
	usage_error(
	    job, "--played %s: this is not a move in any notation", text);
	return false;
}

bool
query_init(struct query *query, const struct job *job)
{
	const struct criteria *criteria = &job->criteria;

	query->job = job;
	query->criteria = criteria;
	query->pieces =
	    mem_zeroed((criteria->pieces.len + 1) * sizeof(*query->pieces));
	for (unsigned i = 0; i < criteria->tags.len; i++) {
		struct condition *condition =
		    &query->condition[query->conditions++];
		const char *text = criteria->tags.text[i];
		size_t len = strcspn(text, "~=<>!"), k = 0;
		const char *sign = text + len;

		while (k < COUNT(tests) &&
		    strncmp(sign, tests[k].sign, strlen(tests[k].sign)) != 0)
			k++;
		condition->name = slice_trim((struct slice){ text, len });
		if (k == COUNT(tests) || !is_tag_name(condition->name)) {
			usage_error(job,
			    "--tag takes a name, one of = != < <= > >= ~ and a "
			    "value, not '%s'",
			    text);
			return false;
		}
		condition->orders = tests[k].orders;
		condition->value =
		    slice_trim(slice_of(sign + strlen(tests[k].sign)));
		if (condition->orders == 0 &&
		    !read_pattern(job, "tag", text, condition->value.ptr,
			&condition->pattern))
			return false;
	}
	for (unsigned i = 0; i < criteria->played.len; i++)
		if (!is_move_text(job, criteria->played.text[i]))
			return false;
	for (unsigned i = 0; i < criteria->players.len; i++) {
		const char *text = criteria->players.text[i];

		if (!read_pattern(job, "player", text, text,
			&query->condition[query->conditions++].pattern))
			return false;
	}
	for (unsigned i = 0; i < criteria->winners.len; i++) {
		const char *text = criteria->winners.text[i];

		if (!is_colour(text) && strcasecmp(text, "draw") != 0 &&
		    !read_pattern(job, "winner", text, text, &query->winner[i]))
			return false;
	}
	return true;
}

void
query_release(void *state)
{
	struct query *query = state;

	for (unsigned i = 0; i < query->conditions; i++)
		mem_free(query->condition[i].pattern);
	for (unsigned i = 0; i < TEXTS_MAX; i++)
		mem_free(query->winner[i]);
	strbuf_release(&query->text);
	mem_free(query->pieces);
}
