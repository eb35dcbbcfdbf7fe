#!/usr/bin/env python3
"""Reads YAML on standard input as another program would, and prints values of
the wrong type: all but the version and annotations must be strings.
"""

import sys

import yaml

NUMBERS = {"ternion", "nags"}


def check(path, value):
    if isinstance(value, dict):
        for key, inner in value.items():
            check(path + [key], inner)
    elif isinstance(value, list):
        for inner in value:
            check(path, inner)
    elif not isinstance(value, int if path[-1] in NUMBERS else str):
        print("/".join(str(part) for part in path), repr(value))
    for part in path:
        if not isinstance(part, str):
            print("key", repr(part))


def main():
    for document in yaml.safe_load_all(sys.stdin):
        check([], document)


if __name__ == "__main__":
    main()
