"""Loads libternion, and converts what its functions take and give."""
import ctypes
import os
import threading
from ctypes import c_char_p, c_size_t, c_void_p
from pathlib import Path as _Path
from typing import Any, Callable, Optional, Union

Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]
VERSION = 4  # of the API of the library, at least
OK, END, _, _, MISUSE, UNREADABLE, NO_MEMORY = range(7)


def _load() -> ctypes.CDLL:
    here = sorted(_Path(__file__).parent.glob("libternion.so*"))
    path = os.environ.get("TERNION_LIBRARY") or (
        str(here[0]) if here else "libternion.so.0")
    library = ctypes.CDLL(path, use_errno=True)
    library.ternion_version.argtypes = [ctypes.c_uint]
    library.ternion_version.restype = c_char_p
    if library.ternion_version(VERSION) is None:
        raise ImportError(f"{path} does not serve version {VERSION}")
    return library


lib = _load()


class Error(ValueError):
    """A call failed.

    message: Why, in words.
    code: That of a diagnostic, such as "move-geometry"; or "option-unknown",
        "format-unknown", "misuse" and others that ternion(3) lists.
    fix: What may have been meant in place of the span; or None.
    offset, length: The span, in bytes of the text that was judged.
    """

    def __init__(self, message: str, code: str, fix: Optional[str] = None,
                 offset: int = 0, length: int = 0):
        super().__init__(message, code, fix, offset, length)
        self.message, self.code, self.fix = message, code, fix
        self.offset, self.length = offset, length

    def __str__(self) -> str:
        return f"{self.message} [{self.code}]"


class Handle:
    """A pointer of the library. It is freed when nothing refers to it, or
    belongs to an owner, which it keeps alive.

    A text or a list of the library ends with the next change of what it came
    from, so the lock is held until that is copied.
    """
    __slots__ = ("_as_parameter_", "pointer", "_owner", "_free", "lock")

    def __init__(self, pointer: Optional[int],
                 owner: Optional["Handle"] = None,
                 free: Optional[Callable[["Handle"], object]] = None):
        self._as_parameter_ = self.pointer = pointer
        self._owner, self._free = owner, free
        self.lock: threading.RLock = owner.lock if owner else (
            threading.RLock())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Handle) and self.pointer == other.pointer

    def __hash__(self) -> int:
        return hash(self.pointer)

    def __del__(self) -> None:
        if self._free is not None:
            self._free(self)

    def __reduce__(self) -> Any:
        raise TypeError("a handle of the library cannot be copied")


def handle_of(pointer: Optional[int], owner: Handle) -> Optional[Handle]:
    return Handle(pointer, owner) if pointer else None


def check(status: int) -> None:
    """Raises what a status means, unless that is success."""
    if status == OK:
        return
    if status == NO_MEMORY:
        raise MemoryError
    from ._bindings import error, status_text
    number, told = ctypes.get_errno(), error(status)
    if told is None:
        raise Error(status_text(status) or "", "unknown")
    if status == MISUSE:
        raise Error("an argument is not valid, or its node was removed",
                    told.code)
    if status == UNREADABLE:
        raise OSError(number, told.message)
    raise Error(told.message, told.code, told.fix, told.offset, told.length)


def is_there(status: int) -> bool:
    """False after the last of a list."""
    if status != END:
        check(status)
    return status == OK


# What the library gives.


def text_of(text: Optional[bytes]) -> Optional[str]:
    return None if text is None else text.decode("utf-8", "replace")


def str_of(text: Optional[bytes]) -> str:
    return (text or b"").decode("utf-8", "replace")


def texts_of(texts: Any) -> list[str]:
    found: list[str] = []
    while texts and texts[len(found)] is not None:
        found.append(str_of(texts[len(found)]))
    return found


def bytes_taken(text: c_void_p, length: c_size_t) -> bytes:
    """A text that belongs to the caller."""
    taken = ctypes.string_at(text, length.value) if text else b""
    lib.ternion_free(text)
    return taken


def players_of(bits: int) -> list[int]:
    return [player for player in range(3) if bits >> player & 1]


def player_of(number: int) -> Optional[int]:
    return number if number < 3 else None


# What the library takes.


def _no_nul(text: bytes) -> bytes:
    if b"\0" in text:
        raise ValueError("a text has a null character")
    return text


def text_in(text: str) -> bytes:
    if not isinstance(text, str):
        raise TypeError(f"a text is needed, not {type(text).__name__}")
    return _no_nul(text.encode())


def maybe_in(text: Optional[str]) -> Optional[bytes]:
    return None if text is None else text_in(text)


def path_in(path: Path) -> bytes:
    return _no_nul(os.fsencode(path))


def number_in(number: int) -> int:
    if not isinstance(number, int):
        raise TypeError(f"a number is needed, not {type(number).__name__}")
    if not 0 <= number < 1 << 32:
        raise ValueError(f"the number {number} is out of range")
    return number


def texts_in(texts: list[str]) -> Any:
    return (c_char_p * (len(texts) + 1))(*map(text_in, texts), None)


def list_of(handles: list[Handle]) -> Any:
    return (c_void_p * len(handles))(*[h.pointer for h in handles])


def fill(options: ctypes.Structure, **given: Any) -> None:
    """Sets options that are given by name; None leaves the default."""
    kinds: dict[str, Any] = {name: kind for name, kind, *_ in options._fields_}
    options.size = ctypes.sizeof(options)
    for name, value in given.items():
        if value is None:
            continue
        if kinds[name] is c_char_p:
            value = text_in(value)
        elif kinds[name] is c_void_p:
            value = value.pointer
        elif name == "settings":
            value = texts_in(value)
        else:
            value = number_in(value)
        setattr(options, name, value)
