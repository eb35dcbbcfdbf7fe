#!/usr/bin/env bash
# Prints the completions of bash for the last word, one a line:
# tests/tools/complete_bash.sh ternion WORD...
#
# Without words, for each line of standard input, which is shown before them.
set -u
export LC_ALL=C

eval "$(ternion help --completion bash)" || exit 1

complete_words() {
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	COMPREPLY=()
	_ternion
	for word in "${COMPREPLY[@]}"; do
		printf '%s\n' "$word"
	done
}

if [ $# -gt 1 ]; then
	complete_words "$@"
	exit
fi
while IFS= read -r words; do
	echo "$ $words"
	eval "complete_words ternion $words" | sort
done
