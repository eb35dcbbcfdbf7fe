/*
 * What a reader sees of a game: the board, the players, the moves.
 */

const NAGS = {
	1: ["!", "good move"], 2: ["?", "mistake"], 3: ["!!", "brilliant move"],
	4: ["??", "blunder"], 5: ["!?", "interesting move"],
	6: ["?!", "dubious move"], 7: ["\u25a1", "forced move"],
	8: ["\u25a1", "only move"], 10: ["=", "even"], 11: ["=", "even, quiet"],
	12: ["=", "even, active"], 13: ["\u221e", "unclear"],
	14: ["+=", "White is slightly better"],
	15: ["=+", "Black is slightly better"],
	16: ["\u00b1", "White is better"], 17: ["\u2213", "Black is better"],
	18: ["+\u2212", "White is winning"],
	19: ["\u2212+", "Black is winning"],
	22: ["\u2a00", "zugzwang"], 23: ["\u2a00", "zugzwang"],
	32: ["\u27f3", "lead in development"],
	33: ["\u27f3", "lead in development"], 36: ["\u2191", "initiative"],
	37: ["\u2191", "initiative"], 40: ["\u2192", "attack"],
	41: ["\u2192", "attack"], 44: ["=\u221e", "compensation"],
	45: ["=\u221e", "compensation"], 132: ["\u21c6", "counterplay"],
	133: ["\u21c6", "counterplay"], 138: ["\u2295", "time trouble"],
	139: ["\u2295", "time trouble"], 140: ["\u2206", "with the idea"],
	142: ["\u2313", "better is"], 145: ["RR", "editorial comment"],
	146: ["N", "novelty"], 220: ["D", "diagram"], 221: ["D", "diagram"],
};
const DIAGRAMS = [220, 221];
const MARK_COLOURS = { G: "#1d7a45", R: "#b3201a", B: "#1b5fa8", Y: "#e08a00" };
const MARK_EDGE = "#fffdf6";
const RINGED = 82; /* percent; a piece in a ring is smaller than others */
const COMMAND = /\[%(\w+)\s+([^\]]*)\]/g;
const SVG = "http://www.w3.org/2000/svg";

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

