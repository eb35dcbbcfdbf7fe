"""Uses the page of `make desk` as players do: desk.py BINARY RANDOM_GAMES PAGE

Each failure is a line; the last line is "N passed, N failed".
"""

import base64
import functools
import glob
import gzip
import http.server
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../tools"))
import registry
from checks import (BINARY, Steps, accessible, check, large, press, random_games,
                    read, run_tests, same, sized, steps, ternion, window_of)

PAGE = sys.argv[3]
SIZES = [(320, 568), (390, 844), (844, 390), (768, 1024), (1280, 800),
         (1920, 1080)]
PAGE_BYTES = 1500000
KINDS = ["pgn", "json", "jsonl", "yaml", "log", "3pf"]

READY = "document.body.className.includes('ready')"
EMPTY = """document.querySelectorAll("dialog[open]").forEach(one => one.close());
    document.documentElement.style.fontSize = "";
    tell(""); openText(); view("play")"""
shared = []  # the desk that is used by most tests


def opened(browser, width=1280, height=800, hash="", fresh=False, **how):
    """The desk in a window of that size, without a text: the one that is loaded
    already, or a fresh one with the text that it keeps."""
    fresh = fresh or hash
    page = shared[0] if shared and not fresh else browser.page()
    page.size(width, height, **how)
    if page in shared:
        page.call("Page.bringToFront")
        settle(page, EMPTY)
        return page
    page.open(os.path.abspath(PAGE), hash)
    page.until(READY)
    if not fresh:
        shared.append(page)
        settle(page, EMPTY)
    return page


def settle(page, change):
    """Makes a change, and waits until the text was checked again."""
    page.run("document.body.dataset.told = find('verdict').textContent; "
             "find('verdict').textContent = ''; " + change)
    page.until("find('verdict').textContent")


def click(page, selector):
    """Clicks what changes the text."""
    settle(page, "document.querySelector(%s).click()" % json.dumps(selector))


def do(page, action):
    click(page, "[data-do=%s]" % action)


def fill(page, selector, value):
    """Writes into a field of the record."""
    settle(page, "(e => { e.focus(); e.value = %s; e.dispatchEvent(new Event("
           "'change', { bubbles: true })); })(document.querySelector(%s))" %
           (json.dumps(value), json.dumps(selector)))


def put(page, text):
    settle(page, "find('text').value = %s; find('text').dispatchEvent("
           "new Event('input'))" % json.dumps(text))


def drop(page, *files):
    """Files, each with its name and bytes, are dropped on the page."""
    settle(page, "(() => { const data = new DataTransfer(); for (const "
           "[name, text] of %s) data.items.add(new File([Uint8Array.from("
           "atob(text), c => c.charCodeAt(0))], name)); document.dispatchEvent("
           "new DragEvent('drop', { dataTransfer: data })); })()" % json.dumps(
               [(name, base64.b64encode(data).decode())
                for name, data in files]))


def text(page):
    """The text, which follows the board."""
    page.until("find('text').value === state.text", 10)
    return page.run("state.text")


# --- checking -------------------------------------------------------------------


def paths(kinds, *folders):
    """The records of the tests, of those kinds."""
    return sorted(path for folder in folders
                  for path in glob.glob("tests/%s/*.*" % folder)
                  if path.rsplit(".", 1)[1] in kinds)


def reported(*files):
    """What the command says of each file; one without a record has none to speak
    of. The page has no options, and its messages name none."""
    said = json.loads(ternion("check", "--no-config", "--to", "json", *files))
    found = {path: [] for path in files}
    for one in said["diagnostics"]:
        if one["code"] != "input-empty":
            found[one["file"]].append([
                one["line"] or 1, one["column"] or 1, one["end_line"] or 1,
                one["end_column"] or 2, one["severity"], one["code"],
                one["message"].replace("use -v", "state the game"),
                one["game"] or 1])
    return found


READ = """(async () => {
    Object.assign(state, await readFiles([new File([Uint8Array.from(atob(%s),
        c => c.charCodeAt(0))], %s)]));
    await check();
    return %s;
})()"""
SHOWN = """placed().map(one => [one.line, one.column,
        one.end_line, one.end_column, one.kind, one.code,
        one.message, one.number])"""


