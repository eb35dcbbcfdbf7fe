#!/usr/bin/env python3
"""Measures whether time grows with the input and not faster:

    tests/bench/growth.py TERNION RANDOM_GAMES

Each case is run with an input and with one four times as long. It fails if that
takes more than eight times as long."""
import json
import pathlib
import subprocess
import sys
import tempfile
import time

RECORD = '[Variant "siege"] 1. W3d-9d R3d-5d B3d-5d *'


def ignored(folder, size):
    """A .gitignore of many lines, with as many files as ever."""
    (folder / ".git").mkdir(exist_ok=True)
    (folder / ".gitignore").write_text(
        "".join(f"*a{i}\n/b{i}\nc*{i}\n" for i in range(size)))
    for i in range(200):
        (folder / f"{i}.pgn").write_text('[Variant "siege"]\n\n*\n')
    return ["check", "-q", str(folder)], None


def documents(folder, size):
    """Many documents that are open in an editor, and are closed."""
    def message(method, params, **more):
        body = json.dumps({"jsonrpc": "2.0", "method": method,
                           "params": params, **more})
        return f"Content-Length: {len(body)}\r\n\r\n{body}"

    text = message("initialize", {"capabilities": {}}, id=1)
    names = [{"uri": f"file:///tmp/{i}.pgn"} for i in range(size)]
    text += "".join(
        message("textDocument/didOpen", {"textDocument": {
            **name, "languageId": "pgn", "version": 1, "text": "*"}})
        for name in names)
    text += "".join(message("textDocument/didClose", {"textDocument": name})
                    for name in names)
    return ["lsp"], text


def short_tokens(folder, size):
    """A record with a fault and tokens of two bytes."""
    return ["check", "-q"], f'[Variant "siege"]\n\n1. W3d-9d {"W5 " * size}*\n'


def long_line(folder, size):
    """Faulty records on one line, in a report."""
    return ["check", "-j1"], f"{RECORD} " * size


def long_game(folder, size):
    """A game in which each move is compared with all positions before it."""
    return ["check", "-q"], subprocess.run(
        [sys.argv[2], "-q", "-v", "bnem", "-n", "1", "-p", str(size)],
        stdout=subprocess.PIPE, check=True, text=True).stdout


def odd_tokens(folder, size):
    """Records of tokens each of which could begin something longer."""
    return ["check", "-q"], "".join(
        f'[Variant "siege"]\n\n{token * size} *\n\n' for token in
        ("I ", '" ', "/* ", "<!-- ", "<b>", "&nbsp;", "1;a4;", "W: "))


CASES = (odd_tokens, 5000), (ignored, 4000), (documents, 500), (short_tokens, 50000), \
    (long_line, 500), (long_game, 12500)


def seconds(program, case, size):
    with tempfile.TemporaryDirectory() as folder:
        arguments, text = case(pathlib.Path(folder), size)
        begun = time.monotonic()
        subprocess.run([program, *arguments], input=text, text=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return time.monotonic() - begun


failed = 0
for case, size in CASES:
    short = seconds(sys.argv[1], case, size)
    long = seconds(sys.argv[1], case, 4 * size)
    print(f"{case.__name__:14}{short:8.2f} s{long:8.2f} s, "
          f"{long / short:.1f} times for 4 times as much")
    failed += long > 8 * short
sys.exit(failed > 0)
