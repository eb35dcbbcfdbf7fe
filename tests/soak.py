#!/usr/bin/env python3
"""Runs random games through every command and format, until one differs.

    make soak
    tests/soak.py TERNION RANDOM_GAMES PROPERTIES...

Each round takes a game, options for it, and two seeds that have not been used
before: one makes the records, one chooses what is done with them and is given
to a program of tests/property, which holds the rules to the naive engines. The
records go through each command; what comes back from each format and notation
has to be what it was, and the commands have to agree with one another.

At the first difference it stops and keeps the shortest record that shows it,
with the command, in obj/soak.

    SOAK_SECONDS=3600    for so long
    SOAK_SEEDS=A,B       one round again
    SOAK_GAMES=...       these games alone, separated by blanks
"""
import gzip
import json
import os
import random
import re
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
    "siege": {
        "Pope": ["yes", "no"],
        "Siege": ["none", "captures", "points", "moved"],
        "SiegeThreshold": ["2", "4,4,6", "9"],
        "SiegeCalls": ["F@%T", "F", "@%", "none"],
        "SiegeTwo": ["yes", "no"],
    },
    "triumvirate": {
        "Setup": ["server", "document"],
        "Naming": ["geometry", "client"],
    },
    "bnem": {
        "Drops": ["yes", "no"],
        "Cubes": ["yes", "no"],
        "Ko": ["none", "position"],
        "First": ["White", "Red", "Black"],
        "MultiCapture": ["all", "last"],
    },
    "nivichanov": {"Knight": ["literal", "usual"]},
}
FORMATS = ("pgn", "yaml", "json", "jsonl")
REPORTS = ("text", "json", "jsonl", "sarif", "junit", "checkstyle", "github",
           "tap")
PICTURES = ("ascii", "unicode", "svg", "json", "jsonl", "yaml")
# Commands that print the same, each with the output of the one before |. ""
# prints the records.
SAME = [
    ("", "convert -"),
    ("convert -j 1 -", "convert -j 3 -"),
    ("check --to json -j 1 -", "check --to json -j 3 -"),
    ("position --every -", "convert -t yaml - | position --every -f yaml -"),
    ("position --every -",
     "position --every - | position -v {variant} -f 3pf -"),
]


class Difference(Exception):
    """`text` describes the difference in words."""


class Soak:
    def __init__(self, ternion):
        self.ternion = os.path.abspath(ternion)

    def run(self, pipeline, text, status=(0,)):
        """The output of the commands for the text."""
        for command in pipeline.split(" | ") if pipeline else ():
            done = subprocess.run(
                [self.ternion] + shlex.split(command), input=text,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)
            if done.returncode not in status:
                raise Difference("ternion %s: status %d: %s" % (
                    command, done.returncode,
                    (done.stderr or done.stdout).decode(
                        errors="replace")[:500]))
            text = done.stdout
        return text

    def same(self, what, a, b):
        if a == b:
            return
        at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y),
                  min(len(a), len(b)))
        raise Difference("%s differs at byte %d: %r, not %r" % (
            what, at, b[max(0, at - 30):at + 30], a[max(0, at - 30):at + 30]))

    # Properties of any sound records.

    def succeeds(self, text, native):
        for report in REPORTS:
            self.run("check --strict --to %s -" % report, text)
        summary = json.loads(self.run("check --to json -", text))
        found = [d["code"] for d in summary["diagnostics"]
                 if d["severity"] in ("warning", "error")]
        if found:
            raise Difference("check finds %s" % ", ".join(found))
        self.run("stats --to json -", text)
        if self.run("convert -t html -", text).count(b"</html>") != 1:
            raise Difference("the page is not whole")
        for line in self.run("parse %s -" % native, text).splitlines():
            if "error" in json.loads(line):
                raise Difference("parse does not know %s" % line.decode())

    def pairs(self, text, native, variant):
        """SAME, and the ways there and back through formats and notations."""
        yield from SAME
        for name in registry.notations(self.ternion, variant):
            there = "convert -n %s - | " % name
            yield "", there + "convert -n %s -" % native
            self.run(there + "check -", text)
        came, way = "pgn", ""
        for target in random.sample(FORMATS, len(FORMATS)) + ["pgn"]:
            way += " | convert -f %s -t %s -" % (came, target)
            yield way[3:], "%s | fmt -f %s -" % (way[3:], target)
            came = target
        yield "", way[3:]

    def agrees(self, text, native, variant):
        for one, other in self.pairs(text, native, variant):
            other = other.format(variant=variant)
            self.same("%s, of %s," % (other, one or "the records"),
                      self.run(one, text), self.run(other, text))
        self.same("check --fix --diff -", b"",
                  self.run("check --fix --diff -", text))
        self.same("what was compressed", text,
                  self.run("convert -", gzip.compress(text, 1)))
        sheet = records_of(text.rstrip())[0] + b"\n"
        path = os.path.join(PLACE, "sheet.pgn")
        with open(path, "wb") as file:
            file.write(sheet)
        self.same("two sheets that are one", sheet,
                  self.run("collate %s %s" % (path, path), b""))

    def positions(self, text, variant):
        last = self.run("position --every -", text).splitlines()[-40:]
        for picture in PICTURES:
            self.run("position --to %s -v %s -f 3pf -" % (picture, variant),
                     last[-1] + b"\n")
        for line in random.sample(last, min(5, len(last))):
            self.leaves(line, variant)

    def leaves(self, position, variant):
        """perft counts the moves that moves lists, but for some choices; step
        takes each of them."""
        moves = self.run("moves -v %s -f 3pf -" % variant,
                         position + b"\n").splitlines()
        leaves = self.run("perft -v %s -p '%s' 1" % (
            variant, position.decode()), b"").split()[-1]
        if int(leaves) > len(moves):
            raise Difference("perft counts %s moves of %d: %s" % (
                leaves.decode(), len(moves), position.decode()))
        answers = self.run("step -v %s" % variant, b"".join(
            position + b"\t" + move + b"\n" for move in moves)).splitlines()
        for move, answer in zip(moves, answers):
            if not json.loads(answer)["legal"]:
                raise Difference("step refuses %s: %s" % (
                    move.decode(), answer.decode(errors="replace")[:300]))

    def selection(self, text):
        for criterion in "--plies 40-", "--result 1-0-0":
            parts = [self.run("select %s %s -" % (criterion, more), text,
                              (0, 1)).count(b"[Event ")
                     for more in ("", "--invert")]
            if sum(parts) != text.count(b"[Event "):
                raise Difference("select and select --invert have %d records "
                                 "of %d" % (sum(parts),
                                            text.count(b"[Event ")))

    def all(self, text, native, variant):
        text = self.run("convert -n %s -" % native, text)
        self.succeeds(text, native)
        self.agrees(text, native, variant)
        self.selection(text)
        self.positions(text, variant)


