"""The functions and structures of ternion.h; bindings.py writes
this file from its declarations and comments."""
from ctypes import (POINTER, Structure, byref, c_bool, c_char, c_char_p,
                    c_int, c_size_t, c_uint, c_void_p,
                    create_string_buffer, sizeof)
from enum import IntEnum
from typing import NamedTuple, Optional

from ._library import (Handle, Path, bytes_taken, check, handle_of, is_there,
                       lib, list_of, maybe_in, number_in, path_in, player_of,
                       players_of, str_of, text_in, text_of, texts_in,
                       texts_of)

API_VERSION = 4
PLAYERS = 3
NOBODY = 3
NAME_MAX = 16


class Status(IntEnum):
    """The results of functions."""
    OK = 0
    END = 1
    FAULTY = 2
    UNKNOWN = 3
    MISUSE = 4
    UNREADABLE = 5
    NO_MEMORY = 6


class List(IntEnum):
    """The lists of ternion_id."""
    GAMES = 0
    NOTATIONS = 1
    FORMATS = 2
    LETTERS = 3


class Severity(IntEnum):
    """How bad a diagnostic is."""
    NOTE = 0
    WARNING = 1
    ERROR = 2


class Place(IntEnum):
    """Where a comment of a ply stands."""
    BEFORE = 0
    BEHIND = 1
    AFTER = 2


class Moves(IntEnum):
    """Which moves ternion_position_moves lists."""
    MOVES = 0
    ALL_MOVES = 1
    TURNS = 2


class Labels(IntEnum):
    """Which names of cells a drawing shows."""
    USUAL = 0
    EDGES = 1
    CELLS = 2
    NONE = 3


class Diagnostic(NamedTuple):
    """A fault in a record, or in a text that was judged, with its span.

    code: "move-ambiguous"; codes never change.
    severity: See severity.
    message: The fault in words.
    fix: A text to put in place of the span; or None.
    ply: Of the main line, from 1; 0: none in particular.
    offset: The span, in bytes of the input.
    length: The span, in bytes of the input.
    line: The span, in lines and columns of code points, from 1.
    column: The span, in lines and columns of code points, from 1.
    end_line: The span, in lines and columns of code points, from 1.
    end_column: The span, in lines and columns of code points, from 1.
    """
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


class CDiagnostic(Structure):
    """Diagnostic as it is in C."""
    _fields_ = [
        ("size", c_size_t),
        ("code", c_char_p),
        ("severity", c_int),
        ("message", c_char_p),
        ("fix", c_char_p),
        ("ply", c_uint),
        ("offset", c_size_t),
        ("length", c_size_t),
        ("line", c_size_t),
        ("column", c_size_t),
        ("end_line", c_size_t),
        ("end_column", c_size_t),]

    def give(self) -> Diagnostic:
        return Diagnostic(
            str_of(self.code),
            Severity(self.severity).name.lower(),
            str_of(self.message),
            text_of(self.fix),
            self.ply,
            self.offset,
            self.length,
            self.line,
            self.column,
            self.end_line,
            self.end_column)


class GameInfo(NamedTuple):
    """Facts about a game."""
    id: str
    title: str
    notation: str
    players: list[str]
    colours: str
    results: list[str]
    cells: int


class CGameInfo(Structure):
    """GameInfo as it is in C."""
    _fields_ = [
        ("size", c_size_t),
        ("id", c_char_p),
        ("title", c_char_p),
        ("notation", c_char_p),
        ("players", c_char_p * 3),
        ("colours", c_char_p),
        ("results", POINTER(c_char_p)),
        ("cells", c_uint),]

    def give(self) -> GameInfo:
        return GameInfo(
            str_of(self.id),
            str_of(self.title),
            str_of(self.notation),
            [str_of(name) for name in self.players],
            str_of(self.colours),
            texts_of(self.results),
            self.cells)


class GameFacts:
    """What the members of GameInfo say of an object."""

    def _facts(self) -> GameInfo:
        raise NotImplementedError

    @property
    def id(self) -> str:
        """"siege"."""
        return self._facts().id

    @property
    def title(self) -> str:
        """"Siege Chess"."""
        return self._facts().title

    @property
    def notation(self) -> str:
        """Id of the native notation."""
        return self._facts().notation

    @property
    def players(self) -> list[str]:
        """"White", in turn order."""
        return self._facts().players

    @property
    def colours(self) -> str:
        """"wgb", in turn order."""
        return self._facts().colours

    @property
    def results(self) -> list[str]:
        """"1-0-3"."""
        return self._facts().results

    @property
    def cells(self) -> int:
        """Number of cells of the board."""
        return self._facts().cells


class Option(NamedTuple):
    """An option of a game.

    name: "Siege".
    values: In words: "none, captures, points".
    usual: The default, in words.
    choices: Its values; None: any.
    """
    name: str
    values: str
    usual: str
    choices: Optional[list[str]]


class COption(Structure):
    """Option as it is in C."""
    _fields_ = [
        ("size", c_size_t),
        ("name", c_char_p),
        ("values", c_char_p),
        ("usual", c_char_p),
        ("choices", POINTER(c_char_p)),]

    def give(self) -> Option:
        return Option(
            str_of(self.name),
            str_of(self.values),
            str_of(self.usual),
            texts_of(self.choices) if self.choices else None)


class ReadOptions(Structure):
    """What a caller can set."""
    _fields_ = [
        ("size", c_size_t),
        ("format", c_char_p),
        ("game", c_char_p),
        ("notation", c_char_p),
        ("settings", POINTER(c_char_p)),
        ("force", c_bool),
        ("max_record", c_size_t),
        ("repairs", c_bool),
        ("notations", c_char_p),]


class RecordInfo(NamedTuple):
    """Facts about a record."""
    number: int
    game: Optional[str]
    notation: Optional[str]
    result: str
    plies: int
    complete: bool
    faulty: bool
    dropped: int
    offset: int
    length: int
    format: Optional[str]


