#!/usr/bin/env python3
"""How well faults in records are repaired: make repair-bench

    tests/bench/repair.py TERNION RANDOM_GAMES

Seeds one fault into each of many records, random games of all games and the
records of tests/golden, lets `check` find it and applies its likeliest fix.
For each kind of fault and each game it prints

    seeded   how many faults
    found    how many of them are reported
    first    of these, the record is as it was after the likeliest fix
    three    the same after one of the three likeliest
    wrong    of these, a fix that is said to be certain gives another record
    edits    fixes besides the right one

Then it lets `collate` make one record of two and of three sheets of a game with
many faults, and prints how many games, and plies, come out as they were, and in
how many games a ply stays open.

All are shares in percent but the first and the last. What no reader could
find, as the record is one of a legal game, is not counted as found.

    REPAIR_GAMES=20   random games of each kind and game
    REPAIR_PLIES=120  their length
    REPAIR_SEED=1     of the games and of the faults
    REPAIR_ONLY=...   kinds and games whose names match
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

GAMES = [
    ("dreierschach", "algebraic", []),
    ("siege", "siege", []),
    ("nivichanov", "algebraic", []),
    ("triumvirate", "triumvirate", []),
    ("bnem", "algebraic", []),
    ("dreierschach", "siege", []),
    ("siege", "algebraic", []),
]
NUMBER = re.compile(r"^\d+\.+$")
MARKS = re.compile(r"(\([CMWRB]+\)|[+#!?=]+)$")
RESULTS = re.compile(r"^(?!0-0-0$)(\*|[\d/]+-[\d/]+-[\d/]+|1-0|0-1)$")
KEYS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"]


def neighbours(letter):
    """Letters beside it in the alphabet and on the keyboard."""
    near = {chr(ord(letter) - 1), chr(ord(letter) + 1)}
    for row in KEYS:
        at = row.find(letter.lower())
        if at >= 0:
            near |= set(row[max(at - 1, 0):at + 2])
    return sorted(c for c in near if c.isalpha() and c.islower()
                  and c != letter)


class Record:
    """A record as tags and words; plies are the places of moves in words."""

    def __init__(self, tags, words):
        self.tags = tags
        self.words = words
        self.slips = []  # the places of several faults, from 1
        self.lost = None  # the place of plies that were lost, from 1
        self.lost_plies = 1
        self.lines = None  # the words line by line, if they are not to flow

    def plies(self):
        return [i for i, w in enumerate(self.words)
                if not NUMBER.match(w) and not RESULTS.match(w)]

    def moves(self):
        return [plain(self.words[i]) for i in self.plies()]

    def flow(self):
        """The words in lines."""
        lines, line = [], []
        for word in self.words:
            if len(" ".join(line + [word])) > 78:
                lines.append(line)
                line = []
            line.append(word)
        return lines + [line]

    def text(self):
        lines = [" ".join(line) for line in self.lines or self.flow()]
        return self.tags + "\n\n" + "\n".join(lines) + "\n"


def plain(token):
    """A move without its marks."""
    return MARKS.sub("", token.lstrip("."))


def read(text):
    """The records of a text without comments and variations."""
    records = []
    for part in re.split(r"\n\n(?=\[)", text.strip()):
        tags, _, moves = part.partition("\n\n")
        if re.search(r"[{;]|(?<!\S)\(", moves) or not tags.startswith("["):
            continue
        # Cells of the triumvirate notation have no blanks here.
        words = re.sub(r"(?<!\S)(\d+\.+)(?=[^\s.])", r"\1 ", moves).split()
        records.append(Record(tags, words))
    return records


# --- faults: each changes the words at a ply and returns whether it could ----

def change(record, dice, edit):
    """Lets `edit` make another token of the one at a random ply."""
    plies = record.plies()
    for _ in range(40):
        at = dice.choice(plies)
        made = edit(record.words[at])
        if made and plain(made) != plain(record.words[at]) \
                and not NUMBER.match(made):
            record.words[at] = made
            return True
    return False


def at_random(token, dice, wanted):
    places = [i for i, c in enumerate(token) if wanted(c)]
    return dice.choice(places) if places else None


def put(token, at, text, drop=1):
    return token[:at] + text + token[at + drop:]


def letter_beside(record, dice):
    def edit(token):
        at = at_random(token, dice, lambda c: c.islower() and c != "x")
        return at is not None and put(
            token, at, dice.choice(neighbours(token[at])))
    return change(record, dice, edit)


def letter(record, dice):
    def edit(token):
        at = at_random(token, dice, lambda c: c.islower() and c != "x")
        return at is not None and put(token, at, dice.choice("abcdefghijkl"))
    return change(record, dice, edit)


def digit_beside(record, dice):
    def edit(token):
        at = at_random(token, dice, str.isdigit)
        if at is None:
            return None
        return put(token, at, str(max(
            0, min(9, int(token[at]) + dice.choice([-1, 1])))))
    return change(record, dice, edit)


def digit(record, dice):
    def edit(token):
        at = at_random(token, dice, str.isdigit)
        return at is not None and put(token, at, dice.choice("0123456789"))
    return change(record, dice, edit)


def piece(record, dice):
    def edit(token):
        at = at_random(token[:3], dice, lambda c: c in "KQRBNSPGD")
        return at is not None and put(token, at, dice.choice("KQRBN"))
    return change(record, dice, edit)


def letter_case(record, dice):
    def edit(token):
        at = at_random(token, dice, str.isalpha)
        return at is not None and put(token, at, token[at].swapcase())
    return change(record, dice, edit)


def dropped(record, dice):
    def edit(token):
        if len(token) < 3:
            return None
        return put(token, dice.randrange(len(plain(token))), "")
    return change(record, dice, edit)


def doubled_sign(record, dice):
    def edit(token):
        at = dice.randrange(len(plain(token)))
        return put(token, at, token[at] * 2)
    return change(record, dice, edit)


def turned(record, dice):
    def edit(token):
        if len(token) < 3:
            return None
        at = dice.randrange(len(plain(token)) - 1) \
            if len(plain(token)) > 1 else 0
        return put(token, at, token[at:at + 2][::-1], 2)
    return change(record, dice, edit)


def no_promotion(record, dice):
    def edit(token):
        made = re.sub(r"(=?[QRBN]|\([qrbn]\))([+#]*)$", r"\2", token)
        return made if made != token and len(plain(made)) > 1 else None
    return change(record, dice, edit)


def castling(record, dice):
    sides = ["0-0", "0-0-0", "0-Q"]

    def edit(token):
        if plain(token) not in sides:
            return None
        return dice.choice([s for s in sides if s != plain(token)]) + \
            token[len(plain(token)):]
    return change(record, dice, edit)


def castling_digit(record, dice):
    """Castling that looks like a result."""
    def edit(token):
        bare = plain(token)
        if bare not in ("0-0", "0-0-0"):
            return None
        at = dice.choice([i for i, c in enumerate(bare) if c == "0"])
        return put(token, at, dice.choice("123456789"))
    return change(record, dice, edit)


def run_together(record, dice):
    """A token and the next word, be it a move or a number."""
    at = dice.choice(record.plies()[:-1])
    record.words[at:at + 2] = [record.words[at] + record.words[at + 1]]
    return True


def other_token(record, dice):
    """The eye slips to another line: a move from elsewhere in the game."""
    words = [record.words[i] for i in record.plies()]

    def edit(token):
        return dice.choice(words)
    return change(record, dice, edit)


def blank(record, dice):
    plies = record.plies()
    at = dice.choice(plies)
    token = record.words[at]
    if len(token) < 3:
        return False
    cut = dice.randrange(1, len(token) - 1)
    record.words[at:at + 1] = [token[:cut], token[cut:]]
    return True


def cut(record, dice):
    """The end of a token is lost, or its beginning."""
    def edit(token):
        bare = plain(token)
        if len(bare) < 2:
            return None
        at = dice.randrange(1, len(bare))
        return bare[:at] if dice.random() < 0.5 else token[at:]
    return change(record, dice, edit)


def foreign(record, dice):
    """A token that is of another game, or of none."""
    words = ["D*h4", "W2e-4g", "B1/R1.2-B3/R0.0", "Nf", "e9x", "???", "Zz9",
             "illegible", "Kh", "R:c6", "G2dx4f", "+Rxb2", "0-Q", "e2-e4"]
    return change(record, dice, lambda token: dice.choice(words))


def lost(record, dice, plies=1):
    if len(record.plies()) < plies + 2:
        return False
    at = dice.randrange(len(record.plies()) - plies)
    record.lost, record.lost_plies = at + 1, plies
    for i in reversed(record.plies()[at:at + plies]):
        del record.words[i]
    return True


def two_lost(record, dice):
    return lost(record, dice, 2)


def round_lost(record, dice):
    """With its number."""
    numbers = [i for i, w in enumerate(record.words) if NUMBER.match(w)]
    if len(numbers) < 4:
        return False
    k = dice.randrange(len(numbers) - 2)
    start, end = numbers[k], numbers[k + 1]
    record.lost = sum(i < start for i in record.plies()) + 1
    record.lost_plies = sum(start < i < end for i in record.plies())
    del record.words[start:end]
    return True


def twice(record, dice):
    at = dice.choice(record.plies())
    record.words.insert(at, record.words[at])
    return True


def round_twice(record, dice):
    plies = record.plies()
    if len(plies) < 4:
        return False
    at = dice.randrange(len(plies) - 3)
    first, last = plies[at], plies[at + 2]
    record.words[first:first] = [
        w for w in record.words[first:last + 1] if not NUMBER.match(w)]
    return True


def exchanged(record, dice):
    plies = record.plies()
    for _ in range(40):
        i = dice.randrange(len(plies) - 1)
        a, b = plies[i], plies[i + 1]
        if plain(record.words[a]) != plain(record.words[b]):
            record.words[a], record.words[b] = record.words[b], record.words[a]
            return True
    return False


def some_line(record, dice, count=1):
    """The number of a line of the text that is not the last."""
    lines = record.flow()
    return dice.randrange(len(lines) - count) if len(lines) > count + 1 \
        else None


def set_lines(record, lines):
    record.lines = lines
    record.words = [word for line in lines for word in line]


def line_lost(record, dice):
    lines, at = record.flow(), some_line(record, dice)
    if at is None:
        return False
    before = Record("", [w for line in lines[:at] for w in line])
    record.lost = len(before.plies()) + 1
    record.lost_plies = len(Record("", lines[at]).plies())
    set_lines(record, lines[:at] + lines[at + 1:])
    return True


def line_twice(record, dice):
    lines, at = record.flow(), some_line(record, dice)
    if at is None:
        return False
    set_lines(record, lines[:at + 1] + lines[at:])
    return True


def lines_exchanged(record, dice):
    lines, at = record.flow(), some_line(record, dice, 2)
    if at is None:
        return False
    lines[at:at + 2] = [lines[at + 1], lines[at]]
    set_lines(record, lines)
    return True


def slips(record, dice):
    """Three tokens, at least six plies apart, each slightly wrong."""
    plies = record.plies()
    if len(plies) < 30:
        return False
    third = len(plies) // 3
    record.slips = []
    for part in range(3):
        for _ in range(40):
            at = plies[part * third + dice.randrange(third - 6)]
            one = Record("", [record.words[at]])
            if dice.choice([letter_beside, digit_beside, dropped, turned,
                            letter_case, piece])(one, dice):
                record.words[at] = one.words[0]
                record.slips.append(plies.index(at) + 1)
                break
    return len(record.slips) == 3


def rewritten(record, edit):
    """Makes another token of each ply; castling stays."""
    plies = record.plies()
    before = list(record.words)
    for i in plies:
        if not plain(record.words[i]).startswith("0-"):
            record.words[i] = edit(record.words[i])
    return len(plies) >= 30 and record.words != before


def digits_as_letters(record, _):
    table = str.maketrans("015", "OlS")
    return rewritten(record, lambda token: token.translate(table))


def french_letters(record, _):
    """Only where pieces have the letters of chess."""
    if not any(re.match("[QRBN][a-n]", record.words[i])
               for i in record.plies()) or "bnem" in record.tags:
        return False
    table = str.maketrans("KQRBN", "RDTFC")

    def edit(token):
        move, opened, calls = token.partition("(")
        return move.translate(table) + opened + calls
    return rewritten(record, edit)


def columns_rotated(record, dice):
    """From a round on, if that leaves 20 plies."""
    numbers = [i for i, w in enumerate(record.words)
               if re.match(r"\d+\.$", w)]
    whole = [i for i in numbers
             if all(k in record.plies() for k in (i + 1, i + 2, i + 3))]
    if len(whole) < 9:
        return False
    first = dice.choice(whole[1:-7])
    for i in whole:
        if i >= first:
            a, b, c = record.words[i + 1:i + 4]
            record.words[i + 1:i + 4] = [c, a, b]
    return True


KINDS = [
    ("letter beside", letter_beside), ("letter", letter),
    ("digit beside", digit_beside), ("digit", digit), ("piece", piece),
    ("case", letter_case), ("dropped", dropped), ("doubled", doubled_sign),
    ("turned", turned), ("no promotion", no_promotion),
    ("castling", castling), ("castling digit", castling_digit),
    ("run together", run_together), ("another's token", other_token),
    ("blank", blank), ("cut", cut), ("foreign", foreign),
    ("ply lost", lost), ("two plies lost", two_lost),
    ("round lost", round_lost), ("ply twice", twice),
    ("round twice", round_twice), ("exchanged", exchanged),
    ("line lost", line_lost), ("line twice", line_twice),
    ("lines exchanged", lines_exchanged),
    ("three slips", slips),
    ("digits as letters", digits_as_letters),
    ("French letters", french_letters),
    ("columns rotated", columns_rotated),
]
STRUCTURES = [name for name, _ in KINDS[-3:]]
TOKEN_KINDS = [name for name, _ in KINDS[:17]]


# --- what check makes of it ----------------------------------------------------

def apply(lines, edits):
    """The text with edits, which have places from 1."""
    text = "\n".join(lines)
    starts, at = [], 0
    for line in lines:
        starts.append(at)
        at += len(line) + 1
    for edit in sorted(edits, key=lambda e: (-e["line"], -e["column"])):
        a = starts[edit["line"] - 1] + edit["column"] - 1
        b = starts[edit["end_line"] - 1] + edit["end_column"] - 1
        text = text[:a] + edit["text"] + text[b:]
    return text


def without(moves, record):
    """Moves but for those of the record that were lost."""
    at = record.lost - 1
    return moves[:at] + moves[at + record.lost_plies:]


def moves_of(text):
    records = read(text)
    return records[0].moves() if records else None


class Count:
    def __init__(self):
        self.seeded = self.found = self.first = self.three = 0
        self.wrong = self.extra = self.sure = 0

    def add(self, other):
        for key, value in vars(other).items():
            setattr(self, key, getattr(self, key) + value)

    def row(self, name):
        def share(n, of):
            return f"{100 * n / of:6.1f}" if of else "     -"
        return (f"{name:<38}{self.seeded:>7} {share(self.found, self.seeded)}"
                f" {share(self.first, self.found)}"
                f" {share(self.three, self.found)}"
                f" {share(self.sure, self.found)}"
                f" {share(self.wrong, self.found)} {self.extra:>6}")


def count_slips(count, record, errors, lines, offset):
    """Several faults: how many of them are found, and set right."""
    edits = [e for r in errors if r.get("fix") for e in r["fix"]["edits"]]
    for edit in edits:
        edit["line"] -= offset
        edit["end_line"] -= offset
    made = moves_of(apply(lines, edits))
    right = [n for n in record.slips
             if made is not None and len(made) == len(record.moves())
             and made[n - 1] == record.moves()[n - 1]]
    said = {r["ply"] for r in errors}
    found = [n for n in record.slips if n in right or n in said]
    count.seeded += 2
    count.found += len(found) - 1
    count.first += len(right)
    count.three += len(right)
    count.extra += max(0, len(errors) - len(found))


def judge(originals, faulty, ternion, show):
    """Runs check over the faulty records, one file, and counts."""
    count = Count()
    texts = [r.text() for r in faulty]
    run = subprocess.run([ternion, "check", "--to", "jsonl", "-"],
                         input="\n".join(texts), text=True,
                         stdout=subprocess.PIPE, check=False)
    if run.returncode not in (0, 1):
        sys.exit(f"{ternion}: status {run.returncode}")
    said = {}
    offset, line = [], 0
    for text in texts:
        offset.append(line)
        line += text.count("\n") + 1
    for row in run.stdout.splitlines():
        row = json.loads(row)
        said.setdefault(row["game"], []).append(row)
    for i, (record, text) in enumerate(zip(originals, texts)):
        rows = said.get(i + 1, [])
        errors = [r for r in rows if r["severity"] == "error"]
        count.seeded += 1
        if not errors:
            continue
        count.found += 1
        lines = text.split("\n")
        if record.slips:
            count_slips(count, record, errors, lines, offset[i])
            continue
        results, certain = [], False
        fix = errors[0].get("fix")
        for edits in ([fix["edits"]] + [o["edits"] for o in fix["others"]]
                      if fix else []):
            for edit in edits:
                edit["line"] -= offset[i]
                edit["end_line"] -= offset[i]
            results.append(moves_of(apply(lines, edits)))
        exact = [moves == record.moves() for moves in results]
        # What stood where a ply is lost no rest of a game may tell.
        results = exact if not record.lost else [
            moves is not None and len(moves) == len(record.moves()) and
            without(moves, record) == without(record.moves(), record)
            for moves in results[:1]] + exact[1:]
        certain = fix is not None and fix["certain"]
        count.first += results[:1] == [True]
        count.three += any(exact[:3])
        count.sure += certain
        count.wrong += certain and exact[:1] != [True]
        count.extra += len(errors) - 1
        if show and results[:1] != [True]:
            print(f"--- {errors[0]['line'] - offset[i]}:"
                  f"{errors[0]['column']} {errors[0]['message']}")
            print("    was", [(a, b) for a, b in zip(
                record.moves(), moves_of(text) or [])
                if a != b][:2], "certain" if certain else "",
                [o["title"] for o in [fix] + fix["others"]] if fix else "")
    return count


# --- score sheets --------------------------------------------------------------

def sheet_of(record, rate, dice):
    """A sheet on which so many of the plies are faulty."""
    kinds = [letter_beside, digit_beside, dropped, turned, letter_case, piece]
    words = []
    for word in record.words:
        if NUMBER.match(word):
            continue
        if RESULTS.match(word) or dice.random() >= rate:
            words.append(word)
            continue
        kind = dice.random()
        if kind < 0.2:
            continue
        if kind < 0.3:
            words += [word, word]
            continue
        one = Record("", [word])
        dice.choice(kinds)(one, dice)
        words += one.words
    return Record(record.tags, words)


def collated(ternion, sheets, folder):
    """The moves that collate makes of sheets, without its comments."""
    names = []
    for i, sheet in enumerate(sheets):
        names.append(os.path.join(folder, f"{i}.pgn"))
        with open(names[-1], "w", encoding="utf-8") as file:
            file.write(sheet.text())
    run = subprocess.run([ternion, "collate", "--quiet", *names], text=True,
                         stdout=subprocess.PIPE, check=False)
    text = re.sub(r"\{[^}]*\}", "", run.stdout)
    text = re.sub(r"(?<!\S)\((?:[^()]|\([^()]*\))*\)", "", text)
    return moves_of(text), run.returncode


def bench_collate(ternion, sources, seed):
    print(f"\n{'sheets':<38}{'games':>7}  right  plies  open")
    with tempfile.TemporaryDirectory() as folder:
        for count in (3, 2):
            for rate in (2, 5, 10):
                total = [0, 0, 0, 0, 0]
                for title, records in sources[:5]:
                    dice = random.Random(f"{seed} {title} {rate} {count}")
                    for record in records[:10]:
                        made, status = collated(
                            ternion, [sheet_of(record, rate / 100, dice)
                                      for _ in range(count)], folder)
                        made, want = made or [], record.moves()
                        total[0] += 1
                        total[1] += made == want
                        total[2] += sum(a == b for a, b in zip(made, want))
                        total[3] += len(want)
                        total[4] += status != 0
                if total[0]:
                    print(f"  {count} sheets, {rate} % of their plies faulty"
                          f"{'':<4}{total[0]:>7}"
                          f" {100 * total[1] / total[0]:6.1f}"
                          f" {100 * total[2] / total[3]:6.1f} {total[4]:>5}")


def main():
    ternion, random_games = sys.argv[1:3]
    games = int(os.environ.get("REPAIR_GAMES", "20"))
    plies = os.environ.get("REPAIR_PLIES", "120")
    seed = int(os.environ.get("REPAIR_SEED", "1"))
    only = os.environ.get("REPAIR_ONLY", "")
    show = "REPAIR_SHOW" in os.environ
    print(f"{'kind of fault, game':<38}{'seeded':>7}  found  first  three"
          "   sure  wrong  extra")
    token, order, structure = Count(), Count(), Count()
    sources = []
    for variant, notation, options in GAMES:
        made = subprocess.run(
            [random_games, "-v", variant, "-N", notation, "-n", str(games),
             "-s", str(seed), "-p", plies, *options],
            text=True, stdout=subprocess.PIPE, check=True).stdout
        sources.append((f"{variant} {notation}", read(made)))
    golden = os.path.join(os.path.dirname(__file__), "../golden")
    real = []
    for folder in sorted(os.listdir(golden)):
        for name in sorted(os.listdir(os.path.join(golden, folder))):
            if name.endswith(".pgn"):
                with open(os.path.join(golden, folder, name),
                          encoding="utf-8") as file:
                    real += [r for r in read(file.read())
                             if len(r.plies()) > 20]
    sources.append(("golden records", real))
    for name, seeder in KINDS:
        kind = Count()
        for source, records in sources:
            title = f"{name}, {source}"
            if only and not re.search(only, title):
                continue
            dice = random.Random(f"{seed} {title}")
            originals, faulty = [], []
            for record in records:
                made = Record(record.tags, list(record.words))
                if len(record.plies()) > 4 and seeder(made, dice):
                    original = Record(record.tags, record.words)
                    original.lost, original.slips = made.lost, made.slips
                    original.lost_plies = made.lost_plies
                    originals.append(original)
                    faulty.append(made)
            count = judge(originals, faulty, ternion, show)
            kind.add(count)
            if count.seeded:
                print(count.row("  " + title))
        print(kind.row(name))
        if name in STRUCTURES:
            structure.add(kind)
        elif name != "three slips":
            (token if name in TOKEN_KINDS else order).add(kind)
    print(token.row("all of one token"))
    print(order.row("all of lost, doubled, exchanged plies"))
    print(structure.row("all that goes on to the end"))
    if not only:
        bench_collate(ternion, sources, seed)


if __name__ == "__main__":
    main()
