#!/usr/bin/env bash
# Completes dist/ for a release: .ci/release.sh VERSION
#
# The programs get their names there, and the libraries that are inside them a
# list, ternion-VERSION.spdx.json. SHA256SUMS has all files but notes.md, which
# is what ternion-changes(7) says of the version.
set -eu -o pipefail
export LC_ALL=C

version=$1
cd "$(dirname "$0")/.."

strip -o "dist/ternion-linux-$(uname -m)" ternion-static
aarch64-linux-gnu-strip -o dist/ternion-linux-aarch64 \
    ternion-static-arm64
cp "ternion-$version.tar.gz" "ternion_${version}_"*.deb dist/

# What was built reads a record: the program for arm64 by qemu, if need be.
qemu=
[ "$(uname -m)" = aarch64 ] || qemu=qemu-aarch64-static
"dist/ternion-linux-$(uname -m)" check -q tests/examples/game.pgn
$qemu dist/ternion-linux-aarch64 check -q tests/examples/game.pgn

# "NAME VERSION LICENCE" of each library.
libraries() {
	local package

	while read -r package licence; do
		echo "$package $(dpkg-query -W -f '${Version}' \
		    "$package:$(dpkg --print-architecture)") $licence"
	done <<end
libc6 LGPL-2.1-or-later
libpcre2-8-0 BSD-3-Clause
libyajl2 ISC
libyaml-0-2 MIT
libzstd1 BSD-3-Clause
zlib1g Zlib
end
}
libraries | .ci/sbom.py "$version" >"dist/ternion-$version.spdx.json"

mandoc -T markdown man/ternion-changes.7 |
    awk -v "head=# VERSION $version" '/^#/ { inside = $0 == head; next } inside' \
	>dist/notes.md
[ -s dist/notes.md ] || {
	echo ".ci/release.sh: ternion-changes(7) says nothing of $version" >&2
	exit 1
}
cd dist
find . -type f ! -name notes.md ! -name SHA256SUMS -printf '%P\n' | sort |
    xargs sha256sum >SHA256SUMS