class CRecordInfo(Structure):
    """RecordInfo as it is in C."""
    _fields_ = [
        ("size", c_size_t),
        ("number", c_size_t),
        ("game", c_char_p),
        ("notation", c_char_p),
        ("result", c_char_p),
        ("plies", c_size_t),
        ("complete", c_bool),
        ("faulty", c_bool),
        ("dropped", c_size_t),
        ("offset", c_size_t),
        ("length", c_size_t),
        ("format", c_char_p),]

    def give(self) -> RecordInfo:
        return RecordInfo(
            self.number,
            text_of(self.game),
            text_of(self.notation),
            str_of(self.result),
            self.plies,
            self.complete,
            self.faulty,
            self.dropped,
            self.offset,
            self.length,
            text_of(self.format))


class RecordFacts:
    """What the members of RecordInfo say of an object."""

    def _facts(self) -> RecordInfo:
        raise NotImplementedError

    @property
    def number(self) -> int:
        """Place in the input, from 1."""
        return self._facts().number

    @property
    def game(self) -> Optional[str]:
        """Id of the game; None: not known."""
        return self._facts().game

    @property
    def notation(self) -> Optional[str]:
        """Id of that of the moves; None: not known."""
        return self._facts().notation

    @property
    def result(self) -> str:
        """Of the game; "*" if it has none."""
        return self._facts().result

    @property
    def plies(self) -> int:
        """Number of the main line's that were played."""
        return self._facts().plies

    @property
    def complete(self) -> bool:
        """All of them were played."""
        return self._facts().complete

    @property
    def faulty(self) -> bool:
        """It has an error, and cannot be written."""
        return self._facts().faulty

    @property
    def dropped(self) -> int:
        """Number of diagnostics that are not kept."""
        return self._facts().dropped

    @property
    def offset(self) -> int:
        """The bytes of the input that ternion_record_apply rewrites."""
        return self._facts().offset

    @property
    def length(self) -> int:
        """The bytes of the input that ternion_record_apply rewrites."""
        return self._facts().length

    @property
    def format(self) -> Optional[str]:
        """Id of that of the input; None: not read."""
        return self._facts().format


class Fix(NamedTuple):
    """A repair of a diagnostic.

    title: Its effect: "write fg3".
    certain: Nothing else can have been meant.
    likely: Nothing else is nearly as likely.
    share: How likely it is, of 1000; 0: not known.
    """
    title: str
    certain: bool
    likely: bool
    share: int


class CFix(Structure):
    """Fix as it is in C."""
    _fields_ = [
        ("size", c_size_t),
        ("title", c_char_p),
        ("certain", c_bool),
        ("likely", c_bool),
        ("share", c_uint),]

    def give(self) -> Fix:
        return Fix(
            str_of(self.title),
            self.certain,
            self.likely,
            self.share)


class WriteOptions(Structure):
    """What a caller can set."""
    _fields_ = [
        ("size", c_size_t),
        ("format", c_char_p),
        ("notation", c_char_p),
        ("letters", c_char_p),
        ("partial", c_bool),
        ("game_alone", c_bool),]


class Reading(NamedTuple):
    """How a score sheet has a ply.

    differs: It has something else, or nothing.
    open: Another move explains the sheets as well.
    offset: Its place, in bytes of the input; a ply that is missing is 0
        long.
    length: Its place, in bytes of the input; a ply that is missing is 0
        long.
    """
    differs: bool
    open: bool
    offset: int
    length: int


class CReading(Structure):
    """Reading as it is in C."""
    _fields_ = [
        ("size", c_size_t),
        ("differs", c_bool),
        ("open", c_bool),
        ("offset", c_size_t),
        ("length", c_size_t),]

    def give(self) -> Reading:
        return Reading(
            self.differs,
            self.open,
            self.offset,
            self.length)


class PlyInfo(NamedTuple):
    """Facts about a ply."""
    token: str
    text: Optional[str]
    player: Optional[int]
    number: int
    offset: int
    length: int


class CPlyInfo(Structure):
    """PlyInfo as it is in C."""
    _fields_ = [
        ("size", c_size_t),
        ("token", c_char_p),
        ("text", c_char_p),
        ("player", c_uint),
        ("number", c_uint),
        ("offset", c_size_t),
        ("length", c_size_t),]

    def give(self) -> PlyInfo:
        return PlyInfo(
            str_of(self.token),
            text_of(self.text),
            player_of(self.player),
            self.number,
            self.offset,
            self.length)


class PlyFacts:
    """What the members of PlyInfo say of an object."""

    def _facts(self) -> PlyInfo:
        raise NotImplementedError

    @property
    def token(self) -> str:
        """The move as it is written."""
        return self._facts().token

    @property
    def text(self) -> Optional[str]:
        """The move in canonical form, without annotations; None: not
        legal, or after a fault."""
        return self._facts().text

    @property
    def player(self) -> Optional[int]:
        """Who moves; None if move is None."""
        return self._facts().player

    @property
    def number(self) -> int:
        """Number of the move; 0 if move is None."""
        return self._facts().number

    @property
    def offset(self) -> int:
        """Place of the token, in bytes of the input."""
        return self._facts().offset

    @property
    def length(self) -> int:
        """Place of the token, in bytes of the input."""
        return self._facts().length


class PositionInfo(NamedTuple):
    """Facts about a position."""
    turn: int
    out: list[int]
    attacked: list[int]
    number: int
    clock: int
    result: Optional[str]
    winner: Optional[int]
    repetitions: int
    ending: Optional[str]


class CPositionInfo(Structure):
    """PositionInfo as it is in C."""
    _fields_ = [
        ("size", c_size_t),
        ("turn", c_uint),
        ("out", c_uint),
        ("attacked", c_uint),
        ("number", c_uint),
        ("clock", c_uint),
        ("result", c_char_p),
        ("winner", c_uint),
        ("repetitions", c_uint),
        ("ending", c_char_p),]

    def give(self) -> PositionInfo:
        return PositionInfo(
            self.turn,
            players_of(self.out),
            players_of(self.attacked),
            self.number,
            self.clock,
            text_of(self.result),
            player_of(self.winner),
            self.repetitions,
            text_of(self.ending))


