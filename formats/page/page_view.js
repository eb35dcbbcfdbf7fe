/*
 * What a reader sees of a game: the board, the players, the moves.
 */

const MARK_COLOURS = { G: "#1d7a45", R: "#b3201a", B: "#1b5fa8", Y: "#e08a00" };
const MARK_EDGE = "#fffdf6";
const RINGED = 82; /* percent; a piece in a ring is smaller than others */
const SVG = "http://www.w3.org/2000/svg";

function list(words) {
	return words.length < 2 ? words.join("") :
		`${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/* What stands on the cells of a position. */
function piecesAt({ board, at }) {
	return [...at.slice(0, board.cells.length).entries()]
		.filter(([, piece]) => piece % 256 > 0)
		.map(([cell, piece]) => ({ cell, piece: piece & 63,
			kind: piece & 7, promoted: (piece & 8) > 0,
			colour: piece >> 4 & 3, owner: piece >> 6 & 3 }));
}

/* The words about a player. */
function wordsOn(node, player) {
	return node[player] ? node[player].split(";") : [];
}

/*
 * Comments and what they command
 */

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
	const whole = findCell(board, seat, text);

	for (let at = 1; whole < 0 && at < text.length; at++) {
		const after = text.slice(at).replace(/^-/, "");
		const cells = [text.slice(0, at), after].map(
			name => findCell(board, seat, name));

		if (!cells.includes(-1))
			return cells;
	}
	return whole < 0 ? [] : [whole];
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
	return node.nags.some(nag => nag === 220 || nag === 221) ||
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
	const svg = find(board.id).content
		.querySelector("svg").cloneNode(true);
	const drawing = { board, svg, seat: 0 };
	const filled = new Map(); /* layers, each with its shapes */
	const marks = document.createElementNS(SVG, "g");

	marks.setAttribute("class", "marks");
	marks.setAttribute("fill", "none");
	svg.append(marks);

	function use(id, x, y, percent) {
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

	function on(id, cell, percent = 100) {
		const size = board.seats[drawing.seat].percent[cell];

		return use(id, ...place(cell), Math.floor(size * percent / 100));
	}

	/* The layers of that class, one for each player or one alone; a browser
	 * draws those again that change. */
	function fill(name, ...markups) {
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
		const rings = [[], [], []], ghosts = [[], [], []];
		const living = [[], [], []], signs = [], checks = [];

		for (const { cell, kind, promoted, colour, owner } of
			piecesAt(node)) {
			const heir = owner !== NOBODY && owner !== colour;

			(owner === NOBODY ? ghosts : living)[colour].push(
				on(`${board.kinds[kind]}-${board.colours[colour]}`,
					cell, heir ? RINGED : 100));
			if (owner === NOBODY)
				signs.push(on("dead", cell));
			else if (heir)
				rings[owner].push(on(
					`ring-${board.colours[owner]}`, cell));
			else if (board.kinds[kind] === "king")
				checks.push(...kingSigns(node, owner).map(
					sign => on(sign, cell)));
			if (promoted)
				signs.push(on("promoted", cell));
		}
		fill("rings", ...rings);
		fill("ghosts", ...ghosts);
		fill("pieces", ...living);
		fill("signs", signs);
		fill("checks", checks);
	}

	function drawHomes(node) {
		const { home } = board.seats[drawing.seat];

		fill("home", ...[0, 1, 2].map(p => {
			const colour = board.colours[p];

			return [[`home-${colour}`, true],
				["turn", !node.end && node.turn === p],
				[`out-${colour}`, node.status[p] === "x"]]
				.filter(([, shown]) => shown).map(([id]) =>
					use(id, home[2 * p], home[2 * p + 1], 100));
		}));
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

	/* The ground as the seat sees it: a third of a turn for each. */
	drawing.turnTo = seat => {
		const data = board.seats[seat];
		const turn = `rotate(${-120 * seat})`;

		drawing.seat = seat;
		svg.setAttribute("viewBox", data.view.map(n => n / 10).join(" "));
		svg.querySelector(".ground").setAttribute("transform", turn);
		svg.querySelector(".men > .last").setAttribute("transform", turn);
		svg.querySelectorAll(".labels text").forEach((label, i) => {
			label.setAttribute("x", data.labels[2 * i] / 10);
			label.setAttribute("y", data.labels[2 * i + 1] / 10);
			if (data.texts)
				label.textContent = data.texts[i];
		});
	};
	drawing.show = node => {
		fill("last", node.trace.map(outline));
		drawPieces(node);
		drawHomes(node);
		marks.innerHTML = drawnMarks(board, node).map(
			({ colour, cells: [from, to = from] }) => to === from ?
				drawCircle(colour, from) :
				drawArrow(colour, [from, to])).join("");
	};
	svg.setAttribute("aria-hidden", "true");
	return drawing;
}

/*
 * In words
 */

/* What a ply did: "takes Red's rook; check to White by Gray; Red is out". Pieces
 * that only have another owner now were inherited. */
function deeds(board, node) {
	const { before } = node;
	const taken = piecesAt(before).filter(({ cell, piece, owner }) =>
		owner !== node.mover && node.taken.includes(cell) &&
		piece !== (node.at[cell] & 63)).map(
		({ owner, promoted, kind }) => `${owner === NOBODY ? "a dead" :
			`${board.players[owner]}'s`}${promoted ? " promoted" : ""} ${
			board.kinds[kind]}`);

	return [...node.told ? [node.told] : [],
		...taken.length > 0 ? [`takes ${list(taken)}`] : [],
		...board.players.flatMap((player, p) => [
			...wordsOn(node, p).filter(words =>
				words.startsWith("in check") &&
				!wordsOn(before, p).includes(words)).map(
				words => words.replace("in check", `check to ${player}`)),
			...node.status[p] === "x" && before.status[p] !== "x" ?
				[`${player} is out`] : []])];
}

function turnWords(game, node) {
	const { board } = game;
	const result = tagOf(game, "Result");
	const why = tagOf(game, "Termination");

	if (node.end)
		return `${node.end}: ${node.result}`;
	if (node === game.main.plies.at(-1) && result && result !== "*")
		return `${why && why !== "normal" ? `${why}: ` :
			"the result is "}${result}`;
	return `${board.players[node.turn]} to move${
		node.why ? ` (${board.conditions[node.why]})` : ""}`;
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

function countPieces(node, player) {
	return [...Array(8).keys()].map(kind => piecesAt(node).filter(
		piece => piece.kind === kind && piece.colour === player).length);
}

/* Pieces that a player has lost: the pool of his game, or the army that he
 * began with, less what is still there of his colour. */
function lostPieces(board, node, player) {
	const left = countPieces(node, player);

	if (node.lost && board.keys.includes("lost"))
		return [...board.letters].map(letter =>
			node.lost.split(".")[player].split(letter).length - 1);
	return countPieces(board.start, player).map(
		(count, kind) => Math.max(0, count - left[kind]));
}

/* Pieces in hand, by their kinds. */
function handOf(board, node, player) {
	const counts = readHand(board, node, player);

	return [...board.letters].map(letter =>
		counts[board.hand.indexOf(letter)] || 0);
}

/* A piece as a small picture, from the shapes of the board. */
function pieceIcon(board, kind, player) {
	const icon = make("span.piece", { "aria-hidden": "true" });

	icon.innerHTML = `<svg viewBox="${board.icon}"><use href="#${board.id}-${
		board.kinds[kind]}-${board.colours[player]}"/></svg>`;
	return icon;
}

