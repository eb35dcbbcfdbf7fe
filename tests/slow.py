#!/usr/bin/env python3
"""Holds the program to the one that goes the long way everywhere.

    tests/slow.py TERNION SLOW_TERNION RANDOM_GAMES [RECORDS]

Makes random games of all games in all notations, corrupts nearly each, and lets
both programs check, convert, lay out, select and count them: they must print the
same bytes and diagnostics and end with the same status. A difference is
narrowed down to one record, which is printed with the call. SEED=7 takes other
games and faults. The last line is "N passed, N failed".
"""
import difflib
import os
import random
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "tools"))
import registry
from fixes_hold import FAULTS

NOTATIONS = ["", "algebraic", "long", "coordinate", "siege", "full"]
GAMES = 50 # a file
PLIES = 40
SHARE = 4 # of the calls, one in so many
SIGNS = "abcdefghijklmnopqrKQRBNPODLUG0123456789x-+#=()/:.!?*~%@TFCS \n{}$\x00\xff"
WORDS = ["0-0", "0-0-0", "++", "(=)", "e.p.", "...", "7.", "pass", "1-0-0",
         "Qe4", "b4", "b4-b5", "{x}", "$3", "(ee3)", ";x\n", "W:e4", "=Q",
         "\u2013", "\u2654d5", "%x", "[Event \"x\"]", "*", "resigns"]
ENDS = ["+", "++", "#", "=", "=Q", "(=)", "!", "?!", "x", "(S)", "(W)", "(Y)",
        "@", "%", "~", ",", "."]
CELLS = "abcdefghkm123456789"
CALLS = [
    "check --to json -", "check --verbose --strict -", "convert -",
    "convert -n algebraic -", "convert -n long -", "convert -n coordinate -",
    "convert -t yaml -", "convert -t json --partial -", "convert --no-replay -",
    "fmt -", "fmt --check -", "select --plies 20- -", "stats -",
    "check --fix --diff -", "position --every -",
]


def change_signs(text, dice):
    """A sign that is another, missing, more, or exchanged with the next."""
    at, sign = dice.randrange(len(text)), dice.choice(SIGNS)
    return text[:at] + dice.choice([
        sign + text[at + 1:], text[at + 1:], sign + text[at:],
        text[at + 1:at + 2] + text[at] + text[at + 2:]])


def change_words(text, dice):
    """A word of the movetext, whose blanks stay, or two that are exchanged."""
    words = re.split(r"(\s+)", text)
    at, there = (2 * dice.randrange((len(words) + 1) // 2) for _ in range(2))
    changes = [[there, words[at]], [at, dice.choice(WORDS)],
               [at, words[at] + dice.choice(ENDS)],
               [at, words[at][:1] + dice.choice(CELLS) + words[at][1:]]]
    if len(words[at]) > 1:
        changes += 2 * [[at, dice.choice(FAULTS)(words[at], dice)]]
    place, word = dice.choice(changes)
    if dice.random() < 0.5:
        words[at] = words[place]
    words[place] = word
    return "".join(words)


def corrupt(record, dice):
    tags, gap, moves = record.partition("\n\n")
    for _ in range(dice.choice([0, 1, 1, 1, 2, 4])):
        if dice.random() < 0.1 and len(tags) > 1:
            tags = change_signs(tags, dice)
        elif dice.random() < 0.1 and len(moves) > 1:
            moves = moves[:dice.randrange(1, len(moves))]
        elif len(moves) > 1:
            moves = dice.choice([change_signs, change_words])(moves, dice)
    return tags + gap + moves


def result(ternion, call, text):
    done = subprocess.run([ternion] + call.split(), input=text, check=False,
                          capture_output=True, timeout=600)
    return done.returncode, done.stdout, done.stderr


def differ(programs, call, records):
    text = "\n\n".join(records).encode("utf-8", "surrogateescape")
    return len({result(program, call, text) for program in programs}) > 1


def narrow(programs, call, records):
    """The records, as few as show the difference."""
    while len(records) > 1:
        half = len(records) // 2
        if differ(programs, call, records[:half]):
            records = records[:half]
        elif differ(programs, call, records[half:]):
            records = records[half:]
        else:
            break
    return records


def show(programs, call, records):
    records = narrow(programs, call, records)
    text = "\n\n".join(records).encode("utf-8", "surrogateescape")
    print("FAIL ternion %s, of the record:" % call)
    print(text.decode("utf-8", "backslashreplace")[:2000])
    lines = []
    for program in programs:
        status, out, err = result(program, call, text)
        lines.append((out + err).decode("utf-8", "backslashreplace").split("\n")
                     + ["status %d" % status])
    for line in list(difflib.unified_diff(*lines, *programs, lineterm=""))[:40]:
        print(line[:200])


def games(random_games, ternion, variant, notation, seed):
    """Records in a notation; "full": short ones that state the whole start."""
    made = subprocess.run(
        [random_games, "-v", variant, "-n", str(GAMES), "-s", str(seed), "-p",
         str(PLIES), "-a"], check=True, stdout=subprocess.PIPE).stdout
    if notation:
        made = subprocess.run(
            [ternion, "convert", "-q", "-n", notation.replace("full", "long"),
             "-"], input=made, check=True, stdout=subprocess.PIPE).stdout
    if notation == "full":
        made = made.replace(b'[Notation "long"]\n', b"")
        made = re.sub(rb"(?<=[a-z]\d)-(?=[a-z]\d)|(?<=\d)-(?=\d+[a-z])", b"",
                      made)
    return re.split(r"\n\n(?=\[)", made.decode("utf-8", "surrogateescape"))


def main():
    fast, slow, random_games = sys.argv[1:4]
    most = int(sys.argv[4]) if len(sys.argv) > 4 else 1000
    seed = int(os.environ.get("SEED") or 1)
    passed = failed = n = 0
    variants = list(registry.games(fast))
    while n * GAMES < most:
        variant = variants[n % len(variants)]
        notation = NOTATIONS[n // len(variants) % len(NOTATIONS)]
        if notation.replace("full", "long") not in registry.notations(
                fast, variant):
            notation = ""
        n += 1
        dice = random.Random("%d %d" % (seed, n))
        records = games(random_games, fast, variant, notation, seed * 1000 + n)
        records = [corrupt(record, dice) for record in records]
        # Each file meets some of the calls: all do, of each game and notation.
        for call in CALLS[n % SHARE::SHARE]:
            if differ((fast, slow), call, records):
                failed += 1
                show((fast, slow), call, records)
            else:
                passed += 1
    print("%d passed, %d failed" % (passed, failed))
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
