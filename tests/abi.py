#!/usr/bin/env python3
"""Prints the interface that compiled programs depend on: abi.py HEADER CC...

The functions of ternion.h, its constants, and its structures with the offset of
each member, as they are with 64 bits. tests/abi.txt has them as they were: lines
may be added and sizes may grow, as long as the SONAME is the same.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

header, compiler = Path(sys.argv[1]), sys.argv[2:]
text = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
lines = []
for body in re.findall(r"enum \w*\s*\{(.*?)\}", text, flags=re.S):
    for name in re.findall(r"\bTERNION_\w+", body):
        lines.append(f'printf("constant {name} %d\\n", (int){name});')
for name, body in re.findall(r"struct (\w+) \{(.*?)\n\};", text, flags=re.S):
    lines.append(f'printf("struct {name} %zu\\n", sizeof(struct {name}));')
    for part in body.split(";"):
        words = [re.sub(r"\[.*", "", w) for w in part.split(",")]
        for word in words if part.strip() else []:
            member = re.search(r"(\w+)\s*$", word).group(1)
            lines.append(f'printf("member {name}.{member} %zu\\n", '
                         f"offsetof(struct {name}, {member}));")
functions = sorted(set(re.findall(r"\b(ternion_\w+)\(", text)))
with tempfile.TemporaryDirectory() as folder:
    source, program = Path(folder) / "abi.c", Path(folder) / "abi"
    source.write_text("#include <stddef.h>\n#include <stdio.h>\n"
                      f'#include "{header.resolve()}"\nint main(void) {{\n'
                      + "\n".join(dict.fromkeys(lines)) + "\nreturn 0;\n}\n")
    subprocess.run([*compiler, "-o", program, source], check=True)
    print("".join(f"function {name}\n" for name in functions)
          + subprocess.run([program], check=True, capture_output=True,
                           text=True).stdout, end="")
