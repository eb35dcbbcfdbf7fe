/* Ternion: plays a record through the rules. */
#include <stdlib.h>

#include "format_3pf.h"
#include "replay.h"
#include "resolve.h"
#include "snapshot.h"
#include "utf8.h"

enum {
	RULES_MAX = 12, /* games whose rules are kept ready */
	NOTATIONS_MAX = 8,
	OFFER_LASTS = 3, /* plies within which a draw offer proves a draw */
	ROUNDS_WITHOUT_CAPTURE = 20, /* after which a stalemate is due */
};

struct replayer {
	struct replay_options options;
	struct strbuf text;
	/* English letters of the last variant, made ready once. */
	struct alphabet english;
	const struct variant *english_of;
	struct rules *rules[RULES_MAX]; /* NULL: free */
	unsigned next_rules;            /* the place to be given up next */
	/* Keys of the positions of a main line, where repetition counts. */
	uint64_t *keys; /* owned */
	size_t keys_len, keys_size;
	struct decoder *decoder[NOTATIONS_MAX]; /* as notations[] */
};

/* One record while it is replayed. */
struct play {
	struct replayer *replayer;
	struct record *record;
	struct diags *diags;
	struct replayed *replayed;
	struct reading reading;
	struct decoder *decoder;
	const struct notation *output;
	struct alphabet output_alphabet;
	unsigned last_offer; /* ply of the main line; 0: none */
	unsigned last_blow;  /* who claimed mate in the last ply, truly */
	bool german; /* a move that does not parse may be a German one */
	bool again;  /* it was: the record is to be played once more */
	bool drawn;  /* by the rules in the main line, and played on */
};

/*
 * A line while it is played.
 *
 * Whether the game has ended is asked of a position only when it matters: at
 * the end of a line, where mate is claimed or to be written, and when a move
 * cannot be played. Where the next move is legal the game has not ended.
 */
struct course {
	struct position position;
	struct outcome outcome;
	bool open;                /* outcome has not been asked for */
	unsigned without_capture; /* plies since the last capture */
	bool told_quiet;          /* that they are many */
	enum ending drawn;      /* by the rules, which a record may pass over */
	bool passed_draw;       /* it was said that it did */
	unsigned depth;         /* 0: the main line */
	const struct ply *last; /* the ply that led here, NULL at the start */
	unsigned mated_by;      /* who claimed mate in it, or PLAYER_NONE */
};

struct replayer *
replayer_new(const struct replay_options *options)
{
	struct replayer *replayer = mem_alloc(sizeof(*replayer));

	memset(replayer, 0, sizeof(*replayer));
	replayer->options = *options;
	return replayer;
}

void
replayer_free(struct replayer *replayer)
{
	if (replayer == NULL)
		return;
	for (int i = 0; i < RULES_MAX; i++)
		free(replayer->rules[i]);
	for (int i = 0; i < NOTATIONS_MAX; i++)
		decoder_free(replayer->decoder[i]);
	strbuf_release(&replayer->text);
	free(replayer->keys);
	free(replayer);
}

void
replayer_set_nags_apart(struct replayer *replayer, bool nags_apart)
{
	replayer->options.nags_apart = nags_apart;
}

const struct rules *
replayer_rules(struct replayer *replayer, const struct variant *variant,
    const struct settings *settings)
{
	struct settings usual;
	struct rules **place;

	if (settings == NULL) {
		settings_default(variant, &usual);
		settings = &usual;
	}
	for (unsigned i = 0; i < RULES_MAX; i++) {
		const struct rules *rules = replayer->rules[i];

		if (rules != NULL && rules->variant == variant &&
		    settings_equal(&rules->settings, settings))
			return rules;
	}
	place = &replayer->rules[replayer->next_rules];
	replayer->next_rules = (replayer->next_rules + 1) % RULES_MAX;
	if (*place == NULL)
		*place = mem_alloc(sizeof(struct rules));
	rules_init(*place, variant, settings);
	return *place;
}

struct decoder *
replayer_decoder(struct replayer *replayer, const struct notation *notation)
{
	int i = 0;

	while (notations[i] != notation)
		i++;
	if (replayer->decoder[i] == NULL)
		replayer->decoder[i] = decoder_new(notation);
	return replayer->decoder[i];
}

bool
replay_decodes(struct decoder *decoder, const struct alphabet *alphabet,
    const struct line *line)
{
	struct move_spec spec;

	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		if (!decoder_read(decoder, alphabet, ply->token, &spec))
			return false;
		if (ply->notes == NULL)
			continue;
		for (const struct line *v = ply->notes->variations; v;
		     v = v->next)
			if (!replay_decodes(decoder, alphabet, v))
				return false;
	}
	return true;
}

