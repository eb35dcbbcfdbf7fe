/* Ternion: parts of a position. */
#include "cmd/select/query.h"

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

bool
pieces_read(
    struct pieces_pattern *pattern, const struct rules *rules, const char *text)
{
	struct slice rest = slice_of(text);

	pattern->len = 0;
	do {
		if (pattern->len == PIECES_TERMS ||
		    !read_term(&pattern->term[pattern->len++], rules,
			slice_take(&rest, ',')))
			return false;
	} while (rest.len > 0);
	return true;
}

bool
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
