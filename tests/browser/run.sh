#!/usr/bin/env bash
# Uses the page of `convert --to html`, and that of `make desk` if it was built,
# in Chromium, as readers and players do: tests/browser/run.sh BINARY OBJDIR
#
# The tests are in pages.py and desk.py, and chrome.py drives the browser ($CHROMIUM,
# or one in the PATH). $LEFT_OUT names the tests that are left out. Each failure is
# a line; the last line is "N passed, N failed".
set -u
export LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1

binary=$(realpath "$1") objdir=$(realpath "$2")
cd "$(dirname "$0")/../.." || exit 2
if ! command -v python3 >/dev/null; then
	echo "the browser: no python3" >>"${LEFT_OUT:-/dev/null}"
elif ! python3 tests/browser/chrome.py; then
	echo "the browser: no chromium" >>"${LEFT_OUT:-/dev/null}"
else
	games=$objdir/tests/tools/random_games
	modules=$(npm root -g 2>/dev/null):/usr/share/nodejs
	: "${AXE:=$(NODE_PATH=$modules node -p \
	    'require.resolve("axe-core/axe.min.js")' 2>/dev/null)}"
	export AXE
	[ -n "$AXE" ] || echo "axe-core on the pages: npm has no axe-core, and" \
	    "\$AXE names no axe.min.js" >>"${LEFT_OUT:-/dev/null}"
	# Each with a browser of its own, at the same time; one that fails counts
	# once more, as it may not have come to its last line.
	{
		{ python3 tests/browser/pages.py "$binary" "$games" ||
			echo "0 passed, 1 failed"; } &
		if [ -e dist/desk.html ]; then
			python3 tests/browser/desk.py "$binary" "$games" \
			    dist/desk.html || echo "0 passed, 1 failed"
		else
			echo "the desk: no dist/desk.html (make desk)" >>"${LEFT_OUT:-/dev/null}"
		fi
		wait
	} | awk '/^[0-9]+ passed, [0-9]+ failed$/ { passed += $1; failed += $3; next }
	    { print } END { printf "%d passed, %d failed\n", passed, failed
	    exit failed > 0 }'
	exit
fi
echo "0 passed, 0 failed"
