#!/usr/bin/env python3
"""The language server over time: its start and end, and large documents.

    behaviour.py TERNION

The last line is "N passed, N failed".
"""
import os
import signal
import subprocess
import sys
import time

import client

SOUND = '[Variant "dreierschach"]\n\n1. fg3 ff8 10j8+ *\n\n'
FAULTY = '[Variant "dreierschach"]\n\n1. fg3 e4e5 *\n\n'
CAPABILITIES = {'textDocument': {
    'publishDiagnostics': {'versionSupport': True}}}
IS_SANITIZED = 'asan' in os.path.realpath(sys.argv[1])


class Server(client.Server):
    def __init__(self, parent=None, *options):
        super().__init__(sys.argv[1], CAPABILITIES, parent, options)

    def published(self):
        self.receive(lambda m: m.get('method') ==
                     'textDocument/publishDiagnostics')
        return self.received[-1]['params']


def ends_without_its_parent():
    parent = subprocess.Popen(['sleep', '100'])
    server = Server(parent.pid)
    parent.kill()
    parent.wait()
    assert server.server.wait(20) == 1


def ends_when_nobody_reads():
    server = Server()
    server.server.stdout.close()
    server.put({'id': 1, 'method': 'textDocument/hover', 'params': {}})
    assert server.server.wait(20) == 2


def tells_of_diagnostics_when_quiet():
    for option in '-q', '--stdio':
        server = Server(None, option)
        server.open('a.pgn', '', FAULTY)
        assert server.published()['diagnostics'] != []
        server.end()


def lists_so_many_and_tells_of_the_rest():
    server = Server()
    server.open('a.pgn', '', FAULTY * 2500)
    while True:
        found = server.published()['diagnostics']
        if 'are not shown' in found[-1]['message'] and \
                found[-1]['message'].startswith('500 '):
            break
    assert len(found) == 2001, len(found)
    server.end()


def takes_in_edits_while_it_reads():
    server = Server()
    server.open('a.pgn', '', SOUND * 20000)
    for column in (11, 12, 13):
        server.change('a.pgn', '2:%d-2:%d' % (column, column), 'x')
    server.wait('a.pgn')
    while server.received[-1]['params']['diagnostics'] == []:
        server.published()
    assert server.received[-1]['params']['diagnostics'][0]['range']['start'][
        'line'] == 2
    server.end()


def waits_for_a_pause_in_large_documents():
    server = Server()
    server.open('a.pgn', '', SOUND + '{%s} *\n' % ('x' * 60 + '\n') * 140000)
    server.wait('a.pgn')
    begun = time.perf_counter()
    for column in (11, 12, 13):
        server.change('a.pgn', '2:%d-2:%d' % (column, column), 'x')
    # A hover is answered before; no version but the last is listed.
    known = len(server.received)
    server.ask('textDocument/hover', 'a.pgn', '2:3', {})
    assert len(server.received) == known + 1
    found = server.published()
    assert time.perf_counter() - begun > 0.4
    assert found['version'] == 4 and found['diagnostics'] != []
    server.end()


def keeps_its_memory():
    server = Server()
    server.open('a.pgn', '', FAULTY * 300)
    server.wait('a.pgn')
    before = server.memory()
    for _ in range(50):
        server.change('a.pgn', '2:0-2:0', 'x' * 100)
        server.change('a.pgn', '2:0-2:100', '')
        server.wait('a.pgn')
    assert server.memory() < before + 2000 or IS_SANITIZED
    server.end()


def main():
    passed = failed = 0
    signal.alarm(600)
    for test in (ends_without_its_parent, tells_of_diagnostics_when_quiet,
                 ends_when_nobody_reads, lists_so_many_and_tells_of_the_rest,
                 takes_in_edits_while_it_reads,
                 waits_for_a_pause_in_large_documents, keeps_its_memory):
        try:
            test()
            passed += 1
        except (AssertionError, subprocess.TimeoutExpired) as error:
            failed += 1
            print('FAIL %s: %s' % (test.__name__, error))
    print('%d passed, %d failed' % (passed, failed))


main()
