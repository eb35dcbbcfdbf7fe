/* Ternion: cell names. */
#include <stdio.h>

#include "parse/notation/coords.h"

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

/* The player of a letter of SECTOR_LETTERS, or PLAYER_NONE. */
static unsigned
segment_of(char letter)
{
	const char *at = strchr(SECTOR_LETTERS, letter);

	return letter != '\0' && at != NULL ? (unsigned)(at - SECTOR_LETTERS)
					    : (unsigned)PLAYER_NONE;
}

/* The cell of a segment, on the half where its name has this opponent, with
 * this many columns between it and the border, in the row; or CELL_NONE. */
static cell
sector_cell(const struct board *board, unsigned segment, unsigned opponent,
    unsigned flank, unsigned row)
{
	unsigned columns[] = { flank, SEGMENT_COLUMNS - 1 - flank };

	for (int i = 0; i < 2; i++) {
		cell c = board_at_seat(board, segment, columns[i], row);

		if (c != CELL_NONE && board->sector[c].opponent == opponent)
			return c;
	}
	return CELL_NONE;
}

/* "C/W.B" of the rosette, or "W3/B2.1": segment, ring, opponent, depth and
 * flank. Apart, so that coords_read stays small enough to be inlined. */
static __attribute__((noinline)) cell
read_sector(const struct board *board, struct slice text)
{
	const char *p = text.ptr;
	unsigned segment, opponent, depth, flank;
	cell c;

	if (text.len == 5 && memcmp(p, "C/", 2) == 0 && p[3] == '.') {
		segment = segment_of(p[2]);
		opponent = segment_of(p[4]);
		depth = 0;
		flank = SEGMENT_COLUMNS / 2 - 1;
	} else if (text.len == 7 && p[2] == '/' && p[5] == '.') {
		segment = segment_of(p[0]);
		opponent = segment_of(p[3]);
		depth = (unsigned)(p[4] - '0');
		flank = (unsigned)(p[6] - '0');
	} else {
		return CELL_NONE;
	}
	if (segment == PLAYER_NONE || opponent == PLAYER_NONE ||
	    depth >= SEGMENT_ROWS || flank >= SEGMENT_COLUMNS / 2)
		return CELL_NONE;
	c = sector_cell(board, segment, opponent, flank, SEGMENT_ROWS - depth);
	if (c == CELL_NONE || board->sector[c].rosette != (text.len == 5))
		return CELL_NONE;
	return text.len == 5 || p[1] == '0' + board->sector[c].ring ? c
								    : CELL_NONE;
}

cell
coords_read(const struct board *board, enum naming naming, unsigned seat,
    struct slice text)
{
	unsigned letter, number;

	if (text.len < 2)
		return CELL_NONE;
	if (naming == NAMING_SECTOR)
		return read_sector(board, text);
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

static const char *
name_sector(const struct board *board, cell c, char name[CELL_NAME_MAX])
{
	const struct sector *sector = &board->sector[c];
	char segment = SECTOR_LETTERS[sector->segment];
	char opponent = SECTOR_LETTERS[sector->opponent];

	if (sector->rosette)
		snprintf(name, CELL_NAME_MAX, "C/%c.%c", segment, opponent);
	else
		snprintf(name, CELL_NAME_MAX, "%c%u/%c%u.%u", segment,
		    sector->ring, opponent, sector->depth, sector->flank);
	return name;
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
	case NAMING_UPPER:
		snprintf(
		    name, CELL_NAME_MAX, "%c%u", 'A' + place.file, place.rank);
		break;
	case NAMING_SECTOR:
		return name_sector(board, c, name);
	}
	return name;
}

void
coords_write(const struct board *board, enum naming naming, unsigned seat,
    cell c, struct strbuf *out)
{
	struct place place =
	    naming == NAMING_SEAT ? board->seat_name[seat][c] : board->name[c];
	char letter = (char)((naming == NAMING_UPPER ? 'A' : 'a') +
	    (naming == NAMING_SWAPPED ? place.rank - 1 : place.file));
	unsigned number =
	    naming == NAMING_SWAPPED ? place.file + 1u : place.rank;

	if (naming == NAMING_SECTOR) {
		char name[CELL_NAME_MAX];

		strbuf_puts(out, name_sector(board, c, name));
	} else if (naming == NAMING_SEAT) {
		strbuf_number(out, number);
		strbuf_char(out, letter);
	} else {
		strbuf_char(out, letter);
		strbuf_number(out, number);
	}
}
