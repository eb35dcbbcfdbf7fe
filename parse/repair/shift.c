/* Ternion: a column of a score sheet that was written a row up or down.
 *
 * The moves of the player follow one another in the text as they were played,
 * and so do the moves of the other two. In a full row his move stands in his
 * column; in the first rows it is missing, or there are two; which of the last
 * tokens are his follows from how many moves he has. */
#include "parse/repair/decode.h"
#include "parse/repair/shift.h"

/* The tokens from the item on, by whose they are. */
struct columns {
	const struct sheet *line;
	unsigned at, len, column;
	bool *is_his;  /* by item, from `at` */
	unsigned *his; /* the items that are, from `at` */
	unsigned his_len;
};

/* The end of the row that begins with an item, from `at`. */
static unsigned
row_end(const struct columns *columns, unsigned row)
{
	const struct item *items = columns->line->items + columns->at;
	unsigned end = row + 1;

	while (end < columns->len &&
	    (items[end].ply->number_span.len == 0 || items[end].ply->dots != 1))
		end++;
	return end;
}

/* How many of that number of plies are his. */
static unsigned
his_part(const struct columns *columns, unsigned plies)
{
	return plies / PLAYERS + (plies % PLAYERS > columns->column);
}

/* Marks his tokens in full rows, and in one with two of his. Rows that are
 * short stand first or last. */
static bool
mark_rows(struct columns *columns, unsigned *full)
{
	unsigned rows = 0, found = 0, short_last = 0;

	for (unsigned row = 0; row < columns->len; rows++) {
		unsigned end = row_end(columns, row);

		if (end - row == PLAYERS + 1 && rows == 0) {
			columns->is_his[row + columns->column + 1] = true;
			columns->is_his[row + columns->column] = true;
			found += 2;
		} else if (end - row == PLAYERS && short_last == 0) {
			columns->is_his[row + columns->column] = true;
			found++;
		} else if (end - row >= PLAYERS ||
		    (found == 0 &&
			(end - row != PLAYERS - 1 || rows == SHIFT_ROWS))) {
			return false;
		} else if (found > 0) {
			short_last++;
		}
		row = end;
	}
	*full = found;
	return found > 0;
}

/* Marks his tokens in the last rows, which are short, from the end on. */
static void
mark_last(struct columns *columns, unsigned found)
{
	unsigned need = his_part(columns, columns->len), end = columns->len;

	while (need > found && end > 0) {
		unsigned row = end - 1, at;

		while (row > 0 && row_end(columns, row - 1) == end)
			row--;
		if (end - row >= PLAYERS)
			return;
		at = row + columns->column < end ? row + columns->column
						 : end - 1;
		columns->is_his[at] = true;
		found++;
		end = row;
	}
}

/* Lists his tokens as he played them. */
static void
list_his(struct columns *columns, enum shift_way way)
{
	unsigned *his = columns->his, len = 0, last;

	for (unsigned i = 0; i < columns->len; i++)
		if (columns->is_his[i])
			his[len++] = i;
	columns->his_len = len;
	if (len == 0)
		return;
	last = way == SHIFT_LAST_FIRST ? his[0] : his[len - 1];
	if (way == SHIFT_LAST_FIRST)
		memmove(his, his + 1, (len - 1) * sizeof(*his));
	if (way == SHIFT_FIRST_LAST)
		memmove(his + 1, his, (len - 1) * sizeof(*his));
	his[way == SHIFT_FIRST_LAST ? 0 : len - 1] = last;
}

/* Puts the items into the order of play, up to where the player has no more:
 * after that they stand as they are. */
static void
put_in_order(struct columns *columns, struct arena *arena, struct shift *shift)
{
	const struct item *items = columns->line->items + columns->at;
	unsigned his = 0, other = 0, len = columns->len;

	shift->items = arena_alloc(arena, len * sizeof(*shift->items));
	for (shift->len = 0; shift->len < len; shift->len++) {
		struct item *item = &shift->items[shift->len];
		struct ply *ply;
		unsigned next;

		while (other < len && columns->is_his[other])
			other++;
		if (shift->len % PLAYERS != columns->column)
			next = other++;
		else
			next =
			    his < columns->his_len ? columns->his[his++] : len;
		if (next >= len)
			break;
		ply = arena_alloc(arena, sizeof(*ply));
		*ply = *items[next].ply;
		ply->number_span.len = 0;
		*item = items[next];
		item->ply = ply;
	}
	columns->his_len = his;
}

