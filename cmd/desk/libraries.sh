#!/bin/sh
# Builds the libraries that Ternion needs for WebAssembly, each by its own build,
# and puts their headers and archives into FOLDER/libraries:
#
#	cmd/desk/libraries.sh FOLDER [SOURCES]
#
# SOURCES has the unpacked source packages of Debian; without it, apt fetches
# them.
set -eu

[ $# -gt 1 ] || unpack=dpkg-source
for tool in emcc emcmake cmake node python3 ${unpack:-}; do
	command -v $tool >/dev/null || missing="${missing:-} $tool"
done
[ -z "${missing:-}" ] || {
	echo "make: missing:$missing (on Debian: apt-get install emscripten" \
	    "cmake python3 dpkg-dev)" >&2
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

# build LIBRARY FOLDER TARGET OPTION...: the target of the CMake build in the
# folder of the library's sources
build() {
	tree=$(echo "$sources/$1"-*/"$2")
	into=$prefix/build/$1
	target=$3
	echo "  CMAKE $1"
	shift 3
	{ emcmake cmake -S "$tree" -B "$into" -DCMAKE_BUILD_TYPE=MinSizeRel \
	    -DBUILD_SHARED_LIBS=OFF -Wno-dev "$@" &&
	    cmake --build "$into" --target "$target" \
		--parallel "$(nproc)"; } >"$log" 2>&1 ||
	    { tail -n 40 "$log" >&2; exit 1; }
}

# Debian leaves out a file for Windows that the build names.
for tree in "$sources"/zlib-*; do
	mkdir -p "$tree/win32"
	touch "$tree/win32/zlib1.rc"
done

build pcre2 . pcre2-8-static -DPCRE2_BUILD_PCRE2GREP=OFF -DPCRE2_BUILD_TESTS=OFF
build libyaml . yaml -DBUILD_TESTING=OFF
build yajl . yajl_s
build zlib . zlibstatic
build libzstd build/cmake libzstd_static -DZSTD_BUILD_PROGRAMS=OFF \
    -DZSTD_BUILD_SHARED=OFF -DZSTD_MULTITHREAD_SUPPORT=OFF -DZSTD_LEGACY_SUPPORT=OFF

cd "$prefix"
find build -name '*.a' -exec cp {} lib \;
cp build/pcre2/pcre2.h build/zlib/zconf.h "$sources"/zlib-*/zlib.h \
    "$sources"/libyaml-*/include/yaml.h "$sources"/libzstd-*/lib/zstd*.h include
cp build/yajl/*/include/yajl/*.h include/yajl
touch done
