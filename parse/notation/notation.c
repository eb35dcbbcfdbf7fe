/* Ternion: the registry of notations, and the parts that they share. */
#include "parse/notation/own.h"

const struct notation *const notations[] = {
	&notation_siege,
	&notation_algebraic,
	&notation_long,
	&notation_algebraic22,
	&notation_coordinate,
	&notation_triumvirate,
	&notation_threechess,
	NULL,
};

const struct notation *
notation_next(const struct own_notation *defined, const struct notation *last)
{
	unsigned i = 0;

	if (last != NULL && last->own != NULL) {
		defined = last->own->next;
	} else {
		while (last != NULL && notations[i++] != last)
			;
		if (notations[i] != NULL)
			return notations[i];
	}
	return defined != NULL ? &defined->notation : NULL;
}

const struct notation *
notation_find(const struct own_notation *defined, struct slice id)
{
	for (; defined != NULL; defined = defined->next)
		if (slice_is(id, defined->notation.id))
			return &defined->notation;
	if (slice_is(id, "dreierschach"))
		return &notation_algebraic;
	for (const struct notation *const *n = notations; *n != NULL; n++)
		if (slice_is(id, (*n)->id))
			return *n;
	return NULL;
}

const struct notation *
notation_of(const struct notation *notation, const struct variant *variant)
{
	const struct notation *const *n = dialect_of(variant)->notations;

	if (notation != NULL && notation->own != NULL)
		return notation->own->games >> variant->number & 1 ? notation
								   : NULL;
	for (n = n != NULL ? n : usual_notations; *n != NULL; n++)
		if (notation != NULL &&
		    (*n == notation || strcmp((*n)->id, notation->id) == 0))
			return *n;
	return NULL;
}

const struct notation *
notation_to_write(
    const struct notation *notation, const struct variant *variant)
{
	const struct notation *own = notation_of(notation, variant);

	return own != NULL ? own : dialect_of(variant)->notation;
}

bool
notation_read_any(const struct own_notation *defined,
    const struct variant *variant, struct slice token,
    struct parsed_turn *parsed)
{
	for (const struct letter_set *set = letter_sets; set->id; set++) {
		struct alphabet alphabet;

		if (!letter_set_serves(set, variant->letters))
			continue;
		alphabet_init(&alphabet, set, variant->letters);
		for (const struct notation *n = NULL;
		     (n = notation_next(defined, n)) != NULL;) {
			const struct notation *own = notation_of(n, variant);

			if (own != NULL &&
			    notation_read(own, &alphabet, token, parsed))
				return true;
		}
	}
	return false;
}

void
notation_put_ids(const struct own_notation *defined,
    const struct variant *variant, struct strbuf *out)
{
	for (; defined != NULL; defined = defined->next)
		if (variant == NULL ||
		    notation_of(&defined->notation, variant) != NULL)
			strbuf_printf(out, " %s", defined->notation.id);
	for (const struct notation *const *n = notations; *n != NULL; n++)
		if (variant == NULL || notation_of(*n, variant) != NULL)
			strbuf_printf(out, " %s", (*n)->id);
}

void
notation_put_choice(const struct variant *variant, struct strbuf *out)
{
	const struct notation *const *n = dialect_of(variant)->notations;

	if (notation_of(&notation_algebraic, variant) != NULL)
		return;
	strbuf_printf(out, "; %s has %s", variant->id, (*n++)->id);
	for (; *n != NULL; n++)
		strbuf_printf(
		    out, "%s%s", n[1] != NULL ? ", " : " and ", (*n)->id);
}

const struct naming *
notation_naming(const struct notation *notation, const struct variant *variant)
{
	const struct notation *own = notation_of(notation, variant);

	return (own != NULL ? own : notation)->naming;
}

/* Two moves are made for a cube; marks stand after the second. */
bool
notation_read_pair(const struct notation *notation,
    const struct alphabet *alphabet, struct slice token,
    struct parsed_turn *parsed)
{
	struct parsed_move *first = &parsed->move, *second = &parsed->second;
	struct slice rest = token, own = slice_take(&rest, '&');
	uint8_t at = (uint8_t)(own.len + 1);

	if (token.len > TOKEN_MAX ||
	    !notation_read_move(notation, alphabet, rest, second) ||
	    !notation_read_move(notation, alphabet, own, first))
		return false;
	first->pair = true;
	parsed->second_at = (struct part){ at, (uint8_t)rest.len, 0 };
	first->check = second->check;
	first->mate = second->mate;
	first->mark = second->mark;
	if (first->mark.len > 0)
		first->mark.at = (uint8_t)(first->mark.at + at);
	first->draw = second->draw;
	memcpy(first->nag, second->nag, sizeof(first->nag));
	return true;
}

const char action_signs[MOVE_TYPES] = {
	[MOVE_FIELD] = '@', [MOVE_TRAITOR] = '%', [MOVE_ILLUMINATION] = '^'
};

const char *
castle_text(enum parsed_castle castle)
{
	static const char *const texts[] = {
		[PARSED_CASTLE_NONE] = "",
		[PARSED_CASTLE_SHORT] = "0-0",
		[PARSED_CASTLE_LONG] = "0-0-0",
		[PARSED_CASTLE_QUEEN] = "0-Q",
		[PARSED_CASTLE_LETTER] = "00",
	};

	return texts[castle];
}

static const char *const nag_texts[] = { "", "!", "?", "!!", "??", "!?", "?!" };

unsigned
nag_read(struct slice suffix)
{
	for (unsigned nag = 1; nag <= 6; nag++)
		if (slice_is(suffix, nag_texts[nag]))
			return nag;
	return 0;
}

const char *
nag_text(unsigned nag)
{
	return nag_texts[nag];
}
