/* Ternion: cell names. */
#include "parse/notation/coords.h"

const struct naming namings[] = {
	[BY_FILE] = { .kind = BY_FILE, .at_edges = true },
	[BY_RANK] = { .kind = BY_RANK },
	[BY_SEAT] = { .kind = BY_SEAT },
	[BY_UPPER] = { .kind = BY_UPPER, .is_upper = true, .at_edges = true },
	[BY_SECTOR] = { .kind = BY_SECTOR,
	    .segments = "WBR",
	    .is_upper = true },
	[BY_SEGMENT] = { .kind = BY_SEGMENT,
	    .segments = "BGR",
	    .is_upper = true,
	    .at_edges = true },
};

const uint8_t sector_players[256] = { ['W'] = 1, ['B'] = 2, ['R'] = 3 };
const uint8_t segment_players[256] = {
	['B'] = 1, ['b'] = 1, ['G'] = 2, ['g'] = 2, ['R'] = 3, ['r'] = 3
};

/* The index of a letter, either case, or FILES_MAX. */
static unsigned
letter_of(char c)
{
	unsigned letter = (unsigned)((c | 0x20) - 'a');

	return letter < FILES_MAX ? letter : (unsigned)FILES_MAX;
}

/* A number of one to three digits, or 0. */
static unsigned
coords_number(struct slice text)
{
	unsigned number = 0;

	if (text.len == 0 || text.len > 3 || text.ptr[0] == '0')
		return 0;
	for (size_t i = 0; i < text.len; i++) {
		if (!ascii_is_digit(text.ptr[i]))
			return 0;
		number = number * 10 + (unsigned)(text.ptr[i] - '0');
	}
	return number;
}

/* The index of the text in a list of `count` names, or `count`. */
static unsigned
name_index(
    const char (*names)[CELL_NAME_MAX], unsigned count, struct slice text)
{
	unsigned i = 0;

	while (i < count && (text.len == 0 || !slice_is(text, names[i])))
		i++;
	return i;
}

bool
coords_is_own_cell(const struct cell_names *names, struct slice text)
{
	return name_index(names->file, FILES_MAX, text) == FILES_MAX &&
	    name_index(names->rank, RANKS_MAX, text) == RANKS_MAX;
}

unsigned
coords_code(const struct naming *naming, struct slice text)
{
	const unsigned codes = FILES_MAX * RANKS_MAX;

	if (naming->kind == BY_OWN_NAMES)
		return name_index(naming->own->text, codes, text) % codes;
	if (naming->kind == BY_SEGMENT)
		return text.len == SEGMENT_LEN ? coords_segment(text.ptr) : 0;
	if (naming->kind == BY_SECTOR) {
		if (text.len == SECTOR_LEN)
			return coords_sector(text.ptr);
		return text.len == ROSETTE_LEN ? coords_rosette(text.ptr) : 0;
	}
	if (text.len < 2)
		return 0;
	size_t letter = naming->kind == BY_SEAT ? text.len - 1 : 0;
	unsigned number =
	    coords_number(naming->kind == BY_SEAT ? slice_sub(text, 0, letter)
						  : slice_from(text, 1));
	return number > 0 ? coords_of(letter_of(text.ptr[letter]), number) : 0;
}

