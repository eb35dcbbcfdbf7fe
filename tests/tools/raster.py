#!/usr/bin/env python3
"""Checks that the pieces of a small drawing keep their fill.

raster.py WIDTH FILE.svg renders the drawing that wide with rsvg-convert, looks
at the middle of each piece in play that is not White's, and prints those that
look more like White's, and how many do not.
"""
import re
import struct
import subprocess
import sys
import zlib

INKS = {"w": (0xFF, 0xFD, 0xF6), "b": (0x2D, 0x2A, 0x2B),
        "r": (0xDD, 0x3B, 0x33), "g": (0x7B, 0x7B, 0x78)}


def unfilter(kind, line, above, size):
    """One line of a PNG as it was before its filter."""
    for i, byte in enumerate(line):
        left = line[i - size] if i >= size else 0
        up = above[i]
        corner = above[i - size] if i >= size else 0
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = up
        elif kind == 3:
            guess = (left + up) // 2
        elif kind == 4:
            far = left + up - corner
            guess = min((left, up, corner), key=lambda v: abs(far - v))
        else:
            guess = 0
        line[i] = (byte + guess) & 255
    return line


def read_png(data):
    """The lines of a PNG of 8 bits a channel, and its bytes a pixel."""
    at, packed, width, height, size = 8, b"", 0, 0, 0
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if name == b"IHDR":
            width, height, depth, kind = struct.unpack(">IIBB", body[:10])
            assert depth == 8
            size = {2: 3, 6: 4}[kind]
        elif name == b"IDAT":
            packed += body
        at += length + 12
    raw = zlib.decompress(packed)
    lines, above = [], bytearray(width * size)
    for y in range(height):
        start = y * (width * size + 1)
        line = bytearray(raw[start + 1:start + 1 + width * size])
        above = unfilter(raw[start], line, above, size)
        lines.append(above)
    return lines, size


def apart(one, other):
    return sum((a - b) ** 2 for a, b in zip(one, other))


def main():
    width, name = int(sys.argv[1]), sys.argv[2]
    with open(name, encoding="utf-8") as file:
        text = file.read()
    png = subprocess.run(["rsvg-convert", "-w", str(width), name],
                         check=True, capture_output=True).stdout
    lines, size = read_png(png)
    left, top, across, _ = map(float, re.search(
        r'viewBox="([^"]*)"', text)[1].split())
    right = 0
    for group in re.findall(r'<g class="pieces">(.*?)</g>', text, re.S):
        for kind, ink, x, y, scale in re.findall(
                r'<use href="#t\w+-(\w+)-(\w)" transform="translate\('
                r'(\S+) (\S+)\)(?: scale\((\S+)\))?"', group):
            # The body of all pieces is a little below the middle.
            reach = 9 * float(scale or 1) * width / across
            middle = ((float(x) - left) * width / across,
                      (float(y) - top) * width / across + reach)
            seen = [tuple(lines[v][u * size:u * size + 3])
                    for v in range(int(middle[1] - reach),
                                   int(middle[1] + reach) + 1)
                    for u in range(int(middle[0] - reach),
                                   int(middle[0] + reach) + 1)]
            if ink == "w":
                continue
            filled = sum(apart(p, INKS[ink]) < apart(p, INKS["w"])
                         for p in seen)
            if 3 * filled >= len(seen):
                right += 1
            else:
                print(f"{ink} {kind} at {x} {y}: {filled} of {len(seen)}")
    print(f"{right} right")


main()
