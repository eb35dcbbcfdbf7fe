#!/bin/sh
# list_files.sh ARGUMENTS: the files in which `ternion check ARGUMENTS` finds
# records, one a line, by its report as TAP.
ternion check -t tap "$@" |
	sed -nE 's/^(not )?ok [0-9]+ - (.*) game [0-9]+$/\2/p' |
	sed -E 's/\\(.)/\1/g' | uniq
