#!/usr/bin/env python3
"""Holds the rules to their tests: tests/check_rules.py [--list]

tests/rules.txt has a row for each sentence of the rules in
ternion-variants(7), in its order:

    == GAME: Section
    TEST [TEST ...]
    	the sentence

A TEST is PROGRAM:FUNCTION, a test of tests/unit/PROGRAM.c that builds a
position for the rule, or the path of a file below tests/ that does so. Where
a sentence states no rule, such as who invented the game, it is "-".

A sentence that has no row, a row whose sentence the manual no longer has, and
a test that does not exist are failures. --list prints the table for the
present manual, with "?" for the tests of new sentences. The last line is
"N passed, N failed".
"""
import os
import re
import sys

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
MANUAL = os.path.join(TOP, "man", "ternion-variants.7")
TABLE = os.path.join(TOP, "tests", "rules.txt")
# Sections of the manual without rules.
LEFT_OUT = {"NAME", "DESCRIPTION", "GLOSSARY", "SEE ALSO"}
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


def rules():
    return [(section, sentence) for section, sentence in sentences(MANUAL)
            if section.split(":")[0] not in LEFT_OUT]


def read_table():
    """A list of (section, tests, sentence)."""
    rows, section, tests = [], None, []
    with open(TABLE, encoding="utf-8") as file:
        for line in file:
            line = line.rstrip("\n")
            if line.startswith("== "):
                section = line[3:]
            elif line.startswith("\t"):
                rows.append((section, tests, line[1:]))
            elif line and not line.startswith("#"):
                tests = line.split()
    return rows


def unit_tests(cache={}):
    """The tests that the programs of tests/unit run, PROGRAM:FUNCTION."""
    folder = os.path.join(TOP, "tests", "unit")
    if not cache:
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                for function in re.findall(
                        r"(?m)^TEST\((\w+)\)", file.read()):
                    cache[name[:-2] + ":" + function] = True
    return cache


def exists(test):
    if ":" in test:
        return test in unit_tests()
    return os.path.isfile(os.path.join(TOP, "tests", test))


def main():
    if sys.argv[1:] == ["--list"]:
        known = {(s, text): tests for s, tests, text in read_table()}
        last = None
        for section, sentence in rules():
            if section != last:
                print(f"\n== {section}")
                last = section
            print(" ".join(known.get((section, sentence), ["?"])))
            print("\t" + sentence)
        return
    stated, table = rules(), read_table()
    rows = {(section, sentence) for section, _, sentence in table}
    faults = [f"{section}: has no test: {sentence}"
              for section, sentence in stated
              if (section, sentence) not in rows]
    faults += [f"{section}: not in the manual: {sentence}"
               for section, _, sentence in table
               if (section, sentence) not in set(stated)]
    for section, tests, sentence in table:
        if not tests:
            faults.append(f"{section}: a row without a test: {sentence}")
        faults += [f"{section}: there is no test {test}: {sentence}"
                   for test in tests if test != "-" and not exists(test)]
    for fault in faults:
        print("FAIL " + fault)
    print(f"{len(table)} passed, {len(faults)} failed")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
