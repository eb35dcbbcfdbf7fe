#!/usr/bin/env python3
"""Draws a session at a terminal as SVG: session.py TERNION FOLDER COMMAND...

Runs each command in a copy of FOLDER, as "ternion COMMAND", and writes what a
terminal with colours would show to standard output.
"""
import html
import os
import re
import shutil
import subprocess
import sys
import tempfile

COLUMNS, WIDTH, HEIGHT, MARGIN = 92, 7.8, 18, 14
COLOURS = {"31": "#ff8a80", "32": "#8ae28a", "35": "#e9a1ff", "36": "#86d8ee"}


def pieces(line):
    """The line as (style, text), each of one style."""
    style = ""
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if not part.startswith("\x1b"):
            if part:
                yield style, part
            continue
        codes = part[2:-1].split(";")
        style = "".join(
            ["font-weight='bold' "] * ("1" in codes) +
            [f"fill='{COLOURS[code]}' " for code in codes if code in COLOURS])


def rows(line):
    """The rows that the line takes, each a list of (column, style, text)."""
    row, column = [], 0
    for style, text in pieces(line):
        while text:
            if column == COLUMNS:
                yield row
                row, column = [], 0
            head, text = text[:COLUMNS - column], text[COLUMNS - column:]
            row.append((column, style, head))
            column += len(head)
    yield row


def main():
    ternion, folder, *commands = sys.argv[1:]
    screen = []
    with tempfile.TemporaryDirectory() as copy:
        shutil.copytree(folder, copy, dirs_exist_ok=True)
        for command in commands:
            got = subprocess.run(
                [os.path.abspath(ternion), *command.split()], cwd=copy,
                env={**os.environ, "CLICOLOR_FORCE": "1"}, encoding="utf-8",
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout
            screen += [[(0, "fill='#9aa4b2' ", "$"),
                        (2, "font-weight='bold' ", "ternion " + command)]]
            for line in got.splitlines():
                screen += rows(line)
            screen += [[]]
    width = COLUMNS * WIDTH + 2 * MARGIN
    height = len(screen) * HEIGHT + MARGIN
    print(f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:g} {height:g}'"
          f" width='{width:g}' height='{height:g}' role='img'>\n"
          f"<title>A session at a terminal</title>\n"
          f"<rect width='100%' height='100%' rx='8' fill='#1b1f27'/>\n"
          "<g font-family='ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace'"
          " font-size='13' fill='#e6e6e6' xml:space='preserve'>")
    for number, row in enumerate(screen):
        for column, style, text in row:
            # The length keeps columns in line, whatever the font.
            print(f"<text x='{MARGIN + column * WIDTH:g}' y='{MARGIN + 10 + number * HEIGHT}' "
                  f"textLength='{len(text) * WIDTH:g}' {style}>"
                  f"{html.escape(text)}</text>")
    print("</g>\n</svg>")


main()
