#!/bin/sh
# Ternion: speed and memory, beside pgn-extract in one run.
#
#	tests/bench/run.sh TERNION RANDOM_GAMES CHESS_GAMES MEASURE
#
# Makes a file of random Dreierschach games of at least 50 MB and one of
# random chess games of as many plies, and times the commands in turn on one
# core. BENCH_RUNS (5) and BENCH_MB (50) change how long it takes.
set -eu

ternion=$1 random_games=$2 chess_games=$3 measure=$4
runs=${BENCH_RUNS:-5} megabytes=${BENCH_MB:-50}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
PATH=$PATH:/usr/games
one_core=
if command -v taskset >/dev/null; then one_core='taskset -c 0'; fi

# Several seeds at once would be faster, but one stream is the same everywhere.
games=$((megabytes * 1300))
"$random_games" -n "$games" -p 120 >"$folder/games.pgn"
while [ "$(wc -c <"$folder/games.pgn")" -lt $((megabytes * 1000000)) ]; do
	"$random_games" -n 2000 -p 120 -s "$games" >>"$folder/games.pgn"
	games=$((games + 2000))
done
plies=$("$ternion" check --to json "$folder/games.pgn" |
	sed -n 's/.*"plies":\([0-9]*\).*/\1/p')
echo "games.pgn: $(wc -c <"$folder/games.pgn") bytes, $plies plies"

set -- \
	-- $one_core "$ternion" check "$folder/games.pgn" \
	-- $one_core "$ternion" convert -n siege "$folder/games.pgn" \
	-- $one_core "$ternion" parse algebraic "$folder/games.pgn"
chess=0
if command -v pgn-extract >/dev/null; then
	chess=$("$chess_games" "$plies" 1 120 2>&1 >"$folder/chess.pgn" | tail -1)
	echo "chess.pgn: $(wc -c <"$folder/chess.pgn") bytes, $chess plies"
	set -- "$@" -- $one_core pgn-extract -s -r "$folder/chess.pgn"
else
	echo "pgn-extract is not installed: no comparison" >&2
fi

"$measure" "$runs" "$@" >"$folder/times"
printf '%s\n' 'check' 'convert -n siege' 'parse algebraic' 'pgn-extract -s -r' |
	paste -d' ' "$folder/times" - 2>/dev/null |
	awk -v plies="$plies" -v chess="$chess" '
	NF < 4 { next }
	{
		seconds[NR] = $1; peak[NR] = $2; n[NR] = NR == 4 ? chess : plies
		name[NR] = $4
		for (i = 5; i <= NF; i++)
			name[NR] = name[NR] " " $i
	}
	END {
		printf "%-20s %12s %10s %10s %s\n", "", "plies/s", "CPU s",
		    "peak MiB", "ratio to pgn-extract"
		for (i = 1; i <= NR && i in seconds; i++) {
			rate = n[i] / seconds[i]
			printf "%-20s %12.0f %10.2f %10.1f", name[i], rate,
			    seconds[i], peak[i] / 1024
			if (4 in seconds)
				printf " %6.2f", rate / (n[4] / seconds[4])
			print ""
		}
	}'
leaves=$("$ternion" perft -v dreierschach 4 | awk 'END { print $2 }')
"$measure" 3 -- $one_core "$ternion" perft -v dreierschach 4 |
	awk -v leaves="$leaves" '{
		printf "%-20s %12.0f leaves/s\n", "perft 4", leaves / $1 }'
