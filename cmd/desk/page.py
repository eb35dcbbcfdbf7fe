#!/usr/bin/env python3
"""Puts the desk together: page.py FOLDER ENGINE OUTPUT

FOLDER has the page's parts, ENGINE.js and ENGINE.wasm are what emcc made;
bindings.py makes the structures of ternion.h. The policy of the page allows
exactly the style and the script that are in it. OUTPUT.html is the whole desk;
the folder OUTPUT has it for a web server, which browsers keep to use offline.
"""
import base64
import gzip
import hashlib
import re
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "formats/library"))
import bindings  # noqa: E402

folder, engine, output = map(Path, sys.argv[1:])
SCRIPTS = ["engine", "records", "text", "board", "moves", "touch", "share",
           "kept", "home", "sheets", "desk"]


def digest(text):
    return "sha256-" + base64.b64encode(
        hashlib.sha256(text.encode()).digest()).decode()


def part(name):
    return (folder / name).read_text(encoding="utf-8")


def packed(data):
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


root = Path(__file__).resolve().parents[2]
binary = packed(engine.with_suffix(".wasm").read_bytes())
explanations = (root / "parse/diag/explanations.txt").read_text("utf-8")
for mark, title in [("!", "Wrong"), ("+", "Right"), ("%", "For example"),
                    ("$", "To find it"), (">", "What to do"), ("=", "The rule")]:
    explanations = re.sub(r"(?m)(^[%s] .*\n)+" % mark, lambda part: title + ":\n" +
                          re.sub("(?m)^..", "    ", part[0]), explanations)
explanations = packed(explanations.encode())


def of_page(*names):
    """Parts of the published page, which the desk has as well."""
    return [(root / "formats/page" / name).read_text(encoding="utf-8")
            for name in names]


style = "".join([*of_page("page_view.css"), part("desk.css"),
                 *of_page("page_print.css")])
script = "\n".join([engine.with_suffix(".js").read_text(encoding="utf-8"),
                    bindings.page(bindings.read_header()),
                    *of_page("page_record.js", "page_list.js", "page_view.js",
                             "page_output.js", "page_viewer.js"),
                    *(part(name + ".js") for name in SCRIPTS)])
example = (root / "tests/examples/game.pgn").read_text(encoding="utf-8")
policy = (f"default-src 'none'; style-src '{digest(style)}'; script-src "
          f"'{digest(script)}' 'wasm-unsafe-eval'; base-uri 'none'; "
          "form-action 'none'; ")


def write(path, sources, links):
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(f"""<!DOCTYPE html>
<!-- Ternion desk -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{policy}{sources}">
<title>Ternion desk</title>
{links}
<style>{style}</style>
</head>
<body>
{part("desk.html")}
{of_page("page_nags.html")[0]}
<template id="example">{example}</template>
<template id="explanations">{explanations}</template>
<template id="engine">{binary}</template>
<script>{script}</script>
</body>
</html>
""", encoding="utf-8")
    print(f"{path}: {path.stat().st_size:,} bytes")


served = output.with_suffix("")
write(output, "img-src blob: data:", '<link rel="icon" href="data:,">')
write(served / "index.html",
      "img-src 'self' blob: data:; manifest-src 'self'; worker-src 'self'",
      '<link rel="icon" href="icon.svg">\n'
      '<link rel="manifest" href="desk.webmanifest">')
for name in ["icon.svg", "desk.webmanifest"]:
    shutil.copy(folder / "offline" / name, served)
(served / "worker.js").write_text(part("offline/worker.js").replace(
    "@VERSION@", digest(script + style + part("desk.html"))), encoding="utf-8")