def of_file(page, data, name, value):
    """The value of an expression where the file of that name was read."""
    return page.run(READ % (json.dumps(base64.b64encode(data).decode()),
                            json.dumps(os.path.basename(name)), value))


def packed(data):
    """The data as zstd packs it, and how the name of its file ends."""
    if not shutil.which("zstd"):
        return gzip.compress(data), ".gz"
    return subprocess.run(["zstd", "-q", "-c"], input=data, check=True,
                          capture_output=True).stdout, ".zst"


def test_check(browser):
    """All records of the tests are judged as `check --to json` does, and so are
    some that are packed."""
    page = opened(browser)
    files = paths(KINDS, "golden/*", "lint", "examples", "cli")
    for number, (path, expected) in enumerate(reported(*files).items()):
        with open(path, "rb") as file:
            data = file.read()
        same(of_file(page, data, path, SHOWN), expected, path)
        if number % 20 == 0:
            data, end = packed(data)
            same(of_file(page, data, path + end, SHOWN), expected, path + end)


# Changes each record, which is checked alone, and compares with a check of the
# whole text; the records for which it gives another result.
CHANGED = """(async () => {
    const found = () => JSON.stringify([state.records.map(
        ({ above, diagnostics, ...record }) => record),
        placed().map(({ offset, ...one }) => one)]);
    const failed = [];

    for (const { number } of state.records) {
        openAt(number, "0");
        await setTag({ name: "Site", value: "a town" });
        const part = found();

        await check();
        if (found() !== part || !state.text.includes("a town"))
            failed.push(number);
    }
    return failed;
})()"""


def test_changes(browser):
    """Only the record that has changed is checked again, with the same result
    as for all."""
    page = opened(browser)
    put(page, "\n".join(read("tests/" + path) for path in [
        "examples/game.pgn", "golden/siege/last_king.pgn",
        "lint/capture-unmarked.pgn", "browser/study.pgn"]))
    same(page.run(CHANGED), [], "changes")


def test_last_record(browser):
    """A move in the last of many records reads that record alone again, and the
    board does not wait for the text."""
    page = opened(browser)
    put(page, random_games("dreierschach", 100, 20, seed=3))
    page.run("find('record').value = '100'; find('record').dispatchEvent("
             "new Event('change')); actions.last()")
    same(page.run("""(async () => {
        const original = engine._ternion_next;
        let read = 0;

        const { firstChild: drawing } = find("board");

        engine._ternion_next = (...values) => {
            read++;
            return original(...values);
        };
        play(state.legal.find(one => one.ways[0].length === 2));
        while (state.node.address !== "21")
            await new Promise(done => setTimeout(done));
        engine._ternion_next = original;
        return [read <= 3, find("text").value === state.text,
            find("board").firstChild === drawing];
    })()"""), [True, False, True], "records that were read, and the drawing")
    check(text(page).count("[Event ") == 100, "all records are there")


SHEETS = ["tests/examples/sheet-%s.pgn" % who
          for who in ["white", "gray", "black"]]
READINGS = """[...find('differences').children].map(one =>
    [...one.children].map(part => part.innerText.trim() +
        (part.disabled ? " -" : "")))"""


