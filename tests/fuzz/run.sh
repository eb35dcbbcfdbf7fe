#!/usr/bin/env bash
# Fuzzes: builds each target with clang's fuzzer and sanitizers over the
# sources of the library, and runs it on its seeds: the files of its folder in
# tests/fuzz/corpus, and the lines of *.seeds, each as a file of its own.
#
#	tests/fuzz/run.sh [TARGET...]
#
# The default is all targets. FUZZ_SECONDS is the time for each (60). Useful
# inputs and the findings stay in FUZZ_OUT (obj/fuzz). Reduce a finding, name it
# after its fault, and add it to tests/fuzz/corpus.
set -eu

cd "$(dirname "$0")/../.."
seconds=${FUZZ_SECONDS:-60}
out=${FUZZ_OUT:-obj/fuzz}
cc=${FUZZ_CC:-clang}
status=0

[ $# -gt 0 ] || set -- $(cd tests/fuzz && ls fuzz_*.c | sed 's/\.c$//')
mkdir -p "$out"

# write_seeds FOLDER KIND: the corpus as the fuzzer wants it, in FOLDER
write_seeds() {
	local file name text n=0

	rm -rf "$1"
	mkdir -p "$1"
	for file in "tests/fuzz/corpus/$2"/*; do
		if [[ $file != *.seeds ]]; then
			cp "$file" "$1/"
			continue
		fi
		while IFS= read -r text; do
			name=${text%%:*}
			[[ $name == '' || $name == '#'* ]] && continue
			n=$((n + 1))
			printf %b "${text#*: }" >"$1/$name-$n"
		done <"$file"
	done
}

# shellcheck disable=SC2046 # names are words
make -s -j "$(nproc)" CC="$cc" SAN=1 B="$out" FUZZ_MAIN= \
    CFLAGS="-O2 -g -fsanitize=fuzzer-no-link \
	-fsanitize-coverage-ignorelist=tests/fuzz/untraced" \
    LDFLAGS=-fsanitize=fuzzer $(printf "$out/tests/fuzz/%s\n" "$@")

for target in "$@"; do
	kind=${target#fuzz_}
	seeds=$out/seeds/$kind
	found=$out/$kind
	mkdir -p "$found" "$out/findings"
	write_seeds "$seeds" "$kind"
	if "$out/tests/fuzz/$target" -max_total_time="$seconds" -timeout=20 \
	    -rss_limit_mb=1024 -max_len=2000 -dict=tests/fuzz/dict \
	    -artifact_prefix="$out/findings/$kind-" -print_final_stats=1 \
	    "$found" "$seeds" >"$out/$kind.log" 2>&1; then
		printf '%s: nothing found, %s runs\n' "$target" \
		    "$(sed -n 's/^stat::number_of_executed_units: *//p' \
			"$out/$kind.log")"
	else
		status=1
		tail -n 40 "$out/$kind.log"
		printf '%s: FOUND, see %s\n' "$target" "$out/$kind.log"
	fi
done
exit $status
