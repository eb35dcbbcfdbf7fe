#!/usr/bin/env python3
"""A client of the language server, by a script.

    client.py TERNION SCRIPT        prints what comes

A line of a script is one of

    # ...                           nothing
    init {CAPABILITIES} {OPTIONS}   initialize, of which the answer is not shown,
                                    and initialized; both may lack
    open NAME [LANGUAGE] <<         opens a document: the lines up to ">>"
    load NAME FILE                  the same with the text of a file
    write NAME <<                   puts a file where "$T" is, and does no more
    change NAME RANGE "TEXT"        changes it; RANGE is L:C-L:C or all
    save NAME, close NAME
    wait NAME                       for diagnostics of the latest version
    ask METHOD NAME PLACE [{...}]   a request for a document; PLACE is L:C,
                                    L:C-L:C or -; the rest are more parameters
    some WORD...                    the next answer is a list of the program's
                                    ids, $VARIANTS or $NOTATIONS: shows which,
                                    and only the items of these words
    send METHOD {...}               a request
    note METHOD {...}               a notification
    raw "BYTES"                     bytes, with the escapes of JSON
    quit, end, status               exit; end of the input; the exit status

Lines and columns count from 0, as in the protocol. Documents are named
untitled:NAME, or file://$T/NAME if NAME begins with "$T/". What is received is
shown in the order in which it came, in lines: texts as they are, and of other
values what they have, with their parts below them.
"""
import base64
import json
import os
import re
import subprocess
import sys
import tempfile


def title_of(svg):
    """The width of a drawing, if it has one, its title, and its parts that are
    not empty."""
    head, title = re.search(r'<svg(.*?)>.*?<title[^>]*>(.*?)</title>.*</svg>\n$',
                            svg, re.S).groups()
    width = re.search(' width="(.*?)"', head)
    parts = sorted(set(re.findall(r'<g class="([a-z]+).*>\n(?!</g>)', svg)))
    return 'SVG%s: %s; %s' % (' %s wide' % width[1] if width else '', title,
                              ' '.join(parts))