def test_sheets(browser):
    """Score sheets are collated as they are typed; a difference is marked on
    each and leads to its place, and one tap takes a reading."""
    page = opened(browser)
    put(page, "\n".join(map(read, SHEETS)))
    do(page, "collate")
    expected = ternion("collate", "-q", "--no-was", *SHEETS)
    game = re.sub(r"\{.*?\} (\d+\.+ (?=[KQRBNa-l0-9]))?", "", text(page)
                  .replace("\n", " "))
    same(re.sub(r"\d+\.+ ", "", game).split(), re.sub(
        r"\d+\.+ ", "", expected.replace("\n", " ")).split(), "the game")
    same(page.run(READINGS), [
        ["2.. dd7", "dd7 1, 3 -"[:8], "cd7 2"],
        ["6... k4", "k4 1, 3", "nothing 2 -"],
        ["8. Qxc7", "Qxc6 1 -", "Qxc7 2, 3"],
        ["8... i6", "i6 1, 3", "h9 i6 2 -"],
        ["11. a3", "a3 1, 2", "W2a-3b 3"]], "the differences")
    same(page.run("[...find('areas').children].map(one => [...one"
                  ".querySelectorAll('mark.error')].map(mark => "
                  "mark.textContent))"),
         [["Qxc6"], ["cd7", "", "h9 i6"], ["W2a-3b"]], "their marks")
    page.run("document.querySelector('[data-difference=\"4\"]').click()")
    same(page.run("[state.node.address, ...[...document.querySelectorAll("
                  "'#areas textarea')].map(one => one.value.slice("
                  "one.selectionStart, one.selectionEnd))]"),
         ["31", "a3", "a3", "W2a-3b"], "their places")
    for which, sheet, before, after in [
            ("1 0", 1, "Nd5 7. Qxg9", "Nd5 k4 7. Qxg9"),
            ("0 1", 2, "G2f-3g", "G2g-3g")]:
        old = page.run("state.sheets[%d]" % sheet)
        settle(page, "document.querySelector('[data-take=\"%s\"]').click()" %
               which)
        same(page.run("state.sheets[%d]" % sheet),
             old.replace(before, after), "a reading that is taken")
    check("2. j4 cd7" in text(page), "the game follows")
    do(page, "undo")
    same(page.run("document.querySelectorAll('#areas textarea')[2].value"),
         old, "undo")
    settle(page, "(e => { e.value = e.value.replace('4-5', 'x'); "
           "e.dispatchEvent(new Event('input', { bubbles: true })); })("
           "document.querySelector('#areas textarea'))")
    again(page)
    same(page.run(READINGS + ".length"), 4, "loaded again")
    accessible(page, "the sheets")
    do(page, "settle")
    again(page)
    check(page.run("find('text').checkVisibility()"), "closed for good")


def test_files(browser):
    """Files are opened as they are; packed ones are unpacked."""
    page = opened(browser)
    plain = read("tests/examples/faulty.pgn")
    expected = "2 errors, 1 warning, 1 note in 2 records"
    for name, data in [("a.pgn", plain.encode()),
                       ("a.pgn.gz", gzip.compress(plain.encode())),
                       ("a.pgn", plain.replace("\n", "\r\n").encode())]:
        drop(page, (name, data))
        same((text(page), page.run("find('verdict').textContent")),
             (plain, expected), name)
    if shutil.which("zstd"):
        put(page, "")
        drop(page, ("a.pgn.zst", 2 * packed(plain.encode())[0]))
        same(text(page), plain + plain, "a.pgn.zst")
        page.run("readFiles([new File([Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, "
                 "1)], 'b.pgn.zst')]).then(() => 0, error => { "
                 "window.failed = error.message; })")
        page.until("window.failed")
        same(page.run("window.failed"), "the compressed data is damaged",
             "damaged data")
    traces = sorted(glob.glob("tests/lint/*.trace/*.json"))
    folder = os.path.dirname(traces[0])
    drop(page, *[(os.path.basename(path), read(path).encode())
                 for path in traces if path.startswith(folder + "/")])
    expected = len(ternion("convert", "-q", "--to", "jsonl",
                           folder).splitlines())
    same(page.run("state.records.length"), expected, "records of a trace")


def test_misfit(browser):
    """A record is judged so, too, whose tags are of another game, notation or set-up."""
    page = opened(browser)
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "misfit.pgn")
    games = registry.games(BINARY)
    for game, info in games.items():
        record = ternion("convert", "-q", sorted(
            glob.glob("tests/golden/%s/*.pgn" % game))[0])
        for name, value in [
                *(("Variant", other) for other in games if other != game),
                *(("Notation", other["notation"]) for other in games.values()),
                ("SetUp", "1"), ("Position", "nonsense"), ("Result", "5-5-5")]:
            misfit = re.sub(r"\[%s .*\]\n" % name, "", record)
            with open(path, "w", encoding="utf-8") as file:
                file.write('[%s "%s"]\n%s' % (name, value, misfit))
            with open(path, "rb") as file:
                same(of_file(page, file.read(), path, SHOWN),
                     reported(path)[path],
                     "%s with %s %s" % (game, name, value))
    shutil.rmtree(folder)


