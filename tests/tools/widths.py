#!/usr/bin/env python3
"""Prints parse/text/width.def, made from the Unicode data of Python:
tests/tools/widths.py > parse/text/width.def

With --check FILE it compares instead, and says what differs; nothing can be
said where this Python has the data of another version.
"""
import sys
import unicodedata

HANGUL_JAMO = range(0x1160, 0x1200)  # vowels and finals join what is before
SOFT_HYPHEN = 0xAD


def width(point):
    """Columns of a code point on a terminal; None: it is not assigned."""
    char = chr(point)
    category = unicodedata.category(char)
    wide = unicodedata.east_asian_width(char) in "WF"
    if category == "Cn":
        return None
    if category in ("Mn", "Me") or point in HANGUL_JAMO:
        return 0
    if category == "Cf" and point != SOFT_HYPHEN:
        return 0
    return 2 if wide else 1


def ranges():
    """Ranges of one width, which is not 1; they include unassigned code points."""
    found, last = [], 1
    for point in range(0x80, 0x110000):
        columns = width(point)
        if columns is None:
            continue
        if columns != 1 and columns != last:
            found.append([point, point, columns])
        if columns != 1:
            found[-1][1] = point
        last = columns
    return found


def table():
    lines = [
        f"/* Made by tests/tools/widths.py from the data of Unicode "
        f"{unicodedata.unidata_version}. */"]
    row = "\t"
    for first, last, columns in ranges():
        entry = f"W(0x{first:x}, 0x{last:x}, {columns})"
        if len(row) + len(entry) > 72:
            lines.append(row.rstrip())
            row = "\t"
        row += entry + " "
    lines.append(row.rstrip())
    return "\n".join(lines) + "\n"


if sys.argv[1:2] == ["--check"]:
    with open(sys.argv[2], encoding="ascii") as file:
        text = file.read()
    if f"Unicode {unicodedata.unidata_version}." in text and text != table():
        print(f"{sys.argv[2]} is not what this Python makes")
else:
    print(table(), end="")
