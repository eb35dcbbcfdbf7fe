/* Ternion: a game before its first move, and guesses if tags are missing. */
#include "parse/game/setup.h"
#include "parse/position/tpf.h"
#include "parse/notation/spelling.h"
#include "parse/text/near.h"

enum {
	TITLE_LEAST = 6 /* letters and digits that name a game */
};

/* A game while it is set up. */
struct game_context {
	struct replayer *replayer;
	const struct replay_options *options;
	const struct record *record;
	const struct variant *variant;
	struct diags *diags;
	struct replayed *setup;
};

static bool
fits_position(const struct game_context *game, const struct variant *variant)
{
	const struct tag *tag = record_known_tag(game->record, "Position");
	struct settings settings;
	struct position position;
	struct diags unsaid = { .arena = game->diags->arena };

	if (tag == NULL)
		return true;
	settings_default(variant, &settings);
	tpf_options(variant, tag->value, &settings);
	return tpf_read(replayer_rules(game->replayer, variant, &settings),
	    tag->value, 0, &unsaid, &position);
}

/* How well the tags of players fit a variant. */
enum players_fit {
	OTHER_PLAYERS, /* there is one that it does not have */
	SOME_PLAYERS,
	/* All three, or nobody in a record that gives a position. */
	ALL_ITS_PLAYERS
};

static enum players_fit
fits_players(const struct record *record, const struct variant *variant)
{
	bool placed = record_known_tag(record, "Position") != NULL;
	unsigned seats = 0;

	for (const struct tag *t = record->tags; t != NULL; t = t->next) {
		unsigned seat =
		    variant_player_tag(variant, t->name.ptr, t->name.len);

		if (seat != PLAYER_NONE)
			seats |= 1u << seat;
		else if (variants_have_player(t->name.ptr, t->name.len))
			return OTHER_PLAYERS;
	}
	return seats == ALL_PLAYERS || (seats == 0 && placed) ? ALL_ITS_PLAYERS
							      : SOME_PLAYERS;
}

/* True if a part of a token is a cell of the board, or a file or rank. */
static bool
fits_board(const struct rules *rules, const struct notation *notation,
    struct slice token, struct part part)
{
	struct slice text = parsed_part(token, part);

	return text.len < 2 ||
	    coords_read(&rules->board, notation->naming, 0, text) !=
	    CELL_NONE ||
	    (text.ptr[0] <= '9' && text.ptr[text.len - 1] <= '9');
}

/* How many tokens of the main line are moves of the variant and its board. */
static unsigned
count_moves(const struct game_context *game, const struct variant *variant)
{
	const struct record *record = game->record;
	const struct tag *tag = record_known_tag(record, "Notation");
	const struct notation *notation = tag != NULL
	    ? notation_find(game->options->notations, tag->value)
	    : dialect_of(variant)->notation;
	struct alphabet letters;
	struct parsed_turn parsed;
	unsigned moves = 0;
	struct spelling spelling;

	notation = notation_of(notation, variant);
	if (notation == NULL)
		return 0;
	const struct rules *rules =
	    replayer_rules(game->replayer, variant, NULL);
	alphabet_init(&letters, &letter_sets[0], variant->letters);
	for (const struct ply *p = record->line.first; p; p = p->next) {
		struct slice token = p->token;

		moves += spelling_reads(
			     notation, &letters, &token, &spelling, &parsed) &&
		    fits_board(rules, notation, token, parsed.move.from) &&
		    fits_board(rules, notation, token, parsed.move.to);
	}
	return moves;
}

/* The variant that most tokens fit, of those that fit the position and, at
 * least as `players` says, the player tags; NULL: several do alike, or only
 * half of the tokens. It is *certain if it is the only one, or if it alone fits
 * nearly all of them. */
static const struct variant *
likeliest_variant(
    const struct game_context *game, enum players_fit players, bool *certain)
{
	const struct variant *found = NULL;
	unsigned fits = 0, most = 0, second = 0;
	unsigned all = game->record->line.plies;

	for (unsigned i = 0; variants[i] != NULL; i++) {
		if (fits_players(game->record, variants[i]) < players ||
		    !fits_position(game, variants[i]))
			continue;
		unsigned moves = count_moves(game, variants[i]);
		if (fits++ == 0 || moves > most) {
			second = most;
			most = moves;
			found = variants[i];
		} else if (moves > second) {
			second = moves;
		}
	}
	*certain = fits == 1 ||
	    (most > second &&
		(most == all || (most * 4 >= all * 3 && second * 2 <= all)));
	return *certain || (most > second && most * 2 > all) ? found : NULL;
}

