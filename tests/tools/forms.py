#!/usr/bin/env python3
"""Writes games in the forms that people give to lists of moves, and reads them.

    tests/tools/forms.py TERNION RANDOM_GAMES

Each game is written in each form. All of them must be read as the same game,
without an error; `check --fix` must leave nothing to be told, and change
nothing when it is called again.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import registry

NUMBERS = ["#%d", "[%d]", "Move %d:", "Round %d\n", "**%d.**", "%d:", "(%d)",
           "%d)", "%d-", "%d,", "%d.", "No. %d", "Nr. %d:", "%d/", "%d.-",
           "* %d.", "%dw.", "W%d.", "%d>"]


PIECES = {"K": "King", "Q": "queen", "R": "Rook", "B": "Bishop",
          "N": "Knight"}
ROMAN = ["I", "II", "III", "IV"]


def join(rounds, number, between):
    return "\n".join((number % (i + 1) + " " + between.join(row))
                     for i, row in enumerate(rounds))


def forms(moves, players, movers):
    """The movetext of a game in each form."""
    rounds = [moves[i:i + 3] for i in range(0, len(moves), 3)]

    def named(name):
        words = [name(mover) + move for mover, move in zip(movers, moves)]
        return [words[i:i + 3] for i in range(0, len(words), 3)]

    def around(sign):
        return [[sign + move + sign for move in row] for row in rounds]

    for number in NUMBERS:
        yield join(rounds, number, " ")
    for between in (", ", "; ", " | ", " -> ", " => "):
        yield join(rounds, "%d.", between) + between.rstrip()
    yield join(rounds, "%d;", ";").replace("; ", ";")
    yield join(rounds, "%d,", ",").replace(", ", ",")
    for between in (" - ", " / ", " \u2014 ", " : ", "&nbsp;", "<br>\n", " and ",
                    " then ", " & ", " \\\n"):
        yield join(rounds, "%d.", between)
    for sign in (">", ">> ", "> > "):
        yield sign + join(rounds, "%d.", " ").replace("\n", "\n" + sign)
    for head, tail in (("<b>", "</b>"), ("[b]", "[/b]")):
        yield head + join(rounds, "%d.", tail + " " + head) + tail
    yield "\n".join('"%d",%s' % (i + 1, ",".join('"%s"' % move for move in row))
                    for i, row in enumerate(rounds))
    yield "\n".join(roman + " " + " ".join(row)
                    for roman, row in zip(ROMAN, rounds))
    yield " ".join(roman + ". " + " ".join(row)
                   for roman, row in zip(ROMAN, rounds))
    for sign in ("**", "_", "`", '"'):
        yield join(around(sign), "%d.", " ")
    yield join(named(lambda player: player + " "), "%d.", " ")
    yield join(named(lambda player: player[0] + ": "), "%d.", " ")
    yield "\n".join(", ".join(row)
                    for row in named(lambda player: player + ": "))
    if movers[0] == "White":
        for form in ("(%s) ", "[%s] ", "%s: ", "%s "):
            yield " ".join(move for row in named(
                lambda player: form % player[0].lower()) for move in row)
    people = dict(zip(players, ("Ann", "Bea", "Cem")))
    for form in ("%s: ", "%s - ", "%s plays ", "<%s> ", "[%s] ", "(%s) ",
                 "@%s ", "**%s**: ", "*%s:* ", "%s=", "%s\n", "* %s plays ",
                 "%s \u00bb "):
        yield "\n".join(move for row in named(
            lambda player: form % people[player]) for move in row)
    for bullet in "-*+\u2013":
        yield "\n".join(bullet + " " + move for move in moves)
    yield "\n".join(moves)
    yield " ".join("%d%s. %s" % (i // 3 + 1, "abc"[i % 3], move)
                   for i, move in enumerate(moves))
    yield " ".join("%d%s %s" % (i // 3 + 1, "abc"[i % 3], move)
                   for i, move in enumerate(moves))
    yield " ".join("%d. %s" % (i + 1, move) for i, move in enumerate(moves))
    yield "\n".join("%d - %s" % (i + 1, move) for i, move in enumerate(moves))
    grid = "\n+---+---+---+---+\n"
    yield grid + grid.join("| %d | %s |" % (i + 1, " | ".join(row))
                           for i, row in enumerate(rounds)) + grid
    for row, ends in (("\u2500", "\u2502"), ("\u2550", "\u2551")):
        yield "%s\n%s\n%s\n%s" % (
            "\u250c" + row * 20 + "\u2510",
            ends + ends.join(["No", *players]) + ends,
            "\u251c" + row * 20 + "\u2524", "\n".join(
                "%s %d %s %s %s" % (ends, i + 1, ends, (" %s " % ends).join(
                    moves), ends) for i, moves in enumerate(rounds)))
    yield '{| class="wikitable"\n|-\n! No || %s\n%s\n|}\n' % (
        " || ".join(players), "\n".join("|-\n| %d || %s" % (
            i + 1, " || ".join(row)) for i, row in enumerate(rounds)))
    for sign in ",;":
        yield "\n".join(["No" + sign + sign.join(players)] + [
            "%d%s%s" % (i + 1, sign, sign.join(row))
            for i, row in enumerate(rounds)])
    yield "\n".join("%d,,%s" % (i + 1, ",,".join(row))
                    for i, row in enumerate(rounds))
    yield "[color=red]%s[/color]" % " ".join(moves)
    for sign in ('"', "`"):
        yield sign + join(rounds, "%d.", " ") + sign
    yield join(rounds, "%d.", " ").replace("\n", "\n\n- 12 -\n\n")
    yield " !N ".join(moves) + " [] [#]"
    yield "| No | %s |\n|---|---|---|---|\n" % " | ".join(players) + "\n".join(
        "| %d | %s |" % (i + 1, " | ".join(row))
        for i, row in enumerate(rounds))
    yield "# | %s\n--|---|---|---\n" % " | ".join(players) + "\n".join(
        "%d | %s" % (i + 1, " | ".join(row)) for i, row in enumerate(rounds))
    yield json.dumps(moves)
    yield str(rounds)
    yield "/".join(moves)
    yield "".join("%d.%s" % (i + 1, "".join(row)) for i, row in enumerate(rounds))
    yield "=====\n" + " ".join(moves)
    yield "```\n" + " ".join(moves) + " *\n```"
    yield " ".join(moves) + "*"
    yield "(%s)" % " ".join(moves)
    yield "(%s *)" % join(rounds, "%d.", " ")
    for sign in "*_":
        yield " ".join(moves).replace(moves[1], moves[1] + sign, 1)
    plain = " ".join(moves)
    pieces = re.findall(r"(?<![\w(])[A-Z]", plain)
    # A small letter must not be a file, too.
    is_clear = not set("".join(pieces).lower()) & set(plain)
    yield plain.upper() if is_clear else plain
    yield plain.lower() if is_clear and len(set(pieces)) > 1 else plain
    yield re.sub(r"(?<![\w/:])([A-Z])([a-n]\d)", r"\1-\2", plain)
    for sign in (" - ", ">", "_"):
        yield re.sub(r"(?<=\w)-(?=[A-Za-z]|\d+[a-n])", sign, plain)
    yield re.sub(r"(?<!\w)--", "pass", plain)
    # A letter begins the rest of the move, and no cell.
    yield re.sub(r"(?<=[a-n\d])-(?=[A-Z]+\d(?:\s|$)|\d+[a-n])", "-\n",
                 plain, count=1)
    for form in ("%s %s", "%s to %s"):
        yield re.sub(r"(?<![\w/:])([KQRBN])([a-n]\d)", lambda found: form % (
            PIECES[found.group(1)], found.group(2)), plain)


class Forms:
    def __init__(self, ternion, random_games):
        self.ternion, self.random_games = ternion, random_games
        self.records = self.failed = 0

    def run(self, *arguments, text=None):
        return subprocess.run([self.ternion, *arguments], input=text,
                              stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True).stdout

    def plies(self, *arguments, text=None):
        lines = self.run("convert", "-t", "jsonl", *arguments, text=text)
        return [[ply if isinstance(ply, str) else ply["move"]
                 for ply in json.loads(line)["plies"]]
                for line in lines.splitlines()]

    def expect(self, holds, what, seen):
        if not holds:
            self.failed += 1
            print("%s: %s" % (what, seen))

    def told(self, path, *codes):
        found = [json.loads(line) for line in self.run(
            "check", "--to", "jsonl", path).splitlines()]
        return [diag for diag in found if diag.get("code") not in codes]

    def try_game(self, variant, notation, path):
        game = subprocess.run(
            [self.random_games, "-v", variant, "-n", "1", "-p", "12", "-s",
             "5"], stdout=subprocess.PIPE, text=True, check=True).stdout
        pgn = self.run("convert", "-n", notation, "-t", "pgn", text=game)
        moves = self.plies(text=pgn)[0]
        tags = pgn.split("\n\n")[0]
        players = re.findall(r'^\[(\w+) "(?:Ann|Bea|Cem)"\]', tags, re.M)
        movers = [next(player for player in players
                       if player[0].lower() == position.split()[1])
                  for position in self.run(
                      "position", "--every", text=pgn).splitlines()]
        texts = [text if "*" in text[-5:] and "```" in text or
                 text.endswith(moves[-1] + "*") else text + " *"
                 for text in forms(moves, players, movers)]
        with open(path, "w") as file:
            for text in texts:
                file.write("%s\n\n%s\n\n" % (tags, text))
        name = variant + " in " + notation
        errors = [diag for diag in self.told(path)
                  if diag.get("severity") == "error"]
        self.expect(not errors, name + ": errors", errors[:1])
        self.hold(name, path, moves)
        rounds = [moves[i:i + 3] for i in range(0, len(moves), 3)]
        shapes = [rounds, dict(enumerate(rounds, 1)), " ".join(moves),
                  join(rounds, "%d.", " ").replace("\n", " ") + " *",
                  [{mover: move} for mover, move in zip(movers, moves)]]
        records = [{"variant": variant, "notation": notation, "plies": shape,
                    "result": "*"} for shape in shapes]
        tree = json.dumps(records)
        for suffix, text in (
                (".json", tree), (".yaml", "plies".join(
                    ("---\n%s\n" * len(records) % tuple(
                        map(json.dumps, records))).split('"plies"'))),
                # No JSON: a needless comma, and other quotes.
                (".json", tree.replace("}", ",}").replace('"', "'"))):
            with open(path + suffix, "w") as file:
                file.write(text)
            self.hold(name + suffix, path + suffix, moves)
            self.records += 1
        self.records += len(texts)

    def hold(self, name, path, moves):
        """Reads the records of a file, whose fixes must hold."""
        for number, plies in enumerate(self.plies(path)):
            self.expect(plies == moves, "%s, form %d" % (name, number), plies)
        self.run("check", "--fix", path)
        fixed = open(path).read()
        self.expect(not self.told(path), name + ": left", self.told(path)[:1])
        self.run("check", "--fix", path)
        self.expect(open(path).read() == fixed, name, "fixed twice")


def main():
    forms_of = Forms(*sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "forms.pgn")
        for variant in registry.games(forms_of.ternion):
            for notation in registry.notations(forms_of.ternion, variant):
                forms_of.try_game(variant, notation, path)
    print("%d records, %d faults" % (forms_of.records, forms_of.failed))
    return forms_of.failed > 0


sys.exit(main())
