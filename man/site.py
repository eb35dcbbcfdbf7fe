#!/usr/bin/env python3
"""Writes the manual as a web site: man/site.py TERNION FOLDER

index.html begins with the tasks of `ternion help`. Each page of the manual has
a page of its own, and so has each diagnostic: diagnostics/CODE.html. The search
needs no server: search.js holds the texts of all sections.
"""
import html
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEAD = '''<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="{up}style.css">
<script src="{up}search.js" defer></script>
</head>
<body data-up="{up}">
<header>
<nav><a href="{up}index.html">Ternion</a>{links}</nav>
<div role="search"><input type="search" id="search" aria-label="Search the manual"
 placeholder="Search the manual"><ol id="found" aria-live="polite"></ol></div>
</header>
<main>
'''
FOOT = '</main>\n</body>\n</html>\n'
# The pages by the task of a reader.
GROUPS = {
    'To begin': 'tutorial.7 cookbook.7 help.1 desk.7',
    'Records': '1 check.1 fmt.1 collate.1 convert.1 select.1 stats.1 parse.1',
    'Games and positions': 'variants.7 variants.1 notation.7 position.1 moves.1 '
                           'cell.1',
    'Faults and repairs': 'diagnostics.7 repair.7 decode.7 config.5 lsp.1',
    'Programs': '3 python.7 step.1 perft.1 format.5 changes.7',
}
REFERENCE = re.compile(r'\b(ternion(?:-[a-z]+)?)\(([1357])\)')
SECTION = re.compile(
    r'<h[12] class="S[hs]" id="([^"]+)">.*?</h[12]>(.*?)(?=<h[12] class="S|$)',
    re.S)


def link_references(text, pages):
    """Escapes a text and links the pages and commands that it names."""
    def link(match):
        page = f'{match[1]}.{match[2]}' if match[1] else f'ternion-{match[3]}.1'
        return (f'<a href="{page}.html">{match[0]}</a>' if page in pages
                else match[0])
    return re.sub(REFERENCE.pattern + r'|\b([a-z]+)\b', link, html.escape(text))


def rule_addresses(page):
    """The sections of a page, as "game: section" in lower case."""
    addresses, game = {}, ''
    for level, section, name in re.findall(
            r'<h([12]) class="S[hs]" id="([^"]+)"><a[^>]*>(.*?)</a>', page, re.S):
        name = words_of(name).lower()
        if level == '1':
            game = name
        else:
            addresses[f'{game}: {name}'] = section
    return addresses


def link_rules(text, addresses):
    """Links the rules that the page of a diagnostic cites."""
    def link(match):
        section = addresses.get(words_of(match[1]).lower())
        return (f'<a href="../ternion-variants.7.html#{section}">{match[0]}</a>'
                if section else match[0])
    return re.sub(r'ternion-variants\(7\),\s+&quot;(.+?)&quot;', link,
                  re.sub(r'href="(ternion|#)', r'href="../\1', text),
                  flags=re.S)


def words_of(markup):
    """The text of some markup, on one line."""
    return ' '.join(html.unescape(re.sub(r'<[^>]*>', ' ', markup)).split())


def manual_page(path):
    """The body of a page: mandoc's, with other manuals linked to Debian's."""
    text = subprocess.run(
        ['mandoc', '-T', 'html', '-O', 'fragment,toc,man=%N.%S.html', path],
        check=True, capture_output=True, encoding='utf-8').stdout
    return re.sub(r'href="(?!ternion)([^":/#]+\.[0-9])\.html"',
                  r'href="https://manpages.debian.org/\1"', text)


def mend_sections(name, pages):
    """Links to a section that the page lacks go to ternion(1), if it has it."""
    def target(match):
        section = f'id="{match[1]}"'
        if section in pages[name]:
            return match[0]
        if section in pages['ternion.1']:
            return f'<a{match[2]}href="ternion.1.html#{match[1]}">{match[3]}</a>'
        return match[3]
    return re.sub(r'<a(?= [^>]*href="#([^"]+)")([^>]*?)href="#[^"]+">(.*?)</a>',
                  target, pages[name], flags=re.S)


