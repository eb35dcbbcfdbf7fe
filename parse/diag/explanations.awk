# Ternion: turns explanations.txt into rows of C, E(ID, meaning, text), or with
# -v page=1 into the sections of ternion-diagnostics(7). diag.def, which is read
# first, has the severities.

FNR == NR {
	if (match($0, /"[a-z0-9-]+"/)) {
		slug = substr($0, RSTART + 1, RLENGTH - 2)
		split($0, field, /[(,] */)
		severity[slug] = tolower(field[3])
		sub(/fatal/, "error", severity[slug])
	}
	next
}
/^#/ { next }
/^== / { if (page) print ".Sh " toupper(substr($0, 4)); next }
/^$/ { put(); next }
code == "" { code = $0; next }
/^[$%!+>=] / {
	kind = substr($0, 1, 1)
	part[kind] = part[kind] substr($0, 3) "\n"
	next
}
{ part["m"] = part["m"] $0 "\n" }
END { put() }

# A text without line ends, and one with four blanks before each line.
function joined(text) { gsub(/\n/, " ", text); sub(/ $/, "", text); return text }
function indented(text) {
	gsub(/\n/, "\n    ", text)
	return "    " substr(text, 1, length(text) - 4)
}
function quoted(text) {
	gsub(/\\/, "\\\\&", text)
	gsub(/"/, "\\\"", text)
	gsub(/\n/, "\\n\"\n\t\"", text)
	sub(/"\n\t"$/, "", text)
	return "\"" text "\""
}
function escaped(text) {
	gsub(/\\/, "\\e", text)
	text = "\n" text
	gsub(/\n\./, "\n\\\\\\&.", text)
	gsub(/\n'/, "\n\\(aq", text)
	return substr(text, 2)
}
# Each sentence begins a line.
function sentences(text) {
	text = joined(text)
	gsub(/\. /, ".\n", text)
	return escaped(text) "\n"
}

# A part of the text, if there is one, under its heading.
function titled(title, kind) {
	return part[kind] == "" ? "" : "\n" title "\n" indented(part[kind])
}
function display(title, kind) {
	if (part[kind] != "")
		printf ".Pp\n%s\n.Bd -literal -offset indent -compact\n%s.Ed\n", \
		    title, escaped(part[kind])
}

function put(    wrong) {
	if (code == "")
		return
	wrong = part["$"] ? "Wrong, in '" joined(part["$"]) "':" : "Wrong:"
	if (page) {
		printf ".Ss %s\n.Pq %s\n", code, severity[code]
		printf "%s", sentences(part["m"])
		display("Example:", "%")
		display(wrong, "!")
		display("Right:", "+")
		printf ".Pp\nWhat to do:\n%s", sentences(part[">"])
		if (part["="])
			printf ".Pp\nThe rule:\n%s", sentences(part["="])
	} else {
		id = toupper(code)
		gsub(/-/, "_", id)
		printf "E(%s,\n\t%s,\n\t%s)\n", id, quoted(joined(part["m"])), \
		    quoted(part["m"] titled("Example:", "%") titled(wrong, "!") \
		    titled("Right:", "+") titled("What to do:", ">") \
		    titled("The rule:", "="))
	}
	code = ""
	delete part
}
