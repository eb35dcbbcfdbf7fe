#!/usr/bin/env python3
"""Whether fixes hold, whoever makes them

    fixes_hold.py TERNION RANDOM_GAMES SEED [RECORDS]

Inserts random signs into random records of all games, in several notations and
formats. Makes the fixes as `check --fix` does, with and without unsafe ones, and
one by one as an editor and a program with the library do. No fix may bring an error, a warning or a call; what
was fixed must be gone, and a second run must change nothing. A fix of an editor
that is not certain may show faults among moves that were not checked before.
Longer records have faults in their moves. `check --fix` ends as `check` of what
it has made.
"""
import collections
import json
import os
import random
import re
import subprocess
import sys

import registry

HERE = os.path.dirname(__file__)
sys.path.append(os.path.join(HERE, "..", "lsp"))
sys.path.append(os.path.join(HERE, "../../formats/library/python"))
import actions  # noqa: E402

PLIES, LONG_PLIES = "20", "60"
LONG = 4  # long records for each other one
NOT_MOVE = re.compile(r"\d+\.*$|\*$|\d[\d/]*-\d|1/|0-0-0|\[|$")
FORMATS = "pgn", "pgn", "pgn", "json", "yaml"
SIGNS = "!?+#=(){}$-/:.,;*x0123456789abkKNQW \n–½†×‼±�"
COMMENT = re.compile(r"\{[^}]*\}|;.*|#.*", re.S)