def test_mend(browser):
    """What is certain is mended as `check --fix` does."""
    page = opened(browser)
    folder = tempfile.mkdtemp()
    files = paths(["pgn", "json", "jsonl", "yaml"], "golden/*", "lint",
                  "examples")
    # Each in a folder of its own, as some have the same name.
    copies = []
    for number, path in enumerate(files):
        os.mkdir(os.path.join(folder, str(number)))
        copies.append(shutil.copy(path, os.path.join(folder, str(number))))
    ternion("check", "--no-config", "--fix", "-q", *copies)
    changed = 0
    for path, copy in zip(files, copies):
        with open(path, "rb") as before, open(copy, "rb") as after:
            data, expected = before.read(), after.read()
        changed += data != expected
        try:
            expected = expected.decode()
        except UnicodeDecodeError:
            continue
        same(of_file(page, data, path, "(state.text = new TextDecoder('utf-8', "
                     "{ ignoreBOM: true }).decode(state.bytes), "
                     "mended())"), expected, path)
    check(changed > 5, "files that are mended")
    shutil.rmtree(folder)


# --- entering -------------------------------------------------------------------

# Makes a move by clicks, and returns how many it took; a text if it cannot.
CLICKS = """(async move => {
    const plain = text => text.replace(/^[A-Z]:/, "");
    const found = state.legal.find(one => plain(one.text) === plain(move));
    let clicks = 0;
    const click = selector => {
        const element = document.querySelector(selector);

        if (!element)
            throw new Error("no " + selector);
        element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        clicks++;
    };

    if (!found)
        return move + " is none of " + state.legal.map(one => one.text);
    const before = state.node.address;

    if (!found.from) {
        click(`#hand [data-move="${found.index}"]`);
    } else {
        click(found.from[0] === "*" ? `[data-tap="${found.from}"]` :
            `[data-cell="${found.from}"]`);
        if (!document.querySelector(`.target[data-cell="${found.to}"]`))
            return found.to + " is no target";
        click(`[data-cell="${found.to}"]`);
        if (find("choice").matches(":popover-open"))
            click(`#choices [data-move="${found.index}"]`);
    }
    for (let i = 0; i < 400 && state.node.address === before; i++)
        await new Promise(done => setTimeout(done, 5));
    return state.node.address === before ? move + ": " +
        find("told").textContent : clicks;
})(%s)"""


def begin(page, game):
    put(page, "")
    press(page, "fresh")
    page.run("find('new-game').value = '%s'; find('new-game').dispatchEvent("
             "new Event('change'))" % game)
    do(page, "begin")


def movetext(record):
    return record[record.rindex("]\n") + 2:].split()


def test_clicks(browser):
    """Random games of all games, entered by clicks, are what `convert`
    writes."""
    page = opened(browser)
    for game in registry.games(BINARY):
        played = random_games(game, 1, 24, seed=11)
        moves = json.loads(ternion("convert", "-q", "--to", "jsonl",
                                   text=played))["plies"]
        begin(page, game)
        taken = [page.run(CLICKS % json.dumps(
            move if isinstance(move, str) else move["move"]))
            for move in moves]
        check(all(clicks in (1, 2, 3) for clicks in taken),
              "%s: clicks %r" % (game, taken))
        # A piece in its cell takes two.
        check(taken.count(3) * 4 <= len(taken), game + ": three clicks")
        same(movetext(text(page)), movetext(ternion(
            "convert", "-q", text=played)), game + ": moves by clicks")


# Enters each turn at the ply of that path by taps alone, and returns what is
# entered that way; a ply that is added is removed again.
TAPS = """((path, turns) => {
    const at = () => state.game.nodes.get(path);
    const click = element => element && element.dispatchEvent(
        new MouseEvent("click", { bubbles: true }));
    const original = changed;
    let entered;

    show(at());
    changed = good => {
        const after = at().line.plies[at().index + 1];
        let ply = after ? after.ply : at().ply ||
            ask("record_ply", state.record);
        for (let i = 0, v; after && (v = ask("ply_variation",
            after.ply, i)); i++)
            ply = v;
        for (let next; !after && (next = ask("ply_next", ply));)
            ply = next;
        const move = make("ply_move", ply);
        entered = good && write("move_write", move, null, null);
        ask("move_free", move);
        ask("ply_remove", ply);
    };
    const failed = turns.filter(text => {
        if (state.node !== at())
            show(at());
        choose([]);
        entered = null;
        const turn = state.legal.find(one => one.text === text);
        const [way] = turn ? turn.ways : [[]];

        let covered = false, choice = false;

        for (const step of way) {
            covered ||= choice;
            click(document.querySelector(step[0] === "*" ?
                `[data-tap="${step}"]` : `[data-cell="${step}" i]`));
            choice = find("choice").matches(":popover-open");
        }
        const place = choice ? "#choices" : "#hand";
        if (turn && state.node === at() && !entered)
            click(document.querySelector(
                `${place} [data-move="${turn.index}"]`));
        if (find("ask").open)
            click(document.querySelector("#answers button"));
        return covered ||
            (state.node === at() ? entered : state.node.text) !== text;
    });

    changed = original;
    show(at());
    return failed.slice(0, 9);
})(%s, %s)"""


