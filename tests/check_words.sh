#!/usr/bin/env bash
# Holds the texts to "Style of texts" in .github/CONTRIBUTING.md: tests/check_words.sh
#
#   the manual, both READMEs and .github, without their examples;
#   the topics and the explanations of the help (*.txt);
#   the string literals of the sources and of *.def, unless they are one word;
#   the comments of all these and of the tests, by more phrases.
# A phrase is found across the end of a line, too. Each failure is a line; the
# last line is "N passed, N failed", where a file without a failure has passed.
set -u
export LC_ALL=C
cd "$(dirname "$0")/.." || exit 2

# PHRASE -> ADVICE: regular expressions of whole words in lower case.
phrases='behind -> say "after"
anew -> say "again"
beside -> say "next to"
besides -> say "also" or "except"
so many -> give the number, or say "too many"
of which -> begin a sentence of its own
that there (is|are)( not)? *[.,;:] -> say "unknown" or "existing"
(there|here) stands? -> put the subject first
who gives -> say "if you give"
(is|are) told that -> say "ternion reports that"
counts for nothing -> say "is ignored"
(on|in|at|before|after) %?[a-z0-9]+ stands? -> put the subject first
the same of -> name it again
is (no|none of) (move|cell|record|result|date|variant|key) -> say "is not a"
(who|what) [a-z ]+ is told -> put the subject first'
# Only in comments, which say what a thing is and does in a few words.
comments='what (is|was|it|they) -> name the thing
(of|with|from|for|by|if|or|and|is|but) what -> name the thing
whoever -> name the person
so (is|does) -> repeat the subject
that there (is|are) -> say "unknown" or "existing"
/\* (the same|who (gives|has|is)) -> say which thing or person
(/\*|[.:;]) (what|whoever) [a-z]+ -> name the thing or person
and (so|there) (is|are|stands) -> put the subject first
(is|are) told -> say "is reported" or "differs"'
# Phrases that are right as they stand: a player falls behind, a name in JSON.
right='behind:%|(falls?|fallen|level with and|level ,|level and|often) behind|letters stand for|not so many|one of which|of which game'

mapfile -t files < <(find man/*.[1-9] README.md tests/README.md .github -type f &&
    find cmd parse rules formats -name '*.[ch]' -o -name '*.def' -o -name '*.txt'
    find tests -name '*.[ch]')
awk -v phrases="$phrases" -v comments="$comments" -v right="$right" '
BEGIN {
	texts = split(phrases, phrase, / -> |\n/)
	count = split(phrases "\n" comments, phrase, / -> |\n/)
}
FNR == 1 {
	before = comment = ""
	shows = inside = 0
	source = FILENAME ~ /\.(c|h|def)$/
	literals = FILENAME !~ /^tests/
}
/^\.Bd|^\.Ed|^ *```/ { shows = !shows }
!source { text = shows || /^\.(\\"|Ed)|^ *```/ ? "" : " " $0 }
source {
	text = comment = ""
	code = $0
	if (!inside && (!/^[ \t]*"/ || !joins)) before = ""
	joins = /"$/
	if (inside) {
		comment = $0
		sub(/^[ \t]*\*? /, " ", comment)
		code = ""
	} else if (match($0, /^([^"\/\047]|\/[^*]|"([^"\\]|\\.)*"|\047([^\047\\]|\\.)+\047)*\/\*/)) {
		code = substr($0, 1, RLENGTH - 2)
		comment = "/*" substr($0, RLENGTH + 1)
	}
	inside = comment != "" && comment !~ /\*\//
	for (rest = literals && code !~ /^#include/ ? code : "";
	    match(rest, /"([^"\\]|\\.)*"/); rest = substr(rest, RSTART + RLENGTH))
		if (rest ~ /^[ \t]*"/ || substr(rest, RSTART, RLENGTH) ~ / /)
			text = text "|" substr(rest, RSTART + 1, RLENGTH - 2)
	if (/^[ \t]*"/) text = substr(text, 2)
	gsub(/\\n/, " ", text)
	text = text comment
}
{
	all = before tolower(text) " "
	gsub(right, "+", all)
	for (i = 1; i < (comment == "" ? texts : count); i += 2)
		while (match(all, "(^|[^a-z0-9_-])(" phrase[i] ")[^a-z0-9_-]")) {
			bad[FILENAME] = ++failed
			print "FAIL " FILENAME ":" FNR ": " phrase[i + 1]
			all = substr(all, 1, RSTART - 1) " +" \
			    substr(all, RSTART + RLENGTH - 1)
		}
	match(all, /[^ ]* [^ ]* [^ ]* $/)
	before = substr(all, RSTART, length(all) - RSTART)
}
END { print ARGC - 1 - length(bad) " passed, " failed + 0 " failed"; exit failed > 0 }
' "${files[@]}"
