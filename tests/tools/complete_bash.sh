#!/usr/bin/env bash
# Prints the completions of bash for the last word, one a line:
# tests/tools/complete_bash.sh ternion WORD...
set -u
export LC_ALL=C

eval "$(ternion help --completion bash)" || exit 1
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
COMPREPLY=()
_ternion
for word in "${COMPREPLY[@]}"; do
	printf '%s\n' "$word"
done