void
coords_read_part(const struct naming *naming, struct slice text, uint8_t *file,
    uint8_t *rank)
{
	unsigned letter =
	    text.len == 1 ? letter_of(text.ptr[0]) : (unsigned)FILES_MAX;
	unsigned number = coords_number(text);

	if (naming->kind == BY_OWN_NAMES) {
		letter = name_index(naming->own->file, FILES_MAX, text);
		number = name_index(naming->own->rank, RANKS_MAX, text);
		*file = (uint8_t)letter;
		*rank = (uint8_t)(letter < FILES_MAX ? 0 : number);
	} else if (naming->kind == BY_RANK) {
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

char *
coords_put(const struct board *board, const struct naming *naming,
    unsigned seat, cell c, char *p)
{
	const struct sector *sector = &board->sector[c];
	struct place place = board->name[c];
	const char *segments = naming->segments;

	switch (naming->kind) {
	case BY_RANK:
		*p++ = (char)('a' + place.rank - 1);
		return strbuf_put_small(p, place.file + 1u);
	case BY_SEAT:
		place = board->seat_name[seat][c];
		p = strbuf_put_small(p, place.rank);
		*p++ = (char)('a' + place.file);
		return p;
	case BY_OWN_NAMES:
		return strbuf_put_word(
		    p, naming->own->text[coords_of(place.file, place.rank)]);
	case BY_FILE:
	case BY_UPPER:
		*p++ = (char)((naming->is_upper ? 'A' : 'a') + place.file);
		return strbuf_put_small(p, place.rank);
	case BY_SEGMENT:
		*p++ = segments[sector->segment];
		*p++ = (char)('A' + sector->column - 1);
		*p++ = (char)('0' + sector->row);
		return p;
	case BY_SECTOR:
		break;
	}
	if (sector->rosette) {
		*p++ = 'C';
		*p++ = '/';
		*p++ = segments[sector->segment];
		*p++ = '.';
		*p++ = segments[sector->opponent];
		return p;
	}
	*p++ = segments[sector->segment];
	*p++ = (char)('0' + sector->ring);
	*p++ = '/';
	*p++ = segments[sector->opponent];
	*p++ = (char)('0' + sector->depth);
	*p++ = '.';
	*p++ = (char)('0' + sector->flank);
	return p;
}

void
coords_column(const struct board *board, const struct naming *naming, cell c,
    char text[CELL_NAME_MAX])
{
	const struct sector *sector = &board->sector[c];
	unsigned file = board->name[c].file;
	char *p = text;

	if (naming->kind == BY_SECTOR || naming->kind == BY_SEGMENT)
		*p++ = naming->segments[sector->segment];
	if (naming->kind == BY_SECTOR)
		*p++ = '.';
	if (naming->kind == BY_OWN_NAMES)
		p = strbuf_put_word(p, naming->own->file[file]);
	else if (naming->kind == BY_SECTOR || naming->kind == BY_RANK)
		p = strbuf_put_small(
		    p, naming->kind == BY_SECTOR ? sector->flank : file + 1);
	else if (naming->kind == BY_SEGMENT)
		*p++ = (char)('A' + sector->column - 1);
	else
		*p++ = (char)((naming->is_upper ? 'A' : 'a') + file);
	*p = '\0';
}

void
coords_row(const struct board *board, const struct naming *naming, cell c,
    char text[CELL_NAME_MAX])
{
	const struct sector *sector = &board->sector[c];
	unsigned rank = board->name[c].rank;
	char *p = text;

	if (naming->kind == BY_SECTOR)
		*p++ = naming->segments[sector->opponent];
	if (naming->kind == BY_OWN_NAMES)
		p = strbuf_put_word(p, naming->own->rank[rank]);
	else if (naming->kind == BY_RANK)
		*p++ = (char)('a' + rank - 1);
	else
		p = strbuf_put_small(p,
		    naming->kind == BY_SECTOR        ? sector->depth
			: naming->kind == BY_SEGMENT ? sector->row
						     : rank);
	*p = '\0';
}

const char *
coords_name(const struct board *board, const struct naming *naming,
    unsigned seat, cell c, char name[CELL_NAME_MAX])
{
	*coords_put(board, naming, seat, c, name) = '\0';
	return name;
}

void
coords_write(const struct board *board, const struct naming *naming,
    unsigned seat, cell c, struct strbuf *out)
{
	char *name = strbuf_room(out, CELL_NAME_MAX);

	strbuf_took(
	    out, (size_t)(coords_put(board, naming, seat, c, name) - name));
}
