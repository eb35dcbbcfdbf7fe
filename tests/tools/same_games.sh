#!/bin/sh
# The output of `convert` replays as the game that it judged: same_games.sh
# FILE OPTIONS..., where FILE is PGN and OPTIONS are those of `convert` except
# -t. $FORMATS are the formats of the output, among them pgn. Reports differences.
# Records in which OPTIONS find an error are not compared.
set -u
file=$1
shift
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT

# The options for reading only.
reading() {
	while [ $# -gt 0 ]; do
		case $1 in
		-n | --letters) shift ;;
		*) printf '%s\n' "$1" ;;
		esac
		shift
	done
}

say() {
	printf '%s: %s\n' "$*" "$(cat "$dir/difference")"
}

# The records as coordinates, which no option but those of the game changes.
ternion convert -q "$@" -n coordinate "$file" >"$dir/judged" 2>&1
if [ $? -eq 2 ]; then
	cat "$dir/judged"
	exit 2
fi
for to in $FORMATS; do
	ternion convert -q "$@" -t $to "$file" >"$dir/written.$to" 2>&1
	ternion convert -q -n coordinate -t pgn "$dir/written.$to" \
	    >"$dir/again" 2>&1
	cmp "$dir/judged" "$dir/again" >"$dir/difference" 2>&1 ||
		say "$@" -t $to
done
ternion check "$dir"/written.* >"$dir/difference" 2>&1 || say "$@"
# The records lead to the same positions.
IFS='
'
# shellcheck disable=SC2046
ternion position -q $(reading "$@") "$file" >"$dir/judged" 2>&1
ternion position -q "$dir/written.pgn" >"$dir/again" 2>&1
cmp "$dir/judged" "$dir/again" >"$dir/difference" 2>&1 || say "$@"
