#!/usr/bin/env bash
# Holds the documents to the program: tests/check_docs.sh [BINARY]
#
#   parse/diag/diag.def, explanations.txt, `ternion help --list-codes` and
#   tests/lint have the same codes, with the same severities;
#   each command of cmd/ has its page, and the page has exactly the options
#   that `ternion help COMMAND` lists;
#   each notation, format and variant is in the first table of its page, and
#   each form of a report in ternion-check.1;
#   ternion.3 has all declarations of ternion.h.
#
# Each failure is a line; the last line is "N passed, N failed".
set -u
export LC_ALL=C

cd "$(dirname "$0")/.." || exit 2
binary=${1:-./ternion}
if [ ! -x "$binary" ]; then
	echo "tests/check_docs.sh: there is no $binary; run make" >&2
	exit 2
fi
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

passed=0 failed=0

pass() {
	passed=$((passed + 1))
}

fail() {
	failed=$((failed + 1))
	echo "FAIL $*"
}

# same WHAT A B: two files of sorted lines; a line that only one has is a failure.
same() {
	local line

	while IFS= read -r line; do
		fail "$1: only in $4: $line"
	done < <(comm -23 "$2" "$3")
	while IFS= read -r line; do
		fail "$1: only in $5: $line"
	done < <(comm -13 "$2" "$3")
	passed=$((passed + $(comm -12 "$2" "$3" | wc -l)))
}

# --- diagnostics -------------------------------------------------------------

# "SLUG SEVERITY" of each row of diag.def. An error of the input as such, FATAL,
# is shown as an error.
sed -n 's/^D([A-Z0-9_]*, \([A-Z]*\), "\([a-z0-9-]*\)", .*)$/\2 \1/p' \
    parse/diag/diag.def | sed 's/FATAL/ERROR/; s/ [A-Z]*$/\L&/' |
    sort >"$scratch/codes"
"$binary" help --list-codes | awk '{ print $1, $2 }' | sort \
    >"$scratch/listed"
same "diagnostics" "$scratch/codes" "$scratch/listed" parse/diag/diag.def \
    "'ternion help --list-codes'"

cut -d ' ' -f 1 "$scratch/codes" >"$scratch/slugs"
for file in tests/lint/*.*; do
	[ -e "$file" ] || continue
	file=${file##*/}
	echo "${file%%.*}"
done | sort -u >"$scratch/cases"
same "diagnostics" "$scratch/slugs" "$scratch/cases" parse/diag/diag.def tests/lint

awk '/^#|^== / { next } /^$/ { inside = 0; next } !inside { print; inside = 1 }' \
    parse/diag/explanations.txt | sort >"$scratch/cases"
same "diagnostics" "$scratch/slugs" "$scratch/cases" parse/diag/diag.def \
    parse/diag/explanations.txt

# --- commands and their options ----------------------------------------------

sed -n 's/^const struct command command_\([a-z]*\) = {$/\1/p' cmd/*.c | sort \
    >"$scratch/commands"
for page in man/ternion-*.1; do
	page=${page#man/ternion-}
	echo "${page%.1}"
done | sort >"$scratch/pages"
same "commands" "$scratch/commands" "$scratch/pages" cmd/ man/

# "-v --variant ID" of each option that the help of a command lists.
options_of_help() {
	"$binary" help "$1" | awk '
	/^Options:$/ { inside = 1; next }
	/^$/ { inside = 0 }
	inside && /^  (-.,|   ) --/ {
		short = substr($0, 3, 1) == "-" ? $1 : ""
		name = short != "" ? $2 : $1
		sub(/,$/, "", short)
		rest = substr($0, index($0, name) + length(name))
		# One blank and an argument, or blanks and the text.
		argument = rest ~ /^ [^ ]/ ? substr(rest, 2) : ""
		sub(/ .*$/, "", argument)
		print short, name, argument
	}'
}

# The options in the list of a page: ".It Fl v Ar ID , Fl Fl variant Ar ID".
options_of_page() {
	awk '
	/^\.It (Fl|.*, Fl Fl) / {
		short = name = argument = ""
		for (i = 2; i <= NF; i++) {
			if ($i == "Fl" && $(i + 1) == "Fl")
				name = "--" $(i + 2)
			else if ($i == "Fl" && $(i - 1) != "Fl")
				short = "-" $(i + 1)
			else if ($i == "Ar")
				argument = $(i + 1)
		}
		print short, name, argument
	}' "$1"
}

while read -r command; do
	page=man/ternion-$command.1
	[ -e "$page" ] || continue
	options_of_help "$command" | sort >"$scratch/help"
	options_of_page "$page" | sort >"$scratch/page"
	same "options of $command" "$scratch/help" "$scratch/page" \
	    "'ternion help $command'" "$page"
	if grep -q "Xr ternion-$command 1" man/ternion.1; then
		pass
	else
		fail "commands: man/ternion.1 does not refer to $page"
	fi
done <"$scratch/commands"

# --- notations, formats, variants ---------------------------------------------

# Ids that `ternion help` lists under a heading.
ids_of_help() {
	"$binary" help | awk -v heading="$1:" '
	$0 == heading { inside = 1; next }
	/^$/ { inside = 0 }
	inside { print $1 }'
}

# Ids in the first table of a page: ".It Sy ID Ta ...".
ids_of_page() {
	awk '
	/^\.Bl -column/ { tables++ }
	tables == 1 && /^\.It Sy [^ ]+ Ta/ { print $3 }' "$1"
}

check_ids() {
	ids_of_help "$1" | sort >"$scratch/help"
	ids_of_page "$2" | sort >"$scratch/page"
	[ -s "$scratch/help" ] || fail "'ternion help' lists nothing as $1"
	same "$1" "$scratch/help" "$scratch/page" "'ternion help'" "$2"
}

check_ids Notations man/ternion-notation.7
check_ids 'Formats of records' man/ternion-format.5
check_ids Variants man/ternion-variants.7

# Forms of reports: those of the program, and those of the page.
"$binary" check --to '?' 2>&1 | sed -n 's/^.*choose one of: *//p' | tr ' ' '\n' |
    sort >"$scratch/help"
