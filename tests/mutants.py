#!/usr/bin/env python3
"""Seeds single faults into the sources and runs the tests that cover them.

    make mutants
    tests/mutants.py [FILE...]      faults in these files alone

A fault is another operator, a constant that is one more, a condition turned
round, true for false, another character, or a statement left out, in rules/,
parse/ and formats/. A mutant is the program with one of them; a fault in a
header is in the objects of the library, not in the tests that include it. It is
killed by the first test that fails, of those that run the line: unit programs,
the files of cli/, the sections rules, golden, lint, library, lsp, perft and fuzz,
and the properties. All mutants meet the quick tests first; what these leave meets the
slow ones, and then some of the quick ones once more under the sanitizers, as in
`make check-all`: they see memory that is read beyond its end, or not given back.
What is left is printed: a test is missing, or nobody can tell the difference.
Those of the second kind stand in tests/mutants.equivalent, with the reason;
what is written there during the run counts. A mutant of which the compiler makes
the same code is equivalent, too.

    MUTANTS=500    so many, spread over all lines; 0: every one
    SEED=1         others; the same seed has the same, while their lines stay
    JOBS=N         side by side; as many as there are cores
    TESTS="rules unit/"  only tests whose names begin so
    AGAIN=PRINTED  those that stand in this file as they were printed, no others
    CASES=1        prints the cases of tests/rules that no mutant makes fail

Needs gcov. All of it happens in obj/mutants; nothing of the tree is touched.
obj/mutants/verdicts tells as it goes what each mutant has survived. Which lines
the tests run is kept there for the next run, until a source or a test changes.
"""
import collections
import concurrent.futures
import filecmp
import glob
import hashlib
import json
import os
import pickle
import queue
import re
import shutil
import subprocess
import sys
import threading
import time

import rules

FOLDERS = ("rules", "parse", "formats")
SECTIONS = ("rules", "golden", "lint", "library", "lsp", "perft", "fuzz")
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PLACE = os.path.join(ROOT, "obj", "mutants")
BUILD = "obj/m"
FLAGS = ["-s", "B=" + BUILD]
# The library of a mutant is loaded by the tests, which so are linked once.
MUTANT_CFLAGS = "CFLAGS=-O1 -w -fvisibility=default"
ARCHIVER = """#!/bin/sh
# ar OPTIONS ARCHIVE OBJECTS...
shift
archive=$PWD/$1
shift
${CC:-cc} -shared $FLAGS -o "$archive.so" "$@" &&
    echo "INPUT($archive.so)" >"$archive"
"""
SANITIZERS = "-fsanitize=address,undefined"
# What runs under them: all that calls rules/ often, or reads and writes much.
SANITIZED = dict.fromkeys(FOLDERS, ("unit/", "cli/", "golden", "lint"))
SANITIZED["rules"] = ("unit/", "golden")
QUICK = 2.0  # seconds
SAME = "the compiler"  # what finds that a mutant is the program

OPERATORS = {
    "==": "!=", "!=": "==", "<=": "<", ">=": ">", "<": "<=", ">": ">=",
    "&&": "||", "||": "&&", "<<": ">>", ">>": "<<", "+": "-", "-": "+",
    "&": "|", "|": "&",
}
OPERATOR = re.compile(
    r"(?<= )(==|!=|<=|>=|<|>|&&|\|\||<<|>>|\+|-|&|\|)(?=[ \n])")
NUMBER = re.compile(r"(?<![\w.])(\d+)u?(?![\w.])")
TRUTH = re.compile(r"\b(true|false)\b")
CONDITION = re.compile(r"\b(?:if|while) \(")
# A call, an assignment or a step that has a line of its own.
STATEMENT = re.compile(
    r"^\t+((?:[a-z_]\w*(?:->|\.|\[[^\]]*\])*)+"
    r"(?:\([^;]*\)| [-+*/|&^<>]*= [^;{]*|\+\+|--);)$", re.M)
CHARACTER = re.compile(r"'([A-Za-z0-9])'")


