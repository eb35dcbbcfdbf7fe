#!/usr/bin/env python3
"""Writes the lists that the program knows into the files that repeat them:
tests/tools/lists.py BINARY [--check]

These are the words of options in man/ternion*.1, the variants in
man/ternion-format.5, and the variants and notations of
formats/tree/record.schema.json. `make golden` calls it. With --check nothing
is written: each file that differs is a line, and the last line is "N passed, N
failed".
"""
import glob
import os
import re
import sys

from registry import words

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SCHEMA = "formats/tree/record.schema.json"
LISTS = 15 # in the pages, at least

compared = 0


def with_list(item, new):
    """The item of a page with a new first list of words; unchanged if it has the
    same words, or no list."""
    found = re.search(r"(?:^\.Cm .*\n(?:(?:or|and)\n)?){2,}", item, re.M)
    if not found or not new or item.find("\n.Cm ") + 1 != found.start():
        return item
    old = [word for line in found.group(0).split("\n") if line[:4] == ".Cm "
           for word in line[4:].split() if not re.fullmatch("[,;.:()]+", word)]
    end = re.search(r"((?: [,;.:()]+)?)\n$", found.group(0)).group(1)
    global compared
    compared += len(old) > 1
    if len(old) < 2 or sorted(old) == sorted(new):
        return item
    joint = "and" if "\nand\n" in found.group(0) else "or"
    lines = [f".Cm {word} ," for word in new[:-2]]
    lines += [f".Cm {new[-2]}", joint, f".Cm {new[-1]}{end}", ""]
    return item[:found.start()] + "\n".join(lines) + item[found.end():]


def page_with_lists(text, find):
    """The page with new lists in the items for which find(head) has words."""
    items = re.split(r"(?m)^(?=\.It |\.El)", text)
    return "".join(with_list(item, find(item.split("\n")[0]))
                   for item in items)


def options_of(binary, command):
    def find(head):
        option = re.search(r"Fl Fl ([a-z0-9-]+) Ar", head)
        # Of results the pages have examples.
        if not option or option.group(1) == "result":
            return []
        return words(binary, command, "--" + option.group(1))
    return find


def schema_with_lists(text, binary):
    for key, option in ("variant", "--variant"), ("notation", "-N"):
        new = ", ".join(f'"{word}"'
                        for word in words(binary, "check", option))
        text = re.sub(r'("%s": \{[^{}]*?"enum": \[)[^]]*' % key,
                      lambda found: found.group(1) + new, text, count=1)
    return text


def main():
    binary = os.path.abspath(sys.argv[1])
    os.chdir(TOP)
    new = {}
    for path in glob.glob("man/ternion*.1"):
        # The page of all commands has the options that they share.
        command = path[len("man/ternion-"):-len(".1")] or "check"
        with open(path, encoding="utf-8") as file:
            new[path] = page_with_lists(
                file.read(), options_of(binary, command))
    with open("man/ternion-format.5", encoding="utf-8") as file:
        new[file.name] = page_with_lists(
            file.read(), lambda head: words(binary, "check", "--variant")
            if head == ".It Sy Variant" else [])
    with open(SCHEMA, encoding="utf-8") as file:
        new[SCHEMA] = schema_with_lists(file.read(), binary)
    differ = compared < LISTS
    for path, text in sorted(new.items()):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                continue
        differ += 1
        if "--check" in sys.argv:
            print(f"FAIL lists: {path} lacks what the program knows; run "
                  "make golden")
        else:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
    if "--check" in sys.argv:
        print(f"{compared} passed, {int(differ)} failed")
        return differ > 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
