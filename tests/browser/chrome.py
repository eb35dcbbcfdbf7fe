"""Drives Chromium over the pipe of its DevTools, with Python alone.

A Browser is one headless Chromium; a Page is a tab of it, with an emulated
viewport, keys, touches, screenshots, and all that it complained of.
"""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


class Failed(Exception):
    """The error that the browser answered."""


def find():
    """The browser to use, or None: $CHROMIUM, or one in the PATH."""
    for name in [os.environ.get("CHROMIUM"), "chromium-headless-shell",
                 "chromium", "chromium-browser", "google-chrome"]:
        if name and shutil.which(name):
            return name
    return None


class Browser:
    def __init__(self, program):
        self.profile = tempfile.mkdtemp()
        self.number = 0
        self.answers = {}
        self.pages = {}
        self.spare = []  # pages that a test has left
        self.seen = []  # all pages
        self.rest = b""
        to_read, self.to = os.pipe()
        self.answer, to_write = os.pipe()

        def place():
            # The pipes are 3 and 4 there; neither may be closed on the way.
            a, b = os.dup(to_read), os.dup(to_write)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu",
             "--no-zygote", "--disable-dev-shm-usage", "--hide-scrollbars",
             "--disable-background-networking", "--no-first-run",
             "--disable-component-update", "--disable-extensions",
             "--user-data-dir=" + self.profile, "--remote-debugging-pipe"],
            close_fds=False, preexec_fn=place, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True)
        os.close(to_read)
        os.close(to_write)

    def send(self, method, session=None, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        return self.number

    def receive(self, seconds):
        """Receives messages; False if none came in that time."""
        if not select.select([self.answer], [], [], max(seconds, 0))[0]:
            return False
        data = os.read(self.answer, 1 << 20)
        if not data:
            raise Failed("the browser is gone")
        *messages, self.rest = (self.rest + data).split(b"\0")
        for message in map(json.loads, messages):
            if "id" in message:
                self.answers[message["id"]] = message
            elif message.get("sessionId") in self.pages:
                self.pages[message["sessionId"]].take(message)
        return True

    def call(self, method, session=None, seconds=60, **params):
        number = self.send(method, session, **params)
        end = time.monotonic() + seconds
        while number not in self.answers:
            if not self.receive(end - time.monotonic()):
                raise Failed("%s: no answer" % method)
        message = self.answers.pop(number)
        if "error" in message:
            raise Failed("%s: %s" % (method, message["error"]["message"]))
        return message["result"]

    def page(self):
        """A page; a new one takes a second."""
        if self.spare:
            return self.spare.pop()
        target = self.call("Target.createTarget", url="about:blank")
        session = self.call("Target.attachToTarget", flatten=True,
                            targetId=target["targetId"])["sessionId"]
        return Page(self, session, target["targetId"])

    def close(self):
        try:
            self.call("Browser.close", seconds=5)
        except (Failed, OSError):
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


KEYS = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
        "Home": 36, "End": 35, "Tab": 9, "Enter": 13, "Escape": 27, " ": 32}


