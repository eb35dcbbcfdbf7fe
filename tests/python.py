#!/usr/bin/env python3
"""The Python package: tests/python.py

Finds it as a program would, by PYTHONPATH and TERNION_LIBRARY. Runs the session
of ternion-python(7). The last line is "N passed, N failed".
"""
import doctest
import gc
import os
import re
import sys
import unittest
from pathlib import Path

import ternion

ROOT = Path(__file__).resolve().parent.parent
LONG = "[Variant \"dreierschach\"]\n\n1. fg3! {a} ff8 (1.. Nd6 {b}) 10j8+ *\n\n"


class Boards(unittest.TestCase):
    def test_every_game(self):
        for game in ("dreierschach", "siege", "triumvirate", "nivichanov",
                     "bnem"):
            board = ternion.Board(game)
            self.assertEqual(board.game.id, game)
            found, start = board.legal_moves, board.write()
            board.push(found[0])
            self.assertNotEqual(board.write(), start)
            self.assertEqual(board.pop(), found[0])
            self.assertEqual(board.write(), start)
            self.assertIn("<svg", board._repr_svg_())

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

    def test_faulty(self):
        record = next(ternion.parse(LONG.replace("10j8+", "Bc3")))
        self.assertTrue(record.faulty)
        self.assertEqual(record.diagnostics[0].severity, "error")
        with self.assertRaises(ternion.Error):
            record.write()
        with self.assertRaises(FileNotFoundError):
            next(ternion.read("no-such-file"))


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
    return tests


if __name__ == "__main__":
    os.chdir(ROOT / "tests/examples")
    run = unittest.main(exit=False, verbosity=0).result
    bad = len(run.failures) + len(run.errors)
    print(f"{run.testsRun - bad} passed, {bad} failed")
    sys.exit(bad > 0)
