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
import io
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


class Boards(unittest.TestCase):
    def test_what_users_of_python_chess_type(self):
        board = ternion.Board("Siege")
        self.assertEqual(ternion.Board("siege", fen=board.fen()), board)
        self.assertEqual((board.fullmove_number, board.halfmove_clock), (1, 0))
        with self.assertRaisesRegex(ValueError, "needs its game"):
            ternion.Board(board.fen())
        with self.assertRaisesRegex(ternion.Error, "'chess'.*dreierschach"):
            ternion.Board("chess")
        with self.assertRaisesRegex(TypeError, "not None"):
            ternion.Board(None)

    def test_every_game(self):
        for game in ternion.GAMES:
            board = ternion.Board(game)
            self.assertEqual(board.game.id, game)
            found, start = board.legal_moves, board.write()
            board.push(found[0])
            self.assertNotEqual(board.write(), start)
            self.assertEqual(board.pop(), found[0])
            self.assertEqual(board.write(), start)
            self.assertIn("<svg", board._repr_svg_())
            board.push(found[0])
            self.assertIn("<svg", board._repr_svg_())
            self.assertNotEqual(
                board.write("svg", theme="dark", signs="[%csl Rd4]",
                            last=board.peek()), board.write("svg"))

    def test_options(self):
        board = ternion.Board("siege", Pope="no")
        self.assertNotIn("O", {p.kind for p in board.pieces().values()})
        self.assertEqual(board.game.cells, 192)
        with self.assertRaises(ternion.Error) as caught:
            ternion.Board("siege", Pope="maybe")
        self.assertEqual(caught.exception.code, "option-value")
        with self.assertRaises(ternion.Error) as caught:
            ternion.Board("nope")
        self.assertEqual(caught.exception.code, "variant-unknown")

    def test_repetition(self):
        board = ternion.Board()
        for move in ("Nd4", "Nd6", "Nk13", "Nc1", "Nb7", "Nm12"):
            board.push(move)
        self.assertEqual(board.repetitions, 2)

    def test_foreign_move(self):
        board = ternion.Board()
        late = board.legal_moves[0]
        for move in ("Nd4", "Nd6", "Nk13"):
            board.push(move)
        self.assertEqual(board.push(late), late)
        self.assertEqual(len(board.write().split(",")), 51)
        self.assertIn("wNd4", board.write())
        with self.assertRaises(ternion.Error):
            board.push(late)

    def test_as_in_python_chess(self):
        board = ternion.Board()
        self.assertEqual(board.push_san("fg3"), board.peek())
        other, root = board.copy(), board.root()
        self.assertEqual(str(board.parse_san("ff8")), "ff8")
        self.assertFalse(board.is_check() or board.is_game_over())
        self.assertIsNone(board.outcome())
        board.push_uci(board.parse_san("ff8").uci())
        board.push_san("10j8+")
        self.assertEqual((board.ply(), other.ply(), root.ply()), (3, 1, 0))
        self.assertEqual((board.turn, board.attacked), (0, [1]))
        board.push_san("Qh7++")
        self.assertTrue(board.is_game_over() and board.is_checkmate())
        self.assertFalse(board.is_stalemate() or board.legal_moves)
        outcome = board.outcome()
        self.assertEqual((outcome.termination, outcome.winner,
                          outcome.result()), ("mate", 2, "1-0-3"))
        self.assertNotEqual(board, other)
        for _ in range(3):
            board.pop()
        self.assertEqual(board, other)
        self.assertEqual(board.fen(), other.write())
        other.reset()
        self.assertEqual((other, other.move_stack), (root, []))
        for empty in (other.pop, other.peek):
            self.assertRaises(IndexError, empty)
        self.assertEqual(other.piece_at("a1").kind, "R")
        self.assertIsNone(other.piece_at("a3"))
        self.assertRaises(ValueError, other.piece_at, "z9")
        self.assertTrue(other.is_legal("fg3") and not other.is_legal("Nd5"))

    def test_legal_moves(self):
        board = ternion.Board()
        moves = board.legal_moves
        self.assertEqual(len(moves), moves.count())
        self.assertEqual(list(moves), moves[:])
        self.assertEqual(moves[0], next(iter(moves)))
        self.assertEqual(moves[-1], list(moves)[-1])
        self.assertIn(moves[0], moves)
        self.assertIn(str(moves[0]), moves)
        self.assertNotIn("Nd5", moves)
        self.assertNotIn(None, moves)
        self.assertNotIn(ternion.Board("siege").legal_moves[0], moves)
        self.assertRaises(IndexError, lambda: moves[len(moves)])
        board.push(moves[0])
        self.assertEqual(moves, ternion.Board().legal_moves)

    def test_in_every_game(self):
        """Moves survive as coordinates, boards as pickles and records."""
        for game in ternion.GAMES:
            chance, board = random.Random(game), ternion.Board(game)
            for _ in range(40):
                moves = list(board.all_moves)
                for move in moves:
                    self.assertEqual(board.parse_uci(move.uci()), move)
                self.assertEqual(len(set(moves)), len(moves))
                board.push(chance.choice(board.legal_moves))
                self.assertEqual(pickle.loads(pickle.dumps(board)), board)
            record = ternion.Record.from_board(board)
            self.assertEqual(list(record.mainline_moves()), board.move_stack)
            self.assertEqual(record.end().board(), board)
            self.assertEqual(record.end().ply(), board.ply())
            self.assertEqual(str(pickle.loads(pickle.dumps(record))),
                             str(record))

    def test_result_in_headers(self):
        record = next(ternion.parse(LONG))
        for result in "1-0-3", "*":
            record.headers["Result"] = result
            self.assertEqual(record.result, result)
            self.assertEqual(str(record).split()[-1], result)

    def test_unknown_style(self):
        with self.assertRaises(TypeError):
            ternion.Board().write("svg", tehme="dark")
        with self.assertRaises(TypeError):
            ternion.parse("", gaem="siege")

    def test_end(self):
        board = ternion.Board()
        for move in ("fg3", "ff8", "10j8+", "Qh7++"):
            move = board.push(move)
        self.assertEqual((board.result, board.winner), ("1-0-3", 2))
        self.assertEqual(move.mated, [1])

    def test_foreign_game(self):
        foreign = ternion.Board("siege").legal_moves[0]
        record = ternion.Record()
        for take in (ternion.Board().push, record.append,
                     record.append("fg3").append,
                     next(record.mainline()).add_variation):
            with self.assertRaisesRegex(ternion.Error, "a move of siege"):
                take(foreign)

    def test_leaps(self):
        board = ternion.Board(
            "bnem", "wKa1,rKa10,rPb3,rPb5,wDc2,rPd3,rPd5,bKj1 w w-.r-.b- - "
            "aaa 0 1 turns=rb unmoved=-")
        self.assertEqual(board.parse("c2e4c6", "coordinate").leaps,
                         ["e4", "c6"])