class PositionFacts:
    """What the members of PositionInfo say of an object."""

    def _facts(self) -> PositionInfo:
        raise NotImplementedError

    @property
    def turn(self) -> int:
        """Player whose turn it is, from 0."""
        return self._facts().turn

    @property
    def out(self) -> list[int]:
        """Players who are out."""
        return self._facts().out

    @property
    def attacked(self) -> list[int]:
        """Players whose kings are attacked."""
        return self._facts().attacked

    @property
    def number(self) -> int:
        """Number of the move, from 1."""
        return self._facts().number

    @property
    def clock(self) -> int:
        """Plies since the last capture or pawn move."""
        return self._facts().clock

    @property
    def result(self) -> Optional[str]:
        """Of a game that is over; else None."""
        return self._facts().result

    @property
    def winner(self) -> Optional[int]:
        """Of such a game; None in a draw."""
        return self._facts().winner

    @property
    def repetitions(self) -> int:
        """How often the position has occurred, as far as known."""
        return self._facts().repetitions

    @property
    def ending(self) -> Optional[str]:
        """How such a game ended, "mate"; else None."""
        return self._facts().ending


class Piece(NamedTuple):
    """A piece on a cell.

    cell: Algebraic name of the cell.
    kind: English letter, 'P' for a pawn; None: an empty cell.
    promoted: To its other form, where a game has that.
    owner: Player who moves it, or None.
    colour: Player whose it was at first.
    """
    cell: str
    kind: Optional[str]
    promoted: bool
    owner: Optional[int]
    colour: int


class CPiece(Structure):
    """Piece as it is in C."""
    _fields_ = [
        ("size", c_size_t),
        ("cell", c_char * 16),
        ("kind", c_char),
        ("promoted", c_bool),
        ("owner", c_uint),
        ("colour", c_uint),]

    def give(self) -> Piece:
        return Piece(
            str_of(self.cell).strip("\0"),
            str_of(self.kind).strip("\0") or None,
            self.promoted,
            player_of(self.owner),
            self.colour)


class DrawOptions(Structure):
    """What a caller can set."""
    _fields_ = [
        ("size", c_size_t),
        ("seat", c_uint),
        ("colour", c_bool),
        ("width", c_uint),
        ("notation", c_char_p),
        ("labels", c_int),
        ("last", c_void_p),
        ("theme", c_char_p),
        ("view", c_char_p),
        ("no_panels", c_bool),
        ("signs", c_char_p),]


class MoveInfo(NamedTuple):
    """Facts about a move."""
    type: str
    player: int
    piece: Optional[str]
    promotion: Optional[str]
    captures: bool
    source: Optional[str]
    target: Optional[str]
    attacked: list[int]
    mated: list[int]
    rook: Optional[str]


class CMoveInfo(Structure):
    """MoveInfo as it is in C."""
    _fields_ = [
        ("size", c_size_t),
        ("type", c_char_p),
        ("player", c_uint),
        ("piece", c_char),
        ("promotion", c_char),
        ("captures", c_bool),
        ("source", c_char * 16),
        ("target", c_char * 16),
        ("attacked", c_uint),
        ("mated", c_uint),
        ("rook", c_char * 16),]

    def give(self) -> MoveInfo:
        return MoveInfo(
            str_of(self.type),
            self.player,
            str_of(self.piece).strip("\0") or None,
            str_of(self.promotion).strip("\0") or None,
            self.captures,
            str_of(self.source).strip("\0") or None,
            str_of(self.target).strip("\0") or None,
            players_of(self.attacked),
            players_of(self.mated),
            str_of(self.rook).strip("\0") or None)


class MoveFacts:
    """What the members of MoveInfo say of an object."""

    def _facts(self) -> MoveInfo:
        raise NotImplementedError

    @property
    def type(self) -> str:
        """"quiet", "capture", "castle",."""
        return self._facts().type

    @property
    def player(self) -> int:
        """Who moves."""
        return self._facts().player

    @property
    def piece(self) -> Optional[str]:
        """English letter; None: no piece moves."""
        return self._facts().piece

    @property
    def promotion(self) -> Optional[str]:
        """Letter of the new piece, or None."""
        return self._facts().promotion

    @property
    def captures(self) -> bool:
        """It takes a piece."""
        return self._facts().captures

    @property
    def source(self) -> Optional[str]:
        """Algebraic name of the cell, or None."""
        return self._facts().source

    @property
    def target(self) -> Optional[str]:
        """Algebraic name of the cell, or None."""
        return self._facts().target

    @property
    def attacked(self) -> list[int]:
        """Players whose kings the mover attacks after it."""
        return self._facts().attacked

    @property
    def mated(self) -> list[int]:
        """Players whom it mates."""
        return self._facts().mated

    @property
    def rook(self) -> Optional[str]:
        """Castling: name of the cell that the rook leaves, or None."""
        return self._facts().rook


lib.ternion_version.argtypes = [c_uint]
lib.ternion_version.restype = c_char_p


def version(api_version: int) -> Optional[str]:
    """The version of the library, "1.0.0"; NULL if it does not serve
    programs that were compiled for this TERNION_API_VERSION."""
    return text_of(lib.ternion_version(number_in(api_version)))


lib.ternion_status_text.argtypes = [c_uint]
lib.ternion_status_text.restype = c_char_p


def status_text(status: int) -> Optional[str]:
    """A status in words, for messages; never NULL."""
    return text_of(lib.ternion_status_text(number_in(status)))


lib.ternion_id.argtypes = [c_uint, c_size_t]
lib.ternion_id.restype = c_char_p


def id(list: int, index: int) -> Optional[str]:
    """The id of a game, notation, format or set of letters, from 0; NULL
    after the last."""
    return text_of(lib.ternion_id(number_in(list), number_in(index)))


lib.ternion_free.argtypes = [c_void_p]
lib.ternion_free.restype = None


lib.ternion_error.argtypes = [c_uint, c_void_p]
lib.ternion_error.restype = c_int


def error(status: int) -> Optional[Diagnostic]:
    """Describes the last failure of this thread, which had that status:
    its code and message, and the fix and the span, if any. The span
    lies in the text that was passed, or in the input of a record.
    Returns TERNION_END if another failure has happened since."""
    error = CDiagnostic(sizeof(CDiagnostic))
    if not is_there(lib.ternion_error(number_in(status), byref(error))):
        return None
    return error.give()