def kind_of(turn):
    """What makes a turn another kind of taps: its type, whether two moves are
    joined, a chain, a second piece, its calls."""
    return (turn["type"], "&" in turn["move"], len(turn["path"]),
            turn["to"] is None, bool(turn["promotion"]),
            *re.findall(r"\((?!C?\)).*\)", turn["move"]))


def positions(page, game):
    """Opens positions of records of the game that have turns of all kinds
    between them, and gives the place and the turns of each."""
    seen = set()
    for path in sorted(glob.glob("tests/golden/%s/*.pgn" % game)):
        listed = json.loads(ternion(
            "moves", "-q", "--all", "--json", "--every", path) or "[]")
        if {kind_of(turn) for turns in listed for turn in turns} <= seen:
            continue
        put(page, read(path))
        listed = iter(listed)
        plies = page.run("state.records.map(record => record.plies)")
        for number, ply in [(number, ply) for number, last in enumerate(
                plies, 1) for ply in range(last + 1)]:
            turns = next(listed)
            kinds = {kind_of(turn) for turn in turns}
            if not kinds <= seen:
                seen |= kinds
                page.run("find('record').value = '%d'; find('record')"
                         ".dispatchEvent(new Event('change'))" % number)
                yield "%s, record %d, ply %d" % (path, number, ply), ply, turns


def test_turns(browser):
    """Every turn that the rules allow is entered by touch alone, in positions
    with all types of moves."""
    page = opened(browser, 390, 844, mobile=True)
    types = set()
    for game in registry.games(BINARY):
        for place, ply, turns in positions(page, game):
            same(page.run(TAPS % (json.dumps(str(ply)), json.dumps(
                [turn["move"] for turn in turns]))), [], place)
            types |= {turn["type"] for turn in turns}
    same(len(types), 12, "types of moves: %s" % types)


def enter(page, token):
    settle(page, "find('token').value = %s; find('entry').requestSubmit()" %
           json.dumps(token))


def draw(page, start, end):
    """Draws an arrow with the right button."""
    for kind, cell in [("mousePressed", start), ("mouseReleased", end)]:
        x, y = page.place('[data-cell="%s"]' % cell)
        page.call("Input.dispatchMouseEvent", type=kind, x=x, y=y,
                  button="right", clickCount=1)


def touch(page, start, end, wait):
    """A finger goes from a cell to another, after so many seconds."""
    points = [page.place('[data-cell="%s"]' % cell) for cell in [start, end]]
    page.call("Input.dispatchTouchEvent", type="touchStart",
              touchPoints=[dict(zip("xy", points[0]))])
    time.sleep(wait)
    page.call("Input.dispatchTouchEvent", type="touchMove",
              touchPoints=[dict(zip("xy", points[1]))])
    page.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


def tap(page, cell, error=0, angle=0):
    """A finger taps a cell, with so many pixels of error."""
    x, y = page.place('[data-cell="%s" i]' % cell)
    page.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[
        {"x": x + error * math.cos(angle), "y": y + error * math.sin(angle)}])
    page.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


def test_taps(browser):
    """40 plies of Siege Chess are entered by taps that miss the middle of their
    cell by 8 pixels, and none becomes another move."""
    page = opened(browser, 390, 844, mobile=True)
    played = random_games("siege", 1, 40, seed=5)
    begin(page, "siege")
    page.run("find('board').scrollIntoView()")
    moves = movetext(ternion("convert", "-q", text=played))
    angle = 0
    for number, move in enumerate(
            [one for one in moves if not re.match(r"\d+\.|\*|\{", one)], 1):
        way = page.run("state.legal.find(one => one.text === %s).ways[0]" %
                       json.dumps(move))
        for cell in way:
            angle += 1
            tap(page, cell, 8, angle)
        page.until("find('choice').matches(':popover-open') || state.node.address === '%d'" %
                   number, 10)
        page.run("find('choice').matches(':popover-open') && find('choices').querySelector("
                 "`[data-move=\"${state.legal.find(one => one.text === %s)"
                 ".index}\"]`).click()" % json.dumps(move))
        page.until("state.node.address === '%d'" % number, 10)
    same(movetext(text(page)), moves, "the moves that were meant")


