/* Ternion: the registry of notations, and the parts that they share. */
#include "parse/notation/scan.h"

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
notation_find(struct slice id)
{
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

	for (n = n != NULL ? n : usual_notations; *n != NULL; n++)
		if (*n == notation || strcmp((*n)->id, notation->id) == 0)
			return *n;
	return NULL;
}

const struct notation *
notation_to_write(
    const struct notation *notation, const struct variant *variant)
{
	return notation != NULL && notation_reads(notation, variant)
	    ? notation_of(notation, variant)
	    : dialect_of(variant)->notation;
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

bool
notation_reads(const struct notation *notation, const struct variant *variant)
{
	return notation_of(notation, variant) != NULL;
}

enum naming
notation_naming(const struct notation *notation, const struct variant *variant)
{
	const struct notation *own = notation_of(notation, variant);

	/* Coordinates are for machines. */
	return own != NULL && strcmp(own->id, notation_coordinate.id) == 0
	    ? dialect_of(variant)->machine_cells
	    : own != NULL ? own->naming
			  : notation->naming;
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
	parsed->second_at = (struct part){ at, (uint8_t)rest.len };
	first->check = second->check;
	first->mate = second->mate;
	first->mark = second->mark;
	if (first->mark.len > 0)
		first->mark.at = (uint8_t)(first->mark.at + at);
	if (first->typographic.len == 0 && second->typographic.len > 0) {
		first->typographic = second->typographic;
		first->typographic.at = (uint8_t)(first->typographic.at + at);
	}
	second->typographic = (struct part){ 0, 0 };
	first->draw = second->draw;
	memcpy(first->nag, second->nag, sizeof(first->nag));
	return true;
}

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

struct move
notation_halves(const struct rules *rules, const struct position *before,
    const struct move *move, struct move *first, struct position half[2])
{
	*first = *move;
	first->pair = false;
	half[0] = *before;
	rules_begin_pair(&half[0]);
	half[1] = half[0];
	rules_make_move(rules, &half[1], first);
	return move_second(move);
}

void
notation_put_calls(const struct variant *variant, const struct move *move,
    const struct marks *marks, bool declared, struct strbuf *out)
{
	char declaration[DECLARATION_MAX];

	if (move->calls & CALL_FORTIFY)
		strbuf_char(out, 'F');
	if (declared) {
		marks_declare(variant, marks, declaration);
		strbuf_puts(out, declaration);
	}
	for (const char *call = "SYT"; *call != '\0'; call++)
		if (move->calls >>
			(strchr(PARSED_CALLS, *call) - PARSED_CALLS) &
		    1)
			strbuf_char(out, *call);
}

/* Appends the sign of check or mate, then calls in parentheses, with check and
 * mate among them if there is no sign, and then = for a draw. */
static void
put_tail(const struct move_writer *writer, const struct move *move,
    struct strbuf *out)
{
	const struct variant *variant = writer->rules->variant;
	const struct marks *marks = writer->marks;
	const char *sign = writer->notation->has_marks ? marks_sign(marks) : "";
	bool declared = *sign == '\0' && dialect_of(variant)->declares &&
	    (marks->check | marks->mate) != 0;

	strbuf_puts(out, sign);
	if (move->calls != 0 || declared) {
		strbuf_char(out, '(');
		notation_put_calls(variant, move, marks, declared, out);
		strbuf_char(out, ')');
	}
	if (marks->draw)
		strbuf_char(out, '=');
}

/* Apart, so that no other move makes room for positions. */
__attribute__((noinline)) static void
put_pair(const struct move_writer *writer, const struct position *before,
    const struct move *move, struct strbuf *out)
{
	const struct marks none = { .attacked = 0 };
	struct move_writer unmarked = *writer;
	struct position half[2];
	struct move first,
	    second = notation_halves(writer->rules, before, move, &first, half);

	unmarked.marks = &none;
	writer->notation->put(&unmarked, &half[0], &first, out);
	strbuf_char(out, '&');
	writer->notation->put(writer, &half[1], &second, out);
}

void
notation_write(const struct notation *notation, const struct rules *rules,
    const struct alphabet *alphabet, const struct position *before,
    const struct move *move, const struct marks *marks, struct strbuf *out)
{
	const struct move_writer writer = { notation, rules, alphabet, marks };
	bool by_seat = notation->naming == NAMING_SEAT;
	/* Cells of segments begin with a player's letter themselves. */
	bool is_named = marks->named && notation->naming < NAMING_SECTOR;

	if (by_seat || is_named)
		strbuf_char(
		    out, ascii_upper(rules->variant->colours[before->to_move]));
	if (is_named && !by_seat)
		strbuf_char(out, ':');
	if (move->pair)
		put_pair(&writer, before, move, out);
	else
		notation->put(&writer, before, move, out);
	/* Siege's are among what its moves say. */
	if (!by_seat &&
	    ((marks->check | marks->mate | move->calls) != 0 || marks->draw))
		put_tail(&writer, move, out);
}
