#!/usr/bin/env bash
# Replays pages of `convert --to html` in a browser: tests/browser/run.sh BINARY
#
# Each ply must show the same pieces and signs as `position --to svg` draws, and
# from each seat; keys and clicks must do what browser.out says. Without
# Chromium ($CHROMIUM, or one in the PATH) nothing is tested, and a line says
# so. Each failure is a line; the last line is "N passed, N failed".
# tests/browser/run.sh --golden BINARY writes browser.out anew.
set -u
export LC_ALL=C

golden=no
if [ "${1-}" = --golden ]; then
	golden=yes
	shift
fi
if [ $# -ne 1 ] || [ ! -x "$1" ]; then
	echo "usage: tests/browser/run.sh [--golden] BINARY" >&2
	exit 2
fi
binary=$(cd "$(dirname "$1")" && pwd)/${1##*/}
cd "$(dirname "$0")/../.." || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

passed=0 failed=0

pass() {
	passed=$((passed + 1))
}

fail() {
	failed=$((failed + 1))
	echo "FAIL $*"
}

chromium=${CHROMIUM-}
for name in chromium chromium-browser google-chrome; do
	[ -n "$chromium" ] || chromium=$(command -v $name)
done
if [ -z "$chromium" ]; then
	echo "SKIP tests/browser: there is no Chromium"
	echo "0 passed, 0 failed"
	exit 0
fi

# drive NAME FILE...: the page of the records, driven, into NAME.report
drive() {
	local name=$1

	shift
	"$binary" convert --to html "$@" >"$scratch/$name.html" || return
	{
		echo '<script>'
		cat tests/browser/drive.js
		echo '</script>'
	} >>"$scratch/$name.html"
	timeout 60 "$chromium" --headless --no-sandbox --disable-gpu \
	    --no-zygote --disable-dev-shm-usage \
	    --user-data-dir="$scratch/profile" \
	    --dump-dom "file://$scratch/$name.html" 2>"$scratch/errors" |
	    sed -n '/<pre>/,/<\/pre>/p' |
	    sed 's/.*<pre>//; s/<\/pre>.*//; s/&gt;/>/g; s/&lt;/</g;
	        s/&amp;/\&/g' >"$scratch/$name.report"
	if [ -s "$scratch/$name.report" ]; then
		pass
	else
		fail "$name: no report: $(tail -n 1 "$scratch/errors")"
	fi
}

# The men of a drawing, as drive.js reports them.
men_of_svg() {
	awk '
	/<g class="men">/ { inside = 1; next }
	/<g class="(labels|marks|arrows)"/ { inside = 0 }
	inside && /^<g class=/ { split($0, part, "\""); layer = part[2] }
	inside && /^<use / {
		split($0, part, "\"")
		print "men", layer, part[2], part[4], part[6]
	}'
}

# The men below a line of a report.
men_below() {
	awk -v title="$2" '
	$0 == title { inside = 1; next }
	inside && !/^men / { exit }
	inside' "$scratch/$1.report"
}

# same NAME TITLE OPTION...: the men there are those of the drawing
same() {
	local name=$1 title=$2

	shift 2
	men_below "$name" "$title" >"$scratch/page"
	"$binary" position --to svg "$@" | men_of_svg >"$scratch/svg"
	if [ -s "$scratch/svg" ] && cmp -s "$scratch/page" "$scratch/svg"; then
		pass
	else
		fail "$name, $title: not as in the drawing"
		diff -u "$scratch/svg" "$scratch/page" | head -n 20
	fi
}

# replay NAME FILE SEATS: every ply of the first record, and its end from every
# seat
replay() {
	local name=$1 file=$scratch/$1.pgn seats=$3 plies ply

	"$binary" select --first 1 "$2" >"$file"
	drive "$name" "$file"
	plies=$(grep -c '^ply ' "$scratch/$name.report")
	if [ "$plies" -eq "$("$binary" position --every "$file" |
	    wc -l)" ]; then
		pass
	else
		fail "$name: $plies positions"
	fi
	for ((ply = 0; ply < plies; ply++)); do
		same "$name" "ply $ply" --ply $ply "$file"
	done
	for ply in 0 1 2; do
		same "$name" "turn $ply" --seat "${seats:ply:1}" "$file"
	done
}

replay dreierschach tests/examples/game.pgn wgb
replay siege tests/golden/siege/last_king.pgn wrb
replay nivichanov tests/golden/nivichanov/opening.pgn wrb
replay triumvirate tests/golden/triumvirate/inherited_army.pgn wbr
replay bnem tests/golden/bnem/drawing.pgn wrb
drive several tests/examples/siege.pgn tests/examples/kinds.pgn

for name in dreierschach siege nivichanov triumvirate bnem several; do
	echo "# $name"
	grep -v -e '^men ' -e '^ply ' -e '^turn ' "$scratch/$name.report"
done >"$scratch/browser.out"
if [ $golden = yes ]; then
	cp "$scratch/browser.out" tests/browser/browser.out
elif cmp -s "$scratch/browser.out" tests/browser/browser.out; then
	pass
else
	fail "tests/browser/browser.out"
	diff -u tests/browser/browser.out "$scratch/browser.out"
fi
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
