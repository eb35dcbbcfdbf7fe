/*
 * The moves of a game in a row. Styles make columns of it, one for each player.
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

/* What there is of several children, and of those in lists. */
function present(children) {
	return children.flat(Infinity).filter(Boolean);
}

/* An element: h("li.active", { title: "x" }, child, [more], "text"). A property
 * that is null or false is left out. */
function h(kind, properties, ...children) {
	const [name, ...classes] = kind.split(".");
	const element = document.createElement(name);

	element.classList.add(...classes);
	for (const [key, value] of Object.entries(properties || {}))
		if (typeof value === "function")
			element[key] = value;
		else if (value !== null && value !== undefined && value !== false)
			element.setAttribute(key, value);
	element.append(...present(children));
	return element;
}

/* Gives the element of an id other children. */
function fill(id, ...children) {
	find(id).replaceChildren(...present(children));
}

function dot(board, player) {
	const circle = h("i.dot", { "aria-hidden": "true" });

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
	return text.length < 12 ? text : text.split(/(?<=[-x])/)
		.map((part, i) => [i > 0 && h("wbr"), part]);
}

function moveLink(game, node) {
	return h("a.move", { href: `#${game.id}-${node.address}`,
		"data-at": node.address, tabindex: -1, "aria-label": `${
			roundText(node)} ${game.board.players[node.mover]} ${node.text}` },
	dot(game.board, node.mover), breakable(node.text));
}

function nagSigns(node) {
	return node.nags.map(nag => {
		const [sign, title] = NAGS.get(nag) || [`$${nag}`, `annotation ${nag}`];

		return h("abbr.nag", { title }, sign);
	});
}

function commentTexts(texts) {
	return texts.map(spoken).filter(Boolean)
		.map(text => h("span.comment", null, text));
}

/* What follows a ply: comments, variations, and a place for a drawing that is
 * printed alone. */
function notesOn(game, node) {
	return [...commentTexts(node.comments),
		...node.variations.flatMap(line => [variationOf(game, line),
			...commentTexts(line.afterwards)]),
		isMarked(node) && h("figure.diagram", { "data-at": node.address },
			h("figcaption", null, `${roundText(node)} ${node.text}`))];
}

/* The words of a line in a row, with blanks between. */
function lineItems(game, line) {
	const items = commentTexts(line.comments);
	let round = 0, numbered = true;

	for (const node of line.plies) {
		const remarks = commentTexts(node.remarks);

		items.push(...remarks);
		if (numbered || remarks.length > 0 || node.round !== round)
			items.push(h("span.number", null, `${roundText(node)}\u00a0`));
		items.push(h(`span.ply.by${node.mover}`, null, moveLink(game, node),
			nagSigns(node), commands(node.comments, "clk").map(
				clock => h("small.time", null, clock))),
		...notesOn(game, node));
		round = node.round;
		numbered = node.comments.length > 0 || node.variations.length > 0;
	}
	return items.filter(Boolean).flatMap(item =>
		item.matches(".number") ? [item] : [item, " "]);
}

/* The desk can change a variation. */
function variationOf(game, line) {
	return h("span.variation", null, "(", lineItems(game, line).slice(0, -1),
		")", game.tools && game.tools(line));
}

function moveList(game) {
	return h("div.flow", null, h("span.head", null, "No."),
		game.board.players.map((player, p) =>
			h("span.head", null, dot(game.board, p), player)),
		lineItems(game, game.main),
		h("b.result", null, tagOf(game, "Result")));
}

/* Points out the move of the board in its list, in which it is the one tab
 * stop; null points to none. */
function pointOut(list, move) {
	const stop = move || list.querySelector(".move");
	const box = list.getBoundingClientRect();

	for (const old of list.querySelectorAll("[aria-current], [tabindex='0']")) {
		old.removeAttribute("aria-current");
		old.tabIndex = -1;
	}
	if (stop)
		stop.tabIndex = 0;
	if (stop && document.activeElement.matches(".move"))
		stop.focus({ preventScroll: true });
	if (!move) {
		list.scrollTop = 0;
		return;
	}
	move.setAttribute("aria-current", "true");
	const { top, bottom } = move.getBoundingClientRect();

	list.scrollTop += Math.min(0, top - box.top - 8) +
		Math.max(0, bottom - box.bottom + 8);
}
