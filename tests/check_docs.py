#!/usr/bin/env python3
"""Holds the documents to the program: tests/check_docs.py [BINARY]

Each function below holds a part of them. Each failure is a line; the last line
is "N passed, N failed".
"""
import collections
import glob
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "tools"))
from registry import check, counted, text_of

HEADER, LIBRARY = "formats/library/ternion.h", "man/ternion.3"
CONTRIBUTING = ".github/CONTRIBUTING.md"


def same(what, one, other):
    """Two lists, each with its name, have the same members."""
    (a, in_a), (b, in_b) = ((name, collections.Counter(members))
                            for name, members in (one, other))
    for name, only in (a, in_a - in_b), (b, in_b - in_a):
        for member in sorted(only.elements()):
            check(False, f"{what}: only in {name}: {member}")
    for _ in (in_a & in_b).elements():
        check(True, "")


def found(pattern, path):
    return path, re.findall(pattern, text_of(path), re.M)


def unique(listed):
    return listed[0], set(listed[1])


def part(text, begin, end):
    """The text between two patterns."""
    return re.split(end, re.split(begin, text, 1, re.M)[1], 1, re.M)[0]


def check_diagnostics(said):
    """diag.def, explanations.txt, `ternion help --list-codes` and tests/lint
    have the same codes, with the same severities."""
    rows = [(slug, severity.replace("FATAL", "ERROR").lower())
            for severity, slug in found(
                r'^D\([A-Z0-9_]*, ([A-Z]*), "([a-z0-9-]*)", .*\)$',
                "parse/diag/diag.def")[1]]
    same("diagnostics", ("parse/diag/diag.def", map(" ".join, rows)),
         ("'ternion help --list-codes'",
          [" ".join(line.split()[:2])
           for line in said("help", "--list-codes").splitlines()]))
    slugs = "parse/diag/diag.def", [slug for slug, _ in rows]
    same("diagnostics", slugs, ("tests/lint", {
        os.path.basename(path).split(".")[0]
        for path in glob.glob("tests/lint/*.*")}))
    explained = "parse/diag/explanations.txt"
    same("diagnostics", slugs, (explained, re.findall(
        r"(?:^|\n\n)(.+)", re.sub(r"(?m)^(#|== ).*\n", "",
                                  text_of(explained)).lstrip("\n"))))


def check_commands(said):
    """Each command of cmd/ has its page, and the page has exactly the options
    that `ternion help COMMAND` lists: described, or named alone."""
    commands = found(r'^\t\{ "([a-z]*)", run_', "cmd/main.c")[1]
    same("commands", ("cmd/main.c", commands),
         ("man/", [page[len("man/ternion-"):-2]
                   for page in glob.glob("man/ternion-*.1")]))
    for command in commands:
        page = f"man/ternion-{command}.1"
        if not os.path.exists(page):
            continue
        # One blank and an argument, or blanks and the text.
        listed = re.findall(
            r"^  (?:(-.),|   ) (--\S+)(?: ([^ \n]+))?",
            part(said("help", command), "^Options:\n", "^$"), re.M)
        stated = []
        for item in found(r"^\.It (?=Fl |.*, Fl Fl )(.*)", page)[1]:
            long = re.search(r"Fl Fl (\S+)", item)
            short = re.search(r"(?<!Fl )Fl (?!Fl )(\S+)", item)
            argument = re.findall(r"Ar (\S+)", item)
            stated.append(("-" + short[1] if short else "",
                           "--" + long[1] if long else "",
                           argument[-1] if argument else ""))
        named = part(text_of(page), "^For the options$", "^see section Options")
        stated += [item for item in listed
                   if f" -{item[1][2:]} " in named.replace("\n", " ")]
        same(f"options of {command}",
             (f"'ternion help {command}'", map(" ".join, listed)),
             (page, map(" ".join, stated)))
        check(f"Xr ternion-{command} 1" in text_of("man/ternion.1"),
              f"commands: man/ternion.1 does not refer to {page}")


def check_tables(said):
    """The ids that `ternion help` lists under a heading are those of the first
    table of a page, and the forms of reports those of ternion-check.1."""
    for heading, page in (("Notations", "man/ternion-notation.7"),
                          ("Formats of records", "man/ternion-format.5"),
                          ("Variants", "man/ternion-variants.7")):
        ids = re.findall(r"^ *(\S+)",
                         part(said("help"), f"^{heading}:\n", "^$"), re.M)
        check(ids, f"'ternion help' lists nothing as {heading}")
        table = text_of(page).split("\n.Bl -column")[1]
        same(heading, ("'ternion help'", ids),
             (page, re.findall(r"^\.It Sy ([^ ]+) Ta", table, re.M)))
    page = "man/ternion-check.1"
    same("reports", ("'ternion check --to'", re.search(
        "choose one of: *(.*)", said("check", "--to", "?"))[1].split()),
         (page, re.findall(r"^\.It Cm ([^ ]+)$", part(
             text_of(page), r"^\.Sh REPORTS", r"^\.Sh "), re.M)))


