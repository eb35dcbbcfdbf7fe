/* Ternion: cell names. */
#include <stdio.h>

#include "coords.h"

/* The index of a letter, either case, or FILES_MAX. */
static unsigned
letter_of(char c)
{
	unsigned letter = (unsigned)((c | 0x20) - 'a');

	return letter < FILES_MAX ? letter : (unsigned)FILES_MAX;
}

/* A number of one to three digits, or 0. */
static unsigned
number_of(struct slice text)
{
	unsigned number = 0;

	/* Nearly always. */
	if (text.len == 1 && text.ptr[0] >= '0' && text.ptr[0] <= '9')
		return (unsigned)(text.ptr[0] - '0');
	if (text.len == 0 || text.len > 3 || text.ptr[0] == '0')
		return 0;
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] < '0' || text.ptr[i] > '9')
			return 0;
		number = number * 10 + (unsigned)(text.ptr[i] - '0');
	}
	return number;
}

cell
coords_read(const struct board *board, enum naming naming, unsigned seat,
    struct slice text)
{
	unsigned letter, number;

	if (text.len < 2)
		return CELL_NONE;
	if (naming == NAMING_SEAT) {
		letter = letter_of(text.ptr[text.len - 1]);
		number = number_of(slice_sub(text, 0, text.len - 1));
		return board_at_seat(board, seat, letter, number);
	}
	letter = letter_of(text.ptr[0]);
	number = number_of(slice_sub(text, 1, text.len - 1));
	if (number == 0)
		return CELL_NONE;
	if (naming == NAMING_SWAPPED)
		return board_at(board, number - 1, letter + 1);
	return board_at(board, letter, number);
}

void
coords_read_part(
    enum naming naming, struct slice text, uint8_t *file, uint8_t *rank)
{
	unsigned letter =
	    text.len == 1 ? letter_of(text.ptr[0]) : (unsigned)FILES_MAX;
	unsigned number = number_of(text);

	if (naming == NAMING_SWAPPED) {
		*file = (uint8_t)(number > 0 && number <= FILES_MAX
			? number - 1
			: (unsigned)FILES_MAX);
		*rank = (uint8_t)(letter < FILES_MAX ? letter + 1 : 0);
	} else {
		*file = (uint8_t)letter;
		*rank = (uint8_t)(number < RANKS_MAX ? number
						     : (unsigned)RANKS_MAX);
	}
}

const char *
coords_name(const struct board *board, enum naming naming, unsigned seat,
    cell c, char name[CELL_NAME_MAX])
{
	struct place place =
	    naming == NAMING_SEAT ? board->seat_name[seat][c] : board->name[c];

	switch (naming) {
	case NAMING_ALGEBRAIC:
		snprintf(
		    name, CELL_NAME_MAX, "%c%u", 'a' + place.file, place.rank);
		break;
	case NAMING_SWAPPED:
		snprintf(name, CELL_NAME_MAX, "%c%u", 'a' + place.rank - 1,
		    place.file + 1u);
		break;
	case NAMING_SEAT:
		snprintf(
		    name, CELL_NAME_MAX, "%u%c", place.rank, 'a' + place.file);
		break;
	}
	return name;
}

void
coords_write(const struct board *board, enum naming naming, unsigned seat,
    cell c, struct strbuf *out)
{
	struct place place =
	    naming == NAMING_SEAT ? board->seat_name[seat][c] : board->name[c];
	char letter = (char)('a' +
	    (naming == NAMING_SWAPPED ? place.rank - 1 : place.file));
	unsigned number =
	    naming == NAMING_SWAPPED ? place.file + 1u : place.rank;

	if (naming == NAMING_SEAT) {
		strbuf_number(out, number);
		strbuf_char(out, letter);
	} else {
		strbuf_char(out, letter);
		strbuf_number(out, number);
	}
}