bool
replay_is_german(struct decoder *decoder, const struct record *record,
    const char *pieces, struct alphabet *alphabet)
{
	const struct letter_set *set = letter_set_find(slice_of("de"));
	struct alphabet german;

	if (!letter_set_serves(set, pieces))
		return false;
	alphabet_init(&german, set, pieces);
	if (!replay_decodes(decoder, &german, &record->line))
		return false;
	*alphabet = german;
	return true;
}

static struct span
record_start(const struct play *play)
{
	struct span span = play->record->span;

	if (play->record->line.first != NULL)
		return play->record->line.first->span;
	span.len = span.len > 0;
	return span;
}

/* Whether the position, if the record has one, is one of the variant's. */
static bool
position_fits(const struct play *play, const struct variant *variant)
{
	const struct tag *tag = record_tag(play->record, "Position");
	struct settings settings;
	struct position position;
	struct diags unsaid;

	if (tag == NULL)
		return true;
	diags_init(&unsaid, play->diags->arena);
	settings_default(variant, &settings);
	tpf_options(variant, tag->value, &settings);
	return tpf_read(replayer_rules(play->replayer, variant, &settings),
	    tag->value, 0, &unsaid, &position);
}

/*
 * Whether the player tags and the position are of the variant: each tag that
 * names a colour must be one of theirs, and all three must be there, or none
 * and a position.
 */
static bool
fits_tags(const struct play *play, const struct variant *variant)
{
	const struct record *record = play->record;
	bool placed = record_tag(record, "Position") != NULL;
	static const char *const colours[] = { "White", "Red", "Black", "Gray",
		"Grey", "Brown", NULL };
	unsigned seats = 0;

	for (const char *const *c = colours; *c != NULL; c++) {
		unsigned seat = variant_player_tag(variant, *c, strlen(*c));

		if (record_tag(record, *c) == NULL)
			continue;
		if (seat == PLAYER_NONE)
			return false;
		seats |= 1u << seat;
	}
	return (seats == ALL_PLAYERS || (seats == 0 && placed)) &&
	    position_fits(play, variant);
}

/* Whether a part of a token is a cell of the board, or only a part of one. */
static bool
fits_board(const struct rules *rules, const struct notation *notation,
    struct slice token, struct part part)
{
	struct slice text = spec_part(token, part);

	return text.len < 2 ||
	    coords_read(&rules->board, notation->naming, 0, text) !=
	    CELL_NONE ||
	    (text.ptr[0] <= '9' && text.ptr[text.len - 1] <= '9');
}

/* Whether every move of the main line is one of the variant's notation, with
 * cells of its board. */
static bool
fits_moves(const struct play *play, const struct variant *variant)
{
	const struct tag *tag = record_tag(play->record, "Notation");
	const struct notation *notation = tag != NULL
	    ? notation_find(tag->value)
	    : notation_find(slice_of(variant->notation));
	const struct rules *rules;
	struct alphabet letters;
	struct decoder *decoder;
	struct move_spec spec;

	if (notation == NULL || !notation_reads(notation, variant))
		return false;
	rules = replayer_rules(play->replayer, variant, NULL);
	decoder = replayer_decoder(play->replayer, notation);
	alphabet_init(&letters, &letter_sets[0], variant->letters);
	for (const struct ply *p = play->record->line.first; p; p = p->next)
		if (!decoder_read(decoder, &letters, p->token, &spec) ||
		    !fits_board(rules, notation, p->token, spec.from) ||
		    !fits_board(rules, notation, p->token, spec.to))
			return false;
	return true;
}

/* The one variant that the players' tags allow, or if there are several the
 * one whose moves these can be. */
static const struct variant *
guess_variant(const struct play *play)
{
	const struct variant *by_players = NULL, *by_moves = NULL;
	unsigned players = 0, moves = 0;

	for (const struct variant *const *v = variants; *v != NULL; v++) {
		if (!fits_tags(play, *v))
			continue;
		by_players = *v;
		players++;
	}
	if (players == 1)
		return by_players;
	for (const struct variant *const *v = variants; *v != NULL; v++) {
		if (!fits_tags(play, *v) || !fits_moves(play, *v))
			continue;
		by_moves = *v;
		moves++;
	}
	return moves == 1 ? by_moves : NULL;
}