function list(words) {
	return words.length < 2 ? words.join("") :
		`${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

function playersOf(board, bits) {
	return list(board.players.filter((_, player) => bits >> player & 1));
}

/*
 * Comments and what they command
 */

/* Of the start: those before all moves. */
function commentsOn(node) {
	const [first] = node.line.plies;

	return node.before ? [...node.comments, ...node.afterwards] :
		[...node.line.comments, ...first ? first.remarks : []];
}

function commands(texts, name) {
	return texts.flatMap(text => [...text.matchAll(COMMAND)]
		.filter(match => match[1] === name).map(match => match[2].trim()));
}

function spoken(text) {
	return text.replace(COMMAND, "").replace(/[ \t]+\n/g, "\n").trim();
}

function findCell(board, seat, name) {
	const cell = board.cells.indexOf(name.toLowerCase());

	for (let i = 0; cell < 0 && i < board.cells.length; i++)
		if (nameCell(board, seat, i) === name)
			return i;
	return cell;
}

/* One or two cells: "e4", "e4f5", "e4-f5". */
function findCells(board, seat, text) {
	const dash = text.indexOf("-");

	if (findCell(board, seat, text) >= 0)
		return [findCell(board, seat, text)];
	for (let at = 1; at < text.length; at++) {
		const cells = [text.slice(0, at), text.slice(
			at === dash ? at + 1 : at)].map(
			name => findCell(board, seat, name));

		if (cells[0] >= 0 && cells[1] >= 0)
			return cells;
	}
	return [];
}

/* What [%csl] and [%cal] draw: colours and cells. */
function drawnMarks(board, node) {
	const texts = commentsOn(node);

	return [...commands(texts, "csl"), ...commands(texts, "cal")]
		.flatMap(text => text.split(",")).map(text => text.trim())
		.map(text => ({ colour: MARK_COLOURS[text[0]],
			cells: findCells(board, node.mover || 0,
				text.slice(1)) }))
		.filter(mark => mark.colour && mark.cells.length > 0);
}

function isMarked(board, node) {
	return node.nags.some(nag => DIAGRAMS.includes(nag)) ||
		drawnMarks(board, node).length > 0;
}

/* The clock of each player: his latest [%clk]. */
function clocksAt(node) {
	const clocks = ["", "", ""];

	for (let at = node; at.before; at = at.before)
		if (!clocks[at.mover])
			clocks[at.mover] =
				commands(commentsOn(at), "clk")[0] || "";
	return clocks;
}

/*
 * The board
 */

function newDrawing(board) {
	const svg = document.getElementById(board.id).content
		.querySelector("svg").cloneNode(true);
	const layers = selector => [...svg.querySelectorAll(`.men > ${selector}`)];
	const drawing = { board, svg, seat: 0 };
	const labels = svg.querySelectorAll(".labels text");
	const marks = document.createElementNS(SVG, "g");

	marks.setAttribute("class", "marks");
	marks.setAttribute("fill", "none");
	svg.append(marks);

	function use(id, x, y, percent) {
		const scale = percent === 100 ? "" : percent % 100 === 0 ?
			` scale(${percent / 100})` :
			` scale(${(percent / 100).toFixed(2)})`;

		return `<use href="#${board.id}-${id}"` +
			` transform="translate(${x / 10} ${y / 10})${scale}"/>`;
	}

	function place(cell) {
		const { at } = board.seats[drawing.seat];

		return [at[2 * cell], at[2 * cell + 1]];
	}

	function on(id, cell, percent = 100) {
		const size = board.seats[drawing.seat].percent[cell];

		return use(id, ...place(cell), Math.floor(size * percent / 100));
	}

	function fill(layer, markup) {
		layer.innerHTML = markup.join("");
	}

	function outline(cell) {
		const path = svg.querySelector(
			`[data-cell="${board.cells[cell]}"]`);

		return `<path d="${path.getAttribute("d")}"/>`;
	}

	function drawPieces(node) {
		const rings = [[], [], []], ghosts = [[], [], []];
		const living = [[], [], []], signs = [];

		node.at.forEach((piece, cell) => {
			const owner = piece >> 6, colour = piece >> 4 & 3;
			const heir = owner !== NOBODY && owner !== colour;
			const symbol = on(`${board.kinds[piece & 7]}-${
				board.colours[colour]}`, cell,
			heir ? RINGED : 100);

			if (piece === 0)
				return;
			(owner === NOBODY ? ghosts : living)[colour].push(symbol);
			if (owner === NOBODY)
				signs.push(on("dead", cell));
			else if (heir)
				rings[owner].push(on(
					`ring-${board.colours[owner]}`, cell));
			if (piece & 8)
				signs.push(on("promoted", cell));
		});
		for (let p = 0; p < 3; p++) {
			fill(layers(".rings")[p], rings[p]);
			fill(layers(".ghosts")[p], ghosts[p]);
			fill(layers(".pieces")[p], living[p]);
		}
		fill(layers(".signs")[0], signs);
	}

	function drawChecks(node) {
		const kings = [];

		node.at.forEach((piece, cell) => {
			if ((piece & 7) === KINDS.king &&
			    piece >> 6 === (piece >> 4 & 3) &&
			    node.checks[piece >> 6] > 0)
				kings.push(on("check", cell));
		});
		fill(layers(".checks")[0], kings);
	}

	function drawHomes(node) {
		const { home } = board.seats[drawing.seat];

		for (let p = 0; p < 3; p++) {
			const x = home[2 * p], y = home[2 * p + 1];
			const signs = [use(`home-${board.colours[p]}`, x, y, 100)];

			if (!node.over && node.turn === board.colours[p])
				signs.push(use("turn", x, y, 100));
			if (node.status[p] === "x")
				signs.push(use(`out-${board.colours[p]}`, x, y, 100));
			fill(layers(".home")[p], signs);
		}
	}

	/* A circle, with a light one below it. */
	function drawCircle(colour, cell) {
		const [x, y] = place(cell).map(n => n / 10);
		const size = board.seats[drawing.seat].percent[cell] / 100;
		const r = (board.radius * size * .9).toFixed(1);

		return [[MARK_EDGE, 9], [colour, 5.5]].map(([stroke, width]) =>
			`<circle cx="${x}" cy="${y}" r="${r}" stroke="${stroke}"` +
			` stroke-width="${width}"/>`).join("");
	}

	function drawArrow(colour, cells) {
		const [[x, y], [u, v]] = cells.map(
			cell => place(cell).map(n => n / 10));
		const length = Math.hypot(u - x, v - y);
		const a = (u - x) / length, b = (v - y) / length;
		const neck = length - 33;
		const corners = [[16, 6.5], [neck, 6.5], [neck, 18], [length, 0],
			[neck, -18], [neck, -6.5], [16, -6.5]].map(
			([along, aside]) => [x + a * along - b * aside,
				y + b * along + a * aside]
				.map(n => n.toFixed(1)).join(" "));

		return `<path fill="${colour}" stroke="${MARK_EDGE}"` +
			` stroke-width="2" stroke-linejoin="round" opacity=".8"` +
			` d="M${corners.join("L")}z"/>`;
	}

	function drawMark({ colour, cells: [from, to] }) {
		return to === undefined || to === from ?
			drawCircle(colour, from) : drawArrow(colour, [from, to]);
	}

	/* The ground as the seat sees it: a third of a turn for each. */
	drawing.turnTo = seat => {
		const data = board.seats[seat];
		const turn = `rotate(${-120 * seat})`;

		drawing.seat = seat;
		svg.setAttribute("viewBox", data.view.map(n => n / 10).join(" "));
		svg.querySelector(".ground").setAttribute("transform", turn);
		layers(".last")[0].setAttribute("transform", turn);
		labels.forEach((label, i) => {
			label.setAttribute("x", data.labels[2 * i] / 10);
			label.setAttribute("y", data.labels[2 * i + 1] / 10);
			if (data.texts)
				label.textContent = data.texts[i];
		});
	};
	drawing.show = node => {
		fill(layers(".last")[0], node.trace.map(outline));
		drawPieces(node);
		drawChecks(node);
		drawHomes(node);
		fill(marks, drawnMarks(board, node).map(drawMark));
	};
	svg.setAttribute("aria-hidden", "true");
	return drawing;
}

/*
 * In words
 */

/* The pieces that a ply took: they stood on a cell that it changed, and do so
 * no more. Pieces that only have another owner now were inherited. */
function takenBy(node) {
	const taken = [];
	const { before } = node;

	before.at.forEach((piece, cell) => {
		const gone = piece > 0 &&
			(piece & 63) !== (node.at[cell] & 63);
		const moved = piece >> 6 === node.mover && node.trace[0] === cell;

		if (gone && !moved && (node.trace.includes(cell) ||
		    node.type === "enpassant" || node.type === "leap" ||
		    node.type === "illumination") &&
		    piece >> 6 !== node.mover)
			taken.push([piece, cell]);
	});
	return taken;
}

function pieceName(board, piece) {
	const whose = piece >> 6 === NOBODY ? "a dead" :
		`${board.players[piece >> 6]}'s`;

	return `${whose} ${piece & 8 ? "promoted " : ""}${
		board.kinds[piece & 7]}`;
}

