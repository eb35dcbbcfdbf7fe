/*
 * The text area: what is wrong is marked in it and listed below it.
 */

const find = id => document.getElementById(id);

/* An element with attributes and contents. */
function make(name, attributes, ...contents) {
	const element = document.createElement(name);

	for (const [key, value] of Object.entries(attributes || {}))
		if (value !== false && value !== null && value !== undefined)
			element.setAttribute(key, value === true ? "" : value);
	element.append(...contents);
	return element;
}

const text = (() => {
	const WORDS = ["note", "warning", "error"];
	const MARKED = 300000; /* letters; a longer text has no marks in it */
	const LISTED = 300;    /* diagnostics */

	/* The index in the text of a place; columns count code points. */
	function indexOf(starts, line, column) {
		let at = starts[Math.min(line, starts.length) - 1] || 0;

		for (let i = 1; i < column && at < state.text.length; i++)
			at += state.text.codePointAt(at) > 0xffff ? 2 : 1;
		return Math.min(at, state.text.length);
	}

	function lineStarts() {
		const starts = [0];

		for (let at = -1; (at = state.text.indexOf("\n", at + 1)) >= 0;)
			starts.push(at + 1);
		return starts;
	}

	function all() {
		return state.records.flatMap(record => record.diagnostics.map(one =>
			({ ...one, number: record.number })));
	}

	/* Gives each diagnostic its span in the text. */
	function placed() {
		const starts = lineStarts();

		return all().map(one => ({ ...one,
			from: indexOf(starts, one.line, one.column),
			to: indexOf(starts, one.end_line, one.end_column) }));
	}

	function showMarks(diagnostics) {
		const parts = [];
		let at = 0;

		if (state.text.length <= MARKED) {
			const inOrder = [...diagnostics].sort((a, b) => a.from - b.from);

			for (const { from, to, severity } of inOrder) {
				if (from < at || to <= from)
					continue;
				parts.push(state.text.slice(at, from), make("mark",
					{ class: WORDS[severity] },
					state.text.slice(from, to)));
				at = to;
			}
			parts.push(state.text.slice(at), "\n");
		}
		find("marks").replaceChildren(...parts);
		follow();
	}

	function follow() {
		find("marks").scrollTop = find("text").scrollTop;
	}

	function entry(one, index) {
		return make("li", { class: WORDS[one.severity] },
			make("button", { type: "button", "data-problem": index },
				make("b", null, WORDS[one.severity]),
				` ${one.line}:${one.column} ${one.message} `,
				make("code", null, one.code)),
			...one.fix === null ? [] : [make("button", { type: "button",
				"data-fix": index, class: "fix" }, `Write ${one.fix}`)],
			...one.severity === 0 ? [] : [make("button", { type: "button",
				"data-repairs": index, class: "fix" }, "Repairs\u2026")]);
	}

	function counted(number, word) {
		return `${number} ${word}${number === 1 ? "" : "s"}`;
	}

	function verdict(diagnostics) {
		const counts = [2, 1, 0].map(severity => [WORDS[severity],
			diagnostics.filter(one => one.severity === severity).length])
			.filter(([, count]) => count > 0)
			.map(([word, count]) => counted(count, word));
		const size = counted(state.records.length, "record");

		if (state.failure)
			return state.failure.message;
		if (state.records.length === 0)
			return "No record yet: paste one, open a file or begin a game.";
		return `${counts.length ? counts.join(", ") : "All is well"} in ${
			size}`;
	}

	/* Shows what the last check found. */
	function show() {
		const diagnostics = placed();

		state.problems = diagnostics;
		find("verdict").textContent = verdict(diagnostics);
		find("problems").replaceChildren(
			...diagnostics.slice(0, LISTED).map(entry),
			...diagnostics.length > LISTED ? [make("li", null,
				`and ${diagnostics.length - LISTED} more`)] : []);
		find("mend").hidden = diagnostics.every(one => one.severity === 0);
		showMarks(diagnostics);
	}

	function select(from, to) {
		const area = find("text");

		area.focus({ preventScroll: true });
		area.setSelectionRange(from, to);
		/* A browser scrolls to a caret that is set, but not to a selection:
		 * the marks have the text at the same height. */
		const range = document.createRange();
		const marks = find("marks");
		const walker = document.createTreeWalker(marks, NodeFilter.SHOW_TEXT);
		let left = from;

		for (let part; (part = walker.nextNode()); left -= part.length) {
			if (left > part.length)
				continue;
			range.setStart(part, left);
			const top = range.getBoundingClientRect().top -
				marks.getBoundingClientRect().top + marks.scrollTop;

			area.scrollTop = top - area.clientHeight / 3;
			break;
		}
		follow();
	}

	/* The lines of two texts: those that are only in one begin with - or +. */
	function difference(before, after) {
		const a = before.split("\n"), b = after.split("\n");
		let head = 0, tail = 0;

		while (head < a.length && head < b.length && a[head] === b[head])
			head++;
		while (tail < a.length - head && tail < b.length - head &&
		    a[a.length - 1 - tail] === b[b.length - 1 - tail])
			tail++;
		const common = longest(a.slice(head, a.length - tail),
			b.slice(head, b.length - tail));
		const around = lines => lines.map(line => [" ", line]);

		return [...around(a.slice(Math.max(0, head - 2), head)), ...common,
			...around(a.slice(a.length - tail, a.length - tail + 2))];
	}

	/* The lines of two lists, by their longest common sequence; of long lists
	 * first the one, then the other. */
	function longest(a, b) {
		const short = a.length * b.length < MARKED * 10;
		const length = [...Array(short ? a.length + 1 : 0)].map(() =>
			new Uint32Array(b.length + 1));
		const lines = [];
		let i = 0, j = 0;

		for (let x = a.length - 1; short && x >= 0; x--)
			for (let y = b.length - 1; y >= 0; y--)
				length[x][y] = a[x] === b[y] ? length[x + 1][y + 1] + 1 :
					Math.max(length[x + 1][y], length[x][y + 1]);
		while (short && i < a.length && j < b.length) {
			if (a[i] === b[j]) {
				lines.push([" ", a[i++]]);
				j++;
			} else if (length[i][j + 1] > length[i + 1][j]) {
				lines.push(["+", b[j++]]);
			} else {
				lines.push(["-", a[i++]]);
			}
		}
		return [...lines, ...a.slice(i).map(line => ["-", line]),
			...b.slice(j).map(line => ["+", line])];
	}

	return { show, select, follow, difference, counted };
})();
