#!/usr/bin/env python3
"""The Python package, and by it the library: tests/python.py

Finds it as a program would, by PYTHONPATH and TERNION_LIBRARY. Runs the session
of ternion-python(7), and those in library/, which show each function of ternion.h.
The last line is "N passed, N failed".
"""
import copy
import ctypes
import doctest
import gc
import inspect
import itertools
import multiprocessing
import os
import pickle
import random
import re
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import ternion
from ternion import _bindings, _library

ROOT = Path(__file__).resolve().parent.parent
LONG = "[Variant \"dreierschach\"]\n\n1. fg3! {a} ff8 (1.. Nd6 {b}) 10j8+ *\n\n"


class Handles(unittest.TestCase):
    def objects(self):
        """One of each kind."""
        board = ternion.Board()
        board.push("fg3")
        record = next(ternion.parse(LONG))
        node = next(record.mainline())
        return [board.game, board, board.peek(), board.legal_moves, record,
                node, record.headers, ternion.parse(LONG), *node.comments()]

    def test_copies(self):
        for thing in self.objects():
            for duplicate in (copy.copy, copy.deepcopy,
                              lambda it: pickle.loads(pickle.dumps(it))):
                try:
                    made = duplicate(thing)
                except TypeError:
                    self.assertIsInstance(thing, (
                        ternion.Node, ternion.Reader, ternion.Headers,
                        ternion.Moves))
                    continue
                self.assertEqual(str(made), str(thing))
        board, record = self.objects()[1], self.objects()[4]
        copies = copy.copy(board), copy.deepcopy(record)
        board.pop()
        del record.tags["Variant"]
        self.assertEqual(len(copies[0].move_stack), 1)
        self.assertIn("Variant", copies[1].tags)

    def test_errors_are_sent(self):
        with self.assertRaises(ternion.Error) as caught:
            ternion.Board().push("Qz9")
        sent = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((str(sent), sent.code, sent.length),
                         (str(caught.exception), "cell-off-board", 2))

    def test_processes(self):
        texts = [LONG, LONG.replace("10j8+", "Bc3"), "[Variant \"nope\"]\n*\n"]
        records = list(ternion.parse("".join(texts), repairs=True))
        with multiprocessing.Pool(2) as pool:
            self.assertEqual(pool.map(str, records), list(map(str, records)))
            sent = pool.map(copy.copy, records)
        for here, there in zip(records, sent):
            self.assertEqual([d.code for d in here.diagnostics],
                             [d.code for d in there.diagnostics])
        self.assertEqual(len(sent[1].fixes(0)), len(records[1].fixes(0)))

    def test_threads(self):
        def work(record):
            text = str(record)
            for node in record.mainline():
                self.assertEqual(node.board().fen(), node.board().fen())
                node.comment += "x"
            return text

        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(work, ternion.parse(LONG * 60)))
            self.assertEqual(set(found), {str(next(ternion.parse(LONG)))})
            reader, record = ternion.parse(LONG * 60), ternion.Record()
            seen = list(pool.map(lambda _: next(reader, None), range(90)))
            self.assertEqual(sum(one is not None for one in seen), 60)

            def change(number):
                record.headers["White"] = str(number)
                for place in range(3):
                    record.append("fg3").add_comment("x", place)
                    next(record.mainline()).remove()

            def try_to_change(number):
                try:
                    change(number)
                except (ternion.Error, StopIteration):
                    pass  # another thread was there first
                return str(record)

            self.assertTrue(all(pool.map(try_to_change, range(60))))

    def test_removed_nodes(self):
        record = next(ternion.parse(LONG))
        first, second, third = record.mainline()
        variation = second.variations[0]
        second.remove()
        for node in (second, third, variation):
            for name in ("token", "text", "move", "next", "previous",
                         "parent", "variations", "comment", "nags", "clock"):
                with self.assertRaises(ternion.Error, msg=name):
                    getattr(node, name)
            for call in (node.remove, node.board, node.san, node.comments,
                         lambda: node.append("ff8"), lambda: list(node.line()),
                         lambda: node.add_variation("ff8"),
                         lambda: node.add_comment("x"),
                         lambda: node.remove_nag(1)):
                self.assertRaises(ternion.Error, call)
        self.assertEqual(list(record.mainline()), [first])

    def test_owners_go_first(self):
        node = next(next(ternion.parse(LONG)).mainline())
        move = ternion.Board("siege").legal_moves[0]
        game = ternion.Board("bnem").game
        headers = ternion.Record("siege").headers
        gc.collect()
        self.assertEqual((str(node), str(move), game.id, headers["Variant"]),
                         ("fg3", "W2a-3a", "bnem", "siege"))

    def test_wrong_arguments(self):
        """No argument of any method crashes."""
        wrong = [None, -1, 5, 1 << 40, b"x", "a\0b", "\udc80", "", 1.5, [], {},
                 "x" * 100000, object(), ternion.Game("bnem"),
                 ternion.Record(), ternion.Board("siege").legal_moves[0]]
        kinds = (TypeError, ValueError, LookupError, AttributeError, OSError,
                 StopIteration)
        chance = random.Random(1)
        for given in [(one,) for one in wrong] + [
                chance.sample(wrong, 2) for _ in range(10)]:
            calls = [getattr(ternion, name) for name in ternion.__all__
                     if name != "read"]  # where a number is a file
            for thing in self.objects()[:8]:
                for name in (one for one in dir(thing) if one[0] != "_"):
                    calls.append(lambda *given, thing=thing, name=name:
                                 getattr(thing, name)(*given))
                    calls.append(lambda value, *_, thing=thing, name=name:
                                 setattr(thing, name, value))
            for call in calls:
                try:
                    made = call(*given)
                    str(made)
                    if isinstance(made, ternion.Reader):
                        list(itertools.islice(made, 3))
                except kinds:
                    pass
        for call in (ternion.Board().push, ternion.Record().append,
                     ternion.Board, ternion.Game, ternion.parse, ternion.read,
                     ternion.Record.from_board, ternion.Move):
            self.assertRaises(TypeError, call, None)
        with self.assertRaises(ValueError):
            ternion.Record().headers["White"] = "a\0b"
        with self.assertRaises(TypeError):
            ternion.Record().write(format=5)


