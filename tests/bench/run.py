#!/usr/bin/env python3
"""Speed and memory of ternion next to pgn-extract, in one run on one core.

    tests/bench/run.py TERNION RANDOM_GAMES MEASURE

Makes random games of each variant, repeats random games of ordinary chess
(chess.pgn) until these have as many plies, and runs all commands in turn, A B C A B C ..., so that a change of the machine's
speed meets all alike. Prints plies per second, the ratio to pgn-extract and
the peak memory, and writes the figures to $BENCH_JSON (obj/bench.json).

    BENCH_RUNS=5      counted runs of each command
    BENCH_MB=20       megabytes of games of each variant
    BENCH_GAMES=...   these variants alone, separated by blanks
    BENCH_BASE=FILE   figures of an earlier run, to print the change
    BENCH_TERNION=... another program, measured in the same run as a base
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../tools"))
import registry

# Plies of a game at most, and the depth of perft, where they are not usual.
PLIES = {"siege": 150, "triumvirate": 150, "bnem": 90}
DEPTHS = {"siege": 3, "nivichanov": 3, "bnem": 5}
CHESS = os.path.join(os.path.dirname(__file__), "chess.pgn")
CHESS_PLIES = 6000
# The nearest tasks of pgn-extract: reading and checking, or writing again.
READ, WRITE = "pgn-extract -s -r", "pgn-extract -Wuci"
TASKS = {
    "check": (READ, lambda native, to: ["check", "-j", "1"]),
    "convert": (WRITE, lambda native, to: ["convert", "-j", "1", "-n", to]),
    "to json": (WRITE, lambda native, to: ["convert", "-j", "1", "-t", "json"]),
    "parse": (READ, lambda native, to: ["parse", native]),
    "fmt": (WRITE, lambda native, to: ["fmt", "--check"]),
    "stats": (WRITE, lambda native, to: ["stats"]),
}


def make_games(random_games, variant, plies, megabytes, path):
    """Random games until the file is large enough; seeds make it the same
    file everywhere."""
    seed, size = 1, 0
    with open(path, "wb") as file:
        while size < megabytes * 1000000:
            text = subprocess.run(
                [random_games, "-v", variant, "-n", "1000", "-p", str(plies),
                 "-s", str(seed)], stdout=subprocess.PIPE, check=True).stdout
            file.write(text)
            size += len(text)
            seed += 1


def count_plies(ternion, path):
    out = subprocess.run([ternion, "check", "--to", "json", path],
                         stdout=subprocess.PIPE).stdout
    return json.loads(out)["summary"]["plies"]


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    ternion, random_games, measure = sys.argv[1:]
    runs = os.environ.get("BENCH_RUNS", "5")
    megabytes = float(os.environ.get("BENCH_MB", "20"))
    variants = os.environ.get(
        "BENCH_GAMES", " ".join(registry.games(ternion))).split()
    os.environ["PATH"] += ":/usr/games"
    one_core = ["taskset", "-c", "0"] if shutil.which("taskset") else []
    folder = tempfile.mkdtemp()
    try:
        bench(ternion, random_games, measure, runs, megabytes, variants,
              one_core, folder)
    finally:
        shutil.rmtree(folder)


def bench(ternion, random_games, measure, runs, megabytes, variants, one_core,
          folder):
    programs = [("", ternion)]
    if os.environ.get("BENCH_TERNION"):
        programs.append(("base ", os.environ["BENCH_TERNION"]))
    commands, plies = [], {}
    for variant in variants:
        most = PLIES.get(variant, 120)
        native, to = registry.notations(ternion, variant)[:2]
        path = os.path.join(folder, variant + ".pgn")
        make_games(random_games, variant, most, megabytes, path)
        plies[variant] = count_plies(ternion, path)
        for task, (_, arguments) in TASKS.items():
            for name, program in programs:
                words = [program] + arguments(native, to) + [path]
                commands.append(((name + variant, task), one_core + words))
    first = os.path.join(folder, variants[0] + ".pgn")
    for jobs in ("1", "2"):
        commands.append((("jobs", jobs), [ternion, "check", "-j", jobs, first]))
    one = os.path.join(folder, "one.pgn")
    with open(one, "wb") as file:
        file.write(subprocess.run(
            [random_games, "-n", "1", "-p", "60"], stdout=subprocess.PIPE,
            check=True).stdout)
    commands.append((("one game", "check"), [ternion, "check", one]))
    chess = 0
    if shutil.which("pgn-extract"):
        path = os.path.join(folder, "chess.pgn")
        with open(CHESS, "rb") as file:
            text = file.read()
        times = -(-max(plies.values()) // CHESS_PLIES)
        with open(path, "wb") as file:
            file.write(text * times)
        chess = CHESS_PLIES * times
        for tool in (READ, WRITE):
            commands.append((("chess", tool), one_core + tool.split() + [path]))
    else:
        print("pgn-extract is not installed: no comparison", file=sys.stderr)

    call = [measure, runs]
    for _, words in commands:
        call += ["--"] + words
    lines = subprocess.run(call, stdout=subprocess.PIPE, check=True,
                           text=True).stdout.splitlines()
    figures = {}
    for ((group, task), _), line in zip(commands, lines):
        cpu, clock, peak = line.split()
        figures[group + "/" + task] = {
            "cpu": float(cpu), "clock": float(clock), "peak_kib": int(peak)}
    for variant in variants:
        for prefix, _ in programs:
            for task, (tool, _) in TASKS.items():
                row = figures[prefix + variant + "/" + task]
                row["plies_per_second"] = plies[variant] / row["cpu"]
                if chess:
                    other = figures["chess/" + tool]
                    row["ratio"] = (row["plies_per_second"] /
                                    (chess / other["cpu"]))
    for variant in variants:
        depth = str(DEPTHS.get(variant, 4))
        out = subprocess.run(
            [measure, "3", "--"] + one_core +
            [ternion, "perft", "-v", variant, depth],
            stdout=subprocess.PIPE, check=True, text=True).stdout
        leaves = subprocess.run(
            [ternion, "perft", "-v", variant, depth],
            stdout=subprocess.PIPE, text=True).stdout.split()[-1]
        figures[variant + "/perft"] = {
            "leaves_per_second": int(leaves) / float(out.split()[0])}
    show(figures, variants, chess, programs)
    path = os.environ.get("BENCH_JSON", "obj/bench.json")
    with open(path, "w") as file:
        json.dump(figures, file, indent=1)
        file.write("\n")


def show(figures, variants, chess, programs):
    base = {}
    if os.environ.get("BENCH_BASE"):
        with open(os.environ["BENCH_BASE"]) as file:
            base = json.load(file)
    if chess:
        for tool in (READ, WRITE):
            print("%s: %.2f million plies/s, %.1f MiB" % (
                tool, chess / figures["chess/" + tool]["cpu"] / 1e6,
                figures["chess/" + tool]["peak_kib"] / 1024))
        print("Million plies/s; times pgn-extract; peak MiB; change")
    for variant in variants:
        for task in TASKS:
            key = variant + "/" + task
            row = figures[key]
            line = "%-14s %-8s %6.2f" % (
                variant, task, row["plies_per_second"] / 1e6)
            line += " %6.2f" % row["ratio"] if chess else ""
            line += " %6.1f" % (row["peak_kib"] / 1024)
            old = base.get(key) or figures.get("base " + key)
            if old:
                change = row["plies_per_second"] / old["plies_per_second"]
                if "ratio" in row and "ratio" in old:
                    change = row["ratio"] / old["ratio"]
                line += " %+6.1f %%" % (100 * (change - 1))
            print(line)
        if variant + "/perft" in figures:
            print("%-14s %-8s %6.2f million leaves/s" % (
                variant, "perft",
                figures[variant + "/perft"]["leaves_per_second"] / 1e6))
    print("two jobs: %.2f of the time of one" % (
        figures["jobs/2"]["clock"] / figures["jobs/1"]["clock"]))
    print("check of one game: %.2f ms, %.1f MiB" % (
        figures["one game/check"]["clock"] * 1e3,
        figures["one game/check"]["peak_kib"] / 1024))


if __name__ == "__main__":
    main()
