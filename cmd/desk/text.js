/* The text area: what is wrong is marked in it and listed below it. */

const WORDS = ["note", "warning", "error"];
const MARKED = 300000;  /* letters; a longer text has no marks in it */
const PROBLEMS = 300;   /* in the list */

/* All diagnostics, each with its record, its index there, its lines and its
 * span in the text; columns count code points. */
function placed() {
	const lines = state.text.split("\n"), starts = [0];

	lines.forEach((line, i) => starts.push(starts[i] + line.length + 1));
	function indexAt(line, column) {
		const letters = [...lines[line - 1] || ""].slice(0, column - 1);
		return Math.min(state.text.length,
			(starts[line - 1] ?? Infinity) + letters.join("").length);
	}

	return state.records.flatMap(({ number, above, diagnostics }) =>
		diagnostics.map((one, index) => {
			const line = one.line + above, end_line = one.end_line + above;
			return { ...one, number, index, kind: WORDS[one.severity], line,
				end_line, from: indexAt(line, one.column),
				to: indexAt(end_line, one.end_column) };
		}));
}

/* Marks spans of a text in its area: below it lies the same text. */
function paint(area, words, spans) {
	const parts = [];
	let at = 0;

	if (spans.length > 0 && words.length <= MARKED) {
		for (const { from, to, kind } of [...spans].sort(
			(a, b) => a.from - b.from)) {
			if (from < at)
				continue;
			parts.push(words.slice(at, from),
				h("mark", { class: kind }, words.slice(from, to)));
			at = to;
		}
		parts.push(words.slice(at), "\n");
	}
	area.firstElementChild.replaceChildren(...parts);
	scrollMarks(area);
}

/* The marks of an area go with its text. */
const scrollMarks = ({ firstElementChild: marks, lastElementChild: text }) =>
	marks.scrollTop = text.scrollTop;

function selectIn(area, from, to) {
	const text = area.lastElementChild;
	/* A browser scrolls to a caret that gets the focus, not to a selection. */
	text.blur();
	text.setSelectionRange(from, from);
	text.focus();
	text.setSelectionRange(from, to);
	scrollMarks(area);
}

function problem({ kind, number, line, column, message, code, fix }, index) {
	const button = (name, value, label) => h("button.fix",
		{ [`data-${name}`]: value }, label);
	return h(`li.${kind}`, null,
		h("button", { "data-problem": index }, h("b", null, kind),
			state.records.length > 1 ? ` record ${number}, ` : " ",
			`${line}:${column} ${message}`),
		button("explain", code, code),
		fix !== null && button("fix", index, `Write ${fix}`),
		kind !== "note" && button("repairs", index, "Repairs\u2026"));
}

const counted = (number, word) =>
	`${number} ${number === 1 ? word : word === "ply" ? "plies" :
		`${word}s`}`;

function verdict() {
	const counts = WORDS.toReversed().map(word => [state.problems.filter(
		({ kind }) => kind === word).length, word]).filter(
		([count]) => count > 0).map(([count, word]) => counted(count, word));

	if (state.failure)
		return state.failure.message;
	if (state.records.length === 0)
		return "No record yet: paste one, open a file or begin a game.";
	return `${counts.join(", ") || "All is well"} in ${
		counted(state.records.length, "record")}`;
}

/* Shows what the last check found. */
function showText() {
	const problems = placed();
	const more = problems.length - PROBLEMS;

	state.problems = problems;
	if (find("text").value !== state.text)
		find("text").value = state.text;
	fill("verdict", verdict());
	fill("problems", problems.slice(0, PROBLEMS).map(problem),
		more > 0 && h("li", null, `and ${more} more`));
	find("mend").hidden = problems.every(({ kind }) => kind === "note");
	paint(find("area"), state.text, problems.filter(
		({ from, to }) => from < to));
}

/* The lines that are only in one of two texts, with - or +. */
function lineChanges(before, after) {
	const [old, fresh] = [before, after].map(one => new Set(one.split("\n")));
	return [[...old].filter(line => !fresh.has(line)).map(
		line => h("div.old", null, `- ${line}`)),
	[...fresh].filter(line => !old.has(line)).map(
		line => h("div.new", null, `+ ${line}`))];
}
