/* Ternion: a notation that a configuration defines. */
#include "parse/notation/own.h"
#include "parse/notation/scan.h"

#define TAILS_MAX 4 /* ends of a token that are tried as signs after a move */

const struct own_part_row own_parts[OWN_PARTS] = {
#define PART(id, ...) { __VA_ARGS__ },
#include "parse/notation/own.def"
};

void
own_release(const struct own_notation *list)
{
	for (; list != NULL; list = list->next)
		for (unsigned type = 0; type < MOVE_TYPES; type++)
			for (const struct own_pattern *p =
				 list->form[type].patterns;
			     p != NULL; p = p->next)
				mem_free(p->pattern);
}

static unsigned
form_of(unsigned type)
{
	return type <= MOVE_ENPASSANT ? MOVE_UNSTATED : type;
}

/*
 * Reading
 */

/* The English letter that a text stands for, 0: none. */
static char
read_letter(const struct move_scan *scan, struct slice text)
{
	const struct letter_set *set = scan->notation->letters;

	if (set != NULL) {
		for (size_t i = 0; set->from[i] != '\0'; i++)
			if (slice_is(text, set->to[i]))
				return set->from[i];
		return 0;
	}
	char upper = text.len == 1 ? ascii_upper(text.ptr[0]) : '\0';
	return upper != '\0'
	    ? alphabet_read(scan->alphabet, (struct slice){ &upper, 1 })
	    : alphabet_read(scan->alphabet, text);
}

/* A text without the signs around it: =Q and (Q) are Q. */
static struct slice
without_signs(struct slice text)
{
	static const char signs[] = "=()[]/:-+.";

	while (text.len > 1 && strchr(signs, *text.ptr) != NULL)
		text = slice_from(text, 1);
	while (text.len > 1 && strchr(signs, text.ptr[text.len - 1]) != NULL)
		text.len--;
	return text;
}

static struct part
part_of(const struct move_scan *scan, struct slice text)
{
	return (struct part){ (uint8_t)(text.ptr - scan->start),
		(uint8_t)text.len, 0 };
}

static struct part
cell_of(const struct move_scan *scan, struct slice text)
{
	const struct naming *naming = scan->notation->naming;
	struct part part = part_of(scan, text);

	if (coords_is_cell(naming, text))
		part.code = (uint16_t)coords_code(naming, text);
	return part;
}

/* Takes the text of a part, which is not empty; false if it means nothing. */
static bool
take_part(const struct move_scan *scan, enum own_part part, struct slice text)
{
	const struct own_notation *own = scan->notation->own;
	struct parsed_move *parsed = scan->parsed;

	switch (part) {
	case OWN_PLAYER:
		if (parsed->player != 0) /* it was before the pattern */
			return false;
		parsed->player = ascii_upper(text.ptr[0]);
		return text.len == 1 && scan_is_player(text.ptr[0]);
	case OWN_PROMOTED:
		parsed->promoted = true;
		break;
	case OWN_PIECE:
		parsed->piece = read_letter(scan, text);
		return parsed->piece != 0;
	case OWN_FROM:
		parsed->from = cell_of(scan, text);
		break;
	case OWN_QUIET:
		parsed->type = MOVE_QUIET;
		/* A sign says that nothing is taken. */
		parsed->separated = true;
		break;
	case OWN_TAKE:
		parsed->type = MOVE_CAPTURE;
		parsed->captures = true;
		break;
	case OWN_EN_PASSANT:
		parsed->type = MOVE_ENPASSANT;
		parsed->captures = true;
		break;
	case OWN_TO:
		parsed->to = cell_of(scan, text);
		break;
	case OWN_PROMOTION:
		text = without_signs(text);
		parsed->promotion = read_letter(scan, text);
		/* Without letters of pieces, any names one that is missing. */
		if (parsed->promotion == 0 && !scan->notation->has_letters &&
		    text.len == 1 && ascii_is_letter(*text.ptr))
			parsed->promotion = ascii_upper(*text.ptr);
		parsed->promotion_at = part_of(scan, text);
		return parsed->promotion != 0;
	case OWN_CHECK:
	case OWN_MATE:
		parsed->mate = part == OWN_MATE || slice_is(text, own->mate) ||
		    slice_is(text, "++") || slice_is(text, "#");
		parsed->check = !parsed->mate;
		parsed->mark = part_of(scan, text);
		break;
	case OWN_TEXT:
	case OWN_PARTS:
		break;
	}
	return true;
}

