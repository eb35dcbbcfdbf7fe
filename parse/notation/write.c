/* Ternion: moves as text: notations differ in the signs of struct notation. */
#include <stdio.h>

#include "parse/notation/own.h"

/* The cells from which moves start. */
static bool
note_start(void *context, const struct move *move)
{
	struct cellset *starts = context;

	if (move->type != MOVE_CASTLE)
		cellset_add(starts, move->from);
	return true;
}

/* The pieces of that kind, the mover among them, that can go there. */
static struct cellset
find_rivals(const struct rules *rules, const struct position *before,
    const struct move *move)
{
	struct place mine = rules->board.name[move->from];
	struct move_query query = { .kind = piece_kind(before->at[move->from]),
		.from = CELL_NONE,
		.from_file = mine.file,
		.from_rank = mine.rank,
		.to = move->to,
		.type = MOVE_QUIET };
	struct cellset rivals = { { 0 } };
	struct position called;
	struct move plain;

	if (pieces_of(before, before->to_move, query.kind) == 1)
		return rivals;
	if (move->calls & CALL_FORTIFY) {
		called = *before;
		rules_fortify(rules, &called);
		before = &called;
	}
	if (!rules_find_plain(rules, before, &query, &plain, &rivals)) {
		rivals = (struct cellset){ { 0 } };
		rules_moves(rules, before, &query, note_start, &rivals);
	}
	return rivals;
}

enum disambiguation
notation_start_needed(const struct rules *rules, const struct position *before,
    const struct move *move, const struct naming *naming,
    const struct cellset *rivals)
{
	uint8_t piece = before->at[move->from];
	struct place mine = rules->board.name[move->from];
	bool any = false, same_file = false, same_rank = false;
	struct cellset others =
	    rivals != NULL ? *rivals : find_rivals(rules, before, move);

	cellset_remove(&others, move->from);
	for (cell from; (from = cellset_next(&others)) != CELL_NONE;) {
		struct place other = rules->board.name[from];

		if (((before->at[from] ^ piece) & PIECE_PROMOTED) != 0)
			continue;
		any = true;
		same_file |= mine.file == other.file;
		same_rank |= mine.rank == other.rank;
	}
	if (!any)
		return START_NOTHING;
	if (!(naming == NAMING_SWAPPED ? same_rank : same_file))
		return START_FILE;
	return (naming == NAMING_SWAPPED ? same_file : same_rank) ? START_CELL
								  : START_RANK;
}

struct origin
notation_origin(const struct language *in, const struct position *before,
    const struct move *move, const struct cellset *rivals)
{
	const struct notation *notation = in->notation;
	struct origin origin = { before->to_move, PIECE_NONE, START_CELL };

	if (move->from != CELL_NONE)
		origin.piece = before->at[move->from];
	if (!notation->is_short || move->type > MOVE_ENPASSANT || move->pair)
		return origin;
	origin.start = START_NOTHING;
	if (rivals == NULL || !cellset_empty(rivals))
		origin.start = (uint8_t)notation_start_needed(
		    in->rules, before, move, notation->naming, rivals);
	return origin;
}

static char *
put_cell(const struct move_writer *w, cell c, char *p)
{
	return coords_put(&w->in->rules->board, w->in->notation->naming,
	    w->origin.mover, c, p);
}

/* Machines write small letters. */
static char *
put_letter_of(const struct move_writer *w, unsigned kind, char *p)
{
	const struct names names = { .notation = w->in->notation };
	const struct variant *variant = w->in->rules->variant;
	char letter = variant->letters[kind];

	if (w->in->notation->has_letters && w->in->notation->own == NULL)
		return strbuf_put_word(
		    p, alphabet_text(w->in->alphabet, letter));
	if (w->in->notation->has_letters) {
		/* A pawn that is put down needs a letter. */
		const char *own =
		    own_letter(w->in->notation, w->in->alphabet, letter);
		return strbuf_put_word(p, *own != '\0' ? own : "P");
	}
	*p++ = w->in->notation->is_machine
	    ? (char)(letter | 0x20)
	    : *names_letter(&names, variant, kind);
	return p;
}

