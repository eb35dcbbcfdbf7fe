#!/usr/bin/env bash
# Installs into a scratch folder and uses what is there, as a package would:
# tests/install.sh
#
# The program runs, the manual and the completions are in place, the hooks for
# pre-commit work, the example of tests/examples builds against the shared and
# the static library by pkg-config and validates records, and uninstall leaves
# nothing behind. The last line is "N passed, N failed".
set -u
export LC_ALL=C

cd "$(dirname "$0")/.." || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

# ok NAME STATUS
ok() {
	if [ "$2" -eq 0 ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL install: $1"
	fi
}

usr=$scratch/root/usr
make -s install DESTDIR="$scratch/root" PREFIX=/usr >"$scratch/log" 2>&1
ok "make install" $? || cat "$scratch/log"

"$usr/bin/ternion" check tests/golden/dreierschach/castling.pgn >/dev/null 2>&1
ok "the installed program checks a record" $?
[ -f "$usr/share/man/man1/ternion.1" ]
ok "the manual" $?
for file in bash-completion/completions/ternion zsh/site-functions/_ternion \
    fish/vendor_completions.d/ternion.fish ternion/record.schema.json; do
	[ -s "$usr/share/$file" ]
	ok "$file" $?
done

# The hooks for pre-commit, as it calls them: with the names of files.
.ci/hook check tests/examples/game.pgn tests/examples/kinds.pgn \
    >"$scratch/log" 2>&1
ok "the hook takes sound records" $? || cat "$scratch/log"
.ci/hook check tests/examples/faulty.pgn >"$scratch/log" 2>&1
[ $? -eq 1 ]
ok "the hook refuses faulty ones" $?
cp tests/examples/untidy.pgn "$scratch/untidy.pgn"
.ci/hook fmt --in-place "$scratch/untidy.pgn" >"$scratch/log" 2>&1 &&
    .ci/hook fmt --check "$scratch/untidy.pgn" >>"$scratch/log" 2>&1
ok "the hook lays records out" $? || cat "$scratch/log"

export PKG_CONFIG_PATH=$usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$scratch/root
flags=$(pkg-config --cflags --libs ternion)
ok "pkg-config" $?
# shellcheck disable=SC2086 # flags are words
cc -std=c11 -Wall -Wextra -Werror -o "$scratch/shared" \
    tests/examples/validate.c $flags >"$scratch/log" 2>&1
ok "the example builds against the shared library" $? || cat "$scratch/log"
flags=$(pkg-config --cflags --static --libs ternion)
# shellcheck disable=SC2086
cc -std=c11 -o "$scratch/static" tests/examples/validate.c \
    ${flags/-lternion/$usr/lib/libternion.a} >"$scratch/log" 2>&1
ok "the example builds against the static library" $? || cat "$scratch/log"
for program in shared static; do
	LD_LIBRARY_PATH=$usr/lib "$scratch/$program" \
	    tests/golden/dreierschach/castling.pgn >"$scratch/out" 2>&1
	ok "$program: a sound record" $?
	[ ! -s "$scratch/out" ]
	ok "$program: nothing is said of it" $?
	LD_LIBRARY_PATH=$usr/lib "$scratch/$program" \
	    tests/examples/faulty.pgn >"$scratch/out" 2>&1
	[ $? -eq 1 ] && grep -q '^tests/examples/faulty.pgn:[0-9]*: ' \
	    "$scratch/out"
	ok "$program: errors of a faulty one" $?
done

# Nothing but what the public headers declare is seen from outside.
nm -D --defined-only "$usr/lib/libternion.so" | awk '{ print $3 }' \
    >"$scratch/seen"
while read -r symbol; do
	grep -qw -- "$symbol" "$usr"/include/ternion/* || echo "$symbol"
done <"$scratch/seen" >"$scratch/hidden"
grep -qx replay_record "$scratch/seen"
ok "the library shows a symbol of its headers" $?
[ ! -s "$scratch/hidden" ]
ok "symbols that no public header declares: $(tr '\n' ' ' \
    <"$scratch/hidden")" $?

make -s uninstall DESTDIR="$scratch/root" PREFIX=/usr >"$scratch/log" 2>&1
left=$(find "$scratch/root" -type f -o -type l)
[ -z "$left" ]
ok "uninstall leaves nothing: $left" $?

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
