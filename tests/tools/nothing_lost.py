#!/usr/bin/env python3
"""Whether nothing that a record says is lost or says something else

    nothing_lost.py TERNION RANDOM_GAMES SEED SHEET

Random games are written with offers of a draw, calls, annotations, clocks and
variations. All of it is there again when they went through convert, fmt and
collate in every format and notation, through step move by move, and through
check --fix when there are faults among the moves. Every move that moves --all
lists, in every notation, leads to the same positions. SHEET is a file to write.
"""
import collections
import json
import random
import re
import subprocess
import sys

import registry
from fixes_hold import FAULTS, NOT_MOVE

OPTIONS = {
    "siege": ["-o", "SiegeThreshold=1", "-o", "Siege=captures"],
    "bnem": ["-o", "Cubes=yes"],
}
FORMATS = {"pgn": "pgn", "yaml": "yaml", "json": "json", "jsonl": "jsonl"}
SILENT = ("dreierschach", "threechess") # nobody can yield
PLIES, FAULTY = "60", 8
# Calls of mate that are true, though the rules find no mate.
MATES = {"nivichanov": ['[Variant "nivichanov"]\n\n1. Bf7++ de8 11l10 *']}
NAGS = ["!", "?", "!!", "??", "!?", "?!"]

Said = collections.namedtuple(
    "Said", "offer mate calls nags comments variations")