/* Writes the file or the rank of a cell. */
static __attribute__((noinline)) char *
put_part(
    const struct move_writer *w, cell from, enum disambiguation needed, char *p)
{
	const struct naming *naming = w->in->notation->naming;
	char part[CELL_NAME_MAX];

	/* The first of the two is the letter of a name. */
	if (needed == (naming->kind == BY_RANK ? START_RANK : START_FILE))
		coords_column(&w->in->rules->board, naming, from, part);
	else
		coords_row(&w->in->rules->board, naming, from, part);
	return *part != '\0' ? strbuf_put_word(p, part) : put_cell(w, from, p);
}

char *
notation_put_start(
    const struct move_writer *w, cell from, enum disambiguation needed, char *p)
{
	return needed == START_NOTHING ? p
	    : needed == START_CELL     ? put_cell(w, from, p)
				       : put_part(w, from, needed, p);
}

/* As much of a starting cell as readers know: of cells with names of a
 * configuration a small letter, or a number, or the whole cell. A number must
 * not make a cell with the text of the piece before it. */
static __attribute__((noinline)) enum disambiguation
start_readable(const struct move_writer *w, cell from, struct slice piece)
{
	enum disambiguation needed = (enum disambiguation)w->origin.start;
	const struct board *board = &w->in->rules->board;
	const struct naming *naming = w->in->notation->naming;
	char file[CELL_NAME_MAX], rank[CELL_NAME_MAX], both[2 * CELL_NAME_MAX];

	if (needed == START_NOTHING)
		return needed;
	coords_column(board, naming, from, file);
	coords_row(board, naming, from, rank);
	snprintf(both, sizeof(both), "%.*s%s", SLICE(piece), rank);
	if (naming->own == NULL)
		return needed == START_RANK && both[0] >= 'a' &&
			coords_code(naming, slice_of(both)) != 0
		    ? START_CELL
		    : needed;
	return (needed == START_FILE && (unsigned char)(file[0] - 'a') < 26 &&
		   file[0] != 'x' && file[1] == '\0') ||
		(needed == START_RANK && rank[0] != '\0' &&
		    coords_code(naming, slice_of(both)) == 0 &&
		    rank[strspn(rank, "0123456789")] == '\0')
	    ? needed
	    : START_CELL;
}

/* Writes the letter of the piece that moves, which a plain pawn has not, and
 * as much of the starting cell as the notation asks for. Promoted pieces have a
 * + before their letter. */
static char *
put_start(const struct move_writer *w, const struct move *move, char *p)
{
	uint8_t piece = w->origin.piece;
	enum disambiguation needed = (enum disambiguation)w->origin.start;
	const char *letter = p;

	if (w->in->notation->has_letters && move->type != MOVE_FIELD &&
	    move->type != MOVE_TRAITOR) {
		if (piece & PIECE_PROMOTED)
			*p++ = '+';
		letter = p;
		if ((piece & PIECE_PROMOTED) || piece_kind(piece) != PAWN)
			p = put_letter_of(w, piece_kind(piece), p);
	}
	if (w->in->notation->is_short && move->type == MOVE_ILLUMINATION)
		return p;
	if (w->in->notation->own != NULL)
		needed =
		    start_readable(w, move->from, slice_between(letter, p));
	return notation_put_start(w, move->from, needed, p);
}

/* Writes a move that needs no more than its kind. */
static char *
put_fixed(const struct move_writer *w, const struct move *move, char *p)
{
	bool by_seat = w->in->notation->naming == NAMING_SEAT;
	const char *text = "";

	if (move->type == MOVE_PASS)
		text = w->in->notation->is_machine ? "0000" : "--";
	else if (move->type == MOVE_CASTLE)
		text = by_seat ? "00"
			       : w->in->rules->setup->sides[move->side].text;
	else if (!by_seat) /* siege's are in parentheses with all the rest */
		text = move->type == MOVE_YIELD ? "(Y)" : "(S)";
	return strbuf_put_word(p, text);
}

