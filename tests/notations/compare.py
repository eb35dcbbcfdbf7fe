#!/usr/bin/env python3
"""Compares built-in notations with the pages of YAML in this folder that define
them.

    compare.py TERNION RANDOM_GAMES [RECORDS]

A page NAME.yaml defines my-NAME. Writes golden records and random ones, most of
them with faults, through both, and checks, converts and lays out what was
written: the output and the diagnostics must be the same. RECORDS is the number
of random records, by default 100. Then writes random games in the notations of
foreign.yaml, which must read back as the same records. Prints the lines that
differ. SEED=7 takes other games and faults. The last line is "N passed, N
failed".
"""
import difflib
import glob
import os
import random
import re
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import slow

CALLS = ["check --verbose -", "convert -n NAME -", "convert --partial -",
         "fmt -", "parse NAME --max-errors 0", "check --fix --diff -"]


def run(ternion, page, call, records, name):
    """What a call prints for the records in the notation of that name, with the
    name of the built-in one."""
    text = "\n\n".join(records).replace('[Notation "my-', '[Notation "')
    text = re.sub(r'(?<=\[Notation ")[^"]*(?="\])', name, text)
    done = subprocess.run(
        [ternion] + call.replace("NAME", name).split() +
        ["--notation-file", page], check=False, capture_output=True,
        input=text.encode("utf-8", "surrogateescape"), timeout=600)
    said = (done.stdout + done.stderr).decode("utf-8", "backslashreplace")
    return said.replace("my-", "").split("\n") + ["status %d" % done.returncode]


def golden(ternion, name, game):
    """The golden records of a game that the notation can write."""
    made = subprocess.run(
        [ternion, "convert", "-q", "-n", name] +
        sorted(glob.glob(HERE + "/../golden/%s/*.pgn" % game)),
        check=False, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return re.split(r"\n\n(?=\[)", made.decode("utf-8", "surrogateescape"))


def round_trips(ternion, random_games, seed):
    """How many notations of foreign.yaml read what they write, and how many do
    not."""
    page = HERE + "/foreign.yaml"
    passed = failed = 0
    with open(page, encoding="utf-8") as file:
        names = re.findall(r"^  (\w+): {games: (\w+)", file.read(), re.M)
    for name, game in names:
        records = slow.games(random_games, ternion, game, "long", seed)
        text = "\n\n".join(records).encode()
        for notation in name, "long":
            done = subprocess.run(
                [ternion, "convert", "-n", notation, "--notation-file", page,
                 "-"], check=False, input=text, capture_output=True)
            said, text = done.stderr.decode(), done.stdout
        if said == "" and text.decode() == "\n\n".join(records):
            passed += 1
        else:
            failed += 1
            print("FAIL %s: %s" % (name, said[:1000]))
    return passed, failed


def main():
    ternion, random_games = sys.argv[1:3]
    most = int(sys.argv[3]) if len(sys.argv) > 3 else 100
    seed = int(os.environ.get("SEED") or 1)
    passed, failed = round_trips(ternion, random_games, seed)
    for page in sorted(glob.glob(HERE + "/*.yaml")):
        with open(page, encoding="utf-8") as file:
            found = re.search(r"  my-(\S+):\n +games: (.*)", file.read())
        if not found:
            continue
        name = found.group(1)
        for game in re.findall(r"\w+", found.group(2)):
            dice = random.Random("%d %s %s" % (seed, name, game))
            records = golden(ternion, name, game)
            for n in range(0, most, slow.GAMES):
                records += slow.games(random_games, ternion, game, name,
                                      seed * 1000 + n)
            faulty = [slow.corrupt(record, dice) for record in records]
            for call in CALLS:
                given = records if "-n" in call else faulty
                ours, pages = [run(ternion, page, call, given, n)
                               for n in (name, "my-" + name)]
                # A longer name breaks lines elsewhere.
                if " ".join(ours).split() == " ".join(pages).split():
                    passed += 1
                    continue
                failed += 1
                print("FAIL %s, %s: %s, %d records" %
                      (name, game, call, len(given)))
                for line in difflib.unified_diff(ours, pages, n=0,
                                                 lineterm=""):
                    print(line[:250])
    print("%d passed, %d failed" % (passed, failed))
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
