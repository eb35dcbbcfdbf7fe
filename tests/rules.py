#!/usr/bin/env python3
"""Holds a program that speaks 3PF to the suites:
tests/rules.py [--3pf | --naive] PROGRAM

    PROGRAM step -v GAME -N coordinate -n coordinate [-o OPTION] [--moves]

answers the lines of ternion-step(1): positions in 3PF, a tab and moves in
coordinates. With --3pf nothing else is asked of it, no codes and no other
commands, so it can be any program. With --naive it may also take every position
as sound and know nothing of those before, as the naive engines do.
tests/README.md, "Rules", explains the suites. The last line is "N passed, N
failed".
"""
import bisect
import collections
import glob
import json
import os
import re
import subprocess
import sys

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "rules")
# Words for check_rules.py, and those that unit/test_rules.c alone checks.
IGNORED = {"==", ">", "--", "see", "norule", "alone", "deficit", "differs", "judge",
           "points", "reads", "sieged", "thresholds", "writes"}
# Those that ask for more than positions and moves.
BEYOND_3PF = {"cell", "cells", "perft", "record", "rows"}


class Failure(Exception):
    pass


def lines(path):
    """Yields the number and the text of each case."""
    number, text = 0, ""
    with open(path, encoding="utf-8") as file:
        for n, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if line.startswith("#"):
                continue
            if line[:1] in (" ", "\t"):
                joined = text.endswith(",") and not text.startswith(">")
                text += ("" if joined else " ") + line.strip()
                continue
            if text:
                yield number, text
            number, text = n, line
    if text:
        yield number, text


def before_arrow(text):
    moves, _, wanted = text.partition("->")
    return moves.strip(), wanted.strip()


def runs(letters):
    """Yields letters that follow one another as their first and last: a-h."""
    while letters:
        n = 1
        while n < len(letters) and ord(letters[n]) == ord(letters[0]) + n:
            n += 1
        yield letters[0] + ("-" + letters[n - 1]) * (n > 1)
        letters = letters[n:]


