#!/usr/bin/env python3
"""How fluent the language server is with a large file.

    tests/bench/lsp.py TERNION RANDOM_GAMES

Opens a document of random games, of which every hundredth has a fault, edits it
in many places, and prints how long the server needs to start, to read the
document, and from an edit to its diagnostics; and its memory after the document
was opened and after the last edit.

    LSP_MB=1             size of the document
    LSP_EDITS=200        edits
    LSP_VARIANT=...      the game; dreierschach
"""
import os
import random
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../lsp"))
import client

SIZE = int(float(os.environ.get("LSP_MB", "1")) * 1000000)
EDITS = int(os.environ.get("LSP_EDITS", "200"))
VARIANT = os.environ.get("LSP_VARIANT", "dreierschach")
NAME = "bench.pgn"


class Client(client.Client):
    """Reads answers as bytes: to parse them is not the server's work."""

    def diagnostics(self):
        wanted = b'"version":%d,"diagnostics"' % self.versions[NAME]
        while True:
            body = self.get_body()
            if wanted in body[:200]:
                return body

    def edit(self, place, end, text):
        begun = time.perf_counter()
        self.change(NAME, "%d:%d-%d:%d" % (*place, *end), text)
        body = self.diagnostics()
        return (time.perf_counter() - begun) * 1000, body

    def opened(self):
        """Waits until the document is read to its end."""
        wanted = b'"version":1,"diagnostics"'
        is_long = False
        while True:
            body = self.get_body()
            is_long |= b'"kind":"begin"' in body
            if b'"kind":"end"' in body:
                is_long = False
            if wanted in body[:200] and not is_long:
                return


def games(random_games):
    made = b""
    seed = 0
    while len(made) < SIZE:
        seed += 1
        made += subprocess.run(
            [random_games, "-v", VARIANT, "-n", "1000", "-p", "60",
             "-s", str(seed)], stdout=subprocess.PIPE, check=True).stdout
    return made[:made.index(b"\n\n[", SIZE - 10000) + 1].decode()


def numbered_lines(lines):
    """Lines that begin with a move's number, and where the move is."""
    for number, line in enumerate(lines):
        if line[:2] == "1.":
            yield number, line.index(" ") + 1


def main():
    binary, random_games = sys.argv[1:3]
    begun = time.perf_counter()
    editor = Client([binary, "lsp"], "")
    editor.put({"id": 1, "method": "initialize", "params": {"capabilities": {
        "window": {"workDoneProgress": True},
        "textDocument": {"publishDiagnostics": {
            "versionSupport": True, "relatedInformation": True}}}}})
    editor.get_body()
    print("start            %8.1f ms" % ((time.perf_counter() - begun) * 1000))
    editor.note("initialized", {})
    lines = games(random_games).split("\n")
    moves = list(numbered_lines(lines))
    for number, at in moves[::100]:
        lines[number] = lines[number][:at] + "Zz9" + lines[number][at:]
    text = "\n".join(lines)
    begun = time.perf_counter()
    editor.open(NAME, "pgn", text)
    editor.opened()
    print("games, bytes     %8d %d" % (len(moves), len(text)))
    print("opened           %8.1f ms" % ((time.perf_counter() - begun) * 1000))
    print("memory           %8.1f MiB" % (editor.memory() / 1024))
    rng = random.Random(1)
    taken = []
    for _ in range(EDITS):
        number, at = rng.choice(moves)
        for end, put in ((at, "Q"), (at + 1, "")):
            spent, body = editor.edit((number, at), (number, end), put)
            taken.append(spent)
    taken.sort()
    print("edit, median     %8.1f ms" % taken[len(taken) // 2])
    print("edit, 95 of 100  %8.1f ms" % taken[len(taken) * 95 // 100])
    print("edit, slowest    %8.1f ms" % taken[-1])
    print("list             %8d bytes" % len(body))
    print("memory           %8.1f MiB" % (editor.memory() / 1024))
    editor.server.kill()


main()