class Client:
    def __init__(self, command, folder):
        self.server = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)
        self.folder = folder
        self.ids = 0
        self.versions = {}
        self.known = {}
        self.binary = command[0]
        self.shown = None

    def uri(self, name):
        if name.startswith('$T/'):
            return 'file://' + self.folder + name[2:]
        return 'untitled:' + name

    def clean(self, text):
        return text.replace(self.folder, '$T')

    def write(self, data):
        self.server.stdin.write(data)
        self.server.stdin.flush()

    def put(self, message):
        message['jsonrpc'] = '2.0'
        body = json.dumps(message, ensure_ascii=False).encode()
        self.write(b'Content-Length: %d\r\n\r\n' % len(body) + body)

    def get_body(self):
        """The next message as bytes, or None at the end."""
        length = None
        while True:
            line = self.server.stdout.readline()
            if not line:
                return None
            line = line.strip()
            if not line:
                break
            name, value = line.split(b':')
            if name.lower() == b'content-length':
                length = int(value)
        return self.server.stdout.read(length)

    def get(self):
        body = self.get_body()
        return body and json.loads(body)

    def memory(self):
        """In KiB."""
        with open('/proc/%d/status' % self.server.pid) as file:
            return int(re.search(r'VmRSS:\s*(\d+)', file.read())[1])

    def note(self, method, params):
        self.put({'method': method, 'params': params})

    def show(self, message):
        method = message.get('method')
        params = message.get('params')
        if method == 'textDocument/publishDiagnostics':
            self.known[params['uri']] = params
            self.show_diagnostics(params)
        elif method is not None:
            print('<', method, self.clean(json.dumps(params)))
            if 'id' in message:
                self.put({'id': message['id'], 'result': None})
        elif 'error' in message:
            print('error', message['error']['code'],
                  self.clean(message['error']['message']))
        else:
            self.show_value(message['result'])

    @staticmethod
    def place(range_):
        start, end = range_['start'], range_['end']
        return '%d:%d-%d:%d' % (start['line'], start['character'],
                                end['line'], end['character'])

    def show_diagnostics(self, params):
        print('diagnostics of', self.clean(params['uri']),
              *(['version', params['version']] if 'version' in params else []))
        for d in params['diagnostics']:
            print('  %s %d %s [%s]' % (self.place(d['range']), d['severity'],
                                       d['message'], d.get('code')))
            if 'tags' in d:
                print('    tags', d['tags'])
            if 'codeDescription' in d:
                print('    link', d['codeDescription']['href'])
            for r in d.get('relatedInformation', []):
                print('    %s %s' % (self.place(r['location']['range']),
                                     r['message']))

    def show_value(self, value):
        if isinstance(value, dict) and 'contents' in value:
            print('range', self.place(value['range']))
            print(re.sub(r'data:image/svg\+xml;base64,([^)]*)',
                         lambda found: title_of(base64.b64decode(found[1])
                                                .decode()),
                         value['contents']['value'].rstrip('\n')))
            return
        if isinstance(value, dict) and 'data' in value:
            self.show_tokens(value['data'])
            return
        if isinstance(value, dict) and 'items' in value:
            self.show_items(value)
            return
        if isinstance(value, dict) and 'svg' in value:
            value['svg'] = title_of(value['svg'])
        self.show_lines(self.fold(value), 1)

    @staticmethod
    def show_tokens(data):
        line = column = 0
        for at in range(0, len(data), 5):
            lines, columns, length, kind, modifiers = data[at:at + 5]
            column = columns + (0 if lines else column)
            line += lines
            print('  %d:%d+%d type %d modifiers %d' % (
                line, column, length, kind, modifiers))

    def show_items(self, value):
        items = sorted(value['items'],
                       key=lambda each: each.get('sortText', each['label']))
        if self.shown is None:
            print(len(items), 'items' + ', and more' * value['isIncomplete'])
        else:
            print(self.list_of(sorted(each['label'] for each in items)))
            items = [each for each in items if each['label'] in self.shown]
            self.shown = None
        for each in items[:40]:
            print('  %s %s (%d) %s' % (
                self.place(each['textEdit']['range']),
                each['textEdit']['newText'], each['kind'],
                each.get('detail', '')))

    def list_of(self, labels):
        """The name of the program's list of these ids, or the ids."""
        for name, option in ('$VARIANTS', '--variant'), ('$NOTATIONS', '-N'):
            said = subprocess.run([self.binary, 'check', option + '=?'],
                                  capture_output=True, text=True,
                                  stdin=subprocess.DEVNULL).stderr
            if sorted(said.split('choose one of: ')[1].split('\n')[0].split()
                      ) == labels:
                return 'all of ' + name
        return ' '.join(labels)

    def fold(self, value):
        """The value with ranges and places as text: 1:2-3:4."""
        if isinstance(value, list):
            return [self.fold(each) for each in value]
        if not isinstance(value, dict):
            return value
        if set(value) == {'start', 'end'}:
            return self.place(value)
        if set(value) == {'line', 'character'}:
            return '%d:%d' % (value['line'], value['character'])
        return {key: self.fold(each) for key, each in value.items()}

    def text_of(self, value):
        """The text of a value on one line; None if it takes more."""
        if isinstance(value, str):
            if '\n' in value:
                return None
            plain = value.strip() == value and value.isprintable() and \
                not re.fullmatch(r'|none|true|false|null|[-\d.]+', value)
            return self.clean(value if plain else
                              json.dumps(value, ensure_ascii=False))
        if isinstance(value, dict):
            return None if value else 'none'
        if isinstance(value, list):
            texts = [self.text_of(each) for each in value]
            return None if None in texts else ' '.join(texts) or 'none'
        return json.dumps(value)

    def show_lines(self, value, depth):
        """What a value has, a line for each item, its parts below it. Each line
        of a longer text is shown after |.
        """
        text = self.text_of(value)
        if text is not None:
            print('  ' * depth + text)
        elif isinstance(value, str):
            for line in self.clean(value).split('\n'):
                print('  ' * depth + ('| ' + line if line else '|'))
        elif isinstance(value, list):
            for each in value:
                self.show_lines(each, depth)
        else:
            texts = {key: self.text_of(each) for key, each in value.items()}
            said = ', '.join(f'{self.clean(key)}: {text}'
                             for key, text in texts.items()
                             if text is not None)
            if said:
                print('  ' * depth + said)
            depth += bool(said)
            for key in (key for key in value if texts[key] is None):
                print('  ' * depth + self.clean(key) + ':')
                self.show_lines(value[key], depth + 1)

    def request(self, method, params):
        self.ids += 1
        self.put({'id': self.ids, 'method': method, 'params': params})
        self.receive(lambda m: 'method' not in m and m.get('id') == self.ids)

    def receive(self, is_last):
        while True:
            message = self.get()
            if message is None:
                print('(the server has ended)')
                return
            self.show(message)
            if is_last(message):
                return

    def wait(self, name):
        uri = self.uri(name)

        def is_last(message):
            params = message.get('params') or {}
            return (message.get('method') == 'textDocument/publishDiagnostics'
                    and params['uri'] == uri
                    and params.get('version', self.versions[name]) ==
                    self.versions[name])
        self.receive(is_last)

    def open(self, name, language, text):
        self.versions[name] = 1
        self.note('textDocument/didOpen', {'textDocument': {
            'uri': self.uri(name), 'languageId': language, 'version': 1,
            'text': text}})

    @staticmethod
    def point(text):
        line, column = text.split(':')
        return {'line': int(line), 'character': int(column)}

    def range(self, text):
        start, end = text.split('-')
        return {'start': self.point(start), 'end': self.point(end)}

    def change(self, name, where, text):
        self.versions[name] += 1
        change = {'text': text}
        if where != 'all':
            change['range'] = self.range(where)
        self.note('textDocument/didChange', {
            'textDocument': {'uri': self.uri(name),
                             'version': self.versions[name]},
            'contentChanges': [change]})

    def ask(self, method, name, where, more):
        params = {'textDocument': {'uri': self.uri(name)}}
        if '-' in where[1:]:
            params['range'] = self.range(where)
        elif where != '-':
            params['position'] = self.point(where)
        params.update(more)
        self.request(method, params)


