#!/usr/bin/env python3
"""Plays a game of random moves to its end, with libternion and ctypes alone:

    bot.py LIBRARY [GAME [SEED [PLIES]]]

LIBRARY is libternion.so.0, or where it is. Each ply is judged as a bot's
moves would be: as text. Prints each ply, and at the end the position in 3PF
and "GAME: N plies, RESULT", with * for a game that is still going on after
PLIES plies.
"""
import ctypes
import random
import sys
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t
from ctypes import c_uint, c_void_p

OK, MOVES, PLAYERS = 0, 0, 3


class GameInfo(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("id", c_char_p), ("title", c_char_p),
                ("notation", c_char_p), ("players", c_char_p * PLAYERS),
                ("colours", c_char_p), ("results", POINTER(c_char_p)),
                ("cells", c_uint)]


class PositionInfo(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("to_move", c_uint), ("out", c_uint),
                ("attacked", c_uint), ("number", c_uint), ("clock", c_uint),
                ("result", c_char_p), ("winner", c_uint)]


class Diagnostic(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("code", c_char_p), ("severity", c_int),
                ("message", c_char_p), ("fix", c_char_p), ("ply", c_uint),
                ("offset", c_size_t), ("length", c_size_t),
                ("line", c_size_t), ("column", c_size_t),
                ("end_line", c_size_t), ("end_column", c_size_t)]


def load(path):
    """The library, with the arguments of the functions that are used here."""
    lib = ctypes.CDLL(path)
    lib.ternion_version.argtypes = [c_uint]
    lib.ternion_version.restype = c_char_p
    lib.ternion_status_text.restype = c_char_p
    lib.ternion_position_game.restype = c_void_p
    for name, arguments in {
            "ternion_position_game": [c_void_p],
            "ternion_game_open": [c_char_p, c_void_p, POINTER(c_void_p)],
            "ternion_game_describe": [c_void_p, POINTER(GameInfo)],
            "ternion_game_diagnostic":
                [c_void_p, c_size_t, POINTER(Diagnostic)],
            "ternion_game_free": [c_void_p],
            "ternion_position_start": [c_void_p, POINTER(c_void_p)],
            "ternion_position_describe": [c_void_p, POINTER(PositionInfo)],
            "ternion_position_moves": [c_void_p, c_int, POINTER(c_size_t)],
            "ternion_position_move": [c_void_p, c_size_t, POINTER(c_void_p)],
            "ternion_position_judge":
                [c_void_p, c_char_p, c_char_p, POINTER(c_void_p)],
            "ternion_position_write":
                [c_void_p, c_char_p, c_void_p, POINTER(c_void_p), c_void_p],
            "ternion_position_free": [c_void_p],
            "ternion_move_write": [c_void_p, c_char_p, c_char_p,
                                   POINTER(c_void_p), c_void_p],
            "ternion_move_make": [c_void_p, POINTER(c_void_p)],
            "ternion_move_free": [c_void_p],
            "ternion_free": [c_void_p]}.items():
        getattr(lib, name).argtypes = arguments
    return lib


class Library:
    def __init__(self, path):
        self.lib = load(path)
        if self.lib.ternion_version(1) is None:
            sys.exit("this libternion does not serve version 1 of its API")

    def make(self, name, *arguments):
        """Calls a function whose last argument is what it gives."""
        made = c_void_p()
        status = getattr(self.lib, name)(*arguments, byref(made))
        if status != OK:
            raise RuntimeError(self.lib.ternion_status_text(status).decode())
        return made

    def describe(self, name, kind, handle):
        info = kind(ctypes.sizeof(kind))
        assert getattr(self.lib, name)(handle, byref(info)) == OK
        return info

    def text(self, name, *arguments):
        """Calls a function that gives a text, and its length if asked."""
        text = c_void_p()
        assert getattr(self.lib, name)(*arguments, byref(text), None) == OK
        copy = ctypes.string_at(text).decode()
        self.lib.ternion_free(text)
        return copy

    def moves(self, position):
        """The legal moves, as texts in the game's notation."""
        count = c_size_t()
        assert self.lib.ternion_position_moves(
            position, MOVES, byref(count)) == OK
        texts = []
        for i in range(count.value):
            move = self.make("ternion_position_move", position, i)
            texts.append(self.text("ternion_move_write", move, None, None))
            self.lib.ternion_move_free(move)
        return texts

    def play(self, position, text):
        """The position after a move, or the reason why it is not legal."""
        move = c_void_p()
        if self.lib.ternion_position_judge(
                position, text.encode(), None, byref(move)) != OK:
            said = Diagnostic(ctypes.sizeof(Diagnostic))
            self.lib.ternion_game_diagnostic(
                self.lib.ternion_position_game(position), 0, byref(said))
            raise ValueError(said.message.decode())
        after = self.make("ternion_move_make", move)
        self.lib.ternion_move_free(move)
        return after


def main(path, name="dreierschach", seed="1", plies="2000"):
    library = Library(path)
    chance = random.Random(int(seed))
    game = library.make("ternion_game_open", name.encode(), None)
    players = library.describe(
        "ternion_game_describe", GameInfo, game).players
    position = library.make("ternion_position_start", game)
    ply = 0
    while ply < int(plies):
        info = library.describe(
            "ternion_position_describe", PositionInfo, position)
        if info.result is not None:
            break
        move = chance.choice(library.moves(position))
        after = library.play(position, move)
        library.lib.ternion_position_free(position)
        position = after
        ply += 1
        print(ply, players[info.to_move].decode(), move)
    info = library.describe(
        "ternion_position_describe", PositionInfo, position)
    print(library.text("ternion_position_write", position, b"3pf", None))
    print(f"{name}: {ply} plies, {(info.result or b'*').decode()}")
    library.lib.ternion_position_free(position)
    library.lib.ternion_game_free(game)


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