/* True if the text has one of the letters, which are bits from A. */
static bool
has_letter(struct slice text, uint32_t letters)
{
	for (; letters != 0; letters &= letters - 1)
		if (memchr(text.ptr, 'A' + __builtin_ctz(letters), text.len) !=
		    NULL)
			return true;
	return false;
}

/* True if some token of a line or of its variations is not a move in the
 * alphabet. If `letters` are given, only tokens with one of them are read. */
static bool
has_foreign(const struct notation *notation, const struct alphabet *alphabet,
    uint32_t letters, const struct line *line)
{
	struct parsed_turn parsed;
	struct spelling spelling;

	for (const struct ply *p = line->first; p; p = ply_walk(line, p)) {
		struct slice token = p->token;

		if ((letters == 0 || has_letter(token, letters)) &&
		    !spelling_reads(
			notation, alphabet, &token, &spelling, &parsed))
			return true;
	}
	return false;
}

void
guess_letters(struct alphabet *english, const struct notation *notation,
    const struct variant *variant, const struct record *record)
{
	const struct letter_set *set = letter_set_find(slice_of("de"));
	const char *pieces =
	    variant != NULL ? variant->letters : LETTERS_GERMAN;
	const struct line *line = &record->line;
	struct alphabet german;
	uint32_t letters = 0;

	alphabet_init(
	    english, &letter_sets[0], variant != NULL ? pieces : LETTERS_ANY);
	if (!notation->has_letters || !letter_set_serves(set, pieces))
		return;
	/* The capital letters, as bits from A, that mean another piece in
	 * German than in English: without them no token is a move in German
	 * alone. Most movetexts have none of them and need not be read. */
	for (unsigned i = 0; set->from[i] != '\0'; i++) {
		unsigned char c = (unsigned char)set->to[i][0];

		if (english->read[c] != set->from[i] &&
		    strchr(english->pieces, set->from[i]) != NULL)
			letters |= UINT32_C(1) << (c - 'A');
	}
	if (letters == 0 ||
	    (record->is_movetext && line->first != NULL &&
		!has_letter(slice_sub(record->text, line->first->span.start,
				line->end - line->first->span.start),
		    letters)))
		return;
	alphabet_init(&german, set, pieces);
	if (has_foreign(notation, english, letters, line) &&
	    !has_foreign(notation, &german, 0, line))
		*english = german;
}

struct span
game_start_span(const struct record *record)
{
	struct span span = record->span;

	if (record->line.first != NULL)
		return record->line.first->span;
	span.len = span.len > 0;
	return span;
}

/* Reports that a tag contradicts an option; true if the option wins. */
static bool
report_contradiction(const struct game_context *game, enum diag_id id,
    const struct tag *tag, const char *option, struct slice stated)
{
	bool force = game->options->force;

	if (game->options->for_program)
		option = "the call";
	diag_add(game->diags, id, tag->span,
	    "the tag says %.*s, but %s says %.*s; ternion uses %s",
	    SLICE(tag->value), option, SLICE(stated),
	    force ? option : "the tag");
	return force;
}

/* Whether a record is a game of two players, so of ordinary chess: by its
 * result, its FEN, or two plies to a move number. */
static bool
has_two_players(const struct record *record)
{
	const struct tag *result = record_find_tag(record, slice_of("Result"));
	const struct tag *start = record_known_tag(record, "Position");
	struct slice points = record->result.len > 0 ? record->result
	    : result != NULL                         ? result->value
						     : slice_of("*");
	const struct ply *first = record->line.first;
	const struct ply *third =
	    record->line.plies > 2 ? first->next->next : NULL;

	for (const struct tag *t = record->tags; t != NULL; t = t->next)
		if (!slice_is(t->name, "White") &&
		    !slice_is(t->name, "Black") &&
		    variants_have_player(t->name.ptr, t->name.len))
			return false;
	return near_has(slice_of("1-0 0-1 1/2-1/2"), points) ||
	    record_find_tag(record, slice_of("FEN")) != NULL ||
	    (start != NULL && tpf_is_fen(start->value)) ||
	    (first != NULL && tpf_is_fen(first->token)) ||
	    (third != NULL && first->number_span.len > 0 &&
		first->next->number_span.len == 0 &&
		third->number == first->number + 1);
}

