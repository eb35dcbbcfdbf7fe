"""The games that a program knows, so that no test has a list of its own, and the
count of what a test holds them to."""
import json
import re
import subprocess

counts = {True: 0, False: 0}


def check(holds, fault):
    counts[bool(holds)] += 1
    if not holds:
        print("FAIL " + fault)


def counted():
    """Prints the counts; the exit status."""
    print(f"{counts[True]} passed, {counts[False]} failed")
    return counts[False] > 0 or counts[True] == 0


def text_of(*paths):
    text = ""
    for path in paths:
        with open(path, encoding="utf-8", errors="replace") as file:
            text += file.read()
    return text


def games(ternion):
    """The games by their ids, each as `ternion variants --to json` has it."""
    said = subprocess.run([ternion, "variants", "--to", "json"], check=True,
                          stdout=subprocess.PIPE).stdout
    return {game["id"]: game for game in json.loads(said)}


def notations(ternion, game):
    """The notations of a game that can be written, the native one first."""
    said = subprocess.run([ternion, "help", game], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    found = re.search(r"^Notation: (\S+), as \S+; also (.*)", said, re.M)
    return [name for name in [found.group(1)] + found.group(2).split()
            if name != "algebraic22"]


def words(ternion, command, option):
    """The words that the program offers for an option; none for free text."""
    said = subprocess.run([ternion, command, option + "=?"], text=True,
                          check=False, cwd="/", capture_output=True,
                          stdin=subprocess.DEVNULL).stderr
    found = re.search(r"choose one of: *(.*)", said)
    return found.group(1).split() if found else []
