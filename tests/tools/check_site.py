#!/usr/bin/env python3
"""Checks the manual as web pages: check_site.py FOLDER CODE...

Each page of man/ and each code of a diagnostic has a page, and every link leads
somewhere; the desk is a program, and no page of these. Prints what is wrong.
"""
import re
import sys
from pathlib import Path
from urllib.parse import unquote

site = Path(sys.argv[1])
pages = {path: path.read_text("utf-8") for path in site.rglob("*.html")
         if path.name != "desk.html"}
places = {path: set(re.findall(r'\bid="([^"]+)"', page))
          for path, page in pages.items()}
wrong = []
links = {(path, link) for path, page in pages.items()
         for link in re.findall(r'\bhref="([^":$]+)"', page)}
for path, link in links:
    file, _, place = link.partition("#")
    target = (path.parent / file).resolve() if file else path.resolve()
    target = target.relative_to(site.resolve())
    if not (site / target).exists() or place and unquote(place) not in \
            places.get(site / target, {place}):
        wrong.append("%s: %s leads nowhere" % (path, link))
index = pages[site / "index.html"]
for page in Path("man").glob("*.[1-9]"):
    name = page.name + ".html"
    if "</html>" not in pages.get(site / name, "") or \
            'href="%s"' % name not in index:
        wrong.append("%s: no page, or not in the index" % page)
for code in sys.argv[2:]:
    if "<h1>%s</h1>" % code not in pages.get(
            site / "diagnostics" / (code + ".html"), ""):
        wrong.append("%s has no page" % code)
wrong += ["%s refers to Debian" % path for path, page in pages.items()
          if "debian.org/ternion" in page]
if len(links) < 100 or len(sys.argv) < 100:
    wrong.append("too few links, or codes")
print("\n".join(wrong))
sys.exit(bool(wrong))
