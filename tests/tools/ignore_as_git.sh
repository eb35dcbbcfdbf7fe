#!/usr/bin/env bash
# ignore_as_git.sh FOLDER: makes repositories in it with all kinds of patterns in
# .gitignore, and prints where ternion and git disagree.
set -u
here=$(cd "$(dirname "$0")" && pwd)
export LC_ALL=C HOME=$1 GIT_CONFIG_NOSYSTEM=1

mkdir -p "$1" && cd "$1" || exit 2
number=0

# try WHERE PATTERN...: lines of WHERE/.gitignore
try() {
	local where=$1

	shift
	printf '%s\n' "$@" >"$where/.gitignore"
	number=$((number + 1))
	git ls-files -z --others --exclude-standard -- '*.pgn' | tr '\0' '\n' | sort >../git
	"$here/list_files.sh" . 2>/dev/null | sed 's,^\./,,' | sort >../own
	if ! cmp -s ../git ../own; then
		echo "$number: in $where: $*"
		diff ../git ../own
	fi
}

mkdir tree && cd tree && git init -q . || exit 2
for folder in . a a/b a/b/c b b/a c/d/a 'x y' 'a#' '[q]'; do
	mkdir -p "$folder"
	for name in a b.a xa '!a' '#a' 'a b' 'a ' 'a\b' '[a]' aXb a-b 7; do
		printf '1. ee3 *\n' >"$folder/$name.pgn"
	done
done

for pattern in '*' '**' '*.pgn' '/*.pgn' 'a' 'a/' '/a' '/a/' 'a/b' '/a/b' 'a/b/' \
    'a/*' 'a/**' 'a/*/' 'a/**/' '**/a' '**/a/' '/**/a' '**/a/b' 'a/**/c' \
    'a/**/a.pgn' 'a/**/*.pgn' '**/b/*.pgn' '*/a.pgn' '*/*/a.pgn' '**/' '*/' '/' \
    '/*' '/**' 'a**' 'a**b' '**a.pgn' 'a/**b/*.pgn' '?.pgn' \
    '/?/?.pgn' '??.pgn' '[ab].pgn' '[!a].pgn' '[^a].pgn' '[a-c].pgn' '[]a].pgn' \
    '[a' '[a].pgn' '\[a].pgn' '[[:digit:]].pgn' '[[:alpha:]_].pgn' \
    '[[:upper:][:space:]].pgn' '[a-]*' 'a[/]b' 'a[!x]b/*' '[\]q]' '\#a.pgn' \
    '#a.pgn' '\!a.pgn' '!a.pgn' 'a\ b.pgn' 'a b.pgn' 'a b.pgn   ' 'a\\b.pgn' \
    'a .pgn' 'x y/' 'x\ y/a.pgn ' 'a?b.pgn' 'a*b.pgn' '*a*b*.pgn' '*X*' 'a.pgn\' \
    'c/d' 'c/*/a' 'd/a' '/d' 'A.PGN' './a.pgn' 'a//b' '../a' ' a.pgn' $'a.pgn\r' \
    $'\xef\xbb\xbfa.pgn' '*/b.a.pgn' '**/**/a.pgn' 'a/b/c/**/a.pgn' '\a.pgn' \
    'a#/' '[[]q]/' '[[]*' '[x-a].pgn' '[[:nothing:]a].pgn' '*.pg[m-o]'; do
	try . "$pattern"
	try . '*.pgn' "!$pattern"
	try a "$pattern"
done
rm a/.gitignore
try . '*' '!*/' '!a/b/*.pgn'
try . 'a/*' '!a/b' 'a/b/*' '!a/b/c'
try . 'a' '!a/b/c/a.pgn'
try . '# a' '' '  ' 'b.a.pgn' '!/b.a.pgn' '/b.a.pgn'
echo 'a.pgn' >.gitignore
try a '!a.pgn'
try a/b '*' '!c/'
try a/b/c '!*'
mkdir -p sub && git init -q sub && printf '1. ee3 *\n' >sub/inner.pgn
# A repository in another is one of its own.
echo '*.pgn' >.gitignore
"$here/list_files.sh" . 2>&1 | grep -v '^\(a/\|sub/inner.pgn$\)'
[ $number -gt 200 ] || echo "only $number were tried"
