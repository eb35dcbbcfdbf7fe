#!/usr/bin/env bash
# Tries tests/examples/cluster.py: tests/cluster.sh BINARY OBJDIR
#
# Several workers give the same bytes as one run: diagnostics and
# records, of JSON lines and of PGN, even if one of them is killed in the
# middle. Without Dask $LEFT_OUT names this test instead. The last
# line is "N passed, N failed".
set -u
export LC_ALL=C

binary=$(realpath "$1") objdir=$(realpath "$2")
cd "$(dirname "$0")/.." || exit 2
. tests/counting.sh
for python in python3 /usr/bin/python3 none; do
	"$python" -c 'import dask.distributed' 2>/dev/null && break
done
if [ $python = none ]; then
	left_out "the cluster: no python3-distributed"
	echo "0 passed, 0 failed"
	exit 0
fi
cluster=$PWD/tests/examples/cluster.py
mkdir "$scratch/bin"
ln -s "$binary" "$scratch/bin/ternion"
PATH=$scratch/bin:$PATH
cd "$scratch" || exit 2

# Records with faults among sound ones, and names of players.
"$objdir/tests/tools/random_games" -n 300 -s 3 -p 60 |
    awk '/^\[Round/ { n++ }
	/^\[White/ { $0 = "[White \"P" n % 9 "\"]" }
	n % 7 == 0 && /^1\. / { sub(/^1\. /, "1. xx9 ") }
	{ print }' >a.pgn
ternion convert -q --no-replay -t jsonl a.pgn >b.jsonl
for form in pgn jsonl; do
	ternion convert -q -t $form a.pgn >>c.$form
done

# try KILL COMMAND FILE... [-- OPTION...]
try() {
	local kill=$1 command=$2 want status

	shift 2
	case $command in
	check) ternion check --to jsonl "$@" ;;
	convert) ternion convert -q -t jsonl "$@" ;;
	esac >want 2>/dev/null
	want=$?
	timeout 300 "$python" "$cluster" $kill --workers 3 --part 9000 \
	    "$command" "$@" >got 2>errors
	status=$?
	cmp -s want got && [ $want -eq $status ]
	ok "$kill $command $*: status $status, not $want" $? || {
		diff want got | head -n 10
		tail -n 5 errors
	}
}

try '' check a.pgn b.jsonl
try --kill-one check b.jsonl a.pgn
try --kill-one convert a.pgn b.jsonl
try '' convert c.pgn

counted
