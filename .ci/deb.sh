#!/usr/bin/env bash
# Makes a Debian package of what was installed below ROOT, beside the Makefile:
# .ci/deb.sh VERSION ROOT
#
# dpkg-deb alone is needed. The package depends on the packages that have the
# libraries which the files were linked with, in the versions that those
# packages ask for; its dates are that of the last commit, or of the sources.
set -eu -o pipefail
export LC_ALL=C

version=$1 root=$2
cd "$(dirname "$0")/.."
architecture=$(dpkg --print-architecture)
doc=$root/usr/share/doc/ternion
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null ||
    stat -c %Y Makefile)}
export SOURCE_DATE_EPOCH
# As Debian's own tools are told.
maintainer="${DEBFULLNAME:-The Ternion authors} <${DEBEMAIL:-root@localhost}>"

# "libc.so.6 /lib/x86_64-linux-gnu/libc.so.6" of each library of the programs
libraries() {
	ldd "$root/usr/bin/ternion" "$root"/usr/lib/libternion.so.*.* |
	    sed -n 's/^\t\(.*\) => \(.*\) (0x.*$/\1 \2/p' | sort -u
}

# package_of PATH: the package that a file is of. Where /lib is a link to
# /usr/lib, dpkg knows the file by one of its two names.
package_of() {
	local path=$1

	for path in "$path" "${path#/usr}" "/usr$path"; do
		dpkg-query -S "$path" 2>/dev/null | sed -n '1s/: .*$//p' |
		    grep . && return
	done
	echo ".ci/deb.sh: no package has $1" >&2
	return 1
}

# depends_on SONAME PATH: "libc6 (>= 2.36)", as the library's package has it in
# its shlibs, or the package alone
depends_on() {
	local package name=${1%.so*} number=${1##*.so.} shlibs

	package=$(package_of "$2")
	shlibs=$(dpkg-query --control-show "$package" shlibs 2>/dev/null |
	    sed -n "s/^$name $number //p" | sed -n 1p)
	echo "${shlibs:-${package%:*}}"
}

depends=$(libraries | while read -r soname path; do
	depends_on "$soname" "$path"
done | sort -u | sed 's/$/,/' | tr '\n' ' ')

# --- files ---------------------------------------------------------------------

strip --strip-unneeded "$root/usr/bin/ternion" "$root"/usr/lib/libternion.so.*.*
strip --strip-debug "$root/usr/lib/libternion.a"
find "$root/usr/share/man" -type f -exec gzip -9nf {} +
# Debian's zsh looks there.
mkdir -p "$root/usr/share/zsh/vendor-completions" "$doc" "$root/DEBIAN"
mv "$root/usr/share/zsh/site-functions/_ternion" \
    "$root/usr/share/zsh/vendor-completions/"
rmdir "$root/usr/share/zsh/site-functions"
install -m 644 LICENSE "$doc/copyright"
install -m 644 README.md "$doc/"
gzip -9n >"$doc/changelog.gz" <<end
ternion ($version) unstable; urgency=medium

  * Made by make deb.

 -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
end

# --- what dpkg is told -----------------------------------------------------------

cat >"$root/DEBIAN/control" <<end
Package: ternion
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Depends: ${depends%, }
Section: utils
Priority: optional
Installed-Size: $(du -k -s --apparent-size "$root/usr" | cut -f 1)
Description: check, repair and convert records of three-player chess
 Ternion replays records of five three-player chess games through the rules,
 says what is wrong and where, and writes them in other notations and formats.
 It is a command for people and pipelines, and a library in C.
end
echo 'activate-noawait ldconfig' >"$root/DEBIAN/triggers"
# For packages of programs that are linked with the library.
(cd "$root/usr/lib" && echo libternion.so.?) |
    sed "s/\(.*\)\.so\.\(.*\)/\1 \2 ternion (>= $version)/" \
	>"$root/DEBIAN/shlibs"
(cd "$root" && find usr -type f | sort | xargs md5sum) >"$root/DEBIAN/md5sums"
chmod -R u=rwX,go=rX "$root"
chmod 644 "$root"/usr/lib/libternion.so.*.*
dpkg-deb --root-owner-group --build "$root" \
    "ternion_${version}_$architecture.deb"