awk '
/^\.Sh / { inside = $2 == "REPORTS" }
inside && /^\.It Cm [^ ]+$/ { print $3 }' man/ternion-check.1 | sort \
    >"$scratch/page"
same reports "$scratch/help" "$scratch/page" "'ternion check --to'" \
    man/ternion-check.1

# --- the library ---------------------------------------------------------------

# Functions are in the page's synopsis; constants, and members of structures,
# somewhere in its text.
header=formats/library/ternion.h
grep -o '\<ternion_[a-z_]*(' $header | tr -d '(' | sort -u >"$scratch/header"
sed -n 's/^\.Fo //p' man/ternion.3 | sort >"$scratch/page"
same "functions" "$scratch/header" "$scratch/page" $header man/ternion.3
sed -n 's/^\.Fn \(ternion_[a-z_]*\).*/\1/p' man/ternion.3 | sort -u \
    >"$scratch/page"
same "functions described" "$scratch/header" "$scratch/page" $header \
    man/ternion.3
grep -o '\<TERNION_[A-Z_]*' $header | grep -vx 'TERNION_\(H\|NAME_MAX\|PLAYERS\)' |
    sort -u >"$scratch/header"
grep -o '\<TERNION_[A-Z_]*' man/ternion.3 | sort -u >"$scratch/page"
same "constants" "$scratch/header" "$scratch/page" $header man/ternion.3
awk '
/^struct .* \{$/ { inside = 1; next }
/^}/ { inside = 0 }
inside && /^\t(const |struct |size_t |unsigned |int |bool |char )/ && /;/ {
	sub(/;.*/, "")
	gsub(/\[[A-Z_]*\]/, "")
	gsub(/struct [a-z_]+/, "")
	n = split($0, word, /[ *,\t]+/)
	for (i = 1; i <= n; i++)
		if (word[i] !~ /^(const|size_t|unsigned|int|bool|char|)$/)
			print word[i]
}' $header | sort -u >"$scratch/header"
sed -n 's/^\.\(It \)\{0,1\}Va //p' man/ternion.3 | tr -s ' ,;.' '\n' |
    grep -vx 'errno' | sort -u >"$scratch/page"
same "members" "$scratch/header" "$scratch/page" $header man/ternion.3

# --- the README and CONTRIBUTING -------------------------------------------------

# CONTRIBUTING has a row for every folder of sources and every target of make,
# and the README names every page that is not of one command; ternion.1 refers to
# every page.
contributing=.github/CONTRIBUTING.md
find cmd formats parse rules -mindepth 2 -maxdepth 2 -name "*.[cj]*" -printf "%h\n" |
    sort -u >"$scratch/program"
sed -n 's/^| \(.*\) |.*/\1/p' $contributing | grep -o '`[a-z]*/[a-z]*/`' |
    tr -d '`' | sed 's|/$||' | sort -u >"$scratch/page"
same "folders" "$scratch/program" "$scratch/page" "the sources" $contributing
sed -n '/^\.PHONY:/,/[^\\]$/p' Makefile | tr -s ' \t\\' '\n' |
    grep -vx '.PHONY:\|always\|objects\|.*libraries\|' | sort >"$scratch/program"
sed -n '/^## Make targets/,/^For daily/p' $contributing | grep '^| `' |
    sed 's/ does |.*//' | grep -o '^| `[a-z0-9-]*`\|; `uninstall`' |
    grep -o '[a-z][a-z0-9-]*' | sort >"$scratch/page"
same "targets" "$scratch/program" "$scratch/page" Makefile $contributing
for page in man/*.[1-9]; do
	page=${page#man/}
	name=${page%.*} section=${page##*.}
	[ "$name" = ternion ] && [ "$section" = 1 ] && continue
	if grep -q "^\.Xr $name $section" man/ternion.1 &&
	    { [ "$section" = 1 ] || grep -q "$name($section)" README.md; }; then
		pass
	else
		fail "pages: man/ternion.1 or README.md lacks $name($section)"
	fi
done

echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
