/*
 * The text area: what is wrong is marked in it and listed below it.
 */

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

	/* All diagnostics, each with its record, its index there and its span in
	 * the text. */
	function placed() {
		const starts = lineStarts();

		return state.records.flatMap(({ number, diagnostics }) =>
			diagnostics.map((one, index) => ({ ...one, number, index,
				from: indexOf(starts, one.line, one.column),
				to: indexOf(starts, one.end_line, one.end_column) })));
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
				parts.push(words.slice(at, from), make("mark",
					{ class: kind }, words.slice(from, to)));
				at = to;
			}
			parts.push(words.slice(at), "\n");
		}
		area.querySelector(".marks").replaceChildren(...parts);
		if (parts.length > 0)
			follow(area);
	}

	function follow(area) {
		area.querySelector(".marks").scrollTop =
			area.querySelector("textarea").scrollTop;
	}

	/* The marks of an area go with its text. */
	function onScroll({ target }) {
		if (target.matches && target.matches("textarea"))
			follow(target.parentNode);
	}

	function entry(one, index) {
		return make("li", { class: WORDS[one.severity] },
			make("button", { type: "button", "data-problem": index },
				make("b", null, WORDS[one.severity]),
				` ${state.records.length > 1 ? `record ${one.number}, ` : ""}${
					one.line}:${one.column} ${one.message}`),
			make("button", { type: "button", "data-explain": one.code,
				class: "fix" }, one.code),
			...one.fix === null ? [] : [make("button", { type: "button",
				"data-fix": index, class: "fix" }, `Write ${one.fix}`)],
			...one.severity === 0 ? [] : [make("button", { type: "button",
				"data-repairs": index, class: "fix" }, "Repairs\u2026")]);
	}

	function counted(number, word) {
		return `${number} ${number === 1 ? word : word === "ply" ? "plies" :
			`${word}s`}`;
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

		if (find("text").value !== state.text)
			find("text").value = state.text;
		state.problems = diagnostics;
		find("verdict").textContent = verdict(diagnostics);
		find("problems").replaceChildren(
			...diagnostics.slice(0, LISTED).map(entry),
			...diagnostics.length > LISTED ? [make("li", null,
				`and ${diagnostics.length - LISTED} more`)] : []);
		find("mend").hidden = diagnostics.every(one => one.severity === 0);
		paint(find("area"), state.text, diagnostics.filter(
			({ from, to }) => from < to).map(one => ({ ...one,
			kind: WORDS[one.severity] })));
	}

	function select(place, from, to) {
		const area = place.querySelector("textarea");

		area.focus({ preventScroll: true });
		area.setSelectionRange(from, to);
		/* A browser scrolls to a caret that is set, but not to a selection:
		 * the marks have the text at the same height. */
		const range = document.createRange();
		const marks = place.querySelector(".marks");
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
		follow(place);
	}

	/* The lines that are only in one of two texts, with - or +. */
	function difference(before, after) {
		const [old, fresh] = [before, after].map(one => one.split("\n"));
		const only = (sign, lines, others) => lines.filter(line =>
			!others.has(line)).map(line => [sign, line]);

		return [...only("-", old, new Set(fresh)),
			...only("+", fresh, new Set(old))];
	}

	return { show, paint, select, onScroll, difference, counted };
})();
