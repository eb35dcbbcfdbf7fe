#!/bin/sh
# Fuzzes: builds each target with clang's fuzzer and sanitizers over the
# sources of the library, and runs it on its seeds.
#
#	tests/fuzz/run.sh [TARGET...]
#
# Without targets all. FUZZ_SECONDS says for how long each (60). Inputs that
# are of use, and the findings, stay in FUZZ_OUT (obj/fuzz); a finding, made
# small and named after what was wrong, belongs into tests/fuzz/corpus.
set -eu

cd "$(dirname "$0")/../.."
seconds=${FUZZ_SECONDS:-60}
out=${FUZZ_OUT:-obj/fuzz}
cc=${FUZZ_CC:-clang}
deps=$(sed -n 's/^DEPS = //p' Makefile)
status=0

[ $# -gt 0 ] || set -- $(cd tests/fuzz && ls fuzz_*.c | sed 's/\.c$//')
mkdir -p "$out"
# Files that the sources include as text.
make -s B="$out" "$out/page.css.inc" "$out/page.js.inc"

for target in "$@"; do
	kind=${target#fuzz_}
	seeds=tests/fuzz/corpus/$kind
	found=$out/$kind
	mkdir -p "$found" "$out/findings"
	"$cc" -std=c11 -D_XOPEN_SOURCE=700 -O2 -g -fno-omit-frame-pointer \
	    -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
	    -Irules -Iparse -Iformats -Itests -I"$out" -include parse/banned.h \
	    $(pkg-config --cflags $deps) \
	    -o "$out/$target" "tests/fuzz/$target.c" \
	    rules/*.c parse/*.c formats/*.c \
	    $(pkg-config --libs $deps)
	[ -d "$seeds" ] || seeds=
	if "$out/$target" -max_total_time="$seconds" -timeout=20 \
	    -rss_limit_mb=1024 -max_len=2000 -dict=tests/fuzz/dict \
	    -artifact_prefix="$out/findings/$kind-" -print_final_stats=1 \
	    "$found" $seeds >"$out/$kind.log" 2>&1; then
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