def tasks():
    """The rows of the way through the manual, as ternion help shows them."""
    text = (ROOT / 'cmd/topics.txt').read_text(encoding='utf-8')
    block = text.split('The way through the manual:\n', 1)[1].split('\n==', 1)[0]
    return [re.split(r'  +', line.strip(), maxsplit=1)
            for line in block.splitlines()]


def start_page(summaries, has_desk):
    """The start page: tasks first, then all pages."""
    rows = ''.join(
        f'<dt>{html.escape(task)}</dt><dd>{link_references(way, summaries)}</dd>\n'
        for task, way in tasks())
    groups = {title: ['ternion' + ('-' if '.' in name else '.') + name
                      for name in names.split()]
              for title, names in GROUPS.items()}
    assert sorted(sum(groups.values(), [])) == sorted(summaries), 'GROUPS'
    pages = ''.join(
        f'<h3>{title}</h3>\n<dl class="pages">\n' + ''.join(
            f'<dt><a href="{name}.html">{name[:-2]}({name[-1]})</a></dt>'
            f'<dd>{html.escape(summaries[name])}</dd>\n'
            for name in names) + '</dl>\n' for title, names in groups.items())
    desk = ('<p class="desk"><a href="desk.html">Open the desk</a>: enter, check '
            'and repair games in this browser.</p>\n' if has_desk else '')
    return (f'<h1>Ternion</h1>\n<p>Ternion checks, repairs and converts records '
            f'of three-player chess.</p>\n{desk}<h2>What do you want to do?</h2>'
            f'\n<dl class="tasks">\n{rows}</dl>\n<h2>All pages</h2>\n'
            f'{pages}')


def main():
    """Writes all of the site."""
    ternion, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    desk = ROOT / 'dist/desk.html'
    shutil.rmtree(folder, ignore_errors=True)
    (folder / 'diagnostics').mkdir(parents=True)
    shutil.copy(ROOT / 'man/man.css', folder / 'style.css')
    subprocess.run([ROOT / 'tests/gallery.sh', ternion, folder / 'gallery'],
                   check=True, stdout=subprocess.DEVNULL)
    links = ' <a href="{up}gallery/index.html">Gallery</a>'
    if desk.exists():
        shutil.copy(desk, folder)
        links += ' <a href="{up}desk.html">Desk</a>'

    def write(name, title, body):
        up = '../' * name.count('/')
        (folder / name).write_text(
            HEAD.format(title=html.escape(title), up=up,
                        links=links.format(up=up)) + body + FOOT,
            encoding='utf-8')

    gallery = (folder / 'gallery/index.html').read_text(encoding='utf-8')
    write('gallery/index.html', 'A gallery of drawings', '<div class="gallery">' +
          gallery.split('<body>')[1].split('</body>')[0] + '</div>\n')
    sources = sorted((ROOT / 'man').glob('ternion*.[1357]'))
    pages = {path.name: manual_page(path) for path in sources}
    summaries = {path.name: re.search(r'^\.Nd (.*)$', path.read_text(
        encoding='utf-8'), re.M)[1] for path in sources}
    rules = rule_addresses(pages['ternion-variants.7'])
    index = []
    for name in pages:
        body = mend_sections(name, pages)
        write(f'{name}.html', f'{name[:-2]}({name[-1]})', body)
        for section, text in SECTION.findall(body):
            address = f'{name}.html#{section}'
            if name == 'ternion-diagnostics.7' and section.islower():
                address = f'diagnostics/{section}.html'
                write(address, section, f'<h1>{section}</h1>\n' +
                      link_rules(text.split('</section>')[0], rules))
            index.append([address, f'{name[:-2]}({name[-1]})',
                          section.replace('_', ' '), words_of(text)])
    write('index.html', 'Ternion', start_page(summaries, desk.exists()))
    (folder / 'search.js').write_text(
        'const sections = ' + json.dumps(index, ensure_ascii=False) + ';\n' +
        (ROOT / 'man/search.js').read_text(encoding='utf-8'), encoding='utf-8')


main()