class Program:
    """The program under test, with a process for each way to ask it."""

    def __init__(self, path):
        self.path, self.processes, self.tables = path, {}, {}

    def run(self, *arguments, given=""):
        return subprocess.run([self.path, *arguments], capture_output=True,
                              input=given, encoding="utf-8",
                              check=False).stdout

    def step(self, game, line, *arguments):
        """The answer to a line."""
        key = (game,) + arguments
        if key not in self.processes:
            self.processes[key] = subprocess.Popen(
                [self.path, "step", "-v", *key], encoding="utf-8",
                stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process = self.processes[key]
        process.stdin.write(line + "\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    def cells(self, game, options):
        """The table of ternion-cell(1), by coordinates."""
        key = (game, tuple(options))
        if key not in self.tables:
            head, *rows = [row.split("\t") for row in self.run(
                "cell", "-v", game, *options).splitlines()]
            self.tables[key] = {
                cells["coordinate"]: cells for cells in
                (dict(zip(head, row)) for row in rows)}
        return self.tables[key]

    def close(self):
        for process in self.processes.values():
            process.stdin.close()
            process.wait()


class Suite:
    def __init__(self, program, path, only_3pf, is_naive):
        self.program, self.path, self.only_3pf = program, path, only_3pf
        self.is_naive = is_naive
        self.game = self.defaults = self.given = None
        self.options, self.plays = [], []
        self.known = None  # the answer for the present position
        self.records = []  # asked in the end, all at once

    # What the program says

    def complete(self, text):
        fields = text.split(" ")
        if len(fields) == 1:
            return text
        return " ".join(fields + self.defaults.split(" ")[len(fields) - 2:])

    def ask(self, moves=(), *more):
        """The answer after the plays of the case and these moves."""
        line = self.given
        if self.plays or moves:
            line += "\t" + " ".join(self.plays + list(moves))
        return self.program.step(
            self.game, line, "-N", "coordinate", "-n", "coordinate",
            *self.options, *more)

    def now(self):
        if self.known is None:
            self.known = self.ask()
            if self.known.get("legal") is False:
                raise Failure(f"{self.known.get('reason')}")
        return self.known

    def moves(self):
        return [move.split("(")[0] or move
                for move in self.ask((), "--moves")["moves"]]

    def compare(self, line, wanted):
        has, wants = line.split(" "), self.complete(wanted).split(" ")
        if wants[-1] == "*" and len(wants) > 7:
            wants.pop()
            has = has[:len(wants)]
        if len(has) != len(wants) or any(
                w not in ("*", h) for h, w in zip(has, wants)):
            raise Failure(f"is {line}")

    # The words of a suite

    def do_game(self, text):
        self.game, self.defaults = text.split(" ", 1)

    def do_at(self, text):
        self.given, self.plays = self.complete(text), []
        self.known, self.options = None, []
        if text.startswith("start "):
            self.given = "start"
            self.options = [
                word for option in text[len("start opt="):].split(";")
                for word in ("-o", option.replace(":", "=", 1))]

    def do_warned(self, text):
        self.do_at(text.split(" ", 1)[1])

    def do_again(self, _):
        self.plays, self.known = [], None

    def do_play(self, text):
        moves = text.split()
        self.known = self.ask(moves)
        self.plays += moves
        if not self.known["legal"]:
            raise Failure(f"{text}: {self.known.get('reason')}")

    def do_is(self, text):
        if self.is_naive and not self.plays:
            return
        self.compare(self.now()["position"], text)

    def do_keeps(self, text):
        self.do_at(text)
        self.do_is(text)

    def do_holds(self, text):
        pieces = self.now()["position"].split(" ")[0].split(",")
        for word in text.split():
            vacant = word[0] == "-"
            found = any(re.fullmatch(r".*[A-Za-z]" + word[1:] if vacant
                                     else re.escape(word), piece)
                        for piece in pieces)
            if found == vacant:
                raise Failure(f"{word}: {' '.join(pieces)}")

    def do_leads(self, text):
        moves, wanted = before_arrow(text)
        answer = self.ask(moves.split())
        if not answer["legal"]:
            raise Failure(answer.get("reason"))
        self.compare(answer["position"], wanted)

    def do_turn(self, text):
        moves, wanted = before_arrow(text)
        answer = self.ask(moves.split())
        if answer["to_move"][0].lower() != wanted[0]:
            raise Failure(f"{answer['to_move']} is to move")

    def do_legal(self, text):
        for move in text.split():
            answer = self.ask([move])
            if not answer["legal"]:
                raise Failure(f"{move}: {answer.get('reason')}")

    def do_refuses(self, text):
        move, code, *words = text.split()
        if self.is_naive and code == "ko":
            return
        answer = self.ask([move])
        if answer["legal"]:
            raise Failure(f"{move} is legal")
        if not self.only_3pf and (answer["code"] != code or any(
                word not in answer["reason"] for word in words)):
            raise Failure(f"{answer['reason']} [{answer['code']}]")

    def do_faulty(self, text):
        code, line = text.split(" ", 1)
        if self.is_naive:
            return
        self.do_at(re.sub(r"\^(?!.*\^)", "", line))
        answer = self.ask()
        if answer.get("legal") is not False:
            raise Failure("no fault is found")
        if not self.only_3pf and answer["code"] != code:
            raise Failure(f"{answer['code']}")

    def do_moves(self, text):
        start, _, wanted = text.partition(":")
        found = [move[len(start):] for move in self.moves()
                 if re.match(re.escape(start) + (r"(?!\d)" * bool(start)),
                             move)]
        if sorted(found) != sorted(wanted.split()):
            raise Failure(f"{start}: {' '.join(found)}")

    def do_count(self, text):
        found = len(self.moves())
        if found != int(text):
            raise Failure(f"{found}")

    def do_perft(self, text):
        depth, wanted = text.split()
        found = self.program.run(
            "perft", "-v", self.game, *self.options, "-p",
            "start" if self.options else self.now()["position"], depth)
        if found.splitlines()[-1] != f"{depth} {wanted}":
            raise Failure(found)

    def do_attacked(self, text):
        found = [name[0].lower() for name in self.now()["attacked"]]
        if found != [king[0] for king in text.split() if king != "-"]:
            raise Failure(f"attacked: {found}")

    def do_result(self, text):
        found = self.now()["result"]
        if (found or "-") != text.split()[0]:
            raise Failure(f"{found}")

    def do_cells(self, text):
        number, *names = text.split()
        table = self.program.cells(self.game, self.options)
        if len(table) != int(number) or any(name in table for name in names):
            raise Failure(f"{len(table)} cells")

    def do_rows(self, text):
        column, *wanted = text.split()
        rows = collections.defaultdict(list)
        for cell in self.program.cells(self.game, self.options).values():
            letter, number = re.search(r"[A-Za-z]", cell[column])[0], re.search(
                r"\d+", cell[column])[0]
            rows[int(number)].append(letter)
        found = [",".join(runs(sorted(rows[row]))) for row in sorted(rows)]
        if found != wanted:
            raise Failure(" ".join(found))

    def do_cell(self, text):
        name, *facts = text.split()
        cell = self.program.cells(self.game, self.options)[name]
        for title, value in (fact.split("=") for fact in facts):
            shades = {"0": "dark", "1": "light"} if not cell[
                "colour"].isdigit() else {}
            if title == "colour":
                value = shades.get(value, value)
            if cell[title] != value:
                raise Failure(f"{title}: {cell[title]}")

    def do_record(self, text):
        moves, codes = before_arrow(text)
        self.records.append((self.place, f"""[Variant "{self.game}"]
[SetUp "1"]
[Position "{self.now()["position"]}"]

{moves}

""", codes.split()))

    def ask_records(self):
        """Yields the failures of the records, of which one process is asked."""
        said, starts = collections.defaultdict(list), [1]
        for _, record, _ in self.records:
            starts.append(starts[-1] + record.count("\n"))
        for line in self.program.run(
                "check", "--verbose", "--to", "jsonl", given="".join(
                    record for _, record, _ in self.records)).splitlines():
            fault = json.loads(line)
            if "code" in fault:
                said[bisect.bisect(starts, fault["line"]) - 1].append(fault)
        for n, (place, _, wanted) in enumerate(self.records):
            codes = [fault["code"] for fault in sorted(
                said[n], key=lambda f: (f["line"], f["column"]))]
            if codes != wanted:
                yield place, " ".join(codes)

    def check(self):
        """Yields (place, what is wrong or None) for each case."""
        do = {word[3:]: getattr(self, word) for word in dir(self)
              if word.startswith("do_")}
        do.update({"@": self.do_at, "moves:": lambda t: self.do_moves(":" + t)})
        for number, line in lines(self.path):
            word, _, text = line.partition(" ")
            self.place = f"{os.path.basename(self.path)}:{number}: {line}"
            if word in IGNORED or (self.only_3pf and word in BEYOND_3PF):
                continue
            try:
                do[word](text)
                if word not in ("@", "warned", "again", "game"):
                    yield self.place, None
            except Failure as failure:
                yield self.place, str(failure)
            except KeyError as key:
                yield self.place, f"the answer has no {key}"
        if self.records:
            yield from self.ask_records()


def main():
    *options, path = sys.argv[1:]
    program = Program(path)
    passed = failed = 0
    for path in sorted(glob.glob(os.path.join(FOLDER, "*.rules"))):
        for place, fault in Suite(program, path, bool(options),
                                  options == ["--naive"]).check():
            passed += fault is None
            if fault is not None:
                failed += 1
                print(f"FAIL {place}\n     {fault}")
    program.close()
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0 or passed == 0)


if __name__ == "__main__":
    main()
