#!/usr/bin/env python3
"""Plays a game against itself through `ternion step`, as a bot would: the answer
to each move has the next position and its moves.

    tests/tools/bot.py VARIANT [PLIES]

Prints each ply and at the end "VARIANT: N plies, RESULT", with "open" for the
result of a game that is still going on after PLIES plies.
"""
import json
import subprocess
import sys

variant, most = sys.argv[1], int((sys.argv[2:] or [300])[0])
step = subprocess.Popen(["ternion", "step", "-v", variant, "--moves"], text=True,
                        bufsize=1, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def ask(question):
    step.stdin.write(question + "\n")
    return json.loads(step.stdout.readline())


state, ply, answer = 1, 0, ask("start")
while answer["result"] is None and ply < most:
    # A linear congruence: the same game everywhere.
    state = (state * 1103515245 + 12345) % 2147483648
    move = answer["moves"][state // 65536 % len(answer["moves"])]
    mover, question = answer["to_move"], f"{answer['position']}\t{move}"
    answer = ask(question)
    if not answer["legal"] or answer["move"] != move:
        sys.exit(f"bot: {move} is refused, or comes back otherwise: {answer}")
    ply += 1
    print(ply, mover, move)
print(f"{variant}: {ply} plies, {answer['result'] or 'open'}")
