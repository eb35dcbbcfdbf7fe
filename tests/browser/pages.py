"""Uses pages of `convert --to html` as readers do: pages.py BINARY RANDOM_GAMES

Each failure is a line; the last line is "N passed, N failed".
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../tools"))
import registry
from checks import (BINARY, Steps, check, large, press, random_games, read,
                    run_tests, same, sized, steps, ternion, window_of)

GAMES = list(registry.games(BINARY))
RECORDS = {
    "dreierschach": "tests/examples/game.pgn",
    "siege": "tests/golden/siege/last_king.pgn",
    "nivichanov": "tests/golden/nivichanov/opening.pgn",
    "triumvirate": "tests/golden/triumvirate/inherited_army.pgn",
    "bnem": "tests/golden/bnem/drawing.pgn",
    "threechess": "tests/golden/threechess/king_taken.pgn",
}
SIZES = [(320, 568), (568, 320), (360, 640), (390, 844), (844, 390),
         (768, 1024), (1024, 600), (1024, 768), (1366, 768), (1920, 1080)]
PAGE_OF_250 = 1200000  # bytes

scratch = tempfile.mkdtemp()


def path_of(name, text):
    path = os.path.join(scratch, name)
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    return path


def page_of(name, *files, text=None):
    """The path of a page of records."""
    html = ternion("convert", "-q", "--to", "html", *(files or ["-"]),
                   text=text)
    return path_of(name + ".html", html)


def status(page):
    return page.run("find('status').textContent")


def address(page):
    return page.run("location.hash")


def chosen(page):
    """The game that is chosen, as the list has it."""
    return page.run("find('choose').selectedOptions[0].textContent")


def text_of(page, selector):
    return page.run("document.querySelector(%s).textContent" %
                    json.dumps(selector))


# --- boards -------------------------------------------------------------------

# The parts of a drawing: layers, symbols and their places.
MEN = """[...document.querySelectorAll("#board .men use")].map(use => [
    use.parentNode.getAttribute("class"),
    use.getAttribute("href").replace(/^#b[0-9a-f]+-/, ""),
    use.getAttribute("transform")])"""


def men_of_svg(svg):
    name = "{http://www.w3.org/2000/svg}"
    root = ET.fromstring(svg)
    men = next(g for g in root.iter(name + "g") if g.get("class") == "men")
    return [[g.get("class"), re.sub("^#[bt][0-9a-f]+-", "", use.get("href")),
             use.get("transform")]
            for g in men.iter(name + "g") for use in g.findall(name + "use")]


def test_boards(page):
    """Each ply and each seat shows the drawing of `position --to svg`."""
    for game, record in RECORDS.items():
        first = ternion("select", "-q", "--first", "1", record)
        path = path_of("one.pgn", first)
        plies = len(ternion("position", "-q", "--every", path).split("\n")) - 2
        colours = "".join(player[0].lower() for player in
                          registry.games(BINARY)[game]["players"])
        page.open(page_of(game, path))
        pictures = os.path.join(scratch, game)
        ternion("position", "-q", "--every", "--to", "svg", "-O", pictures + "/",
                path)
        drawn = page.run("[...Array(%d).keys()].map(i => { i && document"
                         ".querySelector('[data-do=next]').click(); return %s; "
                         "})" % (plies + 1, MEN))
        for ply, men in enumerate(drawn):
            with open("%s/%04d.svg" % (pictures, ply), encoding="utf-8") as svg:
                same(men, men_of_svg(svg.read()),
                     "%s, ply %d: drawn" % (game, ply))
        same(address(page), "#g1-%d%s" % (plies, colours[0]), game + ": end")
        for seat in [1, 2, 0]:
            page.key("t")
            same(page.run(MEN), men_of_svg(ternion(
                "position", "-q", "--to", "svg", "--seat", colours[seat],
                path)), "%s, seat %d: drawn" % (game, seat))
            same(address(page), "#g1-%d%s" % (plies, colours[seat]),
                 game + ": address of a seat")


# All positions and records of a page, as it writes them.
WRITTEN = """JSON.stringify([...document.querySelectorAll("script.game")]
    .map(script => {
        const data = JSON.parse(script.textContent);
        const board = readBoard(data.board);
        const game = readGame(data, board);
        return [game.text, [game.start, ...game.main.plies].map(
            writePosition)];
    }))"""


def test_written(page):
    """The page saves the text that the command writes."""
    golden = [os.path.join(folder, name)
              for folder, _, names in os.walk("tests/golden")
              for name in sorted(names) if name.endswith(".pgn")]
    inputs = [(game, random_games(game, 8, 200)) for game in GAMES]
    inputs.append(("examples", ternion(
        "convert", "-q", "tests/browser/study.pgn", *golden)))
    inputs.append(("sieged", ternion(
        "convert", "-q", "-n", "siege", text=dict(inputs)["dreierschach"])))
    for name, text in inputs:
        page.open(page_of("written", text=text))
        games = json.loads(page.run(WRITTEN))
        again = ternion("convert", "-q", text=text)
        positions = ternion("position", "-q", "--every", text=again)
        same(len(games) > 0, True, name + ": games")
        same("".join(position + "\n" for _, all_positions in games
                     for position in all_positions), positions,
             name + ": positions")
        same(ternion("convert", "-q", text="\n".join(
            game for game, _ in games)), again, name + ": records")
        for game, _ in games:
            long = [line for line in game.split("\n")
                    if len(line) > 79 and not re.match(r"\[|.*[{;}]", line)]
            same(long, [], name + ": lines that are too long")


# --- reading the page ------------------------------------------------------------

def test_speed(page):
    """A game is played as fast as the reader wants."""
    page.size(1366, 768)
    page.open(page_of("study", "tests/browser/study.pgn"), "#g1-0w")
    page.run("(s => { s.value = '0.5'; "
             "s.dispatchEvent(new Event('change')); })(find('speed'))")
    start = time.monotonic()
    page.key(" ")
    page.wait(lambda: address(page) == "#g1-4w", 10)
    check(1.5 < time.monotonic() - start < 6, "the speed of playing")


def test_names(page):
    """Names are whole on a phone, with clocks next to them."""
    record = read("tests/browser/study.pgn")
    for name in ["White", "Gray", "Black"]:
        record = re.sub(r'\[%s ".*"\]' % name,
                        '[%s "Bernhardine of Altenburg"]' % name, record)
    page.open(page_of("names", text=record), "#g1-3")
    for size in sized(page, [(320, 568), (390, 844), (844, 390)]):
        same(page.run("[...document.querySelectorAll('.who b, .who .clock')]"
                      ".filter(e => e.scrollWidth > e.offsetWidth + 1 || "
                      "e.scrollHeight > e.offsetHeight + 1 || e.getBoundingClientRect().right > "
                      "e.closest('li').getBoundingClientRect().right || "
                      "e.getBoundingClientRect().bottom > e.closest('li')"
                      ".getBoundingClientRect().bottom).length"), 0,
             "%dx%d: names" % size)
        check(page.run("find('moves').clientHeight > 60"),
              "%dx%d: moves next to long names" % size)


def test_cells(page):
    """Cells are named as moves name them, on any board that can be read."""
    for game, notation, names in [("siege", "siege", "1a 8p 16a"),
                                  ("siege", "algebraic", "a1"),
                                  ("triumvirate", "triumvirate", "W3/B2.0"),
                                  ("threechess", "threechess", "BA2")]:
        page.open(path_of("cells.html", ternion(
            "convert", "-q", "-n", notation, "--to", "html", RECORDS[game])))
        # A touch and the mouse.
        page.run("document.querySelector('#board [data-cell]').dispatchEvent("
                 "new PointerEvent('pointerover', { bubbles: true }))")
        same(text_of(page, "#cell").split(), names.split(),
             "%s in %s" % (game, notation))
        for size in sized(page, [(390, 844), (844, 390), (1366, 768)]):
            what = "%s in %s at %dx%d" % (game, notation, *size)
            page.frame()
            check(page.run("getComputedStyle(document.querySelector("
                           "'#board .labels')).display !== 'none'"), what)
            check(page.run("(svg => parseFloat(getComputedStyle("
                           "svg.querySelector('.labels text')).fontSize) * "
                           "svg.getScreenCTM().a)(document.querySelector("
                           "'#board svg'))") > 6.5, what + ": size of names")
    # The mouse finds the cell below a piece.
    x, y = page.place('#board [data-cell="bf1" i]')
    page.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    same(text_of(page, "#cell").strip(), "BF1", "a cell below a piece")


def test_pools(page):
    """Hands, losses and states are in sight on a phone."""
    for game in GAMES:
        page.open(page_of("pools", text=random_games(game, 2, 150)), "#g2-120")
        for size in sized(page, [(390, 844), (844, 390), (320, 568)]):
            same(page.run(
                "[...document.querySelectorAll('#players .row, "
                "#players .badge:not(.turn), #players .row svg')].filter(e => {"
                "const a = e.getBoundingClientRect(), b = e.closest('li')"
                ".getBoundingClientRect(); return a.height === 0 || "
                "a.right > b.right || a.bottom > b.bottom || "
                "b.bottom > innerHeight; }).map(e => e.outerHTML)"), [],
                 "%s at %dx%d" % (game, *size))


# --- saving ---------------------------------------------------------------

def test_saving(page):
    page.size(1366, 768)
    folder = os.path.join(scratch, "saved")
    os.mkdir(folder)
    page.browser.call("Browser.setDownloadBehavior", behavior="allow",
                 downloadPath=folder)
    page.browser.call("Browser.grantPermissions", permissions=[
        "clipboardReadWrite", "clipboardSanitizedWrite"])
    record = "tests/golden/triumvirate/inherited_army.pgn"
    page.open(page_of("saved", record, "tests/examples/game.pgn"), "#g2-3g")
    page.click("#tab-about")

    def told(words):
        page.wait(lambda: words in text_of(page, "#told"), 10)

    def saved(action, name):
        press(page, action)
        path = os.path.join(folder, name)
        page.wait(lambda: os.path.exists(path) and os.path.getsize(path), 10)
        with open(path, encoding="utf-8") as file:
            return file.read()

    def copied(action):
        press(page, action)
        told("clipboard")
        return page.run("navigator.clipboard.readText()")

    name = "ann-bea-cem-1-0-3-club-night-1-2026-03-14"
    same(ternion("convert", "-q", text=saved("savePgn", name + ".pgn")),
         ternion("convert", "-q", "tests/examples/game.pgn"), "a saved game")
    press(page, "savePicture")
    page.wait(lambda: os.path.exists(os.path.join(folder, name + "-3.png")), 10)
    page.call("Page.bringToFront")
    same(copied("copyPosition"), ternion(
        "position", "-q", "--ply", "3", "tests/examples/game.pgn").strip(),
        "a copied position")
    page.run("find('told').textContent = ''")
    press(page, "copyPicture")
    told("picture is in the clipboard")
    same(page.run("navigator.clipboard.read().then(items => items[0].types)"),
         ["image/png"], "a copied picture")


# --- windows and devices ---------------------------------------------------------------

# Elements that leave the window, or are too small to use.
CRAMPED = """(() => {
    const wrong = [];
    const inside = (name, box) => {
        if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 ||
            box.bottom > innerHeight + 1)
            wrong.push(name + " leaves the window");
    };
    for (const id of ["board", "controls", "status", "players", "title"])
        inside(id, find(id).getBoundingClientRect());
    for (const button of document.querySelectorAll("#controls > *")) {
        if (!button.checkVisibility())
            continue;
        const box = button.getBoundingClientRect();
        inside(button.title, box);
        if (box.width < 24 || box.height < 24 ||
            button.scrollWidth > button.clientWidth + 1)
            wrong.push(button.title + " is too small");
    }
    /* The corners, as the box of a path that is turned is larger. */
    const cells = [...document.querySelectorAll("#board [data-cell]")]
        .map(path => {
            const corners = path.getAttribute("d").match(/-?[\\d.]+/g);
            const points = [];
            for (let i = 0; i < corners.length; i += 2)
                points.push(new DOMPoint(corners[i], corners[i + 1])
                    .matrixTransform(path.getScreenCTM()));
            const xs = points.map(p => p.x), ys = points.map(p => p.y);
            return { left: Math.min(...xs), right: Math.max(...xs),
                top: Math.min(...ys), bottom: Math.max(...ys) };
        });
    const width = Math.max(...cells.map(c => c.right)) -
        Math.min(...cells.map(c => c.left));
    cells.forEach(c => inside("a cell", c));
    if (width < 0.62 * Math.min(innerWidth, innerHeight))
        wrong.push("the board is small: " + width);
    const root = document.scrollingElement;
    if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight ||
        scrollY !== 0)
        wrong.push("the page scrolls");
    const moves = find("moves").getBoundingClientRect();
    const link = document.querySelector(".move[aria-current]")
        .getBoundingClientRect();
    if (moves.height < 44 || link.top < moves.top - 1 ||
        link.bottom > moves.bottom + 1)
        wrong.push("the move is not in sight");
    const board = find("board").getBoundingClientRect();
    for (const id of ["controls", "status", "players", "side", "title"]) {
        const box = find(id).getBoundingClientRect();
        if (box.left < board.right - 1 && box.right > board.left + 1 &&
            box.top < board.bottom - 1 && box.bottom > board.top + 1)
            wrong.push(id + " covers the board");
    }
    return [...new Set(wrong)];
})()"""


def test_sizes(page):
    for game in GAMES:
        page.open(page_of("sizes", text=random_games(game, 3, 90)), "#g2-31")
        for later in ["", ", later"]:
            for width, height in sized(page, SIZES):
                # With an engine there is one button more.
                page.run("document.body.classList.toggle('playable', %d); "
                         "show(state.node)" % (width % 4 == 0))
                same(page.run(CRAMPED), [],
                     "%s at %dx%d%s" % (game, width, height, later))
            for key in ["ArrowRight"] * 3 + ["t"]:
                page.key(key)
    page.size(320, 568, mobile=True)
    page.open(page_of("study", "tests/browser/study.pgn"), "#g1-1w")
    same(page.run(CRAMPED), [], "long words at 320x568")
    page.click("#tab-about")
    check(page.run("(e => e.scrollWidth <= e.clientWidth)"
                   "(find('about'))"),
          "long words wrap")


def test_colours(page):
    """Text differs from its background, by day and by night."""
    path = page_of("study", "tests/browser/study.pgn")
    contrasts = """(() => {
        const rgb = text => text.match(/[\\d.]+/g).slice(0, 4).map(Number);
        const light = c => { const [r, g, b] = c.slice(0, 3).map(v =>
            (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
            return .2126 * r + .7152 * g + .0722 * b; };
        const behind = e => { for (; e; e = e.parentElement) {
            const c = rgb(getComputedStyle(e).backgroundColor);
            if (c.length < 4 || c[3] === 1) return c; } return [255, 255, 255]; };
        return [...document.querySelectorAll("body *")].filter(e =>
            e.checkVisibility && e.checkVisibility() && !e.closest("svg") &&
            [...e.childNodes].some(n => n.nodeType === 3 &&
                n.textContent.trim())).map(e => {
            const a = light(rgb(getComputedStyle(e).color)) + .05;
            const b = light(behind(e)) + .05;
            return [Math.max(a, b) / Math.min(a, b),
                e.tagName + "." + e.className + "#" + e.id];
        }).filter(([ratio]) => ratio < 4.5);
    })()"""
    for dark in [False, True]:
        page.size(1366, 768, dark=dark)
        page.open(path, "#g1-3w")
        for tab in ["moves", "pieces", "about"]:
            page.click("#tab-" + tab)
            same(page.run(contrasts), [],
                 "contrast, %s%s" % (tab, ", dark" if dark else ""))


def test_large_text(page):
    """Text of twice the size is read on phones and on a desktop."""
    page.open(page_of("large", "tests/golden/siege/last_king.pgn"), "#g1-20")
    for size in sized(page, [(360, 640), (390, 844), (844, 390), (1280, 800)]):
        large(page, ["board", "controls", "status", "players", "moves"],
              "%dx%d" % size)


# --- how much -------------------------------------------------------------------------

def test_amount(page):
    for game in GAMES:
        path = page_of("many", text=random_games(game, 250, 150))
        size = os.path.getsize(path)
        check(size <= PAGE_OF_250, "%s: 250 games have %d bytes" % (game, size))
        for hash in ["", "#g250-20b"]:
            page.open(path, hash)
            page.until("document.querySelector('#board .men use')")
    games = random_games("dreierschach", 1000, 60)
    path = page_of("myriad", text="\n".join([games] * 10))
    page.open(path, "#g10000-7")
    check(chosen(page).startswith("10000. "), "10,000 games")
    same(page.run("find('choose').length"), 10000, "games in the list")


def test_manual(page):
    """The manual as a site: search, links, and every width."""
    if shutil.which("mandoc") is None:
        return
    site = os.path.join(scratch, "manual")
    subprocess.run(["man/site.py", BINARY, site], check=True)
    for width, height, dark in [(360, 640, True), (1366, 768, False)]:
        page.size(width, height, mobile=width < 500, dark=dark)
        for name in ["index", "ternion-check.1", "gallery/index",
                     "diagnostics/move-flank"]:
            page.open(os.path.join(site, name + ".html"))
            same(page.run("[getComputedStyle(document.body).backgroundColor ==="
                          " 'rgb(28, 28, 28)', document.querySelector('nav a')"
                          ".href.endsWith('/manual/index.html')]"),
                 [dark, True], "manual: colours and the way back of " + name)
            check(page.run("document.documentElement.scrollWidth") <= width,
                  "manual: %s is wider than %d" % (name, width))
        page.key("/")
        for letter in "flank rule":
            page.key(letter)
        same(page.run("document.querySelector('#found a').textContent"),
             "ternion-variants(7): Flank rule", "first found")
        check("diagnostics/move-flank.html" in page.run(
            "[...document.querySelectorAll('#found a')].map(a => a.href)"
            ".join(' ')"), "manual: the diagnostic is found")
        page.key("ArrowDown")
        same(page.run("document.activeElement.textContent"),
             "ternion-variants(7): Flank rule", "the arrow to a result")
        page.key("ArrowUp")
        page.key("Enter")
        page.until("location.hash + document.readyState === "
                   "'#Flank_rulecomplete'")
        page.run("(e => { e.value = 'zzz'; e.dispatchEvent(new Event('input'))"
                 "; })(document.getElementById('search'))")
        same(text_of(page, "#found"), "No section holds all of these words.",
             "nothing found")


class PageSteps(Steps):
    """The words of pages.steps: `open FILE... #HASH` and `text TEXT` make a page,
    `again #HASH` opens it again, and `at #HASH WORDS` compares where it is."""

    PRELUDE = Steps.PRELUDE + """
        var $chosen = () => find("choose").selectedOptions[0].textContent;"""

    def window(self, rest):
        self.page.size(*window_of(rest)[0], **window_of(rest)[1])

    def open(self, rest):
        files, _, hash = rest.partition(" #")
        self.path = page_of("steps", *files.split())
        self.again("#" * bool(hash) + hash)

    def again(self, rest):
        self.page.open(self.path, rest)

    def text(self, rest):
        self.page.open(page_of("steps", text=rest.replace("\\n", "\n")))

    def at(self, rest):
        place, _, words = rest.partition(" ")
        same((address(self.page), words in status(self.page)), (place, True),
             self.what("at " + rest))

    def paper(self, _):
        self.page.pdf(os.path.join(scratch, "steps.pdf"))


def main():
    try:
        return run_tests({**globals(), **steps("pages", PageSteps)},
                         sys.argv[3:], True)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
