#!/usr/bin/env python3
"""Random edits: after each the server finds the same as when it opens the
resulting text.

    edits.py TERNION SEED EDITS FILE...

The last line is "N passed, N failed".
"""
import random
import sys

import client

PIECES = ['\n', '[', ']', '{', '}', '"', '(', ')', ' ', '*', '1-0-3', '$1',
          'Nf3', 'e4', ';', '%', '\r', '\r\n', '---\n', '...', ',', 'ä', '♔',
          '𝔸', '[Event "x"]\n', '\n\n[Event "y"]\n\n1. e4 *\n', '{}', '[]',
          '- ', ': ', '{"moves":["e4"]}\n', 'variant: siege\n']


CAPABILITIES = {'textDocument': {'publishDiagnostics': {
    'relatedInformation': True, 'versionSupport': True}}}


def offset_to_point(text, offset):
    """As the protocol counts lines, in UTF-16."""
    before = text[:offset].replace('\r\n', '\n').replace('\r', '\n')
    line = before.count('\n')
    column = len(before[before.rfind('\n') + 1:].encode('utf-16-le')) // 2
    return '%d:%d' % (line, column)


def amid_line_end(text, offset):
    return text[offset - 1:offset + 1] == '\r\n'


def edit(rng, text):
    start = rng.randrange(len(text) + 1)
    end = min(len(text), start + rng.choice([0, 0, 1, 1, 3, 20, 200]))
    while amid_line_end(text, start):
        start -= 1
    while amid_line_end(text, end):
        end += 1
    put = rng.choice(PIECES + [''] * 5)
    if rng.random() < 0.2:
        at = rng.randrange(len(text) + 1)
        put = text[at:at + rng.choice([5, 50, 500])]
    return start, end, put


def without_uri(found):
    for each in found:
        for related in each.get('relatedInformation', []):
            related['location'].pop('uri')
    return found


def try_file(server, rng, path, edits):
    with open(path, encoding='utf-8', newline='') as file:
        text = file.read()
    suffix = path[path.rfind('.'):]
    name = 'edited' + suffix
    server.open(name, '', text)
    server.wait(name)
    for count in range(edits):
        start, end, put = edit(rng, text)
        where = '-'.join(offset_to_point(text, at) for at in (start, end))
        text = text[:start] + put + text[end:]
        server.change(name, where, put)
        if count % 3 == 0:
            continue
        actual = without_uri(server.diagnostics(name))
        fresh, expected = server.found(text, suffix)
        expected = without_uri(expected)
        server.close(fresh)
        if actual != expected:
            print('FAIL %s, edit %d at %s: %r' % (path, count, where, put))
            print(' expected', [e for e in expected if e not in actual])
            print(' actual  ', [a for a in actual if a not in expected])
            with open('/tmp/fail' + suffix, 'w', newline='') as file:
                file.write(text)
            return False
    return True


def main():
    binary, seed, edits, *paths = sys.argv[1:]
    rng = random.Random(int(seed))
    server = client.Server(binary, CAPABILITIES)
    failed = 0
    for path in paths:
        failed += not try_file(server, rng, path, int(edits))
    server.end()
    print('%d passed, %d failed' % (len(paths) - failed, failed))


main()
