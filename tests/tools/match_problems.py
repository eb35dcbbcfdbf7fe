#!/usr/bin/env python3
"""Applies a problem matcher of GitHub to a report on standard input.

tests/tools/match_problems.py [--show] MATCHER

Prints the lines that have the place of a diagnostic and are not matched; with
--show, the parts of those that are. Diagnostics of a whole file have no line
and no column, and are not marked.
"""

import json
import re
import sys


def main():
    show = "--show" in sys.argv
    with open(sys.argv[-1]) as file:
        pattern = json.load(file)["problemMatcher"][0]["pattern"][0]
    regexp = re.compile(pattern["regexp"], re.ASCII)
    parts = ("file", "line", "column", "severity", "code")
    for line in sys.stdin.buffer:
        line = line.decode("utf-8", "replace").rstrip("\n")
        match = regexp.match(line)
        if match and show:
            print(*(match.group(pattern[part]) for part in parts))
        if not match and re.match(r"\S+:\d+:\d+: ", line):
            print(line)


if __name__ == "__main__":
    main()
