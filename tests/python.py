#!/usr/bin/env python3
"""The Python package, and by it the library: tests/python.py

Finds it as a program would, by PYTHONPATH and TERNION_LIBRARY. Runs the session
of ternion-python(7), and those in library/, which show each function of ternion.h.
The last line is "N passed, N failed".
"""
import ctypes
import doctest
import os
import re
import sys
import tempfile
import unittest
from pathlib import Path

import ternion
from ternion import _bindings, _library

ROOT = Path(__file__).resolve().parent.parent

# What the sessions in library/ use besides the package.


def code(call, *arguments, **options):
    """The code of the error that a call raises, or what it returns."""
    try:
        return call(*arguments, **options)
    except ternion.Error as error:
        return error.code


def raised(kind, calls):
    """How many of the calls raise that."""
    count = 0
    for call in calls:
        try:
            call()
        except kind:
            count += 1
    return count


def open_reader(text, **options):
    """A reader, whose records go with it; those of parse() are copies."""
    given = _bindings.ReadOptions()
    _library.fill(given, **options)
    return _bindings.open_text(text.encode(), given)


def movetext(record):
    """What stands after the tags of a record or of its text."""
    return str(record).partition("]\n\n")[2].rstrip("\n")


def played(*moves):
    board = ternion.Board()
    for move in moves:
        board.push(move)
    return board


def refuse(table, given, wrong):
    """Makes the calls of a table with wrong arguments; see misuse.txt."""
    made = 0
    for name, *words in filter(None, map(str.split, table.split("\n"))):
        for at, word in enumerate(words):
            if word[-1] == "!":
                for value in wrong.get(word[:-1], [None]):
                    refuse_one(name, [one.rstrip("!") for one in words], given,
                               at, value)
                    made += 1
    return made


def refuse_one(name, words, given, at, value):
    function = getattr(_library.lib, "ternion_" + name)
    outputs = [ctypes.c_void_p(1) for _ in words]
    known = {"NULL": None, "0": 0, "1": 1, **given}
    arguments = [ctypes.byref(output) if word == "out" else known[word]
                 for word, output in zip(words, outputs)]
    arguments[at] = value
    found = function(*arguments)
    if function.restype is ctypes.c_int:
        found -= _bindings.Status.MISUSE
    left = [output for word, output in zip(words, outputs)
            if word == "out" and output.value]
    assert not found and (not left or words[at] == "out"), (name, at, value)


GIVEN = {
    **vars(ctypes), **{name: getattr(ternion, name) for name in ternion.__all__},
    "c": _bindings, "lib": _library.lib, "ternion": ternion, "os": os, "re": re,
    "tempfile": tempfile, "code": code, "movetext": movetext,
    "open_reader": open_reader, "played": played, "raised": raised,
    "refuse": refuse}


def session():
    """The displays of the manual page as plain text."""
    page = (ROOT / "man/ternion-python.7").read_text()
    displays = re.findall(r"^\.Bd -literal[^\n]*\n(.*?)^\.Ed$", page,
                          re.S | re.M)
    text = "\n".join(displays).replace("\\(aq", "'").replace("\\&", "")
    return text.replace("\\e", "\\")


def load_tests(_loader, tests, _pattern):
    example = doctest.DocTestParser().get_doctest(
        session(), {}, "ternion-python(7)", None, 0)
    tests.addTest(doctest.DocTestCase(example))
    for path in sorted(map(str, ROOT.glob("tests/library/*.txt"))):
        tests.addTest(doctest.DocFileSuite(
            path, module_relative=False, globs=dict(GIVEN), encoding="utf-8",
            optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE))
    tests.addTests(doctest.DocTestSuite(ternion))
    return tests


if __name__ == "__main__":
    os.chdir(ROOT / "tests/examples")
    run = unittest.main(exit=False, verbosity=0).result
    bad = len(run.failures) + len(run.errors)
    print(f"{run.testsRun - bad} passed, {bad} failed")
    sys.exit(bad > 0)
