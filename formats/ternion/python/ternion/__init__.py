"""Records and rules of three-player chess, with libternion.

    >>> import ternion
    >>> board = ternion.Board("dreierschach")
    >>> board.push("Nd4")
    >>> record = ternion.Record("dreierschach")
    >>> node = record.append("fg3")
    >>> for record in ternion.read("games.pgn"):
    ...     print(record.tags["White"], [str(n) for n in record.mainline()])

Players are 0, 1 and 2 in turn order. A call that fails raises `Error`, which
has the code, the words and the fix of the diagnostic.
"""
import ctypes
from collections.abc import Iterator, MutableMapping
from ctypes import byref, c_size_t, c_void_p
from typing import Any, NamedTuple, Optional, Union

from . import _library as _c
from ._library import Error, bytes_of, lib, make, text_of

__all__ = ["Board", "Diagnostic", "Error", "Fix", "Game", "Move", "Node",
           "Piece", "Record", "collate", "parse", "read"]
__version__ = text_of(lib.ternion_version(1))


class Fix(NamedTuple):
    """A repair of a diagnostic; `share` is its likelihood of 1000."""
    title: str
    certain: bool
    likely: bool
    share: int


class Diagnostic(NamedTuple):
    """A fault in a record: its place in bytes, and for people from 1."""
    code: str
    severity: str
    message: str
    fix: Optional[str]
    ply: int
    offset: int
    length: int
    line: int
    column: int
    end_line: int
    end_column: int


class Piece(NamedTuple):
    """A piece on a cell; `owner` is None if nobody moves it."""
    cell: str
    kind: str
    promoted: bool
    owner: Optional[int]
    colour: int


def _players(bits: int) -> list[int]:
    return [p for p in range(3) if bits >> p & 1]


class Game:
    """The rules of a game: Game("siege", Pope="no")."""

    def __init__(self, id: str, **options: str):
        self._fill(make(lib.ternion_game_open, id.encode(),
                        _c.settings_of(options)))

    def _fill(self, handle: int, owner: Optional["Board"] = None) -> "Game":
        self._handle, self._owner = handle, owner
        info = _c.describe(lib.ternion_game_describe, _c.GameInfo,
                           self._handle)
        self.id, self.title = text_of(info.id), text_of(info.title)
        self.notation = text_of(info.notation)
        self.players = [text_of(name) for name in info.players]
        self.results = []
        while info.results[len(self.results)]:
            self.results.append(text_of(info.results[len(self.results)]))
        self.cells = info.cells
        return self

    def __del__(self):
        if self.__dict__.get("_owner") is None:
            lib.ternion_game_free(self.__dict__.get("_handle"))

    def __repr__(self) -> str:
        return f"<Game {self.id}>"


def _game(game: Union[Game, str], options: dict) -> Game:
    return game if isinstance(game, Game) else Game(game, **options)


class Move:
    """A legal move in a position, which it remembers."""

    def __init__(self, handle: int, position: Optional[int] = None):
        self._handle, self._position = handle, position
        info = _c.describe(lib.ternion_move_describe, _c.MoveInfo, handle)
        self.type, self.player = text_of(info.type), info.player
        self.piece = info.piece.decode().strip("\0") or None
        self.promotion = info.promotion.decode().strip("\0") or None
        self.captures = info.captures
        self.source = info.source.decode() or None
        self.target = info.target.decode() or None
        self.attacked = _players(info.attacked)
        self.mated = _players(info.mated)

    def __del__(self):
        lib.ternion_move_free(self._handle)

    @property
    def leaps(self) -> list[str]:
        """The cells on which a chain of leaps lands."""
        cells: list[str] = []
        name = ctypes.create_string_buffer(16)
        while lib.ternion_move_leap(self._handle, len(cells), name) == _c.OK:
            cells.append(name.value.decode())
        return cells

    def write(self, notation: Optional[str] = None,
              letters: Optional[str] = None) -> str:
        """The move in a notation; None: the native one."""
        return _c.write(lib.ternion_move_write, self._handle,
                        bytes_of(notation), bytes_of(letters))

    def __str__(self) -> str:
        return self.write()

    def __repr__(self) -> str:
        return f"<Move {self}>"

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Move) and self.player == other.player and
                str(self) == str(other))

    def __hash__(self) -> int:
        return hash((self.player, str(self)))