const DEEDS = {
	castle: "castles", field: "field promotion", traitor: "traitor",
	illumination: "illumination", pass: "passes", yield: "yields",
	stalemate: "calls a draw",
};

/* What a ply did: "takes Red's rook; check to White by Gray; Red is out". */
function deeds(board, node) {
	const told = [];
	const taken = takenBy(node);

	if (DEEDS[node.type])
		told.push(DEEDS[node.type]);
	if (node.type === "drop")
		told.push(`drops a ${board.kinds[node.at[node.trace[0]] & 7]}`);
	if (taken.length > 0)
		told.push(`takes ${list(taken.map(([piece]) =>
			pieceName(board, piece)))}`);
	board.players.forEach((player, p) => {
		if (node.checks[p] > 0 && node.status[p] !== "x" &&
		    node.checks[p] !== node.before.checks[p])
			told.push(`check to ${player} by ${
				playersOf(board, node.checks[p])}`);
		if (node.status[p] === "x" && node.before.status[p] !== "x")
			told.push(`${player} is out`);
	});
	return told;
}

function turnWords(game, node) {
	const { board } = game;
	const turn = board.players[board.colours.indexOf(node.turn)];
	const { over } = node;
	const result = tagOf(game, "Result");
	const end = node === game.main.plies[game.main.plies.length - 1];

	if (over) {
		const winner = board.players[over.winner];
		let words = over.words ? `drawn by ${over.words}` :
			"drawn";

		if (winner)
			words = over.mate ? `${winner} mates` :
				`${winner} wins by ${over.words}`;
		return `${words}: ${over.result}`;
	}
	if (end && result && result !== "*") {
		const why = tagOf(game, "Termination");

		return `${why && why !== "normal" ? `${why}: ` :
			"the result is "}${result}`;
	}
	return `${turn} to move${node.why ? ` (${node.why})` : ""}`;
}

