#!/usr/bin/env bash
# Takes the programs out of a page's EXAMPLES: tests/tools/man_programs.sh PAGE
# FOLDER
#
# A literal display that begins with #include is a program, and the next one
# is its output: they become FOLDER/1.c and FOLDER/1.out, and so on. Prints
# how many there are.
set -u
export LC_ALL=C

awk -v folder="$2" '
/^\.Sh / { examples = $2 == "EXAMPLES" }
!examples { next }
/^\.Bd -literal/ { inside = 1; file = ""; next }
/^\.Ed/ {
	if (file ~ /\.c$/)
		awaits = 1
	inside = 0
	next
}
!inside { next }
{
	gsub(/\\&/, "")
	gsub(/\\\(aq/, "'\''")
	gsub(/\\-/, "-")
	gsub(/\\e/, "\\")
	if (file == "" && /^#include/)
		file = folder "/" ++programs ".c"
	else if (file == "" && awaits) {
		file = folder "/" programs ".out"
		awaits = 0
	}
	if (file != "")
		print >file
}
END { print programs + 0 }' "$1"
