#!/usr/bin/env bash
# Runs the tests: tests/run.sh [--golden] OBJDIR...
#
# OBJDIR is where make leaves objects: obj, or obj/asan for the build with
# sanitizers. Each failure is one line and a difference below it; the very
# last line is "N passed, N failed". --golden writes what is expected anew,
# from what comes out: read the difference like code. A new golden file begins
# as an empty one.
#
#   unit      OBJDIR/tests/unit/test_*, cmocka
#   property  OBJDIR/tests/property/prop_*, with $SEED if there is one
#   fuzz      OBJDIR/tests/fuzz/fuzz_*, over tests/fuzz/corpus
#   golden    tests/golden/VARIANT/NAME.pgn beside NAME.out.WHAT
#   lint      tests/lint/CODE.* beside CODE.out, what `check` says of it, or
#             the command in CODE.args; CODE.2 and so on are further cases;
#             the suffix of the input tells its format
#   cli       tests/cli/*.test: commands with their output and exit status
#   perft     tests/perft/VARIANT.epd
#   browser   pages that replay games, in Chromium if there is one
#   man       the examples of the man pages
#   docs      the manual against the program's tables; once, not for each
#             OBJDIR
#   install   tests/install.sh: what `make install` puts in place is used as a
#             package would use it; once, and only where OBJDIR is obj, the
#             normal build
#
# A test that needs a program which is not there says so in the file $LEFT_OUT
# and passes; what was left out is told before the last line.
set -u
export LC_ALL=C TERM=dumb
export ASAN_OPTIONS=detect_leaks=1:exitcode=99
export UBSAN_OPTIONS=print_stacktrace=1:exitcode=99
unset NO_COLOR CLICOLOR_FORCE
cd "$(dirname "$0")/.." || exit 2

golden=no
if [ "${1-}" = --golden ]; then
	golden=yes
	shift
fi
if [ $# -eq 0 ]; then
	echo "usage: tests/run.sh [--golden] OBJDIR..." >&2
	exit 2
fi

root=$PWD
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

# --- one section: counts into $own/count, failures on standard output -------

passed=0 failed=0

pass() {
	passed=$((passed + 1))
}

# fail NAME, with the details on standard input
fail() {
	failed=$((failed + 1))
	printf 'FAIL %s: %s\n' "$objdir" "$1"
	sed 's/^/    /'
}

# compare NAME EXPECTED ACTUAL (files)
compare() {
	if cmp -s "$2" "$3"; then
		pass
	elif [ ! -e "$2" ]; then
		fail "$1" < <(echo "there is no $2")
	else
		fail "$1" < <(diff -u --label expected --label actual "$2" "$3")
	fi
}

# The same for a file that --golden may write.
compare_golden() {
	if [ $golden = yes ] && ! cmp -s "$2" "$3"; then
		cp "$3" "$2"
		echo "wrote $1"
	else
		compare "$@"
	fi
}

# add_counts NAME STATUS FILE: a program that counts its tests itself
add_counts() {
	local last

	last=$(tail -n 1 "$3")
	if [[ ! $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
		fail "$1" < <(
			tail -n 20 "$3"
			echo "status $2, and no last line 'N passed, N failed'"
		)
		return
	fi
	passed=$((passed + BASH_REMATCH[1]))
	if [ "${BASH_REMATCH[2]}" -gt 0 ]; then
		failed=$((failed + BASH_REMATCH[2] - 1))
		fail "$1" < <(tail -n 60 "$3")
	elif [ "$2" -ne 0 ]; then
		fail "$1" < <(echo "status $2")
	fi
}

section_unit() {
	local program name status good bad

	for program in "$objdir"/tests/unit/test_*; do
		[ -x "$program" ] || continue
		name=unit/${program##*/}
		CMOCKA_MESSAGE_OUTPUT=tap "$program" >"$own/out" 2>&1
		status=$?
		good=$(grep -c '^ok ' "$own/out")
		bad=$(grep -c '^not ok ' "$own/out")
		passed=$((passed + good))
		# cmocka's status is the number of tests that failed.
		if [ "$bad" -gt 0 ]; then
			failed=$((failed + bad - 1))
			fail "$name" < <(grep -v '^ok ' "$own/out")
		elif [ $status -ne 0 ] || [ "$good" -eq 0 ]; then
			fail "$name" < <(
				tail -n 40 "$own/out"
				echo "status $status after $good tests"
			)
		fi
	done
}

section_property() {
	local program

	for program in "$objdir"/tests/property/prop_*; do
		[ -x "$program" ] || continue
		# Its own count is of single comparisons, millions of them.
		if "$program" ${SEED:+"$SEED"} >"$own/out" 2>&1; then
			pass
		else
			fail "property/${program##*/}" < <(tail -n 40 "$own/out")
		fi
	done
}

# The manual against the program's tables; once, not for each build.
section_docs() {
	[ "$objdir" = "${first%/}" ] || return 0
	tests/check_docs.sh "$objdir/ternion" >"$own/out" 2>&1
	add_counts docs $? "$own/out"
}

# It needs the normal build, of which `make install` takes its files.
section_install() {
	[ "$objdir" = obj ] && [ "$objdir" = "${first%/}" ] || return 0
	tests/install.sh >"$own/out" 2>&1
	add_counts install $? "$own/out"
}

section_fuzz() {
	local program status

	for program in "$objdir"/tests/fuzz/fuzz_*; do
		[ -x "$program" ] || continue
		"$program" tests/fuzz/corpus >"$own/out" 2>&1
		status=$?
		if [ $status -eq 0 ]; then
			pass
		else
			fail "fuzz/${program##*/}" < <(
				tail -n 40 "$own/out"
				echo "status $status"
			)
		fi
	done
}

# What NAME.out.WHAT holds; convert's output is that notation.
make_golden() {
	case $2 in
	check)
		ternion check "$1"
		;;
	3pf)
		ternion position --every "$1"
		;;
	ascii | unicode | svg)
		ternion position --to "$2" "$1"
		;;
	*)
		ternion convert -n "$2" "$1"
		;;
	esac >"$own/out" 2>&1
	local status=$?

	if [ $status -ne 0 ] || [ "$2" = check ]; then
		echo "exit $status" >>"$own/out"
	fi
}

