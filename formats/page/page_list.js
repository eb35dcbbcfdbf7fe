/*
 * The moves of a game in a row; `tools` of a game gives the buttons of a
 * variation.
 */

/* Signs and words of annotations, by number. */
const NAGS = new Map([
	["!", "good move", 1], ["?", "mistake", 2], ["!!", "brilliant move", 3],
	["??", "blunder", 4], ["!?", "interesting move", 5],
	["?!", "dubious move", 6], ["\u25a1", "forced move", 7],
	["\u25a1", "only move", 8], ["=", "even", 10], ["=", "even, quiet", 11],
	["=", "even, active", 12], ["\u221e", "unclear", 13],
	["\u2a72", "White is slightly better", 14],
	["\u2a71", "Black is slightly better", 15],
	["\u00b1", "White is better", 16], ["\u2213", "Black is better", 17],
	["+\u2212", "White is winning", 18],
	["\u2212+", "Black is winning", 19], ["\u2a00", "zugzwang", 22, 23],
	["\u27f3", "lead in development", 32, 33],
	["\u2191", "initiative", 36, 37], ["\u2192", "attack", 40, 41],
	["=\u221e", "compensation", 44, 45], ["\u21c6", "counterplay", 132, 133],
	["\u2295", "time trouble", 138, 139], ["\u2206", "with the idea", 140],
	["\u2313", "better is", 142], ["RR", "editorial comment", 145],
	["N", "novelty", 146], ["D", "diagram", 220, 221],
].flatMap(([sign, words, ...numbers]) =>
	numbers.map(number => [number, [sign, words]])));
const COMMAND = /\[%(\w+)\s+([^\]]*)\]/g;

/* make("li.active", { title: "x" }, child, "text", ...) */
function make(kind, attributes, ...children) {
	const [name, ...classes] = kind.split(".");
	const element = document.createElement(name);

	if (classes.length > 0)
		element.className = classes.join(" ");
	for (const [key, value] of Object.entries(attributes || {}))
		if (value !== null && value !== undefined && value !== false)
			element.setAttribute(key, value);
	element.append(...children.filter(child => child !== null));
	return element;
}

function dot(board, player) {
	const circle = make("i.dot", { "aria-hidden": "true" });

	circle.style.background = board.inks[player];
	return circle;
}

function commands(texts, name) {
	return texts.flatMap(text => [...text.matchAll(COMMAND)]
		.filter(match => match[1] === name).map(match => match[2].trim()));
}

function spoken(text) {
	return text.replace(COMMAND, "").replace(/[ \t]+\n/g, "\n").trim();
}

/* A long move may be broken between its cells. */
function breakable(text) {
	return text.length < 12 ? [text] : text.split(/(?<=[-x])/)
		.flatMap((part, i) => i > 0 ? [make("wbr"), part] : [part]);
}

function nagSigns(node) {
	return node.nags.map(nag => NAGS.get(nag) ||
		[`$${nag}`, `annotation ${nag}`]).map(([sign, words]) =>
		make("abbr.nag", { title: words }, sign));
}

function commentTexts(texts) {
	return texts.map(spoken).filter(Boolean).map(
		text => make("span.comment", null, text));
}

/* What follows a ply: comments and variations. */
function notesOn(game, node) {
	return [...commentTexts(node.comments),
		...node.variations.flatMap(line => [variationOf(game, line),
			...commentTexts(line.afterwards)]), ...figures(game, node)];
}

/* With blanks between. */
function separated(items) {
	return items.flatMap((item, i) => i > 0 ? [" ", item] : [item]);
}

/* The words of a line in a row. */
function lineItems(game, line) {
	const items = commentTexts(line.comments);
	let round = 0, numbered = true;

	for (const node of line.plies) {
		const remarks = commentTexts(node.remarks);
		const number = numbered || remarks.length > 0 ||
			node.round !== round ?
			make("span.number", null, `${roundText(node)}\u00a0`) : null;

		items.push(...remarks, make("span.ply", null, number,
			moveLink(game, node), ...nagSigns(node), ...commands(node.comments,
				"clk").map(clock => make("small.time", null, clock))),
		...notesOn(game, node));
		round = node.round;
		numbered = node.comments.length > 0 || node.variations.length > 0;
	}
	return items;
}

function variationOf(game, line) {
	return make("span.variation", null, "(",
		...separated(lineItems(game, line)), ")", ...game.tools(line));
}

/* Points out the move of the board in its list, in which it is the one tab stop;
 * null points to none. */
function pointOut(list, move) {
	const former = list.querySelector("[aria-current]");
	const stop = move || list.querySelector(".move");
	const box = list.getBoundingClientRect();

	for (const old of list.querySelectorAll(".move[tabindex='0']"))
		old.tabIndex = -1;
	if (stop)
		stop.tabIndex = 0;
	if (former)
		former.removeAttribute("aria-current");
	if (stop && document.activeElement.matches(".move"))
		stop.focus({ preventScroll: true });
	if (!move) {
		list.scrollTop = 0;
		return;
	}
	move.setAttribute("aria-current", "true");
	const { top, bottom } = move.getBoundingClientRect();

	if (top < box.top + 8)
		list.scrollTop -= box.top + 8 - top;
	else if (bottom > box.bottom - 8)
		list.scrollTop += bottom - box.bottom + 8;
}
