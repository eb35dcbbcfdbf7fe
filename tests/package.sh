#!/usr/bin/env bash
# Makes what `make deb`, `make static`, `make wheel`, `make dist` and `make html`
# promise, in a copy of the tree: tests/package.sh
#
# The package has its fields and the files that `make install` installs; the
# static program runs without any library; the archive has exactly the
# committed files, is the same to the byte on every machine, and builds.
# $LEFT_OUT names the tests whose programs are missing. The last line is "N passed, N failed".
set -u
export LC_ALL=C

cd "$(dirname "$0")/.." || exit 2
root=$PWD
. tests/counting.sh

version=$(sed -n 's/^#define TERNION_VERSION "\(.*\)"/\1/p' formats/library/ternion.h)

# The copy includes the objects, so that nothing is compiled again.
mkdir "$scratch/tree"
tar -c --exclude=./.git --exclude='./obj/*asan' --exclude=./obj/desk \
    --exclude=./obj/cover --exclude=./obj/tests --exclude=./obj/deb \
    --exclude='./ternion-*' --exclude='./ternion_*' . |
    tar -x --no-same-owner -C "$scratch/tree"
cd "$scratch/tree" || exit 2

# --- the package -----------------------------------------------------------------

# field NAME PATTERN: the whole of a field of the package
field() {
	dpkg-deb -f "$deb" "$1" | grep -Eqx -e "$2"
	ok "$1 of the package: $(dpkg-deb -f "$deb" "$1")" $?
}

