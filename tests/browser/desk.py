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
from checks import (BINARY, accessible, check, large, press, random_games, read,
                    run_tests, same, sized, ternion, texts)

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


def test_problems(browser):
    """A problem leads to its place and its board; suggestions are written."""
    page = opened(browser)
    faulty = read("tests/examples/faulty.pgn")
    put(page, faulty)
    page.run("document.querySelector('[data-problem=\"2\"]').click()")
    same(page.run("(a => a.value.slice(a.selectionStart, a.selectionEnd))"
                  "(find('text'))"), "Bc3", "the place of a problem")
    same(page.run("[state.number, state.node.address]"), [2, "0"], "its board")
    same(page.run("[...document.querySelectorAll('#marks mark')]"
                  ".map(mark => mark.className + ' ' + mark.textContent)"),
         ["warning 10j8", "error 3-0-1", "error Bc3", "note Nd6"], "marks")
    settle(page, "document.querySelector('[data-fix=\"2\"]').click()")
    same(text(page), faulty.replace("Bc3", "bc3"), "a suggestion")
    do(page, "undo")
    same(text(page), faulty, "undo")
    page.run("document.querySelector('[data-explain=move-flank]').click()")
    page.until("find('ask').open")
    same(" ".join(page.run("find('ask-body').innerText").split())[:70],
         " ".join(ternion("help", "move-flank").split("\n\n", 1)[1].split())
         [:70], "the words of help")
    page.run("find('ask').close()")
    put(page, read("tests/examples/slip.pgn"))
    press(page, "mend")
    same(page.run("[...find('ask-body').children].filter(line => "
                  "line.className).map(line => line.className)"),
         ["old", "new"], "the change that mends")
    click(page, "#answers button")
    same((text(page), page.run("find('verdict').textContent")),
         (ternion("check", "--fix", "-q", text=read("tests/examples/slip.pgn")),
          "All is well in 1 record"), "mended")


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


def test_convert(browser):
    """The text becomes what `convert` writes."""
    page = opened(browser)
    path = "tests/golden/siege/castling.pgn"
    for format, notation in [("pgn", "coordinate"), ("json", ""),
                             ("yaml", "algebraic"), ("jsonl", "siege")]:
        put(page, read(path))
        press(page, "convert")
        page.run("find('to-format').value = '%s'; find('to-notation').value "
                 "= '%s'" % (format, notation))
        do(page, "convertHere")
        how = ["--notation", notation] if notation else []
        same(text(page), ternion("convert", "-q", "--to", format, *how, path),
             "convert to %s, %s" % (format, notation))
        do(page, "undo")
        same(text(page), read(path), "undo a conversion")
    put(page, read("tests/examples/faulty.pgn") + "\n" + read(path))
    press(page, "convert")
    page.run("find('to-format').value = 'jsonl'")
    press(page, "convertCopy")
    page.until("find('told').textContent.includes('2 records')")
    press(page, "convertHere")
    check("2 records with errors" in page.run("find('ask-title').textContent"),
          "records with errors: " + page.run("find('ask-title').textContent"))
    click(page, "#answers button")
    same(text(page), ternion("convert", "-q", "--to", "jsonl", path),
         "the records without errors")
    same(page.run("keptTexts().then(all => new TextDecoder().decode("
                  "all.find(one => one.id !== state.id).bytes))").split(),
         read("tests/examples/faulty.pgn").split(), "the others are kept")
    put(page, read("tests/examples/faulty.pgn"))
    press(page, "convertHere")
    same(page.run("find('answers').children.length"), 0, "nothing to convert")


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


def test_new_game(browser):
    """A game begins with other options, and from another position."""
    page = opened(browser)
    put(page, "")
    press(page, "fresh")
    same(page.run("[...document.querySelectorAll('#new-options [name]')]"
                  ".map(e => [e.name, e.value])"),
         [["Pope", "yes"], ["Siege", "points"], ["SiegeThreshold", ""],
          ["SiegeCalls", ""], ["SiegeTwo", "yes"]], "options of siege")
    page.run("document.querySelector('#new-options [name=Pope]').value = 'no'; "
             "document.querySelector('#new-options [name=SiegeThreshold]')"
             ".value = '4,4,6'")
    do(page, "begin")
    check('[Pope "no"]\n' in text(page) and
          '[SiegeThreshold "4,4,6"]' in text(page), "options in the record")
    same(page.run("find('verdict').textContent"), "All is well in 1 record",
         "a game with options")
    begin(page, "dreierschach")
    enter(page, "fg3")
    press(page, "fresh")
    page.run("find('new-position').value = write('position_write', "
             "state.position, '3pf', 0)")
    do(page, "begin")
    check(re.search(r'\[Position ".* g .*"\]', text(page).split("\n\n")[2]),
          "the start that was given")
    enter(page, "ff8")
    check(text(page).endswith("1.. ff8 *\n"), "a move from there")
    press(page, "fresh")
    page.run("find('new-position').value = 'nonsense'")
    press(page, "begin")
    check(page.run("find('new').open && find('new-fault').textContent"),
          "a position that is none")


