/*
 * Naive reference rules engines: pawns that are open to en passant, in 3PF as
 * `e3>e4`.  An engine includes this after naive_board.h; its position has the
 * array `pairs` of n_pairs structs with the hexes `skipped` and `pawn`.
 */

/* Pairs are sorted as the placement is; no two skip the same hex. */
static void
put_pairs(struct text *text, const struct position *pos)
{
	const char *separator = "";

	for (int i = 0; i < CELLS; i++) {
		for (size_t n = 0; n < pos->n_pairs; n++) {
			if (!same(pos->pairs[n].skipped, cell_number(i)))
				continue;
			put_string(text, separator);
			put_cell(text, pos->pairs[n].skipped);
			put_char(text, '>');
			put_cell(text, pos->pairs[n].pawn);
			separator = ".";
		}
	}
	if (pos->n_pairs == 0)
		put_char(text, '-');
}

static bool
read_pairs(const char **cursor, struct position *pos)
{
	if (read_char(cursor, '-'))
		return true;
	do {
		struct pair *pair = &pos->pairs[pos->n_pairs++];

		if (!read_cell(cursor, pos, &pair->skipped) ||
		    !read_char(cursor, '>') ||
		    !read_cell(cursor, pos, &pair->pawn))
			return false;
	} while (pos->n_pairs < sizeof(pos->pairs) / sizeof(pos->pairs[0]) &&
	    read_char(cursor, '.'));
	return true;
}
