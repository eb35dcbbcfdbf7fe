/*
 * Naive reference rules engines: lines of 3PF, and the interface of naive.h.
 * An engine includes this last, after the letters `colours`, a struct position
 * with to_move, clock, number and the result `over` that nothing else shows, or
 * NULL, the macros ENGINE and VARIANT, and
 *
 *	set_up()		makes the opening position
 *	put_placement(), read_placement()
 *	put_state(), read_state()	rights, en passant and status
 *	put_keys(), read_keys()	all between the move number and the result
 *	list_moves()		lists the legal moves
 *	play_text()		plays a move; false if it is not legal
 *	result_of()		the result of the game, or NULL
 *	attackers_of_king()	the players who attack a king, as bits
 *
 * If the board depends on options, READ_OPTIONS(tpf, pos) reads them first.
 */
#ifndef READ_OPTIONS
#define READ_OPTIONS(tpf, pos) true
#endif

static bool
write_position(const struct position *pos, char *out, size_t size)
{
	struct text text = { out, size, 0 };

	put_placement(&text, pos);
	put_char(&text, ' ');
	put_char(&text, colours[pos->to_move]);
	put_char(&text, ' ');
	put_state(&text, pos);
	put_char(&text, ' ');
	put_number(&text, pos->clock);
	put_char(&text, ' ');
	put_number(&text, pos->number);
	put_keys(&text, pos);
	if (pos->over != NULL) {
		put_string(&text, " over=");
		put_string(&text, pos->over);
	}
	return text.len < size;
}

static bool
read_over(const char **cursor, struct position *pos)
{
	if (read_string(cursor, " over="))
		pos->over = *cursor;
	return pos->over != NULL || **cursor == '\0';
}

static bool
read_position(const char *tpf, struct position *pos)
{
	const char **cursor = &tpf;

	if (strcmp(tpf, "start") == 0) {
		set_up(pos);
		return true;
	}
	*pos = (struct position){ .number = 1 };
	return READ_OPTIONS(tpf, pos) && read_placement(cursor, pos) &&
	    read_char(cursor, ' ') &&
	    read_player(cursor, colours, &pos->to_move) &&
	    read_char(cursor, ' ') && read_state(cursor, pos) &&
	    read_char(cursor, ' ') && read_number(cursor, &pos->clock) &&
	    read_char(cursor, ' ') && read_number(cursor, &pos->number) &&
	    read_keys(cursor, pos) && read_over(cursor, pos);
}

static void
engine_start(char *out, size_t size)
{
	struct position pos;

	set_up(&pos);
	write_position(&pos, out, size);
}

static size_t
engine_moves(const char *tpf, char (*out)[NAIVE_MOVE_MAX], size_t max)
{
	struct list list = { out, 0, max };
	struct position pos;

	if (read_position(tpf, &pos))
		list_moves(&list, &pos);
	return list.n;
}

static bool
engine_apply(const char *tpf, const char *move, char *out, size_t size)
{
	struct position pos;

	return read_position(tpf, &pos) && play_text(&pos, move) &&
	    write_position(&pos, out, size);
}

static const char *
engine_result(const char *tpf)
{
	struct position pos;

	return read_position(tpf, &pos) ? result_of(&pos) : NULL;
}

static unsigned
engine_attackers(const char *tpf, int player)
{
	struct position pos;

	return read_position(tpf, &pos) ? attackers_of_king(&pos, player) : 0;
}

const struct naive_engine ENGINE = {
	.variant = VARIANT,
	.start = engine_start,
	.moves = engine_moves,
	.apply = engine_apply,
	.result = engine_result,
	.attackers = engine_attackers,
};