lib.ternion_game_open.argtypes = [c_char_p, c_void_p, c_void_p]
lib.ternion_game_open.restype = c_int


def game_open(id: str, settings: list[str]) -> Handle:
    """`settings` are options as "NAME=VALUE", ended by NULL; NULL:
    defaults."""
    game = c_void_p()
    status = lib.ternion_game_open(text_in(id), texts_in(settings),
            byref(game))
    made = Handle(game.value, None, lib.ternion_game_free)
    check(status)
    return made


lib.ternion_game_free.argtypes = [c_void_p]
lib.ternion_game_free.restype = None


lib.ternion_game_define.argtypes = [c_void_p, c_char_p, c_size_t]
lib.ternion_game_define.restype = c_int


def game_define(game: Handle, text: bytes) -> None:
    """Defines notations for the moves and records of a game that has none
    yet, and that no other thread uses: a text in YAML as --notation-
    file takes it."""
    with game.lock:
        check(lib.ternion_game_define(game, text, len(text)))


lib.ternion_game_describe.argtypes = [c_void_p, c_void_p]
lib.ternion_game_describe.restype = c_int


def game_describe(game: Handle) -> GameInfo:
    """Gives the facts about the game."""
    info = CGameInfo(sizeof(CGameInfo))
    with game.lock:
        check(lib.ternion_game_describe(game, byref(info)))
        return info.give()


lib.ternion_game_option.argtypes = [c_void_p, c_size_t, c_void_p]
lib.ternion_game_option.restype = c_int


def game_option(game: Handle, index: int) -> Optional[Option]:
    """Options of the game, from 0."""
    option = COption(sizeof(COption))
    with game.lock:
        if not is_there(lib.ternion_game_option(game, number_in(index),
                byref(option))):
            return None
        return option.give()


lib.ternion_game_diagnostic.argtypes = [c_void_p, c_size_t, c_void_p]
lib.ternion_game_diagnostic.restype = c_int


def game_diagnostic(game: Handle, index: int) -> Optional[Diagnostic]:
    """Diagnostics of the last ternion_position_read or
    ternion_position_judge with the game."""
    diagnostic = CDiagnostic(sizeof(CDiagnostic))
    with game.lock:
        if not is_there(lib.ternion_game_diagnostic(game, number_in(index),
                byref(diagnostic))):
            return None
        return diagnostic.give()


lib.ternion_open_text.argtypes = [c_char_p, c_size_t, c_void_p, c_void_p]
lib.ternion_open_text.restype = c_int


def open_text(text: bytes, options: ReadOptions) -> Handle:
    """A text is copied; a file may be compressed, and "-" is standard
    input. `options` may be NULL."""
    reader = c_void_p()
    status = lib.ternion_open_text(text, len(text), byref(options),
            byref(reader))
    made = Handle(reader.value, None, lib.ternion_close)
    check(status)
    return made


lib.ternion_open_file.argtypes = [c_char_p, c_void_p, c_void_p]
lib.ternion_open_file.restype = c_int


def open_file(path: Path, options: ReadOptions) -> Handle:
    """A text is copied; a file may be compressed, and "-" is standard
    input. `options` may be NULL."""
    reader = c_void_p()
    status = lib.ternion_open_file(path_in(path), byref(options),
            byref(reader))
    made = Handle(reader.value, None, lib.ternion_close)
    check(status)
    return made


lib.ternion_close.argtypes = [c_void_p]
lib.ternion_close.restype = None


lib.ternion_unpack.argtypes = [c_void_p, c_size_t, c_void_p, c_void_p]
lib.ternion_unpack.restype = c_int


def unpack(bytes: bytes) -> bytes:
    """Unpacks bytes in gzip or Zstandard; others are copied."""
    length = c_size_t()
    text = c_void_p()
    check(lib.ternion_unpack(bytes, len(bytes), byref(text), byref(length)))
    return bytes_taken(text, length)


lib.ternion_next.argtypes = [c_void_p, c_void_p]
lib.ternion_next.restype = c_int


def next(reader: Handle) -> Optional[Handle]:
    """Reads the next record, faulty or not; TERNION_END after the last."""
    record = c_void_p()
    with reader.lock:
        if not is_there(lib.ternion_next(reader, byref(record))):
            return None
        return Handle(record.value, reader)


lib.ternion_record_describe.argtypes = [c_void_p, c_void_p]
lib.ternion_record_describe.restype = c_int


def record_describe(record: Handle) -> RecordInfo:
    """Gives the facts about the record."""
    info = CRecordInfo(sizeof(CRecordInfo))
    with record.lock:
        check(lib.ternion_record_describe(record, byref(info)))
        return info.give()


lib.ternion_record_tag.argtypes = [c_void_p, c_size_t, c_void_p, c_void_p]
lib.ternion_record_tag.restype = c_int


def record_tag(record: Handle, index: int) -> Optional[tuple[str, str]]:
    """A tag pair, from 0, in the order of the record."""
    name = c_char_p()
    value = c_char_p()
    with record.lock:
        if not is_there(lib.ternion_record_tag(record, number_in(index),
                byref(name), byref(value))):
            return None
        return (str_of(name.value), str_of(value.value))


lib.ternion_record_value.argtypes = [c_void_p, c_char_p]
lib.ternion_record_value.restype = c_char_p


def record_value(record: Handle, name: str) -> Optional[str]:
    """The value of the first tag of that name; NULL if there is none."""
    with record.lock:
        return text_of(lib.ternion_record_value(record, text_in(name)))


lib.ternion_record_text.argtypes = [c_void_p, c_void_p, c_void_p]
lib.ternion_record_text.restype = c_int


def record_text(record: Handle) -> Optional[bytes]:
    """The text of a record as it was read; TERNION_END if it was changed
    or not read."""
    length = c_size_t()
    text = c_void_p()
    with record.lock:
        if not is_there(lib.ternion_record_text(record, byref(text),
                byref(length))):
            return None
        return bytes_taken(text, length)


