#!/usr/bin/env python3
"""Runs the examples of parse/diag/explanations.txt: tests/check_explanations.py
[BINARY]

The command finds the code in each wrong record, and neither it nor an error in
the right one. If the advice names `check --fix` without a condition, that fixes
the wrong record. Each rule is a sentence of ternion-variants(7). The last line is "N passed, N failed".
"""

import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), 'tools'))
import check_rules
from registry import check, counted, text_of

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BINARY = os.path.abspath(sys.argv[1] if len(sys.argv) > 1
                         else os.path.join(ROOT, 'ternion'))


def entries():
    """Yields each code with its parts, by the sign of their lines."""
    text = re.sub(r'^(#|== ).*\n', '', text_of(ROOT + '/parse/diag/explanations.txt'),
                  flags=re.M)
    for entry in text.strip().split('\n\n'):
        code, *lines = entry.strip().split('\n')
        parts = {}
        for line in lines:
            if line[1:2] == ' ' and line[0] in '$%!+>=':
                parts.setdefault(line[0], []).append(line[2:])
        yield code, parts


def findings(command, lines, folder):
    """The findings of the command, as pairs of severity and code, and its status.

    Lines after "==> NAME <==" are those of the file NAME, others of FILE.
    """
    files, name = {}, 'FILE'
    for line in lines:
        if line.startswith('==> '):
            name = line.split()[1]
        else:
            files[name] = files.get(name, '') + line + '\n'
    with tempfile.TemporaryDirectory(dir=folder) as place:
        for name, text in files.items():
            path = os.path.join(place, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
        run = subprocess.run([BINARY] + command.split()[1:], cwd=place,
                             capture_output=True, text=True, check=False)
    text = run.stdout + run.stderr
    return (re.findall(r': (error|warning|note): .* \[([a-z0-9-]+)\]$', text,
                       re.M) +
            re.findall(r'\((fixed)\) \[([a-z0-9-]+)\]$', text, re.M),
            run.returncode)


def faults(code, parts, folder):
    """Reports the faults of an entry."""
    rules = [sentence for _, sentence in
             check_rules.sentences(check_rules.MANUAL)]
    if '=' in parts:
        cited = re.fullmatch(r'ternion-variants\(7\), ".*?": (.*)',
                             ' '.join(parts['=']))
        if cited is None or cited[1] not in rules:
            yield 'the rule is no sentence of ternion-variants(7)'
    if '>' not in parts or ('!' in parts) == ('%' in parts):
        yield 'needs advice, and either a record or an example in words'
    if '!' not in parts:
        return
    wrong, right = parts['!'], parts['+']
    command = ' '.join(parts.get('$', ['ternion check FILE']))
    if wrong[0][0] == '[' and right[0][0] != '[':
        right = [line for line in wrong if line[0] == '['] + right
    if code not in [found for _, found in findings(command, wrong, folder)[0]]:
        yield 'the wrong record does not give it'
    found, status = findings(command, right, folder)
    if status != 0 or code in [c for _, c in found]:
        yield f'the right record gives {found}'
    advice = ' '.join(parts['>'])
    fix = re.search(r"'ternion (check --fix[^']*)'(?!.* if )", advice)
    if fix and ('fixed', code) not in findings(f'ternion {fix[1]} FILE', wrong,
                                               folder)[0]:
        yield f'{fix[1]} does not fix the wrong record'


def main():
    with tempfile.TemporaryDirectory() as folder:
        for code, parts in entries():
            said = ', '.join(faults(code, parts, folder))
            check(not said, f'explanations: {code}: {said}')
    return counted()


if __name__ == '__main__':
    sys.exit(main())
