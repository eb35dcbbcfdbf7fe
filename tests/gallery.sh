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

# States: a name, words for the page, and the arguments that draw it. A file is
# drawn at its end unless --ply says otherwise.
states=(
	"inherited|pieces of Triumvirate that were inherited, and a player who is out|FIRST:tests/golden/triumvirate/inherited_army.pgn"
	"stuck|a pawn that is stuck, from Red's seat|--seat r FIRST:tests/golden/triumvirate/stuck_pawn.pgn"
	"fortified|a fortified player, and what he has lost|--ply 20 FIRST:tests/golden/siege/fortification.pgn"
	"declared|a declaration, and a king in check|--ply 1 FIRST:tests/golden/siege/declarations.pgn"
	"sieged|a sieged player|-v siege -p wKe2,wQd4,wRa3,rKd11,rPi13,bKo12,bQk9,bRn8,bRm13 r w-.r-.b- - aaa 0 10 opt=Siege:captures lost=-.QRNPP.- last=rrr"
	"dead|the dead pieces of two players|FIRST:tests/golden/siege/last_king.pgn"
	"yielded|a player who has yielded|FIRST:tests/golden/siege/endings.pgn"
	"lost|pools of lost pieces, and an end by captured kings|FIRST:tests/golden/nivichanov/kings.pgn"
	"mated|a mate|FIRST:tests/golden/dreierschach/mate.pgn"
	"check|a king in check|-v dreierschach -p wKd1,wPa2,gRd6,gKe10,bKm9 w w-.g-.b- - aaa 0 1"
	"hands|hands, promoted pieces, and a captured king|FIRST:tests/golden/bnem/game.pgn"
	"cubes|cubes, a turn of two moves, and why it is whose turn|FIRST:tests/golden/bnem/cubes.pgn"
	"flat|three faces side by side|--view flat FIRST:tests/golden/bnem/game.pgn"
	"signs|arrows and marks|--ply 1 --arrow f3-g4 --arrow m9-l8:red --mark d1:blue --mark h7:yellow tests/examples/game.pgn"
	"small|small, without letters that nobody could read|--size 160 -v siege -p start"
	"names|native names in the cells of Triumvirate|--size 1080 --labels cells -n triumvirate -v triumvirate -p start"
	"bare|without panels|--no-panels FIRST:tests/golden/bnem/game.pgn"
)

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
	cat <<'EOF'
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Ternion: a gallery of drawings</title>
<style>
body { font: 16px/1.4 sans-serif; margin: 1em; }
section { display: grid; gap: 1em;
	grid-template-columns: repeat(auto-fill, minmax(20em, 1fr)); }
figure { margin: 0; }
img { width: 100%; }
.small img { width: auto; }
.transparent { background: linear-gradient(90deg, #fff 50%, #222 50%); }
.transparent figcaption { background: #fff; color: #222; }
</style>
</head>
<body>
<h1>A gallery of drawings</h1>
<h2>States</h2>
<section>
EOF
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
