#!/usr/bin/env bash
# Installs what `make release` needs on Debian 12, beyond what the README's first
# command installs: .ci/release-needs.sh [VERSION]. With a version, it fails if
# the sources are of another.
set -eu -o pipefail
export LC_ALL=C DEBIAN_FRONTEND=noninteractive

cd "$(dirname "$0")/.."
version=$(sed -n 's/^#define TERNION_VERSION "\(.*\)"/\1/p' formats/library/ternion.h)
[ "${1-$version}" = "$version" ] || {
	echo "$0: the tag says $1, the sources are of $version" >&2
	exit 1
}
sudo=$(command -v sudo || true)
$sudo dpkg --add-architecture arm64
$sudo apt-get update -qq
$sudo apt-get install -y gcc-aarch64-linux-gnu libpcre2-dev:arm64 libyaml-dev:arm64 \
    libyajl-dev:arm64 zlib1g-dev:arm64 libzstd-dev:arm64 qemu-user-static \
    gcc make pkg-config libpcre2-dev libyaml-dev libyajl-dev zlib1g-dev \
    libzstd-dev mandoc emscripten cmake python3 dpkg-dev nodejs npm git
