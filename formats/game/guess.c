/* Ternion: guesses from a record what it does not say of itself. */
#include "formats/game/setup.h"
#include "formats/position/tpf.h"

/* True if the record has no position, or one of the variant's. */
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

/* Whether the tag names a player of any game. */
static bool
is_player(struct slice name)
{
	const struct variant *const *v = variants;

	while (*v != NULL &&
	    variant_player_tag(*v, name.ptr, name.len) == PLAYER_NONE)
		v++;
	return *v != NULL;
}

/* The player tags are of the variant if each that names a colour is one of
 * theirs, and all three are there, or none and a position. */
static bool
fits_players(const struct record *record, const struct variant *variant)
{
	bool placed = record_tag(record, "Position") != NULL;
	unsigned seats = 0;

	for (const struct tag *t = record->tags; t != NULL; t = t->next) {
		unsigned seat =
		    variant_player_tag(variant, t->name.ptr, t->name.len);

		if (seat != PLAYER_NONE)
			seats |= 1u << seat;
		else if (is_player(t->name))
			return false;
	}
	return seats == ALL_PLAYERS || (seats == 0 && placed);
}

/* True if a part of a token is a cell of the board, or only a part of one. */
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

/* True if every move of the main line is one of the variant's notation, with
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

	notation = notation != NULL ? notation_of(notation, variant) : NULL;
	if (notation == NULL)
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
	const struct variant *by_tags[VARIANT_COUNT], *by_moves = NULL;
	unsigned tagged = 0, moved = 0;

	for (unsigned i = 0; variants[i] != NULL; i++)
		if (fits_players(record, variants[i]) &&
		    fits_position(replayer, record, arena, variants[i]))
			by_tags[tagged++] = variants[i];
	if (tagged <= 1)
		return tagged == 1 ? by_tags[0] : NULL;
	for (unsigned i = 0; i < tagged; i++)
		if (fits_moves(replayer, record, by_tags[i])) {
			by_moves = by_tags[i];
			moved++;
		}
	return moved == 1 ? by_moves : NULL;
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

/* True if some token of a line or of its variations is no move in the alphabet;
 * of those that have one of the letters, if there are any. */
static bool
has_foreign(struct decoder *decoder, const struct alphabet *alphabet,
    uint32_t letters, const struct line *line)
{
	struct parsed_turn parsed;

	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		if ((letters == 0 || has_letter(ply->token, letters)) &&
		    !decoder_read(decoder, alphabet, ply->token, &parsed))
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

bool
guess_german(struct decoder *decoder, const struct alphabet *english,
    const struct alphabet *german, const struct record *record)
{
	const struct line *line = &record->line;
	const struct ply *last = line->last;
	uint32_t letters = 0;

	/* The capital letters, as bits from A, that mean a piece in German
	 * which they do not mean in English: no token without one can be a
	 * move in German alone. Most records have none of them from the first
	 * move to the last, where that is one text, and are not read twice. */
	for (const char *piece = german->pieces; *piece != '\0'; piece++) {
		unsigned char c =
		    (unsigned char)alphabet_text(german, *piece)[0];

		if (german->read[c] != english->read[c])
			letters |= UINT32_C(1) << (c - 'A');
	}
	if (letters == 0 ||
	    (record->is_movetext && last != NULL &&
		(last->notes == NULL || last->notes->variations == NULL) &&
		!has_letter(slice_sub(record->text, line->first->span.start,
				last->span.start + last->span.len -
				    line->first->span.start),
		    letters)))
		return false;
	return has_foreign(decoder, english, letters, line) &&
	    !has_foreign(decoder, german, 0, line);
}
