#!/usr/bin/env python3
"""Checks or converts records on many machines, by Dask:

    cluster.py [OPTIONS] check|convert FILE... [-- OPTION...]

What comes out is what `ternion check --to jsonl` or `ternion convert -q -t jsonl`
would print of the files in one run: in their order, with
the lines and games of the whole. OPTIONs behind -- are ternion's.

Files are JSON lines, or PGN in which each record begins with an Event tag
behind an empty line. They lie where every worker can read them, and are cut
into parts at records. A part is the task of one worker; if that is lost,
another one takes its place.
"""
import argparse
import json
import os
import subprocess
import sys

from dask.distributed import Client, LocalCluster, as_completed

STARTS = {"jsonl": b"\n", "pgn": b"\n\n[Event "}


def form_of(path):
    """The format of a file, by its name."""
    return "pgn" if path.lower().endswith(".pgn") else "jsonl"


def cut(path, size):
    """The parts of a file, as (path, begin, end), of about that many bytes."""
    sign = STARTS[form_of(path)]
    length = os.path.getsize(path)
    begin = 0
    with open(path, "rb") as file:
        while begin < length:
            end = start_after(file, begin + size, sign)
            yield path, begin, end if end is not None else length
            begin = end if end is not None else length


def start_after(file, at, sign):
    """Where the first record behind a place begins; None: there is none."""
    file.seek(at)
    text = b""
    while True:
        more = file.read(1 << 20)
        if not more:
            return None
        text += more
        found = text.find(sign)
        if found >= 0:
            return at + found + sign.count(b"\n")


def run(command, options, part):
    """What ternion makes of a part: (status, bytes read, output, errors)."""
    path, begin, end = part
    with open(path, "rb") as file:
        file.seek(begin)
        text = file.read(end - begin)
    to = {"check": "json", "convert": "jsonl"}[command]
    done = subprocess.run(
        ["ternion", command, "-f", form_of(path), "--to", to]
        + ["--stdin-filename", path, "-j", "1"]
        + (["-q"] if command != "check" else []) + options,
        input=text, capture_output=True, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr.decode() or f"status {done.returncode}")
    return done.returncode, text.count(b"\n"), done.stdout


def shift(found, lines):
    """Puts all that stands in a diagnostic so many lines further down."""
    if isinstance(found, list):
        for part in found:
            shift(part, lines)
    elif isinstance(found, dict):
        for key in "line", "end_line":
            if found.get(key) is not None:
                found[key] += lines
        for part in found.values():
            shift(part, lines)


class Whole:
    """Puts together what was made of the parts, which come in order."""

    def __init__(self, command):
        self.command = command
        self.status = 0
        self.file = None
        self.lines = self.games = 0

    def take(self, part, status, lines, output):
        self.status = max(self.status, status)
        if self.command == "convert":
            sys.stdout.buffer.write(output)
        else:
            self.report(part[0], lines, json.loads(output))

    def report(self, path, lines, report):
        """The diagnostics of a part, with the lines and games of its file."""
        if path != self.file:
            self.file, self.lines, self.games = path, 0, 0
        for found in report["diagnostics"]:
            shift(found, self.lines)
            if found["game"] is not None:
                found["game"] += self.games
            print(json.dumps(found, ensure_ascii=False, separators=(",", ":")))
        self.lines += lines
        self.games += report["summary"]["games"]

    def end(self):
        sys.stdout.flush()
        return self.status


def main():
    own, options = sys.argv[1:], []
    if "--" in own:
        at = own.index("--")
        own, options = own[:at], own[at + 1:]
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--scheduler", help="address of Dask's; else local")
    parser.add_argument("--workers", type=int, default=2, help="local ones")
    parser.add_argument("--part", type=int, default=64 << 20, help="bytes")
    parser.add_argument("--kill-one", action="store_true",
                        help="kill a worker on the way, to try what happens")
    parser.add_argument("command", choices=["check", "convert"])
    parser.add_argument("files", nargs="+")
    asked = parser.parse_args(own)

    cluster = asked.scheduler or LocalCluster(
        n_workers=asked.workers, threads_per_worker=1, dashboard_address=None)
    parts = [p for path in asked.files for p in cut(path, asked.part)]
    whole, made, next_part = Whole(asked.command), {}, 0
    with Client(cluster) as client:
        tasks = {client.submit(run, asked.command, options, part,
                               retries=3, pure=False): i
                 for i, part in enumerate(parts)}
        for task, result in as_completed(list(tasks), with_results=True):
            made[tasks.pop(task)] = result
            if asked.kill_one:
                asked.kill_one = False
                pid = next(iter(client.run(os.getpid).values()))
                os.kill(pid, 9)
            while next_part in made:
                whole.take(parts[next_part], *made.pop(next_part))
                next_part += 1
    return whole.end()


if __name__ == "__main__":
    sys.exit(main())