def movetext(record):
    return record[record.rindex("]\n") + 2:].split()


def test_clicks(browser):
    """Random games of all games, entered by clicks, are what `convert`
    writes."""
    page = opened(browser)
    for game in registry.games(BINARY):
        played = random_games(game, 1, 40, seed=11)
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


CALL = """[...document.querySelectorAll('#hand button')].find(one =>
    one.textContent.includes('(%s)')).click()"""


def test_choices(browser):
    """Declarations are the player's choice; so is the mover where the order of
    play leaves it open."""
    page = opened(browser, 390, 844, mobile=True)
    start = '[Variant "siege"]\n[SetUp "1"]\n[Position "rPc9,wKe1,rKe12,' \
            'wRk13,bOm8,bKp12 w w-.r-.b- - aaa 0 20"]\n\n*\n'
    for said in ["W13f-12g", "W13f-12g(C)", "W13f-12g(CR)", "W13f-12g(CB)"]:
        put(page, start)
        page.run("tap('k13'); tap('k12')")
        same(texts(page, "#choices small"), ["declares " + what for what in [
            "check", "check to Red", "check to Black", "nothing"]], "a choice")
        settle(page, "[...find('choices').children].find(one => "
               "one.children[1].textContent === '%s').click()" % said)
        same(movetext(text(page))[1], said, "a declaration")
    for call in "YS":
        put(page, start)
        page.run(CALL % call)
        page.run("document.querySelectorAll('#answers button')[1].click(); "
                 "tap('k13'); tap('k12')")
        settle(page, "[...find('choices').children].find(one => one"
               ".children[1].textContent === 'W13f-12g(C)').click()")
        same(movetext(text(page))[1], "W13f-12g(C%s)" % call,
             "a call with a move")
    put(page, read("tests/golden/siege/declarations.pgn"))
    page.run("openAt(2, '0')")
    same(texts(page, "#hand span"), ["W(Y)", "W(S)"], "calls")
    begin(page, "nivichanov")
    page.run(CALL % "Y")
    same(page.run("find('answers').children.length"), 1,
         "a call that no move may have")
    page.run("find('ask').close()")
    for mover, cells in [("R", ["b7", "b6"]), ("B", ["g2", "f2"])]:
        begin(page, "bnem")
        enter(page, "e1")
        settle(page, "; ".join("tap('%s')" % cell for cell in cells))
        same(movetext(text(page))[2][:2], mover + ":", "the mover")
        do(page, "takeBack")
        enter(page, "%s:%s" % (mover, cells[1]))
        same(movetext(text(page))[2][:2], mover + ":", "the mover, typed")


def enter(page, token):
    settle(page, "find('token').value = %s; find('entry').requestSubmit()" %
           json.dumps(token))


def test_tokens(browser):
    """Moves are typed, taken back, and begin variations."""
    page = opened(browser)
    begin(page, "dreierschach")
    for token in ["fg3", "ff8", "10j8"]:
        enter(page, token)
    same(movetext(text(page)), "1. fg3 ff8 10j8+ *".split(), "typed moves")
    page.run("find('token').value = 'Nd5'; find('entry').requestSubmit()")
    check("cannot move" in page.run("find('told').textContent"),
          "a move that is not legal")
    press(page, "back")
    enter(page, "Nj10")
    same(movetext(text(page)), "1. fg3 ff8 10j8+ (1... Nj10) *".split(),
         "a variation")
    same(page.run("state.node.address"), "2.1.1", "its path")
    do(page, "takeBack")
    same(movetext(text(page)), "1. fg3 ff8 10j8+ *".split(), "taken back")
    fill(page, "#tags [name=White]", "Ann")
    check('[White "Ann"]' in text(page), "a tag")
    page.run("setTag({ name: 'Result', value: '7-0-0' })")
    check("7-0-0" in page.run("find('told').textContent"), "a result")