class Records(unittest.TestCase):
    def test_read(self):
        records = list(ternion.parse(LONG * 3))
        gc.collect()
        self.assertEqual(len(records), 3)
        for record in records:
            nodes = list(record.mainline())
            self.assertEqual([str(n) for n in nodes],
                             ["fg3", "ff8", "10j8+"])
            self.assertEqual(nodes[0].nags, [1])
            self.assertEqual(nodes[0].comments(), ["a"])
            self.assertEqual(nodes[1].variations[0].comments(), ["b"])
            self.assertEqual(nodes[1].variations[0].parent.text, "ff8")
            self.assertEqual(nodes[1].previous.token, "fg3!")
            self.assertEqual(nodes[2].move.attacked, [1])
            self.assertEqual(len(record.rows()), 3)

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

    def test_change(self):
        record = next(ternion.parse(LONG))
        record.tags["White"] = "Ann"
        del record.tags["Variant"]
        with self.assertRaises(KeyError):
            del record.tags["Variant"]
        record.tags["Variant"] = "dreierschach"
        copy = record.copy()
        node = next(record.mainline())
        node.add_nag(14)
        node.remove_nag(1)
        node.remove_comment()
        node.set_command("clk", "0:01:00")
        self.assertEqual((node.nags, node.clock), ([14], "0:01:00"))
        node.next.remove()
        record.append(node.board().legal_moves[0])
        self.assertEqual(len(list(record.mainline())), 2)
        self.assertEqual(len(list(copy.mainline())), 3)
        copy.append("Qh7++")
        copy.result = "1-0-3"
        self.assertEqual(copy.result, "1-0-3")
        with self.assertRaises(ternion.Error):
            copy.append("Nd6")

    def test_collate(self):
        sheets = [next(ternion.parse(LONG)),
                  next(ternion.parse(LONG.replace("ff8", "fg8")))]
        game = ternion.collate(sheets)
        self.assertEqual([str(n) for n in game.mainline()],
                         ["fg3", "ff8", "10j8+"])
        readings = game.readings(1)
        self.assertEqual([r.differs for r in readings], [False, True])
        self.assertEqual(readings[0].offset, LONG.index("ff8"))
        self.assertEqual(game.readings(3), [])

    def test_promote(self):
        record = next(ternion.parse(LONG))
        node = next(record.mainline()).next
        made = node.add_variation("Ng9")
        made.promote()
        self.assertEqual(str(list(record.mainline())[1]), "Ng9")
        with self.assertRaises(ternion.Error):
            next(record.mainline()).promote()

    def test_faulty(self):
        record = next(ternion.parse(LONG.replace("10j8+", "Bc3")))
        self.assertTrue(record.faulty)
        self.assertEqual(record.diagnostics[0].severity, "error")
        with self.assertRaises(ternion.Error):
            record.write()
        with self.assertRaises(FileNotFoundError):
            next(ternion.read("no-such-file"))


    def test_faults_of_the_text(self):
        """A record that was read tells what its reader found, until it is
        changed."""
        start = '[Variant "dreierschach"]\n\n1. ee3 '
        for text, codes in [("$999 ff8 *", ["nag-malformed"]),
                            ("ff8", ["result-missing"]),
                            ("Ann resigns *", ["comment-unbraced"]),
                            ("ff8, *", ["typographic"])]:
            record, = ternion.parse(start + text, repairs=True)
            for one in record, copy.copy(copy.copy(record)):
                self.assertEqual([d.code for d in one.diagnostics], codes)
            self.assertEqual(bool(record.errors), text[0] in "$A")
            if record.errors:
                with self.assertRaises(ternion.Error):
                    record.write()
            record.headers["White"] = "Ann"
            self.assertEqual(record.diagnostics, [])


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

    def test_open_files(self):
        for file in (io.StringIO(LONG * 2), io.BytesIO(LONG.encode() * 2)):
            games = [ternion.read_game(file) for _ in range(3)]
            self.assertEqual(list(map(str, games[:2])),
                             [str(next(ternion.parse(LONG)))] * 2)
            self.assertIsNone(games[2])
            self.assertIsNone(ternion.read_game(file))
        self.assertEqual(len(list(ternion.read(io.StringIO(LONG)))), 1)
        with self.assertRaisesRegex(TypeError, "open file.*not a str"):
            ternion.read_game("games.pgn")

    def test_faulty_text(self):
        text = LONG.replace("10j8+", "Bc3").strip() + "\n"
        record = next(ternion.parse(text))
        self.assertEqual(str(record), text)
        self.assertEqual([d.code for d in record.errors], ["move-geometry"])
        record.headers["White"] = "Ann"
        self.assertEqual(str(record), repr(record))
        self.assertRaises(TypeError, pickle.dumps, record)

    def test_messages_name_no_options(self):
        for text in ("1. fg3 *", "[Variant \"siege\"]\n\n*"):
            record = next(ternion.parse(text, game="bnem"
                                        if "siege" in text else None))
            self.assertNotRegex(record.diagnostics[0].message, r" -[a-zA-Z]")


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