/* Reports a game of ordinary chess once, and none of its moves. */
static bool
report_chess(const struct game_context *game, enum diag_id id, struct span span)
{
	game->setup->is_chess = has_two_players(game->record);
	if (game->setup->is_chess)
		diag_add(game->diags, id, span,
		    "this is ordinary chess, for two players; ternion reads "
		    "games of three players");
	return game->setup->is_chess;
}

/* Reports a value that a tag cannot have, with a fix if it is near a word. */
static void
report_unknown(const struct game_context *game, enum diag_id id,
    const char *what, const struct tag *tag, struct strbuf *words)
{
	struct near near = { .distance = (unsigned)(tag->value.len + 1) / 3 };
	const char *meant = NULL;

	near_find(&near, words, tag->value, near_distance);
	/* A shorter word is near to too many. */
	if (near.found == 1 && tag->value.len > 3)
		meant = arena_copy(game->diags->arena, near.word[0]);
	diag_unknown(game->diags, id, tag->span, what, tag->value, words);
	if (meant != NULL)
		diag_fix_as(game->diags, meant, tag->span, meant, true);
}

/* Reports that no tag names the game, and a tag with a misspelt name. */
static void
report_no_variant(const struct game_context *game)
{
	const struct slice name = slice_of("Variant");
	const struct tag *tag = game->record->tags;
	const char *other =
	    game->options->for_program ? "state the game" : "use -v";
	struct fix *near = NULL;
	bool certain;

	while (tag != NULL &&
	    (tag->name_span.len == 0 || slice_equal(tag->name, name) ||
		(near_distance(tag->name, name) > 2 &&
		    !tag_means(tag->name, name.ptr))))
		tag = tag->next;
	if (tag == NULL) {
		const struct variant *likely =
		    likeliest_variant(game, SOME_PLAYERS, &certain);

		if (likely == NULL &&
		    report_chess(game, DIAG_VARIANT_MISSING,
			game_start_span(game->record)))
			return;
		const char *advice = likely == NULL
		    ? ": add a Variant tag"
		    : arena_printf(game->diags->arena,
			  "; it looks like %s: add [Variant \"%s\"]",
			  likely->id, likely->id);
		diag_add(game->diags, DIAG_VARIANT_MISSING,
		    game_start_span(game->record),
		    "the record does not say which game it is%s, or %s", advice,
		    other);
		return;
	}
	diag_near(game->diags, &near, tag->name_span, name);
	diag_add_near(game->diags, DIAG_VARIANT_MISSING, tag->name_span,
	    arena_printf(game->diags->arena,
		"the record does not say which game it is: the tag \"%.*s\" "
		"is unknown",
		SLICE(tag->name)),
	    near, name.ptr);
}

/* Stores the letters and digits of a text, all small. */
static void
put_plain(struct slice text, struct strbuf *out)
{
	for (size_t i = 0; i < text.len; i++)
		if (ascii_is_digit(text.ptr[i]) || ascii_is_letter(text.ptr[i]))
			strbuf_char(out, ascii_lower(text.ptr[i]));
}

/* The game whose title is in the text or has it; NULL: none or several. */
static const struct variant *
find_title(struct slice text)
{
	const struct variant *found = NULL;
	SCRATCH plain = STRBUF_INIT;
	SCRATCH title = STRBUF_INIT;
	unsigned count = 0;

	put_plain(text, &plain);
	for (const struct variant *const *v = variants; *v != NULL; v++) {
		strbuf_reset(&title);
		put_plain(slice_of((*v)->title), &title);
		if (plain.len >= TITLE_LEAST &&
		    (strstr(title.ptr, plain.ptr) != NULL ||
			strstr(plain.ptr, title.ptr) != NULL)) {
			found = *v;
			count++;
		}
	}
	return count == 1 ? found : NULL;
}