def test_take_back(browser):
    """A result goes with the move that gave it; what a slip of the finger would
    lose is asked for."""
    page = opened(browser, 390, 844, mobile=True)
    put(page, read("tests/examples/game.pgn"))
    press(page, "last")
    do(page, "takeBack")
    same(movetext(text(page))[-2:], ["10j8+", "*"], "the result of a mate")
    enter(page, "Qh7")
    same(movetext(text(page))[-2:], ["Qh7++", "1-0-3"], "the mate again")
    press(page, "first")
    press(page, "next")
    before = text(page)
    press(page, "takeBack")
    same(page.run("find('ask-title').textContent"),
         "Take back fg3 and all that follows it?", "a question")
    page.run("document.querySelector('#ask [data-close]').click()")
    same(text(page), before, "all is there still")
    press(page, "takeBack")
    click(page, "#answers button")
    same(movetext(text(page)), ["*"], "taken back")
    begin(page, "siege")
    page.run(CALL % "S")
    same(page.run("state.node.address"), "0", "no call of a draw by one tap")
    click(page, "#answers button")
    same(movetext(text(page))[-2:], ["W(S)", "1/3-1/3-1/3"], "a draw")
    do(page, "takeBack")
    same(movetext(text(page)), ["*"], "no draw")


def draw(page, start, end):
    """Draws an arrow with the right button."""
    for kind, cell in [("mousePressed", start), ("mouseReleased", end)]:
        x, y = page.place('[data-cell="%s"]' % cell)
        page.call("Input.dispatchMouseEvent", type=kind, x=x, y=y,
                  button="right", clickCount=1)


def test_remarks(browser):
    """Comments, annotations, arrows and marks are written into the record."""
    page = opened(browser)
    begin(page, "dreierschach")
    enter(page, "fg3")
    fill(page, "#comment", "why not")
    fill(page, "#nag", "2")
    for start, end in [("f5", "f5"), ("f3", "g6"), ("f5", "f5")]:
        page.run("find('verdict').textContent = ''")
        draw(page, start, end)
        page.until("find('verdict').textContent")
    same(movetext(text(page)),
         "1. fg3 $2 {why not} {[%cal Gf3g6]} *".split(), "remarks")
    same(page.run("document.querySelectorAll('#board .drawn path').length"), 1,
         "an arrow is drawn")
    same(page.run("document.querySelector('#moves .comment').textContent"),
         "why not", "the comment without its commands")


def test_list(browser):
    """The list has dots, clocks and signs; variations are promoted and
    deleted; a diagnostic names its record."""
    page = opened(browser)
    put(page, read("tests/browser/study.pgn"))
    same(texts(page, "#moves .number")[:4],
         ["1.", "1..", "1..", "1..."], "numbers")
    same(texts(page, "#moves .time"),
         ["0:09:58", "0:09:50", "0:09:30"], "clocks")
    same(page.run("new Set([...document.querySelectorAll('#moves .dot')]"
                  ".map(one => one.style.background)).size"), 3, "dots")
    same(texts(page, "#moves .nag")[:2], ["!", "\u2a72"], "signs")
    put(page, read("tests/examples/game.pgn"))
    click(page, "[data-promote]")
    same(movetext(text(page)), ("1. fg3 Nd6 (1.. ff8 $2 {leaves the king's "
         "row open} 1... 10j8+ 2. Qh7++) 1... 10j8 2. Nh4 *").split(),
         "a line that was promoted")
    click(page, "[data-promote]")
    same(movetext(text(page))[-3:], ["2.", "Qh7++", "1-0-3"], "and back")
    page.run("document.querySelector('[data-cut]').click()")
    click(page, "#answers button")
    check("(" not in " ".join(movetext(text(page))), "a line that is deleted")
    put(page, read("tests/examples/faulty.pgn"))
    check(page.run("find('problems').textContent.includes('record 2, ')"),
          "a diagnostic and its record")


def touch(page, start, end, wait):
    """A finger goes from a cell to another, after so many seconds."""
    points = [page.place('[data-cell="%s"]' % cell) for cell in [start, end]]
    page.call("Input.dispatchTouchEvent", type="touchStart",
              touchPoints=[dict(zip("xy", points[0]))])
    time.sleep(wait)
    page.call("Input.dispatchTouchEvent", type="touchMove",
              touchPoints=[dict(zip("xy", points[1]))])
    page.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


