/* The moves of a game in a row. Styles make columns of it, one for each
 * player. */

/* Signs and words of annotations, by number. */
const NAGS = new Map(find("nags").content.textContent.trim().split("\n").map(
	line => /^(\d+) (\S+) (.+)/.exec(line)).map(
	([, number, sign, words]) => [Number(number), [sign, words]]));
const COMMAND = /\[%(\w+)\s+([^\]]*)\]/g;

/* What there is of several children, and of those in lists. */
const present = children => children.flat(Infinity).filter(Boolean);

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
const fill = (id, ...children) =>
	find(id).replaceChildren(...present(children));

function dot(board, player) {
	const circle = h("i.dot", { "aria-hidden": "true" });
	circle.style.background = board.inks[player];
	return circle;
}

const commands = (texts, name) =>
	texts.flatMap(text => [...text.matchAll(COMMAND)]
		.filter(match => match[1] === name).map(match => match[2].trim()));

const spoken = text =>
	text.replace(COMMAND, "").replace(/[ \t]+\n/g, "\n").trim();

/* A long move may be broken between its cells. */
const breakable = text => text.length < 12 ? text : text.split(/(?<=[-x])/)
	.map((part, i) => [i > 0 && h("wbr"), part]);

const moveLink = (game, node) =>
	h("a.move", { href: `#${game.id}-${node.address}`,
		"data-at": node.address, tabindex: -1, "aria-label": `${
			roundText(node)} ${game.board.players[node.mover]} ${node.text}` },
	dot(game.board, node.mover), breakable(node.text));

const nagSigns = node => node.nags.map(
	nag => NAGS.get(nag) || [`$${nag}`, `annotation ${nag}`]).map(
	([sign, title]) => h("abbr.nag", { title }, sign));

const commentTexts = texts => texts.map(spoken).filter(Boolean)
	.map(text => h("span.comment", null, text));

/* What follows a ply: comments, variations, and a place for a drawing that is
 * printed alone. */
const notesOn = (game, node) => [...commentTexts(node.comments),
	...node.variations.flatMap(line => [variationOf(game, line),
		...commentTexts(line.afterwards)]),
	(node.signs || node.nags.some(nag => NAGS.get(nag)?.[0] === "D")) &&
		h("figure.diagram", { "data-at": node.address },
			h("figcaption", null, `${roundText(node)} ${node.text}`))];

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
const variationOf = (game, line) =>
	h("span.variation", null, "(", lineItems(game, line).slice(0, -1),
		")", game.tools && game.tools(line));

const moveList = game => h("div.flow", null, h("span.head", null, "No."),
	game.board.players.map((player, p) =>
		h("span.head", null, dot(game.board, p), player)),
	lineItems(game, game.main),
	h("b.result", null, tagOf(game, "Result")));

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