check_deb() {
	local root=$scratch/deb installed=$scratch/installed file

	make -s deb >"$scratch/log" 2>&1
	ok "make deb" $? || cat "$scratch/log"
	deb=ternion_${version}_$(dpkg --print-architecture).deb
	field Package ternion
	field Version "$version"
	field Architecture "$(dpkg --print-architecture)"
	field Maintainer '.+ <.+@.+>'
	field Installed-Size '[1-9][0-9]*'
	field Depends '[^,(]+( \(>= [^)]+\))?(, [^,(]+( \(>= [^)]+\))?){5}'
	for file in libc6 libpcre2-8-0 libyajl2 libyaml-0-2 libzstd1 zlib1g; do
		dpkg-deb -f "$deb" Depends | grep -q "\\<$file\\>"
		ok "the package depends on $file" $?
	done
	dpkg-deb -x "$deb" "$root" && dpkg-deb -e "$deb" "$root/DEBIAN"
	ok "the package is unpacked" $?
	(cd "$root" && md5sum --quiet -c DEBIAN/md5sums) >"$scratch/log" 2>&1
	ok "its checksums" $? || cat "$scratch/log"
	grep -qx 'libternion 0 ternion (>= .*)' "$root/DEBIAN/shlibs" &&
	    grep -q ldconfig "$root/DEBIAN/triggers"
	ok "what it says of its library" $?
	cmp -s LICENSE "$root/usr/share/doc/ternion/copyright"
	ok "its copyright" $?
	objdump -p "$root/usr/lib/libternion.so.$version" |
	    grep -q 'SONAME *libternion\.so\.0$' &&
	    [ -e "$root/usr/lib/libternion.so.0" ]
	ok "its library has a SONAME, and that name" $?
	make -s install DESTDIR="$installed" PREFIX=/usr >"$scratch/log" 2>&1
	for file in $(cd "$installed/usr/share/man" && echo */*); do
		zcat "$root/usr/share/man/$file.gz" |
		    cmp -s - "$installed/usr/share/man/$file"
		ok "$file in the package" $?
	done
	for file in bash-completion/completions/ternion \
	    zsh/vendor-completions/_ternion \
	    fish/vendor_completions.d/ternion.fish; do
		[ -s "$root/usr/share/$file" ]
		ok "$file in the package" $?
	done
	[ "$("$root/usr/bin/ternion" --version | sed 1q)" = "ternion $version" ] &&
	    "$root/usr/bin/ternion" check tests/examples/game.pgn
	ok "its program" $?
	[ -z "$(find "$root" -path "$root/DEBIAN" -prune -o -perm /022 \
	    ! -type l -print)" ]
	ok "nobody but the owner may write its files" $?
}

if command -v dpkg-deb >/dev/null; then
	check_deb
else
	left_out "make deb: no dpkg-deb"
fi

# --- the static program ------------------------------------------------------------

# The objects do not depend on the flags; they hold machine code, too.
make -s -o obj/flags static >"$scratch/log" 2>&1
ok "make static" $? || cat "$scratch/log"
objdump -p ternion-static >"$scratch/headers"
! grep -q NEEDED "$scratch/headers" && ! grep -q INTERP "$scratch/headers"
ok "the static program needs no library" $?
mkdir "$scratch/empty"
cp ternion-static tests/golden/dreierschach/castling.pgn "$scratch/empty/"
if [ "$(id -u)" -eq 0 ] && chroot "$scratch/empty" /ternion-static \
    --version >/dev/null 2>&1; then
	run=(chroot "$scratch/empty" /ternion-static)
else
	run=(env -i -C "$scratch/empty" ./ternion-static)
fi
for command in 'check castling.pgn' 'convert --to yaml castling.pgn' \
    'position --to unicode castling.pgn' 'perft -v siege 2'; do
	# shellcheck disable=SC2086 # words
	"${run[@]}" $command >"$scratch/got" 2>&1
	status=$?
	# shellcheck disable=SC2086
	(cd "$scratch/empty" && "$OLDPWD/obj/ternion" $command) \
	    >"$scratch/want" 2>&1 &&
	    [ $status -eq 0 ] && cmp "$scratch/want" "$scratch/got"
	ok "the static program: $command" $? || cat "$scratch/got"
done
gzip -c "$scratch/empty/castling.pgn" >"$scratch/empty/packed.pgn"
"${run[@]}" check packed.pgn >"$scratch/got" 2>&1
ok "the static program unpacks" $? || cat "$scratch/got"

# --- the Python package --------------------------------------------------------------

make -s -o obj/flags wheel >"$scratch/log" 2>&1
ok "make wheel" $? || cat "$scratch/log"
cp dist/ternion-"$version"-*.whl "$scratch/first.whl" && make -s -o obj/flags wheel >/dev/null &&
    cmp -s dist/ternion-*.whl "$scratch/first.whl"
ok "the wheel is the same bytes again" $?
mkdir "$scratch/wheel" && (cd "$scratch/wheel" && python3 -m zipfile -e ../first.whl .)
PYTHONPATH=$scratch/wheel tests/python.py >"$scratch/log" 2>&1
ok "the package in the wheel" $? || cat "$scratch/log"

# --- the extension for VS Code -------------------------------------------------------

# Where somebody has made it, so that npm's packages are there.
if command -v node >/dev/null && [ -d cmd/lsp/vscode/node_modules ]; then
	node cmd/lsp/vscode/test.mjs ./ternion >"$scratch/log" 2>&1
	ok "the extension for VS Code" $? || cat "$scratch/log"
else
	left_out "the extension for VS Code: no node_modules in cmd/lsp/vscode"
fi

# --- the command for Node --------------------------------------------------------------

# What npm makes of a package: install_node PACKAGE FOLDER
install_node() {
	if command -v npm; then
		npm install --silent --no-audit --no-fund --offline --prefix "$2" "$1"
	else
		mkdir -p "$2/node_modules/.bin" &&
		    tar -xzf "$1" -C "$2/node_modules" &&
		    mv "$2/node_modules/package" "$2/node_modules/ternion" &&
		    ln -s ../ternion/ternion.js "$2/node_modules/.bin/ternion"
	fi
}

# Where `make npm` has packed it. check_npm PACKAGE
check_npm() {
	local node=$scratch/node command

	mkdir "$node"
	install_node "$1" "$node" >"$scratch/log" 2>&1
	ok "the package for Node is installed" $? || cat "$scratch/log"
	cp tests/examples/*.pgn "$node"
	cp -r "$node" "$scratch/native"
	for command in 'check faulty.pgn' 'check --fix slip.pgn two-slips.pgn' \
	    'convert --to yaml game.pgn' 'convert -O out.json game.pgn' \
	    'position --to unicode siege.pgn' 'stats game.pgn' 'check no-such.pgn'; do
		# shellcheck disable=SC2086 # words
		(cd "$node" && node_modules/.bin/ternion $command 2>&1
		    echo $?) >"$scratch/got"
		# shellcheck disable=SC2086
		(cd "$scratch/native" && "$OLDPWD/obj/ternion" $command 2>&1
		    echo $?) >"$scratch/want"
		diff "$scratch/want" "$scratch/got"
		ok "under Node: $command" $?
	done
	rm -rf "$node/node_modules" "$node"/package*.json \
	    "$scratch/native/node_modules" "$scratch/native"/package*.json
	diff -r "$scratch/native" "$node"
	ok "Node leaves the same files" $?
}

if command -v node >/dev/null && [ -e "$root/dist/ternion-node.tgz" ]; then
	check_npm "$root/dist/ternion-node.tgz"
else
	left_out "the command for Node: no node, or make npm has not been called"
fi

# --- the sources -------------------------------------------------------------------

check_dist() {
	local archive=ternion-$version.tar.gz clone

	# Only the commit of a tree counts: not the time of its clone, its
	# user, or later changes.
	git init -q . && git add -A && git -c user.name=t -c user.email=t@t \
	    commit -q -m tree
	ok "a clone" $?
	make -s dist >"$scratch/log" 2>&1
	ok "make dist" $? || cat "$scratch/log"
	git clone -q . "$scratch/clone" 2>/dev/null
	touch "$scratch/clone/new"
	(umask 077 && cd "$scratch/clone" && TZ=Asia/Tokyo make -s dist)
	cmp "$archive" "$scratch/clone/$archive"
	ok "the archive is the same bytes from another clone" $?
	tar -tzf "$archive" | sed -n "s|^ternion-$version/||p" | grep -v '/$' |
	    grep . | sort >"$scratch/got"
	git ls-files | sort | diff - "$scratch/got" >"$scratch/log"
	ok "it has what is committed" $? || cat "$scratch/log"
	! grep -qE '^(obj/|ternion$|ternion-|ternion_|libternion|ternion\.pc)' \
	    "$scratch/got"
	ok "it has nothing that is built" $?
	mkdir "$scratch/unpacked" && tar -xzf "$archive" -C "$scratch/unpacked"
	clone=$scratch/unpacked/ternion-$version
	# With the objects of the tree; what a source lacks is missed all the same.
	cp -r obj "$clone" && find "$clone/obj" -exec touch {} +
	made "$clone" -o obj/flags ternion >"$scratch/log" && "$clone/ternion" \
	    check tests/examples/game.pgn >>"$scratch/log" 2>&1
	ok "it builds where there is no git" $? || tail -n 20 "$scratch/log"
	check_build "$clone"
	make -s -C "$clone" dist >"$scratch/log" 2>&1
	[ $? -eq 2 ] && grep -q '^make: dist ' "$scratch/log"
	ok "there make dist says that there is no commit" $?
}

# made TREE ARGUMENT...: the output of make
made() {
	make --no-print-directory -C "$1" "${@:2}" 2>&1
}

# Checks which files are built again in a tree that is built.
check_build() {
	local tree=$1 library=obj/libternion.a one=obj/rules/rules.o

	echo 'extern int added; int added;' >"$tree/rules/added.c"
	made "$tree" -o obj/flags ternion >"$scratch/got"
	[ "$(grep -c CC "$scratch/got")" -eq 1 ] &&
	    nm "$tree/$library" 2>/dev/null | grep -q ' added$'
	ok "a new source is found" $? || cat "$scratch/got"
	rm "$tree/rules/added.c"
	made "$tree" -o obj/flags ternion >"$scratch/got"
	[ "$(grep -c CC "$scratch/got")" -eq 0 ] &&
	    ! nm "$tree/$library" 2>/dev/null | grep -q ' added$'
	ok "a removed source leaves nothing" $? || cat "$scratch/got"
	made "$tree" CFLAGS=-O0 "$one" >"$scratch/got"
	[ "$(made "$tree" CFLAGS=-O0 "$one" | grep -c CC)" -eq 0 ]
	ok "the same flags compile nothing" $?
	[ "$(made "$tree" CFLAGS=-O1 "$one" | grep -c CC)" -eq 1 ]
	ok "other flags compile again" $?
	# Clocks of file systems are coarse.
	touch -d '-2 seconds' "$tree/obj/flags" "$tree/$one"
	touch "$tree/Makefile"
	[ "$(made "$tree" CFLAGS=-O1 "$one" | grep -c CC)" -eq 1 ]
	ok "another Makefile compiles again" $?
	made "$tree" 'PACKAGES=no-such=no-such-dev zlib=zlib1g-dev' ternion \
	    >"$scratch/got"
	[ $? -eq 2 ] && grep -q '^make: missing: no-such (.*no-such-dev)' \
	    "$scratch/got"
	ok "a missing library is named with its package" $? ||
	    cat "$scratch/got"
}

# An old clone around the scratch folder does not count.
export GIT_CEILING_DIRECTORIES=$scratch GIT_CONFIG_GLOBAL=/dev/null
if command -v git >/dev/null; then
	check_dist
else
	left_out "make dist: no git"
fi

# --- the manual as web pages -------------------------------------------------------

if command -v mandoc >/dev/null; then
	make -s -o obj/flags html >"$scratch/log" 2>&1
	ok "make html" $? || cat "$scratch/log"
	# shellcheck disable=SC2046 # words
	tests/tools/check_site.py html $(./ternion help --list-codes |
	    cut -d ' ' -f 1) >"$scratch/log"
	ok "the manual as web pages" $? || cat "$scratch/log"
else
	left_out "make html: no mandoc"
fi

make -s clean
[ ! -e html ] && [ ! -e dist ] && [ ! -e ternion-static ] && [ ! -e "ternion-$version.tar.gz" ] &&
    [ -z "$(ls ternion_* 2>/dev/null)" ]
ok "make clean takes it all away" $?

counted
