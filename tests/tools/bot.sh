#!/usr/bin/env bash
# Plays a game against itself through `ternion step`, as a bot would: the
# answer to each move has the next position and its moves.
# tests/tools/bot.sh VARIANT [PLIES [SEED]]
#
# Prints each ply and at the end "VARIANT: N plies, RESULT", with "open" for
# the result of a game that is still going on after PLIES plies. The status is
# 1 if an answer is wrong.
set -u
export LC_ALL=C

if [ $# -lt 1 ]; then
	echo "usage: tests/tools/bot.sh VARIANT [PLIES [SEED]]" >&2
	exit 2
fi
variant=$1 most=${2:-300} state=${3:-1}

coproc PARTNER { exec ternion step -v "$variant" --moves; }

give_up() {
	echo "bot: $1: $answer" >&2
	exit 1
}

# ask POSITION [MOVE]: the answer
ask() {
	printf '%s%s\n' "$1" "${2+$'\t'$2}" >&"${PARTNER[1]}"
	IFS= read -r -t 60 answer <&"${PARTNER[0]}" || give_up "no answer"
}

# take KEY NAME: the text of a key of the answer, into the variable NAME; no
# text here has quotes in it
take() {
	local rest=${answer#*\""$1"\":}

	[ "$rest" != "$answer" ] || give_up "no $1"
	case $rest in
	\"*)
		rest=${rest#\"}
		rest=${rest%%\"*}
		;;
	*)
		rest=${rest%%[,\}]*}
		;;
	esac
	printf -v "$2" %s "$rest"
}

# The moves of the answer, as an array.
read_moves() {
	local rest=${answer#*\"moves\":[}

	rest=${rest%%]\}*}
	IFS=, read -r -a moves <<<"${rest//\"/}"
}

ply=0 result='' position='' mover='' legal='' written=''
ask start
take result result
while [ "$result" = null ] && [ $ply -lt "$most" ]; do
	read_moves
	if [ ${#moves[@]} -eq 0 ]; then
		give_up "no moves, and no result"
	fi
	# A linear congruence: the same game everywhere.
	state=$(((state * 1103515245 + 12345) % 2147483648))
	move=${moves[$((state / 65536 % ${#moves[@]}))]}
	take position position
	take to_move mover
	ask "$position" "$move"
	take legal legal
	[ "$legal" = true ] || give_up "$move is refused"
	take move written
	[ "$written" = "$move" ] || give_up "$move comes back otherwise"
	take result result
	ply=$((ply + 1))
	echo "$ply $mover $move"
done
[ "$result" != null ] || result=open
echo "$variant: $ply plies, $result"
