#!/usr/bin/env bash
# Holds the sources to their order: tests/check_layers.sh
#
#   the list of folders below: no file includes a file of a folder before its own;
#   outside rules/ no file uses the hooks of a variant, but the functions of
#   rules/rules.h;
#   memory comes from parse/text/memory.h.
#
# Each failure is a line; the last line is "N passed, N failed".
set -u
export LC_ALL=C

cd "$(dirname "$0")/.." || exit 2
passed=0 failed=0

# none WHAT PATTERN FOLDER...: no source in the folders has such a line.
none() {
	local what=$1 pattern=$2 found

	shift 2
	found=$(grep -rnE --include='*.[ch]' "$pattern" "$@")
	if [ -z "$found" ]; then
		passed=$((passed + 1))
		return
	fi
	while IFS= read -r line; do
		failed=$((failed + 1))
		echo "FAIL $what: $line"
	done <<< "$found"
}

above='#'
for folder in cmd formats/library formats/page formats/draw formats/report \
    formats/log formats/pgn formats/tree formats/config \
    parse/judge parse/repair parse/game parse/position parse/record \
    parse/resolve parse/notation parse/diag parse/text rules; do
	none "$folder/ includes what lies above it" \
	    "^#include \"($above)/" "$folder"
	above="$above|$folder"
done
none "a hook is known outside rules/" \
	'variant_rules|(->|\.)hooks\b|variant->rules\b' parse formats cmd tests
# shellcheck disable=SC2046 # the names are words
none "memory is asked for past parse/text/memory.c" \
	'[^_[:alnum:]](malloc|calloc|realloc)\(' cmd rules \
	$(ls -d formats/* parse/* parse/text/*.c |
	    grep -vxE 'formats/library|parse/text|parse/text/memory.c')

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