class Board:
    """A position that moves are made on and taken back: Board("siege"),
    Board("bnem", "3PF ..."), Board(game)."""

    def __init__(self, game: Union[Game, str] = "dreierschach",
                 position: str = "start", **options: str):
        rules = _game(game, options)
        self._stack = [make(lib.ternion_position_read, rules._handle,
                            position.encode())]
        self.moves: list[Move] = []

    @classmethod
    def _of(cls, handle: int) -> "Board":
        board = cls.__new__(cls)
        board._stack, board.moves = [handle], []
        return board

    @property
    def game(self) -> Game:
        """The rules, with the options that the position states."""
        return Game.__new__(Game)._fill(
            lib.ternion_position_game(self._stack[0]), self)

    def __del__(self):
        for handle in self.__dict__.get("_stack", []):
            lib.ternion_position_free(handle)

    @property
    def _handle(self) -> int:
        return self._stack[-1]

    @property
    def _info(self):
        return _c.describe(lib.ternion_position_describe, _c.PositionInfo,
                           self._handle)

    @property
    def turn(self) -> int:
        """The player whose turn it is."""
        return self._info.to_move

    @property
    def number(self) -> int:
        """The number of the move."""
        return self._info.number

    @property
    def clock(self) -> int:
        """Plies since the last capture or pawn move."""
        return self._info.clock

    @property
    def attacked(self) -> list[int]:
        """The players whose kings are attacked."""
        return _players(self._info.attacked)

    @property
    def out(self) -> list[int]:
        """The players who are out."""
        return _players(self._info.out)

    @property
    def repetitions(self) -> int:
        """How often the position has occurred, this time included."""
        return self._info.repetitions

    @property
    def result(self) -> Optional[str]:
        """The result of a game that is over; else None."""
        return text_of(self._info.result)

    @property
    def winner(self) -> Optional[int]:
        """The winner of a game that is over; else None."""
        winner = self._info.winner
        return None if winner == _c.NOBODY else winner

    @property
    def legal_moves(self) -> list[Move]:
        """The moves that perft counts."""
        return self._moves(0)

    @property
    def all_moves(self) -> list[Move]:
        """These, and calls, yields, and passes by choice."""
        return self._moves(1)

    def _moves(self, which: int) -> list[Move]:
        count = c_size_t()
        _c.check(lib.ternion_position_moves(self._handle, which,
                                            byref(count)))
        return [Move(make(lib.ternion_position_move, self._handle, i),
                     self._handle)
                for i in range(count.value)]

    def parse(self, text: str, notation: Optional[str] = None) -> Move:
        """The legal move that a text describes."""
        return Move(make(lib.ternion_position_judge, self._handle,
                         text.encode(), bytes_of(notation)), self._handle)

    def push(self, move: Union[Move, str]) -> Move:
        """Makes a move; one that was found in another position is judged in
        this one."""
        if isinstance(move, str):
            move = self.parse(move)
        elif move._position != self._handle:
            move = self.parse(move.write("coordinate"), "coordinate")
        self._stack.append(make(lib.ternion_move_make, move._handle))
        self.moves.append(move)
        return move

    def pop(self) -> Move:
        """Takes the last move back."""
        move = self.moves.pop()
        lib.ternion_position_free(self._stack.pop())
        return move

    def pieces(self) -> dict[str, Piece]:
        """The pieces on the board, by cell."""
        found = {}
        for i in range(self.game.cells):
            piece = _c.describe(lib.ternion_position_piece, _c.Piece,
                                self._handle, i)
            if piece.kind != b"\0":
                cell = piece.cell.decode()
                owner = None if piece.owner == _c.NOBODY else piece.owner
                found[cell] = Piece(cell, piece.kind.decode(),
                                    piece.promoted, owner, piece.colour)
        return found

    def write(self, form: str = "3pf", **style: Any) -> str:
        """The position as 3pf, json, ascii, unicode or svg. For drawings:
        seat, colour, width, notation, labels (0 to 3), theme, view,
        no_panels, signs and last, a Move."""
        last = style.get("last")
        if last is not None:
            style["last"] = last._handle
        options = _c.options(_c.DrawOptions, style)
        return _c.write(lib.ternion_position_write, self._handle,
                        form.encode(), byref(options))

    def _repr_svg_(self) -> str:
        style = {"last": self.moves[-1]} if self.moves else {}
        return self.write("svg", **style)

    def __str__(self) -> str:
        return self.write("unicode")

    def __repr__(self) -> str:
        return f"<Board {self.write()}>"


