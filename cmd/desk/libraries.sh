#!/bin/sh
# Builds what Ternion uses of its libraries for WebAssembly, and puts the headers
# and archives into FOLDER/libraries:
#
#	cmd/desk/libraries.sh FOLDER [SOURCES]
#
# SOURCES has the unpacked source packages of Debian; without it, apt fetches
# them.
set -eu

[ $# -gt 1 ] || unpack=dpkg-source
for tool in emcc emar node python3 ${unpack:-}; do
	command -v $tool >/dev/null || missing="${missing:-} $tool"
done
[ -z "${missing:-}" ] || {
	echo "make: missing:$missing (on Debian: apt-get install emscripten" \
	    "python3 dpkg-dev)" >&2
	exit 1
}
mkdir -p "$1"
folder=$(cd "$1" && pwd)
prefix=$folder/libraries
sources=$folder/sources
log=$folder/libraries.log
[ ! -e "$prefix/done" ] || exit 0

# Debian's cache of emscripten cannot be added to. A copy can, and saves minutes;
# libraries for threads, shared objects and OpenGL are left out.
cache=/usr/share/emscripten/cache
[ ! -d $cache ] || [ -e "$EM_CACHE" ] || {
	mkdir -p "$EM_CACHE"
	(cd $cache && find . -type f ! -path '*/lto*' ! -path '*/pic/*' \
	    ! -name '*-mt*' ! -name 'libGL-*' ! -name cache.lock \
	    -exec cp --parents -t "$EM_CACHE" {} +)
}

# The builds write into the sources: those that were given stay as they are.
mkdir -p "$sources"
if [ -n "${2:-}" ]; then
	cp -R "$2"/. "$sources"
else
	echo '  GET   the sources of the libraries'
	"$(dirname "$0")/sources.sh" "$sources" pcre2 libyaml yajl zlib libzstd \
	    >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
fi
mkdir -p "$prefix/include/yajl" "$prefix/lib"

# The compiler that emcc runs: emcc itself takes longer to start.
llvm=$(em-config LLVM_ROOT)
version=$(em-config CLANG_ADD_VERSION 2>/dev/null || true)
export CC="$llvm/clang${version:+-$version} $(emcc -Os --cflags)"

# build LIBRARY FOLDER FLAGS FILE...: an archive of the files, in the folder of
# the library's sources
build() {
	cd "$(echo "$sources/$1"-*)/$2"
	echo "  CC    $1"
	archive=$prefix/lib/lib$1.a flags="-I. $3"
	shift 3
	# shellcheck disable=SC2016 # for the shell inside
	printf '%s\n' "$@" | flags=$flags xargs -P "$(nproc)" -I % \
	    sh -c '$CC -Os -w $flags -c %.c -o %.o' >"$log" 2>&1 ||
	    { tail -n 40 "$log" >&2; exit 1; }
	emar rcs "$archive" $(printf '%s.o ' "$@")
}

cd "$sources"/pcre2-*/src
cp config.h.generic config.h
cp pcre2.h.generic pcre2.h
cp pcre2_chartables.c.dist pcre2_chartables.c
build pcre2 src '-DHAVE_CONFIG_H -DPCRE2_CODE_UNIT_WIDTH=8 -DPCRE2_STATIC
    -DSUPPORT_UNICODE' $(for part in auto_possess chartables compile config \
    context convert dfa_match error extuni find_bracket jit_compile maketables \
    match match_data newline ord2utf pattern_info script_run serialize \
    string_utils study substitute substring tables ucd valid_utf xclass; do
	echo pcre2_$part
done)
build libyaml src '-I../include -DYAML_VERSION_STRING="0" -DYAML_VERSION_MAJOR=0
    -DYAML_VERSION_MINOR=0 -DYAML_VERSION_PATCH=0' api dumper emitter loader \
    parser reader scanner writer
cp "$sources"/yajl-*/src/api/*.h "$prefix/include/yajl"
build yajl src "-I$prefix/include" yajl yajl_alloc yajl_buf yajl_encode yajl_gen yajl_lex \
    yajl_parser yajl_tree
build zlib . '' adler32 crc32 deflate inffast inflate inftrees trees zutil
build libzstd lib '-DZSTD_DISABLE_ASM' $(cd "$sources"/libzstd-*/lib &&
    ls common/*.c compress/*.c decompress/*.c | sed 's/\.c$//')

cp "$sources"/pcre2-*/src/pcre2.h "$sources"/zlib-*/zconf.h \
    "$sources"/zlib-*/zlib.h "$sources"/libyaml-*/include/yaml.h \
    "$sources"/libzstd-*/lib/zstd*.h "$prefix/include"
touch "$prefix/done"