def test_touch(browser):
    """A long touch draws; a short one moves."""
    page = opened(browser, 390, 844, mobile=True)
    begin(page, "dreierschach")
    enter(page, "fg3")
    for start, end, expected in [("f5", "f5", "{[%csl Gf5]}"),
                                 ("f3", "g6", "{[%csl Gf5]} {[%cal Gf3g6]}")]:
        page.run("find('verdict').textContent = ''")
        touch(page, start, end, 0.7)
        page.until("find('verdict').textContent", 10)
        same(movetext(text(page)), ("1. fg3 %s *" % expected).split(),
             "a long touch")
    touch(page, "f10", "f10", 0)
    page.wait(lambda: page.run("state.steps[0]") == "f10", 10)
    check(page.run("document.querySelectorAll('.target').length > 0"),
          "a short touch")
    same(page.run("scrollY"), 0, "the page stays where it is")


def test_players(browser):
    """Each player has his name, clock, pieces and state at his side; the fields
    of tags hold no question marks and keep the focus."""
    page = opened(browser)
    put(page, read("tests/golden/bnem/game.pgn"))
    page.run("show(state.game.nodes.get('20'))")
    same(page.run("['below', 'left', 'right'].map(id => find(id).innerText"
                  ".split('\\n')[0].trim().split(/\\s+/).join(' '))"),
         ["Ann", "Bea", "Cem"], "names")
    same(page.run("[...find('below').querySelectorAll('.badge')].map("
                  "one => one.textContent)"),
         ["to move", "in check by Black"], "states")
    same(page.run("[...find('below').querySelectorAll('[role=img]')]"
                  ".map(one => one.getAttribute('aria-label'))"),
         ["hand: 1 pawn and 1 draught", "lost: 1 pawn and 1 chariot"], "hands and lost pieces")
    put(page, '[Variant "dreierschach"]\n\n1. fg3 {[%clk 0:05:00]} *\n')
    page.run("show(state.game.nodes.get('1'))")
    check("0:05:00" in page.run("find('below').textContent"), "a clock")
    press(page, "turn")
    check("0:05:00" in page.run("find('right').textContent"), "turned")
    same(page.run("[...find('tags').elements].filter(one => "
                  "one.value.includes('?')).length"), 0, "fields of tags")
    page.run("document.querySelector('details').open = true; 0")
    fill(page, "#tags [name=Gray]", "Bea")
    same(page.run("document.activeElement.name"), "Gray", "the focus")
    put(page, read("tests/golden/siege/castling.pgn"))


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


def test_drag(browser):
    """A finger and the mouse drag a piece; two fingers enlarge the board; the
    king castles on to his rook; a cell that is no target says why."""
    page = opened(browser, 390, 844, mobile=True)
    begin(page, "dreierschach")
    touch(page, "f2", "g3", 0)
    page.until("state.node.address === '1'", 10)
    same(movetext(text(page))[1], "fg3", "a piece that a finger drags")
    page.run("tap('f10'); tap('b3')")
    check("cannot move" in page.run("find('told').textContent"),
          "a cell that is no target")
    x, y = page.place("#board")
    page.call("Input.synthesizePinchGesture", x=x, y=y, scaleFactor=2)
    page.until("visualViewport.scale > 1.5", 10)
    page.close()
    shared.clear()
    page = opened(browser)
    begin(page, "dreierschach")
    for kind, cell in [("mousePressed", "f2"), ("mouseMoved", "g2"),
                       ("mouseMoved", "g3"), ("mouseReleased", "g3")]:
        x, y = page.place('[data-cell="%s"]' % cell)
        page.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, buttons=1,
                  button="left", clickCount=1)
    page.until("state.node.address === '1'", 10)
    same(movetext(text(page))[1], "fg3", "a piece that the mouse drags")
    put(page, read("tests/golden/dreierschach/castling.pgn"))
    page.run("show(state.game.nodes.get('9'))")
    king, rook = page.run("(one => [one.ways[0][0], one.ways[1][1]])("
                          "state.legal.find(one => one.type === 'castle'))")
    page.run("tap('%s'); tap('%s')" % (king, rook))
    page.until("state.node.address !== '9'", 10)
    check(page.run("state.node.text").startswith("0-0"), "castling")


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
    check("Nj10" in page.run(desk + ".getElementById('text').value"),
          "a move that was tried")
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