def check_library():
    """Functions are in the page's synopsis; constants, and members of
    structures, somewhere in its text."""
    functions = unique(found(r"\b(ternion_[a-z_]*)\(", HEADER))
    same("functions", functions, found(r"^\.Fo (.*)", LIBRARY))
    same("functions described", functions,
         unique(found(r"^\.Fn (ternion_[a-z_]*)", LIBRARY)))
    constant = r"\bTERNION_(?!(?:H|NAME_MAX|PLAYERS)\b)[A-Z_]*"
    same("constants", unique(found(constant, HEADER)),
         unique(found(constant, LIBRARY)))
    members = set()
    for body in found(r"^struct .* \{\n((?:[^}].*\n|\n)*)\}", HEADER)[1]:
        for line in re.findall(
                r"^\t((?:const |struct |size_t |unsigned |int |bool |char )"
                r".*?);", body, re.M):
            line = re.sub(r"\[[A-Z_]*\]|struct [a-z_]+", "", line)
            members |= set(re.findall(r"\w+", line)) - {
                "const", "size_t", "unsigned", "int", "bool", "char"}
    named = " ".join(found(r"^\.(?:It )?Va (.*)", LIBRARY)[1])
    same("members", (HEADER, members),
         (LIBRARY, set(re.split("[ ,;.]+", named)) - {"errno", ""}))


def check_contributing():
    """CONTRIBUTING has a row for every folder of sources and every target of
    make; ternion.1 names every page, and the README all but the commands'."""
    text = text_of(CONTRIBUTING)
    same("folders", ("the sources", {
        os.path.dirname(path) for top in ("cmd", "formats", "parse", "rules")
        for path in glob.glob(top + "/*/*.[cj]*")}),
         (CONTRIBUTING, set(re.findall(
             r"`([a-z]*/[a-z]*)/`",
             "\n".join(re.findall(r"^\| (.*) \|", text, re.M))))))
    targets = re.search(r"^\.PHONY:((?:.*\\\n)*.*)", text_of("Makefile"), re.M)
    rows = part(text, "^## Make targets", "^For daily")
    same("targets", ("Makefile", [
        word for word in targets[1].replace("\\", " ").split()
        if not re.fullmatch("always|objects|.*libraries", word)]),
         (CONTRIBUTING, re.findall(r"^\| `([a-z0-9-]*)`", rows, re.M) +
          re.findall("; `(uninstall)`", rows)))
    for page in sorted(glob.glob("man/*.[1-9]")):
        name, section = os.path.basename(page).rsplit(".", 1)
        check(page == "man/ternion.1" or (
            f"Xr {name} {section}" in text_of("man/ternion.1") and
            (section == "1" or f"{name}({section})" in text_of("README.md"))),
              f"pages: man/ternion.1 or README.md lacks {name}({section})")


def check_columns():
    """The cells of a table fit its columns, but for the last: other cells break
    the table where man shows it by groff."""
    for page in sorted(glob.glob("man/*.[1-9]")):
        for table in re.findall(r"^\.Bl -column(.*\n(?:[^.].*\n|\.[^E].*\n)*)",
                                text_of(page), re.M):
            widths = [len(width) for width in
                      re.findall('"(.*?)"', table.split("\n")[0])]
            for row in re.findall(r"^\.It (.*)", table, re.M):
                cells = [re.sub(r"\b(Em|Sy|Fl|Cm) |\\&| (?=[,:])", "", cell)
                         for cell in re.split(r" ?Ta ?", row)]
                check(all(len(cell) <= width or "\\[" in cell
                          for cell, width in zip(cells, widths[:-1])),
                      f"{page}: a cell is too long: {row}")


def main():
    binary = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "ternion")
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

    def said(*arguments):
        return subprocess.run([binary, *arguments], text=True, check=False,
                              stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT).stdout

    check_diagnostics(said)
    check_commands(said)
    check_tables(said)
    check_library()
    check_contributing()
    check_columns()
    return counted()


if __name__ == "__main__":
    sys.exit(main())
