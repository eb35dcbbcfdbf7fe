#!/usr/bin/env python3
"""Runs random games through every command and format, until one differs.

    make soak
    tests/soak.py TERNION RANDOM_GAMES PROPERTIES...

Each round takes a game, options for it, and a seed that has not been used before.
The records go through each command; what comes back from each format has to be
what it was, and the commands have to agree with one another. Then a program of
tests/property, or one of tests/tools that the other tests run with a fixed seed,
has that seed. At the first difference it stops, with the command and the seed;
the records are in obj/soak.

    SOAK_SECONDS=3600    for so long
    SOAK_SEED=N          one round again
"""
import gzip
import json
import os
import random
import shlex
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "tools"))
import registry

PLACE = "obj/soak"
# Values of options; a game that is not here has none.
OPTIONS = {
    "siege": "Pope=yes,no Siege=none,captures,points,moved SiegeThreshold=2,9 "
             "SiegeCalls=F@%T,F,@%,none SiegeTwo=yes,no",
    "triumvirate": "Setup=server,document Naming=geometry,client",
    "bnem": "Drops=yes,no Cubes=yes,no Ko=none,position First=White,Red,Black "
            "MultiCapture=all,last",
    "nivichanov": "Knight=literal,usual",
}
FORMATS = ("pgn", "yaml", "json", "jsonl")
# Commands that take any sound records; each report and each picture is one more.
SUCCEED = ["stats --to json -", "convert -t html -", "check --strict -"]
# Commands that print the same, each with the output of the one before |. ""
# prints the records.
SAME = [
    ("", "convert -"), ("convert -", "convert -j 3 -"),
    ("check --to json -j 1 -", "check --to json -j 3 -"),
    ("position --every -", "convert -t yaml - | position --every -f yaml -"),
    ("position --every -", "position --every - | position -v GAME -f 3pf -"),
]
TOOLS = [["nothing_lost.py", "SEED", PLACE + "/sheet.pgn"],
         ["fixes_hold.py", "SEED", "8"],
         ["files_kept.py", "SEED", "12"]]


class Difference(Exception):
    """Its text describes the difference."""


def call(command, text=b"", status=(0,)):
    """The output of a program."""
    done = subprocess.run(command, input=text, capture_output=True, timeout=3000)
    if done.returncode not in status:
        raise Difference("%s: status %d: %s" % (
            shlex.join(command), done.returncode,
            (done.stderr + done.stdout).decode(errors="replace")[-2000:]))
    return done.stdout


def same(what, a, b):
    if a != b:
        at = len(os.path.commonprefix([a, b]))
        raise Difference("%s differs at byte %d: %r, not %r" % (
            what, at, b[max(0, at - 30):at + 30], a[max(0, at - 30):at + 30]))


class Round:
    def __init__(self, ternion, game, text):
        self.ternion, self.game = ternion, game
        self.notations = registry.notations(ternion, game)
        self.text = self.run("convert -n %s -" % self.notations[0], text)

    def run(self, pipeline, text, status=(0,)):
        """The output of the commands for the text."""
        for command in pipeline.split(" | ") if pipeline else ():
            text = call([self.ternion, *shlex.split(command)], text, status)
        return text

    def succeeds(self):
        words = registry.words(self.ternion, "check", "-t")
        for command in SUCCEED + ["check --to %s -" % name for name in words]:
            self.run(command, self.text)
        found = json.loads(self.run("check --to json -", self.text))
        same("tokens that parse does not know", 0, self.run(
            "parse %s -" % self.notations[0], self.text).count(b'"error"'))
        same("warnings", [], [one["code"] for one in found["diagnostics"]
                              if one["severity"] != "note"])

    def agrees(self):
        pairs = SAME + [("", "convert -n %s - | convert -n %s -" % (
            name, self.notations[0])) for name in self.notations]
        came, way = "pgn", ""
        for target in random.sample(FORMATS, len(FORMATS)) + ["pgn"]:
            way += " | convert -f %s -t %s -" % (came, target)
            pairs.append((way[3:], "%s | fmt -f %s -" % (way[3:], target)))
            came = target
        for one, other in pairs + [("", way[3:])]:
            other = other.replace("GAME", self.game)
            same("%s, of %s," % (other, one or "the records"),
                 self.run(one, self.text), self.run(other, self.text))
        same("check --fix --diff -", b"",
             self.run("check --fix --diff -", self.text))
        same("what was compressed", self.text,
             self.run("convert -", gzip.compress(self.text, 1)))
        for criterion in "--plies 40-", "--result 1-0-0":
            same("select " + criterion, self.text.count(b"[Event "), sum(
                self.run("select %s %s -" % (criterion, more), self.text,
                         (0, 1)).count(b"[Event ")
                for more in ("", "--invert")))

    def leaves(self):
        """Pictures of positions; perft counts the moves that moves lists, but
        for some choices; step takes each of them."""
        last = self.run("position --every -", self.text).splitlines()[-40:]
        for picture in registry.words(self.ternion, "position", "--to"):
            self.run("position --to %s -v %s -f 3pf -" % (picture, self.game),
                     last[-1] + b"\n")
        for line in random.sample(last, min(5, len(last))):
            moves = self.run("moves -v %s -f 3pf -" % self.game,
                             line + b"\n").splitlines()
            leaves = self.run("perft -v %s -p '%s' 1" % (
                self.game, line.decode()), b"").split()[-1]
            same("perft of " + line.decode(), True, int(leaves) <= len(moves))
            for answer in self.run("step -v " + self.game, b"".join(
                    line + b"\t" + move + b"\n" for move in moves)
                    ).splitlines():
                same("step: " + answer.decode(), True,
                     json.loads(answer)["legal"])


def play_round(ternion, random_games, properties, seed):
    random.seed(seed)
    game = random.choice(list(registry.games(ternion)))
    command = [random_games, "-v", game, "-s", str(seed % 2**31), "-n",
               str(random.randint(1, 12)), "-p", random.choice(
                   ["2", "20", "80", "200", "500"])]
    for option in OPTIONS.get(game, "").split():
        name, values = option.split("=")
        if random.random() < 0.4:
            command += ["-o", name + "=" + random.choice(values.split(","))]
    if random.random() < 0.4:
        command.append("-a")
    made = call(command)
    with open(PLACE + "/made.pgn", "wb") as file:
        file.write(made)
    current = Round(ternion, game, made)
    current.succeeds()
    current.agrees()
    current.leaves()
    tool = random.choice(properties + TOOLS)
    if isinstance(tool, str):
        call([tool, str(seed % 2**31)])
        return
    name, *rest = [str(seed) if word == "SEED" else word for word in tool]
    said = call(["tests/tools/" + name, ternion, random_games, *rest])
    if not said.endswith(b" passed, 0 failed\n"):
        same(name, b"", said)


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    ternion, random_games, *properties = map(os.path.abspath, sys.argv[1:])
    end = time.monotonic() + float(os.environ.get("SOAK_SECONDS", "3600"))
    given = os.environ.get("SOAK_SEED")
    os.environ.setdefault("TERNION_LIBRARY", os.path.abspath("libternion.so"))
    os.makedirs(PLACE, exist_ok=True)
    rounds = 0
    while rounds == 0 or (time.monotonic() < end and not given):
        seed = int(given or time.time_ns() // 1000)
        try:
            play_round(ternion, random_games, properties, seed)
        except Difference as difference:
            sys.exit("\nSOAK_SEED=%d\n%s" % (seed, difference))
        rounds += 1
        print("\r%d rounds: no difference " % rounds, end="", flush=True)
    print()


if __name__ == "__main__":
    main()
