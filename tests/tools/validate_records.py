#!/usr/bin/env python3
"""Holds records, one a line on standard input, to the schema.

tests/tools/validate_records.py SCHEMA

A record that does not fit is a line, "LINE: PATH: REASON"; the status is 1
if there is one. Without python3-jsonschema nothing is checked, the status is
0, and $LEFT_OUT, a file, is told.
"""

import json
import os
import sys


def main():
    if len(sys.argv) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    try:
        from jsonschema import Draft7Validator
    except ImportError:
        if "LEFT_OUT" in os.environ:
            with open(os.environ["LEFT_OUT"], "a") as left_out:
                left_out.write("the schema: no python3-jsonschema\n")
        return 0
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
