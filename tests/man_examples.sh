#!/usr/bin/env bash
# Runs the examples of the man pages and of the README:
# tests/man_examples.sh BINARY
#
# An example is a line "$ COMMAND" in a literal display of a man page (.Bd
# -literal ... .Ed), or in a fenced block of README.md. A command that ends in
# a backslash or a bar goes on in the next line, after "> ". The lines up to the
# next command or the end of the block are its exact output, standard error
# included; if there are none, only the exit status counts. That is 0, unless a
# comment `.\" exit N`, in the README `<!-- exit N -->` before the block, says
# otherwise. An example with jq, sqlite3 or parallel is left out if that is
# not installed.
#
# Commands of man pages run in a copy of tests/examples, where `ternion` is
# BINARY; those of the README in a folder with ./ternion and tests/examples.
# Each failure is a line and a difference below it; the last line is
# "N passed, N failed".
set -u
export LC_ALL=C TERM=dumb
unset NO_COLOR CLICOLOR_FORCE

if [ $# -ne 1 ] || [ ! -x "$1" ]; then
	echo "usage: tests/man_examples.sh BINARY" >&2
	exit 2
fi
binary=$(cd "$(dirname "$1")" && pwd)/${1##*/}
cd "$(dirname "$0")/.." || exit 2
root=$PWD
. tests/counting.sh

# The displays of a man page as plain text: a line "@ NUMBER" before each line
# tells where it stands, "@ end" ends a display and "@ exit N" is a status.
man_blocks() {
	awk '
	/^\.Bd -literal/ { inside = 1; next }
	/^\.Ed/ { if (inside) print "@ end"; inside = 0; next }
	!inside { next }
	/^\.\\" exit [0-9]+$/ { print "@ exit " $3; next }
	/^\.\\"/ { next }
	{
		gsub(/\\&/, "")
		gsub(/\\-/, "-")
		gsub(/\\\(aq/, "'\''")
		gsub(/\\\(ga/, "`")
		gsub(/\\\(ha/, "^")
		gsub(/\\\(ti/, "~")
		gsub(/\\e/, "\\")
		print "@ " FNR
		print
	}' "$1"
}

# Runs the fenced blocks of a Markdown file.
readme_blocks() {
	awk '
	/^<!-- exit [0-9]+ -->$/ { status = $3; next }
	/^```/ {
		if (inside)
			print "@ end"
		inside = !inside
		next
	}
	!inside { next }
	/^\$ / && status != "" { print "@ exit " status; status = "" }
	{ print "@ " FNR; print }' "$1"
}

# Runs the example that has been gathered, if there is one.
finish() {
	local got program

	[ -n "$command" ] || return
	for program in jq sqlite3 parallel; do
		[[ $command =~ (^|[|;[:space:]])$program[[:space:]] ]] &&
		    ! command -v $program >/dev/null || continue
		left_out "the recipes with $program: no $program"
		command='' status=0
		return
	done
	(
		cd "$folder" || exit 126
		eval "$command"
	) >"$scratch/got" 2>&1 </dev/null
	got=$?
	[ -s "$scratch/want" ] || cp "$scratch/got" "$scratch/want"
	diff -u --label expected --label actual "$scratch/want" \
	    "$scratch/got" >"$scratch/diff" && [ $got -eq "$status" ]
	ok "$page:$at: exit $got, not $status, or other output: $command" $? ||
	    sed 's/^/    /' "$scratch/diff"
	command='' status=0
}

# run_page PAGE FOLDER: runs the examples of the blocks on standard input
run_page() {
	local command='' status=0 next=0 at=0 number=0 more=no line

	page=$1 folder=$2
	while IFS= read -r line; do
		case $line in
		'@ end')
			finish
			next=0
			continue
			;;
		'@ exit '*)
			next=${line#@ exit }
			continue
			;;
		'@ '*)
			number=${line#@ }
			IFS= read -r line
			;;
		esac
		if [ $more = yes ] && [[ $line == '> '* ]]; then
			command+=$'\n'${line#> }
		elif [[ $line == '$ '* ]]; then
			finish
			command=${line#$ } status=$next next=0 at=$number
			: >"$scratch/want"
		elif [ -n "$command" ]; then
			printf '%s\n' "$line" >>"$scratch/want"
			continue
		fi
		more=no
		[[ $line == *[\\\|] ]] && more=yes
	done
	finish
}

mkdir -p "$scratch/readme/tests" "$scratch/man" "$scratch/bin"
ln -s "$binary" "$scratch/bin/ternion"
ln -s "$binary" "$scratch/readme/ternion"
PATH=$scratch/bin:$PATH
for file in man/*.[157] README.md; do
	[ -e "$file" ] || continue
	rm -rf "$scratch/readme/tests/examples" "$scratch/man/examples"
	cp -R tests/examples "$scratch/readme/tests/examples"
	cp -R tests/examples "$scratch/man/examples"
	case $file in
	*.md) run_page "$file" "$scratch/readme" < <(readme_blocks "$file") ;;
	*) run_page "$file" "$scratch/man/examples" < <(man_blocks "$file") ;;
	esac
done
cd "$root" || exit 2
counted
