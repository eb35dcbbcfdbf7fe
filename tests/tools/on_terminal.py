#!/usr/bin/env python3
"""Runs a command at a terminal of its own and prints its output:
tests/tools/on_terminal.py COLUMNS COMMAND [TEXT]

COMMAND is one for the shell. TEXT is typed, with an end of input after it;
escapes such as \\n are read. COLUMNS may be several, with commas: the command
runs at a terminal of each width.
"""
import fcntl
import os
import pty
import signal
import struct
import sys
import termios


def run(columns, command, typed):
    child, terminal = pty.fork()
    if child == 0:
        size = struct.pack("HHHH", 24, columns, 0, 0)
        fcntl.ioctl(1, termios.TIOCSWINSZ, size)
        settings = termios.tcgetattr(0)
        settings[3] &= ~termios.ECHO
        termios.tcsetattr(0, termios.TCSANOW, settings)
        # The parent types when the terminal is set.
        os.write(1, b"\0")
        os.execvp("sh", ["sh", "-c", command])
    os.read(terminal, 1)
    os.write(terminal, typed + b"\4")
    seen = b""
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError:
            break
        if not part:
            break
        seen += part
    os.waitpid(child, 0)
    os.close(terminal)
    return seen.replace(b"\r\n", b"\n").replace(b"\x1b", b"ESC")


signal.alarm(30)
TEXT = sys.argv[3] if len(sys.argv) > 3 else ""
for width in sys.argv[1].split(","):
    sys.stdout.buffer.write(run(
        int(width), sys.argv[2],
        TEXT.encode().decode("unicode_escape").encode("latin-1")))