/* All that a position tells: of the ply that led to it, and who is next. */
function describe(game, node) {
	const { board } = game;
	const turn = turnWords(game, node);

	if (!node.before)
		return `The start: ${turn}`;
	return `${roundText(node)} ${board.players[node.mover]} ${node.text}: ${
		[...deeds(board, node), turn].join("; ")}`;
}

/*
 * Players
 */

function countPieces(at, test) {
	const counts = new Array(8).fill(0);

	for (const piece of at)
		if (piece > 0 && test(piece))
			counts[piece & 7]++;
	return counts;
}

function readPool(board, text, player) {
	const counts = new Array(8).fill(0);

	for (const letter of text ? text.split(".")[player] : "")
		if (letter !== "-")
			counts[board.letters.indexOf(letter)]++;
	return counts;
}

/* Pieces that a player has lost: the pool of his game, or the army that he
 * began with, less what is still there of his colour. */
function lostPieces(board, node, player) {
	const pool = node.keys.get("lost");
	const army = countPieces(board.position.at,
		piece => (piece >> 4 & 3) === player);
	const left = countPieces(node.at,
		piece => (piece >> 4 & 3) === player);

	return pool && board.keys.includes("lost") ?
		readPool(board, pool, player) :
		army.map((count, kind) => Math.max(0, count - left[kind]));
}

function handPieces(board, node, player) {
	return readPool(board, node.keys.get("hand"), player);
}

/* The part of a result that is a player's. */
function scoreOf(result, player) {
	const parts = result ? result.split("-") : [];

	return parts.length === 3 ? parts[player] : "";
}

function resultAt(game, node) {
	const { plies } = game.main;

	if (node.over)
		return node.over.result;
	return node === (plies[plies.length - 1] || game.start) ?
		tagOf(game, "Result") : "";
}

function playerName(game, player) {
	const name = tagOf(game, game.board.players[player]);

	return name && name !== "?" ? name : game.board.players[player];
}

function dot(board, player) {
	return make(`i.dot.of-${board.colours[player]}`,
		{ "aria-hidden": "true" });
}

