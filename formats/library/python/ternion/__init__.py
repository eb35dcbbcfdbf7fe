"""Records and rules of three-player chess, with libternion.

Boards, moves and records work as in python-chess, as far as three players
allow; ternion-python(7) lists the differences.

>>> import ternion
>>> board = ternion.Board("dreierschach")
>>> board.push_san("Nd4")
<Move Nd4>
>>> record = ternion.Record.from_board(board)
>>> record.headers["White"] = "Ann"
>>> print(str(record).splitlines()[-1])
1. Nd4 *

Players are 0, 1 and 2 in turn order, and cells have algebraic names. A call
that fails raises `Error`, with the code, the words and the fix of a
diagnostic; an argument of a wrong type raises TypeError. Threads can share all
objects.
"""
import weakref
from collections.abc import (Iterable, Iterator, Mapping, MutableMapping,
                             Sequence)
from dataclasses import dataclass
from threading import RLock
from typing import IO, Any, Callable, Optional, TypeVar, Union, overload

from . import _bindings as _c
from ._bindings import Diagnostic, Fix, Option, Piece, Place, Reading
from ._library import Error, Handle, Path, fill, path_in, str_of

__all__ = ["Board", "Diagnostic", "Error", "FORMATS", "Fix", "GAMES", "Game",
           "Headers", "LETTERS", "Move", "Moves", "NOTATIONS", "Node",
           "Option", "Outcome", "Piece", "Place", "Reader", "Reading",
           "Record", "collate", "parse", "read", "read_game"]
__version__ = _c.version(_c.API_VERSION) or ""

_T = TypeVar("_T")
_H = TypeVar("_H", bound="_Handled")


def __dir__() -> list[str]:
    return [*__all__, "__doc__", "__version__"]


for _public in (Diagnostic, Error, Fix, Option, Piece, Place, Reading):
    _public.__module__ = __name__


def _all(find: Callable[[int], Optional[_T]]) -> list[_T]:
    """What a function finds for 0, 1, 2, ... until it finds nothing."""
    found: list[_T] = []
    while (one := find(len(found))) is not None:
        found.append(one)
    return found


def _need(kind: type[_T], value: _T) -> _T:
    if not isinstance(value, kind):
        raise TypeError(f"a {kind.__name__} is needed, not a "
                        f"{type(value).__name__}")
    return value


# The ids that functions take.
GAMES, NOTATIONS, FORMATS, LETTERS = (
    _all(lambda i: _c.id(which, i)) for which in _c.List)


class _Handled:
    """An object of the library."""
    _handle: Handle

    @classmethod
    def _of(cls: type[_H], handle: Handle) -> _H:
        made = cls.__new__(cls)
        made._handle = handle
        return made


class _Constant(_Handled):
    """An object that does not change, so that copies are the object itself."""

    def __copy__(self: _H) -> _H:
        return self

    def __deepcopy__(self: _H, _memo: Any) -> _H:
        return self


class Game(_Constant, _c.GameFacts):
    """The rules of a game with its options.

    >>> import ternion
    >>> game = ternion.Game("siege", Pope="no")
    >>> game.title, game.players, game.cells
    ('Siege Chess', ['White', 'Red', 'Black'], 192)
    """

    def __init__(self, id: str, **options: str):
        if "options" in options:
            raise TypeError('write options as arguments, such as Pope="no"')
        self._handle = _c.game_open(
            id, [f"{name}={value}" for name, value in options.items()])

    def define(self, notations: str) -> "Game":
        """Defines notations for the moves and records of this game, which is
        returned: a text in YAML, as that of a file of --notation-file. Error:
        it is faulty, or the game has some already.

        >>> import ternion
        >>> game = ternion.Game("dreierschach").define('''
        ...     notations: {club: {games: dreierschach, pieces: {N: S}}}''')
        >>> ternion.Board(game).parse("Sd4", "club").write("club")
        'Sd4'
        """
        _c.game_define(self._handle, notations.encode())
        return self

    def _facts(self) -> _c.GameInfo:
        return _c.game_describe(self._handle)

    @property
    def options(self) -> list[Option]:
        """The options that the game can have."""
        return _all(lambda i: _c.game_option(self._handle, i))

    @property
    def cell_names(self) -> list[str]:
        """The algebraic names of the cells."""
        start = _c.position_start(self._handle)
        return [piece.cell for piece in
                _all(lambda i: _c.position_piece(start, i))]

    def _start(self) -> str:
        """The start in 3PF, which states the options."""
        return _write_position(_c.position_start(self._handle))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (
            (self.id, self._start()) == (other.id, other._start()))

    def __hash__(self) -> int:
        return hash(self._start())

    def __reduce__(self) -> Any:
        return _game_at, (self.id, self._start())

    def __repr__(self) -> str:
        return f"<Game {self.id}>"


def _game_at(id: str, position: str) -> Game:
    return Board(id, position).game