static const struct variant *
choose_variant(const struct play *play)
{
	const struct replay_options *options = &play->replayer->options;
	const struct tag *tag = record_tag(play->record, "Variant");
	const struct variant *variant;

	if (tag == NULL) {
		variant = options->variant != NULL ? options->variant
						   : options->usual;
		if (variant == NULL)
			variant = guess_variant(play);
		if (variant == NULL)
			diag_add(play->diags, DIAG_VARIANT_MISSING,
			    record_start(play),
			    "the record does not say which game it is: give a "
			    "Variant tag, or -v");
		return variant;
	}
	variant = variant_find(tag->value.ptr, tag->value.len);
	if (options->variant != NULL && options->variant != variant) {
		diag_add(play->diags, DIAG_VARIANT_CONTRADICTS, tag->span,
		    "the tag says %.*s, and -v says %s; %s is taken",
		    (int)tag->value.len, tag->value.ptr, options->variant->id,
		    options->force ? "-v" : "the tag");
		if (options->force)
			return options->variant;
	}
	if (variant == NULL)
		diag_add(play->diags, DIAG_VARIANT_UNKNOWN, tag->span,
		    "there is no variant '%.*s'", (int)tag->value.len,
		    tag->value.ptr);
	return variant;
}

static const struct notation *
choose_notation(const struct play *play, const struct variant *variant)
{
	const struct replay_options *options = &play->replayer->options;
	const struct tag *tag = record_tag(play->record, "Notation");
	const struct notation *notation =
	    tag != NULL ? notation_find(tag->value) : options->input;

	if (tag == NULL && notation == NULL)
		return notation_find(slice_of(variant->notation));
	if (tag != NULL && options->input != NULL &&
	    options->input != notation) {
		diag_add(play->diags, DIAG_NOTATION_CONTRADICTS, tag->span,
		    "the tag says %.*s, and -N says %s; %s is taken",
		    (int)tag->value.len, tag->value.ptr, options->input->id,
		    options->force ? "-N" : "the tag");
		if (options->force)
			notation = options->input;
	}
	if (notation == NULL || !notation_reads(notation, variant)) {
		diag_add(play->diags, DIAG_NOTATION_UNKNOWN,
		    tag != NULL ? tag->span : record_start(play),
		    notation == NULL
			? "there is no notation of that name"
			: "the notation cannot be read on this board");
		return NULL;
	}
	return notation;
}

static const struct alphabet *
english(struct replayer *replayer, const struct variant *variant)
{
	if (replayer->english_of != variant)
		alphabet_init(
		    &replayer->english, &letter_sets[0], variant->letters);
	replayer->english_of = variant;
	return &replayer->english;
}

static bool
choose_letters(struct play *play, const struct variant *variant)
{
	const struct tag *tag = record_tag(play->record, "Letters");
	const struct letter_set *set = NULL;

	if (tag != NULL && !slice_is(tag->value, "auto")) {
		set = letter_set_find(tag->value);
		if (set == NULL) {
			diag_add(play->diags, DIAG_LETTERS_UNKNOWN, tag->span,
			    "there is no set of letters '%.*s'",
			    (int)tag->value.len, tag->value.ptr);
			return false;
		}
	}
	if (set != NULL && !letter_set_serves(set, variant->letters)) {
		diag_add(play->diags, DIAG_LETTERS_UNKNOWN, tag->span,
		    "the letters '%.*s' have none for some piece of %s",
		    (int)tag->value.len, tag->value.ptr, variant->title);
		return false;
	}
	if (set != NULL)
		alphabet_init(&play->replayed->alphabet, set, variant->letters);
	else
		play->replayed->alphabet = *english(play->replayer, variant);
	play->german = set == NULL && play->reading.notation->has_letters;
	/* Who is told of each ply is told once: look before. */
	if (play->german && play->replayer->options.visit != NULL &&
	    !replay_decodes(play->decoder, &play->replayed->alphabet,
		&play->record->line)) {
		play->german = false;
		replay_is_german(play->decoder, play->record, variant->letters,
		    &play->replayed->alphabet);
	}
	return true;
}

static bool
choose_start(struct play *play)
{
	const struct rules *rules = play->reading.rules;
	const struct tag *tag = record_tag(play->record, "Position");
	const struct tag *setup = record_tag(play->record, "SetUp");
	struct replayed *replayed = play->replayed;

	replayed->start = rules->start;
	replayed->usual_start = true;
	if (tag == NULL) {
		if (setup != NULL && slice_is(setup->value, "1"))
			diag_add(play->diags, DIAG_SETUP_WITHOUT_POSITION,
			    setup->span,
			    "SetUp is 1, and there is no Position tag");
		return true;
	}
	if (!tpf_read(rules, tag->value, tag->span.start, play->diags,
		&replayed->start))
		return false;
	replayed->usual_start = replayed->start.key == rules->start.key &&
	    replayed->start.clock == rules->start.clock &&
	    replayed->start.number == rules->start.number &&
	    replayed->start.over == 0;
	return true;
}

/* An option stated by the caller, or NULL. */
static const struct setting *
find_setting(const struct replay_options *options, const char *name)
{
	const struct setting *found = NULL;

	for (const struct setting *s = options->settings; s; s = s->next)
		if (slice_is(s->name, name))
			found = s; /* the last counts */
	return found;
}

