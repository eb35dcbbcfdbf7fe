#!/usr/bin/env python3
"""Whether ternion leaves out the files that git leaves out

    ignore_as_git.py FOLDER

Makes a repository in the folder with all kinds of patterns in .gitignore, and
prints where ternion and git disagree. A trial is a folder of its own, with the
same files in it, so that each program is asked once.
"""
import os
import pathlib
import re
import subprocess
import sys

FOLDERS = [".", "a", "a/b", "a/b/c", "b/a", "c/d/a", "x y", "a#", "[q]"]
NAMES = ["a", "b.a", "xa", "!a", "#a", "a b", "a ", "a\\b", "[a]", "aXb", "a-b",
         "7"]
PATTERNS = r"""
*|**|*.pgn|/*.pgn|a|a/|/a|/a/|a/b|/a/b|a/b/|a/*|a/**|a/*/|a/**/|**/a|**/a/|/**/a
**/a/b|a/**/c|a/**/a.pgn|a/**/*.pgn|**/b/*.pgn|*/a.pgn|*/*/a.pgn|**/|*/|/|/*|/**
a**|a**b|**a.pgn|a/**b/*.pgn|?.pgn|/?/?.pgn|??.pgn|[ab].pgn|[!a].pgn|[^a].pgn
[a-c].pgn|[]a].pgn|[a|[a].pgn|\[a].pgn|[[:digit:]].pgn|[[:alpha:]_].pgn
[[:upper:][:space:]].pgn|[a-]*|a[/]b|a[!x]b/*|[\]q]|\#a.pgn|#a.pgn|\!a.pgn
!a.pgn|a\ b.pgn|a b.pgn|a b.pgn   |a\\b.pgn|a .pgn|x y/|x\ y/a.pgn |a?b.pgn
a*b.pgn|*a*b*.pgn|*X*|a.pgn\|c/d|c/*/a|d/a|/d|A.PGN|./a.pgn|a//b|../a| a.pgn
*/b.a.pgn|**/**/a.pgn|a/b/c/**/a.pgn|\a.pgn|a#/|[[]q]/|[[]*|[x-a].pgn
[[:nothing:]a].pgn|*.pg[m-o]
""".strip("\n").replace("\n", "|").split("|") + ["a.pgn\r", "\ufeffa.pgn"]
TRIALS = [trial for pattern in PATTERNS for trial in (
    {".": [pattern]}, {".": ["*.pgn", "!" + pattern]}, {"a": [pattern]})] + [
    {".": ["*", "!*/", "!a/b/*.pgn"]},
    {".": ["a/*", "!a/b", "a/b/*", "!a/b/c"]},
    {".": ["a", "!a/b/c/a.pgn"]},
    {".": ["# a", "", "  ", "b.a.pgn", "!/b.a.pgn", "/b.a.pgn"]},
    {".": ["a.pgn"], "a": ["!a.pgn"], "a/b": ["*", "!c/"],
     "a/b/c": ["!*"]},
]


def lines(command, split="\n"):
    made = subprocess.run(command, text=True, check=True,
                          stdout=subprocess.PIPE).stdout
    return [line for line in made.split(split) if line]


def found():
    """The files in which ternion finds a record."""
    said = subprocess.run(["ternion", "check", "-t", "tap", "."], text=True,
                          check=False, stdout=subprocess.PIPE).stdout
    for line in said.split("\n"):
        file = re.match(r"(?:not )?ok \d+ - (.*) game \d+$", line)
        if file:
            yield re.sub(r"\\(.)", r"\1", file[1]).removeprefix("./")


def make(trial, top):
    for folder in FOLDERS:
        os.makedirs(os.path.join(top, folder), exist_ok=True)
        for name in NAMES:
            os.link("record", os.path.join(top, folder, name + ".pgn"))
    for folder, patterns in trial.items():
        pathlib.Path(top, folder, ".gitignore").write_text(
            "".join(line + "\n" for line in patterns), newline="")


def main():
    home = os.path.abspath(sys.argv[1])
    os.environ.update(HOME=home, GIT_CONFIG_NOSYSTEM="1", LC_ALL="C.UTF-8")
    os.makedirs(home + "/tree")
    os.chdir(home + "/tree")
    subprocess.run(["git", "init", "-q", "."], check=True)
    pathlib.Path("record").write_text("1. ee3 *\n")
    for number, trial in enumerate(TRIALS):
        make(trial, str(number))
    by_git = set(lines(["git", "ls-files", "-z", "--others",
                        "--exclude-standard", "--", "*.pgn"], "\0"))
    if len(by_git) < 1000:
        print("git found only", len(by_git))
    for file in sorted(by_git ^ set(found())):
        trial = TRIALS[int(file.split("/")[0])]
        print(file, trial, "only git" if file in by_git else "only ternion")
    # A repository in another is one of its own.
    os.makedirs("../outer/sub")
    os.chdir("../outer")
    for folder in ".", "sub":
        subprocess.run(["git", "init", "-q", folder], check=True)
    pathlib.Path("sub/inner.pgn").write_text("1. ee3 *\n")
    pathlib.Path(".gitignore").write_text("*.pgn\n")
    if list(found()) != ["sub/inner.pgn"]:
        print("the repository inside is not one of its own")


if __name__ == "__main__":
    main()
