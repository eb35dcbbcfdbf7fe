/*
 * Prints what can be played from a position, in C++:
 *
 *	c++ legal_moves.cc $(pkg-config --cflags --libs ternion) -o legal_moves
 *	./legal_moves siege start
 *
 * Each line is a move in the game's own notation, and what it does.
 */
#include <cstdlib>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>

#include <ternion.h>

namespace {

void
check(enum ternion_status status)
{
	if (status != TERNION_OK)
		throw std::runtime_error(ternion_status_text(status));
}

// Handles that are freed where their scope ends.
template <typename T, void (*release)(T *)> struct Release {
	void
	operator()(T *handle) const
	{
		release(handle);
	}
};
template <typename T, void (*release)(T *)>
using Handle = std::unique_ptr<T, Release<T, release>>;

using Game = Handle<struct ternion_game, ternion_game_free>;
using Position = Handle<struct ternion_position, ternion_position_free>;
using Move = Handle<struct ternion_move, ternion_move_free>;
using Text = Handle<char, ternion_free>;

Game
open_game(const char *id)
{
	struct ternion_game *game;

	check(ternion_game_open(id, nullptr, &game));
	return Game(game);
}

Position
read_position(const Game &game, const char *text)
{
	struct ternion_position *position;

	if (ternion_position_read(game.get(), text, &position) ==
	    TERNION_FAULTY) {
		struct ternion_diagnostic diagnostic = {};

		diagnostic.size = sizeof(diagnostic);
		check(ternion_game_diagnostic(game.get(), 0, &diagnostic));
		throw std::runtime_error(diagnostic.message);
	}
	return Position(position);
}

void
print_move(const Move &move)
{
	struct ternion_move_info info = {};
	char *text;

	info.size = sizeof(info);
	check(ternion_move_describe(move.get(), &info));
	check(
	    ternion_move_write(move.get(), nullptr, nullptr, &text, nullptr));
	std::cout << Text(text).get() << '\t' << info.type
		  << (info.attacked != 0 ? ", check" : "") << '\n';
}

void
print_moves(const Position &position)
{
	struct ternion_move *move;
	std::size_t count;

	check(ternion_position_moves(position.get(), TERNION_MOVES, &count));
	for (std::size_t i = 0; i < count; i++) {
		check(ternion_position_move(position.get(), i, &move));
		print_move(Move(move));
	}
}

} // namespace

int
main(int argc, char **argv)
{
	if (argc != 3) {
		std::cerr << "usage: " << argv[0] << " GAME POSITION\n";
		return 2;
	}
	try {
		Game game = open_game(argv[1]);

		print_moves(read_position(game, argv[2]));
	} catch (const std::exception &error) {
		std::cerr << argv[0] << ": " << error.what() << '\n';
		return EXIT_FAILURE;
	}
}
