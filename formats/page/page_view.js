/*
 * What a reader sees of a game: the board, the players, the moves.
 */

const MARK_COLOURS = { G: "#1d7a45", R: "#b3201a", B: "#1b5fa8", Y: "#e08a00" };
const MARK_EDGE = "#fffdf6";
const RINGED = 82; /* percent; a piece in a ring is smaller than others */
const SVG = "http://www.w3.org/2000/svg";

function list(words) {
	return words.length < 2 ? words.join("") :
		`${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/* The words about a player. */
function wordsOn(node, player) {
	return node[player] ? node[player].split(";") : [];
}

/* --- Comments and what they command --- */

/* Of the start: those before all moves. */
function commentsOn(node) {
	const [first] = node.line.plies;

	return node.before ? [...node.comments,
			...node.variations.flatMap(line => line.afterwards)] :
		[...node.line.comments, ...first ? first.remarks : []];
}

function findCell(board, seat, name) {
	const cell = cellNamed(board, name);

	return cell >= 0 ? cell : board.cells.findIndex(
		(_, i) => nameCell(board, seat, i) === name);
}

/* One or two cells: "e4", "e4f5", "e4-f5". */
function findCells(board, seat, text) {
	const halves = [...text].map((_, at) =>
		[text.slice(0, at), text.slice(at).replace(/^-/, "")]);

	return [[text], ...halves].map(names => names.map(
		name => findCell(board, seat, name)))
		.find(cells => !cells.includes(-1)) || [];
}

/* What [%csl] and [%cal] draw: colours and cells. */
function drawnMarks(node) {
	const texts = commentsOn(node);

	return [...commands(texts, "csl"), ...commands(texts, "cal")]
		.flatMap(text => text.split(",")).map(text => text.trim())
		.map(text => ({ colour: MARK_COLOURS[text[0]], cells: findCells(
			node.board, node.mover || 0, text.slice(1)) }))
		.filter(mark => mark.colour && mark.cells.length > 0);
}

function isMarked(node) {
	return node.nags.some(nag => nag === 220 || nag === 221) ||
		drawnMarks(node).length > 0;
}

/* The clock of each player: his latest [%clk]. */
function clocksAt(node) {
	const clocks = ["", "", ""];

	for (let at = node; at.before; at = at.before)
		clocks[at.mover] = clocks[at.mover] ||
			commands(commentsOn(at), "clk")[0] || "";
	return clocks;
}

/* --- The board --- */

function newDrawing(board) {
	const svg = find(board.id).content.querySelector("svg").cloneNode(true);
	const drawing = { board, svg, seat: 0 };
	const filled = new Map(); /* layers, each with its shapes */
	const marks = document.createElementNS(SVG, "g");

	svg.setAttribute("aria-hidden", "true");
	marks.setAttribute("class", "marks");
	marks.setAttribute("fill", "none");
	svg.append(marks);

	function use(id, x, y, percent = 100) {
		const scale = percent / 100;
		const size = percent === 100 ? "" : ` scale(${
			percent % 100 === 0 ? scale : scale.toFixed(2)})`;

		return `<use href="#${board.id}-${id}"` +
			` transform="translate(${x / 10} ${y / 10})${size}"/>`;
	}

	function place(cell) {
		const { at } = board.seats[drawing.seat];

		return [at[2 * cell], at[2 * cell + 1]];
	}

	function sizeOf(cell) {
		return board.seats[drawing.seat].percent[cell];
	}

	function on(id, cell, percent = 100) {
		return use(id, ...place(cell),
			Math.floor(sizeOf(cell) * percent / 100));
	}

	/* The layers of that class, one for each player or one alone; a browser
	 * draws those again that change. */
	function fillLayers(name, markups) {
		svg.querySelectorAll(`.men > .${name}`).forEach((layer, i) => {
			const markup = markups[i].join("");

			if (filled.get(layer) !== markup)
				layer.innerHTML = markup;
			filled.set(layer, markup);
		});
	}

	function outline(cell) {
		return `<path d="${svg.querySelector(`[data-cell="${
			board.cells[cell]}"]`).getAttribute("d")}"/>`;
	}

	/* What is drawn below a king. */
	function kingSigns(node, player) {
		return wordsOn(node, player).flatMap(words =>
			words.startsWith("in check") || (words.startsWith("mated") &&
				node.status[player] !== "x") ? ["check"] :
				/^(fortified|sieged)/.exec(words) || []).slice(0, 2);
	}

	function drawPieces(node) {
		const layers = { rings: [[], [], []], ghosts: [[], [], []],
			pieces: [[], [], []], signs: [[]], checks: [[]] };

		for (const { cell, kind, promoted, colour, owner } of piecesAt(node)) {
			const heir = owner !== NOBODY && owner !== colour;

			layers[owner === NOBODY ? "ghosts" : "pieces"][colour].push(
				on(`${board.kinds[kind]}-${board.colours[colour]}`, cell,
					heir ? RINGED : 100));
			if (owner === NOBODY)
				layers.signs[0].push(on("dead", cell));
			else if (heir)
				layers.rings[owner].push(
					on(`ring-${board.colours[owner]}`, cell));
			else if (board.kinds[kind] === "king")
				layers.checks[0].push(...kingSigns(node, owner).map(
					sign => on(sign, cell)));
			if (promoted)
				layers.signs[0].push(on("promoted", cell));
		}
		for (const [name, markups] of Object.entries(layers))
			fillLayers(name, markups);
	}

	function drawHomes(node) {
		const { home } = board.seats[drawing.seat];

		fillLayers("home", PLAYERS.map(p => present([
			`home-${board.colours[p]}`,
			!node.end && node.turn === p && "turn",
			node.status[p] === "x" && `out-${board.colours[p]}`,
		]).map(id => use(id, home[2 * p], home[2 * p + 1]))));
	}

	/* A circle, with a light one below it. */
	function drawCircle(colour, cell) {
		const [x, y] = place(cell).map(n => n / 10);
		const r = (board.radius * sizeOf(cell) / 100 * .9).toFixed(1);

		return [[MARK_EDGE, 9], [colour, 5.5]].map(([stroke, width]) =>
			`<circle cx="${x}" cy="${y}" r="${r}" stroke="${stroke}"` +
			` stroke-width="${width}"/>`).join("");
	}

	function drawArrow(colour, from, to) {
		const [[x, y], [u, v]] = [from, to].map(
			cell => place(cell).map(n => n / 10));
		const length = Math.hypot(u - x, v - y), neck = length - 33;
		const angle = Math.atan2(v - y, u - x) * 180 / Math.PI;

		return `<path fill="${colour}" stroke="${MARK_EDGE}"` +
			` stroke-width="2" stroke-linejoin="round" opacity=".8"` +
			` transform="translate(${x} ${y}) rotate(${angle})"` +
			` d="M16 6.5H${neck}V18L${length} 0L${neck}-18V-6.5H16z"/>`;
	}

	/* The ground as the seat sees it: a third of a turn for each. */
	drawing.turnTo = seat => {
		const data = board.seats[seat];

		drawing.seat = seat;
		svg.setAttribute("viewBox", data.view.map(n => n / 10).join(" "));
		for (const part of svg.querySelectorAll(".ground, .men > .last"))
			part.setAttribute("transform", `rotate(${-120 * seat})`);
		svg.querySelectorAll(".labels text").forEach((label, i) => {
			label.setAttribute("x", data.labels[2 * i] / 10);
			label.setAttribute("y", data.labels[2 * i + 1] / 10);
			if (data.texts)
				label.textContent = data.texts[i];
		});
	};
	drawing.show = node => {
		fillLayers("last", [node.trace.map(outline)]);
		drawPieces(node);
		drawHomes(node);
		marks.innerHTML = drawnMarks(node).map(
			({ colour, cells: [from, to = from] }) => to === from ?
				drawCircle(colour, from) :
				drawArrow(colour, from, to)).join("");
	};
	return drawing;
}

/* --- In words --- */

/* What a ply did: "takes Red's rook; check to White by Gray; Red is out".
 * Pieces that only have another owner now were inherited. */
function deeds(node) {
	const { before, board } = node;
	const taken = piecesAt(before).filter(({ cell, piece, owner }) =>
		owner !== node.mover && node.taken.includes(cell) &&
		piece !== (node.at[cell] & 63)).map(
		({ owner, promoted, kind }) => (owner === NOBODY ? "a dead " :
			`${board.players[owner]}'s `) + (promoted ? "promoted " : "") +
			board.kinds[kind]);

	return present([node.told, taken.length > 0 && `takes ${list(taken)}`,
		board.players.map((player, p) => [
			wordsOn(node, p).filter(words => words.startsWith("in check") &&
				!wordsOn(before, p).includes(words)).map(words =>
				words.replace("in check", `check to ${player}`)),
			node.status[p] === "x" && before.status[p] !== "x" &&
				`${player} is out`])]);
}

