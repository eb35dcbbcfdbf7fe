#!/usr/bin/env python3
"""How well faults in records are repaired: make repair-bench

    tests/bench/repair.py TERNION RANDOM_GAMES

Seeds a fault into each of many records of all games, random and sensible ones
(random_games -g). For each kind of fault, and for each game, it prints

    seeded   records with a fault
    silent   of these, nothing is said: mostly the record is a legal game
    certain  of the others, in percent: `check --fix` restores the record
    likely   `check --fix --unsafe-fixes` restores it
    offered  the right reading is among the suggestions
    wrong    records of which `check --fix` made others than they were
    exit 0   of these, those with exit status 0
    ms worst the median and the most time of `check --fix` on the processor

Shares of certain, likely and offered include those before. Records are the same
if they have the same start and the same moves in whatever notation; a fault
that leaves them so is not counted. If all that --fix changes is right, but some
is left, that is not wrong. Lost plies are offered if that many, or about that
many rounds, are said to be missing there, and a second game if it is said to
begin there.

Then `collate` makes one record of several sheets of a game, with so many
percent of the plies faulty and one lost. There certain means the right record
and exit status 0, likely the right record, offered that each move stands in it
or in a variation, and wrong another record with exit status 0.

    REPAIR_GAMES=20   games of each kind, half as many for collate
    REPAIR_PLIES=120  their length
    REPAIR_SEED=1     of the games and of the faults
    REPAIR_ONLY=...   only kinds and games whose title matches
    REPAIR_EACH=1     a row for each kind in each game
    REPAIR_SHOW=1     prints the records that --unsafe-fixes does not restore
"""
import difflib
import json
import multiprocessing
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../tools"))
import registry
from faults import GROUPS, SHEETS, Record, plain, read

NOTATIONS = ["algebraic", "siege", "coordinate"]
TERNION, RANDOM_GAMES = sys.argv[1:3]
GAMES = [game + " " + registry.notations(TERNION, game)[0]
         for game in registry.games(TERNION)
         if set(NOTATIONS) <= set(registry.notations(TERNION, game))] + [
             "dreierschach siege", "siege algebraic"]
SEED = os.environ.get("REPAIR_SEED", "1")


def run(*arguments, text=""):
    """Runs the program; returns the finished process and its time in ms."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([TERNION, *arguments], input=text, text=True,
                          capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        sys.exit(f"{TERNION}: status {done.returncode}: {done.stderr}")
    return done, 1000 * (after.ru_utime - before.ru_utime +
                         after.ru_stime - before.ru_stime)


# --- records compared ---------------------------------------------------------

def keys_of(lines):
    """The game and the moves of each record in JSON lines."""
    games = map(json.loads, lines.splitlines())
    return sorted([
        f"{game['variant']} {game.get('options')} {game.get('start')}",
        *(plain(ply if isinstance(ply, str) else ply["move"])
          for ply in game["plies"])] for game in games)


def keys(text):
    """Like keys_of, of a text; None if a record has faults."""
    done, _ = run("convert", "-q", "-n", "coordinate", "-t", "jsonl", "-",
                  text=text)
    return keys_of(done.stdout) if done.returncode == 0 else None


def moves_of(text):
    """The moves of a text as they are written; "|" ends a record."""
    return [move for record in read(text)
            for move in [plain(token) for token in record.tokens()] + ["|"]]


def distance(a, b):
    """How many tokens have to be changed, put in or left out."""
    while a and b and a[0] == b[0]:
        a, b = a[1:], b[1:]
    while a and b and a[-1] == b[-1]:
        a, b = a[:-1], b[:-1]
    row = list(range(len(b) + 1))
    for i, x in enumerate(a):
        last, row[0] = i, i + 1
        for j, y in enumerate(b):
            last, row[j + 1] = row[j + 1], min(
                last + (x != y), row[j] + 1, row[j + 1] + 1)
    return row[-1]


def apply(text, edits):
    """The text with edits, which have places from 1."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    for edit in sorted(edits, key=lambda e: (-e["line"], -e["column"])):
        a = starts[edit["line"] - 1] + edit["column"] - 1
        b = starts[edit["end_line"] - 1] + edit["end_column"] - 1
        text = text[:a] + edit["text"] + text[b:]
    return text


