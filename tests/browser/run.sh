#!/usr/bin/env bash
# Uses the page of `convert --to html` in Chromium, as readers do:
# tests/browser/run.sh BINARY OBJDIR
#
# pages.py has the tests, and chrome.py drives the browser. Without Chromium
# ($CHROMIUM, or one in the PATH) $LEFT_OUT names this test instead. Each
# failure is a line; the last line is "N passed, N failed".
set -u
export LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1

binary=$(realpath "$1") objdir=$(realpath "$2")
cd "$(dirname "$0")/../.." || exit 2
if ! command -v python3 >/dev/null; then
	echo "the browser: no python3" >>"${LEFT_OUT:-/dev/null}"
elif ! python3 tests/browser/chrome.py; then
	echo "the browser: no chromium" >>"${LEFT_OUT:-/dev/null}"
else
	exec python3 tests/browser/pages.py "$binary" \
	    "$objdir/tests/tools/random_games"
fi
echo "0 passed, 0 failed"
