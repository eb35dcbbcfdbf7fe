"use strict";

/* Ternion: the games of a page. What a game's <script> holds is told in page.h.
 * A piece is a byte, and bit 8 if it has not moved: its kind in bits 0-2,
 * promoted in bit 3, its colour in bits 4-5 and its owner in bits 6-7, 3 being
 * nobody.
 *
 * A node is a position: the start, and what each ply of a line leads to, those
 * of variations too. Its address is the number of its ply, as "12"; that of
 * the third ply of the first variation after it is "12.1.3". */

const NOBODY = 3;
const PLAYERS = [0, 1, 2];
const DIGITS =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const CELL_NUMBERS = 193;
const PIECES = 512;
const FIRST_FACT = 131072;
const COUNTED = ["turn", "mover", "clock", "number"];
const find = id => document.getElementById(id);

/* The numbers of a text that has `digits` for each. */
function readNumbers(text, digits) {
	const words = text.match(new RegExp(`.{${digits}}`, "g")) || [];
	return words.map(word => [...word].reduce(
		(number, digit) => number * 64 + DIGITS.indexOf(digit), 0));
}

/* The cell of the name, in either case; -1 if there is none. */
const cellNamed = (board, name) => board.cells.findIndex(
	cell => cell.toLowerCase() === name.toLowerCase());

const nameCell = ({ names, cells }, seat, cell) =>
	(names ? names[names.length > 1 ? seat : 0] : cells)[cell];

function readBoard(id) {
	const board = JSON.parse(find(`${id}-data`).textContent);
	const symbol = find(id).content
		.querySelector(`[id="${id}-pawn-${board.colours[0]}"]`);
	const [, scale] = /scale\(([\d.]+)/.exec(symbol.getAttribute("transform"));
	const half = 48 * scale;

	board.icon = `${-half} ${-half} ${2 * half} ${2 * half}`;
	board.id = id;
	board.start.at = Uint16Array.from([...readNumbers(board.start.at, 2),
		...Array(6 * board.hand.length).fill(0)]);
	board.start.board = board;
	return board;
}

function readFact(fact) {
	const [name, value] = fact.split(/=([^]*)/);
	return { [name]: COUNTED.includes(name) ? Number(value) : value };
}

/* Makes changes in a node. */
function change(game, node, changes) {
	for (const number of readNumbers(changes, 3))
		if (number < FIRST_FACT)
			node.at[Math.floor(number / PIECES)] = number % PIECES;
		else
			Object.assign(node, game.facts[number - FIRST_FACT]);
}

/* A node that begins as another one is, with nothing told of it. */
function newNode(from, changes) {
	return { ...from, at: from.at.slice(), trace: "", taken: "", told: "",
		signs: "", alternatives: 0, nags: [], remarks: [], comments: [],
		variations: [], ...changes };
}

/* The position after a ply, from the next word. */
function readPly(game, before) {
	const { board } = game;
	const [core] = readNumbers(game.words.slice(0, 3), 3);
	const from = core % CELL_NUMBERS;
	const to = Math.floor(core / CELL_NUMBERS) % CELL_NUMBERS;
	const k = Math.floor(core / CELL_NUMBERS / CELL_NUMBERS);
	const end = k % 3 < 2 ? 3 + 3 * (k % 3) : game.words.indexOf("|");
	const cells = [from, to].filter(cell => cell < CELL_NUMBERS - 1);
	const node = newNode(before, { before, mover: before.turn, ep: "-",
		clock: k >= 3 ? 0 : before.clock + 1, round: before.number,
		turn: -1, number: -1 });

	if (cells.length > 1) {
		node.at[to] = node.at[from] % 256;
		node.at[from] = 0;
	}
	change(game, node, game.words.slice(3, end));
	game.words = game.words.slice(end + (k % 3 === 2 ? 1 : 0));
	if (node.turn < 0)
		node.turn = (node.mover + 1) % 3;
	if (node.number < 0)
		node.number = before.number + (node.turn <= node.mover ? 1 : 0);
	if (board.keys.includes("turns") && node.turns === before.turns)
		node.turns = `${before.turns || ""}${board.colours[node.mover]}`
			.slice(-board.turns);
	node.trace = node.trace ? readNumbers(node.trace, 2) : cells;
	node.taken = [...node.trace, ...readNumbers(node.taken, 2)];
	return node;
}

/* A line: its plies, how the addresses of its nodes begin, and the ply that it
 * is played instead of. */
const newLine = (start, prefix, instead) =>
	({ start, prefix, instead, plies: [], comments: [], afterwards: [] });

/* A word of movetext: a comment, a parenthesis, an annotation, a number, or a
 * move, which may have its own parentheses, and a promotion after a blank. */
const WORD = /\{[^}]*\}|;[^\n]*\n|\([YS]\)=?|[()]|\$\d+|\d+\.+(?!\S)|[^\s(){};]+(?:\([^\s()]*\)[^\s(){};]*)*(?: =\S+)?/g;

