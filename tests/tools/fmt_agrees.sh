#!/bin/sh
# `fmt --check`, `--diff` and `--in-place` agree on every file, and on standard
# input: fmt_agrees.sh SEED NUMBER FILE... tries NUMBER mutants of the
# files, each made by a few random changes, and reports disagreements.
set -u
seed=$1 number=$2
shift 2
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT

# mutate FILE SEED: the file with parts of text put in, bytes and lines left
# out, written twice or exchanged.
mutate() {
	LC_ALL=C awk -v seed="$2" '
	BEGIN {
		srand(seed)
		n = split("% a line of others\n|\n%x\n|{c}|;c\n|\r\n|\n|\n\n\n|" \
		    "\357\273\277| |*|1-0-0|(|)|$1|!|{|}|[Zeta \"1\"]\n|--|\t|" \
		    "---\n|{}|[|]|,|#x\n|\"|\\|0", part, "|")
	}
	{ text = text $0 "\n" }
	function below(x) { return int(rand() * x) }
	# An end of the file, an end of a line, or anywhere.
	function place(kind,    at) {
		if (kind == 0) return 0
		if (kind == 1) return length(text)
		at = below(length(text) + 1)
		if (kind > 3) return at
		return at + index(substr(text, at + 1), "\n")
	}
	END {
		for (k = 1 + below(3); k > 0; k--) {
			at = place(below(6))
			head = substr(text, 1, at)
			tail = substr(text, at + 1)
			kind = below(6)
			if (kind < 4) text = head part[1 + below(n)] tail
			else if (kind == 4) text = head substr(tail, 2)
			else text = head substr(tail, 1, 40) tail
		}
		printf "%s", text
	}' "$1"
}

# try FILE: compares the three
try() {
	listed=$(ternion fmt -q --check "$1")
	check=$?
	ternion fmt -q --diff "$1" >"$dir/diff"
	diff=$?
	ternion fmt -q --diff --stdin-filename "$1" <"$1" >"$dir/input"
	[ $? -eq $diff ] && cmp "$dir/diff" "$dir/input" ||
		echo "--diff of standard input is another"
	cp "$1" "$dir/kept"
	ternion fmt -q --in-place "$1"
	in_place=$?
	[ $check -eq $diff ] || echo "--check is $check, --diff $diff"
	[ -n "$listed" ] && differs=yes || differs=no
	[ -s "$dir/diff" ] && shown=yes || shown=no
	cmp -s "$dir/kept" "$1" && changed=no || changed=yes
	[ $differs = $shown ] || echo "--check lists: $differs, --diff: $shown"
	[ $differs = $changed ] ||
		echo "--check lists: $differs, --in-place changes: $changed"
	if [ $changed = yes ]; then
		ternion fmt -q --check "$1" || echo "is not canonical then"
	elif [ $check -ne $in_place ]; then
		echo "--check is $check, --in-place $in_place"
	fi
	# Lines and comments of other programs are kept.
	[ "$(grep -c '^%' "$1")" -ge "$(grep -c '^%' "$dir/kept")" ] ||
		echo "a line that begins with % is gone"
}

i=0
while [ $i -lt "$number" ]; do
	for file; do
		suffix=${file##*.}
		mutate "$file" $((seed + i)) >"$dir/mutant.$suffix"
		said=$(try "$dir/mutant.$suffix")
		[ -z "$said" ] || {
			printf '%s, seed %d: %s\n' "${file##*/}" $((seed + i)) \
			    "$said"
			cat "$dir/kept"
		}
		i=$((i + 1))
	done
done