def test_kept(browser):
    """The browser keeps the text, and a link holds it."""
    page = opened(browser, fresh=True)
    record = read("tests/examples/game.pgn")
    put(page, record)
    page.close()
    page = opened(browser, fresh=True)
    same(text(page), record, "kept")
    letters = page.run("pack(state.text)")
    page.close()
    page = opened(browser, hash="#t=" + letters)
    same(text(page), record, "a link")
    same(page.run("state.history.length"), 0, "a link opens beside the rest")
    enter(page, "Nd4")
    changed = text(page)
    check("(1. Nd4)" in changed, "a move after a link")
    again(page)
    same((text(page), page.run("state.node.address")), (changed, "0.1.1"),
         "the newest text, loaded again")
    do(page, "undo")
    same(text(page), record, "undo after loading")
    played = random_games("triumvirate", 1, 120, seed=5)
    check(page.run("pack(%s).then(letters => letters.length)" %
                   json.dumps(played)) <= 1130, "the link of 120 plies")
    settle(page, "location.hash = '#t=%s'" % page.run("pack('*')"))
    same(text(page), "*", "another link")
    settle(page, "history.back()")
    same(text(page), record, "the browser's Back")
    put(page, record * 20 + "\n".join("{%d}" % i for i in range(2000)))
    press(page, "link")
    page.until("find('ask').open")
    same(page.run("find('answers').firstChild.textContent"), "Save a file",
         "a long text")
    page.run("find('ask').close()")
    put(page, record)
    page.close()
    page = opened(browser, hash="#t=damaged")
    check("link is damaged" in page.run("find('told').textContent"),
          "a damaged link")
    same(text(page), record, "the text of before")
    page.run("base = null")
    enter(page, "Nd4")
    do(page, "home")
    page.until("find('kept').children.length === 1")
    page.close()


def again(page):
    page.loaded = False
    page.call("Page.reload")
    page.wait(lambda: page.loaded)
    page.until(READY)


def test_home(browser):
    """The first screen begins games and opens those that are kept; what is
    deleted can be had back."""
    page = opened(browser, 390, 844, mobile=True)
    press(page, "home")
    page.until("find('games').children.length")
    same(page.run("[...find('games').children].map(one => one.dataset.game)"),
         list(registry.games(BINARY)), "games to begin")
    check(page.run("[...find('games').querySelectorAll('img')].every(one => "
                   "one.naturalWidth > 0)"), "small boards")
    before = page.run("find('kept').children.length")
    page.run("document.querySelector('[data-game=siege]').click()")
    page.run("document.querySelector('#new-names [name=Red]').value = 'Bea'")
    do(page, "begin")
    check('[Red "Bea"]' in text(page), "names of players")
    begun = text(page)
    press(page, "home")
    page.until("find('kept').children.length === %d" % (before + 1))
    again(page)
    same(text(page), "", "the first screen, loaded again")
    page.until("find('kept').children.length === %d" % (before + 1))
    page.run("document.querySelector('[data-delete]').click()")
    page.until("find('kept').children.length === %d" % (before))
    page.run("document.querySelector('#told button').click()")
    page.until("find('kept').children.length === %d" % (before + 1))
    click(page, "[data-kept]")
    same(text(page), begun, "a text that was kept")
    press(page, "home")
    do(page, "example")
    same(page.run("find('verdict').textContent"), "All is well in 1 record",
         "an example")