lib.ternion_record_diagnostic.argtypes = [c_void_p, c_size_t, c_void_p]
lib.ternion_record_diagnostic.restype = c_int


def record_diagnostic(record: Handle, index: int) -> Optional[Diagnostic]:
    """The diagnostics, in the order of the text."""
    diagnostic = CDiagnostic(sizeof(CDiagnostic))
    with record.lock:
        if not is_there(lib.ternion_record_diagnostic(record, number_in(index),
                byref(diagnostic))):
            return None
        return diagnostic.give()


lib.ternion_record_fix.argtypes = [c_void_p, c_size_t, c_size_t, c_void_p]
lib.ternion_record_fix.restype = c_int


def record_fix(record: Handle, diagnostic: int, index: int) -> Optional[Fix]:
    """The repairs of a diagnostic, the likeliest first; see `repairs`."""
    fix = CFix(sizeof(CFix))
    with record.lock:
        if not is_there(lib.ternion_record_fix(record, number_in(diagnostic),
                number_in(index), byref(fix))):
            return None
        return fix.give()


lib.ternion_record_apply.argtypes = [c_void_p, c_size_t, c_size_t, c_void_p,
        c_void_p]
lib.ternion_record_apply.restype = c_int


def record_apply(record: Handle, diagnostic: int, index:
        int) -> Optional[bytes]:
    """The text of a record that was read and not changed, with a repair
    made."""
    length = c_size_t()
    text = c_void_p()
    with record.lock:
        if not is_there(lib.ternion_record_apply(record, number_in(diagnostic),
                number_in(index), byref(text), byref(length))):
            return None
        return bytes_taken(text, length)


lib.ternion_record_mend.argtypes = [c_void_p, c_void_p, c_void_p]
lib.ternion_record_mend.restype = c_int


def record_mend(record: Handle) -> Optional[bytes]:
    """The text of such a record with all certain repairs made, as `ternion
    check --fix` makes them: comments keep the old text. TERNION_END if
    there are none."""
    length = c_size_t()
    text = c_void_p()
    with record.lock:
        if not is_there(lib.ternion_record_mend(record, byref(text),
                byref(length))):
            return None
        return bytes_taken(text, length)


lib.ternion_record_comment.argtypes = [c_void_p, c_size_t]
lib.ternion_record_comment.restype = c_char_p


def record_comment(record: Handle, index: int) -> Optional[str]:
    """A comment of a record that has no plies."""
    with record.lock:
        return text_of(lib.ternion_record_comment(record, number_in(index)))


lib.ternion_record_position.argtypes = [c_void_p, c_void_p]
lib.ternion_record_position.restype = c_int


def record_position(record: Handle) -> Handle:
    """The position from which the record starts."""
    position = c_void_p()
    with record.lock:
        status = lib.ternion_record_position(record, byref(position))
        made = Handle(position.value, None, lib.ternion_position_free)
        check(status)
        return made


lib.ternion_record_write.argtypes = [c_void_p, c_void_p, c_void_p, c_void_p]
lib.ternion_record_write.restype = c_int


def record_write(record: Handle, options: WriteOptions) -> bytes:
    """The record as a text of its own; TERNION_FAULTY if it has an error.
    `options` and `length` may be NULL."""
    length = c_size_t()
    text = c_void_p()
    with record.lock:
        check(lib.ternion_record_write(record, byref(options), byref(text),
                byref(length)))
        return bytes_taken(text, length)


lib.ternion_record_new.argtypes = [c_void_p, c_void_p]
lib.ternion_record_new.restype = c_int


def record_new(game: Handle) -> Handle:
    """A record of the game without plies, and a copy of a record. They
    belong to the caller, who frees them; freeing a record of a reader
    does nothing."""
    record = c_void_p()
    with game.lock:
        status = lib.ternion_record_new(game, byref(record))
        made = Handle(record.value, None, lib.ternion_record_free)
        check(status)
        return made


lib.ternion_record_copy.argtypes = [c_void_p, c_void_p]
lib.ternion_record_copy.restype = c_int


def record_copy(record: Handle) -> Handle:
    """A record of the game without plies, and a copy of a record. They
    belong to the caller, who frees them; freeing a record of a reader
    does nothing."""
    copy = c_void_p()
    with record.lock:
        status = lib.ternion_record_copy(record, byref(copy))
        made = Handle(copy.value, None, lib.ternion_record_free)
        check(status)
        return made


lib.ternion_record_free.argtypes = [c_void_p]
lib.ternion_record_free.restype = None


lib.ternion_collate.argtypes = [c_void_p, c_size_t, c_void_p]
lib.ternion_collate.restype = c_int


def collate(records: list[Handle]) -> Handle:
    """The legal game that explains 2 to 6 score sheets best, with the tags
    of the first, then those that only others have, and the result that
    most have. Comments say where sheets differ, by their numbers from
    1; a sheet of another game than the first is left out. With
    TERNION_FAULTY, *collated has the part of the game that could be
    explained, or is NULL if the game of some record is not known."""
    collated = c_void_p()
    status = lib.ternion_collate(list_of(records), len(records),
            byref(collated))
    made = Handle(collated.value, None, lib.ternion_record_free)
    check(status)
    return made


lib.ternion_collate_reading.argtypes = [c_void_p, c_size_t, c_size_t, c_void_p]
lib.ternion_collate_reading.restype = c_int


def collate_reading(collated: Handle, sheet: int, ply:
        int) -> Optional[Reading]:
    """How a sheet, from 0, has a ply of the main line, from 0, of a record
    that ternion_collate made and nobody changed. TERNION_END after the
    last sheet, after the last ply, and for a sheet of another game."""
    reading = CReading(sizeof(CReading))
    with collated.lock:
        if not is_there(lib.ternion_collate_reading(collated, number_in(sheet),
                number_in(ply), byref(reading))):
            return None
        return reading.give()


lib.ternion_record_set_tag.argtypes = [c_void_p, c_char_p, c_char_p]
lib.ternion_record_set_tag.restype = c_int