static const struct variant *
choose_variant(const struct game_context *game)
{
	const struct variant *stated = game->options->variant;
	const struct tag *tag = record_known_tag(game->record, "Variant");
	const struct variant *variant;
	SCRATCH ids = STRBUF_INIT;
	bool certain = true;

	if (tag == NULL) {
		variant = stated != NULL ? stated : game->options->usual;
		if (variant == NULL)
			variant =
			    likeliest_variant(game, ALL_ITS_PLAYERS, &certain);
		if (!certain)
			variant = NULL;
		if (variant == NULL)
			report_no_variant(game);
		return variant;
	}
	variant = variant_find(tag->value.ptr, tag->value.len);
	if (stated != NULL && stated != variant &&
	    report_contradiction(game, DIAG_VARIANT_CONTRADICTS, tag, "-v",
		slice_of(stated->id)))
		return stated;
	if (variant != NULL)
		return variant;
	if (report_chess(game, DIAG_VARIANT_UNKNOWN, tag->span))
		return NULL;
	variant = find_title(tag->value);
	if (variant != NULL) {
		diag_add(game->diags, DIAG_VARIANT_UNKNOWN, tag->span,
		    "unknown variant '%.*s'; did you mean '%s'?",
		    SLICE(tag->value), variant->id);
		diag_fix_as(
		    game->diags, variant->id, tag->span, variant->id, true);
		return variant;
	}
	for (const struct variant *const *v = variants; *v; v++)
		strbuf_printf(&ids, " %s", (*v)->id);
	report_unknown(game, DIAG_VARIANT_UNKNOWN, "variant", tag, &ids);
	return NULL;
}

static const struct notation *
choose_notation(const struct game_context *game)
{
	const struct variant *variant = game->variant;
	const struct notation *stated = game->options->input;
	const struct tag *tag = record_known_tag(game->record, "Notation");
	const struct notation *notation = tag != NULL
	    ? notation_find(game->options->notations, tag->value)
	    : stated;
	SCRATCH ids = STRBUF_INIT;

	if (tag == NULL && notation == NULL)
		return dialect_of(variant)->notation;
	if (tag != NULL && stated != NULL && stated != notation &&
	    report_contradiction(game, DIAG_NOTATION_CONTRADICTS, tag, "-N",
		slice_of(stated->id)))
		notation = stated;
	if (notation_of(notation, variant) != NULL)
		return notation_of(notation, variant);
	if (notation != NULL) {
		notation_put_choice(variant, &ids);
		diag_add(game->diags, DIAG_NOTATION_UNKNOWN,
		    tag != NULL ? tag->span : game_start_span(game->record),
		    "this notation cannot be read on this board%s",
		    ids.len > 0 ? ids.ptr : "");
		return NULL;
	}
	notation_put_ids(game->options->notations, variant, &ids);
	report_unknown(game, DIAG_NOTATION_UNKNOWN, "notation", tag, &ids);
	return NULL;
}

static bool
choose_letters(const struct game_context *game)
{
	const struct variant *variant = game->variant;
	const struct tag *tag = record_known_tag(game->record, "Letters");
	struct replayed *setup = game->setup;
	SCRATCH ids = STRBUF_INIT;

	if (tag == NULL || slice_is(tag->value, "auto")) {
		guess_letters(
		    &setup->alphabet, setup->notation, variant, game->record);
		return true;
	}
	const struct letter_set *set = letter_set_find(tag->value);
	if (set != NULL && letter_set_serves(set, variant->letters)) {
		alphabet_init(&setup->alphabet, set, variant->letters);
		return true;
	}
	if (set != NULL) {
		diag_add(game->diags, DIAG_LETTERS_UNKNOWN, tag->span,
		    "the set '%.*s' lacks a letter for some piece of %s",
		    SLICE(tag->value), variant->title);
		return false;
	}
	for (const struct letter_set *s = letter_sets; s->id; s++)
		if (letter_set_serves(s, variant->letters))
			strbuf_printf(&ids, " %s", s->id);
	report_unknown(game, DIAG_LETTERS_UNKNOWN, "set of letters", tag, &ids);
	return false;
}

static bool
choose_start(const struct game_context *game)
{
	struct replayed *setup = game->setup;
	const struct position *usual = &setup->rules->start;
	struct position *start = &setup->start;
	const struct tag *tag = record_known_tag(game->record, "Position");
	const struct tag *flag = record_known_tag(game->record, "SetUp");

	setup->usual_start = true;
	if (tag == NULL) {
		if (flag != NULL && slice_is(flag->value, "1"))
			diag_add(game->diags, DIAG_SETUP_WITHOUT_POSITION,
			    flag->span,
			    "SetUp is 1, but there is no Position tag");
		return true;
	}
	if (!tpf_read(
		setup->rules, tag->value, tag->span.start, game->diags, start))
		return false;
	setup->usual_start = start->key == usual->key &&
	    start->clock == usual->clock && start->number == usual->number &&
	    start->over == 0;
	return true;
}

