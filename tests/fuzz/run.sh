#!/usr/bin/env bash
# Fuzzes: builds each target with clang's fuzzer and sanitizers over the
# sources of the library, and runs it on its seeds: the files of its folder in
# tests/fuzz/corpus, and the lines of *.seeds, each as a file of its own.
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

# Files that the sources include as text.
for file in formats/draw/page*.{css,html,js}; do
	make -s B="$out" "$out/${file##*/}.bytes"
done

for target in "$@"; do
	kind=${target#fuzz_}
	seeds=$out/seeds/$kind
	found=$out/$kind
	mkdir -p "$found" "$out/findings"
	write_seeds "$seeds" "$kind"
	commands=
	[[ $kind != command && $kind != lsp ]] ||
	    commands=$(ls cmd/*.c cmd/*/*.c | grep -v '^cmd/main\.c$')
	"$cc" -std=c11 -D_XOPEN_SOURCE=700 -O2 -g -fno-omit-frame-pointer \
	    -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
	    -fsanitize-coverage-ignorelist=tests/fuzz/untraced \
	    -I. -I"$out" -include parse/text/banned.h \
	    $(pkg-config --cflags $deps) \
	    -o "$out/$target" "tests/fuzz/$target.c" \
	    rules/*.c {rules,parse,formats}/*/*.c $commands \
	    $(pkg-config --libs $deps)
	if "$out/$target" -max_total_time="$seconds" -timeout=20 \
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