class Count:
    def __init__(self):
        self.seeded = self.silent = self.certain = self.likely = 0
        self.offered = self.wrong = self.exit0 = 0
        self.times = []

    def add(self, other):
        for key, value in vars(other).items():
            setattr(self, key, getattr(self, key) + value)

    def row(self, title):
        found = self.seeded - self.silent
        shares = "".join(
            f"{100 * n / found:8.1f}" if found else "       -"
            for n in (self.certain, self.likely, self.offered))
        times = self.times or [0]
        return (f"{title:<40}{self.seeded:>7}{self.silent:>7}{shares}"
                f"{self.wrong:>6}{self.exit0:>7}"
                f"{statistics.median(times):>7.0f}{max(times):>6.0f}")


# --- how check repairs a fault ----------------------------------------------

class Case:
    """A record, and the same with the fault."""

    def __init__(self, record, faulty):
        self.faulty, self.text = faulty, faulty.text()
        originals = [record.text()]
        if faulty.second:
            end = record.plies()[faulty.second - 2] + 1
            originals = [Record(faulty.tags, record.words[:end]).text(),
                         record.other.text()]
        self.keys = sorted(sum(map(keys, originals), []))
        self.moves = moves_of("\n".join(originals))
        self.before = moves_of(self.text)
        self.apart = distance(self.before, self.moves)

    def is_restored(self, text):
        moves = moves_of(text)
        return moves == self.moves or (
            moves != self.before and keys(text) == self.keys)

    def is_step(self, text):
        """Whether all that is changed in the text is right."""
        moves = moves_of(text)
        return distance(moves, self.before) + \
            distance(moves, self.moves) == self.apart

    def is_filled(self, text):
        """Whether moves, whichever, stand where some were lost."""
        moves, lost = moves_of(text), self.faulty.lost
        return lost and len(moves) == len(self.moves) and self.before == \
            moves[:lost - 1] + moves[lost - 1 + self.faulty.lost_plies:]

    def is_told(self, row):
        """True if a diagnostic names a fault that no suggestion repairs."""
        if row["code"] == "second-game":
            return row["ply"] == self.faulty.second
        said = re.search(r"plies (\d+) (?:to|and) (\d+) [^;]*missing|(\d+)"
                         r" plies (?:seem|are) [^;]*missing|"
                         r"(a|\d+) rounds? (?:is|are) missing", row["message"])
        if not said or not self.faulty.lost:
            return False
        first, last, count = (int(n or 0) for n in said.groups()[:3])
        plies = self.faulty.lost_plies
        if said[4]:  # of no fixed number of plies
            rounds = 1 if said[4] == "a" else int(said[4])
            return abs(3 * rounds - plies) <= 3 and \
                abs(row["ply"] - self.faulty.lost) <= 3
        return abs((count or last - first + 1) - plies) <= plies // 8 and \
            abs((first or row["ply"]) - self.faulty.lost) <= 3

    def is_offered(self, rows):
        """Whether the right ones of all suggestions restore the record."""
        chosen = []
        for row in rows:
            if self.is_told(row):
                return True
            fix = row.get("fix")
            for offer in [fix] + fix["others"] if fix else []:
                text = apply(self.text, offer["edits"])
                if self.is_restored(text) or self.is_filled(text):
                    return True
                if moves_of(text) != self.before and self.is_step(text):
                    chosen += offer["edits"]
                    break
        return bool(chosen) and self.is_restored(apply(self.text, chosen))

    def show(self, rows, fixed):
        for title, moves in ("fault", self.moves), ("fix", moves_of(fixed)):
            print(f"--- {title}:", *[
                line for line in difflib.ndiff(moves, self.before)
                if line[0] in "-+"][:12])
        for row in rows[:4]:
            fix = row.get("fix")
            print("   ", row["message"], "->", *[
                offer["title"] for offer in [fix] + fix["others"]]
                if fix else ["nothing"], flush=True)

    def judge(self, count):
        done, time = run("check", "--fix", "-t", "jsonl", "-j1", "-",
                         text=self.text)
        fixed = done.stdout
        rows = [row for row in map(json.loads, done.stderr.splitlines())
                if row["severity"] != "note"]
        if all(row["severity"] == "warning" for row in rows) and \
                keys(self.text) == self.keys:
            return
        count.seeded += 1
        count.times.append(time)
        if not rows:
            count.silent += 1
            return
        certain = self.is_restored(fixed)
        wrong = not certain and not self.is_step(fixed)
        likely = certain or self.is_restored(
            run("check", "--fix", "--unsafe-fixes", "-q", "-",
                text=self.text)[0].stdout)
        count.certain += certain
        count.likely += likely
        count.offered += likely or self.is_offered(rows)
        count.wrong += wrong
        count.exit0 += wrong and done.returncode == 0
        if not likely and "REPAIR_SHOW" in os.environ:
            self.show(rows, fixed)


