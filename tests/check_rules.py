#!/usr/bin/env python3
"""Holds the rules to their suites: tests/check_rules.py

Each sentence of the rules in ternion-variants(7) has a block in one of
tests/rules/*.rules, and each block has a case, "see" with the name of another
group of cases or of a test, or "norule" if the sentence states none, such as
who invented the game: tests/README.md, "Rules".

A sentence without a block, a block whose sentence the manual no longer has,
one without a case, and what "see" names and does not exist are failures. The
last line is "N passed, N failed".
"""
import os
import re
import sys

import rules

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
MANUAL = os.path.join(TOP, "man", "ternion-variants.7")
TESTS = os.path.join(TOP, "tests")
RULES = os.path.join(TESTS, "rules")
# Sections of the manual without rules, and of the suites without sentences.
LEFT_OUT = {"NAME", "DESCRIPTION", "GLOSSARY", "SEE ALSO"}
OTHER = "OTHER CASES"
# Macros whose arguments are text.
FONTS = {"Sy", "Em", "Cm", "Fl", "Pq", "Dq", "Xr", "Ar", "Li", "Ql", "Qq"}


def words(line):
    """The text of a line, without macros and escapes."""
    if line.startswith("."):
        macro, _, rest = line[1:].partition(" ")
        if macro in ("It", "Dl", "D1"):
            rest = re.sub(r"\bXo\b|\bTa\b", "|" if "Ta" in rest else "", rest)
        elif macro not in FONTS:
            return ""
        rest = rest.replace("Fl ", "-")
        line = " ".join(word for word in rest.split() if word not in FONTS)
        line = "-" + line if macro == "Fl" else line
    for escape, text in (("\\-", "-"), ("\\&", ""), ("\\(", "("), ("\\e", "\\")):
        line = line.replace(escape, text)
    return line.strip()


def sentences(path):
    """Yields (section, sentence) in the order of the page. In mdoc a sentence
    ends with its line, so a full stop within a line ends none."""
    game = section = None
    text, literal = [], False

    def ended():
        whole = re.sub(r" ([.,:;)])", r"\1", " ".join(text))
        del text[:]
        return whole

    with open(path, encoding="ascii") as file:
        for line in file:
            line = line.rstrip("\n")
            macro = line.split(" ")[0]
            if macro == ".Bd" or macro == ".Ed":
                literal = macro == ".Bd"
                text and (yield f"{game}: {section}", ended())
            elif literal:
                continue
            elif macro in (".Sh", ".Ss", ".It", ".Pp", ".Bl", ".El"):
                if text:
                    yield f"{game}: {section}", ended()
                if macro == ".Sh":
                    game, section = line[4:], ""
                elif macro == ".Ss":
                    section = words(line[4:])
                elif macro == ".It" and words(line):
                    text.append(words(line))
                    if "|" not in text[0]:
                        text[0] += ":"
            elif not line.startswith('.\\"') and words(line):
                text.append(words(line))
                if re.search(r"\.\)?$", words(line)):
                    yield f"{game}: {section}", ended()


class Block:
    """A sentence with what follows it."""

    def __init__(self, file, section, sentence):
        self.file, self.section, self.sentence = file, section, sentence
        self.words = []  # what its cases begin with
        self.sees = []


def read_suite(name):
    """The blocks of a suite, and the titles of its groups of cases."""
    blocks, titles, section = [], [], ""
    for _, line in rules.lines(os.path.join(RULES, name)):
        word, _, rest = line.partition(" ")
        if word == "==":
            section = rest
            if section == OTHER:
                blocks.append(Block(name, OTHER, OTHER))
        elif word == ">":
            blocks.append(Block(name, section, rest))
        elif word == "--":
            titles.append(rest)
        elif word and blocks:
            blocks[-1].words.append(word)
            if word == "see":
                blocks[-1].sees.append(rest)
    return blocks, titles


def exists(see, game, titles):
    """True for a title, "GAME: TITLE", "unit/NAME.c: TEST" or a file."""
    place, colon, name = see.partition(": ")
    path = os.path.join(TESTS, place)
    if see in titles[game] or name in titles.get(place, ()):
        return True
    if not os.path.isfile(path):
        return False
    with open(path, encoding="utf-8") as file:
        return not colon or "TEST(" + name + ")" in file.read()


def main():
    blocks, titles, faults = [], {}, []
    for name in sorted(os.listdir(RULES)):
        game = os.path.splitext(name)[0]
        found, titles[game] = read_suite(name)
        blocks += found
        faults += [f"{name}: two groups are called: {title}"
                   for title in sorted(set(titles[game]))
                   if titles[game].count(title) > 1]
    stated = [(section, sentence) for section, sentence in sentences(MANUAL)
              if section.split(":")[0] not in LEFT_OUT]
    has_block = {(block.section, block.sentence) for block in blocks}
    faults += [f"{section}: has no block: {sentence}"
               for section, sentence in stated
               if (section, sentence) not in has_block]
    for block in blocks:
        text = f"{block.file}: {block.section}: {block.sentence}"
        if block.section != OTHER and (
                block.section, block.sentence) not in stated:
            faults.append("not in the manual: " + text)
        if not set(block.words) - {"game", "@"}:
            faults.append("has no case: " + text)
        faults += [f"there is no {see}: {text}" for see in block.sees
                   if not exists(see, block.file[:-len(".rules")], titles)]
    for fault in faults:
        print("FAIL " + fault)
    print(f"{len(blocks)} passed, {len(faults)} failed")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
