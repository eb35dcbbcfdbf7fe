#!/usr/bin/env python3
"""Whether faults in random games are put right, and stay so

    fix_faults.py TERNION RANDOM_GAMES SEED

Puts a fault into each of many random games of all games. What check --fix makes
of them it makes of that once more, and the exit status is that of what is left.
"""
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import registry

GAMES = 12
PLIES = "60"
NOT_MOVE = re.compile(r"\d+\.*$|\*$|\d[\d/]*-\d|1/|0-0-0|\[|$")


def other(word, dice):
    at = dice.randrange(len(word))
    return word[:at] + dice.choice("abcdefghklKQRN123456789x+") + word[at + 1:]


FAULTS = [
    other,
    lambda word, dice: word[:dice.randrange(1, len(word))],
    lambda word, dice: word[dice.randrange(1, len(word)):],
    lambda word, dice: word.rstrip("+") + "+"[:not word.endswith("+")],
    lambda word, dice: word.replace("x", "", 1),
    lambda word, dice: "",
    lambda word, dice: word + " " + word,
    lambda word, dice: word.swapcase(),
]


def faulty(record, dice):
    tags, moves = record.split("\n\n", 1)
    words = moves.split()
    places = [i for i, w in enumerate(words)
              if not NOT_MOVE.match(w) and len(w) > 1]
    for at in dice.sample(places, min(len(places), dice.choice([1, 1, 2]))):
        words[at] = dice.choice(FAULTS)(words[at], dice)
    return tags + "\n\n" + " ".join(w for w in words if w) + "\n"


def run(*command):
    return subprocess.run(command, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def texts(folder):
    return {path.name: path.read_text() for path in folder.iterdir()}


def main():
    ternion, random_games, seed = sys.argv[1:4]
    for variant in registry.games(ternion):
        dice = random.Random(f"{seed} {variant}")
        made = run(random_games, "-v", variant, "-n", str(GAMES), "-s", seed,
                   "-p", PLIES).stdout
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for i, record in enumerate(re.split(r"\n\n(?=\[)", made.strip())):
                (folder / f"{i}.pgn").write_text(faulty(record, dice))
            faults = texts(folder)
            fix = [ternion, "check", "-q", "--fix", name]
            first, once = run(*fix), texts(folder)
            second, twice = run(*fix), texts(folder)
            left = run(ternion, "check", "-q", name)
        for record, text in once.items():
            if text != twice[record]:
                print(f"{variant}: once more it is fixed otherwise:\n"
                      f"{faults[record]}\n{text}\n{twice[record]}")
        if len({first.returncode, second.returncode, left.returncode}) > 1 or \
                first.stdout != left.stdout:
            print(f"{variant}: said is\n{first.stdout}\nand left\n"
                  f"{left.stdout}")


if __name__ == "__main__":
    main()