# --- how collate merges sheets ---------------------------------------------

def moves_at(ply):
    """A move, and those that variations have in its place."""
    if isinstance(ply, str):
        return [plain(ply)]
    return [plain(ply["move"])] + [moves_at(line[0])[0]
                                   for line in ply.get("variations", [])]


def judge_sheets(made, record, count):
    """Counts the results of collate for the sheets of a record."""
    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, f"{i}.pgn") for i in range(len(made))]
        for name, sheet in zip(names, made):
            with open(name, "w", encoding="utf-8") as file:
                file.write(sheet.text())
        done, time = run("collate", "-q", "-n", "coordinate", "-t", "jsonl",
                         *names)
    games = [record] + ([record.other] if record.other in made else [])
    want = sorted(key for game in games for key in keys(game.text()))
    right = offered = keys_of(done.stdout) == want
    if len(games) == 1 and done.stdout.count("\n") == 1:
        plies = json.loads(done.stdout)["plies"]
        offered = len(plies) + 1 == len(want[0]) and all(
            move in moves_at(ply) for move, ply in zip(want[0][1:], plies))
    wrong = not right and done.returncode == 0
    count.seeded += 1
    count.certain += right and (len(games) > 1 or done.returncode == 0)
    count.likely += right
    count.offered += offered
    count.wrong += wrong
    count.exit0 += wrong
    count.times.append(time)
    if not right and "REPAIR_SHOW" in os.environ:
        print("---", done.returncode, *[sheet.text() for sheet in made],
              done.stdout, flush=True)


# --- sources and tables -------------------------------------------------------

def complete(records):
    """Adds to records the parts that some faults need."""
    for record, other in zip(records, records[1:] + records[:1]):
        record.other = other if other != record else None
        for notation in NOTATIONS:
            if f'[Notation "{notation}"]' not in record.tags:
                done, _ = run("convert", "-q", "-n", notation, "-",
                              text=record.text())
                record.written[notation] = read(done.stdout)[0].tokens()
    return records


def sources():
    found = {}
    for options in [], ["-g"]:
        for game in GAMES:
            variant, notation = game.split()
            made = subprocess.run(
                [RANDOM_GAMES, "-v", variant, "-N", notation, "-s", SEED,
                 "-n", os.environ.get("REPAIR_GAMES", "20"),
                 "-p", os.environ.get("REPAIR_PLIES", "120"), *options],
                text=True, stdout=subprocess.PIPE, check=True).stdout
            way = "sensible" if options else "random"
            found[f"{game}, {way}"] = complete(read(made))
    return found


def work(task):
    kind, name = task
    dice = random.Random(f"{SEED} {kind} {name}")
    count, records = Count(), RECORDS[name]
    if kind in SHEETS:
        for record in records[:(len(records) + 1) // 2]:
            if record.other:
                judge_sheets(SHEETS[kind](record, dice), record, count)
        return count
    fault = next(group[kind] for group in GROUPS.values() if kind in group)
    for record in records:
        faulty = record.copy()
        if len(record.plies()) > 9 and fault(faulty, dice):
            Case(record, faulty).judge(count)
    return count


def table(pool, title, kinds, by_source):
    """A row for each kind and one for all; adds them to those by source."""
    tasks = [(kind, name) for kind in kinds for name in RECORDS if re.search(
        os.environ.get("REPAIR_ONLY", ""), f"{kind}, {name}")]
    counts = pool.imap(work, tasks)
    total, count = Count(), Count()
    for i, ((kind, name), one) in enumerate(zip(tasks, counts), 1):
        by_source[name].add(one)
        count.add(one)
        if os.environ.get("REPAIR_EACH"):
            print(one.row(f"    {kind}, {name}"))
        if i == len(tasks) or tasks[i][0] != kind:
            print(count.row(f"  {kind}"), flush=True)
            total.add(count)
            count = Count()
    if tasks:
        print(total.row(title), flush=True)


def main():
    print(f"{'':<40} seeded silent certain  likely offered wrong exit 0"
          "     ms worst")
    with multiprocessing.Pool() as pool:
        for tables in GROUPS, {"all sheets": SHEETS}:
            by_source = {name: Count() for name in RECORDS}
            for title, kinds in tables.items():
                table(pool, title, kinds, by_source)
            total = Count()
            for name, count in by_source.items():
                print(count.row(f"  {name}"))
                total.add(count)
            print(total.row("all"))


if __name__ == "__main__":
    RECORDS = sources()
    main()
