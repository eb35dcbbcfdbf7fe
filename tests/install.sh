#!/usr/bin/env bash
# Installs into a scratch folder and uses the installed files:
# tests/install.sh
#
# The program runs, the manual and the completions are in place, C and C++ accept the header, the libraries export only
# its functions, the programs of tests/examples build against the shared and
# the static one by pkg-config and work, and uninstall removes every file. The last line is "N passed, N failed".
set -u
export LC_ALL=C

cd "$(dirname "$0")/.." || exit 2
. tests/counting.sh

usr=$scratch/root/usr
make -s install DESTDIR="$scratch/root" PREFIX=/usr >"$scratch/log" 2>&1
ok "make install" $? || cat "$scratch/log"

games=$("$usr/bin/ternion" variants | grep '^[a-z]')
"$usr/bin/ternion" check tests/golden/dreierschach/castling.pgn >/dev/null 2>&1
ok "the installed program checks a record" $?
[ -f "$usr/share/man/man1/ternion.1" ] && [ -f "$usr/share/man/man3/ternion.3" ]
ok "the manual" $?
[ ! -e "$usr/share/man/man7/ternion-python.7" ]
ok "no page of the Python package, which is a wheel" $?
for file in bash-completion/completions/ternion zsh/site-functions/_ternion \
    fish/vendor_completions.d/ternion.fish ternion/record.schema.json; do
	[ -s "$usr/share/$file" ]
	ok "$file" $?
done

export PKG_CONFIG_PATH=$usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$scratch/root
shared=$(pkg-config --cflags --libs ternion)
ok "pkg-config" $?
static=$(pkg-config --cflags --static --libs ternion)
static=${static/-lternion/$usr/lib/libternion.a}
[ "$(pkg-config --modversion ternion)" = "$(sed -n \
    's/^#define TERNION_VERSION "\(.*\)"$/\1/p' \
    "$usr/include/ternion/ternion.h")" ]
ok "the header has the version of the package" $?

# The header alone, in every language that may include it.
[ "$(ls "$usr/include/ternion")" = ternion.h ]
ok "one header" $?
cc=${CC:-cc} cxx=${CXX:-c++}
strict='-Wall -Wextra -Wpedantic -pedantic-errors -Werror'
echo '#include <ternion.h>' >"$scratch/alone.c"
for compiler in "$cc -x c -std=c11" "$cc -x c -std=c99" "$cxx -x c++ -std=c++11" \
    "$cxx -x c++ -std=c++17"; do
	# shellcheck disable=SC2086 # flags are words
	$compiler $strict -Wshadow -Wconversion -fsyntax-only \
	    "-I$usr/include/ternion" "$scratch/alone.c" >"$scratch/log" 2>&1
	ok "the header, $compiler" $? || cat "$scratch/log"
done

# It can be loaded at any time, also by musl, and holds no path of the build.
! readelf -d "$usr/lib/libternion.so" | grep -q STATIC_TLS
ok "the library needs no static TLS" $?
! grep -qaF -e "$PWD/cmd/" -e "$PWD/formats/" -e "$PWD/parse/" \
    -e "$PWD/rules/" "$usr/lib/libternion.so" "$usr/bin/ternion"
ok "nothing that is installed names the folder of the build" $?


# The library exports only its functions.
grep -o '\<ternion_[a-z_]*(' "$usr/include/ternion/ternion.h" | tr -d '(' |
    sort -u >"$scratch/declared"
nm -D --defined-only "$usr/lib/libternion.so" |
    awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort >"$scratch/seen"
diff "$scratch/declared" "$scratch/seen" >"$scratch/log"
ok "the shared library shows what the header declares" $? ||
    cat "$scratch/log"
nm --defined-only --extern-only "$usr/lib/libternion.a" |
    awk 'NF == 3 { print $3 }' | sort >"$scratch/seen"
diff "$scratch/declared" "$scratch/seen" >"$scratch/log"
ok "the static library shows what the header declares" $? ||
    cat "$scratch/log"

# build NAME SOURCE COMPILER...: against both libraries, as NAME.shared and
# NAME.static
build() {
	local name=$1 source=$2

	shift 2
	# shellcheck disable=SC2086 # flags are words
	"$@" $strict -o "$scratch/$name.shared" "$source" $shared \
	    >"$scratch/log" 2>&1
	ok "$source builds against the shared library" $? ||
	    cat "$scratch/log"
	# shellcheck disable=SC2086
	"$@" $strict -o "$scratch/$name.static" "$source" $static \
	    >"$scratch/log" 2>&1
	ok "$source builds against the static library" $? ||
	    cat "$scratch/log"
}

# The interface for compiled programs is unchanged: tests/abi.py lists the
# changes that are allowed.
if [ "$(getconf LONG_BIT)" = 64 ]; then
	# shellcheck disable=SC2086
	tests/abi.py "$usr/include/ternion/ternion.h" $cc 2>&1 |
	    diff tests/abi.txt - >"$scratch/log"
	ok "tests/abi.txt; tests/abi.py writes it" $? || cat "$scratch/log"
fi

# A program without any shared library, as pkg-config says it.
# shellcheck disable=SC2086
$cc -std=c11 $strict -static -o "$scratch/alone" tests/examples/validate.c \
    $(pkg-config --cflags --static --libs ternion) >"$scratch/log" 2>&1 &&
    "$scratch/alone" tests/golden/dreierschach/castling.pgn
ok "pkg-config --static" $? || cat "$scratch/log"

