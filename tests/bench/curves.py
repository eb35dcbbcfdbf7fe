#!/usr/bin/env python3
"""How the time of a command grows with a record: a part of make bench

    tests/bench/curves.py TERNION RANDOM_GAMES MEASURE

Prints, for each game and command, microseconds a ply for records of 500 to
5,000 plies, and for records of 500 plies with 0 to 100 faults. Time that grows
in proportion to the plies keeps the figures level; `!` marks a last figure
above 1.2 times the first, which is 12 times the time for ten times the plies.
A game that ends earlier, whatever is played, is as long as it gets.

    BENCH_GAMES=...   these games alone, separated by blanks
    BENCH_RUNS=5      counted runs of each command
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../tools"))
import registry

LENGTHS = [500, 1000, 2000, 5000]
FAULTS = [0, 10, 25, 50, 100]
SHEETS = 3
PLIES = 40000  # in one file, so that starting the program does not count
STEEP = 1.2
COMMANDS = {
    "check": ["check", "-q", "-j", "1"],
    "fix": ["check", "-q", "-j", "1", "--fix", "--diff"],
    "convert": ["convert", "-q", "-j", "1"],
    "collate": ["collate", "-q"],
}
LETTERS = "abcdefghijkl123456789"


def longest_games(random_games, game, plies):
    """Quiet games of that many plies, or the longest of some. They differ, so
    that the processor cannot learn one by heart."""
    count = max(PLIES // plies, 1)
    text = subprocess.run(
        [random_games, "-q", "-v", game, "-n", str(2 * count), "-p",
         str(plies)], stdout=subprocess.PIPE, check=True, text=True).stdout
    games = ["[Event" + game for game in text.split("[Event")[1:]]
    return sorted(games, key=len)[-count:]


def count_plies(ternion, text):
    out = subprocess.run([ternion, "check", "--to", "json"], input=text,
                         stdout=subprocess.PIPE, check=False, text=True)
    return json.loads(out.stdout)["summary"]["plies"]


def with_faults(text, count, seed):
    """The record with one letter of some moves replaced by another."""
    dice = random.Random(seed)
    head, moves = text.rstrip("\n").rsplit("\n\n", 1)
    tokens = moves.split()
    plies = [i for i, token in enumerate(tokens[:-1])
             if not re.fullmatch(r"\d+\.+", token)]
    for i in dice.sample(plies, min(count, len(plies))):
        at = dice.randrange(len(tokens[i]))
        tokens[i] = (tokens[i][:at] + dice.choice(LETTERS)
                     + tokens[i][at + 1:])
    return head + "\n\n" + " ".join(tokens) + "\n\n"


def put(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


class Curves:
    def __init__(self, ternion, random_games, measure, folder):
        self.ternion, self.random_games = ternion, random_games
        self.measure, self.folder = measure, folder
        self.runs = os.environ.get("BENCH_RUNS", "5")

    def seconds(self, command):
        out = subprocess.run(
            [self.measure, self.runs, "--", self.ternion, *command],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False,
            text=True).stdout
        return float(out.split()[0])

    def per_ply(self, name, games, faults):
        """Microseconds of a command for each ply of the games."""
        if name == "collate":
            plies = count_plies(self.ternion, games[-1])
            sheets = [put(self.folder, f"{i}.pgn",
                          with_faults(games[-1], faults, i))
                      for i in range(SHEETS)]
            return 1e6 * self.seconds(COMMANDS[name] + sheets) / plies
        if faults > 0:
            games = games[-max(len(games) // 10, 1):]
        plies = count_plies(self.ternion, "\n".join(games))
        copies = max(PLIES // plies // (10 if faults > 0 else 1), 1)
        games, plies = games * copies, plies * copies
        path = put(self.folder, "all.pgn", "\n".join(
            with_faults(game, faults, i) for i, game in enumerate(games)))
        return 1e6 * self.seconds(COMMANDS[name] + [path]) / plies

    def show(self, game, name, heads, figures):
        mark = " !" if figures[-1] > STEEP * figures[0] else ""
        print(f"{game:13} {name:8}", *(f"{head}: {figure:.2f}  " for
              head, figure in zip(heads, figures)), mark, flush=True)

    def run(self, game):
        games = [longest_games(self.random_games, game, plies)
                 for plies in LENGTHS]
        for name in COMMANDS:
            self.show(game, name, [f"{n} plies" for n in LENGTHS],
                      [self.per_ply(name, some, 0) for some in games])
        for name in COMMANDS:
            self.show(game, name, [f"{n} faults" for n in FAULTS],
                      [self.per_ply(name, games[0], n) for n in FAULTS])


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        curves = Curves(*sys.argv[1:], folder)
        print("Microseconds a ply:")
        for game in os.environ.get(
                "BENCH_GAMES", " ".join(registry.games(sys.argv[1]))).split():
            curves.run(game)


if __name__ == "__main__":
    main()