/* Takes the parts of a move of that form that a pattern has found. */
static bool
take_parts(const struct move_scan *scan, unsigned form,
    const struct own_pattern *pattern, const struct slice group[PATTERN_GROUPS])
{
	struct parsed_move *parsed = scan->parsed;
	bool has[OWN_PARTS] = { false };

	parsed->type = (uint8_t)form;
	parsed->captures = form == MOVE_ENPASSANT;
	for (unsigned i = 1; i < PATTERN_GROUPS; i++) {
		has[pattern->part[i]] = true;
		if (group[i].len > 0 &&
		    !take_part(scan, (enum own_part)pattern->part[i], group[i]))
			return false;
	}
	/* A sign of capture is one between the cells. */
	parsed->separated |= parsed->captures && parsed->from.code != 0;
	if (form != MOVE_UNSTATED) {
		parsed->type = (uint8_t)form;
		return true;
	}
	if (parsed->type == MOVE_UNSTATED && has[OWN_TAKE])
		parsed->type = MOVE_QUIET;
	/* As in algebraic notation a move without a letter is a pawn's. */
	if (has[OWN_PIECE] && parsed->piece == 0)
		parsed->piece = 'P';
	return true;
}

static struct slice
rest_of(const struct move_scan *scan)
{
	return slice_between(scan->p, scan->end);
}

/* Reads all that is left by one of the patterns. */
static bool
read_patterns(const struct move_scan *scan)
{
	const struct own_notation *own = scan->notation->own;
	struct parsed_move *parsed = scan->parsed;
	struct slice group[PATTERN_GROUPS], rest = rest_of(scan);
	struct parsed_move before;

	for (unsigned castle = 0; castle < PARSED_CASTLE_LETTER; castle++)
		if (own->castling[castle] != NULL &&
		    slice_is(rest, own->castling[castle])) {
			parsed->type = MOVE_CASTLE;
			parsed->castle = (uint8_t)castle;
			return true;
		}
	memcpy(&before, parsed, offsetof(struct parsed_move, path));
	for (unsigned form = 0; form < MOVE_TYPES; form++)
		for (const struct own_pattern *p = own->form[form].patterns;
		     p != NULL; p = p->next) {
			enum pattern_found found =
			    pattern_match(p->pattern, rest, group);

			/* Further patterns would take as long again. */
			if (found == PATTERN_GAVE_UP)
				return false;
			if (found == PATTERN_FOUND &&
			    take_parts(scan, form, p, group))
				return true;
			memcpy(parsed, &before,
			    offsetof(struct parsed_move, path));
		}
	return false;
}

static bool
cut_end(struct move_scan *scan, const char *text)
{
	size_t len = strlen(text);

	if (len == 0 || (size_t)(scan->end - scan->p) <= len ||
	    memcmp(scan->end - len, text, len) != 0)
		return false;
	scan->end -= len;
	return true;
}

/* Cuts a sign of check or mate off the end, unless the base reads it itself. */
static bool
cut_sign(struct move_scan *scan, const char *sign, const char *usual)
{
	return (!(scan->notation->tail & SCAN_MARK) ||
		   strcmp(sign, usual) != 0) &&
	    cut_end(scan, sign);
}

/* Cuts the definition's own sign of check or mate off the end. */
static void
cut_mark(struct move_scan *scan)
{
	const struct own_notation *own = scan->notation->own;
	struct parsed_move *parsed = scan->parsed;
	const char *end = scan->end;

	if (parsed->check || parsed->mate)
		return;
	parsed->mate = cut_sign(scan, own->mate, "++");
	parsed->check = !parsed->mate && cut_sign(scan, own->check, "+");
	if (end > scan->end)
		parsed->mark = part_of(scan, slice_between(scan->end, end));
}

/* Reads the token by one of the patterns, with signs after it: marks, calls and
 * annotations, as in the base or in its own spelling. The last letters of a
 * cell can look like such signs. */
static bool
read_with_tail(const struct move_scan *scan)
{
	struct parsed_move *parsed = scan->parsed, before;
	unsigned tries = 0;

	memcpy(&before, parsed, offsetof(struct parsed_move, path));
	for (const char *p = scan->p + 1; p <= scan->end && tries < TAILS_MAX;
	     p++) {
		struct move_scan inner = *scan, ahead = *scan;

		inner.end = ahead.p = p;
		if (scan_tail(&ahead, scan->notation->tail)) {
			tries++;
			cut_mark(&inner);
			if (read_patterns(&inner))
				return true;
		}
		memcpy(parsed, &before, offsetof(struct parsed_move, path));
	}
	return false;
}