def run(command, text):
    return subprocess.run(command, input=text, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def damaged(text, form, dice):
    """The text with signs after the beginning of its moves."""
    begin = {"pgn": "\n\n", "json": '"plies"', "yaml": "\nplies"}[form]
    start = text.index(begin) + len(begin)
    for _ in range(dice.choice([1, 1, 2, 3])):
        places = [at.end() for at in re.finditer(r"\w", text[start:])]
        at = start + (dice.choice(places) if dice.random() < .7
                      else dice.randrange(len(text) - start))
        signs = "".join(dice.choice(SIGNS)
                        for _ in range(dice.choice([1, 1, 1, 2, 3])))
        text = text[:at] + signs + text[at:]
    return text


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
    """The record with faults in one or two of its moves."""
    tags, moves = record.split("\n\n", 1)
    words = moves.split()
    places = [i for i, w in enumerate(words)
              if not NOT_MOVE.match(w) and len(w) > 1]
    for at in dice.sample(places, min(len(places), dice.choice([1, 1, 2]))):
        words[at] = dice.choice(FAULTS)(words[at], dice)
    return tags + "\n\n" + " ".join(w for w in words if w) + "\n"


class Findings:
    """What `check` says of a text, but the notes.

    `rest`: how much of the text was not checked; `hidden`: leaves out what is
    said of so much at its end.
    """

    def __init__(self, ternion, form, text, hidden=0):
        said = run([ternion, "check", "-f", form, "-t", "jsonl", "-"], text)
        self.list = [json.loads(line) for line in said.stdout.splitlines()]
        lines = text.encode().splitlines(True)
        for each in self.list:
            rest = b"".join(lines[each["line"] - 1:])[each["column"] - 1:]
            # A number is as hidden as its ply.
            each["rest"] = len(re.sub(rb"^[\d.]+\s*", b"", rest)
                               if each["code"] == "move-number" else rest)
        self.rest = max([each["rest"] for each in self.list
                         if each["code"] == "moves-unchecked"], default=0)
        self.serious = collections.Counter(
            each["code"] for each in self.list
            if each["severity"] != "note" and each["rest"] > hidden)
        self.codes = collections.Counter(each["code"] for each in self.list
                                         if each["rest"] > hidden)
        bare = re.sub(r"\{[^}]*\}", "", text)
        self.calls = collections.Counter(re.findall(r"=|#|\([FSYT]\)", bare))


def faults_of_fix(before, after):
    """What the fix has brought."""
    return list(after.serious - before.serious) + \
        [f"call {call}" for call in after.calls - before.calls]


class Trial:
    """A text that is fixed."""

    def __init__(self, ternion, form, text):
        self.ternion, self.form, self.text = ternion, form, text
        self.before = Findings(ternion, form, text)

    def check(self, text, hidden=0):
        return Findings(self.ternion, self.form, text, hidden)

    def command(self, *options):
        """What `check --fix` makes wrong."""
        check = [self.ternion, "check", "-q", "-f", self.form]
        made = run([*check, "--fix", *options, "-"], self.text)
        once = made.stdout
        left = run([*check, "-"], once)
        if once == self.text:
            return
        twice = run([*check, "--fix", *options, "-"], once).stdout
        faults = faults_of_fix(self.before, self.check(once))
        if once != twice:
            faults.append("a second run changes more")
        if made.returncode != left.returncode:
            faults.append(f"status {made.returncode}, not {left.returncode}")
        if faults:
            yield faults, once, twice

    def single(self, fixes):
        """What fixes make wrong that are made alone."""
        for title, code, text, is_certain in fixes:
            after = self.check(text, 0 if is_certain else self.before.rest)
            faults = faults_of_fix(self.before, after)
            if after.codes[code] >= self.before.codes[code]:
                faults.append(f"{code} is not gone")
            if faults:
                yield faults, title, text


def editor_fixes(editor, text, form):
    """The texts that quick fixes make."""
    for action, fixed in editor.fixes(text, "." + form)[1]:
        if not action["title"].startswith("Suppress"):
            yield (action["title"], action["diagnostics"][0]["code"], fixed,
                   action.get("isPreferred", False))


def library_fixes(text, form):
    """The texts that programs make with the library."""
    import ternion  # it finds its library by $TERNION_LIBRARY

    records = list(ternion.parse(text, format=form, repairs=True))
    if len(records) != 1:  # the text of a record is not that of the file
        return
    for i, diagnostic in enumerate(records[0].diagnostics):
        for j, fix in enumerate(records[0].fixes(i)):
            yield (fix.title, diagnostic.code, records[0].apply(i, j),
                   fix.certain)


def texts(ternion, random_games, seed, records):
    """Random records with signs, and their formats."""
    for game in registry.games(ternion):
        for number in range(records):
            dice = random.Random(f"{seed} {game} {number}")
            notation = dice.choice(registry.notations(ternion, game))
            form = dice.choice(FORMATS)
            made = run([random_games, "-v", game, "-N", notation, "-n", "1",
                        "-s", str(dice.randrange(1 << 30)), "-p", PLIES], "")
            record = made.stdout
            if form != "pgn":
                record = run([ternion, "convert", "-t", form], record).stdout
            yield game, number, form, damaged(record, form, dice)


def long_texts(ternion, random_games, seed, records):
    """Random records with faults in moves."""
    for game in registry.games(ternion):
        dice = random.Random(f"{seed} {game}")
        made = run([random_games, "-v", game, "-n", str(LONG * records), "-s",
                    seed, "-p", LONG_PLIES], "").stdout
        for number, record in enumerate(re.split(r"\n\n(?=\[)", made)):
            yield game, number, "pgn", faulty(record, dice)


def main():
    ternion, random_games, seed = sys.argv[1:4]
    records = int(sys.argv[4]) if len(sys.argv) > 4 else 8
    editor = actions.Server(ternion)
    for game, number, form, text in texts(ternion, random_games, seed,
                                          records):
        trial = Trial(ternion, form, text)
        for hand, faults in (
                ("--fix", trial.command()),
                ("--unsafe-fixes", trial.command("--unsafe-fixes")),
                ("an editor", trial.single(editor_fixes(editor, text, form))),
                ("the library", trial.single(library_fixes(text, form)))):
            for what in faults:
                print(f"{game} {number} {form}, {hand}:", *what[0], sep="; ")
                print(text, *what[1:], sep="\n--\n")
    editor.end()
    for game, number, form, text in long_texts(ternion, random_games, seed,
                                               records):
        for what in Trial(ternion, form, text).command():
            print(f"{game} {number}, long:", *what[0], sep="; ")
            print(text, *what[1:], sep="\n--\n")


if __name__ == "__main__":
    main()
