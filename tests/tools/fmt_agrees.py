#!/usr/bin/env python3
"""Whether `fmt --check`, `--diff` and `--in-place` agree

    fmt_agrees.py SEED NUMBER FILE...

Makes NUMBER mutants of each file, each by a few random changes, and reports
where the three ways disagree on them, or on standard input.
"""
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

PARTS = ["% a line of others\n", "\n%x\n", "{c}", ";c\n", "\r\n", "\n", "\n\n\n",
         "\ufeff", " ", "*", "1-0-0", "(", ")", "$1", "!", "{", "}",
         "[Zeta \"1\"]\n", "--", "\t", "---\n", "{}", "[", "]", ",", "#x\n",
         "\"", "\\", "0"]
BATCH = 40


def mutant(text, dice):
    """The text with parts put in, signs and lines left out or written twice."""
    for _ in range(dice.choice([1, 2, 3])):
        at = dice.choice([0, len(text), *[dice.randrange(len(text) + 1)] * 4])
        if dice.random() < .3:
            at = text.find("\n", at) + 1
        change = dice.randrange(6)
        if change == 0:
            text = text[:at] + text[at + 1:]
        else:
            put = text[at:at + 40] if change == 1 else dice.choice(PARTS)
            text = text[:at] + put + text[at:]
    return text


def fmt(*arguments, stdin=None):
    made = subprocess.run(["ternion", "fmt", *arguments], text=True,
                          errors="surrogateescape", input=stdin, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return made.returncode, made.stdout, made.stderr


def programs_lines(text):
    """Lines of other programs, which are kept."""
    return len(re.findall(r"(?m)^%", text))


def disagreements(kept):
    """What is wrong with the three ways on the files."""
    names = sorted(kept)
    check, listed, _ = fmt("--check", *names)
    diff, shown, _ = fmt("--diff", *names)
    in_place, _, said = fmt("--in-place", *names)
    now = {name: pathlib.Path(name).read_bytes().decode() for name in names}
    changed = {name for name in names if now[name] != kept[name]}
    if check != diff:
        yield f"--check is {check}, --diff {diff}"
    listed = set(listed.split())
    # A file is not replaced if its comments of YAML would be lost.
    kept_back = set(re.findall(r"(?m)^(\S+?):.*yaml-comment-in-place", said))
    if listed != changed | kept_back:
        yield f"--check lists others: {listed ^ changed}"
    if set(re.findall(r"(?m)^--- (\S+)", shown)) != listed:
        yield "--diff shows others"
    again, left, _ = fmt("--check", *names)
    if set(left.split()) != kept_back:
        yield f"not canonical then: {left}"
    if again != in_place:
        yield f"--in-place is {in_place}, and then --check {again}"
    for name in names:
        if programs_lines(now[name]) < programs_lines(kept[name]):
            yield f"{name}: a line that begins with % is gone"
    # One of them by standard input.
    name = names[0]
    pathlib.Path(name).write_text(kept[name], newline="")
    if fmt("--diff", name) != fmt("--diff", "--stdin-filename", name,
                                  stdin=kept[name]):
        yield f"{name}: --diff of standard input is another"


def main():
    seed, number, *files = sys.argv[1:]
    folder = tempfile.mkdtemp()
    texts = [(pathlib.Path(file).suffix, pathlib.Path(file).read_text())
             for file in files]
    os.chdir(folder)
    for begin in range(0, int(number) * len(texts), BATCH):
        kept = {}
        for i in range(begin, begin + BATCH):
            suffix, text = texts[i % len(texts)]
            dice = random.Random(f"{seed} {i}")
            kept[f"m{i}{suffix}"] = mutant(text, dice)
        for name, text in kept.items():
            pathlib.Path(name).write_text(text, newline="")
        for fault in disagreements(kept):
            print(f"from {begin}: {fault}")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