class Node:
    """A ply of a record: its move, and what is said of it."""

    def __init__(self, record: "Record", handle: int):
        self.record, self._handle = record, handle

    def _node(self, handle: Optional[int]) -> Optional["Node"]:
        return Node(self.record, handle) if handle else None

    @property
    def _info(self):
        return _c.describe(lib.ternion_ply_describe, _c.PlyInfo, self._handle)

    @property
    def token(self) -> str:
        """The ply as it is written."""
        return text_of(self._info.token)

    @property
    def text(self) -> Optional[str]:
        """The move in canonical form; None: it is not legal."""
        return text_of(self._info.move)

    @property
    def player(self) -> Optional[int]:
        player = self._info.player
        return None if player == _c.NOBODY else player

    @property
    def number(self) -> int:
        """The number of the move."""
        return self._info.number

    @property
    def move(self) -> Move:
        return Move(make(lib.ternion_ply_move, self._handle))

    def board(self) -> Board:
        """The position after the move."""
        return Board._of(make(lib.ternion_ply_position, self._handle))

    @property
    def next(self) -> Optional["Node"]:
        return self._node(lib.ternion_ply_next(self._handle))

    @property
    def previous(self) -> Optional["Node"]:
        return self._node(lib.ternion_ply_previous(self._handle))

    @property
    def parent(self) -> Optional["Node"]:
        """The node that this line is played instead of."""
        return self._node(lib.ternion_ply_parent(self._handle))

    @property
    def variations(self) -> list["Node"]:
        """The first nodes of the lines that are played instead."""
        found: list[Node] = []
        while handle := lib.ternion_ply_variation(self._handle, len(found)):
            found.append(Node(self.record, handle))
        return found

    def line(self) -> Iterator["Node"]:
        """This node and those after it in its line."""
        handle = self._handle
        while handle:
            yield Node(self.record, handle)
            handle = lib.ternion_ply_next(handle)

    def comments(self, place: int = 1) -> list[str]:
        """Comments before the move (0), after it (1), and after its
        variations (2)."""
        found: list[str] = []
        while (text := lib.ternion_ply_comment(
                self._handle, place, len(found))) is not None:
            found.append(text.decode("utf-8", "replace"))
        return found

    def add_comment(self, text: str, place: int = 1) -> None:
        _c.check(lib.ternion_ply_add_comment(self._handle, place,
                                             text.encode()))

    def remove_comment(self, index: int = 0, place: int = 1) -> None:
        _c.check(lib.ternion_ply_remove_comment(self._handle, place, index))

    @property
    def nags(self) -> list[int]:
        """The annotations, 1 to 255."""
        found: list[int] = []
        while nag := lib.ternion_ply_nag(self._handle, len(found)):
            found.append(nag)
        return found

    def add_nag(self, nag: int) -> None:
        _c.check(lib.ternion_ply_add_nag(self._handle, nag))

    def remove_nag(self, nag: int) -> None:
        _c.check(lib.ternion_ply_remove_nag(self._handle, nag))

    @property
    def clock(self) -> Optional[str]:
        """The player's clock after the move, such as "0:05:00"."""
        return self.command("clk")

    @clock.setter
    def clock(self, value: Optional[str]) -> None:
        self.set_command("clk", value)

    def command(self, name: str) -> Optional[str]:
        """The value of a command such as [%clk 0:05:00]."""
        return text_of(lib.ternion_ply_command(self._handle, name.encode()))

    def set_command(self, name: str, value: Optional[str]) -> None:
        _c.check(lib.ternion_ply_set_command(self._handle, name.encode(),
                                             bytes_of(value)))

    def append(self, move: Union[Move, str]) -> "Node":
        """Adds a move to the end of this line."""
        return self.record._add(lib.ternion_ply_append,
                                lib.ternion_ply_append_move, self, move)

    def add_variation(self, move: Union[Move, str]) -> "Node":
        """Adds a variation that is played instead of this move."""
        return self.record._add(lib.ternion_ply_add_variation,
                                lib.ternion_ply_add_variation_move, self,
                                move)

    def remove(self) -> None:
        """Removes this move and those after it in its line."""
        _c.check(lib.ternion_ply_remove(self._handle))

    def __str__(self) -> str:
        info = self._info
        return text_of(info.move or info.token)

    def __repr__(self) -> str:
        return f"<Node {self}>"

    def _repr_svg_(self) -> str:
        return self.board().write("svg", last=self.move)


