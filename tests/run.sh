#!/usr/bin/env bash
# Runs the tests: tests/run.sh [--golden] OBJDIR...
#
# OBJDIR is where make leaves objects: obj, or obj/asan for the build with
# sanitizers. The last line is "N passed, N failed". --golden writes
# the expected outputs again, from the actual ones.
#
#	SECTIONS="unit cli"	only these; without it: property cli unit library calls
#				man rules perft golden lint lsp neovim docs
#				instructions; "all" adds slow failures valgrind
#				cluster install package fuzz browser
#	CLI="bnem perft"	only these files of cli, without their .test
#	SEED=7			of the random games
#	SLOW_RECORDS=20000	on so many corrupted records (slow)
#	STOP_AT_FIRST=1		a section ends with its first failure
#
# tests/README.md tells what each section proves and how to add a case.
set -u
export LC_ALL=C TERM=dumb
export ASAN_OPTIONS=detect_leaks=1:exitcode=99
export UBSAN_OPTIONS=print_stacktrace=1:exitcode=99
unset NO_COLOR CLICOLOR_FORCE MAKEFLAGS
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

# --- one job: counts into $own/count, failures on standard output -----------

passed=0 failed=0

pass() {
	passed=$((passed + 1))
}

# fail NAME, with the details on standard input
fail() {
	failed=$((failed + 1))
	printf 'FAIL %s: %s\n' "$objdir" "$1"
	sed 's/^/    /'
	[ -n "${STOP_AT_FIRST-}" ] || return 0
	echo "$passed $failed" >"$own/count"
	exit 1
}

# Notes a test that is left out because something is missing.
left_out() {
	echo "$*" >>"$LEFT_OUT"
}

# same FILE FILE: whether they have the same bytes; a program would take longer to
# start than this to compare
same() {
	local one other

	mapfile -d '' one <"$1"
	mapfile -d '' other <"$2"
	[ "${one[*]@Q}" = "${other[*]@Q}" ]
}

# compare NAME EXPECTED ACTUAL (files)
compare() {
	if [ -e "$2" ] && same "$2" "$3"; then
		pass
	elif [ ! -e "$2" ]; then
		fail "$1" < <(echo "there is no $2")
	else
		fail "$1" < <(diff -u --label expected --label actual "$2" "$3")
	fi
}

# Compares a file that --golden may write.
compare_golden() {
	if [ $golden = yes ] && ! { [ -e "$2" ] && same "$2" "$3"; }; then
		cp "$3" "$2"
		echo "wrote $1"
	else
		compare "$@"
	fi
}

