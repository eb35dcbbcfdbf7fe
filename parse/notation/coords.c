/* Ternion: cell names. */
#include "parse/notation/coords.h"

const uint8_t sector_players[256] = { ['W'] = 1, ['B'] = 2, ['R'] = 3 };

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

/* The cell of a segment, on the half where its name has this opponent, with
 * this many columns, less than half, between it and the border, in the row; or
 * CELL_NONE. */
static cell
sector_cell(const struct board *board, unsigned segment, unsigned opponent,
    unsigned flank, unsigned row)
{
	cell left = board_at_seat(board, segment, flank, row);
	cell right =
	    board_at_seat(board, segment, SEGMENT_COLUMNS - 1 - flank, row);
	bool on_left = board->sector[left].opponent == opponent;
	/* The one or the other, without a branch to be mispredicted. */
	cell c = (cell)(right ^ ((left ^ right) & -(unsigned)on_left));

	return board->sector[c].opponent == opponent ? c : (cell)CELL_NONE;
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
		segment = sector_player(p[2]);
		opponent = sector_player(p[4]);
		depth = 0;
		flank = SEGMENT_COLUMNS / 2 - 1;
	} else if (text.len == 7 && p[2] == '/' && p[5] == '.') {
		segment = sector_player(p[0]);
		opponent = sector_player(p[3]);
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
	number = number_of(slice_from(text, 1));
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

/* Writes "C/W.B" or "W3/B2.1" and returns the end. */
static char *
put_sector(const struct sector *sector, char *p)
{
	char segment = SECTOR_LETTERS[sector->segment];
	char opponent = SECTOR_LETTERS[sector->opponent];

	if (sector->rosette) {
		memcpy(p, "C/?.?", 5);
		p[2] = segment;
		p[4] = opponent;
		return p + 5;
	}
	memcpy(p, "?\?/?\?.?", 7);
	p[0] = segment;
	p[1] = (char)('0' + sector->ring);
	p[3] = opponent;
	p[4] = (char)('0' + sector->depth);
	p[6] = (char)('0' + sector->flank);
	return p + 7;
}

char *
coords_put(const struct board *board, enum naming naming, unsigned seat, cell c,
    char *p)
{
	struct place place = board->name[c];

	switch (naming) {
	case NAMING_ALGEBRAIC:
		return coords_put_algebraic(board, c, p);
	case NAMING_SWAPPED:
		*p++ = (char)('a' + place.rank - 1);
		return strbuf_put_small(p, place.file + 1u);
	case NAMING_SEAT:
		return coords_put_seat(board, seat, c, p);
	case NAMING_UPPER:
		*p++ = (char)('A' + place.file);
		return strbuf_put_small(p, place.rank);
	case NAMING_SECTOR:
		break;
	}
	return put_sector(&board->sector[c], p);
}

const char *
coords_name(const struct board *board, enum naming naming, unsigned seat,
    cell c, char name[CELL_NAME_MAX])
{
	*coords_put(board, naming, seat, c, name) = '\0';
	return name;
}

void
coords_write(const struct board *board, enum naming naming, unsigned seat,
    cell c, struct strbuf *out)
{
	char *name = strbuf_room(out, CELL_NAME_MAX);

	strbuf_took(
	    out, (size_t)(coords_put(board, naming, seat, c, name) - name));
}
