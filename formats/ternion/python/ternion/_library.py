"""The functions of libternion for ctypes, and what they have in common."""
import ctypes
import os
from ctypes import (POINTER, Structure, byref, c_bool, c_char, c_char_p,
                    c_int, c_size_t, c_uint, c_void_p)
from pathlib import Path

OK, END, FAULTY, UNKNOWN, MISUSE, UNREADABLE, NO_MEMORY = range(7)
NOBODY = 3


class Diagnostic(Structure):
    _fields_ = [("size", c_size_t), ("code", c_char_p), ("severity", c_int),
                ("message", c_char_p), ("fix", c_char_p), ("ply", c_uint),
                ("offset", c_size_t), ("length", c_size_t),
                ("line", c_size_t), ("column", c_size_t),
                ("end_line", c_size_t), ("end_column", c_size_t)]


class Fix(Structure):
    _fields_ = [("size", c_size_t), ("title", c_char_p), ("certain", c_bool),
                ("likely", c_bool), ("share", c_uint)]


class GameInfo(Structure):
    _fields_ = [("size", c_size_t), ("id", c_char_p), ("title", c_char_p),
                ("notation", c_char_p), ("players", c_char_p * 3),
                ("colours", c_char_p), ("results", POINTER(c_char_p)),
                ("cells", c_uint)]


class ReadOptions(Structure):
    _fields_ = [("size", c_size_t), ("format", c_char_p), ("game", c_char_p),
                ("notation", c_char_p), ("settings", POINTER(c_char_p)),
                ("force", c_bool), ("max_record", c_size_t),
                ("repairs", c_bool)]


class WriteOptions(Structure):
    _fields_ = [("size", c_size_t), ("format", c_char_p),
                ("notation", c_char_p), ("letters", c_char_p)]


class RecordInfo(Structure):
    _fields_ = [("size", c_size_t), ("number", c_size_t), ("game", c_char_p),
                ("notation", c_char_p), ("result", c_char_p),
                ("plies", c_size_t), ("complete", c_bool),
                ("faulty", c_bool), ("dropped", c_size_t)]


class PlyInfo(Structure):
    _fields_ = [("size", c_size_t), ("token", c_char_p), ("move", c_char_p),
                ("player", c_uint), ("number", c_uint), ("offset", c_size_t),
                ("length", c_size_t)]


class PositionInfo(Structure):
    _fields_ = [("size", c_size_t), ("to_move", c_uint), ("out", c_uint),
                ("attacked", c_uint), ("number", c_uint), ("clock", c_uint),
                ("result", c_char_p), ("winner", c_uint),
                ("repetitions", c_uint)]


class Piece(Structure):
    _fields_ = [("size", c_size_t), ("cell", c_char * 16), ("kind", c_char),
                ("promoted", c_bool), ("owner", c_uint), ("colour", c_uint)]


class DrawOptions(Structure):
    _fields_ = [("size", c_size_t), ("seat", c_uint), ("colour", c_bool),
                ("width", c_uint), ("notation", c_char_p), ("labels", c_int),
                ("last", c_void_p), ("theme", c_char_p), ("view", c_char_p),
                ("no_panels", c_bool), ("signs", c_char_p)]


class MoveInfo(Structure):
    _fields_ = [("size", c_size_t), ("type", c_char_p), ("player", c_uint),
                ("piece", c_char), ("promotion", c_char),
                ("captures", c_bool), ("source", c_char * 16),
                ("target", c_char * 16), ("attacked", c_uint),
                ("mated", c_uint)]


