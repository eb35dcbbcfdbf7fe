#!/usr/bin/env python3
"""Holds the tests to the registries: tests/conformance.py BINARY

Each game, notation, format and report that the program knows must have what the
tests need of it. What is missing is a line with its name:

    game      a naive engine, or a program that stands for one, in the tests of
              properties; perft counts; an entry of 'ternion variants' for
              each reading; records with all kinds of expected
              outputs; a section of the manual; a suite in tests/rules; seeds
              of positions; a page in the browser
    notation  tokens in the tests, seeds, and a section of the manual
    format    a fuzz target if it is read, expected outputs if it is written,
              and its suffix in a command of tests/cli
    report    a shape in check_report.py and cases in reports.test

Lists of soak, bench, slow, install and gallery come from the program. The last
line is "N passed, N failed".
"""
import glob
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "tools"))
import registry
from registry import check, text_of

OUTPUTS = ("3pf", "check", "ascii", "unicode", "svg")


def need(kind, name, what, there):
    check(there, f"{kind} {name}: there is no {what}")


def check_games(ternion):
    manual = text_of("man/ternion-variants.7").upper()
    positions = text_of(*glob.glob("tests/fuzz/corpus/3pf/*.seeds"))
    engines = text_of("tests/naive/naive.h")
    pages = text_of("tests/browser/pages.py")
    for game, data in registry.games(ternion).items():
        need("game", game, f"tests/naive/naive_{game}.c",
             os.path.exists(f"tests/naive/naive_{game}.c") and
             f" naive_{game};" in engines)
        need("game", game, "row in tests/property/games.h", re.search(
            fr"variant_{game}\b", text_of("tests/property/games.h")))
        need("game", game, f"tests/perft/{game}.epd with counts",
             os.path.exists(f"tests/perft/{game}.epd") and
             ";D3 " in text_of(f"tests/perft/{game}.epd"))
        need("game", game, f"tests/rules/{game}.rules",
             os.path.exists(f"tests/rules/{game}.rules"))
        for kind in OUTPUTS + tuple(registry.notations(ternion, game)[1:]):
            need("game", game, f"tests/golden/{game}/*.out.{kind}",
                 glob.glob(f"tests/golden/{game}/*.out.{kind}"))
        heads = [head for head in re.findall(r"(?m)^\.SH (.*)$", manual)
                 if head.replace("3-PLAYER CHESS I", "BNEM").lower()
                 .startswith(game)]
        need("game", game, "section in ternion-variants(7)", heads)
        need("game", game, "seed in tests/fuzz/corpus/3pf",
             f"\n{game}-start: " in positions)
        need("game", game, "page in tests/browser/pages.py",
             f'"{game}": "' in pages)


def check_readings(ternion):
    """Each sentence of ternion-variants(7) that is a reading is marked by a
    comment with the rule of its entry in 'ternion variants', and each entry
    has a sentence and an item under Readings."""
    section, sentences, items = "", {}, {}
    part = ""
    for line in text_of("man/ternion-variants.7").split("\n"):
        if line.startswith(".Sh "):
            section = line[4:].lower().replace("3-player chess i", "bnem")
        elif line.startswith(".Ss "):
            part = line[4:]
        elif line.startswith('.\\" [pinned] '):
            sentences.setdefault(section, []).append(line[13:])
        elif line == ".It" and part == "Readings":
            items[section] = items.get(section, 0) + 1
    for game in registry.games(ternion):
        said = json.loads(subprocess.run(
            [ternion, "variants", "-v", game, "--json"], check=True, text=True,
            capture_output=True).stdout)
        rules = [reading["rule"] for reading in said[0]["readings"]]
        heads = [head for head in sentences if head.startswith(game)]
        pinned = sentences[heads[0]] if heads else []
        for rule in pinned:
            need("game", game, f"entry of the reading: {rule}", rule in rules)
        for rule in rules:
            need("game", game, f"sentence marked [pinned] {rule}",
                 rule in pinned)
        need("game", game, "item under Readings for each entry",
             heads and items.get(heads[0]) == len(rules))
        need("game", game, "reason for each reading",
             all(reading["reason"] for reading in said[0]["readings"]))


def check_notations(ternion):
    tests = text_of("tests/unit/tokens.txt")
    seeds = text_of(*glob.glob("tests/fuzz/corpus/notation/*"))
    manual = text_of("man/ternion-notation.7")
    for name in registry.words(ternion, "check", "-N"):
        need("notation", name, "list of tokens in tests/unit/tokens.txt",
             re.search(fr"(?m)^in {name}\b", tests))
        need("notation", name, "seed in tests/fuzz/corpus/notation",
             re.search(fr"(?m)^{name}\b", seeds))
        need("notation", name, "section in ternion-notation(7)",
             f".Sh {name.upper()}\n" in manual)


def check_formats(ternion):
    commands = text_of(*glob.glob("tests/cli/*.test"))
    for name in registry.words(ternion, "check", "-f"):
        need("format", name, f"fuzz target in tests/fuzz",
             re.search(fr"\bformat_{name}\b",
                       text_of(*glob.glob("tests/fuzz/*.[ch]"))))
        need("format", name, "file in tests/cli or tests/lint",
             glob.glob(f"tests/cli/*.{name}") or
             glob.glob(f"tests/lint/*.{name}") or f"{name}" in commands)
    for name in registry.words(ternion, "convert", "-t"):
        need("format", name, f"'-t {name}' in tests/cli",
             re.search(fr"(-t|--to) {name}\b", commands))


def check_reports(ternion):
    shapes = text_of("tests/tools/check_report.py")
    cases = text_of(*glob.glob("tests/cli/*.test"))
    for name in registry.words(ternion, "check", "-t"):
        need("report", name, "case in tests/cli",
             re.search(fr"(-t|--to) {name}\b", cases))
        if name not in ("text", "json", "jsonl"):
            need("report", name, "shape in tests/tools/check_report.py",
                 f'"{name}"' in shapes)


def main():
    ternion = os.path.abspath(sys.argv[1])
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    check_readings(ternion)
    check_games(ternion)
    check_notations(ternion)
    check_formats(ternion)
    check_reports(ternion)
    return registry.counted()


if __name__ == "__main__":
    sys.exit(main())
