#!/usr/bin/env python3
"""Runs every command on broken records, and the library: none may crash.

    broken_records.py TERNION RANDOM_CALLS SEED COUNT RECORD...

For the builds with sanitizers, whose errors have the status 99, or for valgrind
in front of the program: TERNION is then all of its words. From each record come
some with a Position tag and one other tag broken, of which one in ten is tried
(others with another seed); and COUNT with a fault of tests/bench/faults.py, a
variation and a changed byte. The last line of output is "N passed, N failed".
"""
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(sys.argv[0]), "..", "bench"))
import faults  # noqa: E402

TAG = re.compile(r'^\[(\w+) "(.*)"\]$', re.M)
BROKEN = ["nope", "", "start", "siege", "de", "12"]
COMMANDS = [
    "check", "check --fix --diff", "check --to json", "check --board",
    "convert --partial", "convert --to json", "convert --partial --to yaml",
    "convert -n long --partial", "fmt", "collate", "position --every",
    "position --to svg", "moves", "stats", "select", "step -v dreierschach",
    "parse algebraic"]


def run(command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=600, **more)


def with_broken_tags(text, start):
    """The record with its start as a Position, and each tag broken."""
    if '[Position "' not in text:
        text = '[Position "%s"]\n' % start + text
    names = {m[1] for m in TAG.finditer(text)}
    for name in sorted(names | {"Variant", "Notation", "Letters"}):
        for value in BROKEN:
            tag = '[%s "%s"]' % (name, value)
            if name in names:
                yield re.sub(r'^\[%s ".*"\]$' % name, lambda _: tag, text,
                             count=1, flags=re.M)
            else:
                yield tag + "\n" + text


def with_faults(records, count, dice):
    """Records with a fault, a variation, and sometimes a changed byte."""
    makers = [make for group in faults.GROUPS.values()
              for make in group.values()]
    made = 0
    for _ in range(count * 20):
        record = dice.choice(records).copy()
        record.other = dice.choice(records)
        try:
            changed = dice.choice(makers)(record, dice)
        except (IndexError, ValueError, KeyError):
            continue  # it is too short for this fault
        if not changed or not record.words:
            continue
        for _ in range(dice.randrange(1, 5)):
            at = dice.randrange(len(record.words))
            there = dice.choice([at, dice.randrange(len(record.words))])
            line = record.words[there:there + dice.randrange(1, 6)]
            record.words[at + 1:at + 1] = ["("] + line + [")"]
        record.lines = None
        text = record.text()
        if dice.random() < 0.3:
            at = dice.randrange(len(text))
            text = text[:at] + dice.choice('()[]{}%"\\.*x19 \n') + \
                text[at + 1:]
        yield text
        made += 1
        if made == count:
            return


def main(ternion, calls, seed, count, *paths):
    ternion = ternion.split()
    dice = random.Random(int(seed))
    texts, records = [], []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        start = run(ternion[-1:] + ["position", "--ply", "0", path]).stdout
        start = start.decode().split("\n")[0].split("\t")[0]
        texts += with_broken_tags(text, start)
        records += [r for r in faults.read(text) if len(r.words) > 2]
    texts = dice.sample(texts, len(texts) // 10)
    texts += with_faults(records, int(count), dice)
    passed = failed = 0
    # Valgrind begins slowly.
    parts = 1 if len(ternion) > 1 else 4
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for part in range(parts):
            names.append(os.path.join(folder, "%d.pgn" % part))
            with open(names[-1], "w", encoding="utf-8") as file:
                file.write("\n\n".join(texts[part::parts]) + "\n")
        # As JSON, with what cannot be read as PGN left out.
        names.append(os.path.join(folder, "4.json"))
        with open(names[-1], "wb") as file:
            file.write(run(ternion[-1:] + ["convert", "-q", "--partial",
                                           "--to", "json"] + names[:2]).stdout)
        # Valgrind gets all files at once, where a command takes several.
        runs = [ternion + command.split() + group for command in COMMANDS
                for group in ([names] if parts == 1 and command[:4] != "step"
                              else [[name] for name in names])]
        runs += [ternion[:-1] + [calls, seed, "2000", "1"] + names[:2]]
        for command in runs:
            with open(command[-1], "rb") as file:
                done = run(command, stdin=file)
            if 0 <= done.returncode <= 2:
                passed += 1
                continue
            failed += 1
            print("status %d: %s" % (done.returncode, " ".join(command)))
            print(done.stderr.decode(errors="replace")[-6000:])
    print("%d passed, %d failed" % (passed, failed))
    return failed > 0


sys.exit(main(*sys.argv[1:]))