static char *
put_move(const struct move_writer *w, const struct move *move, char *p)
{
	const struct notation *notation = w->in->notation;
	const struct rules *rules = w->in->rules;
	const struct castling_side *sides = rules->setup->sides;
	enum move_type type = (enum move_type)move->type;
	char sign =
	    move->victim != CELL_NONE ? notation->capture : notation->quiet;

	if (type == MOVE_PASS || type == MOVE_YIELD || type == MOVE_STALEMATE ||
	    (type == MOVE_CASTLE && !notation->castles_by_king))
		return put_fixed(w, move, p);
	if (type == MOVE_DROP) {
		if (notation->is_machine)
			*p++ = rules->variant->letters[move->promotion];
		else if (notation->has_letters)
			p = put_letter_of(w, move->promotion, p);
		*p++ = '*';
		return put_cell(w, move->to, p);
	}
	p = put_start(w, move, p);
	if (type == MOVE_ENPASSANT && notation->naming == NAMING_SEAT)
		sign = '+';
	else if (type >= MOVE_FIELD && action_signs[type] != '\0')
		sign = action_signs[type];
	if (sign != '\0')
		*p++ = sign;
	for (unsigned i = 0; i + 1 < move->leaps; i++) {
		p = put_cell(w, move->path[i], p);
		if (sign != '\0')
			*p++ = sign;
	}
	if (move->to != CELL_NONE && type != MOVE_FIELD)
		p = put_cell(w, move->to, p);
	if (type == MOVE_CASTLE && notation->is_machine &&
	    rules->seat[w->origin.mover].side[move->side].is_step)
		*p++ = (char)(sides[move->side].letter | 0x20);
	if (move->promotion != KIND_NONE && notation->promotion != NULL) {
		p = strbuf_put_word(p, notation->promotion);
		p = put_letter_of(w, move->promotion, p);
	}
	if (type == MOVE_ENPASSANT && notation->is_machine &&
	    rules->en_passant == EN_PASSANT_CHOICE)
		*p++ = '+';
	return p;
}

/* Appends declarations and calls in siege's order, as "FCSYT" without
 * parentheses. `declared`: check and mate are among them. */
static void
put_calls(const struct variant *variant, const struct move *move,
    const struct marks *marks, bool declared, struct strbuf *out)
{
	char declaration[DECLARATION_MAX];

	if (move->calls & CALL_FORTIFY)
		strbuf_char(out, 'F');
	if (declared) {
		marks_declare(variant, marks, declaration);
		strbuf_puts(out, declaration);
	}
	for (const char *call = move->calls != 0 ? "SYT" : ""; *call != '\0';
	     call++)
		if (move->calls >>
			(strchr(PARSED_CALLS, *call) - PARSED_CALLS) &
		    1)
			strbuf_char(out, *call);
}

/* Appends special information, in its order: promotion or castling side, calls
 * and declarations, annotation; ternion-notation(7), "SIEGE". */
static void
put_siege_tail(const struct move_writer *writer, const struct move *move,
    struct strbuf *out)
{
	const struct rules *rules = writer->in->rules;
	const struct marks *marks = writer->marks;

	if (move->promotion != KIND_NONE || move->calls != 0 ||
	    move->type == MOVE_CASTLE || move->type == MOVE_YIELD ||
	    move->type == MOVE_STALEMATE || (marks->check | marks->mate) != 0 ||
	    marks->nag != 0) {
		strbuf_char(out, '(');
		if (move->promotion != KIND_NONE)
			strbuf_char(out,
			    (char)(rules->variant->letters[move->promotion] |
				0x20));
		if (move->type == MOVE_CASTLE)
			strbuf_char(
			    out, rules->setup->sides[move->side].letter);
		put_calls(rules->variant, move, marks, true, out);
		if (move->type == MOVE_YIELD)
			strbuf_char(out, 'Y');
		if (move->type == MOVE_STALEMATE)
			strbuf_char(out, 'S');
		if (marks->nag != 0)
			strbuf_puts(out, nag_text(marks->nag));
		strbuf_char(out, ')');
	}
	if (marks->draw)
		strbuf_char(out, '=');
}