def _game(game: Union[Game, str], options: Mapping[str, str]) -> Game:
    if not isinstance(game, (Game, str)):
        raise TypeError(f"a Game or the name of one is needed, not {game!r}")
    if isinstance(game, str):
        return Game(game, **options)
    if options:
        raise TypeError("a Game has its options already")
    return game


def _write_position(position: Handle, form: str = "3pf", **style: Any) -> str:
    options = _c.DrawOptions()
    fill(options, **style)
    return str_of(_c.position_write(position, form, options))


class Move(_Constant, _c.MoveFacts):
    """A legal move, which knows the position in which it was found: boards and
    nodes give moves. Moves are equal if they are the same in the same game.

    >>> import ternion
    >>> move = ternion.Board().parse_san("Nd4")
    >>> move.piece, move.source, move.target, move.captures, move.uci()
    ('N', 'c1', 'd4', False, 'c1d4')
    """
    _known: Optional[_c.MoveInfo] = None

    def __init__(self, *_: object):
        raise TypeError("a move belongs to a position: take it from "
                        "board.legal_moves or board.parse_san()")

    def _facts(self) -> _c.MoveInfo:
        if self._known is None:
            self._known = _c.move_describe(self._handle)
        return self._known

    def _position(self) -> Handle:
        position = _c.move_position(self._handle)
        assert position is not None
        return position

    def _game(self) -> Game:
        game = _c.position_game(self._position())
        assert game is not None
        return Game._of(game)

    def _need_game(self, id: Optional[str]) -> None:
        if self._game().id != id:
            raise Error(f"{self} is a move of {self._game().id}, not of {id}",
                        "misuse")

    @property
    def leaps(self) -> list[str]:
        """The cells on which a chain of leaps lands."""
        return _all(lambda i: _c.move_leap(self._handle, i))

    def write(self, notation: Optional[str] = None,
              letters: Optional[str] = None) -> str:
        """The move in a notation, with a set of letters; None: the native
        notation, English letters. Error: no move of the game can be so
        written."""
        return str_of(_c.move_write(self._handle, notation, letters))

    def uci(self) -> str:
        """The move in coordinate notation."""
        return self.write("coordinate")

    def __str__(self) -> str:
        return self.write()

    def __repr__(self) -> str:
        return f"<Move {self}>"

    def _key(self) -> tuple[str, int, str]:
        return self._game().id, self.player, self.uci()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> Any:
        return _move_at, (self._game().id, _write_position(self._position()),
                          self.uci())


def _move_at(game: str, position: str, uci: str) -> Move:
    return Board(game, position).parse_uci(uci)


