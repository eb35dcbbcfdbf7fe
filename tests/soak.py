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


class Difference(Exception):
    """`text` describes the difference in words."""


class Soak:
    def __init__(self, ternion):
        self.ternion = os.path.abspath(ternion)

    def run(self, arguments, text, status=(0,)):
        """The output of the command for the text."""
        done = subprocess.run(
            [self.ternion] + arguments, input=text, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, timeout=300)
        if done.returncode not in status:
            raise Difference("ternion %s: status %d: %s" % (
                " ".join(arguments), done.returncode,
                (done.stderr or done.stdout).decode(errors="replace")[:500]))
        return done.stdout

    def same(self, what, a, b):
        if a == b:
            return
        at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y),
                  min(len(a), len(b)))
        raise Difference("%s differs at byte %d: %r, not %r" % (
            what, at, b[max(0, at - 30):at + 30], a[max(0, at - 30):at + 30]))

    # Properties of any sound records.

    def sound(self, text):
        for report in REPORTS:
            self.run(["check", "--strict", "--to", report, "-"], text)
        summary = json.loads(self.run(["check", "--to", "json", "-"], text))
        found = [d["code"] for d in summary["diagnostics"]
                 if d["severity"] in ("warning", "error")]
        if found:
            raise Difference("check finds %s" % ", ".join(found))

    def formats(self, text):
        before = text
        order = random.sample(FORMATS, len(FORMATS)) + ["pgn"]
        came = "pgn"
        for target in order:
            before = self.run(
                ["convert", "-f", came, "-t", target, "-"], before)
            self.same("fmt of %s" % target, before, self.run(
                ["fmt", "-f", target, "-"], before))
            came = target
        self.same("pgn by " + " ".join(order), text, before)

    def notations(self, text, game):
        names = registry.notations(self.ternion, game)
        for notation in names:
            there = subprocess.run(
                [self.ternion, "convert", "-n", notation, "-"], input=text,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if there.returncode != 0:
                raise Difference("convert -n %s: %s" % (
                    notation, there.stderr.decode(errors="replace")[:500]))
            self.run(["check", "-"], there.stdout)
            self.same("back from " + notation, text, self.run(
                ["convert", "-n", names[0], "-"], there.stdout))

    def jobs(self, text):
        for command in (["convert"], ["check", "--to", "json"]):
            self.same("%s with jobs" % command[0],
                      self.run(command + ["-j", "1", "-"], text),
                      self.run(command + ["-j", "3", "-"], text))

    def positions(self, text, variant):
        every = self.run(["position", "--every", "-"], text)
        self.same("positions of yaml", every, self.run(
            ["position", "--every", "-f", "yaml", "-"],
            self.run(["convert", "-t", "yaml", "-"], text)))
        game = ["-v", variant, "-f", "3pf", "-"]
        self.same("3pf read and written", every, self.run(
            ["position"] + game, every))
        last = every.splitlines(keepends=True)[-40:]
        for picture in PICTURES:
            self.run(["position", "--to", picture] + game, last[-1])
        for line in random.sample(last, min(5, len(last))):
            self.leaves(line.rstrip(b"\n"), variant)

    def leaves(self, position, variant):
        """perft counts the moves that moves lists, but for some choices; step
        takes each of them."""
        moves = self.run(["moves", "-v", variant, "-f", "3pf", "-"],
                         position + b"\n").splitlines()
        leaves = self.run(
            ["perft", "-v", variant, "-p", position.decode(), "1"], b"")
        if int(leaves.split()[-1]) > len(moves):
            raise Difference("perft counts %s moves of %d: %s" % (
                leaves.split()[-1].decode(), len(moves), position.decode()))
        answers = self.run(["step", "-v", variant], b"".join(
            position + b"\t" + move + b"\n" for move in moves)).splitlines()
        for move, answer in zip(moves, answers):
            if not json.loads(answer)["legal"]:
                raise Difference("step refuses %s: %s" % (
                    move.decode(), answer.decode(errors="replace")[:300]))

    def selection(self, text):
        for criterion in (["--plies", "40-"], ["--result", "1-0-0"]):
            done = [subprocess.run(
                [self.ternion, "select"] + criterion + more + ["-"],
                input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                for more in ([], ["--invert"])]
            if any(d.returncode == 2 for d in done):
                continue
            parts = [d.stdout.count(b"[Event ") for d in done]
            if sum(parts) != text.count(b"[Event "):
                raise Difference("select and select --invert have %d records "
                                 "of %d" % (sum(parts),
                                            text.count(b"[Event ")))

    def others(self, text):
        self.run(["stats", "--to", "json", "-"], text)
        page = self.run(["convert", "-t", "html", "-"], text)
        if page.count(b"</html>") != 1:
            raise Difference("the page is not whole")

    def tokens(self, text, native):
        for line in self.run(["parse", native, "-"], text).splitlines():
            if "error" in json.loads(line):
                raise Difference("parse does not know %s" % line.decode())

    def repairs(self, text):
        self.same("a sound record repaired", b"", self.run(
            ["check", "--fix", "--diff", "-"], text))

    def sheets(self, text):
        sheet = records_of(text)[0].rstrip(b"\n") + b"\n"
        path = os.path.join(PLACE, "sheet.pgn")
        with open(path, "wb") as file:
            file.write(sheet)
        self.same("two sheets that are one", sheet,
                  self.run(["collate", path, path], b""))

    def packed(self, text):
        self.same("what was compressed", text,
                  self.run(["convert", "-"], gzip.compress(text, 1)))

    def all(self, text, native, variant):
        text = self.run(["convert", "-n", native, "-"], text)
        self.same("convert twice", text,
                  self.run(["convert", "-n", native, "-"], text))
        for part in (self.sound, self.formats, self.jobs, self.selection,
                     self.others, self.repairs, self.sheets, self.packed):
            part(text)
        self.tokens(text, native)
        self.positions(text, variant)
        self.notations(text, variant)


def records_of(text):
    """The records of canonical PGN."""
    parts = text.split(b"\n\n[")
    return [part if i == 0 else b"[" + part for i, part in enumerate(parts)]


def differs(soak, text, game, seed):
    random.seed(seed)
    try:
        soak.all(text, *game)
    except Difference as difference:
        return str(difference)
    return None


def shortest(soak, text, game, seed):
    """The shortest record that still differs: one of the records, and as few
    of its plies as will do."""
    for record in records_of(text):
        record = record.rstrip(b"\n") + b"\n"
        if not differs(soak, record, game, seed):
            continue
        head, _, moves = record.partition(b"\n\n")
        words = moves.split()
        low, high = 0, len(words) - 1
        while low < high:
            middle = (low + high) // 2
            if differs(soak, cut(head, words, middle), game, seed):
                high = middle
            else:
                low = middle + 1
        short = cut(head, words, low)
        return short if differs(soak, short, game, seed) else record
    return text


def cut(head, words, count):
    lines = [line for line in head.split(b"\n")
             if not line.startswith(b"[Result ")]
    return (b"\n".join(lines) + b"\n[Result \"*\"]\n\n" +
            b" ".join(words[:count] + [b"*"]) + b"\n")


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
