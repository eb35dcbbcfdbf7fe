"""The games that a program knows, so that no test has a list of its own."""
import json
import re
import subprocess


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