class Moves(Sequence[Move]):
    """The legal moves of a position, which stay those of that position.

    >>> import ternion
    >>> board = ternion.Board()
    >>> len(board.legal_moves), board.legal_moves.count()
    (44, 44)
    >>> "Nd4" in board.legal_moves, "Nd5" in board.legal_moves
    (True, False)
    >>> [str(move) for move in board.legal_moves if move.target == "d4"]
    ['bd4', 'Nd4', 'dd4']
    """

    def __init__(self, position: Handle, which: int):
        self._position, self._which = _need(Handle, position), which

    def __len__(self) -> int:
        return _c.position_moves(self._position, self._which)

    def _list(self) -> list[Move]:
        with self._position.lock:
            return [Move._of(handle) for handle in (
                _c.position_move(self._position, i) for i in range(len(self)))
                if handle is not None]

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Move, list[Move]]:
        if isinstance(index, slice):
            return self._list()[index]
        with self._position.lock:
            handle = _c.position_move(self._position, range(len(self))[index])
        assert handle is not None
        return Move._of(handle)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._list())

    def __contains__(self, move: object) -> bool:
        """Whether a move, or a text in the native notation, is one of them."""
        if isinstance(move, str):
            try:
                move = Move._of(_c.position_judge(self._position, move, None))
            except Error:
                return False
        return move in self._list()

    def count(self, value: Any = None) -> int:
        """The number of the moves, or of those that equal a move."""
        return len(self) if value is None else self._list().count(value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Moves, list)) and (
            self._list() == list(other))

    def __repr__(self) -> str:
        return f"<Moves ({', '.join(map(str, self))})>"


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    termination: In words: "mate", "stalemate", "the last king standing", ...
    winner: The player who won; None: a draw.
    """
    termination: str
    winner: Optional[int]
    _result: str

    def result(self) -> str:
        """The result, such as "1-0-3"."""
        return self._result


class Board(_c.PositionFacts):
    """A position on which you make moves and take them back.

    Board("siege") is the start of a game, Board("siege", fen) or
    Board("siege", fen=fen) a position in 3PF, and Board("siege", Pope="no") or Board(game) a game with options.
    Boards are equal if their games and positions are.

    >>> import ternion
    >>> board = ternion.Board("siege")
    >>> board.push("W1b-3a")
    <Move W1b-3a>
    >>> board.turn, board.ply(), board.pop()
    (1, 1, <Move W1b-3a>)
    """
    __hash__ = None  # type: ignore[assignment] # it changes

    def __init__(self, game: Union[Game, str] = "dreierschach",
                 position: str = "start", **options: str):
        position = options.pop("fen", position)
        if isinstance(game, str) and " " in game:
            raise ValueError("a position needs its game: "
                             'Board("dreierschach", position)')
        self._stack = [_c.position_read(_game(game, options)._handle,
                                        position)]
        self.move_stack: list[Move] = []

    @classmethod
    def _of(cls, stack: list[Handle], moves: list[Move]) -> "Board":
        board = cls.__new__(cls)
        board._stack, board.move_stack = stack, moves
        return board

    def _facts(self) -> _c.PositionInfo:
        return _c.position_describe(self._stack[-1])

    @property
    def moves(self) -> list[Move]:
        """The moves that were made; the same as move_stack."""
        return self.move_stack

    @property
    def fullmove_number(self) -> int:
        """The number of the move, as python-chess calls it; the same as
        number."""
        return self.number

    @property
    def halfmove_clock(self) -> int:
        """The same as clock."""
        return self.clock

    @property
    def game(self) -> Game:
        """The rules, with the options that the position states."""
        game = _c.position_game(self._stack[0])
        assert game is not None
        return Game._of(game)

    # Moves.

    @property
    def legal_moves(self) -> Moves:
        """The legal moves that perft counts; a finished game has none."""
        return Moves(self._stack[-1], _c.Moves.MOVES)

    @property
    def all_moves(self) -> Moves:
        """These, and calls, yields, and passes by choice."""
        return Moves(self._stack[-1], _c.Moves.ALL_MOVES)

    def parse(self, text: str, notation: Optional[str] = None) -> Move:
        """The legal move that a text in a notation describes; None: the native
        notation. Error: it is not legal, with the reason."""
        return Move._of(_c.position_judge(self._stack[-1], text, notation))

    def parse_san(self, san: str) -> Move:
        """The legal move that a text in the native notation describes.
        Error: it is not legal, with the reason.

        >>> import ternion
        >>> ternion.Board().parse_san("Nd6")
        Traceback (most recent call last):
        ternion.Error: it is White's turn; the move would be legal for Gray [wrong-turn]
        """
        return self.parse(san)

    def parse_uci(self, uci: str) -> Move:
        """The legal move that a text in coordinate notation describes.
        Error: it is not legal, with the reason."""
        return self.parse(uci, "coordinate")

    def diagnostics(self, text: str,
                    notation: Optional[str] = None) -> list[Diagnostic]:
        """What is wrong with a move as a text: errors, and warnings about a
        legal move, such as a missing mark.

        >>> import ternion
        >>> [d.code for d in ternion.Board().diagnostics("Nd4+")]
        ['false-check']
        """
        # A game of its own, whose diagnostics no other thread ends.
        position = _c.position_read(_c.game_open(self.game.id, []), self.fen())
        game = Board._of([position], []).game
        try:
            _c.position_judge(position, text, notation)
        except Error as error:
            if error.code == "notation-unknown":
                raise
        return _all(lambda i: _c.game_diagnostic(game._handle, i))

    def push(self, move: Union[Move, str]) -> Move:
        """Makes a move and returns it. A move that was found in another
        position is judged in this one. Error: it is not legal here."""
        if isinstance(move, str):
            move = self.parse(move)
        elif _need(Move, move)._position() != self._stack[-1]:
            move._need_game(self.game.id)
            move = self.parse_uci(move.uci())
        self._stack.append(_c.move_make(move._handle))
        self.move_stack.append(move)
        return move

    def push_san(self, san: str) -> Move:
        """Makes the move that a text in the native notation describes, and
        returns it. Error: it is not legal, with the reason."""
        return self.push(self.parse_san(san))

    def push_uci(self, uci: str) -> Move:
        """Makes the move that a text in coordinate notation describes, and
        returns it. Error: it is not legal, with the reason."""
        return self.push(self.parse_uci(uci))

    def pop(self) -> Move:
        """Takes the last move back and returns it. IndexError: there is
        none."""
        if not self.move_stack:
            raise IndexError("no move was made on this board")
        self._stack.pop()
        return self.move_stack.pop()

    def peek(self) -> Move:
        """The last move. IndexError: there is none."""
        if not self.move_stack:
            raise IndexError("no move was made on this board")
        return self.move_stack[-1]

    def san(self, move: Union[Move, str]) -> str:
        """A legal move in the native notation. Error: it is not legal here."""
        return str(self.copy(stack=False).push(move))

    def is_legal(self, move: Union[Move, str]) -> bool:
        """Whether a move, or a text in the native notation, is legal here."""
        try:
            self.san(move)
        except Error:
            return False
        return True

    def ply(self) -> int:
        """The number of plies since the start of the game, as the number of
        the move and the turn of the first position tell."""
        first = _c.position_describe(self._stack[0])
        return (first.number - 1) * 3 + first.turn + len(self.move_stack)

    # Positions.

    def copy(self, *, stack: bool = True) -> "Board":
        """A copy, with the moves that were made unless `stack` is false."""
        if not stack:
            return Board._of([self._stack[-1]], [])
        return Board._of(self._stack[:], self.move_stack[:])

    def root(self) -> "Board":
        """A copy of the first position."""
        return Board._of(self._stack[:1], [])

    def reset(self) -> None:
        """Sets up the usual start, and forgets the moves."""
        self.set_fen("start")

    def set_fen(self, fen: str) -> None:
        """Sets up a position in 3PF, and forgets the moves. Error: the
        position is faulty, with the reason."""
        self._stack = [_c.position_read(self.game._handle, fen)]
        self.move_stack = []

    def fen(self) -> str:
        """The position in 3PF."""
        return self.write()

    def pieces(self) -> dict[str, Piece]:
        """The pieces on the board, by cell."""
        position = self._stack[-1]
        return {piece.cell: piece for piece in
                _all(lambda i: _c.position_piece(position, i)) if piece.kind}

    def piece_map(self) -> dict[str, Piece]:
        """The pieces on the board, by cell; the same as pieces()."""
        return self.pieces()

    def piece_at(self, cell: str) -> Optional[Piece]:
        """The piece on a cell; None: the cell is empty. ValueError: there is
        no such cell."""
        if cell not in self.game.cell_names:
            raise ValueError(f"there is no cell {cell!r} on this board")
        return self.pieces().get(cell)

    # How the game stands.

    def is_check(self) -> bool:
        """Whether the king of the player to move is attacked."""
        return self.turn in self.attacked

    def is_game_over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    def is_checkmate(self) -> bool:
        """Whether the game has ended by mate."""
        return self.ending == "mate"

    def is_stalemate(self) -> bool:
        """Whether the game has ended by stalemate."""
        return self.ending == "stalemate"

    def is_repetition(self, count: int = 3) -> bool:
        """Whether the position has occurred so many times."""
        return self.repetitions >= count

    def outcome(self) -> Optional[Outcome]:
        """How the game ended; None: it goes on."""
        facts = self._facts()
        if facts.result is None or facts.ending is None:
            return None
        return Outcome(facts.ending, facts.winner, facts.result)

    def write(self, form: str = "3pf", *, seat: int = 0, colour: bool = False,
              width: int = 0, notation: Optional[str] = None,
              labels: Union[int, str] = 0, last: Optional[Move] = None,
              theme: Optional[str] = None, view: Optional[str] = None,
              no_panels: bool = False, signs: Optional[str] = None) -> str:
        """The position as "3pf", "json", "ascii", "unicode" or "svg".

        seat: The player at the bottom of a drawing.
        colour: With the sequences of a terminal, for "ascii" and "unicode".
        The rest is for "svg"; width: In pixels; 0: 720.
        notation: That of the names of cells; None: the native one.
        labels: "usual", "edges", "cells" or "none".
        last: The move that led here, which is marked.
        theme: "auto", "light", ...; None: auto.
        view: "cube" or "flat", for a board of faces.
        no_panels: Without the facts about the players.
        signs: Arrows and marks: "[%cal Ga1b2] [%csl Rd4]".

        Error: there is no such form, notation, theme or view here.
        """
        if isinstance(labels, str):
            if labels.upper() not in _c.Labels.__members__:
                raise ValueError(f"there are no labels {labels!r}")
            labels = _c.Labels[labels.upper()]
        arrival = None if last is None else _need(Move, last)._handle
        return _write_position(
            self._stack[-1], form, seat=seat, colour=colour, width=width,
            notation=notation, labels=labels, last=arrival, theme=theme,
            view=view, no_panels=no_panels, signs=signs)

    def _repr_svg_(self) -> str:
        return self.write(
            "svg", last=self.move_stack[-1] if self.move_stack else None)

    def __copy__(self) -> "Board":
        return self.copy()

    def __deepcopy__(self, _memo: Any) -> "Board":
        return self.copy()

    def __reduce__(self) -> Any:
        return _board_at, (self.game.id, self.root().fen(),
                           [move.uci() for move in self.move_stack])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and (
            (self.game.id, self.fen()) == (other.game.id, other.fen()))

    def __str__(self) -> str:
        return self.write("unicode")

    def __repr__(self) -> str:
        return f"<Board {self.fen()}>"


def _board_at(game: str, position: str, moves: Iterable[str]) -> Board:
    board = Board(game, position)
    for uci in moves:
        board.push_uci(uci)
    return board


class Node(_Handled, _c.PlyFacts):
    """A ply of a record: its move, and what is said of it.

    A line is a chain of nodes, by `next` and `previous`. Variations belong to
    the move that they are played instead of.

    >>> import ternion
    >>> record = ternion.Record()
    >>> second = record.append("fg3") and record.append("ff8")
    >>> other = second.add_variation("Nd6")
    >>> [str(node) for node in second.variations], other.parent == second
    (['Nd6'], True)
    """
    record: "Record"

    def __init__(self, *_: object):
        raise TypeError("a node belongs to a record: use record.append()")

    @classmethod
    def _in(cls, record: "Record", handle: Handle) -> "Node":
        node = cls._of(handle)
        node.record = record
        return node

    def _facts(self) -> _c.PlyInfo:
        return _c.ply_describe(self._handle)

    def _checked(self, found: _T) -> _T:
        """What was found. Error: there is none as the node was removed."""
        if not found:
            self._facts()
        return found

    def _maybe(self, handle: Optional[Handle]) -> Optional["Node"]:
        self._checked(handle)
        return Node._in(self.record, handle) if handle else None

    @property
    def move(self) -> Move:
        """The move. Error: it is not legal."""
        return Move._of(_c.ply_move(self._handle))

    def san(self) -> str:
        """The move in canonical form, or as it is written if it is not
        legal."""
        facts = self._facts()
        return facts.text or facts.token

    def uci(self) -> str:
        """The move in coordinate notation. Error: it is not legal."""
        return self.move.uci()

    def board(self) -> Board:
        """The position after the move, without the moves before. Error: the
        move is not legal."""
        return Board._of([_c.ply_position(self._handle)], [])

    def game(self) -> "Record":
        """The record."""
        return self.record

    # The tree.

    @property
    def next(self) -> Optional["Node"]:
        """The node after this one in its line; None: this is the last."""
        return self._maybe(_c.ply_next(self._handle))

    @property
    def previous(self) -> Optional["Node"]:
        """The node before this one in its line; None: this is the first."""
        return self._maybe(_c.ply_previous(self._handle))

    @property
    def parent(self) -> Optional["Node"]:
        """The node that this line is played instead of; None: it is the main
        line."""
        return self._maybe(_c.ply_parent(self._handle))

    @property
    def variations(self) -> list["Node"]:
        """The first nodes of the lines that are played instead of this
        move."""
        return [Node._in(self.record, handle) for handle in self._checked(
            _all(lambda i: _c.ply_variation(self._handle, i)))]

    def line(self) -> Iterator["Node"]:
        """This node and those after it in its line."""
        node: Optional[Node] = self
        while node is not None:
            yield node
            node = node.next

    def end(self) -> "Node":
        """The last node of the line."""
        *_, last = self.line()
        return last

    def is_end(self) -> bool:
        """Whether no node follows in the line."""
        return self.next is None

    def is_mainline(self) -> bool:
        """Whether the node is in the main line."""
        return self.parent is None

    def ply(self) -> int:
        """The number of plies from the start of the record to this move."""
        count, node = 0, self
        while True:
            before = node.previous
            if before is not None:
                count += 1
            else:
                before = node.parent
            if before is None:
                return count + 1
            node = before

    def append(self, move: Union[Move, str]) -> "Node":
        """Adds a move, or a text in the record's notation, to the end of this
        line. Error: it is not legal there."""
        return self.record._add(_c.ply_append, _c.ply_append_move, self, move)

    def add_variation(self, move: Union[Move, str]) -> "Node":
        """Adds a variation that is played instead of this move. Error: its
        move is not legal here."""
        return self.record._add(_c.ply_add_variation,
                                _c.ply_add_variation_move, self, move)

    def remove(self) -> None:
        """Removes this move and those after it in its line. Error: it was
        removed before."""
        _c.ply_remove(self._handle)

    def promote(self) -> None:
        """Exchanges the variation with the line that it is played instead
        of, from there on. Error: this is a move of the main line."""
        with self._handle.lock:
            if self.is_mainline():
                raise Error("this is a move of the main line", "misuse")
            _c.ply_promote(self._handle)

    # What is said of the move.

    def comments(self, place: int = Place.BEHIND) -> list[str]:
        """The comments in a place: before the move, after it, or after its
        variations."""
        at = Place(place)
        return self._checked(
            _all(lambda i: _c.ply_comment(self._handle, at, i)))

    def add_comment(self, text: str, place: int = Place.BEHIND) -> None:
        """Adds a comment in a place."""
        _c.ply_add_comment(self._handle, Place(place), text)

    def remove_comment(self, index: int = 0,
                       place: int = Place.BEHIND) -> None:
        """Removes a comment in a place. Error: there is none."""
        _c.ply_remove_comment(self._handle, Place(place), index)

    def _set_comment(self, text: str, place: Place) -> None:
        with self._handle.lock:
            if text:
                self.add_comment(text, place)
            for _ in self.comments(place)[1 if text else 0:]:
                self.remove_comment(0, place)

    @property
    def comment(self) -> str:
        """The comments after the move as one text, which you can set."""
        return " ".join(self.comments())

    @comment.setter
    def comment(self, text: str) -> None:
        self._set_comment(text, Place.BEHIND)

    @property
    def starting_comment(self) -> str:
        """The comments before the move as one text, which you can set."""
        return " ".join(self.comments(Place.BEFORE))

    @starting_comment.setter
    def starting_comment(self, text: str) -> None:
        self._set_comment(text, Place.BEFORE)

    @property
    def nags(self) -> list[int]:
        """The annotations, 1 to 255."""
        return self._checked(
            _all(lambda i: _c.ply_nag(self._handle, i) or None))

    def add_nag(self, nag: int) -> None:
        """Adds an annotation. Error: it is not in 1 to 255."""
        _c.ply_add_nag(self._handle, nag)

    def remove_nag(self, nag: int) -> None:
        """Removes an annotation. Error: there is none."""
        _c.ply_remove_nag(self._handle, nag)

    @property
    def clock(self) -> Optional[str]:
        """The player's clock after the move, such as "0:05:00"."""
        return self.command("clk")

    @clock.setter
    def clock(self, value: Optional[str]) -> None:
        self.set_command("clk", value)

    def command(self, name: str) -> Optional[str]:
        """The value of a command such as [%clk 0:05:00]; None: there is
        none."""
        return self._checked(_c.ply_command(self._handle, name))

    def set_command(self, name: str, value: Optional[str]) -> None:
        """Sets the value of a command; None removes it. Error: there is none,
        or the name or the value cannot stand in a command."""
        _c.ply_set_command(self._handle, name, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and self._handle == other._handle

    def __hash__(self) -> int:
        return hash(self._handle)

    def __reduce__(self) -> Any:
        raise TypeError("a node belongs to its record: copy that")

    def __str__(self) -> str:
        return self.san()

    def __repr__(self) -> str:
        return f"<Node {self}>"

    def _repr_svg_(self) -> str:
        return self.board().write("svg", last=self.move)


class Headers(MutableMapping[str, str]):
    """The tags of a record, as a dictionary.

    >>> import ternion
    >>> record = ternion.Record("siege", Pope="no")
    >>> record.headers["White"] = "Ann"
    >>> dict(record.headers), record.headers.get("Black", "?")
    ({'Variant': 'siege', 'Pope': 'no', 'White': 'Ann'}, '?')
    """

    def __init__(self, record: "Record"):
        self._record = _need(Record, record)

    def __getitem__(self, name: str) -> str:
        value = _c.record_value(self._record._handle, name)
        if value is None:
            raise KeyError(name)
        return value

    def __setitem__(self, name: str, value: str) -> None:
        if value is None:
            raise TypeError("the value of a tag is a text, not None")
        _c.record_set_tag(self._record._handle, name, value)

    def __delitem__(self, name: str) -> None:
        with self._record._handle.lock:
            self[name]
            _c.record_set_tag(self._record._handle, name, None)

    def __iter__(self) -> Iterator[str]:
        tags = _all(lambda i: _c.record_tag(self._record._handle, i))
        return iter(dict.fromkeys(name for name, _ in tags))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __repr__(self) -> str:
        return repr(dict(self))

    def __reduce__(self) -> Any:
        raise TypeError("headers belong to their record: copy that")


class Record(_Handled, _c.RecordFacts):
    """A record of a game: Record("siege"), or one that was read.

    >>> import ternion
    >>> record = ternion.Record("dreierschach")
    >>> node = record.append("fg3")
    >>> node.comment = "a start"
    >>> print(record.write(notation="siege").splitlines()[-1])
    1. W2f-3g {a start} *
    """
    _given: dict[str, Any] = {}

    def __init__(self, game: Union[Game, str] = "dreierschach",
                 **options: str):
        self._handle = _c.record_new(_game(game, options)._handle)

    @classmethod
    def from_board(cls, board: Board) -> "Record":
        """A record of the moves that were made on a board."""
        record, root = cls(_need(Board, board).game), board.root()
        if root.fen() != board.game._start():
            record.set_position(root.fen())
        for move in board.move_stack:
            record.append(move)
        if board.result is not None:
            record.result = board.result
        return record

    def readings(self, ply: int) -> list[Reading]:
        """How each score sheet has a ply of the main line, from 0, if
        collate made this record and nothing was changed since. The places
        are those in the text of the sheet."""
        return _all(lambda sheet: _c.collate_reading(self._handle, sheet, ply))

    def copy(self) -> "Record":
        """A copy, which changes on its own."""
        copy = Record._of(_c.record_copy(self._handle))
        copy._given = self._given
        return copy

    def _facts(self) -> _c.RecordInfo:
        return _c.record_describe(self._handle)

    @property
    def headers(self) -> Headers:
        """The tags, which you can change."""
        return Headers(self)

    @property
    def tags(self) -> Headers:
        """The tags, which you can change; the same as headers."""
        return Headers(self)

    @property
    def result(self) -> str:
        """The result of the game, which you can set; "*" if it has none."""
        return self._facts().result

    @result.setter
    def result(self, result: str) -> None:
        _c.record_set_result(self._handle, result)

    def set_position(self, position: str) -> None:
        """Sets the start in 3PF, or "start". Error: it is faulty."""
        _c.record_set_position(self._handle, position)

    # The moves.

    def board(self) -> Board:
        """The position from which the record starts. Error: it is not
        known."""
        return Board._of([_c.record_position(self._handle)], [])

    def mainline(self) -> Iterator[Node]:
        """The nodes of the main line."""
        first = _c.record_ply(self._handle)
        return Node._in(self, first).line() if first else iter(())

    def mainline_moves(self) -> Iterator[Move]:
        """The moves of the main line, up to one that is not legal."""
        return (node.move for node in self.mainline() if node.text)

    def end(self) -> Union["Record", Node]:
        """The last node of the main line; the record itself has none."""
        last: Union[Record, Node] = self
        for last in self.mainline():
            pass
        return last

    @property
    def comment(self) -> str:
        """The comments before the first move as one text."""
        first = next(self.mainline(), None)
        return first.starting_comment if first else " ".join(
            _all(lambda i: _c.record_comment(self._handle, i)))

    def rows(self) -> list[dict[str, Any]]:
        """The plies of the main line, for pandas.DataFrame(record.rows())."""
        return [{"ply": ply, "number": node.number, "player": node.player,
                 "move": str(node), "nags": node.nags, "clock": node.clock,
                 "comment": node.comment or None}
                for ply, node in enumerate(self.mainline(), 1)]

    def _add(self, by_text: Callable[[Handle, str], Handle],
             by_move: Callable[[Handle, Handle], Handle],
             where: Union["Record", Node], move: Union[Move, str]) -> Node:
        if isinstance(move, Move):
            move._need_game(self.game)
            return Node._in(self, by_move(where._handle, move._handle))
        return Node._in(self, by_text(where._handle, move))

    def append(self, move: Union[Move, str]) -> Node:
        """Adds a move, or a text in the record's notation, to the end of the
        main line. Error: it is not legal there."""
        return self._add(_c.record_append, _c.record_append_move, self, move)

    # The faults.

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What is wrong with the record, in the order of the text."""
        return _all(lambda i: _c.record_diagnostic(self._handle, i))

    @property
    def errors(self) -> list[Diagnostic]:
        """The diagnostics that are errors; without any it can be written."""
        return [found for found in self.diagnostics
                if found.severity == "error"]

    def fixes(self, diagnostic: int) -> list[Fix]:
        """The repairs of a diagnostic, given by its index, the likeliest
        first; for a record that was read with repairs=True."""
        return _all(lambda i: _c.record_fix(self._handle, diagnostic, i))

    def apply(self, diagnostic: int, fix: int = 0) -> str:
        """The text of the record with a repair made. IndexError: there is no
        such repair."""
        text = _c.record_apply(self._handle, diagnostic, fix)
        if text is None:
            raise IndexError("there is no such repair")
        return str_of(text)

    def mend(self) -> str:
        """The text of the record with all certain repairs made. IndexError:
        there are none."""
        text = _c.record_mend(self._handle)
        if text is None:
            raise IndexError("there are no certain repairs")
        return str_of(text)

    def write(self, format: str = "pgn", notation: Optional[str] = None,
              letters: Optional[str] = None, partial: bool = False,
              game_alone: bool = False) -> str:
        """The record as a text of its own, in a format: "pgn", "yaml", "json"
        or "jsonl"; a notation, None: the record's own; and a set of letters,
        None: "en". With `partial`, what cannot be played of a faulty record is
        in comments; with `game_alone`, a web page ("html") is only the game,
        for a page that has its board. Error: it is faulty, or cannot be so written."""
        options = _c.WriteOptions()
        fill(options, format=format, notation=notation, letters=letters,
             partial=partial, game_alone=game_alone)
        return str_of(_c.record_write(self._handle, options))

    def __str__(self) -> str:
        """The record as PGN; a faulty one as it was read."""
        with self._handle.lock:
            if not self.faulty:
                return self.write()
            text = _c.record_text(self._handle)
            return repr(self) if text is None else str_of(text)

    def __repr__(self) -> str:
        facts = self._facts()
        return f"<Record of {facts.game}, {facts.plies} plies>"

    def __copy__(self) -> "Record":
        return self.copy()

    def __deepcopy__(self, _memo: Any) -> "Record":
        return self.copy()

    def __reduce__(self) -> Any:
        with self._handle.lock:
            text = _c.record_text(self._handle)
            if text is not None:
                return _record_again, (text, {
                    **self._given, "format": self.format})
            if self.faulty:
                raise TypeError("a record that was changed and is faulty "
                                "cannot be written, so not sent elsewhere")
            return _record_again, (self.write("json").encode(), {})


def _record_again(text: bytes, given: dict[str, Any]) -> Record:
    return next(Reader(text, None, **given))


class Reader(Iterator[Record]):
    """The records of an input, one after another; read and parse give one.

    You can keep and change each record. The input is opened when the first is
    asked for; close() or a `with` statement closes it before its end.
    """

    def __init__(self, text: Optional[bytes], path: Optional[Path],
                 options: Optional[Mapping[str, str]] = None, **given: Any):
        self._text, self._path, self._given = text, path, given
        if options is not None:
            given["settings"] = [f"{name}={value}"
                                 for name, value in options.items()]
        self._options = _c.ReadOptions()
        fill(self._options, **given)
        self._lock = RLock()
        self._handle: Optional[Handle] = None
        self._is_open = True

    def _open(self) -> Handle:
        if self._path is None:
            return _c.open_text(_c.unpack(self._text or b""), self._options)
        try:
            return _c.open_file(self._path, self._options)
        except OSError as error:
            error.filename = self._path
            raise

    def __iter__(self) -> "Reader":
        return self

    def __next__(self) -> Record:
        """The next record, faulty or not. OSError: the input cannot be read;
        Error: an option has no such value."""
        with self._lock:
            if not self._is_open:
                raise StopIteration
            try:
                self._handle = self._handle or self._open()
                found = _c.next(self._handle)
                if found is None:
                    raise StopIteration
                record = Record._of(_c.record_copy(found))
            except BaseException:
                self.close()
                raise
            record._given = self._given
            return record

    def close(self) -> None:
        """Closes the input: no more records are read."""
        with self._lock:
            self._handle, self._text, self._is_open = None, None, False

    def __enter__(self) -> "Reader":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> Any:
        raise TypeError("a reader cannot be copied: read the input again")


def read(path: Union[Path, IO[str], IO[bytes]],
         options: Optional[Mapping[str, str]] = None, *,
         format: Optional[str] = None, game: Optional[str] = None,
         notation: Optional[str] = None, force: bool = False,
         max_record: int = 0, repairs: bool = False,
         notations: Optional[str] = None) -> Reader:
    """The records of a file, one after another.

    path: The name of a file, which can be compressed by gzip or Zstandard;
        "-": standard input; or an open file, which is read at once.
    options, game, notation: What holds if a record does not say, or with
        `force` in any case.
    format: "pgn", "json", ...; None: the name or the first bytes tell.
    max_record: The size of a record, at most, in bytes; 0: 8 MiB.
    repairs: Look for repairs, for record.fixes().
    notations: Notations that are defined for the records, as by game.define.
    """
    if not isinstance(path, (str, bytes)) and hasattr(path, "read"):
        return parse(path.read(), options, format=format, game=game,
                     notation=notation, force=force, max_record=max_record,
                     repairs=repairs, notations=notations)
    path_in(path)
    return Reader(None, path, options, format=format, game=game,
                  notation=notation, force=force, max_record=max_record,
                  repairs=repairs, notations=notations)


def parse(text: Union[str, bytes],
          options: Optional[Mapping[str, str]] = None, *,
          format: Optional[str] = None, game: Optional[str] = None,
          notation: Optional[str] = None, force: bool = False,
          max_record: int = 0, repairs: bool = False,
          notations: Optional[str] = None) -> Reader:
    """The records of a text, or of the bytes of a file, which can be
    compressed; see read.

    >>> import ternion
    >>> [len(list(record.mainline())) for record in ternion.parse(
    ...     "1. fg3 ff8 * 1. Nd4 *", game="dreierschach")]
    [2, 1]
    """
    if not isinstance(text, (str, bytes)):
        raise TypeError(f"a text is needed, not {type(text).__name__}")
    return Reader(text.encode() if isinstance(text, str) else text, None,
                  options, format=format, game=game, notation=notation,
                  force=force, max_record=max_record, repairs=repairs,
                  notations=notations)


_readers: MutableMapping[Any, Reader] = weakref.WeakKeyDictionary()


def read_game(file: Union[IO[str], IO[bytes]]) -> Optional[Record]:
    """The next record of an open file; None after the last.

    >>> import io, ternion
    >>> file = io.StringIO("[Variant \\"dreierschach\\"]\\n\\n1. fg3 *")
    >>> ternion.read_game(file), ternion.read_game(file)
    (<Record of dreierschach, 1 plies>, None)
    """
    if not hasattr(file, "read"):
        raise TypeError("an open file is needed, not a "
                        f"{type(file).__name__}; use read() for a name")
    reader = _readers.get(file) or read(file)
    _readers[file] = reader
    record = next(reader, None)
    if record is None:
        del _readers[file]
    return record


def collate(records: Iterable[Record]) -> Record:
    """The legal game that best explains 2 to 6 score sheets of it; comments
    say where they differ. Error: no game explains all of them."""
    handles = [_need(Record, record)._handle for record in records]
    if not 2 <= len(handles) <= 6:
        raise ValueError(f"2 to 6 records are needed, not {len(handles)}")
    return Record._of(_c.collate(handles))