# The arguments of each function: p a handle or structure, s a text, u a
# number, z a size, o a place for a handle or text. After ">" what it returns;
# nothing: a status.
FUNCTIONS = """
version u>s  status_text u>s  id uz>s  free p>  error up
game_open spo  game_free p>  game_describe pp  game_option pzp
open_text szpo  open_file spo  close p>  next po
record_describe pp  record_tag pzoo  record_value ps>s  record_diagnostic pzp
record_fix pzzp  record_apply pzzop  record_mend pop
record_comment pz>s  record_position po
record_write ppop  record_new po  record_copy po  record_free p>
record_set_tag pss  record_set_result ps  record_set_position ps
record_ply p>p  ply_next p>p  ply_variation pz>p  ply_previous p>p
ply_parent p>p  record_append pso  record_append_move ppo  ply_append pso
ply_append_move ppo  ply_add_variation pso  ply_add_variation_move ppo
ply_remove p  ply_describe pp  ply_nag pz>u  ply_comment puz>s
ply_add_comment pus  ply_remove_comment puz  ply_add_nag pu
ply_remove_nag pu  ply_command ps>s  ply_set_command pss  ply_move po
ply_position po  position_start po  position_read pso  position_free p>
position_game p>p  position_describe pp  position_piece pzp
position_moves pup  position_move pzo  position_judge psso
position_write pspop  move_free p>  move_describe pp  move_leap pzp
move_write psso  move_make po  collate pzo
"""
TYPES = {"p": c_void_p, "s": c_char_p, "u": c_uint, "z": c_size_t,
         "o": POINTER(c_void_p)}


def _load():
    here = sorted(Path(__file__).parent.glob("libternion.so*"))
    path = os.environ.get("TERNION_LIBRARY") or (
        str(here[0]) if here else "libternion.so.0")
    library = ctypes.CDLL(path, use_errno=True)
    words = FUNCTIONS.split()
    for name, form in zip(words[::2], words[1::2]):
        arguments, arrow, result = form.partition(">")
        function = getattr(library, "ternion_" + name)
        function.argtypes = [TYPES[letter] for letter in arguments]
        function.restype = (c_int if not arrow else
                            TYPES[result] if result else None)
    if library.ternion_version(2) is None:
        raise ImportError(path + " does not serve version 2 of its API")
    return library


lib = _load()


class Error(ValueError):
    """A call failed: `code` says why, and `message` in words. For a text that
    was judged, `fix` may have been meant in place of `length` bytes from
    `offset`."""

    def __init__(self, status):
        told = Diagnostic(ctypes.sizeof(Diagnostic))
        lib.ternion_error(status, byref(told))
        self.status = status
        self.code = text_of(told.code)
        self.message = (text_of(told.message) or
                        text_of(lib.ternion_status_text(status)))
        self.fix = text_of(told.fix)
        self.offset, self.length = told.offset, told.length
        super().__init__(f"{self.message} [{self.code}]")


def text_of(text):
    """A text of the library; None stays None."""
    return None if text is None else text.decode("utf-8", "replace")


def bytes_of(text):
    """A text for the library; None stays None."""
    return None if text is None else text.encode()


def check(status):
    if status == NO_MEMORY:
        raise MemoryError
    if status == UNREADABLE:
        raise OSError(ctypes.get_errno(), Error(status).message)
    if status != OK:
        raise Error(status)


def make(function, *arguments):
    """Calls a function whose last argument is a place for a handle."""
    made = c_void_p()
    check(function(*arguments, byref(made)))
    return made.value


def write(function, *arguments):
    """Calls a function that gives a text and its length."""
    made, length = c_void_p(), c_size_t()
    check(function(*arguments, byref(made), byref(length)))
    text = ctypes.string_at(made, length.value)
    lib.ternion_free(made)
    return text.decode("utf-8", "replace")


def describe(function, kind, *arguments):
    """The structure that a function fills in."""
    info = kind(ctypes.sizeof(kind))
    status = function(*arguments, byref(info))
    if status != OK:
        check(status)
    return info


def options(kind, given):
    """A structure of options, with those that are given by name."""
    made = kind(ctypes.sizeof(kind))
    for name, value in given.items():
        if not hasattr(kind, name):
            raise TypeError(f"there is no option {name!r} here")
        setattr(made, name,
                bytes_of(value) if isinstance(value, str) else value)
    return made


def settings_of(options):
    """A list of "NAME=VALUE"."""
    words = [f"{name}={value}".encode() for name, value in options.items()]
    return (c_char_p * (len(words) + 1))(*words, None)