class Server(Client):
    """Keeps what comes instead of showing it."""

    def __init__(self, binary, capabilities, parent=None, options=()):
        super().__init__([binary, 'lsp', *options], '')
        self.received, self.result, self.count = [], None, 0
        self.put({'id': 0, 'method': 'initialize', 'params': {
            'processId': parent, 'capabilities': capabilities}})
        self.get()
        self.note('initialized', {})

    def show(self, message):
        self.received.append(message)
        params = message.get('params') or {}
        if message.get('method') == 'textDocument/publishDiagnostics':
            self.known[params['uri']] = params
        elif 'method' in message and 'id' in message:
            self.put({'id': message['id'], 'result': None})
        elif 'result' in message:
            self.result = message['result']

    def diagnostics(self, name):
        self.wait(name)
        return self.known[self.uri(name)]['diagnostics']

    def found(self, text, suffix):
        """A new document with the text, and its diagnostics."""
        self.count += 1
        name = '%d%s' % (self.count, suffix)
        self.open(name, '', text)
        return name, self.diagnostics(name)

    def close(self, name):
        self.note('textDocument/didClose',
                  {'textDocument': {'uri': self.uri(name)}})

    def end(self):
        self.server.kill()
        self.server.wait()


def values(text):
    """The JSON values of a text, one after the other."""
    decoder = json.JSONDecoder()
    found = []
    text = text.strip()
    while text:
        value, end = decoder.raw_decode(text)
        found.append(value)
        text = text[end:].strip()
    return found


def run(client, lines):
    while lines:
        line = lines.pop(0)
        if not line or line.startswith('#'):
            continue
        print('$', line)
        word, _, rest = line.partition(' ')
        if line.endswith('<<'):
            end = lines.index('>>')
            text = ''.join(each + '\n' for each in lines[:end])
            del lines[:end + 1]
            names = rest.split()[:-1]
        if word == 'init':
            given = values(rest) + [{}, {}]
            client.put({'id': 0, 'method': 'initialize', 'params': {
                'processId': None, 'capabilities': given[0],
                'initializationOptions': given[1]}})
            client.get()
            client.note('initialized', {})
        elif word == 'open':
            client.open(names[0], (names + [''])[1], text)
        elif word == 'load':
            name, path = rest.split()
            with open(path, encoding='utf-8', newline='') as file:
                client.open(name, '', file.read())
        elif word == 'write':
            with open(client.folder + names[0][2:], 'w') as file:
                file.write(text)
        elif word == 'change':
            name, where, text = rest.split(' ', 2)
            client.change(name, where, json.loads(text))
        elif word in ('save', 'close'):
            client.note('textDocument/did' + word.capitalize(),
                        {'textDocument': {'uri': client.uri(rest)}})
        elif word == 'wait':
            client.wait(rest)
        elif word == 'ask':
            method, name, where, *more = rest.split(' ', 3)
            client.ask(method, name, where,
                       json.loads(more[0]) if more else {})
        elif word == 'some':
            client.shown = rest.split()
        elif word == 'send':
            method, _, params = rest.partition(' ')
            client.request(method, json.loads(params) if params else None)
        elif word == 'note':
            method, _, params = rest.partition(' ')
            client.note(method, json.loads(params) if params else {})
        elif word == 'raw':
            client.write(json.loads(rest).encode('latin-1'))
        elif word == 'get':
            client.receive(lambda message: True)
        elif word == 'quit':
            client.note('exit', None)
        elif word == 'end':
            client.server.stdin.close()
        elif word == 'status':
            while (message := client.get()) is not None:
                client.show(message)
            print('status', client.server.wait())
        else:
            sys.exit('client.py: what is this: ' + line)


def main():
    binary, script = sys.argv[1:3]
    with open(script, encoding='utf-8') as file:
        lines = file.read().split('\n')
    options = []
    if lines[0].startswith('options '):
        options = lines.pop(0).split()[1:]
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        client = Client([binary, 'lsp'] + options, folder)
        try:
            run(client, lines)
        finally:
            client.server.kill()
            client.server.wait()


if __name__ == '__main__':
    main()