/* Pieces as small pictures with their numbers. */
function pieceRow(board, counts, player, title) {
	const kinds = counts.map((count, kind) => ({ count, kind }))
		.filter(({ count }) => count > 0);
	const words = `${title}: ${list(kinds.map(({ count, kind }) =>
		`${count} ${board.kinds[kind]}${count > 1 ? "s" : ""}`))}`;
	const row = make("span.row",
		{ role: "img", "aria-label": words, title: words },
		make("small", null, title));

	for (const { count, kind } of kinds) {
		row.append(pieceIcon(board, kind, player));
		if (count > 1)
			row.append(make("small", null, String(count)));
	}
	return kinds.length > 0 ? row : null;
}

function badges(board, node, player) {
	const words = wordsOn(node, player);

	if (node.status[player] === "x" && words.length === 0)
		words.push("out");
	if (!node.end && node.turn === player)
		words.unshift("to move");
	return words.map(word => make(
		word.startsWith("in check") ? "span.badge.alarm" :
			word === "to move" ? "span.badge.turn" : "span.badge",
		null, word));
}

function playerPanel(game, node, player, clock) {
	const { board } = game;
	const colour = board.players[player];
	const tag = tagOf(game, colour);
	const name = tag && tag !== "?" ? tag : colour;
	const { plies } = game.main;
	const isLast = node === (plies.at(-1) || game.start);
	const result = node.end ? node.result :
		isLast && tagOf(game, "Result") || "";
	const parts = result.split("-");
	const score = parts.length === 3 ? parts[player] : "";
	const hand = handOf(board, node, player);
	const lost = lostPieces(board, node, player);
	const panel = make("li", null,
		make("div.who", null, dot(board, player),
			make("b", { title: name }, name),
			name === colour ? null :
				make("span.colour", null, colour),
			clock ? make("span.clock", null, clock) : null,
			score ? make("span.score", { title: "points" }, score) :
				null),
		make("div.state", null, ...badges(board, node, player)),
		make("div.pools", null,
			pieceRow(board, hand, player, "hand"),
			pieceRow(board, lost, player, "lost")));

	panel.classList.toggle("active",
		!node.end && node.turn === player);
	panel.classList.toggle("out", node.status[player] === "x");
	return panel;
}