section_golden() {
	local record expected stem what letters

	for record in tests/golden/*/*.pgn; do
		cd "${record%/*}" || return
		stem=${record##*/}
		stem=${stem%.pgn}
		for expected in "$stem".out.*; do
			[ -e "$expected" ] || continue
			what=${expected##*.}
			make_golden "$stem.pgn" "$what"
			compare_golden "${record%.pgn}.out.$what" "$expected" \
			    "$own/out"
		done
		# Records are kept in canonical form ...
		letters=$(sed -n 's/^\[Letters "\(.*\)"\]$/\1/p' "$stem.pgn")
		ternion convert ${letters:+--letters "$letters"} \
		    "$stem.pgn" >"$own/out" 2>&1
		compare "$record" "$stem.pgn" "$own/out"
		# ... and come back to it from every notation.
		for what in siege long coordinate; do
			[ -e "$stem.out.$what" ] || continue
			[ -e "$stem.out.algebraic" ] || continue
			ternion convert -n algebraic <"$stem.out.$what" \
			    >"$own/out" 2>&1
			compare "${record%.pgn} back from $what" \
			    "$stem.out.algebraic" "$own/out"
		done
		cd "$root" || return
	done
}

# All cases, by the name without its last suffix.
lint_cases() {
	local file

	for file in tests/lint/*.*; do
		[ -e "$file" ] || continue
		file=${file##*/}
		echo "${file%.*}"
	done | sort -u
}

section_lint() {
	local stem file input args status code kind cases

	cd tests/lint || return
	while IFS= read -r stem; do
		input=
		for file in "$stem".*; do
			case $file in
			"$stem".out | "$stem".args | "$stem".*.*) ;;
			*) input=$file ;;
			esac
		done
		args='check --verbose'
		[ -e "$stem.args" ] && args=$(<"$stem.args")
		eval "set -- $args"
		ternion "$@" ${input:+"$input"} >"$own/out" 2>&1 </dev/null
		status=$?
		echo "exit $status" >>"$own/out"
		compare_golden "tests/lint/$stem.out" "$stem.out" "$own/out"
		code=${stem%%.*}
		if ! grep -q " \[$code\]$" "$own/out"; then
			fail "tests/lint/$stem" < <(echo "no [$code] in it")
		fi
	done < <(cd "$root" && lint_cases)
	# Every diagnostic has its case, and so has every kind of fault.
	ternion help --list-codes >"$own/codes"
	while read -r code _; do
		if [ -e "$code.out" ]; then
			pass
		else
			fail "tests/lint" < <(echo "no case for $code")
		fi
	done <"$own/codes"
	while IFS=: read -r kind cases; do
		for stem in $cases; do
			[ -e "$stem.out" ] && pass && continue
			fail "tests/lint/KINDS" < <(echo "$kind: no $stem")
		done
	done < <(grep -v '^#' KINDS)
	cd "$root" || return
}

