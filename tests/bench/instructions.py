#!/usr/bin/env python3
"""Instructions a ply, which are the same on every machine.

    tests/bench/instructions.py TERNION RANDOM_GAMES          prints tables
    tests/bench/instructions.py --check TERNION RANDOM_GAMES  a test
    tests/bench/instructions.py --write TERNION RANDOM_GAMES  sets its numbers

Counts them with valgrind's callgrind, on random games of 120 plies: the
difference of a large file and a small one, so that starting the program does
not count. The first table splits those of `check` by the work that they do,
the second one compares other commands with it.

The test fails if a ply of `check` costs 5 % more than it did when
tests/bench/instructions was written. Compilers differ by more than that, so
that the test is left out, with status 77 and the reason, if the compiler or
its flags are not those that the file names.

    BENCH_GAMES=...   these variants alone, separated by blanks
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../tools"))
import registry

KEPT = os.path.join(os.path.dirname(__file__), "instructions")
RISE = 1.05
LEFT_OUT = 77
PLIES = 120
SMALL, LARGE = 50, 150  # games
CHECK = ["check", "-j", "1"]
# Where the code is that does the work; the first that fits.
STAGES = [
    ("bytes", "formats/(pgn|tree)/|parse/(record|text)/"),
    ("token", "parse/notation/"),
    ("checks", "rules/moves/attacks|rules/bnem/checks|update_check"),
    ("find", "parse/resolve/|rules/moves/(plain|legal|movegen)|"
             "rules/[a-z]+/(moves|pieces|routes)"),
    ("make", "rules/"),
    ("judge", "formats/|parse/"),
    ("rest", ""),
]


def other_commands(native, to):
    return {
        "convert": ["convert", "-j", "1", "-n", to],
        "json": ["convert", "-j", "1", "-t", "json"],
        "parse": ["parse", native],
        "stats": ["stats"],
        "select": ["select", "--plies", "1-"],
        "fmt": ["fmt", "--check"],
    }


def stage_of(function, source, inlined):
    """Small functions in headers that all share count for their caller."""
    shared = re.search(r"rules/(?!moves/(make_move|legal))[^:]*\.h$", inlined)
    where = source if shared or function.startswith("update_check") else inlined
    where += " " + function
    return next(name for name, code in STAGES if re.search(code, where))


def read_costs(path):
    """Instructions by stage, from a file that callgrind has written."""
    costs = dict.fromkeys([name for name, _ in STAGES], 0)
    names, source, inlined, function, is_call = {}, "", "", "", False
    with open(path) as file:
        for line in file:
            key, _, value = line.strip().partition("=")
            if re.match("c?f[nlie]$", key):
                number, _, name = value.partition(" ")
                name = names.setdefault((key[-1] == "n", number), name)
                if key == "fn":
                    function, inlined = name, source
                elif key == "fl":
                    source = inlined = name
                elif key in ("fi", "fe"):
                    inlined = name
            elif key == "calls":
                is_call = True  # the next line is the callee's
            elif re.match(r"[-+*\d]", line):
                if not is_call:
                    stage = stage_of(function, source, inlined)
                    costs[stage] += int(line.split()[1])
                is_call = False
    return costs


def read_sum(path):
    with open(path) as file:
        return {"all": next(int(line.split()[1]) for line in file
                            if line.startswith("summary:"))}


class Sample:
    """A small file and a large one of one variant's games."""

    def __init__(self, ternion, random_games, variant, folder):
        self.ternion, self.out = ternion, os.path.join(folder, "out")
        self.paths = []
        self.plies = 0
        for games in (SMALL, LARGE):
            path = os.path.join(folder, "%s-%d.pgn" % (variant, games))
            with open(path, "w") as file:
                subprocess.run(
                    [random_games, "-v", variant, "-n", str(games), "-p",
                     str(PLIES)], stdout=file, check=True)
            self.paths.append(path)
            self.plies = self.count_plies(path) - self.plies

    def count_plies(self, path):
        out = subprocess.run([self.ternion, "check", "--to", "json", path],
                             stdout=subprocess.PIPE, text=True).stdout
        return int(re.search(r'"plies": *(\d+)', out).group(1))

    def costs(self, arguments, read=read_sum):
        """A ply, by the names that `read` finds."""
        small, large = [self.run(arguments + [path], read)
                        for path in self.paths]
        return {name: (large[name] - small[name]) / self.plies
                for name in large}

    def all(self, arguments):
        return self.costs(arguments)["all"]

    def run(self, arguments, read):
        subprocess.run(
            ["valgrind", "-q", "--tool=callgrind",
             "--callgrind-out-file=" + self.out, self.ternion] + arguments,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return read(self.out)


def compiled_by(ternion):
    """The compiler and the flags that tell for speed, from what gcc leaves for
    debuggers, of the code that it takes most care with; None for other
    compilers."""
    with open(ternion, "rb") as file:
        found = re.findall(rb"GNU C11 (\d+\.[^\0]*)", file.read())
    flags = [sorted(set(re.findall(r" (-march=\S+|-O\S*)", one.decode())))
             for one in found]
    return " ".join(["gcc", found[0].decode().split(".")[0]] +
                    max(flags)) if found else None


def measure_check(ternion, random_games, folder):
    return {variant: Sample(ternion, random_games, variant, folder).all(CHECK)
            for variant in registry.games(ternion)}


def check(ternion, random_games, folder):
    with open(KEPT) as file:
        rows = [line.split(None, 1) for line in file if line[0] != "#"]
    kept = {name: value.strip() for name, value in rows}
    compiler = compiled_by(ternion)
    if kept["compiler"] != compiler:
        print("compiled by", compiler or "another compiler")
        return LEFT_OUT
    failed = 0
    measured = measure_check(ternion, random_games, folder)
    for variant, count in measured.items():
        most = RISE * int(kept[variant])
        if count > most:
            print("%s: %.0f instructions a ply of check, %s in %s" % (
                variant, count, kept[variant], KEPT))
            failed += 1
    print("%d passed, %d failed" % (len(measured) - failed, failed))
    return failed > 0


def write(ternion, random_games, folder):
    measured = measure_check(ternion, random_games, folder)
    with open(KEPT, "w") as file:
        print("# Instructions a ply of `check`, for instructions.py.\n"
              "compiler", compiled_by(ternion), file=file)
        for variant, count in measured.items():
            print("%s %.0f" % (variant, count), file=file)
    return 0


def show(ternion, random_games, folder):
    games = os.environ.get("BENCH_GAMES",
                           " ".join(registry.games(ternion))).split()
    others = {}
    print("Instructions a ply of check, by work")
    print("%-14s" % "" + "".join(" %6s" % name for name, _ in STAGES) +
          "    all")
    for variant in games:
        sample = Sample(ternion, random_games, variant, folder)
        costs = sample.costs(CHECK, read_costs)
        whole = sum(costs.values())
        print("%-14s" % variant + "".join(
            " %6.0f" % cost for cost in costs.values()) + " %6.0f" % whole,
            flush=True)
        native, to = registry.notations(ternion, variant)[:2]
        others[variant] = {
            name: sample.all(arguments) / whole
            for name, arguments in other_commands(native, to).items()}
    print("Other commands, in times of check")
    print("%-14s" % "" + "".join(" %7s" % name for name in others[games[0]]))
    for variant, ratios in others.items():
        print("%-14s" % variant + "".join(
            " %7.2f" % ratio for ratio in ratios.values()))
    return 0


def main():
    actions = {"--check": check, "--write": write}
    arguments = sys.argv[1:]
    action = actions.get(arguments[0]) if arguments else None
    if action:
        arguments.pop(0)
    if len(arguments) != 2:
        sys.exit(__doc__)
    if not shutil.which("valgrind"):
        print("no valgrind")
        return LEFT_OUT
    with tempfile.TemporaryDirectory() as folder:
        return (action or show)(*arguments, folder)


if __name__ == "__main__":
    sys.exit(main())