/* The value of -o for an option of the output or the input, or NULL. */
static const struct setting *
find_setting(const struct game_context *game, int option, bool of_output)
{
	const struct setting *found = NULL;

	if (of_output !=
	    (game->options->writes_apart &&
		dialect_is_text_option(game->variant, option)))
		return NULL;
	for (const struct setting *s = game->options->settings; s; s = s->next)
		if (slice_is(s->name, game->variant->options[option].name))
			found = s; /* the last counts */
	return found;
}

static bool
set_option(const struct game_context *game, int i, const struct tag *tag,
    struct slice value, struct settings *settings)
{
	const struct variant_option *option = &game->variant->options[i];

	if (settings_read(game->variant, settings, i, value.ptr, value.len))
		return true;
	diag_add(game->diags, DIAG_OPTION_VALUE,
	    tag != NULL ? tag->span : game_start_span(game->record),
	    "%s cannot be '%.*s'; it must be %s", option->name, SLICE(value),
	    option->values);
	return false;
}

/* The rules with the names of cells that the output has. */
static bool
choose_output_rules(const struct game_context *game)
{
	const struct variant *variant = game->variant;
	struct replayed *setup = game->setup;
	struct settings settings = setup->rules->settings;

	setup->output_rules = setup->rules;
	for (int i = 0; variant->options[i].name != NULL; i++) {
		const struct setting *setting = find_setting(game, i, true);

		if (setting == NULL)
			continue;
		if (!set_option(game, i, NULL, setting->value, &settings))
			return false;
		settings_settle(variant, &settings);
		setup->output_rules =
		    replayer_rules(game->replayer, variant, &settings);
	}
	return true;
}

/* The settings of the game, from tags and -o, else from the start position. */
static bool
choose_settings(const struct game_context *game, struct settings *settings)
{
	const struct variant *variant = game->variant;
	const struct tag *start = record_known_tag(game->record, "Position");
	bool ok = true, in_start = false;

	settings_default(variant, settings);
	if (start != NULL)
		in_start = tpf_options(variant, start->value, settings);
	struct settings stated = *settings;
	for (int i = 0; variant->options[i].name != NULL; i++) {
		const struct tag *tag =
		    record_known_tag(game->record, variant->options[i].name);
		const struct setting *setting = find_setting(game, i, false);
		bool by_call = tag == NULL;

		if (tag != NULL && setting != NULL && !setting->is_usual) {
			by_call = game->options->force;
			if (!slice_equal(tag->value, setting->value))
				report_contradiction(game,
				    DIAG_OPTION_CONTRADICTS, tag, "-o",
				    setting->value);
		}
		if (tag != NULL || setting != NULL)
			ok &= set_option(game, i, tag,
			    by_call ? setting->value : tag->value, settings);
	}
	settings_settle(variant, settings);
	if (in_start && !dialect_same_game(variant, &stated, settings))
		diag_add(game->diags, DIAG_OPTION_CONTRADICTS, start->span,
		    "the options in the position differ from the tags; ternion "
		    "uses the tags");
	return ok;
}

bool
game_set_up(struct replayer *replayer, const struct record *record,
    struct diags *diags, struct replayed *setup)
{
	const struct replay_options *options = &replayer->options;
	struct game_context game = { replayer, options, record, NULL, diags,
		NULL };
	const struct variant *variant;
	struct settings settings;

	replayed_clear(setup, record);
	game.setup = setup;
	setup->defined = options->notations;
	variant = game.variant = choose_variant(&game);
	if (variant == NULL)
		return false;
	tags_judge(record, variant, diags);
	if (!choose_settings(&game, &settings))
		return false;
	setup->variant = variant;
	setup->rules = replayer_rules(replayer, variant, &settings);
	setup->start = setup->rules->start;
	if (!choose_output_rules(&game))
		return false;
	setup->notation = choose_notation(&game);
	if (setup->notation == NULL || !choose_letters(&game))
		return false;
	if (options->rewrite) {
		const struct notation *own =
		    setup->notation->is_old ? NULL : setup->notation;

		setup->output = notation_to_write(
		    notation_of(options->output, variant) != NULL
			? options->output
			: own,
		    variant);
		alphabet_init(&setup->output_alphabet,
		    options->letters != NULL &&
			    letter_set_serves(
				options->letters, variant->letters)
			? options->letters
			: &letter_sets[0],
		    variant->letters);
	}
	setup->ready = choose_start(&game);
	return setup->ready;
}
