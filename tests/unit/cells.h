/*
 * Short functions for cells, for tests of rules. A file that includes this
 * header declares `rules`.
 */
#ifndef TESTS_UNIT_CELLS_H
#define TESTS_UNIT_CELLS_H

/* All the names of a board fit. */
enum {
	LIST_MAX = 1024
};

/* Reads a cell's name and moves the cursor over it; it must be on the board. */
static inline cell
read_cell(const char **cursor)
{
	unsigned file = (unsigned)(**cursor - 'a');
	char *end;
	unsigned long rank = strtoul(*cursor + 1, &end, 10);
	cell c = board_at(&rules.board, file, (unsigned)rank);

	if (c == CELL_NONE)
		fail_msg("not a cell: %s", *cursor);
	*cursor = end;
	return c;
}

static inline cell
cell_named(const char *name)
{
	return read_cell(&name);
}

/* The cells of a list such as "e6 f6". */
static inline struct cellset
cells_named(const char *list)
{
	struct cellset set = { { 0 } };

	while (*list != '\0') {
		cellset_add(&set, read_cell(&list));
		while (*list == ' ')
			list++;
	}
	return set;
}

static inline void
write_cells(char out[LIST_MAX], struct cellset set)
{
	size_t len = 0;

	out[0] = '\0';
	while (!cellset_empty(&set)) {
		struct place name = rules.board.name[cellset_pop(&set)];

		len += (size_t)snprintf(out + len, LIST_MAX - len, "%s%c%u",
		    len > 0 ? " " : "", 'a' + name.file, name.rank);
	}
}

static inline void
check_cells(
    struct cellset actual, struct cellset expected, const char *file, int line)
{
	char text[2][LIST_MAX];

	write_cells(text[0], actual);
	write_cells(text[1], expected);
	_assert_string_equal(text[0], text[1], file, line);
}

static inline bool
add_target(void *context, const struct move *move)
{
	cellset_add(context, move->to);
	return true;
}

/* The cells to which the piece on `from` may move, castling included. */
static inline struct cellset
targets(const struct position *position, cell from)
{
	const struct move_query query = {
		.from = from, .to = CELL_NONE, .type = MOVE_QUIET
	};
	struct cellset set = { { 0 } };

	rules_moves(&rules, position, &query, add_target, &set);
	return set;
}

#endif
