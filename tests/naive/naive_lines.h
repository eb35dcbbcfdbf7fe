/*
 * Naive reference rules engines: lines of hexes, and who attacks a hex.  An
 * engine includes this after naive_board.h and declares attacks(); it has
 *
 *	STEP_EXISTS(pos, h, d)	true if a man that goes along lines can take
 *				the step from the hex, whatever is at its end
 */

/* Every step exists, and every hex before the last is empty. */
static bool
line_is_open(const struct position *pos, struct cell from, struct cell to,
    struct cell step)
{
	struct cell h = from;

	while (STEP_EXISTS(pos, h, step)) {
		h = plus(h, step);
		if (same(h, to))
			return true;
		if (!is_empty(pos, h))
			return false;
	}
	return false;
}

/* Rook: straight lines; bishop: same-colour lines; queen both. */
static bool
slides(const struct position *pos, struct cell from, struct cell to,
    bool straight, bool diagonal)
{
	struct cell step = step_of_line(minus(to, from));

	if ((straight && is_straight_step(step)) ||
	    (diagonal && is_diagonal_step(step)))
		return line_is_open(pos, from, to, step);
	return false;
}

#ifndef OWN_ATTACKERS
static bool attacks(
    const struct position *pos, struct cell from, struct cell to);

/* The opponents of `player` that attack a hex, as bits. */
static unsigned
attackers_of_hex(const struct position *pos, struct cell to, int player)
{
	unsigned players = 0;

	for (int i = 0; i < CELLS; i++) {
		struct man man = man_at(pos, cell_number(i));

		if (man.kind != '\0' && man.owner != player &&
		    attacks(pos, cell_number(i), to))
			players |= 1U << man.owner;
	}
	return players;
}

static unsigned
attackers_of_king(const struct position *pos, int player)
{
	struct cell king;

	return find_king(pos, player, &king)
	    ? attackers_of_hex(pos, king, player)
	    : 0;
}
#endif