# counting NAME COMMAND...: a program that counts its tests itself
counting() {
	local name=$1 last status

	shift
	"$@" >"$own/out" 2>&1
	status=$?
	last=$(tail -n 1 "$own/out")
	if [[ ! $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
		fail "$name" < <(
			tail -n 20 "$own/out"
			echo "status $status, and no last line" \
			    "'N passed, N failed'"
		)
		return
	fi
	passed=$((passed + BASH_REMATCH[1]))
	if [ "${BASH_REMATCH[2]}" -gt 0 ]; then
		failed=$((failed + BASH_REMATCH[2] - 1))
		fail "$name" < <(tail -n 60 "$own/out")
	elif [ $status -ne 0 ]; then
		fail "$name" < <(echo "status $status")
	fi
}

# A section runs as one job, or as one job for each of its parts.

# names PATTERN: the files, without folder and suffix
names() {
	local file

	for file in $1; do
		file=${file##*/}
		echo "${file%.*}"
	done
}

# The test programs that have a source; programs of removed sources do not run.
parts_of_unit() {
	names 'tests/unit/test_*.c'
}

parts_of_property() {
	names 'tests/property/prop_*.c'
}

parts_of_fuzz() {
	names 'tests/fuzz/fuzz_*.c'
}

parts_of_cli() {
	local name

	for name in $(names 'tests/cli/*.test'); do
		[[ ${CLI+ $CLI } == '' || " ${CLI-} " == *" $name "* ]] &&
			echo "$name"
	done
}

section_unit() {
	local status good bad

	CMOCKA_MESSAGE_OUTPUT=tap "$objdir/tests/unit/$1" >"$own/out" 2>&1
	status=$?
	good=$(grep -c '^ok ' "$own/out")
	bad=$(grep -c '^not ok ' "$own/out")
	passed=$((passed + good))
	# cmocka's status is the number of tests that failed.
	if [ "$bad" -gt 0 ]; then
		failed=$((failed + bad - 1))
		fail "unit/$1" < <(grep -v '^ok ' "$own/out")
	elif [ $status -ne 0 ] || [ "$good" -eq 0 ]; then
		fail "unit/$1" < <(
			tail -n 40 "$own/out"
			echo "status $status after $good tests"
		)
	fi
}

# one_program NAME COMMAND...: a program that is one test
one_program() {
	local name=$1 status

	shift
	"$@" >"$own/out" 2>&1
	status=$?
	if [ $status -eq 0 ]; then
		pass
	else
		fail "$name" < <(
			tail -n 40 "$own/out"
			echo "status $status"
		)
	fi
}

# Its own count is of single comparisons, millions of them.
section_property() {
	one_program "property/$1" "$objdir/tests/property/$1" ${SEED:+"$SEED"}
}

section_fuzz() {
	one_program "fuzz/$1" "$objdir/tests/fuzz/$1" \
	    "tests/fuzz/corpus/${1#fuzz_}"
}

# The content of NAME.out.WHAT; other WHATs are notations for convert.
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
	local stem file input args status code kind cases out

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
		[ -e "$stem.args" ] && read -r args <"$stem.args"
		eval "set -- $args"
		ternion "$@" ${input:+"$input"} >"$own/out" 2>&1 </dev/null
		status=$?
		echo "exit $status" >>"$own/out"
		case $stem in
		*unknown* | config-value | *.no-plies)
			fold "$(<"$own/out")"
			printf '%s\n' "$folded" >"$own/out"
			;;
		esac
		compare_golden "tests/lint/$stem.out" "$stem.out" "$own/out"
		code=${stem%%.*}
		mapfile out <"$own/out"
		if [[ "${out[*]}" != *" [$code]"$'\n'* ]]; then
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

# Whether there is a program, a module of Python, or a pseudo-terminal.
is_there() {
	case $1 in
	terminal) python3 -c 'import pty; pty.openpty()' 2>/dev/null ;;
	python3-*) python3 -c "import ${1#python3-}" 2>/dev/null ;;
	*) command -v "$1" >/dev/null ;;
	esac
}

# For cases: ends a case whose needs are not available.
lacks() {
	echo "$*" >"$own/lacks"
	exit 0
}

# The ids that a message offers for an option.
offered() {
	ternion "$1" "$2=?" 2>&1 </dev/null | sed -n 's/.*choose one of: //p'
}

# The lists that fold replaces by their names.
list_ids() {
	VARIANTS=$(offered check --variant)
	NOTATIONS=$(offered check -N)
	FORMATS=$(offered check -f)
	RESULTS=$(offered select --result)
	WRITTEN=$(offered convert -t)
	REPORTS=$(offered check -t)
}

