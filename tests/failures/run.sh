#!/usr/bin/env bash
# Lets calls fail: tests/failures/run.sh OBJDIR [all]
#
# Each command of tests/failures/commands is run again and again, and each time
# another call of the C library fails: the Nth allocation, read, write, open and
# so on, once for each way in which it can. The result must be either
# status 2 and a message, or the same as without the failure. A file has its old
# or its new content, and no other file is left; only a signal that was sent
# ends the program. The library frees all that it has allocated.
#
# "all" tries every call, which takes long; the default is some of them. The last line
# is "N passed, N failed".
set -u
export LC_ALL=C
export MALLOC_PERTURB_=165 # freed memory is overwritten

cd "$(dirname "$0")/../.." || exit 2
objdir=$(cd "$1" && pwd) || exit 2
all=${2-}
shim=$objdir/tests/tools/fail_calls.so
. tests/counting.sh
mark=$scratch/mark counts=$scratch/counts tried=0

# The ways in which a call fails. A signal is sent before the call is made.
declare -A ways=(
	[malloc]='ENOMEM ENOMEM+'
	[read]='EIO EINTR short'
	[write]='ENOSPC ENOSPC+ EINTR short INT KILL'
	[open]='EACCES EMFILE ENOMEM EOPNOTSUPP HUP'
	[fopen]='EMFILE'
	[fdopen]='ENOMEM INT'
	[fwrite]='ENOSPC TERM KILL'
	[fflush]='EIO'
	[fclose]='EIO INT'
	[rename]='EACCES INT KILL'
	[linkat]='EIO TERM'
	[fsync]='EIO EIO+ HUP KILL'
	[ftruncate]='EIO EIO+ KILL'
	[fchmod]='EACCES'
	[realpath]='ENOMEM'
	[scandir]='ENOMEM'
	[getdelim]='ENOMEM'
	[pthread_create]='EAGAIN EAGAIN+'
)

# say MESSAGE: a message of a client of the language server
say() {
	printf 'Content-Length: %d\r\n\r\n%s' ${#1} "$1"
}

# A client that opens a document, changes it, asks and ends.
session() {
	local place='"position":{"line":3,"character":5}'
	local range='"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}}'
	local uri pgn='[Variant \"dreierschach\"]\n\n1. ce4 nf10 hj10 *\n'

	uri="file://$PWD/a.pgn"
	say '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"textDocument":{"codeAction":{"codeActionLiteralSupport":{}}}}}}'
	say "{\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":\"$uri\",\"version\":1,\"text\":\"$pgn\"}}}"
	say "{\"method\":\"textDocument/didChange\",\"params\":{\"textDocument\":{\"uri\":\"$uri\",\"version\":2},\"contentChanges\":[{$range,\"text\":\"\\n\"}]}}"
	for method in codeAction hover completion formatting documentSymbol \
	    semanticTokens/full; do
		say "{\"id\":2,\"method\":\"textDocument/$method\",\"params\":{\"textDocument\":{\"uri\":\"$uri\"},$place,$range,\"context\":{}}}"
	done
	say '{"id":3,"method":"shutdown"}'
	say '{"method":"exit"}'
}

# The inputs of the commands, made again for each run.
prepare() {
	local start=$scratch/start variant method

	mkdir "$start" "$start/folder"
	cp tests/cli/{good,bad,note,games}.pgn tests/cli/bare.txt \
	    tests/cli/start.3pf "$start"
	cp -r tests/cli/trace "$start"
	cp tests/lint/log-skipped.log "$start/games.log"
	for variant in $("$objdir/ternion" variants | grep '^[a-z]'); do
		set -- tests/golden/$variant/*.pgn
		cp "$1" "$start/$variant.pgn"
	done
	cp tests/cli/{good,note}.pgn "$start/folder"
	cd "$start" || exit 2
	for format in json jsonl yaml; do
		"$objdir/ternion" convert -t $format good.pgn >good.$format
	done
	sed 's/ee7/ ee7 /' good.pgn >untidy.pgn
	printf 'start\tNd4\nstart\tNd9\n' >steps
	session >session
	printf 'variant: dreierschach\nseverity:\n  false-check: warning\n' \
	    >config.yaml
	"$objdir/ternion" check --write-baseline baseline bad.pgn
	gzip -n <good.pgn >good.pgn.gz
	zstd -q <good.pgn >good.pgn.zst 2>/dev/null ||
		left_out "reading of Zstandard with failing calls: no zstd"
	# Folders stay as they are: files in them could not be opened.
	find . -maxdepth 1 -type f -exec chmod 444 {} +
	chmod 644 ./*.pgn
	mkdir "$scratch/work" && cp -a . "$scratch/work"
}

# The command in the folder `work`; its status.
run() {
	local - input=/dev/null
	set -f
	[ "$1" != lsp ] || input=session
	if [ "$1" = lib ]; then
		set -- "$objdir/tests/tools/random_calls" 1 300 1 "${@:2}"
	else
		set -- "$objdir/ternion" "$@"
	fi
	(
		cd "$scratch/work" || exit 126
		LD_PRELOAD=$shim exec "$@" >../out 2>../err <$input
	)
}

fresh() {
	rm -rf "$scratch/work"
	cp -a "$scratch/start" "$scratch/work"
}

# Whether the files are as they were or as they become; a part of them may be
# older than the others. A report may name the failure, and a killed run may
# leave a temporary file.
files_are_whole() {
	local file name

	for file in "$scratch"/work/* "$scratch"/work/.[!.]*; do
		[ -f "$file" ] || continue
		name=${file##*/}
		cmp -s "$file" "$scratch/start/$name" ||
			cmp -s "$file" "$scratch/done/$name" ||
			[[ $how = KILL && $name = .ternion-* ]] ||
			{ [ "$name" = report ] && tail -n 1 "$file" |
			    grep -q '^\],"summary":{.*}}$'; } ||
			{ echo "$name"; return 1; }
	done
	for file in "$scratch"/start/*; do
		[ -e "$scratch/work/${file##*/}" ] || { echo "$file"; return 1; }
	done
}