class Inputs(unittest.TestCase):
    def test_constant_memory(self):
        def resident():
            return int(Path("/proc/self/statm").read_text().split()[1])

        text = LONG * 4000
        seen, early = 0, 0
        gc.disable()  # records are freed without it
        for record in ternion.parse(text):
            self.assertFalse(record.faulty)
            seen += 1
            if seen == 1000:
                early = resident()
        gc.enable()
        self.assertEqual(seen, 4000)
        self.assertLess(resident() - early, 100)  # pages

    def test_opened_late(self):
        before = os.listdir("/proc/self/fd")
        late = [ternion.read("game.pgn") for _ in range(100)]
        missing = ternion.read("no-such-file")
        self.assertEqual(os.listdir("/proc/self/fd"), before)
        self.assertEqual(len(list(late[0])), 1)
        self.assertEqual(list(late[0]), [])
        with late[1] as reader:
            next(reader)
        self.assertEqual(list(late[1]), [])
        self.assertEqual(os.listdir("/proc/self/fd"), before)
        self.assertRaises(FileNotFoundError, next, missing)
        self.assertRaises(TypeError, ternion.read, "x", repair=True)
        self.assertRaises(ValueError, ternion.read, "a\0b")

    def test_names(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in (b"a\xff.pgn", "ä.pgn", Path("b.pgn")):
                path = os.path.join(os.fsencode(folder), os.fsencode(name))
                Path(os.fsdecode(path)).write_text(LONG)
                for given in (path, os.fsdecode(path),
                              Path(os.fsdecode(path))):
                    self.assertEqual(len(list(ternion.read(given))), 1)


class Package(unittest.TestCase):
    def test_names(self):
        names = [name for name in dir(ternion) if name[0] != "_"]
        self.assertEqual(names, ternion.__all__)
        for name in names:
            kind = getattr(ternion, name)
            if isinstance(kind, list):
                continue
            self.assertTrue(kind.__doc__, name)
            self.assertEqual(kind.__module__, "ternion")
            for one in vars(kind) if inspect.isclass(kind) else ():
                if one[0] != "_" and kind is not ternion.Place:
                    self.assertTrue(inspect.getdoc(getattr(kind, one)), one)

    def test_options(self):
        """The parameters are what the structures of ternion.h have."""
        for call, options in ((ternion.read, _bindings.ReadOptions),
                              (ternion.parse, _bindings.ReadOptions),
                              (ternion.Board.write, _bindings.DrawOptions),
                              (ternion.Record.write, _bindings.WriteOptions)):
            names = set(inspect.signature(call).parameters)
            self.assertEqual(
                names - {"self", "path", "text", "form"},
                {{"settings": "options"}.get(name, name)
                 for name, *_ in options._fields_} - {"size"})

    def test_nothing_is_missing(self):
        """Each function of the library is used, but those of which Error and
        the package's own words are made."""
        source = Path(ternion.__file__).read_text()
        unused = {name for name, value in vars(_bindings).items()
                  if inspect.isfunction(value) and
                  value.__module__ == _bindings.__name__ and
                  f"_c.{name}" not in source}
        self.assertEqual(unused, {"error", "status_text"})


# What the sessions in library/ use besides the package.


def code(call, *arguments, **options):
    """The code of the error that a call raises, or what it returns."""
    try:
        return call(*arguments, **options)
    except ternion.Error as error:
        return error.code


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
    "open_reader": open_reader, "played": played, "refuse": refuse}


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
