#!/usr/bin/env python3
"""Prints the completions of zsh for the last word of each line of standard input:
tests/tools/complete_zsh.py

A zsh at a terminal of its own gets the words as if they were typed, and a tab;
its offers go through compadd, which prints them.
"""
import os
import pty
import re
import signal
import subprocess
import sys
import tempfile

SETUP = r"""
PROMPT= PS2=
fpath=($PWD $fpath)
autoload -Uz compinit
compinit -D -u
bindkey '^I' complete-word
unsetopt automenu beep
zstyle ':completion:*' insert-tab false
compadd() {
    typeset -a hits
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
        builtin compadd "$@"
        return
    fi
    builtin compadd -A hits "$@"
    for hit in $hits; do print -r -- "<$hit>"; done
    builtin compadd "$@"
}
# Each of these is called once, unless it says so again.
say_begin() { compprefuncs=(say_begin); print BEGIN }
say_end() {
    comppostfuncs=(say_end)
    compstate[insert]= compstate[list]=
    print END
}
compprefuncs=(say_begin)
comppostfuncs=(say_end)
mkdir empty && cd empty
zle-line-init() { print READY }
zle -N zle-line-init
"""


def read_until(terminal, sign):
    text = ""
    while sign not in text:
        try:
            part = os.read(terminal, 4096)
        except OSError:
            break
        if not part:
            break
        text += part.decode("utf-8", "replace")
    return text


signal.alarm(30)
with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "_ternion"), "wb") as file:
        subprocess.run(["ternion", "help", "--completion", "zsh"],
                       stdout=file, check=True)
    with open(os.path.join(folder, ".zshrc"), "w", encoding="ascii") as file:
        file.write(SETUP)
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.environ["TERM"] = "dumb"
        os.environ["ZDOTDIR"] = folder
        os.execvp("zsh", ["zsh", "-d", "-i"])
    read_until(terminal, "READY")
    for words in sys.stdin.read().splitlines():
        # Control-U takes away what was typed before.
        os.write(terminal, b"\x15ternion " + words.replace("''", "").encode() +
                 b"\t")
        text = read_until(terminal, "END\r\n")
        print("$ " + words)
        for offer in sorted(re.findall(
                r"(?m)^<(.*)>\r$", text.rpartition("BEGIN")[2])):
            print(offer)
    os.kill(child, signal.SIGHUP)
    os.waitpid(child, 0)