/* Reads the moves of the record. */
function readMoves(game, text) {
	const lines = [game.main];
	let remarks = [], numbered = true;

	for (const [word] of text.matchAll(WORD)) {
		const line = lines.at(-1), last = line.plies.at(-1);
		const [sign] = word;
		const isNumber = /^\d+\.+$/.test(word);

		if (word === "(") {
			const count = ++last.before.alternatives;
			lines.push(newLine(last.before,
				`${last.before.address}.${count}.`, last));
			last.variations.push(lines.at(-1));
		} else if (word === ")") {
			lines.pop();
		} else if (sign === "{" || sign === ";") {
			const variation = last && last.variations.at(-1);

			(!last || numbered ? remarks : variation ?
				variation.afterwards : last.comments)
				.push(word.replace(/^[{;]|[}\n]$/g, ""));
		} else if (sign === "$") {
			last.nags.push(Number(word.slice(1)));
		} else if (!isNumber) {
			const node = Object.assign(readPly(game, last || line.start), {
				remarks, line, index: line.plies.length, text: word,
				address: line.prefix + (line.plies.length + 1) });
			remarks = [];
			line.plies.push(node);
			game.nodes.set(node.address, node);
		}
		numbered = isNumber;
	}
	game.main.comments = remarks;
}

/* The tags of a record in PGN, as pairs, and where its moves begin. */
function readTags(text) {
	const tags = [];
	const pattern = /\[(\S+) "((?:[^"\\]|\\[^])*)"\]\n/y;
	let end = 0;
	for (let tag; (tag = pattern.exec(text)); end = pattern.lastIndex)
		tags.push([tag[1], tag[2].replace(/\\([^])/g, "$1")]);
	return [tags, end];
}

/* A game from its data and its board. */
function readGame(data, board) {
	const start = newNode(board.start, { 0: "", 1: "", 2: "", why: "", end: "",
		address: "0", index: -1, trace: [] });
	const [tags, end] = readTags(data.text);
	const facts = (data.facts || "").split("|").map(readFact);
	const game = { board, start, tags, facts, text: data.text,
		words: data.plies || "", nodes: new Map([["0", start]]),
		main: newLine(start, "", null) };

	change(game, start, data.start || "");
	start.line = game.main;
	/* The result is the last word. */
	readMoves(game, data.text.slice(end).replace(/\S+\s*$/, ""));
	return game;
}

const nextOf = ({ line, index }) => line.plies[index + 1];

/* A ply and those that were looked at in its place, with their own. */
const withVariations = node =>
	[node, ...node.variations.map(line => line.plies[0])
		.filter(Boolean).flatMap(withVariations)];

/* What stands on the cells of a position. */
const piecesAt = ({ board, at }) =>
	[...at.slice(0, board.cells.length).entries()]
		.filter(([, piece]) => piece % 256 > 0)
		.map(([cell, piece]) => ({ cell, piece: piece & 63, kind: piece & 7,
			promoted: (piece & 8) > 0, colour: piece >> 4 & 3,
			owner: piece >> 6 & 3 }));

/* How many pieces a player has in hand, or has lost, in the order of the
 * board's `hand`. */
function readPool({ board, at }, player, isLost) {
	const { length } = board.hand;
	const from = board.cells.length + (player + (isLost ? 3 : 0)) * length;
	return [...at.slice(from, from + length)];
}

/* The position in 3PF. */
function writePosition(node) {
	const { board } = node;
	const { colours, letters } = board;
	const cells = board.cells.map(cell =>
		board.upper ? cell.toUpperCase() : cell);
	const placement = piecesAt(node).map(
		({ cell, kind, promoted, colour, owner }) =>
			(owner === NOBODY ? "x" : "") + colours[colour] +
			(promoted ? "+" : "") + letters[kind] +
			(owner < NOBODY && owner !== colour ? `>${colours[owner]}` : "") +
			cells[cell]);
	const pools = isLost => PLAYERS.map(player => readPool(node, player, isLost)
		.map((count, i) => board.hand[i].repeat(count)).join("") || "-")
		.join(".");
	const told = { ...node, hand: pools(false).replace("-.-.-", ""),
		lost: node.lost && pools(true), unmoved: node.unmoved &&
		(cells.filter((_, i) => node.at[i] >= 256).join(".") || "-") };
	const keys = board.keys.filter(key => told[key]).map(
		key => `${key}=${told[key]}`);

	return [placement.join(","), colours[node.turn], node.rights, node.ep,
		node.status, node.clock, node.number, ...keys].join(" ");
}

const roundText = node => node.round + ".".repeat(node.mover + 1);
const tagOf = (game, name) =>
	(game.tags.find(tag => tag[0] === name) || ["", ""])[1];
