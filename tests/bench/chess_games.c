/*
 * Ternion: makes random games of ordinary chess, for the tool that ours is
 * measured against: legal, seeded, of a given number of plies at the most.
 *
 *	chess_games PLIES SEED PLIES_PER_GAME
 *
 * The last line on standard error is the number of plies written.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MOVES_MAX = 256,
	WIDTH = 79
};

/* A board of 16 x 8: squares outside have bit 0x88. Pieces are letters, upper
 * case White's. */
struct game {
	char at[128];
	int white;      /* to move */
	int rights;     /* bits: K 1, Q 2, k 4, q 8 */
	int en_passant; /* en passant target, -1 none */
	int quiet;      /* plies without capture or pawn move */
};

struct move {
	int from, to;
	char promotion;
};

static uint64_t state;
static size_t column;

static unsigned
below(unsigned limit)
{
	uint64_t x = state += UINT64_C(0x9e3779b97f4a7c15);

	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return (unsigned)((x ^ x >> 31) % limit);
}

static bool
is_white(char piece)
{
	return piece >= 'A' && piece <= 'Z';
}

static bool
is_mine(const struct game *game, char piece)
{
	return piece != 0 && is_white(piece) == (game->white != 0);
}

static const int knight_steps[] = { 33, 31, 18, 14, -33, -31, -18, -14, 0 };
static const int line_steps[] = { 1, -1, 16, -16, 17, 15, -17, -15, 0 };

/* True if a piece of `white` attacks the square. */
static bool
attacked(const struct game *game, int square, bool white)
{
	int pawn = white ? -16 : 16;

	for (int side = -1; side <= 1; side += 2) {
		int from = square + pawn + side;

		if (!(from & 0x88) && game->at[from] == (white ? 'P' : 'p'))
			return true;
	}
	for (const int *s = knight_steps; *s != 0; s++)
		if (!((square + *s) & 0x88) &&
		    game->at[square + *s] == (white ? 'N' : 'n'))
			return true;
	for (int i = 0; line_steps[i] != 0; i++) {
		const char *sliders = i < 4 ? "RQ" : "BQ";

		for (int to = square + line_steps[i], n = 1; !(to & 0x88);
		     to += line_steps[i], n++) {
			char piece = game->at[to];

			if (piece == 0)
				continue;
			if (is_white(piece) == white &&
			    (strchr(sliders, piece & ~0x20) != NULL ||
				(n == 1 && (piece & ~0x20) == 'K')))
				return true;
			break;
		}
	}
	return false;
}

static int
king_of(const struct game *game, bool white)
{
	int square = 0;

	while ((square & 0x88) || game->at[square] != (white ? 'K' : 'k'))
		square++;
	return square;
}

static void
play(struct game *game, const struct move *move)
{
	char piece = game->at[move->from], kind = (char)(piece & ~0x20);
	static const int corners[] = { 0x07, 0x00, 0x77, 0x70 };

	game->quiet = kind == 'P' || game->at[move->to] ? 0 : game->quiet + 1;
	if (kind == 'P' && move->to == game->en_passant)
		game->at[move->to + (game->white ? -16 : 16)] = 0;
	game->en_passant = kind == 'P' && abs(move->to - move->from) == 32
	    ? (move->to + move->from) / 2
	    : -1;
	game->at[move->to] = move->promotion ? move->promotion : piece;
	game->at[move->from] = 0;
	if (kind == 'K' && abs(move->to - move->from) == 2) {
		int rook = move->to > move->from ? move->to + 1 : move->to - 2;

		game->at[(move->to + move->from) / 2] = game->at[rook];
		game->at[rook] = 0;
	}
	if (kind == 'K')
		game->rights &= game->white ? ~3 : ~12;
	for (int i = 0; i < 4; i++)
		if (move->from == corners[i] || move->to == corners[i])
			game->rights &= ~(1 << i);
	game->white = !game->white;
}

static bool
is_legal(const struct game *game, const struct move *move)
{
	struct game next = *game;

	play(&next, move);
	return !attacked(&next, king_of(&next, game->white != 0), !game->white);
}

static int
add(const struct game *game, struct move *moves, int count, int from, int to,
    char promotion)
{
	moves[count] = (struct move){ from, to, promotion };
	return count + is_legal(game, &moves[count]);
}

static int
add_pawn(
    const struct game *game, struct move *moves, int count, int from, int to)
{
	int last = game->white ? 7 : 0;
	char queen = game->white ? 'Q' : 'q';

	return add(game, moves, count, from, to, to >> 4 == last ? queen : 0);
}

static int
pawn_moves(const struct game *game, struct move *moves, int count, int from)
{
	int up = game->white ? 16 : -16;

	if (game->at[from + up] == 0) {
		count = add_pawn(game, moves, count, from, from + up);
		if (from >> 4 == (game->white ? 1 : 6) &&
		    game->at[from + 2 * up] == 0)
			count = add(game, moves, count, from, from + 2 * up, 0);
	}
	for (int side = -1; side <= 1; side += 2) {
		int to = from + up + side;

		if (!(to & 0x88) &&
		    (to == game->en_passant ||
			(game->at[to] && !is_mine(game, game->at[to]))))
			count = add_pawn(game, moves, count, from, to);
	}
	return count;
}

