"""Checks for the tests of pages in Chromium, and the run of all tests."""

import json
import os
import re
import subprocess
import sys

import chrome
from registry import check, counted, text_of as read

BINARY, RANDOM_GAMES = sys.argv[1:3]


def ternion(*arguments, text=None):
    return subprocess.run([BINARY, *arguments], input=text,
                          capture_output=True, encoding="utf-8").stdout


def random_games(game, number, plies, seed=7):
    return subprocess.run(
        [RANDOM_GAMES, "-v", game, "-n", str(number), "-p", str(plies), "-s",
         str(seed)], capture_output=True, encoding="utf-8").stdout


def same(got, expected, what):
    check(got == expected, "%s: %r, not %r" % (what, got, expected))


def quiet(page, what):
    """The page asked nobody for anything, and nothing went wrong."""
    asked = [url for url in page.requests
             if not re.match("(file|about|blob|data):", url)]
    same((page.complaints, asked), ([], []), what)
    page.complaints.clear()
    page.requests.clear()


def accessible(page, what):
    """axe-core, the file $AXE, finds no violation. The policy of the page lets
    no other script in."""
    if not os.environ.get("AXE"):
        return
    page.call("Page.setBypassCSP", enabled=True)
    with open(os.environ["AXE"], encoding="utf-8") as source:
        page.run("window.axe ? 0 : 1") and page.run(source.read() + "; 0")
    same(page.run("axe.run().then(all => all.violations.map(one => "
                  "one.id + ' ' + one.nodes[0].html.slice(0, 80)))"),
         [], "axe-core: " + what)


def press(page, action):
    page.run("document.querySelector('[data-do=%s]').click()" % action)


def texts(page, selector):
    return page.run("[...document.querySelectorAll(%s)].map(one => "
                    "one.textContent.trim())" % json.dumps(selector))


def sized(page, sizes):
    """Gives the page windows of these sizes."""
    for width, height in sizes:
        page.size(width, height, mobile=width < 900, dark=width % 3 == 0)
        yield width, height


# Elements with text that is cut off, or that leave the window to the side.
CUT = """[...document.querySelectorAll("button, label, p, li, .move, .who b")]
    .filter(e => e.checkVisibility() && e.textContent.trim() &&
        !e.matches("#status, .unseen") &&
        (r => r.width > 0 && (r.left < -1 || r.right > innerWidth + 1))(
            e.getBoundingClientRect()))
    .map(e => e.outerHTML.slice(0, 80))"""


def large(page, ids, what):
    """With text of twice the size nothing leaves the window, and the elements
    of these ids can be scrolled into it and have room."""
    page.run("document.documentElement.style.fontSize = '200%'; 0")
    same(page.run(CUT), [], what + ": cut off")
    same(page.run("%r.filter(id => { const e = document.getElementById(id);"
                  "e.scrollIntoView({ block: 'nearest' });"
                  "const r = e.getBoundingClientRect();"
                  "return r.height < 44 || r.top < -1 && r.bottom < 44 ||"
                  "r.top > innerHeight - 44; })" % ids), [],
         what + ": out of reach")


def window_of(words):
    """The size and the rest of "390x844 mobile dark"."""
    size, *how = words.split()
    return map(int, size.split("x")), dict.fromkeys(how, True)


class Steps:
    """What the lines of a file of steps do, each by its first word. `?` has an
    expression, `=` its value as JSON and `~` words of its value. The lines from
    `each A B | C D` to `end` run for each of these, with @0, @1, @2 for all of
    them, the first and the second."""

    PRELUDE = """var $all = s => [...document.querySelectorAll(s)],
        $one = s => document.querySelector(s),
        $texts = s => $all(s).map(e => e.textContent.trim());"""
    SIGNS = {"?": "ask", "=": "equals", "~": "has", "is": "is_"}

    def __init__(self, page, title):
        self.page, self.title, self.asked = page, title, None

    def play(self, lines):
        while lines:
            word, _, rest = lines[0].partition(" ")
            end = 1
            if word == "each":
                end = lines.index("end") + 1
                for given in rest.split(" | "):
                    parts = [given, *given.split()]
                    self.play([re.sub(r"@([0-3])", lambda m: parts[int(m[1])],
                                      line) for line in lines[1:end - 1]])
            else:
                try:
                    getattr(self, self.SIGNS.get(word, word))(rest)
                except chrome.Failed as failure:
                    raise chrome.Failed("%s: %s" % (lines[0], failure))
            lines = lines[end:]

    def what(self, words):
        return "%s: %s" % (self.title, words)

    def value(self, expression):
        return self.page.run(self.PRELUDE + expression)

    def ask(self, rest):
        self.asked, self.got = rest, self.value(rest)

    def equals(self, rest):
        same(self.got, json.loads(rest), self.what(self.asked))

    def has(self, rest):
        check(rest in self.got, self.what("%s: no %s in %r" % (
            self.asked, rest, self.got)))

    def run(self, rest):
        self.value(rest + "; 0")

    def until(self, rest):
        self.page.wait(lambda: self.value("Boolean(%s)" % rest), 10)

    def press(self, rest):
        press(self.page, rest)

    def click(self, rest):
        self.page.click(rest)

    def key(self, rest):
        self.page.key({"Space": " "}.get(rest, rest))

    def shift(self, _):
        self.page.call("Input.dispatchKeyEvent", type="keyDown", key="Shift",
                       windowsVirtualKeyCode=16)

    def tab(self, rest):
        self.page.tab_to(rest, 300)

    def type(self, rest):
        self.page.type(rest)

    def swipe(self, rest):
        self.page.swipe("#board", int(rest))

    def media(self, rest):
        self.page.call("Emulation.setEmulatedMedia", media=rest)

    def accessible(self, _):
        accessible(self.page, self.title)


def steps(name, kind):
    """The tests of NAME.steps, each by its name, whose lines `kind` runs."""
    text = re.sub("(?m)^#.*\n", "", read("tests/browser/%s.steps" % name))
    tests = {}
    for part in re.sub("\n +", " ", text).split("\n== ")[1:]:
        title, *lines = filter(None, part.split("\n"))
        tests["test_" + title.split(":")[0]] = (
            lambda place, title=title, lines=lines:
            kind(place, title).play(lines))
    return tests


def run_tests(tests, names, takes_page):
    """Runs the functions test_NAME, all or those named, each with a page or with
    the browser; the exit status."""
    with chrome.Browser(chrome.find()) as browser:
        for name, test in list(tests.items()):
            if not name.startswith("test_") or names and name[5:] not in names:
                continue
            page = browser.page() if takes_page else browser
            try:
                test(page)
            except chrome.Failed as failure:
                check(False, "%s: %s" % (name, failure))
            if takes_page:
                page.leave()
            for seen in browser.seen:
                quiet(seen, name)
    return counted()
