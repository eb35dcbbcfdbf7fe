#!/usr/bin/env python3
"""Every code action for every fault of tests/lint is made: a fix takes its
diagnostic away, and a suppression does, without being unused or malformed.

    actions.py TERNION FILE...

A few cannot: where the text is so broken that no comment holds. The last line
is "N passed, N failed".
"""
import collections
import signal
import sys

import client

MOST_FAILURES = 0.02
SUFFIXES = ('.pgn', '.yaml', '.json', '.jsonl')
CAPABILITIES = {
    'general': {'positionEncodings': ['utf-32']},
    'textDocument': {'codeAction': {'codeActionLiteralSupport': {}},
                     'publishDiagnostics': {'versionSupport': True}}}


class Server(client.Server):
    def __init__(self, binary):
        super().__init__(binary, CAPABILITIES)

    def fixes(self, text, suffix):
        """The diagnostics of a text, and each quick fix with the text that it
        makes."""
        name, found = self.found(text, suffix)
        self.ask('textDocument/codeAction', name, '0:0-9999:0', {
            'context': {'diagnostics': found, 'only': ['quickfix']}})
        self.close(name)
        return found, [(action, edited(
            text, action['edit']['changes'][self.uri(name)]))
            for action in self.result]


def offset(text, place):
    lines = text.split('\n')
    return sum(len(line) + 1 for line in lines[:place['line']]) + \
        place['character']


def edited(text, edits):
    for edit in sorted(edits, reverse=True,
                       key=lambda e: offset(text, e['range']['start'])):
        start = offset(text, edit['range']['start'])
        end = offset(text, edit['range']['end'])
        text = text[:start] + edit['newText'] + text[end:]
    return text


def codes(found):
    return collections.Counter(each['code'] for each in found)


def is_good(action, before, after):
    code = action['diagnostics'][0]['code']
    if not action['title'].startswith('Suppress'):
        return after[code] < before[code] or \
            sum(after.values()) < sum(before.values())
    return after[code] < before[code] and all(
        after[kind] <= before[kind]
        for kind in ('suppression-unused', 'suppression-malformed'))


def try_file(server, path):
    """How many actions are good, and those that are not."""
    suffix = path[path.rindex('.'):]
    with open(path, encoding='utf-8', errors='replace', newline='') as file:
        text = file.read()
    if '\r' in text or '\ufffd' in text or len(text) > 20000:
        return 0, []
    found, actions = server.fixes(text, suffix)
    good, bad = 0, []
    for action, fixed in actions:
        other, left = server.found(fixed, suffix)
        if is_good(action, codes(found), codes(left)):
            good += 1
        else:
            bad.append('%s: %s' % (path, action['title']))
        server.close(other)
    return good, bad


def main():
    signal.alarm(600)
    server = Server(sys.argv[1])
    passed, failures = 0, []
    for path in sys.argv[2:]:
        if path.endswith(SUFFIXES):
            good, bad = try_file(server, path)
            passed += good
            failures += bad
    server.end()
    if len(failures) <= passed * MOST_FAILURES:
        print('%d passed, 0 failed' % passed)
        return
    print('\n'.join(failures))
    print('%d passed, %d failed' % (passed, len(failures)))


if __name__ == '__main__':
    main()
