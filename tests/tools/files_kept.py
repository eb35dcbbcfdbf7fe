#!/usr/bin/env python3
"""Checks that rewriting in place changes nothing else

    files_kept.py TERNION RANDOM_GAMES SEED [TREES]

Random trees mix records in all formats with comments, faults and several
records, traces, positions, compressed files, foreign JSON, text, empty files,
hard links and links. After `fmt -i`, `convert -i` and `check --fix` every file
has its old bytes, or those that the same command makes of that file on
standard input; no other file appears, and a second run changes nothing.
"""
import gzip
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

import registry

COMMANDS = {
    "fmt -i": ["fmt", "-i"],
    "convert -i": ["convert", "-i", "-n", "long"],
    "check --fix": ["check", "-q", "--fix"],
}
# Commands for one file, whose new text goes to standard output.
ALONE = {
    "fmt -i": ["fmt"],
    "convert -i": ["convert", "-n", "long"],
    "check --fix": ["check", "-q", "--fix"],
}
SUFFIXES = {"pgn": ".pgn", "yaml": ".yaml", "json": ".json", "jsonl": ".jsonl"}


class Trees:
    def __init__(self, ternion, random_games, seed):
        self.ternion = os.path.abspath(shutil.which(ternion) or ternion)
        self.random_games = os.path.abspath(random_games)
        self.known = list(registry.games(self.ternion))
        self.random = random.Random(seed)
        self.passed, self.failed = 0, 0

    def run(self, *arguments, text=b"", cwd=None):
        done = subprocess.run([self.ternion, *arguments], input=text, cwd=cwd,
                              check=False, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
        return done.returncode, done.stdout

    def games(self):
        """One record or several, as PGN."""
        return subprocess.run(
            [self.random_games, "-v", self.random.choice(self.known), "-p", "12",
             "-n", str(self.random.randint(1, 3)), "-a",
             "-s", str(self.random.randrange(10 ** 6))],
            check=True, stdout=subprocess.PIPE).stdout

    def slip(self, pgn):
        """A fault in a move, a number or the layout; or none."""
        kind = self.random.randrange(4)
        if kind == 0:
            return pgn.replace(b" 2. ", b" 7. ", 1)
        if kind == 1:
            return pgn.replace(b"\n\n", b"\n\n\n", 1).replace(b" 1.. ", b" ")
        if kind == 2:
            return re.sub(rb"\b([a-m])([2-8])\b", rb"\g<1>9", pgn, count=1)
        return pgn

    def record(self, form):
        pgn = self.slip(self.games())
        if form == "pgn":
            return pgn
        _, text = self.run("convert", "--no-replay", "-t", form, text=pgn)
        if form == "yaml" and self.random.random() < 0.4:
            text = text.replace(b"variant:", b"# keep\nvariant:", 1)
        if form == "json" and self.random.random() < 0.4:
            text = json.dumps(json.loads(text)).encode()
        return text

    def trace(self, folder):
        os.mkdir(folder)
        source = os.path.join(os.path.dirname(__file__), "..", "cli", "trace")
        for name in sorted(os.listdir(source)):
            shutil.copy(os.path.join(source, name), folder)

    def put(self, folder, name):
        kind = self.random.randrange(15)
        path = os.path.join(folder, name)
        if kind < 8:
            form = self.random.choice(list(SUFFIXES))
            self.write(path + SUFFIXES[form], self.record(form))
        elif kind == 8:
            self.write(path + ".pgn.gz", gzip.compress(self.games(), mtime=0))
        elif kind == 9 and shutil.which("zstd"):
            self.write(path + ".pgn.zst", subprocess.run(
                ["zstd", "-q"], input=self.games(), check=True,
                stdout=subprocess.PIPE).stdout)
        elif kind == 10:
            self.write(path + self.random.choice([".json", ".jsonl", ".yaml"]),
                       b'{"name": "shop", "items": [1, 2]}\n')
        elif kind == 11:
            self.write(path + self.random.choice([".txt", ".pgn", ".yaml"]),
                       self.random.choice([b"", b"1. milk\n", b"# only\n"]))
        elif kind == 12:
            _, text = self.run("position", "--every", text=self.games())
            self.write(path + ".3pf", text)
        elif kind == 13:
            self.trace(path)
        else:
            self.write(path + ".pgn", self.games())
            if self.random.random() < 0.5:
                os.link(path + ".pgn", path + "-again.pgn")
            else:
                os.symlink(os.path.basename(path + ".pgn"), path + "-to.pgn")

    def write(self, path, text):
        with open(path, "wb") as file:
            file.write(text)

    def make(self, root):
        folders = [root]
        for n in range(self.random.randint(4, 9)):
            if self.random.random() < 0.3:
                folders.append(os.path.join(
                    self.random.choice(folders), f"d{n}"))
                os.mkdir(folders[-1])
            self.put(self.random.choice(folders),
                     f"{self.random.choice('abz')}{n}")

    def files(self, root):
        found = {}
        for folder, _, names in os.walk(root):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, root)] = (
                        file.read(), os.path.islink(path))
        return found

    def alone(self, command, name, text):
        """The output of the command for the text."""
        if command == "check --fix":
            arguments = [*ALONE[command], "--stdin-filename", name, "-"]
        else:
            form = [f for f, s in SUFFIXES.items() if name.endswith(s)]
            arguments = [*ALONE[command], "--stdin-filename", name]
            if form and command == "convert -i":
                arguments += ["-t", form[0]]
        return self.run(*arguments, text=text)[1]

    def judge(self, command, root):
        before = self.files(root)
        self.run(*COMMANDS[command], ".", cwd=root)
        after = self.files(root)
        wrong = [f"{name} is gone" for name in before if name not in after]
        wrong += [f"{name} appeared" for name in after if name not in before]
        for name, (text, is_link) in before.items():
            now = after.get(name, (text, is_link))
            if now[1] != is_link:
                wrong.append(f"{name} is no link any more")
            if now[0] != text and now[0] != self.alone(command, name, text):
                wrong.append(f"{name} holds something else")
        self.run(*COMMANDS[command], ".", cwd=root)
        if not wrong and command != "check --fix" and \
                self.files(root) != after:
            wrong.append("a second run changes something")
        return wrong

    def tree(self, number):
        with tempfile.TemporaryDirectory() as scratch:
            start = os.path.join(scratch, "start")
            os.mkdir(start)
            self.make(start)
            for command in COMMANDS:
                root = os.path.join(scratch, "work")
                shutil.copytree(start, root, symlinks=True)
                self.link_again(start, root)
                wrong = self.judge(command, root)
                self.passed += not wrong
                self.failed += bool(wrong)
                for what in wrong:
                    print(f"FAIL tree {number}, {command}: {what}")
                shutil.rmtree(root)

    def link_again(self, start, root):
        """copytree parts hard links."""
        for folder, _, names in os.walk(start):
            for name in names:
                if name.endswith("-again.pgn"):
                    here = os.path.join(root, os.path.relpath(folder, start))
                    os.remove(os.path.join(here, name))
                    os.link(os.path.join(here, name.replace("-again", "")),
                            os.path.join(here, name))


def main():
    trees = Trees(sys.argv[1], sys.argv[2], sys.argv[3])
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 12
    for number in range(count):
        trees.tree(number)
    print(f"{trees.passed} passed, {trees.failed} failed")
    return trees.failed > 0 or trees.passed == 0


if __name__ == "__main__":
    sys.exit(main())