/* Appends the sign of check or mate, then calls in parentheses, with check and
 * mate among them if there is no sign, and then = for a draw. */
static void
put_tail(const struct move_writer *writer, const struct move *move,
    struct strbuf *out)
{
	const struct variant *variant = writer->in->rules->variant;
	const struct marks *marks = writer->marks;
	const struct own_notation *own = writer->in->notation->own;
	const char *sign =
	    writer->in->notation->has_marks ? marks_sign(marks) : "";
	bool declared = *sign == '\0' && dialect_of(variant)->declares &&
	    (marks->check | marks->mate) != 0;

	strbuf_puts(out, own != NULL ? own_sign(own, move, sign) : sign);
	if (move->calls != 0 || declared) {
		strbuf_char(out, '(');
		put_calls(variant, move, marks, declared, out);
		strbuf_char(out, ')');
	}
	if (marks->draw)
		strbuf_puts(out, own != NULL ? own->draw : "=");
}

enum {
	/* Bytes of a move: a chain, with a sign after each cell. */
	MOVE_TEXT = (CHAIN_MAX + 4) * CELL_NAME_MAX
};

static void
append_move(const struct move_writer *writer, const struct move *move,
    struct strbuf *out)
{
	if (writer->in->notation->own == NULL ||
	    !own_write(writer, move, out)) {
		char *from = strbuf_room(out, MOVE_TEXT);

		strbuf_took(out, (size_t)(put_move(writer, move, from) - from));
	}
	if (writer->in->notation->naming == NAMING_SEAT)
		put_siege_tail(writer, move, out);
}

/* Apart, so that no other move makes room for positions. */
__attribute__((noinline)) static void
append_pair(const struct move_writer *writer, const struct position *before,
    const struct move *move, struct strbuf *out)
{
	struct move_writer halves[2] = { *writer, *writer };
	struct position half[2];
	struct move first,
	    second =
		rules_halves(writer->in->rules, before, move, &first, half);

	halves[0].marks = &no_marks;
	halves[0].origin = notation_origin(writer->in, &half[0], &first, NULL);
	halves[1].origin = notation_origin(writer->in, &half[1], &second, NULL);
	append_move(&halves[0], &first, out);
	strbuf_char(out, '&');
	append_move(&halves[1], &second, out);
}

void
notation_write_turn(const struct move_writer *writer,
    const struct position *before, const struct move *move, struct strbuf *out)
{
	const struct notation *notation = writer->in->notation;
	const struct marks *marks = writer->marks;
	bool by_seat = notation->naming == NAMING_SEAT;
	/* Cells of segments begin with a player's letter themselves. */
	bool is_named = marks->named && notation->naming->kind < BY_SECTOR;

	if (by_seat || is_named)
		strbuf_char(out,
		    ascii_upper(writer->in->rules->variant
				    ->colours[writer->origin.mover]));
	if (is_named && !by_seat)
		strbuf_char(out, ':');
	if (move->pair)
		append_pair(writer, before, move, out);
	else
		append_move(writer, move, out);
	/* Siege's are among what its moves say. */
	if (!by_seat &&
	    ((marks->check | marks->mate | move->calls) != 0 || marks->draw))
		put_tail(writer, move, out);
}

void
notation_write(const struct language *in, const struct position *before,
    const struct move *move, const struct marks *marks, struct strbuf *out)
{
	const struct move_writer writer = { in, marks,
		notation_origin(in, before, move, NULL) };

	notation_write_turn(&writer, before, move, out);
}