/*
 * Moves
 */

/* A place for a drawing that is printed alone. */
function figures(game, node) {
	return isMarked(game.board, node) ? [make("figure.diagram",
		{ "data-at": node.address },
		make("figcaption", null, `${roundText(node)} ${node.text}`))] : [];
}

function moveLink(game, node) {
	return make("a.move", {
		href: `#${game.id}-${node.address}`, "data-at": node.address,
		tabindex: -1,
		"aria-label": `${roundText(node)} ${
			game.board.players[node.mover]} ${node.text}`,
	}, dot(game.board, node.mover), ...breakable(node.text));
}

function movesInText(game) {
	return make("div.flow", null,
		...separated(lineItems(game, game.main)), " ",
		make("b.result", null, tagOf(game, "Result")));
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
			body.append(make("tr.notes", null, make("td",
				{ colspan: 4 }, ...separated(items))));
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
		say(notesOn(game, node));
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
	const pieces = piecesAt(node).sort((a, b) => b.kind - a.kind);

	return [0, 1, 2, NOBODY].flatMap(owner => {
		const name = owner === NOBODY ? "Nobody's" : board.players[owner];
		const items = pieces.filter(piece => piece.owner === owner).map(
			({ cell, kind, promoted, colour }) => make("li", null,
				`${colour === owner ? "" :
					`${board.players[colour]}'s `}${
					promoted ? "promoted " : ""}${board.kinds[kind]} ${
					nameCell(board, seat, cell)}`));

		return items.length === 0 && owner === NOBODY ? [] :
			make("section", { "aria-label": name }, make("h2", null,
				owner === NOBODY ? "" : dot(board, owner), name),
			make("ul", null, ...items));
	});
}

const UNTOLD = ["Variant", "Notation", "Letters", "SetUp", "Position"];

function tagEntries(game) {
	const entries = game.tags.filter(([name, value]) =>
		!UNTOLD.includes(name) && value !== "?" && value !== "????.??.??");
	const start = tagOf(game, "Position");

	return [...entries, ["Game", game.board.title],
		["Notation", tagOf(game, "Notation")],
		...start ? [["Start", start]] : []].flatMap(([name, value]) =>
		[make("dt", null, name), make("dd", null, value)]);
}