/* One option: the tag's value, else the caller's. */
static bool
choose_option(const struct play *play, const struct variant *variant, int i,
    struct settings *settings)
{
	const struct replay_options *options = &play->replayer->options;
	const char *name = variant->options[i].name;
	const struct tag *tag = record_tag(play->record, name);
	const struct setting *setting = find_setting(options, name);
	struct slice value;

	if (tag == NULL && setting == NULL)
		return true;
	if (tag != NULL && setting != NULL &&
	    !slice_equal(tag->value, setting->value))
		diag_add(play->diags, DIAG_OPTION_CONTRADICTS, tag->span,
		    "the tag says %.*s, and -o says %.*s; %s is taken",
		    (int)tag->value.len, tag->value.ptr,
		    (int)setting->value.len, setting->value.ptr,
		    options->force ? "-o" : "the tag");
	value = tag == NULL || (setting != NULL && options->force)
	    ? setting->value
	    : tag->value;
	if (settings_read(variant, settings, i, value.ptr, value.len))
		return true;
	diag_add(play->diags, DIAG_OPTION_VALUE,
	    tag != NULL ? tag->span : record_start(play),
	    "%s cannot be '%.*s'; it is %s", name, (int)value.len, value.ptr,
	    variant->options[i].values);
	return false;
}

/*
 * The settings of the game: by tags and by the caller, and what neither of
 * them states by the position from which it starts.
 */
static bool
choose_settings(const struct play *play, const struct variant *variant,
    struct settings *settings)
{
	const struct tag *start = record_tag(play->record, "Position");
	struct settings stated;
	bool ok = true;

	settings_default(variant, settings);
	if (start != NULL)
		tpf_options(variant, start->value, settings);
	stated = *settings;
	for (int i = 0; variant->options[i].name != NULL; i++)
		ok &= choose_option(play, variant, i, settings);
	settings_settle(variant, settings);
	if (start != NULL && tpf_states_options(start->value) &&
	    !settings_same_game(variant, &stated, settings))
		diag_add(play->diags, DIAG_OPTION_CONTRADICTS, start->span,
		    "the options of the position are not those of the tags, "
		    "which are taken");
	return ok;
}

/* Annotations that are part of the token come before those that follow. */
static void
keep_suffixes(struct play *play, struct ply *ply, const struct move_spec *spec)
{
	struct nag *rest;
	struct notes *notes;

	if (spec->nag[0] == 0)
		return;
	notes = ply_notes(play->diags->arena, ply);
	rest = notes->nags;
	notes->nags = notes->last_nag = NULL;
	for (int i = 0; i < 2 && spec->nag[i] != 0; i++)
		ply_add_nag(play->diags->arena, ply, spec->nag[i]);
	for (; rest != NULL; rest = rest->next)
		ply_add_nag(play->diags->arena, ply, rest->number);
}

/* The first annotation, if it is one that has a sign; else 0. */
static unsigned
first_nag(const struct ply *ply)
{
	const struct nag *nag = ply->notes != NULL ? ply->notes->nags : NULL;

	return nag != NULL && nag->number <= 6 ? nag->number : 0;
}

static bool
decode(struct play *play, const struct course *course, const struct ply *ply,
    struct move_spec *spec)
{
	struct slice token = ply->token;
	size_t valid;

	if (token.len <= TOKEN_MAX &&
	    decoder_read(play->decoder, play->reading.alphabet, token, spec))
		return true;
	if (play->german) {
		play->german = false;
		play->again = replay_is_german(play->decoder, play->record,
		    play->reading.rules->variant->letters,
		    &play->replayed->alphabet);
		if (play->again)
			return false;
	}
	if (token.len > TOKEN_MAX) {
		diag_add(play->diags, DIAG_TOKEN_TOO_LONG, ply->span,
		    "a token of %zu bytes is no move; it begins with "
		    "'%.20s'",
		    token.len,
		    arena_copy(play->diags->arena, slice_sub(token, 0, 20)));
		return false;
	}
	valid = utf8_valid_len(token);
	if (valid < token.len)
		diag_add(play->diags, DIAG_UTF8_MOVE,
		    (struct span){ ply->span.start + (uint32_t)valid, 1 },
		    "the token is not valid UTF-8 here");
	else
		resolve_syntax(&play->reading, &course->position, token,
		    ply->span.start, play->diags);
	return false;
}

static void
check_number(
    struct play *play, const struct course *course, const struct ply *ply)
{
	const struct position *position = &course->position;
	static const char *const dots[PLAYERS] = { ".", "..", "..." };

	if (ply->number_span.len == 0 ||
	    (ply->number == position->number &&
		ply->dots == position->to_move + 1u))
		return;
	diag_add(play->diags, DIAG_MOVE_NUMBER, ply->number_span,
	    "%s's move should be numbered %lu%s",
	    play->reading.rules->variant->players[position->to_move],
	    (unsigned long)position->number, dots[position->to_move]);
}