/* A token with cells that the base can read, and English letters. */
struct translation {
	char text[(TOKEN_MAX + 1) * SECTOR_LEN];
	/* Where each byte is in the token, and where its end is. */
	uint8_t at[(TOKEN_MAX + 1) * SECTOR_LEN + 1];
	size_t len;
};

/* The length of the longest name of a cell that begins the text; 0: none. */
static size_t
cell_len(const struct naming *naming, struct slice text)
{
	size_t len = naming->own != NULL ? naming->own->longest : SECTOR_LEN;

	/* A capital letter is a piece's. */
	if ((naming->kind == BY_FILE || naming->kind == BY_RANK) &&
	    (unsigned char)(*text.ptr - 'A') < 26)
		return 0;
	if (len > text.len)
		len = text.len;
	while (len > 0 && coords_code(naming, slice_sub(text, 0, len)) == 0)
		len--;
	return len;
}

/* The piece whose text begins the text, and the text's length; 0: none. */
static size_t
piece_len(const struct letter_set *set, struct slice text, const char **english)
{
	size_t longest = 0;

	for (size_t i = 0; set != NULL && set->from[i] != '\0'; i++) {
		size_t len = strlen(set->to[i]);

		if (len > longest && slice_begins(text, set->to[i])) {
			longest = len;
			*english = &set->from[i];
		}
	}
	return longest;
}

/* Takes a cell, a piece where one can stand, or a sign off the text, and
 * returns its length. Readers look at the form of names alone, so any cell of
 * the base stands for all of the definition's. */
static size_t
translate_next(const struct notation *notation, struct slice rest,
    bool takes_piece, struct slice *put)
{
	static const char *const cells[] = { [BY_FILE] = "a1",
		[BY_RANK] = "a1",
		[BY_SEAT] = "1a",
		[BY_UPPER] = "A1",
		[BY_OWN_NAMES] = "",
		[BY_SECTOR] = "W3/B2.1",
		[BY_SEGMENT] = "BA1" };
	static const char small[] = "abcdefghijklmnopqrstuvwxyz";
	size_t len = cell_len(notation->naming, rest);
	const char *english = NULL;
	const struct letter_set *set = notation->own->base->letters;
	const char *text;

	*put = slice_sub(rest, 0, len);
	if (len > 0 && notation->naming->own != NULL)
		*put = slice_of(cells[notation->own->base->naming->kind]);
	if (len > 0)
		return len;
	if (takes_piece)
		len = piece_len(notation->letters, rest, &english);
	if (len > 0 && notation->own->base->is_machine)
		english = &small[*english - 'A'];
	*put = (struct slice){ len > 0 ? english : rest.ptr, 1 };
	if (len > 0 && set != NULL &&
	    *(text = letter_set_text(set, *english)) != '\0')
		*put = slice_of(text);
	return len > 0 ? len : 1;
}

/* False if the translation is too long. */
static bool
translate(const struct notation *notation, struct slice token,
    struct translation *made)
{
	bool enclosed = false; /* in parentheses are calls */
	/* Letters and numbers of cells can look like pieces elsewhere. */
	bool takes_piece = true;

	made->len = 0;
	for (size_t i = 0; i < token.len;) {
		struct slice rest = slice_from(token, i);
		struct slice put = slice_sub(rest, 0, 1);
		size_t len = enclosed
		    ? 1
		    : translate_next(notation, rest, takes_piece, &put);

		takes_piece =
		    put.len > 1 || strchr("=@*&:+", *rest.ptr) != NULL;
		enclosed = (enclosed || *rest.ptr == '(') && *rest.ptr != ')';
		for (size_t k = 0; k < put.len; k++) {
			made->at[made->len] = (uint8_t)i;
			made->text[made->len++] = put.ptr[k];
		}
		i += len;
	}
	made->at[made->len] = (uint8_t)token.len;
	return made->len <= TOKEN_MAX;
}

/* Makes a part of the translation the part of the token. */
static void
bring_back(const struct move_scan *scan, const struct translation *from,
    struct part *part)
{
	unsigned at = from->at[part->at];

	if (part->len == 0)
		return;
	struct slice text = { scan->start + at,
		from->at[part->at + part->len] - at };
	*part = part->code != 0 || text.len > 1 ? cell_of(scan, text)
						: part_of(scan, text);
}