def record_set_tag(record: Handle, name: str, value: Optional[str]) -> None:
    """Sets the first tag of that name or adds it; NULL removes it. The tag
    Result also sets the result."""
    with record.lock:
        check(lib.ternion_record_set_tag(record, text_in(name),
                maybe_in(value)))


lib.ternion_record_set_result.argtypes = [c_void_p, c_char_p]
lib.ternion_record_set_result.restype = c_int


def record_set_result(record: Handle, result: str) -> None:
    """Sets the result, and the tag if there is one; "*" for none."""
    with record.lock:
        check(lib.ternion_record_set_result(record, text_in(result)))


lib.ternion_record_set_position.argtypes = [c_void_p, c_char_p]
lib.ternion_record_set_position.restype = c_int


def record_set_position(record: Handle, text: str) -> None:
    """Sets the start in 3PF; "start" for the usual one."""
    with record.lock:
        check(lib.ternion_record_set_position(record, text_in(text)))


lib.ternion_record_ply.argtypes = [c_void_p]
lib.ternion_record_ply.restype = c_void_p


def record_ply(record: Handle) -> Optional[Handle]:
    """The first ply of the main line, and the next in the same line; NULL
    if there is none."""
    with record.lock:
        return handle_of(lib.ternion_record_ply(record), record)


lib.ternion_ply_next.argtypes = [c_void_p]
lib.ternion_ply_next.restype = c_void_p


def ply_next(ply: Handle) -> Optional[Handle]:
    """The first ply of the main line, and the next in the same line; NULL
    if there is none."""
    with ply.lock:
        return handle_of(lib.ternion_ply_next(ply), ply)


lib.ternion_ply_variation.argtypes = [c_void_p, c_size_t]
lib.ternion_ply_variation.restype = c_void_p


def ply_variation(ply: Handle, index: int) -> Optional[Handle]:
    """The first ply of a variation, which is played instead of the ply;
    NULL if there is none of that number."""
    with ply.lock:
        return handle_of(lib.ternion_ply_variation(ply, number_in(index)), ply)


lib.ternion_ply_previous.argtypes = [c_void_p]
lib.ternion_ply_previous.restype = c_void_p


def ply_previous(ply: Handle) -> Optional[Handle]:
    """The ply before in the same line, and the one that the line is played
    instead of; NULL if there is none."""
    with ply.lock:
        return handle_of(lib.ternion_ply_previous(ply), ply)


lib.ternion_ply_parent.argtypes = [c_void_p]
lib.ternion_ply_parent.restype = c_void_p


def ply_parent(ply: Handle) -> Optional[Handle]:
    """The ply before in the same line, and the one that the line is played
    instead of; NULL if there is none."""
    with ply.lock:
        return handle_of(lib.ternion_ply_parent(ply), ply)


lib.ternion_record_append.argtypes = [c_void_p, c_char_p, c_void_p]
lib.ternion_record_append.restype = c_int


def record_append(record: Handle, text: str) -> Handle:
    """Adds a ply to the end of the main line, to the end of the line of a
    ply, or as a variation that is played instead of a ply. The move is
    a text in the record's notation, or a move of the position. `made`
    may be NULL. Variations lie in one another 64 deep at most;
    TERNION_MISUSE for one more."""
    made = c_void_p()
    with record.lock:
        check(lib.ternion_record_append(record, text_in(text), byref(made)))
        return Handle(made.value, record)


lib.ternion_record_append_move.argtypes = [c_void_p, c_void_p, c_void_p]
lib.ternion_record_append_move.restype = c_int


def record_append_move(record: Handle, move: Handle) -> Handle:
    """Adds a ply to the end of the main line, to the end of the line of a
    ply, or as a variation that is played instead of a ply. The move is
    a text in the record's notation, or a move of the position. `made`
    may be NULL. Variations lie in one another 64 deep at most;
    TERNION_MISUSE for one more."""
    made = c_void_p()
    with record.lock:
        check(lib.ternion_record_append_move(record, move, byref(made)))
        return Handle(made.value, record)


lib.ternion_ply_append.argtypes = [c_void_p, c_char_p, c_void_p]
lib.ternion_ply_append.restype = c_int


def ply_append(ply: Handle, text: str) -> Handle:
    """Adds a ply to the end of the main line, to the end of the line of a
    ply, or as a variation that is played instead of a ply. The move is
    a text in the record's notation, or a move of the position. `made`
    may be NULL. Variations lie in one another 64 deep at most;
    TERNION_MISUSE for one more."""
    made = c_void_p()
    with ply.lock:
        check(lib.ternion_ply_append(ply, text_in(text), byref(made)))
        return Handle(made.value, ply)


lib.ternion_ply_append_move.argtypes = [c_void_p, c_void_p, c_void_p]
lib.ternion_ply_append_move.restype = c_int


def ply_append_move(ply: Handle, move: Handle) -> Handle:
    """Adds a ply to the end of the main line, to the end of the line of a
    ply, or as a variation that is played instead of a ply. The move is
    a text in the record's notation, or a move of the position. `made`
    may be NULL. Variations lie in one another 64 deep at most;
    TERNION_MISUSE for one more."""
    made = c_void_p()
    with ply.lock:
        check(lib.ternion_ply_append_move(ply, move, byref(made)))
        return Handle(made.value, ply)


lib.ternion_ply_add_variation.argtypes = [c_void_p, c_char_p, c_void_p]
lib.ternion_ply_add_variation.restype = c_int


def ply_add_variation(ply: Handle, text: str) -> Handle:
    """Adds a ply to the end of the main line, to the end of the line of a
    ply, or as a variation that is played instead of a ply. The move is
    a text in the record's notation, or a move of the position. `made`
    may be NULL. Variations lie in one another 64 deep at most;
    TERNION_MISUSE for one more."""
    made = c_void_p()
    with ply.lock:
        check(lib.ternion_ply_add_variation(ply, text_in(text), byref(made)))
        return Handle(made.value, ply)


lib.ternion_ply_add_variation_move.argtypes = [c_void_p, c_void_p, c_void_p]
lib.ternion_ply_add_variation_move.restype = c_int


