#!/bin/sh
# Compares a built-in notation with the page of YAML in this folder that defines
# it as my-NAME: compare.sh NAME GAME...
#
# Writes the golden records of the games through both, reads what was written,
# and checks copies with faults. Prints the lines that differ: < the built-in
# notation, > the page.
set -u
name=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
page=$here/$name.yaml
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$here/../golden" || exit
for game; do set -- "$@" "$game"/*.pgn; shift; done

differ() {
	sed "s/my-$name/$name/g" "$work/page.$1" | diff "$work/built-in.$1" -
}

mkdir "$work/built-in" "$work/page"
ternion convert -n "$name" -O "$work/built-in.text" "$@"
ternion convert -n "my-$name" --notation-file "$page" \
    -O "$work/page.text" "$@"
differ text
grep -c '^\[Variant' "$work/built-in.text" | sed 's/$/ records written/'

# All records as they were written, and the first ones with faults that writers
# make: each line of moves has one.
cp "$work/built-in.text" "$work/built-in/0.pgn"
cp "$work/page.text" "$work/page/0.pgn"
faults=0
while IFS= read -r fault; do
	faults=$((faults + 1))
	for reader in built-in page; do
		head -n 100 "$work/$reader.text" | sed "/^\[/!$fault" \
		    >"$work/$reader/$faults.pgn"
	done
done <<'END'
s/7/6/
s/x/-/
s/-//
s/N/Z/
s/ \([A-Za-z][^ ]*\) / \1+ /2
s/ \([a-pA-Z]*\)\([0-9]*\)/ \2\1/2
s/B/D/
END
(cd "$work/built-in" && ternion check ./*.pgn >../built-in.check 2>&1)
(cd "$work/page" && ternion check --notation-file "$page" ./*.pgn \
    >../page.check 2>&1)
differ check | grep '^[<>].* \(error\|warning\|note\): '
tail -n 1 "$work/built-in.check"
