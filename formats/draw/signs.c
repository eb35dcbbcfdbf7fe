/* Ternion: arrows and marks in the comments of a record. */
#include <ctype.h>

#include "formats/draw/signs.h"

/* How cells are named in a comment. */
struct names_of_cells {
	const struct board *board;
	enum naming naming;
	unsigned seat;
};

bool
signs_colour(struct slice name, enum svg_colour *colour)
{
	char text[8] = "";

	if (name.len == 0 || name.len >= sizeof(text))
		return false;
	for (size_t i = 0; i < name.len; i++)
		text[i] = (char)tolower((unsigned char)name.ptr[i]);
	for (unsigned c = 0; c < SVG_COLOURS; c++) {
		const char *known = svg_colour_name((enum svg_colour)c);

		if (strcmp(known, text) != 0 &&
		    (name.len > 1 || *known != *text))
			continue;
		*colour = (enum svg_colour)c;
		return true;
	}
	return false;
}

static cell
read_sign_name(const struct names_of_cells *names, struct slice text)
{
	cell c = coords_read(names->board, names->naming, names->seat, text);

	return c != CELL_NONE
	    ? c
	    : coords_read(names->board, NAMING_ALGEBRAIC, 0, text);
}

/* Two names, with a hyphen between them or at the one place where they can be
 * parted. */
static bool
read_sign_pair(
    const struct names_of_cells *names, struct slice text, cell *from, cell *to)
{
	unsigned ways = 0;

	for (size_t i = 1; i < text.len; i++) {
		bool hyphen = text.ptr[i] == '-';
		cell a = read_sign_name(names, (struct slice){ text.ptr, i });
		cell b = read_sign_name(names, slice_from(text, i + hyphen));

		if (a == CELL_NONE || b == CELL_NONE)
			continue;
		*from = a;
		*to = b;
		ways++;
	}
	return ways == 1;
}

static void
add_sign(const struct names_of_cells *names, struct slice text, bool is_arrow,
    struct signs *signs)
{
	enum svg_colour colour;
	struct svg_arrow arrow;
	struct svg_mark mark;

	if (text.len < 2 ||
	    !signs_colour((struct slice){ text.ptr, 1 }, &colour))
		return;
	text = slice_from(text, 1);
	if (!is_arrow) {
		mark = (struct svg_mark){ read_sign_name(names, text), colour };
		if (mark.at != CELL_NONE && signs->marks < SIGNS_MAX)
			signs->mark[signs->marks++] = mark;
		return;
	}
	arrow.colour = colour;
	if (signs->arrows < SIGNS_MAX &&
	    read_sign_pair(names, text, &arrow.from, &arrow.to))
		signs->arrow[signs->arrows++] = arrow;
}

/* What stands up to the closing bracket, parted by commas and blanks. */
static void
read_list(const struct names_of_cells *names, struct slice text, bool is_arrow,
    struct signs *signs)
{
	size_t begin = 0;

	for (size_t i = 0; i <= text.len; i++) {
		bool ends = i == text.len || text.ptr[i] == ',' ||
		    isspace((unsigned char)text.ptr[i]);

		if (!ends)
			continue;
		add_sign(names, (struct slice){ text.ptr + begin, i - begin },
		    is_arrow, signs);
		begin = i + 1;
	}
}

void
signs_read(const struct board *board, enum naming naming, unsigned seat,
    struct slice text, struct signs *signs)
{
	static const char arrows[] = "[%cal ", marks[] = "[%csl ";
	const struct names_of_cells names = { board, naming, seat };
	const size_t len = sizeof(arrows) - 1;

	for (size_t i = 0; i + len < text.len; i++) {
		const char *p = text.ptr + i;
		bool is_arrow = memcmp(p, arrows, len) == 0;
		const char *end;

		if (!is_arrow && memcmp(p, marks, len) != 0)
			continue;
		p += len;
		end = memchr(p, ']', text.len - i - len);
		if (end == NULL)
			return;
		read_list(&names, (struct slice){ p, (size_t)(end - p) },
		    is_arrow, signs);
		i = (size_t)(end - text.ptr);
	}
}