def test_published(browser):
    """Saved as a page, the records are on the page that `convert` writes, with
    the desk in it."""
    page = opened(browser)
    files = ["tests/examples/game.pgn", "tests/golden/siege/last_king.pgn"]
    put(page, "\n".join(map(read, files)).replace("king's", "<king> &amp;"))
    folder = tempfile.mkdtemp()
    browser.call("Browser.setDownloadBehavior", behavior="allow",
                 downloadPath=folder)
    press(page, "publish")
    path = os.path.join(folder, "ann-bea-cem.html")
    page.wait(lambda: os.path.exists(path) and os.path.getsize(path))
    written = read(path)
    parts = '(?s)<script type="application/json".*?</script>'
    same(re.findall(parts, written), re.findall(parts, ternion(
        "convert", "-q", "--to", "html", text=text(page))), "its games")
    page = browser.page()
    page.open(path, "#g2-2w")
    same(page.run("[document.querySelector('#board svg') !== null, "
                  "document.getElementById('choose').value]"),
         [True, "1"], "its board")
    page.key("m")
    desk = "document.querySelector('#desk iframe').contentDocument"
    page.until("(%s.body || { className: '' }).className.includes('ready')" %
               desk)
    same(page.run("(e => e && e.dataset.at)(%s.querySelector("
                  "'[aria-current]'))" % desk), "2", "its desk")
    page.close()
    shutil.rmtree(folder)


class Served:
    """A folder on a web server, as long as `with` lasts."""

    def __init__(self, folder):
        handler = functools.partial(QuietHandler, directory=folder)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever).start()
        return "http://127.0.0.1:%d/" % self.server.server_port

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def test_offline(browser):
    """Served by http, the desk opens again without a network."""
    page = browser.page()

    def go(url):
        page.go(url)
        page.until(READY)

    with Served(PAGE[:-len(".html")]) as url:
        go(url)
        page.run("navigator.serviceWorker.ready.then(() => 0)")
        same(page.run("fetch(document.querySelector('link[rel=manifest]').href)"
                      ".then(() => 1, () => 0)"), 0, "no requests of scripts")
        page.complaints.clear()
    go(url)
    put(page, read("tests/examples/game.pgn"))
    same(page.run("find('verdict').textContent"), "All is well in 1 record",
         "checked without a network")
    page.requests.clear()


def test_engine(browser):
    """A page of `convert --to html --engine` lets its readers try moves."""
    page = browser.page()
    page.size(1280, 800)
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "page.html")
    for engine in ["", "--engine=" + PAGE]:
        ternion("convert", "--to", "html", *filter(None, [engine]), "-O", path,
                "tests/browser/study.pgn")
        page.open(path, "#g1-1.2.1b")
        same(page.run("[...document.querySelectorAll('.try')].filter(one => "
                      "one.checkVisibility()).length"), 1 if engine else 0,
             "a button to try moves" + engine)
    page.key("m")
    desk = "document.querySelector('#desk iframe').contentDocument"
    shown = ("(e => e && e.dataset.at)(" + desk +
             ".querySelector('[aria-current]'))")
    page.until("(%s.body || { className: '' }).className.includes('ready')" %
               desk)
    same(page.run(shown), "1.2.1", "the same board in the desk")
    page.run("(d => { d.getElementById('token').value = 'Nj10'; "
             "d.getElementById('entry').requestSubmit(); })(%s)" % desk)
    page.wait(lambda: page.run(shown) == "1.2.2")
    page.until(desk + ".getElementById('text').value.includes('Nj10')", 10)
    page.run("document.querySelector('#desk [data-close]').click()")
    same(page.run("location.hash"), "#g1-1.2.1b", "back to the game")
    shutil.rmtree(folder)


# --- windows --------------------------------------------------------------------


def test_sizes(browser):
    """Nothing is wider than the window, and all of it can be reached."""
    page = opened(browser)
    put(page, read("tests/golden/siege/last_king.pgn"))
    for size in sized(page, SIZES):
        check(page.run("(b => b.height > 20 && b.bottom <= find('hand')"
                       ".getBoundingClientRect().bottom + 1)(document"
                       ".querySelector('#hand button').getBoundingClientRect())"),
              "%dx%d: moves without a cell" % size)
    put(page, read("tests/examples/faulty.pgn"))
    for width, height in sized(page, SIZES):
        for view in ["source", "play"]:
            page.run("view('%s')" % view)
            same(page.run("document.documentElement.scrollWidth"), width,
                 "%dx%d: width of %s" % (width, height, view))
            check(page.run("[...document.querySelectorAll('header button, "
                           "#board, #text')].filter(e => e.offsetParent)"
                           ".every(e => e.getBoundingClientRect().right <= "
                           "innerWidth)"),
                  "%dx%d: all of %s" % (width, height, view))
        check(page.run("find('nag').scrollIntoView(); (r => r.bottom <= "
                       "innerHeight)(find('nag').getBoundingClientRect())"),
              "%dx%d: below the moves" % (width, height))