static void
rewrite(struct play *play, const struct position *before, struct ply *ply,
    const struct move *move, const struct marks *marks)
{
	struct strbuf *text = &play->replayer->text;
	struct slice made;

	strbuf_reset(text);
	play->output->write(play->output, play->reading.rules,
	    play->replayer->options.keep_letters ? &play->replayed->alphabet
						 : &play->output_alphabet,
	    before, move, marks, text);
	made = strbuf_as_slice(text);
	ply->text =
	    (struct slice){ arena_copy(play->diags->arena, made), made.len };
}

/* Twenty rounds without a capture: a note, once until the next. */
static void
count_rounds(struct play *play, struct course *course, const struct ply *ply,
    const struct move *move)
{
	unsigned players = PLAYERS;

	if (move->victim != CELL_NONE || move->type == MOVE_TRAITOR) {
		course->without_capture = 0;
		course->told_quiet = false;
		return;
	}
	for (unsigned p = 0; p < PLAYERS; p++)
		players -= course->position.out >> p & 1;
	course->without_capture++;
	if (course->told_quiet ||
	    course->without_capture < ROUNDS_WITHOUT_CAPTURE * players)
		return;
	course->told_quiet = true;
	diag_add(play->diags, DIAG_STALEMATE_DUE, ply->span,
	    "%u rounds have passed without a capture", ROUNDS_WITHOUT_CAPTURE);
}

static const char *
ending_words(enum ending ending)
{
	switch (ending) {
	case ENDING_MATE:
		return "mate";
	case ENDING_STALEMATE:
		return "stalemate";
	case ENDING_BARE_KINGS:
		return "only kings being left";
	case ENDING_LAST_KING:
		return "the last king standing";
	case ENDING_MATERIAL:
		return "want of material";
	case ENDING_CLOCK:
		return "the count of plies without a capture or pawn move";
	case ENDING_AGREED:
		return "agreement";
	case ENDING_FORFEIT:
		return "forfeit";
	case ENDING_KING_CAPTURED:
		return "the capture of a king";
	case ENDING_HOME:
		return "the hold on a home square";
	case ENDING_NONE:
		break;
	}
	return "nothing";
}

static void
ask_outcome(const struct play *play, struct course *course)
{
	rules_outcome(play->reading.rules, &course->position, &course->outcome);
	course->open = false;
}

/*
 * The ply cannot be played. If that is because the game has ended, says so
 * instead of what was said since `said`.
 */
static void
explain_ending(struct play *play, struct course *course, const struct ply *ply,
    unsigned said)
{
	if (course->open)
		ask_outcome(play, course);
	if (course->outcome.ending == ENDING_NONE || play->again ||
	    ending_plays_on(course->outcome.ending))
		return;
	play->diags->len = said;
	if (course->outcome.ending == ENDING_MATE && course->last != NULL)
		resolve_unmarked_mate(&play->reading, course->position.to_move,
		    course->last->span, play->diags);
	diag_add(play->diags, DIAG_MOVE_AFTER_END, ply->span,
	    "the game has ended before this move: %s", course->outcome.result);
}

static bool
find_move(struct play *play, struct course *course, const struct ply *ply,
    struct move_spec *spec, struct move *move)
{
	unsigned said = play->diags->len;

	if ((course->open || course->outcome.ending == ENDING_NONE ||
		ending_plays_on(course->outcome.ending)) &&
	    decode(play, course, ply, spec) &&
	    resolve_move(&play->reading, &course->position, ply->token,
		ply->span.start, spec, play->diags, move))
		return true;
	explain_ending(play, course, ply, said);
	return false;
}

/* Whether the outcome after a ply has to be known at once. */
static bool
is_decisive(const struct play *play, const struct course *course,
    const struct ply *ply, const struct move_spec *spec)
{
	const struct position *position = &course->position;

	if (play->reading.rules->variant->declares)
		return ply->next == NULL;
	return ply->next == NULL || spec->mate ||
	    (play->output != NULL &&
		position->checks[position->to_move] != 0) ||
	    rules_bare_kings(play->reading.rules, position);
}

/* Whether mate is declared against somebody, and truly. */
static bool
is_true_claim(const struct rules *rules, const struct marks *marks,
    const struct position *board)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if ((marks->mate >> p & 1) &&
		    rules->variant->claims_mate(rules, board, marks->mover, p))
			return true;
	return false;
}

/* "Records that play on after a draw of these kinds get a warning", once. */
static void
note_draw(struct play *play, struct course *course, const struct ply *ply)
{
	diag_add(play->diags, DIAG_MOVE_AFTER_DRAW, ply->span,
	    "the game was drawn before this move, by %s",
	    ending_words(course->drawn));
	play->drawn |= course->depth == 0;
	course->passed_draw = true;
}

