#!/bin/sh
# Builds the libraries that Ternion needs for WebAssembly, each by its own build,
# and installs them below PREFIX.
#
#	cmd/desk/libraries.sh SOURCES PREFIX
set -eu

sources=$(cd "$1" && pwd)
mkdir -p "$2"
prefix=$(cd "$2" && pwd)

# install LIBRARY FOLDER TARGET OPTION...: the target of the CMake build in the
# folder of the library's sources
build() {
	library=$1
	tree=$(echo "$sources/$library"-*/"$2")
	target=$3
	shift 3
	emcmake cmake -S "$tree" -B "$prefix/build/$library" \
	    -DCMAKE_BUILD_TYPE=MinSizeRel -DBUILD_SHARED_LIBS=OFF \
	    -DCMAKE_INSTALL_PREFIX="$prefix" -Wno-dev "$@"
	cmake --build "$prefix/build/$library" --target "$target" -j "$(nproc)"
}

build pcre2 . pcre2-8-static -DPCRE2_BUILD_PCRE2GREP=OFF -DPCRE2_BUILD_TESTS=OFF
build libyaml . yaml -DBUILD_TESTING=OFF
build yajl . yajl_s
build zlib . zlibstatic
build libzstd build/cmake libzstd_static -DZSTD_BUILD_PROGRAMS=OFF -DZSTD_MULTITHREAD_SUPPORT=OFF -DZSTD_LEGACY_SUPPORT=OFF