function turnWords(game, node) {
	const { players, conditions } = node.board;
	const result = tagOf(game, "Result");
	const why = tagOf(game, "Termination");

	if (node.end)
		return `${node.end}: ${node.result}`;
	if (node === game.main.plies.at(-1) && result && result !== "*")
		return why && why !== "normal" ? `${why}: ${result}` :
			`the result is ${result}`;
	return `${players[node.turn]} to move${
		node.why ? ` (${conditions[node.why]})` : ""}`;
}

/* All that a position tells: of the ply that led to it, and who is next. */
function describe(game, node) {
	const turn = turnWords(game, node);

	if (!node.before)
		return `The start: ${turn}`;
	return `${roundText(node)} ${node.board.players[node.mover]} ${
		node.text}: ${[...deeds(node), turn].join("; ")}`;
}

/* --- Players --- */

function countPieces(node, player) {
	return [...Array(8).keys()].map(kind => piecesAt(node).filter(
		piece => piece.kind === kind && piece.colour === player).length);
}

/* Pieces that a player has lost: the pool of his game, or the army that he
 * began with, less what is still there of his colour. */
function lostPieces(node, player) {
	const { start, keys, letters } = node.board;
	const left = countPieces(node, player);

	if (node.lost && keys.includes("lost"))
		return [...letters].map(letter =>
			node.lost.split(".")[player].split(letter).length - 1);
	return countPieces(start, player).map(
		(count, kind) => Math.max(0, count - left[kind]));
}

