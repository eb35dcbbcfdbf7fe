/* What a reader sees of a game: the board, the players, the moves. */

const RINGED = 82; /* percent; a piece in a ring is smaller than others */
const LIST = new Intl.ListFormat("en-GB"); /* "a, b and c" */

/* The words about a player. */
const wordsOn = (node, player) => node[player] ? node[player].split(";") : [];

/* The clock of each player: his latest [%clk]. */
function clocksAt(node) {
	const clocks = ["", "", ""];
	for (let at = node; at.before; at = at.before)
		clocks[at.mover] ||= commands(at.comments, "clk")[0] || "";
	return clocks;
}

/* --- The board --- */

function newDrawing(board) {
	const svg = find(board.id).content.querySelector("svg").cloneNode(true);
	const drawing = { board, svg, seat: 0 };
	const filled = new Map(); /* layers, each with its shapes */

	svg.setAttribute("aria-hidden", "true");
	svg.insertAdjacentHTML("beforeend", `<g class="drawn"></g>`);

	function use(id, x, y, percent = 100) {
		const size = percent === 100 ? "" :
			` scale(${(percent / 100).toFixed(2)})`;
		return `<use href="#${board.id}-${id}"` +
			` transform="translate(${x / 10} ${y / 10})${size}"/>`;
	}

	function on(id, cell, percent = 100) {
		const { at, percent: sizes } = board.seats[drawing.seat];
		return use(id, at[2 * cell], at[2 * cell + 1],
			Math.floor(sizes[cell] * percent / 100)).replace(
			"<use", `<use data-on="${board.cells[cell]}"`);
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

	const outline = cell => `<path d="${svg.querySelector(
		`[data-cell="${board.cells[cell]}"]`).getAttribute("d")}"/>`;

	/* What is drawn below a king. */
	const kingSigns = (node, player) => wordsOn(node, player).flatMap(words =>
		words.startsWith("in check") || (words.startsWith("mated") &&
			node.status[player] !== "x") ? ["check"] :
			/^(fortified|sieged)/.exec(words) || []).slice(0, 2);

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

	/* The ground as the seat sees it: a third of a turn for each. */
	drawing.turnTo = seat => {
		const data = board.seats[seat];

		drawing.seat = seat;
		svg.setAttribute("viewBox", data.view.map(n => n / 10).join(" "));
		for (const part of svg.querySelectorAll(
			".ground, .men > .last, .drawn"))
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
		svg.querySelector(".drawn").innerHTML = node.signs;
	};
	return drawing;
}

/* --- In words --- */

function turnWords(game, node) {
	const { players } = node.board;
	const result = tagOf(game, "Result");
	const why = tagOf(game, "Termination");

	if (node.end)
		return `${node.end}: ${node.result}`;
	if (node === game.main.plies.at(-1) && result && result !== "*")
		return why && why !== "normal" ? `${why}: ${result}` :
			`the result is ${result}`;
	return `${players[node.turn]} to move${
		node.why ? ` (${node.why})` : ""}`;
}

/* All that a position tells: of the ply that led to it, and who is next. */
function describe(game, node) {
	const { before, board: { players, kinds } } = node;
	const turn = turnWords(game, node);

	if (!before)
		return `The start: ${turn}`;
	const taken = LIST.format(piecesAt(before).filter(
		({ cell, piece, owner }) => owner !== node.mover &&
			node.taken.includes(cell) && piece !== (node.at[cell] & 63)).map(
		({ owner, promoted, kind }) => (owner === NOBODY ? "a dead " :
			`${players[owner]}'s `) + (promoted ? "promoted " : "") +
			kinds[kind]));
	const news = players.map((player, p) => [
		wordsOn(node, p).filter(words => words.startsWith("in check") &&
			!wordsOn(before, p).includes(words)).map(
			words => words.replace("in check", `check to ${player}`)),
		node.status[p] === "x" && before.status[p] !== "x" &&
			`${player} is out`]);

	return `${roundText(node)} ${players[node.mover]} ${node.text}: ${
		present([node.told, taken && `takes ${taken}`, news, turn])
			.join("; ")}`;
}

/* --- Players --- */

/* A piece as a small picture, from the shapes of the board. */
function pieceIcon(board, kind, player) {
	const icon = h("span.piece", { "aria-hidden": "true" });
	icon.innerHTML = `<svg viewBox="${board.icon}"><use href="#${board.id}-${
		board.kinds[kind]}-${board.colours[player]}"/></svg>`;
	return icon;
}

/* The pieces that a player has in hand or has lost, as small pictures with
 * their numbers. */
function pieceRow(node, player, title) {
	const { board } = node;
	const counts = readPool(node, player, title === "lost");
	const kinds = [...board.letters].map((letter, kind) =>
		[kind, counts[board.hand.indexOf(letter)]]).filter(
		([, count]) => count > 0);
	const words = `${title}: ${LIST.format(kinds.map(([kind, count]) =>
		`${count} ${board.kinds[kind]}${count > 1 ? "s" : ""}`))}`;

	return kinds.length > 0 && h("span.row",
		{ role: "img", "aria-label": words, title: words },
		h("small", null, title), kinds.map(([kind, count]) =>
			h("span.piece", null, pieceIcon(board, kind, player),
				count > 1 && h("small", null, count))));
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
	const panel = h("li", null,
		h("div.who", null, dot(board, player), h("b", { title: name }, name),
			name !== colour && h("span.colour", null, colour),
			clock && h("span.clock", null, clock),
			points.length === 3 &&
				h("span.score", { title: "points" }, points[player])),
		h("div.state", null, badges(node, player)),
		h("div.pools", null, pieceRow(node, player, "hand"),
			pieceRow(node, player, "lost")));

	panel.classList.toggle("active", !node.end && node.turn === player);
	panel.classList.toggle("out", node.status[player] === "x");
	return panel;
}

const playerPanels = (game, node) => clocksAt(node).map((clock, player) =>
	playerPanel(game, node, player, clock));

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

const UNTOLD = ["Variant", "Letters", "SetUp"];

function tagEntries(game) {
	const told = game.tags.filter(([name, value]) =>
		!UNTOLD.includes(name) && !/^\?(\?\?\?\.\?\?\.\?\?)?$/.test(value));
	return [...told, ["Game", game.board.title]].map(
		([name, value]) => [h("dt", null, name), h("dd", null, value)]);
}
