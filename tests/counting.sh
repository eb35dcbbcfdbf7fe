# For scripts that count their tests: source it in the root of the tree. $scratch
# is a folder that goes with the script; $LEFT_OUT names what was left out.
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

# ok NAME STATUS: counts a test, and has its status
ok() {
	if [ "$2" -eq 0 ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL $1"
	fi
	return "$2"
}

left_out() {
	echo "$*" >>"${LEFT_OUT:-/dev/null}"
}

# The last line, and the status of the script.
counted() {
	echo "$passed passed, $failed failed"
	[ $failed -eq 0 ] && [ $passed -gt 0 ]
}
