#!/usr/bin/env python3
"""Reads an excerpt and the line with its caret: columns.py COLUMNS TOKEN
says what is wrong if one is wider than so many columns, or the carets and
tildes are not right under the token. Widths are those of Python's data.
"""
import sys
import unicodedata


def width(text):
    columns = 0
    for char in text:
        if char == "\t":
            columns += 8 - columns % 8
        elif unicodedata.category(char) in ("Mn", "Me", "Cf"):
            pass
        else:
            columns += 1 + (unicodedata.east_asian_width(char) in "WF")
    return columns


columns, token = int(sys.argv[1]), sys.argv[2]
lines = sys.stdin.read().split("\n")
line, marks = next((a, b) for a, b in zip(lines, lines[1:])
                   if b.strip("| \t~") == "^")
if max(width(line), width(marks)) > columns:
    print(f"{width(line)} columns, not {columns}: {line}")
start, count = width(marks.split("^")[0]), len(marks.strip("| \t"))
before = width(line[:line.index(token)])
if (before, width(token)) != (start, count):
    print(f"marks at {start} for {count}, and {token} at {before}: {line}")
