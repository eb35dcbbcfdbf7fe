#!/usr/bin/env python3
"""Checks the boards of a page of --to html on standard input: in the view of
each seat every cell and every name has a place of its own, and the home of the
player who sits there is lowest."""
import json
import re
import sys

page = sys.stdin.read()
scripts = re.findall(
    r'<script type="application/json"[^>]*>\n(.*?)\n</script>', page, re.S)
board = [json.loads(text) for text in scripts][0]
cells = len(board["cells"])
names = re.search(r'<g class="labels.*?</g>', page, re.S).group().count("<text")
if len(board.get("names", [0])) not in (1, len(board["seats"])):
    print("not a list of names for each seat")
for seat, figures in enumerate(board["seats"]):
    x, y, width, height = figures["view"]
    at, home = figures["at"], figures["home"]
    places = list(zip(at[::2], at[1::2]))
    if len(at) != 2 * cells or len(set(places)) != cells:
        print("seat %d: %d places" % (seat, len(set(places))))
    if len(figures["percent"]) != cells or min(figures["percent"]) <= 0:
        print("seat %d: not a size for each cell" % seat)
    if not all(x < a < x + width and y < b < y + height for a, b in places):
        print("seat %d: out of view" % seat)
    if len(figures["labels"]) != 2 * names:
        print("seat %d: not a place for each name" % seat)
    if len(figures.get("texts", range(names))) != names:
        print("seat %d: not a text for each name" % seat)
    if len(home) != 6 or home[2 * seat + 1] < max(home[1::2]):
        print("seat %d: not at home" % seat)
print("%s: %d cells from %d seats" % (
    board["variant"], cells, len(board["seats"])))