def run(*command, text=""):
    done = subprocess.run(command, input=text, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return done.returncode, done.stdout, done.stderr


def calls_in(move):
    """F, S, Y and T in parentheses; a single one may be a promotion."""
    return "".join(sorted(set("FSYT") & set("".join(
        re.findall(r"\(([^)]*)\)", move)))))


def marks_mate(move):
    return bool(re.search(r"\+\+|\([^)]*M", move))


def said_by(plies):
    """Everything that the plies of a record in JSON hold except the moves."""
    said = []
    for ply in plies:
        ply = ply if isinstance(ply, dict) else {"move": ply}
        comments = ply.get("comment", [])
        said.append(Said(
            ply["move"].endswith("="), marks_mate(ply["move"]),
            calls_in(ply["move"]),
            ply.get("nags", []),
            comments if isinstance(comments, list) else [comments],
            [said_by(line) for line in ply.get("variations", [])]))
    return said


def decorate(word, dice, number):
    """A move with additions: its text, and the additions."""
    token, rest, nags, comments, variations = word, "", [], [], []
    if dice.random() < 0.2:
        nags.append(dice.randrange(6) + 1)
        token += NAGS[nags[0] - 1]
    offer = dice.random() < 0.2
    token += "=" * offer
    if dice.random() < 0.1:
        nags.append(14)
        rest += " $14"
    if dice.random() < 0.2:
        comments = ["[%%clk 0:%02d:07]" % number, "ply %d" % number]
        rest += " {%s} {%s}" % tuple(comments)
    if dice.random() < 0.1:
        variations = [[Said(True, marks_mate(word), calls_in(word),
                            [2], ["aside"], [])]]
        rest += " (%s?= {aside})" % word
    said = Said(offer, marks_mate(word), calls_in(word), nags, comments,
                variations)
    return token, rest, said


def unmated(said):
    """The additions that a notation without a sign for mate keeps."""
    return [ply._replace(mate=False, variations=[
        unmated(line) for line in ply.variations]) for ply in said]


def make(record, variant, dice):
    """Decorates a record; returns its text, tokens and additions."""
    tags, moves = record.split("\n\n", 1)
    words, tokens, said = [], [], []
    for word in moves.split()[:-1]:
        if re.match(r"\d+\.", word):
            words.append(word)
            continue
        token, rest, what = decorate(word, dice, len(said))
        words.append(token + rest)
        tokens.append(token)
        said.append(what)
    last = moves.split()[-1]
    if last == "*" and variant not in SILENT:
        token = "(S)" if variant == "siege" and dice.random() < 0.5 else "(Y)"
        words.append(token + " {enough}")
        tokens.append(token)
        said.append(Said(False, False, token[1], [], ["enough"], []))
    return tags + "\n\n" + " ".join(words + [last]) + "\n", tokens, said


class Failure(Exception):
    pass


def expect(what, wanted, got, text):
    if wanted == got:
        return
    if isinstance(wanted, list):
        for i, (a, b) in enumerate(zip(wanted, got)):
            if a != b:
                wanted, got = (i, a), b
                break
    raise Failure("%s:\n%s\nexpected %s\ncame     %s" % (
        what, text, wanted, got))


class Test:
    def __init__(self, ternion, variant, dice):
        self.ternion, self.variant, self.dice = ternion, variant, dice
        self.notations = registry.notations(ternion, variant)

    def plies(self, text, form):
        status, out, err = run(self.ternion, "convert", "-f", form,
                               "-t", "jsonl", text=text)
        if status != 0:
            raise Failure("convert -t jsonl: %s\n%s" % (err, text))
        return json.loads(out)["plies"]

    def positions(self, text, form):
        return run(self.ternion, "position", "--every", "-f", form,
                   text=text)[1].split("\n")[:-1]

    def rewritten(self, text, said):
        there = self.positions(text, "pgn")
        for notation in self.notations:
            for form in FORMATS:
                call = ["convert", "-q", "-n", notation, "-t", form]
                out = run(self.ternion, *call, text=text)[1]
                what = " ".join(call)
                expect(what, unmated(said) if notation == "coordinate" and
                       self.variant != "siege" else said,
                       said_by(self.plies(out, form)), out)
                if form == "pgn":
                    expect("positions after " + what, there,
                           self.positions(out, form), out)
                again = run(self.ternion, "fmt", "-q", "-f", form, text=out)[1]
                expect("fmt after " + what, out, again, text)

    def collated(self, path, text, said):
        with open(path, "w", encoding="utf-8") as sheet:
            sheet.write(text)
        status, out, err = run(self.ternion, "collate", path, path)
        if status != 0:
            raise Failure("collate: %s\n%s" % (err, text))
        expect("collate", said, said_by(self.plies(out, "pgn")), out)

    def step(self, options, lines):
        out = run(self.ternion, "step", "-v", self.variant, *options,
                  text="".join("%s\t%s\n" % line for line in lines))[1]
        return [json.loads(line) for line in out.split("\n")[:-1]]

    def stepped(self, text, tokens, said, native):
        there = self.positions(text, "pgn")
        history = [i for i, a in enumerate(there[:-1])
                   if a.split(" ")[1] != there[i + 1].split(" ")[1]
                   and self.variant != "bnem" or i % 3 == 0]
        for notation in self.notations:
            lines = [(there[i], tokens[i]) for i in history]
            answers = self.step(["-N", native, "-n", notation], lines)
            again = self.step(["-N", notation, "-n", notation], [
                (line[0], answer["move"])
                for line, answer in zip(lines, answers)])
            for i, line, answer, twice in zip(
                    history, lines, answers, again):
                if not answer["legal"]:
                    continue  # the other player might have begun
                expect("step -n %s" % notation,
                       (said[i].offer, said[i].calls, said[i].nags[:1],
                        said[i].mate and notation != "coordinate"),
                       (answer["move"].endswith("="), calls_in(answer["move"]),
                        [n for n in answer.get("nags", []) if n < 7] or
                        [n for n in said[i].nags[:1] if n > 6],
                        marks_mate(answer["move"]) and
                        notation != "coordinate"),
                       line)
                expect("step -N %s, twice" % notation,
                       (True, answer["move"], answer["position"]),
                       (twice["legal"], twice["move"], twice["position"]),
                       line)

    def listed(self, position):
        reached = {}
        for notation in self.notations:
            out = run(
                self.ternion, "moves", "--all", "-v", self.variant,
                "-n", notation, "-N", notation, "-p", position)[1]
            moves = out.split("\n")[:-1]
            answers = self.step(["-N", notation, "-n", notation],
                                [(position, move) for move in moves])
            for move, answer in zip(moves, answers):
                expect("moves -n %s" % notation, (True, move),
                       (answer["legal"], answer["move"]), position)
            reached[notation] = sorted(a["position"] for a in answers)
        for notation, positions in reached.items():
            expect("positions after moves -n " + notation,
                   reached[self.notations[0]], positions, position)

    def fixed(self, text):
        """Calls and offers are kept; comments may change."""
        tags, moves = text.split("\n\n", 1)
        words = moves.split(" ")
        places = [i for i, w in enumerate(words)
                  if not NOT_MOVE.match(w) and len(w) > 1
                  and "{" not in w and "}" not in w and "%" not in w
                  and w[0] not in "($0[" and w[-1] not in ")]"
                  and not w.isalpha()]
        for at in self.dice.sample(places, min(2, len(places))):
            words[at] = self.dice.choice(FAULTS)(words[at], self.dice)
        text = tags + "\n\n" + " ".join(w for w in words if w)
        fixed = run(self.ternion, "check", "-q", "--fix", "--unsafe-fixes",
                    "-", text=text)[1]
        came = claims(fixed)
        # Where a fault puts + next to =, that may be an offer or "+=".
        came["="] -= max(0, min(came["="] - claims(text)["="],
                                len(re.findall(r"\+=|=\+", text))))
        expect("check --fix --unsafe-fixes", claims(text), came, text + fixed)
        kept = [c for c in comments(text) if c not in comments(fixed)]
        expect("comments after check --fix", [], kept, text + fixed)


def comments(text):
    return re.findall(r"\{[^}]*\}", text)


def claims(text):
    """Calls and offers, but those that may be "+="."""
    moves = re.sub(r"\{[^}]*\}", " ", text.split("\n\n", 1)[1])
    calls = "".join(re.findall(r"\(([A-Za-z!?]*)\)", moves))
    return collections.Counter(re.sub("[^FSYT]", "", calls) +
                               "=" * len(re.findall(r"(?<!\+)=(?![A-Z+])", moves)))


def main():
    ternion, random_games, seed, place = sys.argv[1:5]
    for variant in registry.games(ternion):
        dice = random.Random(f"{seed} {variant}")
        native = registry.notations(ternion, variant)[0]
        test = Test(ternion, variant, dice)
        made = run(random_games, "-v", variant, *OPTIONS.get(variant, []), "-N", native,
                   "-n", "1", "-s", seed, "-p", PLIES)[1]
        for record in [made.strip(), *MATES.get(variant, [])]:
            text, tokens, said = make(record, variant, dice)
            expect("convert -t jsonl", said, said_by(test.plies(text, "pgn")),
                   text)
            test.rewritten(text, said)
            test.collated(place, text, said)
            test.stepped(text, tokens, said, native)
            for position in dice.sample(test.positions(text, "pgn"), 2):
                test.listed(position)
            for _ in range(FAULTY):
                test.fixed(text)


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        print(failure)