def test_large_text(browser):
    """Text of twice the size is read on phones and on a desktop."""
    page = opened(browser)
    put(page, read("tests/golden/siege/last_king.pgn"))
    for size in sized(page, [(320, 568), (390, 844), (844, 390), (1280, 800)]):
        for view, ids in [("play", ["board", "controls", "entry", "moves"]),
                          ("source", ["text", "result"])]:
            page.run("view('%s')" % view)
            large(page, ids, "%dx%d, %s" % (*size, view))


def test_amount(browser):
    """The page is small."""
    check(os.path.getsize(PAGE) <= PAGE_BYTES, "size of the page")


class DeskSteps(Steps):
    """The words of desk.steps: `put FILE` and `text TEXT` are the text, `do`
    presses a button that changes it, `begin GAME` and `enter MOVE` play, `fill
    FIELD = VALUE`, `draw` and `mouse` use the mouse and `hold`, `drag` and `pinch`
    fingers. `moves` compares the movetext, `is` the text with a file in which a
    word is another, `writes` with what a command writes, `says` the words of
    help, and `verdict` what was found."""

    PRELUDE = Steps.PRELUDE + r"""
        var $moves = () => state.text.slice(state.text.lastIndexOf("]\n") + 2)
            .trim().split(/\s+/);"""

    def __init__(self, browser, title):
        super().__init__(opened(browser), title)
        self.browser = browser

    def value(self, expression):
        if "state.text" in expression or "$moves" in expression:
            text(self.page)
        return super().value(expression)

    def window(self, rest):
        size, how = window_of(rest)
        self.page = opened(self.browser, *size, **how)

    def settle(self, rest):
        settle(self.page, self.PRELUDE + rest)

    def put(self, rest):
        put(self.page, "\n".join(map(read, rest.split())))

    def text(self, rest):
        put(self.page, rest.replace("\\n", "\n"))

    def do(self, rest):
        do(self.page, rest)

    def begin(self, rest):
        begin(self.page, rest)

    def enter(self, rest):
        enter(self.page, rest)

    def fill(self, rest):
        fill(self.page, *rest.split(" = "))

    def is_(self, rest):
        path, *words = rest.split()
        same(text(self.page), read(path).replace(*words or ["", ""]),
             self.what("is " + rest))

    def writes(self, rest):
        words, _, path = rest.partition(" < ")
        same(text(self.page), ternion(*words.split(), text=read(path)),
             self.what("writes " + rest))

    def says(self, rest):
        said = ternion(*rest.split()).split("\n\n", 1)[1]
        same(self.page.run("find('ask-body').innerText").split()[:12],
             said.split()[:12], self.what("says " + rest))

    def verdict(self, rest):
        same(self.page.run("find('verdict').textContent"), rest,
             self.what("verdict"))

    def moves(self, rest):
        same(movetext(text(self.page)), rest.split(), self.what("moves"))

    def told(self, gesture, rest):
        """Makes a gesture, and waits until the text was checked again."""
        self.page.run("find('verdict').textContent = ''")
        gesture(self.page, *rest.split())
        self.page.until("find('verdict').textContent", 10)

    def draw(self, rest):
        self.told(draw, rest)

    def hold(self, rest):
        self.told(lambda page, *cells: touch(page, *cells, 0.7), rest)

    def drag(self, rest):
        touch(self.page, *rest.split(), 0)

    def mouse(self, rest):
        start, *way = rest.split()
        for kind, cell in [("mousePressed", start), *(
                ("mouseMoved", cell) for cell in way),
                ("mouseReleased", way[-1])]:
            x, y = self.page.place('[data-cell="%s"]' % cell)
            self.page.call("Input.dispatchMouseEvent", type=kind, x=x, y=y,
                           buttons=1, button="left", clickCount=1)

    def pinch(self, rest):
        """The page is enlarged from then on: nobody uses it again."""
        x, y = self.page.place(rest)
        self.page.call("Input.synthesizePinchGesture", x=x, y=y, scaleFactor=2)
        shared.clear()


if __name__ == "__main__":
    sys.exit(run_tests({**globals(), **steps("desk", DeskSteps)},
                       sys.argv[4:], False))
