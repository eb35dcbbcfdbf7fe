#!/usr/bin/env python3
"""Plays a game of random moves to its end: bot.py [GAME [SEED [PLIES]]]

Prints each ply, the position at the end in 3PF, and the result, or * after
PLIES plies.
"""
import random
import sys

import ternion

game, seed, plies = sys.argv[1:] + ["dreierschach", "1", "2000"][len(sys.argv) - 1:]
board, chance = ternion.Board(game), random.Random(int(seed))
while board.result is None and len(board.moves) < int(plies):
    player = board.game.players[board.turn]
    print(len(board.moves) + 1, player, board.push(chance.choice(board.legal_moves)))
print(board.write())
print(f"{game}: {len(board.moves)} plies, {board.result or '*'}")