def ply_add_variation_move(ply: Handle, move: Handle) -> Handle:
    """Adds a ply to the end of the main line, to the end of the line of a
    ply, or as a variation that is played instead of a ply. The move is
    a text in the record's notation, or a move of the position. `made`
    may be NULL. Variations lie in one another 64 deep at most;
    TERNION_MISUSE for one more."""
    made = c_void_p()
    with ply.lock:
        check(lib.ternion_ply_add_variation_move(ply, move, byref(made)))
        return Handle(made.value, ply)


lib.ternion_ply_remove.argtypes = [c_void_p]
lib.ternion_ply_remove.restype = c_int


def ply_remove(ply: Handle) -> None:
    """Removes a ply, those after it in its line, and their variations.
    Other calls with their handles return TERNION_MISUSE, or NULL."""
    with ply.lock:
        check(lib.ternion_ply_remove(ply))


lib.ternion_ply_promote.argtypes = [c_void_p]
lib.ternion_ply_promote.restype = c_int


def ply_promote(ply: Handle) -> None:
    """Exchanges the variation of a ply with the line that it is played
    instead of, from there on: that becomes the first variation. The
    result stays. TERNION_END for a ply of the main line; TERNION_MISUSE
    where that would lie too deep."""
    with ply.lock:
        check(lib.ternion_ply_promote(ply))


lib.ternion_ply_describe.argtypes = [c_void_p, c_void_p]
lib.ternion_ply_describe.restype = c_int


def ply_describe(ply: Handle) -> PlyInfo:
    """Gives the facts about the ply."""
    info = CPlyInfo(sizeof(CPlyInfo))
    with ply.lock:
        check(lib.ternion_ply_describe(ply, byref(info)))
        return info.give()


lib.ternion_ply_nag.argtypes = [c_void_p, c_size_t]
lib.ternion_ply_nag.restype = c_uint


def ply_nag(ply: Handle, index: int) -> int:
    """An annotation, 1 to 255, from 0; 0 if there is none of that number."""
    with ply.lock:
        return int(lib.ternion_ply_nag(ply, number_in(index)))


lib.ternion_ply_comment.argtypes = [c_void_p, c_uint, c_size_t]
lib.ternion_ply_comment.restype = c_char_p


def ply_comment(ply: Handle, place: int, index: int) -> Optional[str]:
    """A comment, from 0 for each place; NULL if there is none of that
    number."""
    with ply.lock:
        return text_of(lib.ternion_ply_comment(ply, number_in(place),
                number_in(index)))


lib.ternion_ply_add_comment.argtypes = [c_void_p, c_uint, c_char_p]
lib.ternion_ply_add_comment.restype = c_int


def ply_add_comment(ply: Handle, place: int, text: str) -> None:
    """Change the comments in a place, and the annotations."""
    with ply.lock:
        check(lib.ternion_ply_add_comment(ply, number_in(place),
                text_in(text)))


lib.ternion_ply_remove_comment.argtypes = [c_void_p, c_uint, c_size_t]
lib.ternion_ply_remove_comment.restype = c_int


def ply_remove_comment(ply: Handle, place: int, index: int) -> None:
    """Change the comments in a place, and the annotations."""
    with ply.lock:
        check(lib.ternion_ply_remove_comment(ply, number_in(place),
                number_in(index)))


lib.ternion_ply_add_nag.argtypes = [c_void_p, c_uint]
lib.ternion_ply_add_nag.restype = c_int


def ply_add_nag(ply: Handle, number: int) -> None:
    """Change the comments in a place, and the annotations."""
    with ply.lock:
        check(lib.ternion_ply_add_nag(ply, number_in(number)))


lib.ternion_ply_remove_nag.argtypes = [c_void_p, c_uint]
lib.ternion_ply_remove_nag.restype = c_int


def ply_remove_nag(ply: Handle, number: int) -> None:
    """Change the comments in a place, and the annotations."""
    with ply.lock:
        check(lib.ternion_ply_remove_nag(ply, number_in(number)))


lib.ternion_ply_command.argtypes = [c_void_p, c_char_p]
lib.ternion_ply_command.restype = c_char_p


def ply_command(ply: Handle, name: str) -> Optional[str]:
    """A command in the comments after the move: "clk" is the clock in
    [%clk 0:05:00], "cal" are arrows and "csl" marks. NULL removes it."""
    with ply.lock:
        return text_of(lib.ternion_ply_command(ply, text_in(name)))


lib.ternion_ply_set_command.argtypes = [c_void_p, c_char_p, c_char_p]
lib.ternion_ply_set_command.restype = c_int


def ply_set_command(ply: Handle, name: str, value: Optional[str]) -> None:
    """A command in the comments after the move: "clk" is the clock in
    [%clk 0:05:00], "cal" are arrows and "csl" marks. NULL removes it."""
    with ply.lock:
        check(lib.ternion_ply_set_command(ply, text_in(name), maybe_in(value)))


lib.ternion_ply_move.argtypes = [c_void_p, c_void_p]
lib.ternion_ply_move.restype = c_int


def ply_move(ply: Handle) -> Handle:
    """The move, and the position after it; TERNION_FAULTY if there is no
    `move` in its info."""
    move = c_void_p()
    with ply.lock:
        status = lib.ternion_ply_move(ply, byref(move))
        made = Handle(move.value, None, lib.ternion_move_free)
        check(status)
        return made


lib.ternion_ply_position.argtypes = [c_void_p, c_void_p]
lib.ternion_ply_position.restype = c_int


def ply_position(ply: Handle) -> Handle:
    """The move, and the position after it; TERNION_FAULTY if there is no
    `move` in its info."""
    position = c_void_p()
    with ply.lock:
        status = lib.ternion_ply_position(ply, byref(position))
        made = Handle(position.value, None, lib.ternion_position_free)
        check(status)
        return made


lib.ternion_position_start.argtypes = [c_void_p, c_void_p]
lib.ternion_position_start.restype = c_int


def position_start(game: Handle) -> Handle:
    """The usual start, and a position in 3PF, where "start" is the usual
    start."""
    position = c_void_p()
    with game.lock:
        status = lib.ternion_position_start(game, byref(position))
        made = Handle(position.value, None, lib.ternion_position_free)
        check(status)
        return made


