/* Ternion: what a record does not say of itself. */
#include "formats/game/guess.h"
#include "formats/position/tpf.h"

/* Whether the position, if the record has one, is one of the variant's. */
static bool
fits_position(struct replayer *replayer, const struct record *record,
    struct arena *arena, const struct variant *variant)
{
	const struct tag *tag = record_tag(record, "Position");
	struct settings settings;
	struct position position;
	struct diags unsaid;

	if (tag == NULL)
		return true;
	diags_init(&unsaid, arena);
	settings_default(variant, &settings);
	tpf_options(variant, tag->value, &settings);
	return tpf_read(replayer_rules(replayer, variant, &settings),
	    tag->value, 0, &unsaid, &position);
}

/*
 * Whether the player tags are of the variant: each tag that names a colour
 * must be one of theirs, and all three must be there, or none and a position.
 */
static bool
fits_players(const struct record *record, const struct variant *variant)
{
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
	return seats == ALL_PLAYERS || (seats == 0 && placed);
}

/* Whether a part of a token is a cell of the board, or only a part of one. */
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

/* Whether every move of the main line is one of the variant's notation, with
 * cells of its board. */
static bool
fits_moves(struct replayer *replayer, const struct record *record,
    const struct variant *variant)
{
	const struct tag *tag = record_tag(record, "Notation");
	const struct notation *notation = tag != NULL
	    ? notation_find(tag->value)
	    : dialect_of(variant)->notation;
	const struct alphabet *letters;
	const struct rules *rules;
	struct decoder *decoder;
	struct parsed_turn parsed;

	if (notation == NULL || !notation_reads(notation, variant))
		return false;
	rules = replayer_rules(replayer, variant, NULL);
	decoder = replayer_decoder(replayer, notation);
	letters = replayer_english(replayer, variant);
	for (const struct ply *p = record->line.first; p; p = p->next)
		if (!decoder_read(decoder, letters, p->token, &parsed) ||
		    !fits_board(rules, notation, p->token, parsed.move.from) ||
		    !fits_board(rules, notation, p->token, parsed.move.to))
			return false;
	return true;
}

const struct variant *
guess_variant(
    struct replayer *replayer, const struct record *record, struct arena *arena)
{
	const struct variant *by_tags = NULL, *by_moves = NULL;
	unsigned long tagged =
	    0; /* the variants that the tags allow, as bits */
	unsigned moved = 0;

	for (unsigned i = 0; variants[i] != NULL; i++) {
		if (!fits_players(record, variants[i]) ||
		    !fits_position(replayer, record, arena, variants[i]))
			continue;
		by_tags = variants[i];
		tagged |= 1ul << i;
	}
	if ((tagged & (tagged - 1)) == 0)
		return by_tags;
	for (unsigned i = 0; variants[i] != NULL; i++) {
		if (!(tagged >> i & 1) ||
		    !fits_moves(replayer, record, variants[i]))
			continue;
		by_moves = variants[i];
		moved++;
	}
	return moved == 1 ? by_moves : NULL;
}

/*
 * The capital letters, as bits from A, that mean a piece in German which they
 * do not mean in English: no token without one can be a move in German alone.
 * Most records have none of them, so that nothing is decoded twice.
 */
static uint32_t
letters_of_german_alone(
    const struct alphabet *english, const struct alphabet *german)
{
	uint32_t letters = 0;

	for (const char *piece = german->pieces; *piece != '\0'; piece++) {
		unsigned char c =
		    (unsigned char)alphabet_text(german, *piece)[0];

		if (german->read[c] != english->read[c])
			letters |= UINT32_C(1) << (c - 'A');
	}
	return letters;
}

static bool
has_letter(struct slice token, uint32_t letters)
{
	for (size_t i = 0; i < token.len; i++) {
		unsigned letter = (unsigned char)token.ptr[i] - 'A';

		if (letter < 26 && (letters >> letter & 1))
			return true;
	}
	return false;
}

static bool
decodes_token(struct decoder *decoder, const struct alphabet *alphabet,
    struct slice token)
{
	struct parsed_turn parsed;

	return decoder_read(decoder, alphabet, token, &parsed);
}

/* Whether a token of the line, or of its variations, that has one of the
 * letters is no move in the alphabet. */
static bool
has_foreign(struct decoder *decoder, const struct alphabet *alphabet,
    uint32_t letters, const struct line *line)
{
	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		if (has_letter(ply->token, letters) &&
		    !decodes_token(decoder, alphabet, ply->token))
			return true;
		if (ply->notes == NULL)
			continue;
		for (const struct line *v = ply->notes->variations; v;
		     v = v->next)
			if (has_foreign(decoder, alphabet, letters, v))
				return true;
	}
	return false;
}

/* Whether every token of a line and of its variations is a move in the
 * decoder's notation with these letters. */
static bool
decodes(struct decoder *decoder, const struct alphabet *alphabet,
    const struct line *line)
{
	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		if (!decodes_token(decoder, alphabet, ply->token))
			return false;
		if (ply->notes == NULL)
			continue;
		for (const struct line *v = ply->notes->variations; v;
		     v = v->next)
			if (!decodes(decoder, alphabet, v))
				return false;
	}
	return true;
}

/* Whether one of the letters stands anywhere from the first move to the last,
 * where that is one text. It spares most records a look at each token. */
static bool
text_has_letter(const struct record *record, uint32_t letters)
{
	const struct line *line = &record->line;
	const struct notes *notes;
	struct slice text;

	if (!record->is_movetext || line->first == NULL)
		return true;
	notes = line->last->notes;
	if (notes != NULL && notes->variations != NULL)
		return true; /* they stand behind it */
	text = slice_sub(record->text, line->first->span.start,
	    line->last->span.start + line->last->span.len -
		line->first->span.start);
	for (; letters != 0; letters &= letters - 1)
		if (memchr(text.ptr, 'A' + __builtin_ctz(letters), text.len) !=
		    NULL)
			return true;
	return false;
}

bool
guess_german(struct decoder *decoder, const struct alphabet *english,
    const struct alphabet *german, const struct record *record)
{
	uint32_t letters = letters_of_german_alone(english, german);

	return text_has_letter(record, letters) &&
	    has_foreign(decoder, english, letters, &record->line) &&
	    decodes(decoder, german, &record->line);
}