/* Where the order of play leaves a choice, the text says who moves. */
static void
name_mover(struct play *play, struct course *course, const struct ply *ply)
{
	const struct rules *rules = play->reading.rules;
	struct move_spec spec;

	if (ply->token.len <= TOKEN_MAX &&
	    rules_may_begin(
		rules, &course->position, course->position.to_move) &&
	    decoder_read(
		play->decoder, play->reading.alphabet, ply->token, &spec))
		resolve_mover(rules, &spec, &course->position);
}

/* Keeps the position for what is forbidden because it has been. */
static void
remember(struct play *play, struct course *course)
{
	if (play->reading.rules->variant->remembers)
		position_remember(&course->position,
		    arena_alloc(play->diags->arena, sizeof(struct past)));
}

/* Where draws depend on the course of the game: is the position drawn? Its key
 * is kept if it is one of the main line. */
static void
keep_history(struct play *play, struct course *course)
{
	struct replayer *replayer = play->replayer;

	if (course->passed_draw)
		course->drawn = ENDING_NONE;
	else
		course->drawn =
		    play->reading.rules->variant->drawn(&course->position);
	if (course->depth > 0)
		return;
	if (replayer->keys_len == replayer->keys_size) {
		replayer->keys_size = replayer->keys_size * 2 + 256;
		replayer->keys = mem_grow(replayer->keys,
		    replayer->keys_size * sizeof(*replayer->keys));
	}
	replayer->keys[replayer->keys_len++] = course->position.key;
}

/* For writers who draw the board. */
static void
keep_position(const struct play *play, const struct course *course,
    struct ply *ply, const struct move *move)
{
	struct snapshot *snapshot =
	    arena_alloc(play->diags->arena, sizeof(*snapshot));

	snapshot_take(snapshot, play->reading.rules, move, &course->position);
	ply->after = snapshot;
}

/* Plays one ply; false if it cannot be played. */
static bool
play_ply(struct play *play, struct course *course, struct ply *ply)
{
	const struct replay_options *options = &play->replayer->options;
	const struct rules *rules = play->reading.rules;
	bool told = options->visit != NULL && course->depth == 0;
	/* Whether marks are judged on a board that has to be made. */
	bool judges = rules->variant->declares || rules->variant->play != NULL;
	const struct position *board = &course->position;
	struct position before, judged;
	struct move_spec spec;
	struct marks marks;
	struct move move;
	unsigned mover;

	name_mover(play, course, ply);
	mover = course->position.to_move;
	check_number(play, course, ply);
	if (!find_move(play, course, ply, &spec, &move))
		return false;
	if (course->drawn != ENDING_NONE)
		note_draw(play, course, ply);
	ply->seat = (uint8_t)mover;
	ply->round = course->position.number;
	if (play->output != NULL || told || judges)
		before = course->position;
	remember(play, course);
	rules_apply(rules, &course->position, &move);
	if (rules->variant->drawn != NULL)
		keep_history(play, course);
	if (rules->variant->draws_when_quiet)
		count_rounds(play, course, ply, &move);
	course->last = ply;
	course->open = true;
	course->outcome = (struct outcome){ ENDING_NONE, NULL, PLAYER_NONE };
	if (is_decisive(play, course, ply, &spec))
		ask_outcome(play, course);
	if (judges)
		board = marks_board(
		    rules, &before, &move, &course->position, &judged);
	marks = marks_find(
	    rules, mover, &move, board, &course->position, &course->outcome);
	resolve_marks(&play->reading, board, &marks, ply->token,
	    ply->span.start, &spec, play->diags);
	course->mated_by = PLAYER_NONE;
	if (rules->variant->declares && ply->next == NULL &&
	    is_true_claim(rules, &marks, board))
		course->mated_by = mover;
	marks.draw = spec.draw;
	if (spec.draw && course->depth == 0)
		play->last_offer = play->diags->ply;
	if (play->output != NULL) {
		if (!ply->played)
			keep_suffixes(play, ply, &spec);
		if (play->output->writes_nags && !options->nags_apart &&
		    move.type < MOVE_YIELD)
			marks.nag = first_nag(ply);
		ply->nag_in_text = marks.nag > 0;
		marks.named = rules_may_begin(rules, &before, mover);
		rewrite(play, &before, ply, &move, &marks);
	}
	ply->played = true;
	if (options->keeps_positions)
		keep_position(play, course, ply, &move);
	play->replayed->all_plies++;
	if (told)
		options->visit(options->context, play->replayed,
		    ++play->replayed->plies, &before, &move, &course->position);
	else if (course->depth == 0)
		play->replayed->plies++;
	return true;
}

static void play_line(
    struct play *play, struct course *course, struct line *line);