# A case is a command after "$ ", and below it what is expected: "> " and a
# line of standard output, "! " and one of standard error, "? " and the exit
# status where it is not 0. Other lines are comments. Commands run in
# tests/cli; $T is a folder for what they write, $OBJ the OBJDIR, $LEFT_OUT
# the file for what could not be tried.
run_command() {
	(
		cd "$root/tests/cli" || exit 126
		export T=$own/T OBJ LEFT_OUT=$own/left_out
		eval "$1"
	) >"$own/out" 2>"$own/err" </dev/null
	local status=$?

	sed 's/^/> /' "$own/out"
	sed "s/^/! /; s|$own/T|\$T|g" "$own/err"
	if [ $status -ne 0 ]; then
		echo "? $status"
	fi
}

section_cli() {
	local file line command want got number at

	for file in tests/cli/*.test; do
		[ -e "$file" ] || continue
		rm -rf "$own/T"
		mkdir "$own/T"
		command='' want='' number=0 at=0
		: >"$own/transcript"
		while IFS= read -r line || [ -n "$line" ]; do
			number=$((number + 1))
			case $line in
			'> '* | '! '* | '? '* | '>' | '!')
				want+=$line$'\n'
				continue
				;;
			esac
			finish_case
			printf '%s\n' "$line" >>"$own/transcript"
			if [ "${line:0:2}" = '$ ' ]; then
				command=${line:2} want='' at=$number
			fi
		done <"$file"
		finish_case
		if [ $golden = yes ] && ! cmp -s "$own/transcript" "$file"; then
			cp "$own/transcript" "$file"
			echo "wrote $file"
		fi
	done
}

# Runs the case that section_cli has gathered, if there is one.
finish_case() {
	[ -n "$command" ] || return
	got=$(run_command "$command"; echo .)
	got=${got%.}
	printf '%s' "$got" >>"$own/transcript"
	if [ "$got" = "$want" ] || [ $golden = yes ]; then
		pass
	else
		fail "$file:$at: $command" < <(diff -u --label expected \
		    --label actual <(printf '%s' "$want") <(printf '%s' "$got"))
	fi
	command=
}

section_perft() {
	local most=3000000

	grep -q __asan_init "$objdir/ternion" && most=100000
	tests/perft/run.sh "$objdir/ternion" $most >"$own/out" 2>&1
	add_counts perft $? "$own/out"
}

# Once, not for each build: it is the page's script that is tested.
section_browser() {
	[ "$objdir" = "$first" ] || return 0
	tests/browser/run.sh "$objdir/ternion" >"$own/out" 2>&1
	add_counts browser $? "$own/out"
	grep '^SKIP' "$own/out"
}

section_man() {
	[ -x tests/man_examples.sh ] || return
	LEFT_OUT=$own/left_out tests/man_examples.sh "$objdir/ternion" \
	    >"$own/out" 2>&1
	add_counts man $? "$own/out"
}

# --- all of them -------------------------------------------------------------

# run_section OBJDIR SECTION
run_section() {
	objdir=$1
	own=$scratch/${1//\//_}.$2
	mkdir "$own"
	OBJ=$(cd "$objdir" && pwd)
	PATH=$OBJ:$PATH
	"section_$2" >"$own/log"
	echo "$passed $failed" >"$own/count"
}

if [ $golden = yes ]; then
	for section in golden lint cli; do
		(run_section "${1%/}" $section)
		cat "$scratch"/*."$section/log"
	done
	exit 0
fi

sections='unit property fuzz golden lint cli perft browser man docs install'
first=$1
running=0 most_running=$(nproc 2>/dev/null || echo 2)
for objdir in "$@"; do
	if [ ! -x "$objdir/ternion" ]; then
		echo "tests/run.sh: there is no $objdir/ternion" >&2
		exit 2
	fi
done
for section in $sections; do
	for objdir in "$@"; do
		if [ $running -ge "$most_running" ]; then
			wait -n
			running=$((running - 1))
		fi
		run_section "${objdir%/}" "$section" &
		running=$((running + 1))
	done
done
wait

for objdir in "$@"; do
	objdir=${objdir%/}
	for section in $sections; do
		own=$scratch/${objdir//\//_}.$section
		cat "$own/log"
		read -r good bad <"$own/count"
		passed=$((passed + good)) failed=$((failed + bad))
	done
done
for file in "$scratch"/*/left_out; do
	[ -e "$file" ] && cat "$file"
done | sort -u | sed 's/^/left out: /'
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
