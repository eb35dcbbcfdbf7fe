#!/usr/bin/env bash
# Holds the sources to their order: tests/check_layers.sh
#
#   cmd -> formats -> parse -> rules: no file includes a file of a layer above;
#   in formats/ judge -> repair -> game -> position -> record;
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

none "rules/ includes what lies above it" \
	'^#include "(parse|formats|cmd)/' rules
none "parse/ includes what lies above it" '^#include "(formats|cmd)/' parse
none "formats/ includes what lies above it" '^#include "cmd/' formats
above=judge
for folder in repair game position record; do
	none "formats/$folder/ includes what lies above it" \
	    "^#include \"formats/($above|draw|report|ternion)/" \
	    "formats/$folder"
	above="$above|$folder"
done
none "a hook is known outside rules/" \
	'variant_rules|(->|\.)hooks\b|variant->rules\b' parse formats cmd tests
# shellcheck disable=SC2046 # the names are words
none "memory is asked for past parse/text/memory.c" \
	'[^_[:alnum:]](malloc|calloc|realloc)\(' cmd rules \
	$(ls -d formats/* parse/* parse/text/*.c |
	    grep -vxE 'formats/ternion|parse/text|parse/text/memory.c')

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