# The package of CMake, for both libraries.
if command -v cmake >/dev/null; then
	mkdir "$scratch/cmake"
	cat >"$scratch/cmake/CMakeLists.txt" <<-end
		cmake_minimum_required(VERSION 3.16)
		project(validate C)
		find_package(ternion 1.0 REQUIRED)
		add_executable(shared $PWD/tests/examples/validate.c)
		target_link_libraries(shared ternion::ternion)
		add_executable(static $PWD/tests/examples/validate.c)
		target_link_libraries(static ternion::static)
	end
	cmake -S "$scratch/cmake" -B "$scratch/cmake/build" \
	    -DCMAKE_PREFIX_PATH="$usr" >"$scratch/log" 2>&1 &&
	    cmake --build "$scratch/cmake/build" >>"$scratch/log" 2>&1
	for kind in shared static; do
		LD_LIBRARY_PATH=$usr/lib "$scratch/cmake/build/$kind" \
		    tests/golden/dreierschach/castling.pgn
		ok "CMake, $kind" $? || cat "$scratch/log"
	done
else
	left_out "find_package(ternion): no cmake"
fi

# A program with functions that have names of those inside the library, as jansson
# has json_string: none may take another's place.
{
	cat tests/examples/validate.c
	echo 'void abort(void);'
	nm "$usr/lib/libternion.a" | awk '$2 == "t" && !seen[$3]++ &&
	    $3 ~ /^(json|arena|strbuf)_[a-z_]*$/ {
		printf "void %s(void);\nvoid %s(void) { abort(); }\n", $3, $3 }'
} >"$scratch/two_jsons.c"
grep -q ' json_string(' "$scratch/two_jsons.c"
ok "names of the inside" $?

export LD_LIBRARY_PATH=$usr/lib
# shellcheck disable=SC2086 # a compiler may be two words
{
	build validate tests/examples/validate.c $cc -std=c11
	build legal_moves tests/examples/legal_moves.cc $cxx -std=c++11
	build two_jsons "$scratch/two_jsons.c" $cc -std=c11
}
for kind in shared static; do
	"$scratch/validate.$kind" tests/golden/dreierschach/castling.pgn \
	    >"$scratch/out" 2>&1
	ok "$kind: a sound record" $?
	[ ! -s "$scratch/out" ]
	ok "$kind: nothing is said of it" $?
	"$scratch/validate.$kind" tests/examples/faulty.pgn >"$scratch/out" 2>&1
	[ $? -eq 1 ] && grep -q '^tests/examples/faulty.pgn:[0-9]*: ' \
	    "$scratch/out"
	ok "$kind: errors of a faulty one" $?
	"$scratch/validate.$kind" no-such-file >"$scratch/out" 2>&1
	[ $? -eq 2 ]
	ok "$kind: a file that is not there" $?
	for game in $games; do
		"$scratch/legal_moves.$kind" $game start 2>&1 | cut -f 1 |
		    sort >"$scratch/out"
		"$usr/bin/ternion" moves -v $game --position start |
		    diff - "$scratch/out" >"$scratch/log"
		ok "$kind: legal moves of $game" $? || cat "$scratch/log"
	done
	"$scratch/two_jsons.$kind" tests/examples/faulty.pgn >"$scratch/out" 2>&1
	[ $? -eq 1 ]
	ok "$kind: a program with names of the inside" $? ||
	    cat "$scratch/out"
done

# The programs of the manual print the output shown there.
programs=$(tests/tools/man_programs.sh man/ternion.3 "$scratch")
[ "$programs" -gt 0 ]
ok "programs in ternion(3)" $?
for ((i = 1; i <= programs; i++)); do
	# shellcheck disable=SC2086
	$cc -std=c11 $strict -o "$scratch/$i" "$scratch/$i.c" $shared \
	    >"$scratch/log" 2>&1 &&
	    (cd tests/examples && "$scratch/$i") >"$scratch/got" 2>&1 &&
	    diff "$scratch/$i.out" "$scratch/got" >"$scratch/log"
	ok "program $i of ternion(3)" $? || cat "$scratch/log"
done

# The Python package, by the installed library; a bot plays every game with it,
# and what it played is legal.
export PYTHONPATH=formats/library/python PYTHONDONTWRITEBYTECODE=1
if command -v mypy >/dev/null; then
	MYPYPATH=$PYTHONPATH mypy --strict --cache-dir="$scratch/mypy" \
	    -p ternion >"$scratch/log" 2>&1 &&
	    MYPYPATH=$PYTHONPATH mypy --strict --cache-dir="$scratch/mypy" \
		tests/examples/bot.py >"$scratch/log" 2>&1
	ok "the types of the Python package" $? || cat "$scratch/log"
else
	left_out "the types of the Python package: no mypy"
fi
for game in $games; do
	python3 tests/examples/bot.py $game 7 2000 \
	    >"$scratch/out" 2>&1
	ok "the bot plays $game" $? || tail -n 5 "$scratch/out"
	# "1 White Nd4": the moves alone make a record.
	sed '/^[0-9]* [A-Z]/!d; s/^[0-9]* [A-Za-z]* //' "$scratch/out" |
	    "$usr/bin/ternion" position -v $game >"$scratch/end" \
	    2>"$scratch/log"
	tail -n 2 "$scratch/out" | head -n 1 | diff "$scratch/end" - \
	    >"$scratch/log"
	ok "what the bot played of $game" $? || cat "$scratch/log"
done

make -s uninstall DESTDIR="$scratch/root" PREFIX=/usr >"$scratch/log" 2>&1
left=$(find "$scratch/root" -type f -o -type l)
[ -z "$left" ]
ok "uninstall leaves nothing: $left" $?

counted