/* Pieces as small pictures with their numbers. */
function pieceRow(board, counts, player, title) {
	const row = make("span.row", { role: "img" },
		make("small", null, title));
	const names = [];

	counts.forEach((count, kind) => {
		const id = `${board.id}-${board.kinds[kind]}-${
			board.colours[player]}`;

		if (count === 0)
			return;
		names.push(`${count} ${board.kinds[kind]}${count > 1 ? "s" : ""}`);
		row.insertAdjacentHTML("beforeend",
			`<svg viewBox="${board.icon}"><use href="#${id}"/></svg>`);
		if (count > 1)
			row.append(make("small", null, String(count)));
	});
	row.setAttribute("aria-label", `${title}: ${list(names)}`);
	row.title = `${title}: ${list(names)}`;
	return names.length > 0 ? row : null;
}

function badges(board, node, player) {
	const words = node.words[player].map(([text, others]) =>
		others ? `${text} ${playersOf(board, others)}` : text);
	const out = node.status[player] === "x";

	if (out && words.length === 0)
		words.push("out");
	if (!node.over && node.turn === board.colours[player])
		words.unshift("to move");
	return words.map(word => make(
		word.startsWith("in check") ? "span.badge.alarm" :
			word === "to move" ? "span.badge.turn" : "span.badge",
		null, word));
}

function playerPanel(game, node, player, clock) {
	const { board } = game;
	const name = playerName(game, player);
	const score = scoreOf(resultAt(game, node), player);
	const panel = make("li", null,
		make("div.who", null, dot(board, player),
			make("b", { title: name }, name),
			name === board.players[player] ? null :
				make("span.colour", null, board.players[player]),
			clock ? make("span.clock", null, clock) : null,
			score ? make("span.score", { title: "points" }, score) :
				null),
		make("div.state", null, ...badges(board, node, player)),
		make("div.pools", null,
			pieceRow(board, handPieces(board, node, player), player,
				"hand"),
			pieceRow(board, lostPieces(board, node, player), player,
				"lost")));

	panel.classList.toggle("active",
		!node.over && node.turn === board.colours[player]);
	panel.classList.toggle("out", node.status[player] === "x");
	return panel;
}

/*
 * Moves
 */

/* A long move may be broken between its cells. */
function breakable(text) {
	return text.length < 12 ? [text] : text.split(/(?<=[-x])/)
		.flatMap((part, i) => i > 0 ? [make("wbr"), part] : [part]);
}

function moveLink(game, node) {
	const { board } = game;

	return make("a.move", {
		href: `#${game.id}-${node.address}`, "data-at": node.address,
		"aria-label": `${roundText(node)} ${board.players[node.mover]} ${
			node.text}`,
	}, dot(board, node.mover), ...breakable(node.text));
}

function nagSigns(node) {
	return node.nags.map(nag => {
		const [sign, words] = NAGS[nag] || [`$${nag}`, `annotation ${nag}`];

		return make("abbr.nag", { title: words }, sign);
	});
}

function commentTexts(texts) {
	return texts.map(spoken).filter(Boolean).map(
		text => make("span.comment", null, text));
}

/* A place for a drawing that is printed alone. */
function diagramOf(game, node) {
	return isMarked(game.board, node) ?
		make("figure.diagram", { "data-at": node.address },
			make("figcaption", null, `${roundText(node)} ${node.text}`)) :
		null;
}

/* With blanks between. */
function separated(items) {
	return items.flatMap(item => [" ", item]);
}

/* The words of a line in a row; `first`: it begins within a round. */
function lineItems(game, line) {
	const items = commentTexts(line.comments);
	let round = 0, numbered = true;

	for (const node of line.plies) {
		const remarks = commentTexts(node.remarks);

		const number = numbered || remarks.length > 0 ||
			node.round !== round ?
			make("span.number", null, `${node.round}.\u00a0`) : null;

		items.push(...remarks, make("span.ply", null, number,
			moveLink(game, node), ...nagSigns(node)),
		...commentTexts(node.comments));
		for (const variation of node.variations)
			items.push(variationOf(game, variation));
		items.push(...commentTexts(node.afterwards));
		if (diagramOf(game, node))
			items.push(diagramOf(game, node));
		round = node.round;
		numbered = node.comments.length > 0 ||
			node.variations.length > 0 || node.afterwards.length > 0;
	}
	return items;
}