class Page:
    def __init__(self, browser, session, target):
        self.browser, self.session, self.target = browser, session, target
        self.complaints = []
        self.requests = []
        self.loaded = False
        self.url = ""
        browser.pages[session] = self
        browser.seen.append(self)
        for domain in ["Page", "Runtime", "Log", "Network", "Security"]:
            self.call(domain + ".enable")

    def call(self, method, **params):
        return self.browser.call(method, self.session, **params)

    def take(self, message):
        """Handles an event, and keeps complaints and requests."""
        method, params = message["method"], message["params"]
        if method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get(
                "description", details["text"]))
        elif method == "Runtime.consoleAPICalled":
            self.complaints.append("console: %s" % params["type"])
        elif method == "Log.entryAdded":
            self.complaints.append(params["entry"]["text"])
        elif method == "Page.javascriptDialogOpening":
            self.complaints.append("dialog: " + params["message"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])

    def size(self, width, height, mobile=False, dark=False, scale=1,
             forced=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width,
                  height=height, deviceScaleFactor=scale, mobile=mobile)
        self.call("Emulation.setTouchEmulationEnabled", enabled=mobile)
        self.call("Emulation.setEmulatedMedia", media="", features=[
            {"name": "prefers-color-scheme",
             "value": "dark" if dark else "light"},
            {"name": "forced-colors",
             "value": "active" if forced else "none"}])

    def open(self, path, hash=""):
        """Opens a file again, as a deep link does: with another hash alone a
        browser would stay on its page."""
        url = "file://" + path
        self.url = url + "?again" if url == self.url else url
        self.go(self.url + hash)

    def go(self, url):
        self.loaded = False
        self.call("Page.navigate", url=url)
        self.wait(lambda: self.loaded)

    def wait(self, done, seconds=60):
        """Waits until that is true: asked after each event, and rarer and rarer
        without one."""
        end = time.monotonic() + seconds
        pause = 0.005
        while not done():
            left = end - time.monotonic()
            if left <= 0:
                raise Failed("it did not come about in time")
            self.browser.receive(min(left, pause))
            pause = min(2 * pause, 0.1)

    def until(self, condition, seconds=60):
        """Waits until an expression of the page is true."""
        self.wait(lambda: self.run("Boolean(%s)" % condition), seconds)

    def frame(self):
        """Waits until the browser has shown what there is."""
        self.run("new Promise(done => requestAnimationFrame(() => "
                 "setTimeout(done)))")

    def run(self, expression):
        """The value of an expression, a promise's too."""
        result = self.call("Runtime.evaluate", expression=expression,
                           returnByValue=True, awaitPromise=True,
                           userGesture=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise Failed(details.get("exception", {}).get(
                "description", details["text"]))
        return result["result"].get("value")

    def key(self, key):
        code = KEYS.get(key, ord(key.upper()) if len(key) == 1 else 0)
        event = {"key": key, "windowsVirtualKeyCode": code}
        if len(key) == 1:
            event["text"] = key
        elif key == "Enter":
            event["text"] = "\r"
        self.call("Input.dispatchKeyEvent", type="keyDown", **event)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key,
                  windowsVirtualKeyCode=code)

    def tab_to(self, selector, most=90):
        """Presses Tab until that element has the focus."""
        for _ in range(most):
            if self.run("document.activeElement.matches(%s)" %
                        json.dumps(selector)):
                return
            self.key("Tab")
        raise Failed("no Tab leads to " + selector)

    def type(self, text):
        for letter in text:
            self.key(letter)

    def place(self, selector):
        """The middle of an element."""
        return self.run(
            "(() => { const r = document.querySelector(%s)"
            ".getBoundingClientRect(); return [r.x + r.width / 2, "
            "r.y + r.height / 2]; })()" % json.dumps(selector))

    def click(self, selector):
        x, y = self.place(selector)
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y,
                      button="left", clickCount=1)

    def swipe(self, selector, by):
        """A finger goes that many pixels to the right."""
        x, y = self.place(selector)
        self.call("Input.dispatchTouchEvent", type="touchStart",
                  touchPoints=[{"x": x, "y": y}])
        for part in range(1, 5):
            self.call("Input.dispatchTouchEvent", type="touchMove",
                      touchPoints=[{"x": x + by * part / 4, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def pdf(self, path):
        with open(path, "wb") as out:
            out.write(base64.b64decode(self.call(
                "Page.printToPDF", printBackground=True)["data"]))

    def leave(self):
        """Leaves the page to the next test."""
        self.call("Emulation.clearDeviceMetricsOverride")
        self.call("Emulation.setTouchEmulationEnabled", enabled=False)
        self.call("Emulation.setEmulatedMedia", media="", features=[])
        self.browser.spare.append(self)

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)
        self.browser.pages.pop(self.session, None)


if __name__ == "__main__":
    raise SystemExit(0 if find() else 1)