/* A piece as a small picture, from the shapes of the board. */
function pieceIcon(board, kind, player) {
	const icon = h("span.piece", { "aria-hidden": "true" });

	icon.innerHTML = `<svg viewBox="${board.icon}"><use href="#${board.id}-${
		board.kinds[kind]}-${board.colours[player]}"/></svg>`;
	return icon;
}

/* Pieces as small pictures with their numbers. */
function pieceRow(board, counts, player, title) {
	const kinds = [...counts.entries()].filter(([, count]) => count > 0);
	const words = `${title}: ${list(kinds.map(([kind, count]) =>
		`${count} ${board.kinds[kind]}${count > 1 ? "s" : ""}`))}`;

	return kinds.length > 0 && h("span.row",
		{ role: "img", "aria-label": words, title: words },
		h("small", null, title), kinds.map(([kind, count]) => [
			pieceIcon(board, kind, player),
			count > 1 && h("small", null, count)]));
}

function badges(node, player) {
	const words = wordsOn(node, player);

	if (node.status[player] === "x" && words.length === 0)
		words.push("out");
	return [!node.end && node.turn === player &&
		h("span.badge.turn", null, "to move"), words.map(word =>
		h(word.startsWith("in check") ? "span.badge.alarm" : "span.badge",
			null, word))];
}

function playerPanel(game, node, player, clock) {
	const { board } = game;
	const colour = board.players[player];
	const name = tagOf(game, colour).replace(/^\?$/, "") || colour;
	const isLast = node === (game.main.plies.at(-1) || game.start);
	const result = node.end ? node.result : isLast ? tagOf(game, "Result") : "";
	const points = result.split("-");
	const counts = readHand(node, player);
	const hand = [...board.letters].map(letter =>
		counts[board.hand.indexOf(letter)] || 0);
	const panel = h("li", null,
		h("div.who", null, dot(board, player), h("b", { title: name }, name),
			name !== colour && h("span.colour", null, colour),
			clock && h("span.clock", null, clock),
			points.length === 3 &&
				h("span.score", { title: "points" }, points[player])),
		h("div.state", null, badges(node, player)),
		h("div.pools", null, pieceRow(board, hand, player, "hand"),
			pieceRow(board, lostPieces(node, player), player, "lost")));

	panel.classList.toggle("active", !node.end && node.turn === player);
	panel.classList.toggle("out", node.status[player] === "x");
	return panel;
}

function playerPanels(game, node) {
	return clocksAt(node).map((clock, player) =>
		playerPanel(game, node, player, clock));
}

/* --- Pieces and tags --- */

/* All pieces by their owners; cells are named as the seat names them. */
function pieceList(node, seat) {
	const { board } = node;
	const pieces = piecesAt(node).sort((a, b) => b.kind - a.kind);

	return [...PLAYERS, NOBODY].map(owner => {
		const name = board.players[owner] || "Nobody's";
		const items = pieces.filter(piece => piece.owner === owner).map(
			({ cell, kind, promoted, colour }) => h("li", null,
				colour !== owner && `${board.players[colour]}'s `,
				promoted && "promoted ",
				`${board.kinds[kind]} ${nameCell(board, seat, cell)}`));

		return (items.length > 0 || owner !== NOBODY) &&
			h("section", { "aria-label": name }, h("h2", null,
				owner !== NOBODY && dot(board, owner), name),
			h("ul", null, items));
	});
}

const UNTOLD = ["Variant", "Notation", "Letters", "SetUp", "Position"];

function tagEntries(game) {
	const told = game.tags.filter(([name, value]) =>
		!UNTOLD.includes(name) && !/^\?(\?\?\?\.\?\?\.\?\?)?$/.test(value));

	return [...told, ["Game", game.board.title],
		["Notation", tagOf(game, "Notation")],
		["Start", tagOf(game, "Position")]]
		.filter(([name, value]) => value || name !== "Start")
		.map(([name, value]) => [h("dt", null, name), h("dd", null, value)]);
}