def records_of(text):
    """The records of canonical PGN."""
    return re.split(rb"\n\n(?=\[)", text)


def differs(soak, text, game, seed):
    random.seed(seed)
    try:
        soak.all(text, *game)
    except Difference as difference:
        return str(difference)
    return None


def shortest(soak, text, game, seed):
    """One of the records with few of its plies, if that differs, too."""
    for record in records_of(text):
        head, _, moves = record.partition(b"\n\n")
        head = re.sub(rb"\n\[Result .*", b"", head) + b'\n[Result "*"]\n\n'
        words = moves.split()
        for power in range(len(words).bit_length()):
            short = head + b" ".join(words[:2 ** power] + [b"*"]) + b"\n"
            if differs(soak, short, game, seed):
                return short
        if differs(soak, record, game, seed):
            return record
    return text


def new_seeds():
    """Two seeds that no round had before: of the clock, and a kept count."""
    path = os.path.join(PLACE, "last-seed")
    last = 0
    if os.path.exists(path):
        with open(path, encoding="ascii") as file:
            last = int(file.read() or 0)
    seed = max(time.time_ns() // 1000, last + 2)
    with open(path, "w", encoding="ascii") as file:
        file.write(str(seed + 1))
    return seed, seed + 1


def play_round(soak, random_games, properties, seeds, games):
    random.seed(seeds[1])
    variant = random.choice(games)
    options = {name: random.choice(values)
               for name, values in OPTIONS.get(variant, {}).items()
               if random.random() < 0.4}
    command = [random_games, "-v", variant, "-s", str(seeds[0] % 2**31),
               "-n", str(random.randint(1, 12)),
               "-p", str(random.choice([2, 20, 80, 200, 500]))]
    for name, value in options.items():
        command += ["-o", "%s=%s" % (name, value)]
    if random.random() < 0.4:
        command.append("-a")
    made = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    if made.returncode != 0:
        raise Difference("%s: %s" % (" ".join(command),
                                     made.stderr.decode()[:300]))
    native = registry.notations(soak.ternion, variant)[0]
    game = (native, variant)
    found = differs(soak, made.stdout, game, seeds[1])
    if found:
        short = shortest(soak, made.stdout, game, seeds[1])
        with open(PLACE + "/found.pgn", "wb") as file:
            file.write(short)
        raise Difference("%s\n%s\nthe record is in %s/found.pgn" % (
            " ".join(command), found, PLACE))
    program = properties[seeds[1] // 2 % len(properties)]
    held = subprocess.run([program, str(seeds[1] % 2**31)],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if held.returncode != 0:
        raise Difference("%s %d\n%s" % (
            program, seeds[1] % 2**31,
            held.stdout.decode(errors="replace")[-2000:]))
    return made.stdout.count(b"[Event ")


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    ternion, random_games, properties = sys.argv[1], sys.argv[2], sys.argv[3:]
    end = time.monotonic() + float(os.environ.get("SOAK_SECONDS", "3600"))
    games = os.environ.get(
        "SOAK_GAMES", " ".join(registry.games(ternion))).split()
    given = os.environ.get("SOAK_SEEDS")
    os.makedirs(PLACE, exist_ok=True)
    soak, rounds, records = Soak(ternion), 0, 0
    while rounds == 0 or (time.monotonic() < end and not given):
        seeds = tuple(map(int, given.split(","))) if given else new_seeds()
        try:
            records += play_round(soak, random_games, properties, seeds, games)
        except Difference as difference:
            print("\nSOAK_SEEDS=%d,%d\n%s" % (seeds + (difference,)))
            sys.exit(1)
        rounds += 1
        print("\r%d rounds, %d records: no difference " % (rounds, records),
              end="", file=sys.stderr, flush=True)
    print("\n%d rounds, %d records: no difference" % (rounds, records))


if __name__ == "__main__":
    main()