lib.ternion_position_read.argtypes = [c_void_p, c_char_p, c_void_p]
lib.ternion_position_read.restype = c_int


def position_read(game: Handle, text: str) -> Handle:
    """The usual start, and a position in 3PF, where "start" is the usual
    start."""
    position = c_void_p()
    with game.lock:
        status = lib.ternion_position_read(game, text_in(text),
                byref(position))
        made = Handle(position.value, None, lib.ternion_position_free)
        check(status)
        return made


lib.ternion_position_free.argtypes = [c_void_p]
lib.ternion_position_free.restype = None


lib.ternion_position_game.argtypes = [c_void_p]
lib.ternion_position_game.restype = c_void_p


def position_game(position: Handle) -> Optional[Handle]:
    """The game of a position, which belongs to it; NULL only for NULL."""
    with position.lock:
        return handle_of(lib.ternion_position_game(position), position)


lib.ternion_position_describe.argtypes = [c_void_p, c_void_p]
lib.ternion_position_describe.restype = c_int


def position_describe(position: Handle) -> PositionInfo:
    """Gives the facts about the position."""
    info = CPositionInfo(sizeof(CPositionInfo))
    with position.lock:
        check(lib.ternion_position_describe(position, byref(info)))
        return info.give()


lib.ternion_position_piece.argtypes = [c_void_p, c_size_t, c_void_p]
lib.ternion_position_piece.restype = c_int


def position_piece(position: Handle, index: int) -> Optional[Piece]:
    """The piece on a cell of the board; cells count from 0."""
    piece = CPiece(sizeof(CPiece))
    with position.lock:
        if not is_there(lib.ternion_position_piece(position, number_in(index),
                byref(piece))):
            return None
        return piece.give()


lib.ternion_position_moves.argtypes = [c_void_p, c_uint, c_void_p]
lib.ternion_position_moves.restype = c_int


def position_moves(position: Handle, which: int) -> int:
    """Lists the legal moves, and sets their number."""
    count = c_size_t()
    with position.lock:
        check(lib.ternion_position_moves(position, number_in(which),
                byref(count)))
        return count.value


lib.ternion_position_move.argtypes = [c_void_p, c_size_t, c_void_p]
lib.ternion_position_move.restype = c_int


def position_move(position: Handle, index: int) -> Optional[Handle]:
    """A move of the last list, from 0; without a list, of TERNION_MOVES."""
    move = c_void_p()
    with position.lock:
        if not is_there(lib.ternion_position_move(position, number_in(index),
                byref(move))):
            return None
        return Handle(move.value, None, lib.ternion_move_free)


lib.ternion_position_judge.argtypes = [c_void_p, c_char_p, c_char_p, c_void_p]
lib.ternion_position_judge.restype = c_int


def position_judge(position: Handle, text: str, notation:
        Optional[str]) -> Handle:
    """Judges a move in the notation (NULL: the native one), with English
    or German letters. TERNION_FAULTY if it is not legal or has a false
    mark. The diagnostics of the game say why, and have warnings about
    legal moves."""
    move = c_void_p()
    with position.lock:
        status = lib.ternion_position_judge(position, text_in(text),
                maybe_in(notation), byref(move))
        made = Handle(move.value, None, lib.ternion_move_free)
        check(status)
        return made


lib.ternion_position_write.argtypes = [c_void_p, c_char_p, c_void_p, c_void_p,
        c_void_p]
lib.ternion_position_write.restype = c_int


def position_write(position: Handle, form: str, options: DrawOptions) -> bytes:
    """The position as "3pf", "json", "ascii", "unicode" or "svg".
    `options` and `length` may be NULL."""
    length = c_size_t()
    text = c_void_p()
    with position.lock:
        check(lib.ternion_position_write(position, text_in(form),
                byref(options), byref(text), byref(length)))
        return bytes_taken(text, length)


lib.ternion_move_free.argtypes = [c_void_p]
lib.ternion_move_free.restype = None


lib.ternion_move_position.argtypes = [c_void_p]
lib.ternion_move_position.restype = c_void_p


def move_position(move: Handle) -> Optional[Handle]:
    """The position in which the move is legal, which belongs to it; NULL
    only for NULL."""
    with move.lock:
        return handle_of(lib.ternion_move_position(move), move)


lib.ternion_move_describe.argtypes = [c_void_p, c_void_p]
lib.ternion_move_describe.restype = c_int


def move_describe(move: Handle) -> MoveInfo:
    """Gives the facts about the move."""
    info = CMoveInfo(sizeof(CMoveInfo))
    with move.lock:
        check(lib.ternion_move_describe(move, byref(info)))
        return info.give()


lib.ternion_move_leap.argtypes = [c_void_p, c_size_t, c_void_p]
lib.ternion_move_leap.restype = c_int


def move_leap(move: Handle, index: int) -> Optional[str]:
    """The cells on which a chain of leaps lands, from 0; the last is `to`."""
    name = create_string_buffer(NAME_MAX)
    with move.lock:
        if not is_there(lib.ternion_move_leap(move, number_in(index), name)):
            return None
        return str_of(name.value)


lib.ternion_move_write.argtypes = [c_void_p, c_char_p, c_char_p, c_void_p,
        c_void_p]
lib.ternion_move_write.restype = c_int


def move_write(move: Handle, notation: Optional[str], letters:
        Optional[str]) -> bytes:
    """The move in a notation (NULL: the native one) and with letters
    (NULL: "en"). `length` may be NULL."""
    length = c_size_t()
    text = c_void_p()
    with move.lock:
        check(lib.ternion_move_write(move, maybe_in(notation),
                maybe_in(letters), byref(text), byref(length)))
        return bytes_taken(text, length)


lib.ternion_move_make.argtypes = [c_void_p, c_void_p]
lib.ternion_move_make.restype = c_int


def move_make(move: Handle) -> Handle:
    """Gives the position after the move."""
    position = c_void_p()
    with move.lock:
        status = lib.ternion_move_make(move, byref(position))
        made = Handle(position.value, None, lib.ternion_position_free)
        check(status)
        return made