/* Variations replace the ply behind which they stand. */
static void
play_variations(
    struct play *play, const struct course *before, const struct notes *notes)
{
	for (struct line *v = notes->variations; v != NULL; v = v->next) {
		struct course course = *before;

		course.depth++;
		play_line(play, &course, v);
	}
}

static void
note_unchecked(struct play *play, const struct ply *ply)
{
	unsigned count = 0;

	for (const struct ply *p = ply; p != NULL; p = p->next)
		count++;
	if (count > 0)
		diag_add(play->diags, DIAG_MOVES_UNCHECKED, ply->span,
		    "%u move%s not checked from here on, because of the fault "
		    "before",
		    count, count == 1 ? " is" : "s are");
}

static void
play_line(struct play *play, struct course *course, struct line *line)
{
	unsigned ply_number = play->diags->ply;

	for (struct ply *ply = line->first; ply != NULL; ply = ply->next) {
		bool branches =
		    ply->notes != NULL && ply->notes->variations != NULL;
		struct course before;
		bool played;

		if (course->depth == 0)
			play->diags->ply = ++ply_number;
		if (branches)
			before = *course;
		played = play_ply(play, course, ply);
		if (branches)
			play_variations(play, &before, ply->notes);
		if (!played) {
			if (course->depth == 0)
				play->replayed->complete = false;
			note_unchecked(play, ply->next);
			return;
		}
	}
}

static bool
text_is(struct slice text, const char *word)
{
	for (size_t i = 0; i < text.len; i++)
		if (word[i] == '\0' || (text.ptr[i] | 0x20) != word[i])
			return false;
	return word[text.len] == '\0';
}

/* Whether the Termination tag says why the game ended off the board. */
static bool
is_terminated(const struct record *record)
{
	const struct tag *tag = record_tag(record, "Termination");

	return tag != NULL && tag->value.len > 0 &&
	    !text_is(tag->value, "normal");
}

/*
 * "With two players left a record may end at a true M, with the win for the
 * declarer."
 */
static bool
is_last_blow(const struct play *play)
{
	const struct replayed *replayed = play->replayed;
	const struct variant *variant = play->reading.rules->variant;
	unsigned out = replayed->end.out, winner = play->last_blow;

	return winner != PLAYER_NONE && out != 0 && (out & (out - 1)) == 0 &&
	    variant->wins[winner] != NULL &&
	    slice_is(replayed->result, variant->wins[winner]);
}

/* "Threefold repetition may be claimed: a draw result is then right." */
static bool
is_repeated(const struct play *play)
{
	const struct replayer *replayer = play->replayer;
	unsigned times = 0;

	for (size_t i = 0; i < replayer->keys_len; i++)
		times += replayer->keys[i] == play->replayed->end.key;
	return times >= 3;
}

/* The game was not ended by the rules; has it another reason to be over? */
static void
check_open_result(struct play *play, struct span span)
{
	struct replayed *replayed = play->replayed;
	const struct variant *variant = play->reading.rules->variant;
	const char *agreed = variant->draws[replayed->end.out];
	bool offered = play->last_offer > 0 &&
	    play->last_offer + OFFER_LASTS > replayed->plies;
	const struct tag *tag = record_tag(play->record, "Termination");

	if (slice_is(replayed->result, "*") || is_last_blow(play))
		return;
	if (agreed != NULL && slice_is(replayed->result, agreed) &&
	    (play->drawn || is_repeated(play))) {
		replayed->agreed = true;
		return;
	}
	if (agreed != NULL && slice_is(replayed->result, agreed))
		replayed->agreed = tag == NULL ||
		    !is_terminated(play->record) ||
		    text_is(tag->value, "agreement");
	if (is_terminated(play->record))
		return;
	if (!replayed->agreed)
		diag_add(play->diags, DIAG_RESULT_UNPROVEN, span,
		    "the game is not decided on the board, and no Termination "
		    "tag says why the result is %.*s",
		    (int)replayed->result.len, replayed->result.ptr);
	else if (!offered)
		diag_add(play->diags, DIAG_DRAW_WITHOUT_OFFER, span,
		    "drawn by agreement, and none of the last three plies "
		    "offers a draw");
}

static void
check_decided_result(struct play *play, struct span span)
{
	const struct replayed *replayed = play->replayed;
	const struct outcome *outcome = &replayed->outcome;

	if (slice_is(replayed->result, outcome->result))
		return;
	if (slice_is(replayed->result, "*"))
		diag_add(play->diags, DIAG_RESULT_OPEN, span,
		    "the game has ended by %s with %s, and the result is *",
		    ending_words(outcome->ending), outcome->result);
	else
		diag_add(play->diags, DIAG_RESULT_CONTRADICTS, span,
		    "the game has ended by %s with %s, and the result is "
		    "%.*s",
		    ending_words(outcome->ending), outcome->result,
		    (int)replayed->result.len, replayed->result.ptr);
}