class Mutant:
    def __init__(self, path, text, start, end, new):
        self.path, self.start, self.end, self.new = path, start, end, new
        self.line = text.count("\n", 0, start) + 1
        first = text.rfind("\n", 0, start) + 1
        last = text.find("\n", end)
        self.before = " ".join(text[first:last].split())
        self.after = " ".join((text[first:start] + new + text[end:last]).split())

    def __str__(self):
        return "%s:%d: %s => %s" % (
            self.path, self.line, self.before, self.after)

    def key(self):
        return "%s: %s => %s" % (self.path, self.before, self.after)


def mask(text):
    """The text with blanks for comments, strings and the preprocessor."""
    parts = re.compile(
        r"/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|^\#(?:[^\n\\]|\\.|\\\n)*",
        re.S | re.M)
    return parts.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def closing(text, at):
    """The end of the parenthesis that opens at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == "(") - (text[i] == ")")
        if depth == 0:
            return i
    return None


def mutants_of(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        text = file.read()
    code = mask(text)

    def mutant(start, end, new):
        return Mutant(path, text, start, end, new)

    for pattern, change in (
            (OPERATOR, OPERATORS.get), (NUMBER, lambda n: str(int(n) + 1)),
            (TRUTH, {"true": "false", "false": "true"}.get),
            (CHARACTER, lambda c: chr(ord(c) ^ 1))):
        for m in pattern.finditer(code):
            yield mutant(m.start(1), m.end(1), change(m.group(1)))
    for m in CONDITION.finditer(code):
        end = closing(code, m.end() - 1)
        if end is not None:
            yield mutant(m.end(), end, "!(" + text[m.end():end] + ")")
    for m in STATEMENT.finditer(code):
        if not re.match(r"return\b|goto\b|break\b", m.group(1)):
            yield mutant(m.start(1), m.end(1), ";")


def run(command, tree, timeout=None, **more):
    """The exit status, or None if it took too long."""
    process = subprocess.Popen(
        command, cwd=tree, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
        start_new_session=True, **more)
    try:
        return process.wait(timeout)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        process.wait()
        return None


class Test:
    """A program of tests/unit or tests/property, a file of tests/cli or a
    section of run.sh."""

    def __init__(self, name):
        self.name = name
        self.seconds = 0.0
        self.lines = set()

    def passes(self, tree, timeout=None):
        environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=1",
                           SECTIONS=self.name, STOP_AT_FIRST="1")
        environment.pop("SEED", None)
        command = ["tests/run.sh", BUILD]
        if self.name.startswith("cli/"):
            environment.update(SECTIONS="cli", CLI=self.name[len("cli/"):])
        elif self.name == "rules":  # without the naive engines
            command = ["tests/rules.py", BUILD + "/ternion"]
        elif self.name not in SECTIONS:
            command = [os.path.join(tree, BUILD, "tests", self.name)]
        return run(command, tree, timeout, env=environment) == 0


def tests():
    names = [os.path.splitext(os.path.relpath(path, ROOT + "/tests"))[0]
             for pattern in ("unit/test_*.c", "property/prop_*.c", "cli/*.test")
             for path in sorted(glob.glob(ROOT + "/tests/" + pattern))]
    return [Test(name) for name in names + list(SECTIONS)]


def copy_tree(name):
    tree = os.path.join(PLACE, name)
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(
        ROOT, tree, symlinks=True, ignore=lambda folder, names: [
            n for n in names if folder == ROOT and
            (n in ("obj", ".git", "ternion") or n.startswith("libternion."))])
    return tree


def make(tree, *arguments):
    return run(["make"] + FLAGS + list(arguments), tree) == 0


class Tree:
    """A copy of the sources, built; its library is that of the mutants."""

    def __init__(self, name, jobs, sanitized=False):
        self.path = copy_tree(name)
        self.flags = [MUTANT_CFLAGS, "DEV=1",
                      "AR=" + os.path.join(self.path, "ar")]
        if sanitized:
            self.flags.append("SAN=1")
        with open(os.path.join(self.path, "ar"), "w") as file:
            file.write(ARCHIVER.replace(
                "$FLAGS", SANITIZERS if sanitized else ""))
        os.chmod(os.path.join(self.path, "ar"), 0o755)
        if not make(self.path, "-j%d" % jobs, *self.flags, "tests"):
            sys.exit("mutants: the tree does not build")

    def put(self, path, text):
        """Writes the file, which keeps its old time, or make would build all
        users of a header."""
        path = os.path.join(self.path, path)
        was = os.stat(path)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))

    def judge(self, mutant, objects, fit):
        """The test that kills the mutant, "" if it does not build, SAME if the
        compiler makes the same of it, or None."""
        with open(os.path.join(self.path, mutant.path),
                  encoding="utf-8") as file:
            text = file.read()
        objects = [os.path.join(self.path, name) for name in objects]
        for name in objects:
            os.rename(name, name + ".kept")
        try:
            self.put(mutant.path, text[:mutant.start] + mutant.new +
                     text[mutant.end:])
            if not make(self.path, *self.flags, *(
                    os.path.relpath(name, self.path) for name in objects)):
                return ""
            if all(filecmp.cmp(name, name + ".kept", False)
                   for name in objects):
                return SAME
            if not make(self.path, *self.flags, BUILD + "/libternion.a"):
                return "the linker"
            for test in fit:
                if not test.passes(self.path, 10 + 10 * test.seconds):
                    return test.name
            return None
        finally:
            self.put(mutant.path, text)
            for name in objects:
                os.replace(name + ".kept", name)


def find_coverage(all_tests, jobs):
    """Which lines each test runs, and how long it takes; the result is in
    which objects of the library each line is run."""
    objects = collections.defaultdict(set)
    tree = copy_tree("cover")
    if not make(tree, "-j%d" % jobs, "CFLAGS=-O1 -g --coverage",
                "LDFLAGS=--coverage", "tests"):
        sys.exit("mutants: the tree does not build")
    for n, test in enumerate(all_tests):
        print("\r%d of %d tests: which lines they run " % (
            n + 1, len(all_tests)), end="", file=sys.stderr, flush=True)
        counts = glob.glob(tree + "/**/*.gcda", recursive=True)
        for path in counts:
            os.remove(path)
        begun = time.monotonic()
        if not test.passes(tree):
            print("\nmutants: %s fails as it is, and is left out" % test.name,
                  file=sys.stderr)
            continue
        test.seconds = time.monotonic() - begun
        counts = [path for folder in FOLDERS for path in glob.glob(
            "%s/%s/%s/**/*.gcda" % (tree, BUILD, folder), recursive=True)]
        if not counts:
            continue
        out = subprocess.run(
            ["gcov", "--json-format", "--stdout"] + counts, cwd=tree,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        for line in out.splitlines():
            if not line.startswith(b"{"):
                continue
            unit = json.loads(line)
            name = os.path.relpath(unit["data_file"], tree)[:-len("gcda")] + "o"
            for file in unit["files"]:
                ran = {(file["file"], item["line_number"])
                       for item in file["lines"] if item["count"] > 0}
                test.lines |= ran
                for place in ran:
                    objects[place].add(name)
    print(file=sys.stderr)
    shutil.rmtree(tree)
    return objects


def digest(all_tests):
    """Of all that decides which lines the tests run."""
    sha = hashlib.sha256(" ".join(t.name for t in all_tests).encode())
    for folder in FOLDERS + ("cmd", "tests"):
        for path in sorted(glob.glob(
                "%s/%s/**/*" % (ROOT, folder), recursive=True)):
            if os.path.isfile(path) and "/mutants." not in path:
                with open(path, "rb") as file:
                    sha.update(path.encode() + b"\0" + file.read())
    return sha.hexdigest()


def recall_coverage(all_tests, jobs):
    """The result of find_coverage for the same sources, if it is kept."""
    kept = os.path.join(PLACE, "coverage." + digest(all_tests))
    if os.path.exists(kept):
        with open(kept, "rb") as file:
            found, objects = pickle.load(file)
        for test in all_tests:
            test.seconds, test.lines = found[test.name]
        return objects
    objects = find_coverage(all_tests, jobs)
    for old in glob.glob(os.path.join(PLACE, "coverage.*")):
        os.remove(old)
    with open(kept, "wb") as file:
        pickle.dump(({test.name: (test.seconds, test.lines)
                      for test in all_tests}, objects), file)
    return objects


def read_equivalent():
    known = {}
    with open(ROOT + "/tests/mutants.equivalent", encoding="utf-8") as file:
        why = ""
        for line in file:
            line = line.rstrip("\n")
            if line.startswith("#"):
                why = line[1:].strip()
            elif line:
                known[line] = why
    return known


def report_stale(known):
    """Lines of mutants.equivalent that are no mutants any more."""
    paths = {key.split(":")[0] for key in known}
    keys = {m.key() for path in paths if os.path.exists(ROOT + "/" + path)
            for m in mutants_of(path)}
    for key in sorted(set(known) - keys):
        print("mutants: this is none any more: %s" % key, file=sys.stderr)


def choose(files, all_tests, count, seed):
    """The mutants to try: `count` of those whose line a test runs."""
    every = [m for path in files for m in mutants_of(path)]
    again = os.environ.get("AGAIN")
    if again:
        count = 0
        with open(again, encoding="utf-8") as file:
            printed = {re.sub(r":\d+: ", ": ", line.strip().split("\t")[-1],
                              count=1) for line in file}
        every = [m for m in every if m.key() in printed]
    # A line keeps its mutants even if other lines change.
    every.sort(key=lambda m: hashlib.sha256(
        ("%d %s" % (seed, m.key())).encode()).digest())
    ran = set().union(*(t.lines for t in all_tests))
    tried = [m for m in every if (m.path, m.line) in ran]
    # Declarations and the like are no lines that run; tables are not either,
    # but any test that links them may notice.
    return tried[:count] if count else tried


class Cases(Test):
    """unit/test_rules as a test that never kills: it notes the cases that have
    failed."""

    def __init__(self):
        super().__init__("unit/test_rules")
        self.titles = {}  # by file and line
        for path in sorted(glob.glob(ROOT + "/tests/rules/*.rules")):
            file, title = os.path.basename(path), None
            for number, line in rules.lines(path):
                if line.startswith("--"):
                    title = "%s:%d: %s" % (file, number, line[3:])
                self.titles["%s:%d" % (file, number)] = title
        self.left = {title for title in self.titles.values() if title}

    def passes(self, tree, timeout=None):
        out = subprocess.run(
            ["timeout", "%d" % (timeout or 60), BUILD + "/tests/" + self.name],
            cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, errors="replace").stdout
        for place in re.findall(r"^FAIL ([^:]+:\d+):", out, re.M):
            self.left.discard(self.titles.get(place))
        return True


def main():
    if sys.argv[1:] in (["-h"], ["--help"]):
        sys.exit(print(__doc__))
    files = [os.path.relpath(os.path.abspath(p), ROOT) for p in sys.argv[1:]]
    files = files or sorted(
        os.path.relpath(path, ROOT) for folder in FOLDERS
        for path in glob.glob(
            "%s/%s/**/*.[ch]" % (ROOT, folder), recursive=True))
    jobs = int(os.environ.get("JOBS") or os.cpu_count())
    count = int(os.environ.get("MUTANTS", "500"))
    seed = int(os.environ.get("SEED") or 1)
    names = tuple(os.environ.get("TESTS", "").split()) or ("",)
    all_tests = [test for test in tests() if test.name.startswith(names)]
    cases = os.environ.get("CASES") and Cases()
    all_tests = [cases] if cases else all_tests
    objects = recall_coverage(all_tests, jobs)
    add_tables(files, all_tests, objects)
    report_stale(read_equivalent())
    chosen = choose(files, all_tests, count, seed)
    trial = Trial(all_tests, objects, chosen, 0 if cases else 2)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(trial.work, range(jobs), [jobs] * jobs))
    if cases:
        print("\n" + "\n".join(sorted(cases.left)))
        print("%d cases fail under none of %d mutants" % (
            len(cases.left), len(chosen)))
        return
    print("\n%d killed, %d equivalent, %d that do not build, %d survived" %
          tuple(len(trial.verdicts[verdict]) for verdict in (
              "killed", "equivalent", "unbuilt", "survived")))
    sys.exit(1 if trial.verdicts["survived"] else 0)


class Trial:
    """The mutants meet the tests in three rounds: those that take a moment,
    the slow ones, and the sanitizers. The slow tests begin after all mutants have
    met the quick ones; obj/mutants/verdicts lists the survivors at once."""

    ROUNDS = ("the quick tests", "the slow ones", "the sanitizers")

    def __init__(self, all_tests, objects, chosen, last_round):
        self.all_tests, self.objects = all_tests, objects
        self.total, self.done = len(chosen), 0
        self.last_round = last_round
        self.lock = threading.Lock()
        self.todo = queue.PriorityQueue()
        for n, mutant in enumerate(chosen):
            self.todo.put((0, n, mutant))
        self.verdicts = collections.defaultdict(list)
        self.kills = collections.Counter()
        self.log = open(os.path.join(PLACE, "verdicts"), "w")

    def tests_of(self, mutant, round):
        """The tests that run its line, those first that found most in this file
        for their time."""
        return sorted(
            (t for t in self.all_tests
             if (mutant.path, mutant.line) in t.lines and (
                t.name.startswith(SANITIZED[mutant.path.split("/")[0]])
                if round == 2 else
                (t.seconds >= QUICK) == (round == 1))),
            key=lambda t: t.seconds / (1 + self.kills[t.name, mutant.path]))

    def work(self, number, jobs):
        name = "tree%d" % number
        tree, sanitized = Tree(name, jobs), None
        while True:
            try:
                round, n, mutant = self.todo.get_nowait()
            except queue.Empty:
                return
            if round == 2 and sanitized is None:
                sanitized = Tree(name + ".sanitized", jobs, True)
            # Some may have been explained in the meantime.
            if mutant.key() in read_equivalent():
                self.end(mutant, "equivalent")
                continue
            begun = time.monotonic()
            by = (sanitized if round == 2 else tree).judge(
                mutant, sorted(self.objects[mutant.path, mutant.line]),
                self.tests_of(mutant, round))
            self.note(mutant, round, by, time.monotonic() - begun)
            if by is None and round < self.last_round:
                self.todo.put((round + 1, n, mutant))
            else:
                self.end(mutant, {None: "survived", "": "unbuilt",
                                  SAME: "equivalent"}.get(by, "killed"))

    def note(self, mutant, round, by, seconds):
        with self.lock:
            self.kills[by, mutant.path] += 1
            self.log.write("%s\t%.1f\t%s\n" % (
                "survives " + self.ROUNDS[round] if by is None else
                "is the program for " + by if by == SAME else
                "killed by " + by if by else "does not build", seconds, mutant))
            self.log.flush()

    def end(self, mutant, verdict):
        with self.lock:
            self.verdicts[verdict].append(mutant)
            self.done += 1
            if verdict == "survived" and self.last_round > 0:
                print("\r%s" % mutant, flush=True)
            print("\r%d of %d mutants " % (self.done, self.total),
                  end="", file=sys.stderr, flush=True)


def add_tables(files, all_tests, objects):
    """gcov knows no lines of tables: a test that runs a line of the file may
    notice a change in them, in an object that runs one."""
    for path in files:
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            code = mask(file.read())
        rows, depth, table = set(), 0, False
        for number, line in enumerate(code.split("\n"), 1):
            if depth == 0 and re.match(r"(static )?(const|struct)\b.*= \{", line):
                table = True
            if re.match(r"\tstatic const\b.*= \{", line):
                table, depth = True, 0
            if table:
                rows.add((path, number))
                depth += line.count("{") - line.count("}")
                table = depth > 0
            else:
                depth = max(0, depth)
                if line.startswith("}"):
                    depth = 0
        for test in all_tests:
            if any(file == path for file, _ in test.lines):
                test.lines |= rows
        built = set().union(*(
            names for (file, _), names in objects.items() if file == path))
        objects.update((row, built) for row in rows)


if __name__ == "__main__":
    main()
