#!/bin/sh
# `stats --merge` of the parts is `stats` of the whole: merge_agrees.sh SEED
# NUMBER FILE cuts a file of JSON lines NUMBER times into parts, each line into
# one at random, and reports differences.
set -u
seed=$1 number=$2 whole=$3
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT

for form in text json csv; do
	ternion stats -q --tree 4 --players --to $form "$whole" >"$dir/whole.$form"
done
while [ "$number" -gt 0 ]; do
	rm -rf "$dir/part"
	mkdir "$dir/part"
	awk -v seed="$seed$number" -v dir="$dir/part" '
	BEGIN { srand(seed); parts = 1 + int(rand() * 6) }
	{ print > (dir "/" int(rand() * parts) ".jsonl") }' "$whole"
	for part in "$dir"/part/*.jsonl; do
		ternion stats -q --tree 4 --players --json "$part" >"${part%l}"
	done
	for form in text json csv; do
		ternion stats --merge --to $form "$dir"/part/*.json |
			cmp - "$dir/whole.$form" || echo "seed $seed$number"
	done
	# Merged statistics can be merged again, also from a pipe.
	for part in "$dir"/part/*.json; do
		ternion stats --merge --json "$part"
	done | ternion stats --merge --json - | cmp - "$dir/whole.json" ||
		echo "seed $seed$number, merged twice"
	number=$((number - 1))
done
exit 0