all_files_are_new() {
	diff -r "$scratch/done" "$scratch/work" >/dev/null
}

# Prints the faults of the run that ended with this status.
judge() {
	local status=$1 how=$2 command=$3 out err blocks

	IFS= read -r -d '' out <"$scratch/out"
	case $how in
	INT | TERM | HUP | KILL)
		if [ "$status" -gt 128 ]; then
			[ "$writes" = no ] || files_are_whole
			return
		fi
		;;
	esac
	if [ "$status" -eq 2 ] && [ "$good" -ne 2 ]; then
		# The report of `check` is its output.
		case $command in
		lib\ *) ;;
		check\ *) [ -n "$out" ] || [ -s "$scratch/err" ] ||
			[ -s "$scratch/work/report" ] ;;
		*) [ -s "$scratch/err" ] ;;
		esac || echo "status 2 without a message"
		[ "$writes" = no ] || files_are_whole
	elif [ "$status" -ne "$good" ]; then
		echo "status $status: $(head -n 2 "$scratch/err")"
	elif [ "$out" != "$good_out" ]; then
		echo "status $status, and another output"
	elif [ "$writes" = yes ]; then
		all_files_are_new || echo "status $status, and files are not written"
	fi
	if [ "${command%% *}" = lib ]; then
		blocks=$(tail -n 1 "$counts")
		[ "$blocks" = "blocks 0" ] || echo "$blocks left"
	fi
}

# try COMMAND CALL HOW N: false if the command makes fewer than N such calls
try() {
	local command=$1 call=$2 how=${3%+} wrong

	[ "$writes" = no ] || fresh
	rm -f "$mark" "$counts"
	export FAIL_CALL=$call FAIL_AT=$4 FAIL_HOW=$how FAIL_MARK=$mark
	export FAIL_COUNT=$counts
	unset FAIL_ON
	[ "$3" = "$how" ] || export FAIL_ON=1
	# shellcheck disable=SC2086 # a command is words
	run $command 2>/dev/null # where the shell tells of signals
	wrong=$(judge $? "$how" "$command")
	[ -e "$mark" ] || return 1
	[ -z "$wrong" ]
	ok "$command: $3 of $call number $4: $wrong" $?
}

# All failures of one command; it works on files if `writes` is yes.
try_command() {
	local command=$1 call count how n

	unset FAIL_CALL FAIL_AT FAIL_HOW FAIL_MARK FAIL_ON
	export FAIL_COUNT=$counts
	[ "$writes" = no ] || fresh
	# shellcheck disable=SC2086 # a command is words
	run $command
	good=$?
	good_out=
	IFS= read -r -d '' good_out <"$scratch/out"
	rm -rf "$scratch/done"
	[ "$writes" = no ] || cp -a "$scratch/work" "$scratch/done"
	cp "$counts" "$scratch/calls"
	ok "$command: it ends with $good" $?
	while read -r call count; do
		[ "$call" != blocks ] && [ "$count" -gt 0 ] || continue
		for how in ${ways[$call]}; do
			if [ -n "$all" ]; then
				for ((n = 1; n <= count; n++)); do
					try "$command" "$call" "$how" $n
				done
				continue
			fi
			# Each third way, each time at another call.
			tried=$((tried + 1))
			[ $((tried % 3)) -ne 0 ] ||
				try "$command" "$call" "$how" \
				    $((1 + tried * 31 % count))
		done
	done <"$scratch/calls"
}

(prepare) || exit 2
writes=no
while IFS= read -r line; do
	case $line in
	'' | '#'*) ;;
	files) writes=yes ;;
	*zst*) [ -s "$scratch/start/good.pgn.zst" ] && try_command "$line" ;;
	*) try_command "$line" ;;
	esac
done <tests/failures/commands

# changes_at CALL FILE: a file that someone saves after it was read, just before
# that call, is not replaced
changes_at() {
	local call=$1 file=$2 n

	fresh
	rm -f "$mark"
	(
		cd "$scratch/work" || exit 126
		export FAIL_CALL=$call FAIL_AT=1 FAIL_HOW=STOP FAIL_MARK=$mark
		LD_PRELOAD=$shim exec "$objdir/ternion" convert -q -i -n long \
		    "$file" 2>../err
	) &
	for ((n = 0; n < 200; n++)); do
		[ ! -e "$mark" ] || break
		sleep 0.05
	done
	echo '% a new line' >>"$scratch/work/$file"
	cp "$scratch/work/$file" "$scratch/changed"
	kill -CONT $!
	wait $!
	[ $? -ne 0 ] && cmp -s "$scratch/changed" "$scratch/work/$file" &&
	    grep -q "$file: it changed while it was read" "$scratch/err"
	ok "$file changed before $call, and is replaced" $? ||
	    cat "$scratch/err"
}
changes_at fclose untidy.pgn
changes_at fsync untidy.pgn
changes_at linkat untidy.pgn

# A file that replaces a private file has no name before it is complete, or it is
# private from its first moment.
writes=yes
fresh
chmod 600 "$scratch/work/good.pgn"
FAIL_CALL=fchmod FAIL_AT=1 FAIL_HOW=KILL run convert -i -n long good.pgn 2>/dev/null
modes=$(stat -c %a "$scratch"/work/.ternion-* 2>/dev/null)
[ -z "$modes" ] || [ "$modes" = 600 ]
ok "a file that replaces a private one has the mode $modes" $?

counted