function variationOf(game, line) {
	return make("span.variation", null, "(",
		...separated(lineItems(game, line)).slice(1), ")");
}

function movesInText(game) {
	return make("div.flow", null,
		...separated(lineItems(game, game.main)).slice(1), " ",
		make("b.result", null, tagOf(game, "Result")));
}

/* What is said behind a ply, as a row of its own. */
function noteRow(items) {
	return make("tr.notes", null, make("td", { colspan: 4 },
		...separated(items).slice(1)));
}

function movesInTable(game) {
	const { board } = game;
	const body = make("tbody");
	const head = make("tr", null, make("th", { scope: "col" }, "No."),
		...board.players.map((player, p) =>
			make("th", { scope: "col" }, dot(board, p), player)));
	let row = null, round = 0, last = 3;

	function say(items) {
		if (items.length > 0) {
			body.append(noteRow(items));
			row = null;
		}
	}

	say(commentTexts(game.main.comments));
	for (const node of game.main.plies) {
		say(commentTexts(node.remarks));
		if (!row || node.round !== round || node.mover <= last) {
			row = make("tr", null,
				make("th", { scope: "row" }, `${node.round}.`),
				make("td"), make("td"), make("td"));
			body.append(row);
		}
		row.children[node.mover + 1].append(moveLink(game, node),
			...nagSigns(node));
		round = node.round;
		last = node.mover;
		say([...commentTexts(node.comments),
			...node.variations.map(line => variationOf(game, line)),
			...commentTexts(node.afterwards),
			diagramOf(game, node)].filter(Boolean));
	}
	say([make("b.result", null, tagOf(game, "Result"))]);
	return make("table", null, make("caption.unseen", null, "Moves"),
		make("thead", null, head), body);
}

/*
 * Pieces and tags
 */

/* All pieces by their owners; cells are named as the seat names them. */
function pieceList(game, node, seat) {
	const { board } = game;

	return [0, 1, 2, NOBODY].map(owner => {
		const pieces = [];

		node.at.forEach((piece, cell) => {
			if (piece > 0 && piece >> 6 === owner)
				pieces.push([piece, cell]);
		});
		pieces.sort(([a], [b]) => (b & 7) - (a & 7));
		if (pieces.length === 0 && owner === NOBODY)
			return null;

		const name = owner === NOBODY ? "Nobody's" : board.players[owner];
		const items = pieces.map(([piece, cell]) => {
			const colour = piece >> 4 & 3;
			const origin = colour === owner ? "" :
				`${board.players[colour]}'s `;

			return make("li", null, `${origin}${piece & 8 ?
				"promoted " : ""}${board.kinds[piece & 7]} ${
				nameCell(board, seat, cell)}`);
		});

		return make("section", { "aria-label": name },
			make("h2", null, owner === NOBODY ? "" : dot(board, owner),
				name), make("ul", null, ...items));
	}).filter(Boolean);
}

const UNTOLD = ["Variant", "Notation", "Letters", "SetUp", "Position"];

function tagEntries(game) {
	const entries = game.tags.filter(([name, value]) =>
		!UNTOLD.includes(name) && value !== "?" && value !== "????.??.??");
	const more = [["Game", game.board.title],
		["Notation", tagOf(game, "Notation")]];

	if (tagOf(game, "Position"))
		more.push(["Start", tagOf(game, "Position")]);
	return [...entries, ...more].flatMap(([name, value]) =>
		[make("dt", null, name), make("dd", null, value)]);
}
