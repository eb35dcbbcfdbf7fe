/*
 * Naive reference rules engines: men on a board of columns and rows, and their
 * placement in 3PF.  An engine includes this after
 *
 *	SIDE		the number of columns, and of rows
 *	struct cell	with the column q and the row r
 *	struct position	with struct man board[SIDE][SIDE]
 *	colours, kinds	the letters of players and men
 *	on_board()	true of the cells of the board; the others stay empty
 */
#ifndef ON_BOARD
#define ON_BOARD(pos, c) on_board(c)
#endif

enum {
	CELLS = SIDE * SIDE
};

/* Cells are numbered by column, then by row. */
static inline struct cell
cell_number(int n)
{
	return (struct cell){ n / SIDE, n % SIDE };
}

static inline struct man
man_at(const struct position *pos, struct cell c)
{
	assert(c.q >= 0 && c.q < SIDE && c.r >= 0 && c.r < SIDE);
	return pos->board[c.q][c.r];
}

static inline void
put_man(struct position *pos, struct cell c, struct man man)
{
	assert(ON_BOARD(pos, c));
	pos->board[c.q][c.r] = man;
}

static inline void
lift_man(struct position *pos, struct cell c)
{
	put_man(pos, c, (struct man){ .kind = '\0' });
}

/* False for a cell off the board. */
static inline bool
is_empty(const struct position *pos, struct cell c)
{
	return ON_BOARD(pos, c) && man_at(pos, c).kind == '\0';
}

static inline bool
holds(const struct position *pos, struct cell c, int owner, char kind)
{
	return man_at(pos, c).kind == kind && man_at(pos, c).owner == owner;
}

static inline int
count_men(const struct position *pos, int owner, char kind)
{
	int n = 0;

	for (int i = 0; i < CELLS; i++)
		n += holds(pos, cell_number(i), owner, kind);
	return n;
}

static inline bool
find_king(const struct position *pos, int player, struct cell *king)
{
	for (int i = 0; i < CELLS; i++) {
		*king = cell_number(i);
		if (holds(pos, *king, player, 'K'))
			return true;
	}
	return false;
}

static inline void
put_cell(struct text *text, struct cell c)
{
	put_square(text, c.q, c.r);
}

/* Men are sorted by column letter, then by row number. */
static inline void
put_placement(struct text *text, const struct position *pos)
{
	const char *separator = "";

	for (int i = 0; i < CELLS; i++) {
		struct man man = man_at(pos, cell_number(i));

		if (man.kind == '\0')
			continue;
		put_string(text, separator);
		if (man.dead)
			put_char(text, 'x');
		put_char(text, colours[man.owner]);
		if (man.promoted)
			put_char(text, '+');
		put_char(text, man.kind);
		put_cell(text, cell_number(i));
		separator = ",";
	}
}

static inline bool
read_cell(const char **cursor, const struct position *pos, struct cell *c)
{
	(void)pos;
	return read_square(cursor, SIDE, &c->q, &c->r) && ON_BOARD(pos, *c);
}

static inline bool
read_placement(const char **cursor, struct position *pos)
{
	do {
		struct man man = { .dead = read_char(cursor, 'x') };
		struct cell c;

		if (!read_player(cursor, colours, &man.owner))
			return false;
		man.promoted = read_char(cursor, '+');
		man.kind = read_letter(cursor, kinds);
		if (man.kind == '\0' || !read_cell(cursor, pos, &c) ||
		    !is_empty(pos, c))
			return false;
		put_man(pos, c, man);
	} while (read_char(cursor, ','));
	return true;
}
