#!/usr/bin/env bash
# Counts leaves: tests/perft/run.sh BINARY [MOST]
#
# Each line of tests/perft/VARIANT.epd is a position and its counts of perft,
# "3PF ;D1 n ;D2 n"; lines with # are comments. Counts above MOST
# are left out. The last line is "N passed, N failed".
set -u
export LC_ALL=C

if [ $# -lt 1 ]; then
	echo "usage: tests/perft/run.sh BINARY [MOST]" >&2
	exit 2
fi
binary=$1
most=${2-}
. "$(dirname "$0")/../counting.sh"

# count VARIANT LINE
count() {
	local position=${2%% ;D*} want='' depth=0 words i got

	read -ra words <<<"${2#"$position "}"
	for ((i = 0; i + 1 < ${#words[@]}; i += 2)); do
		[ -n "$most" ] && [ "${words[i + 1]}" -gt "$most" ] && break
		depth=${words[i]#;D}
		want+="$depth ${words[i + 1]}"$'\n'
	done
	[ "$depth" -gt 0 ] || return
	got=$("$binary" perft -v "$1" --position "$position" "$depth" 2>&1)
	[ "$got" = "${want%$'\n'}" ]
	if ok "$1: $position" $?; then
		echo "ok   $1 depth $depth: ${got##* } at $position"
	else
		diff <(printf '%s' "$want") <(printf '%s\n' "$got")
	fi
}

for file in "$(dirname "$0")"/*.epd; do
	variant=${file##*/}
	while IFS= read -r line; do
		case $line in
		'' | '#'*) ;;
		*) count "${variant%.epd}" "$line" ;;
		esac
	done <"$file"
done
counted
