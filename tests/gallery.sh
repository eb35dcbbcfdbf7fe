#!/usr/bin/env bash
# Draws every look that a drawing can have on a page: tests/gallery.sh BINARY DIR
#
# Each game's start from every seat, in every theme and with every kind of
# labels, and the marks that states of a game add; DIR/index.html shows them.
# tests/gallery.sh BINARY DIR readme writes only the pictures of the README,
# among them a session at a terminal.
set -eu
export LC_ALL=C

binary=$(cd "$(dirname "$1")" && pwd)/${1##*/}
dir=$2
cd "$(dirname "$0")/.."
mkdir -p "$dir"
page=$dir/index.html

# "ID:LETTERS" of each game.
mapfile -t games < <("$binary" variants | sed -n '/^[a-z]/h
	/^  players/{ G
	s/[^(]*(\(.\))[^(]*(\(.\))[^(]*(\(.\)).*\n\(.*\)/\4:\1\2\3/p; }')
themes=(auto light dark print transparent)
labels=(edges cells none)

# States, as gallery.txt explains them.
mapfile -t states < <(grep -v '^#' tests/gallery.txt)

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# draw NAME ARGUMENT...: into NAME.svg
draw() {
	local name=$1

	shift
	"$binary" position --to svg "$@" >"$dir/$name.svg"
}

# state NAME ARGUMENTS: splits them, but for a position, which is the rest
state() {
	local name=$1 rest=$2 args=() word

	while [ -n "$rest" ]; do
		word=${rest%% *}
		[ "$rest" = "$word" ] && rest='' || rest=${rest#* }
		case $word in
		FIRST:*)
			"$binary" select --first 1 "${word#FIRST:}" \
			    >"$scratch/$name.pgn"
			args+=("$scratch/$name.pgn")
			;;
		-p)
			args+=(-p "$rest")
			rest=''
			;;
		*)
			args+=("$word")
			;;
		esac
	done
	draw "$name" "${args[@]}"
}

state_named() {
	local row

	for row in "${states[@]}"; do
		[ "${row%%|*}" = "$1" ] && state "$1" "${row##*|}"
	done
	return 0
}

if [ "${3-}" = readme ]; then
	state_named hands
	state_named fortified
	man/session.py "$binary" tests/examples 'check slip.pgn' \
	    'check --fix slip.pgn' 'convert -n siege slip.pgn' >"$dir/session.svg"
	exit
fi

figure() {
	printf '<figure class="%s"><img loading="lazy" src="%s.svg" alt="">' \
	    "$1" "$2"
	printf '<figcaption>%s</figcaption></figure>\n' "$3"
}

{
	cat tests/gallery.html
	for row in "${states[@]}"; do
		IFS='|' read -r name words arguments <<<"$row"
		state "$name" "$arguments"
		figure "$name" "$name" "$words"
	done
	echo '</section>'
	for game in "${games[@]}"; do
		id=${game%%:*} seats=${game#*:}
		printf '<h2>%s</h2>\n<section>\n' "$id"
		for theme in "${themes[@]}"; do
			for label in "${labels[@]}"; do
				for seat in "${seats:0:1}" "${seats:1:1}" \
				    "${seats:2:1}"; do
					name=$id-$theme-$label-$seat
					draw "$name" -v "$id" -p start \
					    --theme "$theme" --seat "$seat" \
					    --labels "$label"
					figure "$theme" "$name" \
					    "$theme, $label, seat $seat"
				done
			done
		done
		echo '</section>'
	done
	echo '</body>'
	echo '</html>'
} >"$page"
echo "$page"