class Tags(MutableMapping):
    """The tags of a record, as a dictionary."""

    def __init__(self, record: "Record"):
        self._record = record

    def __getitem__(self, name: str) -> str:
        value = lib.ternion_record_value(self._record._handle, name.encode())
        if value is None:
            raise KeyError(name)
        return text_of(value)

    def __setitem__(self, name: str, value: str) -> None:
        _c.check(lib.ternion_record_set_tag(self._record._handle,
                                            name.encode(), value.encode()))

    def __delitem__(self, name: str) -> None:
        if lib.ternion_record_set_tag(self._record._handle, name.encode(),
                                      None) != _c.OK:
            raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        name, value = c_void_p(), c_void_p()
        names = []
        while lib.ternion_record_tag(self._record._handle, len(names),
                                     byref(name), byref(value)) == _c.OK:
            names.append(text_of(ctypes.string_at(name)))
        return iter(names)

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __repr__(self) -> str:
        return repr(dict(self))


class Record:
    """A record of a game: Record("siege"), or one that was read."""

    def __init__(self, game: Union[Game, str] = "dreierschach",
                 **options: str):
        rules = _game(game, options)
        self._handle = make(lib.ternion_record_new, rules._handle)

    @classmethod
    def _of(cls, handle: int) -> "Record":
        record = cls.__new__(cls)
        record._handle = handle
        return record

    def __del__(self):
        lib.ternion_record_free(self.__dict__.get("_handle"))

    def copy(self) -> "Record":
        return Record._of(make(lib.ternion_record_copy, self._handle))

    @property
    def tags(self) -> Tags:
        return Tags(self)

    @property
    def _info(self):
        return _c.describe(lib.ternion_record_describe, _c.RecordInfo,
                           self._handle)

    @property
    def game(self) -> Optional[str]:
        """The id of the game; None: it could not be told."""
        return text_of(self._info.game)

    @property
    def notation(self) -> Optional[str]:
        return text_of(self._info.notation)

    @property
    def faulty(self) -> bool:
        """The record has an error and cannot be written."""
        return self._info.faulty

    @property
    def complete(self) -> bool:
        """Every ply of the main line was played."""
        return self._info.complete

    @property
    def result(self) -> str:
        return text_of(self._info.result)

    @result.setter
    def result(self, result: str) -> None:
        _c.check(lib.ternion_record_set_result(self._handle, result.encode()))

    def set_position(self, position: str) -> None:
        """Sets the start in 3PF, or "start"."""
        _c.check(lib.ternion_record_set_position(self._handle,
                                                 position.encode()))

    def board(self) -> Board:
        """The position from which the record starts."""
        return Board._of(make(lib.ternion_record_position, self._handle))

    def mainline(self) -> Iterator[Node]:
        """The nodes of the main line."""
        handle = lib.ternion_record_ply(self._handle)
        return Node(self, handle).line() if handle else iter(())

    def rows(self) -> list[dict[str, Any]]:
        """The plies of the main line, for pandas.DataFrame(record.rows())."""
        return [{"ply": ply, "number": node.number, "player": node.player,
                 "move": str(node), "nags": node.nags, "clock": node.clock,
                 "comment": " ".join(node.comments()) or None}
                for ply, node in enumerate(self.mainline(), 1)]

    def _add(self, by_text, by_move, where, move) -> Node:
        if isinstance(move, Move):
            return Node(self, make(by_move, where._handle, move._handle))
        return Node(self, make(by_text, where._handle, move.encode()))

    def append(self, move: Union[Move, str]) -> Node:
        """Adds a move to the end of the main line."""
        return self._add(lib.ternion_record_append,
                         lib.ternion_record_append_move, self, move)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        found: list[Diagnostic] = []
        d = _c.Diagnostic(ctypes.sizeof(_c.Diagnostic))
        while lib.ternion_record_diagnostic(self._handle, len(found),
                                            byref(d)) == _c.OK:
            found.append(Diagnostic(
                text_of(d.code), ("note", "warning", "error")[d.severity],
                text_of(d.message), text_of(d.fix), d.ply, d.offset, d.length,
                d.line, d.column, d.end_line, d.end_column))
        return found

    def fixes(self, diagnostic: int) -> list[Fix]:
        """The repairs of a diagnostic, the likeliest first, of a record that
        was read with repairs=True."""
        found: list[Fix] = []
        fix = _c.Fix(ctypes.sizeof(_c.Fix))
        while lib.ternion_record_fix(self._handle, diagnostic, len(found),
                                     byref(fix)) == _c.OK:
            found.append(Fix(text_of(fix.title), fix.certain, fix.likely,
                             fix.share))
        return found

    def apply(self, diagnostic: int, fix: int = 0) -> str:
        """The text of the record with a repair made."""
        return _c.write(lib.ternion_record_apply, self._handle, diagnostic,
                        fix)

    def mend(self) -> str:
        """The text of the record with all certain repairs made."""
        return _c.write(lib.ternion_record_mend, self._handle)

    def write(self, format: str = "pgn", notation: Optional[str] = None,
              letters: Optional[str] = None) -> str:
        """The record as a text of its own."""
        options = _c.options(_c.WriteOptions, {
            "format": format, "notation": notation, "letters": letters})
        return _c.write(lib.ternion_record_write, self._handle,
                        byref(options))

    def __str__(self) -> str:
        return self.write()

    def __repr__(self) -> str:
        return f"<Record of {self.game}, {self._info.plies} plies>"


