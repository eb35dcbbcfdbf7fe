/* Ternion: arrows and marks in the comments of a record. */
#include "formats/draw/svg.h"
#include "parse/record/record.h"

bool
signs_colour(struct slice name, enum svg_colour *colour)
{
	for (unsigned c = 0; c < SVG_COLOURS; c++) {
		const char *known = svg_paints[c].name;

		if (!slice_is_nocase(name, known) &&
		    (name.len != 1 || ascii_lower(name.ptr[0]) != *known))
			continue;
		*colour = (enum svg_colour)c;
		return true;
	}
	return false;
}

static cell
read_sign_cell(const struct board *board, const struct naming *naming,
    unsigned seat, struct slice text)
{
	cell c = coords_read(board, naming, seat, text);

	return c != CELL_NONE ? c
			      : coords_read(board, NAMING_ALGEBRAIC, 0, text);
}

bool
signs_add(const struct board *board, const struct naming *naming, unsigned seat,
    struct slice text, bool is_arrow, enum svg_colour colour,
    struct signs *signs)
{
	cell at = read_sign_cell(board, naming, seat, text);
	struct svg_arrow arrow = { .colour = colour };
	unsigned ways = 0;

	if (!is_arrow) {
		if (at != CELL_NONE && signs->marks < SIGNS_MAX)
			signs->mark[signs->marks++] =
			    (struct svg_mark){ at, colour };
		return at != CELL_NONE;
	}
	for (size_t i = 1; i < text.len; i++) {
		bool hyphen = text.ptr[i] == '-';
		cell from =
		    read_sign_cell(board, naming, seat, slice_sub(text, 0, i));
		cell to = read_sign_cell(
		    board, naming, seat, slice_from(text, i + hyphen));

		if (from == CELL_NONE || to == CELL_NONE)
			continue;
		arrow = (struct svg_arrow){ from, to, colour };
		ways++;
	}
	if (ways == 1 && signs->arrows < SIGNS_MAX)
		signs->arrow[signs->arrows++] = arrow;
	return ways == 1;
}

void
signs_read(const struct board *board, const struct naming *naming,
    unsigned seat, struct slice text, struct signs *signs)
{
	struct command_text command;
	enum svg_colour colour;
	struct slice word;

	while (command_take(&text, &command)) {
		bool is_arrow = slice_is(command.name, "cal");

		if (!is_arrow && !slice_is(command.name, "csl"))
			continue;
		while ((word = slice_word(&command.value)).len > 0)
			if (signs_colour(slice_sub(word, 0, 1), &colour))
				signs_add(board, naming, seat,
				    slice_from(word, 1), is_arrow, colour,
				    signs);
	}
}
