#!/usr/bin/env python3
"""Holds records, one a line on standard input, to the schema.

tests/tools/validate_records.py SCHEMA

A record that does not fit is a line, "LINE: PATH: REASON"; the status is 1
if there is one.
"""

import json
import sys

from jsonschema import Draft7Validator


def main():
    if len(sys.argv) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    with open(sys.argv[1]) as file:
        schema = json.load(file)
    Draft7Validator.check_schema(schema)
    validator = Draft7Validator(schema)
    status = 0
    for number, line in enumerate(sys.stdin, 1):
        for error in validator.iter_errors(json.loads(line)):
            path = "/".join(str(part) for part in error.absolute_path)
            print(f"{number}: /{path}: {error.message[:60]}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