static void
add_edit(struct shift *shift, uint32_t start, uint32_t end, const char *text)
{
	shift->edits[shift->edits_len++] =
	    (struct edit){ { start, end - start }, text };
}

/* Where a token that is put before an item, from `at`, stands. */
static uint32_t
place_before(const struct columns *columns, unsigned item, bool is_next_row)
{
	const struct item *items = columns->line->items + columns->at;
	const struct ply *ply =
	    items[item < columns->len ? item : item - 1].ply;

	if (item == columns->len)
		return ply->span.start + ply->span.len;
	return is_next_row ? ply->number_span.start : ply->span.start;
}

/* Whether his tokens can be moved: none is respelled, and no variation stands
 * after one. */
static bool
can_move(const struct columns *columns)
{
	for (unsigned i = 0; i < columns->len; i++) {
		unsigned at = columns->at + i;

		if (columns->is_his[i] &&
		    (!search_in_text(columns->line, at) ||
			ply_variations(columns->line->items[at].ply) != NULL))
			return false;
	}
	return true;
}

/* Makes the edits of a row: `text` is his move there; NULL: he has none. */
static void
edit_row(const struct columns *columns, unsigned row, unsigned end,
    const char *text, struct arena *arena, struct shift *shift)
{
	const struct item *items = columns->line->items + columns->at;
	bool was_his = false, is_gone = true;
	unsigned at = row + columns->column;

	for (unsigned i = row; i < end; i++) {
		struct span span = items[i].ply->span;
		uint32_t start = span.start;

		is_gone &= columns->is_his[i];
		if (!columns->is_his[i])
			continue;
		was_his |= text != NULL;
		/* Without a move the row has no number either. */
		if (text == NULL && is_gone && i + 1 == end)
			start = items[row].ply->number_span.start;
		if (text == NULL) {
			struct slice token = items[i].ply->token;

			span.len +=
			    (uint32_t)strspn(token.ptr + token.len, " ");
		}
		if (text == NULL || !slice_is(items[i].token, text))
			add_edit(shift, start, span.start + span.len,
			    text != NULL ? text : "");
		text = NULL;
	}
	if (text != NULL && !was_his && end - row >= columns->column)
		add_edit(shift, place_before(columns, at, at == end),
		    place_before(columns, at, at == end),
		    at < columns->len ? arena_printf(arena, "%s ", text)
				      : arena_printf(arena, " %s", text));
}

/* Puts each of his moves into the row in which it was played. */
static void
edit_rows(
    const struct columns *columns, struct arena *arena, struct shift *shift)
{
	const struct item *items = columns->line->items + columns->at;
	unsigned rows = 0;

	shift->edits =
	    arena_alloc(arena, (columns->len + 1) * sizeof(*shift->edits));
	for (unsigned row = 0; row < columns->len; rows++) {
		unsigned end = row_end(columns, row);
		const char *text = rows < columns->his_len
		    ? arena_copy(arena, items[columns->his[rows]].token)
		    : NULL;

		edit_row(columns, row, end, text, arena, shift);
		/* A column that is too low has a row of its own at the end. */
		shift->may_lack_last = end - row > 1 || !columns->is_his[row];
		row = end;
	}
}

bool
shift_column(const struct sheet *line, unsigned at, unsigned column,
    enum shift_way way, struct arena *arena, struct shift *shift)
{
	static const unsigned lens[] = {
		[SHIFT_DOWN] = PLAYERS - 1,
		[SHIFT_UP] = PLAYERS + 1,
		[SHIFT_LAST_FIRST] = PLAYERS,
		[SHIFT_FIRST_LAST] = PLAYERS,
	};
	struct columns columns = {
		.line = line, .at = at, .len = line->len - at, .column = column
	};
	unsigned found;

	memset(shift, 0, sizeof(*shift));
	if (row_end(&columns, 0) != lens[way])
		return false;
	columns.is_his = arena_alloc(arena, columns.len);
	memset(columns.is_his, 0, columns.len);
	columns.his = arena_alloc(arena, columns.len * sizeof(unsigned));
	if (!mark_rows(&columns, &found))
		return false;
	mark_last(&columns, found);
	if (!can_move(&columns))
		return false;
	list_his(&columns, way);
	put_in_order(&columns, arena, shift);
	edit_rows(&columns, arena, shift);
	shift->may_lack_last &= way == SHIFT_DOWN;
	return shift->len > 0;
}
