#!/usr/bin/env bash
# Makes web pages of the manual in FOLDER: man/html.sh FOLDER
#
# Pages refer to one another; what is none of ours is looked up at Debian's. The
# index lists them by section.
set -eu -o pipefail
export LC_ALL=C

root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
cd "$1"
cp "$root/man/man.css" style.css
for page in "$root"/man/*.[1-9]; do
	mandoc -T html -O toc,style=style.css,man=%N.%S.html "$page" |
	    sed -E 's#href="(([^t"/:]|t[^e"/:])[^"/:]*\.[0-9])\.html"#href="https://manpages.debian.org/\1"#g' \
		>"${page##*/}.html"
done

# Sections that a page lacks are those of ternion(1); one of several of the same
# name cannot be referred to.
for page in *.[1-9].html; do
	while read -r section; do
		if grep -qF "id=\"$section\"" "$page"; then
			continue
		elif grep -qF "id=\"$section\"" ternion.1.html; then
			to="s|href=\"#$section\"|href=\"ternion.1.html#$section\"|"
		else
			to="s|<a [^>]*\"#$section\"[^>]*>\([^<]*\)</a>|\1|"
		fi
		sed -i "$to" "$page"
	done < <(grep -o 'href="#[^"]*' "$page" | sed 's/^.*#//' | sort -u)
done

# "ternion-check.1 what it does", as the page has it
summary() {
	sed -n 's/^\.Nd //p' "$root/man/$1" | sed 's/&/\&amp;/g; s/</\&lt;/g'
}

{
	printf '<!DOCTYPE html>\n<html lang="en">\n<head>\n'
	printf '<meta charset="utf-8">\n<title>Ternion</title>\n'
	printf '<link rel="stylesheet" href="style.css">\n</head>\n<body>\n'
	printf '<h1>Ternion</h1>\n<dl>\n'
	for page in ternion.1 ternion-tutorial.7 ternion-cookbook.7 \
	    $(cd "$root/man" && echo *.[1-9]); do
		[ -e "$root/man/$page" ] || continue
		[[ " ${listed-} " != *" $page "* ]] || continue
		listed="${listed-} $page"
		printf '<dt><a href="%s.html">%s(%s)</a></dt>\n<dd>%s</dd>\n' \
		    "$page" "${page%.*}" "${page##*.}" "$(summary "$page")"
	done
	printf '</dl>\n</body>\n</html>\n'
} >index.html