static bool
known_result(struct play *play, struct slice result, struct span span)
{
	const struct variant *variant = play->reading.rules->variant;

	if (slice_is(result, "*") ||
	    variant_result(variant, result.ptr, result.len) >= 0)
		return true;
	diag_add(play->diags, DIAG_RESULT_UNKNOWN, span,
	    "'%.*s' is no result of %s", (int)result.len, result.ptr,
	    variant->title);
	return false;
}

static void
check_result(struct play *play)
{
	const struct record *record = play->record;
	const struct tag *tag = record_tag(record, "Result");
	struct replayed *replayed = play->replayed;
	struct span span = record->result_span;
	bool known = true;

	play->diags->ply = 0;
	replayed->result = slice_of("*");
	if (tag != NULL && known_result(play, tag->value, tag->span)) {
		replayed->result = tag->value;
		if (record->result.len == 0)
			span = tag->span;
	} else if (tag != NULL) {
		known = false;
	}
	if (record->result.len > 0) {
		known &= known_result(play, record->result, span);
		if (known && tag != NULL &&
		    !slice_equal(tag->value, record->result))
			diag_add(play->diags, DIAG_RESULT_TAG, span,
			    "the Result tag says %.*s, and the moves end with "
			    "%.*s",
			    (int)tag->value.len, tag->value.ptr,
			    (int)record->result.len, record->result.ptr);
		replayed->result = record->result;
	} else if (tag == NULL && record->line.last != NULL) {
		span = record->line.last->span;
	}
	/* A position alone, or tags alone, state no result. */
	if (record->result.len == 0 && tag == NULL &&
	    record->line.first == NULL)
		return;
	if (!known || !replayed->complete)
		return;
	if (replayed->outcome.ending != ENDING_NONE)
		check_decided_result(play, span);
	else
		check_open_result(play, span);
}

/* Finds rules, notation, letters and start; false if one is missing. */
static bool
prepare(struct play *play)
{
	const struct replay_options *options = &play->replayer->options;
	const struct variant *variant = choose_variant(play);
	struct settings settings;

	if (variant == NULL || !choose_settings(play, variant, &settings))
		return false;
	play->reading.rules = play->replayed->rules =
	    replayer_rules(play->replayer, variant, &settings);
	play->reading.notation = play->replayed->notation =
	    choose_notation(play, variant);
	if (play->reading.notation == NULL)
		return false;
	play->decoder = play->reading.decoder =
	    replayer_decoder(play->replayer, play->reading.notation);
	play->reading.alphabet = &play->replayed->alphabet;
	if (!choose_letters(play, variant))
		return false;
	if (options->rewrite) {
		play->output = options->output != NULL ? options->output
						       : play->reading.notation;
		if (!notation_writes(play->output, variant))
			play->output =
			    notation_find(slice_of(variant->notation));
		play->replayed->output = play->output;
		if (options->letters != NULL &&
		    letter_set_serves(options->letters, variant->letters))
			alphabet_init(&play->output_alphabet, options->letters,
			    variant->letters);
		else
			play->output_alphabet =
			    *english(play->replayer, variant);
	}
	return choose_start(play);
}

bool
replay_record(struct replayer *replayer, struct record *record,
    struct diags *diags, struct replayed *replayed)
{
	const struct replay_options *options = &replayer->options;
	struct play play = { .replayer = replayer,
		.record = record,
		.diags = diags,
		.replayed = replayed };
	struct course course;
	unsigned mark;

	memset(replayed, 0, sizeof(*replayed));
	replayed->result = slice_of("*");
	if (record->broken || !prepare(&play))
		return false;
	if (options->visit != NULL)
		options->visit(options->context, replayed, 0, NULL, NULL,
		    &replayed->start);
	mark = diags->len;
	do {
		play.again = false;
		diags->len = mark;
		diags->ply = 0;
		replayed->complete = true;
		replayed->plies = replayed->all_plies = 0;
		course.position = replayed->start;
		course.depth = 0;
		course.without_capture = 0;
		course.told_quiet = false;
		course.mated_by = PLAYER_NONE;
		course.drawn = ENDING_NONE;
		course.passed_draw = false;
		course.last = NULL;
		replayer->keys_len = 0;
		if (play.reading.rules->variant->drawn != NULL)
			keep_history(&play, &course);
		ask_outcome(&play, &course);
		play_line(&play, &course, &record->line);
	} while (play.again);
	if (course.open)
		ask_outcome(&play, &course);
	replayed->end = course.position;
	replayed->outcome = course.outcome;
	play.last_blow = course.mated_by;
	check_result(&play);
	return diags_worst(diags, 0) < (int)SEV_ERROR;
}