/* Reads the token as the base does, if the definition leaves it to that. */
static bool
read_as_base(struct move_scan *scan)
{
	const struct own_notation *own = scan->notation->own;
	struct parsed_move *parsed = scan->parsed;
	struct part mark = parsed->mark; /* of signs that were cut off */
	struct translation made;
	struct move_scan base = *scan;

	if (!translate(scan->notation, rest_of(scan), &made))
		return false;
	base.notation = own->base;
	base.start = base.p = made.text;
	base.end = made.text + made.len;
	if (own->notation.letters != NULL)
		base.alphabet = &own->english;
	if (!own->base->read(&base) ||
	    own->form[form_of(parsed->type)].patterns != NULL ||
	    (parsed->type == MOVE_CASTLE &&
		parsed->castle < PARSED_CASTLE_LETTER &&
		own->castling[parsed->castle]))
		return false;
	bring_back(scan, &made, &parsed->from);
	bring_back(scan, &made, &parsed->to);
	for (unsigned i = 0; i < parsed->path_len; i++)
		bring_back(scan, &made, &parsed->path[i]);
	if (mark.len > 0)
		parsed->mark = mark;
	else
		parsed->mark.at = made.at[parsed->mark.at];
	parsed->promotion_at.at = made.at[parsed->promotion_at.at];
	if (own->base->has_letters && parsed->piece == 0 &&
	    (parsed->type == MOVE_QUIET || parsed->type == MOVE_CAPTURE))
		parsed->piece = 'P';
	return true;
}

bool
own_read(struct move_scan *scan)
{
	struct move_scan inner = *scan;

	if (read_patterns(scan))
		return true;
	if (scan->notation->own->base->naming != NAMING_SEAT)
		scan_player(&inner);
	else if (scan_is_player(*inner.p))
		scan->parsed->player = ascii_upper(*inner.p++);
	scan->parsed->draw = cut_end(&inner, scan->notation->own->draw);
	/* Its signs may be those of all notations, for something else. */
	if ((inner.p > scan->p || inner.end < scan->end) &&
	    read_patterns(&inner))
		return true;
	if (read_with_tail(&inner))
		return true;
	memset(scan->parsed, 0, offsetof(struct parsed_move, path));
	inner = *scan;
	if (strcmp(scan->notation->own->draw, "=") != 0)
		scan->parsed->draw = cut_end(&inner, scan->notation->own->draw);
	cut_mark(&inner);
	if (inner.end < scan->end && read_as_base(&inner))
		return true;
	memset(scan->parsed, 0, offsetof(struct parsed_move, path));
	return read_as_base(scan);
}

bool
own_gives_up(const struct own_notation *own, struct slice token)
{
	struct slice group[PATTERN_GROUPS];

	for (unsigned form = 0; form < MOVE_TYPES; form++)
		for (const struct own_pattern *p = own->form[form].patterns;
		     p != NULL; p = p->next)
			if (pattern_match(p->pattern, token, group) ==
			    PATTERN_GAVE_UP)
				return true;
	return false;
}

/*
 * Writing
 */

const char *
own_letter(const struct notation *notation, const struct alphabet *alphabet,
    char english)
{
	if (notation->letters != NULL)
		return letter_set_text(notation->letters, english);
	return english == 'P' && notation->has_letters
	    ? ""
	    : alphabet_text(alphabet, english);
}

/* The kind whose template writes the move. */
static unsigned
written_form(const struct own_notation *own, const struct move *move)
{
	if (own->form[move->type].items != NULL)
		return move->type;
	return move->type == MOVE_CASTLE && own->notation.castles_by_king
	    ? (unsigned)MOVE_UNSTATED
	    : form_of(move->type);
}

static bool
has_part(
    const struct move_writer *w, const struct move *move, enum own_part part)
{
	const char *sign = marks_sign(w->marks);

	switch (part) {
	case OWN_PROMOTED:
		return (w->origin.piece & PIECE_PROMOTED) != 0;
	case OWN_FROM:
		return move->from != CELL_NONE;
	case OWN_QUIET:
		return move->victim == CELL_NONE;
	case OWN_TAKE:
		return move->victim != CELL_NONE;
	case OWN_EN_PASSANT:
		return move->type == MOVE_ENPASSANT;
	case OWN_TO:
		return move->to != CELL_NONE;
	case OWN_PROMOTION:
		return move->promotion != KIND_NONE;
	case OWN_CHECK:
		return strcmp(sign, "+") == 0;
	case OWN_MATE:
		return strcmp(sign, "++") == 0;
	case OWN_TEXT:
	case OWN_PLAYER:
	case OWN_PIECE:
	case OWN_PARTS:
		break;
	}
	return true;
}

