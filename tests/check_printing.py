#!/usr/bin/env python3
"""Finds text of strangers that is printed for people as it is:
check_printing.py; for `make lint`.

Names of files, messages and what stands in records may hold escapes of a
terminal or commands of a console. strbuf_masked makes them harmless, and
strbuf_name does so where the name is to be read back. Nothing else may print
them, and only the files of PRINTERS write to a standard stream."""
import pathlib
import re
import sys

# They write text that passed here, or the program's own.
PRINTERS = """
    cmd/check.c cmd/help.c cmd/lsp.c cmd/main.c cmd/options/command_line.c
    cmd/options/completion.c cmd/options/configure.c cmd/options/usage.c
    cmd/run/output.c cmd/run/run.c cmd/run/terminal.c
    """.split()
# They write into files, not for a person.
SCRATCH = "cmd/run/store.c cmd/stats/tally.c".split()
# Their texts are the program's own, names of files that are looked for or made,
# or JSON.
OWN = """
    cmd/help.c cmd/variants.c cmd/cell.c cmd/options/options.c cmd/lsp/
    cmd/run/new_file.c cmd/run/inputs.c cmd/run/rewrite.c
    cmd/options/said.c cmd/run/folder.c formats/report/baseline.c""".split()
STRANGE = re.compile(
    r"(->|\.)(message|title|file|path|model|token|value|d_name)\b|"
    r"(piece|source|own)(->|\.)name\b|\b(file|path|message)$")
# What makes a path or keeps a name, and prints nothing.
HARMLESS = re.compile(r"&?(search(->|\.))?path$|&report->file$|&?piece->text$")
STREAM = re.compile(r"\b(v?f?printf|fputs|fputc|puts|putchar|fwrite)\(")
PRINT = re.compile(
    r"\b(printf|fprintf|fputs|puts|strbuf_(?:printf|puts|slice|add))\(")


def arguments(text):
    """The arguments of a call, from its parenthesis on."""
    depth, start, end = 0, 0, 0
    found = []
    for end, char in enumerate(text):
        if char in ",)" and depth == 0:
            found.append(text[start:end].strip())
            start = end + 1
        depth += (char in "([") - (char in ")]")
        if depth < 0:
            break
    return found


def faults(path, source):
    name = str(path)
    bare = re.sub(r'"(\\.|[^"\\])*"', '""', source)
    bare = re.sub(r"/\*.*?\*/",
                  lambda m: "\n" * m.group().count("\n"), bare, flags=re.S)
    line = lambda match: bare.count("\n", 0, match.start()) + 1
    if name not in PRINTERS + SCRATCH:
        for match in STREAM.finditer(bare):
            yield f"{name}:{line(match)}: {match.group(1)} to a stream"
    if name.startswith(tuple(OWN)) or not name.startswith(("cmd/", "formats/report/")):
        return
    for match in PRINT.finditer(bare):
        first, *rest = arguments(bare[match.end():]) or [""]
        if match.group(1) not in ("fputs", "puts") and HARMLESS.search(first):
            continue
        if match.group(1) in ("fputs", "puts"):
            rest = [first]
        for argument in rest:
            if STRANGE.search(argument) and "(" not in argument:
                yield (f"{name}:{line(match)}: {argument} is printed without "
                       "strbuf_masked")


def main():
    found = 0
    for folder in "cmd", "formats", "parse", "rules":
        for path in sorted(pathlib.Path(folder).rglob("*.c")):
            for fault in faults(path, path.read_text()):
                print(fault)
                found += 1
    sys.exit(found > 0)


main()
