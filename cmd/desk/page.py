#!/usr/bin/env python3
"""Puts the desk together: page.py FOLDER ENGINE OUTPUT

FOLDER has the page's parts, ENGINE.js and ENGINE.wasm are what emcc made;
bindings.py makes the structures of ternion.h. The policy of the page allows
exactly the style and the script that are in it.
"""
import base64
import gzip
import hashlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "formats/library"))
import bindings  # noqa: E402

folder, engine, output = map(Path, sys.argv[1:])
SCRIPTS = ["engine", "records", "text", "players", "board", "moves", "touch", "share",
           "kept", "home", "desk"]


def digest(text):
    return "sha256-" + base64.b64encode(
        hashlib.sha256(text.encode()).digest()).decode()


def part(name):
    return (folder / name).read_text(encoding="utf-8")


binary = base64.b64encode(gzip.compress(
    engine.with_suffix(".wasm").read_bytes(), 9, mtime=0)).decode()
style = part("desk.css")
script = "\n".join([engine.with_suffix(".js").read_text(encoding="utf-8"),
                    bindings.page(bindings.read_header()),
                    (folder.parents[1] / "formats/page/page_list.js").read_text(
                        encoding="utf-8"),
                    *(part(name + ".js") for name in SCRIPTS)])
example = (Path(__file__).resolve().parents[2] /
           "tests/examples/game.pgn").read_text(encoding="utf-8")
policy = (f"default-src 'none'; style-src '{digest(style)}'; script-src "
          f"'{digest(script)}' 'wasm-unsafe-eval'; img-src blob: data:; "
          "base-uri 'none'; form-action 'none'")
output.parent.mkdir(exist_ok=True)
output.write_text(f"""<!DOCTYPE html>
<!-- Ternion desk -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>Ternion desk</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body>
{part("desk.html")}
<template id="example">{example}</template>
<template id="engine">{binary}</template>
<script>{script}</script>
</body>
</html>
""", encoding="utf-8")
print(f"{output}: {output.stat().st_size:,} bytes")