static void
put_item(const struct move_writer *w, const struct move *move,
    const struct own_item *item, enum disambiguation needed, struct strbuf *out)
{
	const struct variant *variant = w->in->rules->variant;
	unsigned kind = move->promotion;
	char cell_text[CELL_NAME_MAX];

	if (!has_part(w, move, item->part))
		return;
	strbuf_puts(out, item->text);
	if (item->part == OWN_PIECE && move->type != MOVE_DROP)
		kind = piece_kind(w->origin.piece);
	if (item->part == OWN_PLAYER) {
		strbuf_char(
		    out, ascii_upper(variant->colours[w->origin.mover]));
	} else if (item->part == OWN_PIECE || item->part == OWN_PROMOTION) {
		const char *letter = own_letter(
		    w->in->notation, w->in->alphabet, variant->letters[kind]);

		/* A pawn that is put down or promoted needs a letter. */
		strbuf_puts(out,
		    *letter == '\0' &&
			    (move->type == MOVE_DROP ||
				has_part(w, move, OWN_PROMOTED))
			? "P"
			: letter);
	} else if (item->part == OWN_FROM || item->part == OWN_TO) {
		bool is_start = item->part == OWN_FROM;

		strbuf_slice(out,
		    slice_between(cell_text,
			notation_put_start(w, is_start ? move->from : move->to,
			    is_start && item->optional ? needed : START_CELL,
			    cell_text)));
	}
}

/* Whether a text with only a letter or a number of the start reads so: a
 * pattern may know whole cells alone. */
static bool
reads_part(const struct move_writer *w, struct slice text)
{
	struct parsed_turn parsed;

	return notation_read(w->in->notation, w->in->alphabet, text, &parsed) &&
	    parsed.move.from.len > 0 &&
	    !coords_is_cell(
		w->in->notation->naming, parsed_part(text, parsed.move.from));
}

/* Appends a move by a template, which may leave the starting cell open. */
static void
put_items(const struct move_writer *writer, const struct move *move,
    const struct own_item *items, enum disambiguation needed,
    struct strbuf *out)
{
	for (const struct own_item *i = items; i != NULL; i = i->next)
		put_item(writer, move, i, needed, out);
}

/* The text of a castling, NULL if the definition has none. */
static const char *
castling_of(const struct move_writer *writer, const struct move *move)
{
	const struct own_notation *own = writer->in->notation->own;
	const char *side = writer->in->rules->setup->sides[move->side].text;

	for (unsigned i = 0; i < PARSED_CASTLE_LETTER; i++)
		if (own->castling[i] != NULL &&
		    strcmp(castle_text((enum parsed_castle)i), side) == 0)
			return own->castling[i];
	return NULL;
}

bool
own_write(const struct move_writer *writer, const struct move *move,
    struct strbuf *out)
{
	const struct notation *notation = writer->in->notation;
	unsigned form = written_form(notation->own, move);
	const struct own_item *items = notation->own->form[form].items;
	const char *castling =
	    move->type == MOVE_CASTLE ? castling_of(writer, move) : NULL;
	size_t from = out->len;

	if (castling != NULL)
		strbuf_puts(out, castling);
	if (castling != NULL || items == NULL)
		return castling != NULL;
	enum disambiguation needed = (enum disambiguation)writer->origin.start;
	put_items(writer, move, items, needed, out);
	if ((needed == START_FILE || needed == START_RANK) &&
	    !reads_part(writer, slice_from(strbuf_as_slice(out), from))) {
		strbuf_cut(out, from);
		put_items(writer, move, items, START_CELL, out);
	}
	return true;
}

const char *
own_sign(
    const struct own_notation *own, const struct move *move, const char *sign)
{
	unsigned form = written_form(own, move);
	bool mate = strcmp(sign, "++") == 0;

	for (const struct own_item *item = own->form[form].items; item != NULL;
	     item = item->next)
		if (item->part == (mate ? OWN_MATE : OWN_CHECK))
			return "";
	return mate ? own->mate : *sign != '\0' ? own->check : "";
}