def test_print(browser):
    """Paper has a score sheet: names, the board in light colours, the moves of
    each player in a column, and no controls; with errors, what can be played."""
    for width, record, moves in [
            (390, "tests/examples/game.pgn",
             "Ann Bea Cem 1. fg3 ff8 Nd6 10j8 Nh4 1... 10j8+ 2. Qh7++"),
            (1280, "tests/examples/faulty.pgn",
             "Ann Bea Cem 1. fg3 ff8 10j8+ 2. Qh7++")]:
        page = opened(browser, width, 844, dark=True)
        put(page, read(record))
        page.call("Emulation.setEmulatedMedia", media="print")
        page.run("dispatchEvent(new Event('beforeprint'))")
        same(page.run("['paper', 'board', 'moves', 'status', 'text', 'controls', "
                      "'entry'].filter(id => find(id).checkVisibility() && "
                      "find(id).innerText !== '')"),
             ["paper"], "%d: on paper" % width)
        same(page.run("[...find('paper').querySelectorAll('.who b, .flow > "
                      ".number, .flow .move')].map(e => e.textContent.trim())"),
             moves.split(), "the sheet")


def test_keys(browser):
    """A record is replayed with the keys."""
    page = opened(browser)
    put(page, read("tests/examples/game.pgn"))
    page.run("document.activeElement.blur()")
    for key, path in [("End", "4"), ("ArrowLeft", "3"), ("Home", "0"),
                      ("ArrowRight", "1")]:
        page.key(key)
        same(page.run("state.node.address"), path, key)
    page.key("t")
    same(page.run("state.seat"), 1, "turn")
    page.key("?")
    check(page.run("find('help').open"), "help")


def test_large_text(browser):
    """Text of twice the size is read on phones and on a desktop."""
    page = opened(browser)
    put(page, read("tests/golden/siege/last_king.pgn"))
    for size in sized(page, [(320, 568), (390, 844), (844, 390), (1280, 800)]):
        for view, ids in [("play", ["board", "controls", "entry", "moves"]),
                          ("source", ["text", "result"])]:
            page.run("view('%s')" % view)
            large(page, ids, "%dx%d, %s" % (*size, view))


def test_forced_colours(browser):
    """With the colours of the system, marks stay below the text, and targets and
    players can be told apart."""
    page = opened(browser, forced=True)
    put(page, read("tests/examples/faulty.pgn"))
    same(page.run("getComputedStyle(find('marks')).color"), "rgba(0, 0, 0, 0)",
         "the marks")
    put(page, read("tests/examples/game.pgn"))
    page.run("actions.first(); tap('f2')")
    same(page.run("[new Set([...document.querySelectorAll('#moves .dot')].map("
                  "e => getComputedStyle(e).backgroundColor)).size, new Set(["
                  "'.target', '.chosen'].map(s => getComputedStyle(document"
                  ".querySelector(s)).fill)).size]"), [3, 2], "colours")


def test_keyboard(browser):
    """A game is begun, entered and replayed with the keyboard alone."""
    page = opened(browser)
    page.tab_to("[data-do=home]", 300)  # past the texts that are kept
    page.key("Enter")
    page.until("document.body.className.includes('empty')")
    page.tab_to("[data-game=dreierschach]")
    page.key("Enter")
    page.tab_to("[name=White]")
    page.type("Ann")
    page.tab_to("[data-do=begin]")
    page.key("Enter")
    page.wait(lambda: "Ann" in text(page))
    page.tab_to("#token")
    for number, move in enumerate(["fg3", "ff8", "10j8"], 1):
        page.type(move)
        page.key("Enter")
        page.wait(lambda: page.run("state.node.address") == str(number), 10)
    page.tab_to(".move")
    page.key("Home")
    same(page.run("state.node.address"), "0", "the start")
    page.key("End")
    page.tab_to("#comment")
    page.type("why not")
    page.tab_to("#nag")
    page.wait(lambda: "why not" in text(page))
    same(movetext(text(page)), "1. fg3 ff8 10j8+ {why not} *".split(), "entered")
    page.tab_to("[data-do=takeBack]")
    page.key("Enter")
    page.wait(lambda: "10j8" not in text(page), 10)


def test_access(browser):
    """axe-core finds no violation, in light and dark, in each dialog."""
    for width, dark in [(1280, False), (1280, True), (390, False), (390, True)]:
        page = opened(browser, width, 844, mobile=width < 700, dark=dark)
        put(page, read("tests/examples/faulty.pgn"))
        for step in ["view('source')", "view('play')",
                     "find('help').showModal()",
                     "find('help').close(); find('convert').showModal()",
                     "find('convert').close(); find('new').showModal()"]:
            page.run(step)
            accessible(page, "%d %s %s" % (width, dark, step))


def test_amount(browser):
    """The page is small."""
    check(os.path.getsize(PAGE) <= PAGE_BYTES, "size of the page")


if __name__ == "__main__":
    sys.exit(run_tests(globals(), sys.argv[4:]))