# fold TEXT: the text in $folded, with names for the lists of all ids: they grow
# with the program, and expected outputs do not.
fold() {
	folded=${1//"$VARIANTS"/\$VARIANTS}
	folded=${folded//"$NOTATIONS"/\$NOTATIONS}
	folded=${folded//"$FORMATS"/\$FORMATS}
	folded=${folded//"$RESULTS"/\$RESULTS}
	folded=${folded//"$WRITTEN"/\$WRITTEN}
	folded=${folded//"$REPORTS"/\$REPORTS}
}

# needs NAME...: as is_there knows them
needs() {
	local what

	for what; do
		is_there "$what" || lacks "$what"
	done
}

# repeat NUMBER FILE: the file so many times, an empty line after each, by this
# process alone
repeat() {
	local text

	text=$(<"$2")
	for ((i = 0; i < $1; i++)); do
		printf '%s\n\n' "$text"
	done
}

# quote FILE PREFIX: the file in $quoted, each line with the prefix
quote() {
	local lines

	quoted=
	mapfile lines <"$1"
	[ ${#lines[@]} -eq 0 ] || printf -v quoted "$2%s" "${lines[@]}"
}

section_cli() {
	local file=tests/cli/$1.test line command='' want='' transcript=''
	local number=0 at=0

	mkdir "$own/T"
	while IFS= read -r line || [ -n "$line" ]; do
		number=$((number + 1))
		case $line in
		'> '* | '! '* | '? '* | '>' | '!')
			want+=$line$'\n'
			continue
			;;
		esac
		finish_case
		transcript+=$line$'\n'
		if [ "${line:0:2}" = '$ ' ]; then
			command=${line:2} want='' at=$number
		fi
	done <"$file"
	finish_case
	if [ $golden = yes ] && [ "$transcript" != "$(<"$file")"$'\n' ]; then
		printf %s "$transcript" >"$file"
		echo "wrote $file"
	fi
}

# Runs the case that section_cli has gathered, if any, and compares its output
# and status, all in one process.
finish_case() {
	local status got quoted folded

	[ -n "$command" ] || return
	(
		cd tests/cli || exit 126
		export T=$own/T OBJ
		eval "$command"
	) >"$own/out" 2>"$own/err" </dev/null
	status=$?
	quote "$own/out" '> '
	got=$quoted
	quote "$own/err" '! '
	got+=${quoted//"$own/T"/\$T}
	fold "$got"
	got=$folded
	[ $status -eq 0 ] || got+="? $status"$'\n'
	if [ -e "$own/lacks" ]; then
		got=$want
		left_out "$file:$at: no $(<"$own/lacks")"
		rm "$own/lacks"
	elif [ "$got" = "$want" ] || [ $golden = yes ]; then
		pass
	else
		fail "$file:$at: $command" < <(diff -u --label expected \
		    --label actual <(printf '%s' "$want") <(printf '%s' "$got"))
	fi
	transcript+=$got
	command=
}

# Whether a folder has the build with the address sanitizer.
is_sanitized() {
	grep -q __asan_init "$1/ternion"
}

section_rules() {
	counting rules tests/rules.py "$objdir/ternion"
	counting "rules, naive engines" tests/rules.py --naive \
	    "$objdir/tests/tools/naive_step"
}

# Python is not sanitized itself: the sanitizer is loaded first, and does not look
# for leaks, which random_calls does.
section_library() {
	local first=

	if ! is_there python3; then
		left_out "the library: no python3"
		return
	fi
	! is_sanitized "$objdir" || first=$(${CC:-cc} -print-file-name=libasan.so)
	LD_PRELOAD=$first ASAN_OPTIONS=detect_leaks=0 PYTHONDONTWRITEBYTECODE=1 \
	    PYTHONPATH=formats/library/python \
	    TERNION_LIBRARY=$objdir/tests/libternion.so \
	    counting library tests/python.py
}

section_perft() {
	local most=3000000

	is_sanitized "$objdir" && most=100000
	counting perft tests/perft/run.sh "$objdir/ternion" $most
}

section_browser() {
	counting browser tests/browser/run.sh "$objdir/ternion" "$objdir"
}

section_man() {
	counting man tests/man_examples.sh "$objdir/ternion"
}

section_docs() {
	counting docs tests/check_docs.py "$objdir/ternion"
	counting lists tests/tools/lists.py "$objdir/ternion" --check
	counting bindings formats/library/bindings.py --check
	counting sentences tests/check_rules.py
	counting explanations tests/check_explanations.py "$objdir/ternion"
	counting conformance tests/conformance.py "$objdir/ternion"
}

section_failures() {
	counting failures tests/failures/run.sh "$objdir"
}

# Sees reads of memory that was never written, as the sanitizers do not.
section_valgrind() {
	if is_there valgrind && is_there python3; then
		counting valgrind tests/tools/broken_records.py \
		    "valgrind -q --error-exitcode=99 $objdir/ternion" \
		    "$objdir/tests/tools/random_calls" "${SEED:-1}" 6 \
		    tests/golden/dreierschach/document.pgn
	else
		left_out "broken records: no valgrind"
	fi
}

# Handles freed in any order. The build with the sanitizer of threads has nothing
# else in it; there, threads share handles.
section_calls() {
	local tool=tests/tools/random_calls
	local records=(tests/golden/*/*.pgn tests/examples/{faulty,slip,kinds}.pgn)

	one_program calls "$objdir/$tool" "${SEED:-1}" 4000 1 "${records[@]}"
	if [ -x "$objdir/tsan/$tool" ]; then
		one_program "calls from threads" "$objdir/tsan/$tool" \
		    "${SEED:-1}" 1500 4 "${records[@]}"
	fi
	# What breaks memory is seen by the sanitizers.
	if is_sanitized "$objdir" && is_there python3; then
		counting "broken records" tests/tools/broken_records.py \
		    "$objdir/ternion" "$objdir/$tool" "${SEED:-1}" 60 \
		    tests/golden/*/*.pgn
	fi
}

section_install() {
	counting install tests/install.sh
}

# Without the build that goes the long way there is nothing to compare.
section_slow() {
	if [ -x "$objdir/slow/ternion" ] && is_there python3; then
		counting slow python3 tests/slow.py "$objdir/ternion" \
		    "$objdir/slow/ternion" "$objdir/tests/tools/random_games" \
		    ${SLOW_RECORDS-}
	else
		left_out "the long way: no python3, or not built by make slow"
	fi
	! is_there python3 || counting notations \
	    tests/notations/compare.py "$objdir/ternion" \
	    "$objdir/tests/tools/random_games" 50
}

section_cluster() {
	counting cluster tests/cluster.sh "$objdir/ternion" "$objdir"
}

section_lsp() {
	local script

	if ! command -v python3 >/dev/null; then
		left_out "the language server: no python3"
		return
	fi
	export PYTHONDONTWRITEBYTECODE=1
	cd tests/lsp || return
	for script in *.in; do
		python3 client.py ternion "$script" >"$own/out" 2>&1
		compare_golden "tests/lsp/${script%.in}.out" \
		    "${script%.in}.out" "$own/out"
	done
	counting lsp/behaviour python3 behaviour.py "$OBJ/ternion"
	counting lsp/actions python3 actions.py ternion ../lint/*.*
	counting lsp/edits python3 edits.py ternion "${SEED:-1}" 40 \
	    ../examples/{faulty,slip,untidy,siege}.pgn ../lsp/games.{yaml,json,jsonl}
	# Long enough for checkpoints.
	"$OBJ/tests/tools/random_games" -n 400 -p 60 >"$own/long.pgn"
	ternion convert -t yaml "$own/long.pgn" >"$own/long.yaml"
	counting lsp/checkpoints python3 edits.py ternion "${SEED:-1}" 15 \
	    "$own"/long.{pgn,yaml}
	cd "$root" || return
}

section_neovim() {
	if ! is_there nvim; then
		left_out "the language server with Neovim: no nvim"
		return
	fi
	cd tests/lsp || return
	mkdir "$own/nvim"
	T=$own/nvim HOME=$own/nvim nvim --headless -u NONE -i NONE \
	    -c 'luafile neovim.lua' >"$own/out" 2>&1 </dev/null
	compare_golden tests/lsp/neovim.out neovim.out "$own/out"
	cd "$root" || return
}

# Left out where the program is not the one that the numbers are for.
section_instructions() {
	local tool=tests/bench/instructions.py why

	if ! is_there python3; then
		left_out "instructions a ply: no python3"
		return
	fi
	why=$("$tool" --check "$objdir/ternion" \
	    "$objdir/tests/tools/random_games")
	if [ $? -eq 77 ]; then
		left_out "instructions a ply: $why"
	else
		counting instructions echo "$why"
	fi
}

section_package() {
	counting package tests/package.sh
}

# --- all of them -------------------------------------------------------------

# Those that take long go first, so that no core waits for them at the end.
daily='property cli unit library calls man rules perft golden lint lsp neovim docs instructions'
sections=${SECTIONS:-$daily}
[ "$sections" != all ] ||
	sections="failures valgrind slow install package cluster browser fuzz $daily"
# These test the normal build, or no build: `make install` installs its files, and
# the sanitizers allocate in their own way.
normal=' browser docs instructions failures valgrind install package cluster slow '

# parts SECTION: the parts that run as jobs of their own; "all" if it has none
parts() {
	if declare -F "parts_of_$1" >/dev/null; then
		"parts_of_$1"
	else
		echo all
	fi
}

# run_job OBJDIR SECTION PART
run_job() {
	objdir=$1
	own=$scratch/${1//\//_}.$2/$3
	mkdir "$own"
	OBJ=$(cd "$objdir" && pwd)
	PATH=$OBJ:$PATH
	export LEFT_OUT=$own/left_out
	"section_$2" "$3" >"$own/log"
	times >"$own/times"
	echo "$passed $failed" >"$own/count"
}

# Seconds of processor that jobs and their programs took.
work_of() {
	cat "$@" | tr 'ms' '  ' |
	    awk '{ sum += $1 * 60 + $2 + $3 * 60 + $4 } END { printf "%.0f", sum }'
}

# total FILE...: the sums of counts, in $passed and $failed
total() {
	local good bad

	passed=0 failed=0
	while read -r good bad; do
		passed=$((passed + good)) failed=$((failed + bad))
	done < <(cat "$@")
}

# How far it is, when the last part of a section ends.
tell_progress() {
	local ended=("$scratch"/*/*/count)
	local of_section=("$scratch/${1//\//_}.$2"/*/count)

	[ ${#of_section[@]} -eq "$3" ] || return
	total "${of_section[@]}"
	echo "${#ended[@]} of $all: $1 $2: $passed passed, $failed failed" \
	    "after $SECONDS s, $(work_of "${of_section[@]/%count/times}") s of" \
	    "processor" >&2
}

for objdir in "$@"; do
	if [ ! -x "$objdir/ternion" ]; then
		echo "tests/run.sh: there is no $objdir/ternion" >&2
		exit 2
	fi
done
first=${1%/}
PATH=$(cd "$first" && pwd):$PATH list_ids
if [ $golden = yes ]; then
	for section in ${SECTIONS:-golden lint cli lsp neovim}; do
		mkdir "$scratch/${first//\//_}.$section"
		for part in $(parts $section); do
			(run_job "$first" $section "$part")
		done
		cat "$scratch"/*."$section"/*/log
	done
	exit 0
fi

jobs=()
for section in $sections; do
	if ! declare -F "section_$section" >/dev/null; then
		echo "tests/run.sh: there is no section '$section'" >&2
		exit 2
	fi
	mapfile -t parts < <(parts "$section")
	for objdir in "${@%/}"; do
		[[ $normal != *" $section "* ]] || ! is_sanitized "$objdir" ||
			continue
		mkdir "$scratch/${objdir//\//_}.$section"
		for part in "${parts[@]}"; do
			jobs+=("$objdir $section $part ${#parts[@]}")
		done
	done
done

running=0 most_running=$(nproc 2>/dev/null || echo 2) all=${#jobs[@]}
for job in "${jobs[@]}"; do
	read -r objdir section part count <<<"$job"
	if [ $running -ge "$most_running" ]; then
		wait -n
		running=$((running - 1))
	fi
	{
		run_job "$objdir" "$section" "$part"
		tell_progress "$objdir" "$section" "$count"
	} &
	running=$((running + 1))
done
wait

for job in "${jobs[@]}"; do
	read -r objdir section part count <<<"$job"
	own=$scratch/${objdir//\//_}.$section/$part
	cat "$own/log"
	if [ ! -e "$own/count" ]; then
		echo "FAIL $section $part: ended early"
		echo '0 1' >"$own/count"
	fi
done
for file in "$scratch"/*/*/left_out; do
	[ -e "$file" ] && cat "$file"
done | sort -u | sed 's/^/left out: /'
total "$scratch"/*/*/count
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