static int
castling(const struct game *game, struct move *moves, int count, int from)
{
	int rights = game->white ? game->rights : game->rights >> 2;

	if (attacked(game, from, !game->white))
		return count;
	if ((rights & 1) && !game->at[from + 1] && !game->at[from + 2] &&
	    !attacked(game, from + 1, !game->white))
		count = add(game, moves, count, from, from + 2, 0);
	if ((rights & 2) && !game->at[from - 1] && !game->at[from - 2] &&
	    !game->at[from - 3] && !attacked(game, from - 1, !game->white))
		count = add(game, moves, count, from, from - 2, 0);
	return count;
}

static int
piece_moves(const struct game *game, struct move *moves, int count, int from)
{
	char kind = (char)(game->at[from] & ~0x20);
	const int *steps = kind == 'N' ? knight_steps : line_steps;

	for (int i = 0; steps[i] != 0; i++) {
		if ((kind == 'R' && i > 3) || (kind == 'B' && i < 4))
			continue;
		for (int to = from + steps[i]; !(to & 0x88); to += steps[i]) {
			if (is_mine(game, game->at[to]))
				break;
			count = add(game, moves, count, from, to, 0);
			if (game->at[to] || kind == 'N' || kind == 'K')
				break;
		}
	}
	return kind == 'K' ? castling(game, moves, count, from) : count;
}

static int
all_moves(const struct game *game, struct move *moves)
{
	int count = 0;

	for (int from = 0; from < 128; from++) {
		if ((from & 0x88) || !is_mine(game, game->at[from]))
			continue;
		count = (game->at[from] & ~0x20) == 'P'
		    ? pawn_moves(game, moves, count, from)
		    : piece_moves(game, moves, count, from);
	}
	return count;
}

static void
put_word(const char *word)
{
	size_t len = strlen(word);

	if (column + 1 + len > WIDTH) {
		putchar('\n');
		column = 0;
	}
	if (column > 0)
		putchar(' ');
	fputs(word, stdout);
	column += len + (column > 0);
}

/* The move in SAN; `moves` are all that are legal with it. */
static void
put_move(const struct game *game, const struct move *moves, int count,
    const struct move *move)
{
	char text[16], *p = text, kind = (char)(game->at[move->from] & ~0x20);
	bool captures = game->at[move->to] != 0 ||
	    (kind == 'P' && move->to == game->en_passant);
	bool rival = false, file = false, rank = false;
	struct move replies[MOVES_MAX];
	struct game next = *game;

	for (int i = 0; i < count; i++) {
		if (moves[i].to != move->to || moves[i].from == move->from ||
		    game->at[moves[i].from] != game->at[move->from])
			continue;
		rival = true;
		file |= (moves[i].from & 7) == (move->from & 7);
		rank |= moves[i].from >> 4 == move->from >> 4;
	}
	if (kind == 'K' && abs(move->to - move->from) == 2) {
		p += snprintf(
		    p, 8, "%s", move->to > move->from ? "O-O" : "O-O-O");
	} else {
		if (kind != 'P')
			*p++ = kind;
		if (kind == 'P' ? captures : rival && (!file || rank))
			*p++ = (char)('a' + (move->from & 7));
		if (kind != 'P' && rival && file)
			*p++ = (char)('1' + (move->from >> 4));
		if (captures)
			*p++ = 'x';
		*p++ = (char)('a' + (move->to & 7));
		*p++ = (char)('1' + (move->to >> 4));
		if (move->promotion) {
			*p++ = '=';
			*p++ = 'Q';
		}
	}
	play(&next, move);
	if (attacked(&next, king_of(&next, next.white != 0), !next.white))
		*p++ = all_moves(&next, replies) > 0 ? '+' : '#';
	*p = '\0';
	put_word(text);
}

static const struct move *
choose(const struct game *game, const struct move *moves, int count)
{
	const struct move *move = &moves[below((unsigned)count)];

	for (int i = 0; i < 3 && !game->at[move->to]; i++)
		move = &moves[below((unsigned)count)];
	return move;
}

static unsigned long
make_game(unsigned number, unsigned plies)
{
	static const char first[] = "RNBQKBNR";
	struct game game = { .white = 1, .rights = 15, .en_passant = -1 };
	struct move moves[MOVES_MAX];
	unsigned long made = 0;
	char text[16];

	for (int i = 0; i < 8; i++) {
		game.at[i] = first[i];
		game.at[0x10 + i] = 'P';
		game.at[0x60 + i] = 'p';
		game.at[0x70 + i] = (char)(first[i] | 0x20);
	}
	printf("[Event \"Random games\"]\n[Site \"?\"]\n"
	       "[Date \"????.??.??\"]\n[Round \"%u\"]\n[White \"Ann\"]\n"
	       "[Black \"Bea\"]\n[Result \"*\"]\n\n",
	    number);
	column = 0;
	while (made < plies && game.quiet < 99) {
		int count = all_moves(&game, moves);
		const struct move *move;

		if (count == 0)
			break;
		move = choose(&game, moves, count);
		if (made % 2 == 0) {
			snprintf(text, sizeof(text), "%lu.", made / 2 + 1);
			put_word(text);
		}
		put_move(&game, moves, count, move);
		play(&game, move);
		made++;
	}
	put_word("*");
	puts("\n");
	return made;
}

int
main(int argc, char **argv)
{
	unsigned long wanted = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
	unsigned plies = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 120;
	unsigned long made = 0;

	state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	for (unsigned number = 1; made < wanted; number++)
		made += make_game(number, plies);
	fprintf(stderr, "%lu\n", made);
	return fflush(stdout) == 0 ? 0 : 2;
}