def _records(reader: int) -> Iterator[Record]:
    try:
        handle = c_void_p()
        while (status := lib.ternion_next(reader, byref(handle))) == _c.OK:
            yield Record._of(make(lib.ternion_record_copy, handle))
        if status != _c.END:
            _c.check(status)
    finally:
        lib.ternion_close(reader)


def collate(records: list[Record]) -> Record:
    """The legal game that best explains 2 to 6 score sheets of it; comments
    say where they differ."""
    handles = (c_void_p * len(records))(*[r._handle for r in records])
    made = c_void_p()
    status = lib.ternion_collate(handles, len(records), byref(made))
    record = Record._of(made.value)  # frees what a failure gives
    _c.check(status)
    return record


def _options(options: Optional[dict], given: dict):
    made = _c.options(_c.ReadOptions, given)
    if options is not None:
        made.settings = _c.settings_of(options)
    return byref(made)


def read(path: str, options: Optional[dict] = None,
         **given: Any) -> Iterator[Record]:
    """The records of a file, one after another: "-" is standard input. What
    holds where a record does not say: game, notation, options. Besides:
    format, force, max_record in bytes, and repairs."""
    return _records(make(lib.ternion_open_file, str(path).encode(),
                         _options(options, given)))


def parse(text: str, options: Optional[dict] = None,
          **given: Any) -> Iterator[Record]:
    """The records of a text; see read."""
    data = text.encode()
    return _records(make(lib.ternion_open_text, data, len(data),
                         _options(options, given)))
