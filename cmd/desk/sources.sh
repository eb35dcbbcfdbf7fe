#!/bin/sh
# Unpacks the sources of the libraries that Ternion needs, as Debian ships them.
#
#	cmd/desk/sources.sh FOLDER LIBRARY...
#
# The package lists are the script's own: it changes nothing of the machine's.
set -eu

folder=$1
shift
mkdir -p "$folder/apt/lists/partial" "$folder/apt/archives/partial"
cd "$folder"
key=/usr/share/keyrings/debian-archive-keyring.gpg
apt-get indextargets --format "deb-src [signed-by=$key] \$(REPO_URI) \$(CODENAME) main" \
    'Created-By: Packages' 'Label: Debian' | sort -u >apt/sources.list
[ -s apt/sources.list ] || {
	echo "$0: apt knows no mirror of Debian here; unpack the sources of $*" \
	    "yourself and build with DESK_SOURCES=FOLDER" >&2
	exit 1
}

own_apt() {
	apt-get -qq -o Dir::Etc::SourceList="$PWD/apt/sources.list" \
	    -o Dir::Etc::SourceParts=/dev/null \
	    -o Dir::State::Lists="$PWD/apt/lists" -o Dir::Cache="$PWD/apt" \
	    -o APT::Sandbox::User=root "$@"
}

own_apt update
own_apt source "$@"
