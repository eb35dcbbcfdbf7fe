"use strict";

/*
 * Ternion: the games of a page. What a game's <script> holds is told in
 * page.h. A piece is a byte: its kind in
 * bits 0-2, promoted in bit 3, its colour in bits 4-5 and its owner in bits
 * 6-7, 3 being nobody.
 *
 * A node is a position: the start, and what each ply of a line leads to, those
 * of variations too. Its address is the number of its ply, as "12"; that of
 * the third ply of the first variation after it is "12.1.3".
 */

const NOBODY = 3;
const KINDS = { pawn: 1, king: 6 };
const DIGITS =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const CELL_NUMBERS = 193;
const TURNS_KEPT = 6;
const MOVES = ["", "", "", "enpassant", "castle", "field", "traitor", "drop",
	"leap", "illumination", "pass", "yield", "stalemate"];

function readNumber(text) {
	let number = 0;

	for (const digit of text)
		number = number * 64 + DIGITS.indexOf(digit);
	return number;
}

/* The numbers of a text that has `digits` for each. */
function readNumbers(text, digits) {
	const numbers = [];

	for (let at = 0; at < text.length; at += digits)
		numbers.push(readNumber(text.slice(at, at + digits)));
	return numbers;
}

/* "Xlost=-.P.-,K3" by the letters of its items, in order. */
function readItems(text) {
	return text === "" ? [] :
		text.split(",").map(item => [item[0], item.slice(1)]);
}

function readKeys(text) {
	const keys = new Map();

	for (const key of text.split(" ").filter(Boolean)) {
		const at = key.indexOf("=");

		keys.set(key.slice(0, at), key.slice(at + 1));
	}
	return keys;
}

/* The cell of the name, in either case; -1 if there is none. */
function cellNamed(board, name) {
	return board.cells.findIndex(
		cell => cell.toLowerCase() === name.toLowerCase());
}

function pieceOf(board, token) {
	const [, dead, colour, promoted, letter, heir, cell] =
		/^(x?)(.)(\+?)(.)(?:>(.))?(.+)$/.exec(token);
	const player = board.colours.indexOf(colour);
	let owner = player;

	if (dead)
		owner = NOBODY;
	else if (heir)
		owner = board.colours.indexOf(heir);
	return [cellNamed(board, cell),
		board.letters.indexOf(letter) | (promoted ? 8 : 0) |
		player << 4 | owner << 6];
}

/* A position in 3PF, as a node without a ply. */
function readPosition(board, text, keys) {
	const [placement, turn, rights, passed, status, clock, number, ...rest] =
		text.split(" ");
	const at = new Uint8Array(board.cells.length);

	for (const token of placement.split(",")) {
		const [cell, piece] = pieceOf(board, token);

		at[cell] = piece;
	}
	return { at, turn, rights, passed, status, clock: Number(clock),
		number: Number(number), keys: readKeys(keys || rest.join(" ")),
		checks: [0, 0, 0],
		words: [[], [], []], why: "", over: null };
}

/* Letters in a hand, in their order. */
const HAND = "CSGDRP";

function changeHands(board, keys, changes) {
	const hands = (keys.get("hand") || "-.-.-").split(".")
		.map(hand => [...hand.replace("-", "")]);
	const changed = new Map(keys);

	for (const [, sign, player, letter] of
		changes.matchAll(/([+-])(\d)(.)/g)) {
		const hand = hands[player];

		if (sign === "+")
			hand.push(letter);
		else
			hand.splice(hand.indexOf(letter), 1);
		hand.sort((a, b) => HAND.indexOf(a) - HAND.indexOf(b));
	}
	if (hands.some(hand => hand.length > 0))
		changed.set("hand", hands.map(
			hand => hand.join("") || "-").join("."));
	else
		changed.delete("hand");
	return changed;
}

/* What items say of a position, whatever was before it. */
function applyItem(game, node, letter, value) {
	const fields = {
		A: "status", R: "rights", E: "passed", T: "turn", K: "clock",
		N: "number",
	};

	switch (letter) {
	case "K":
	case "N":
		node[fields[letter]] = Number(value);
		break;
	case "X":
		node.keys = new Map(node.keys);
		if (value.includes("="))
			node.keys.set(...value.split(/=(.*)/).slice(0, 2));
		else
			node.keys.delete(value);
		break;
	case "C":
		node.checks = [...value].map(Number);
		break;
	case "H":
		node.keys = changeHands(game.board, node.keys, value);
		break;
	case "S":
		node.words = [...node.words];
		node.words[value[0]] = readNumbers(value.slice(1), 3).map(
			number => [game.words[(number >> 6) - 1], number & 63]);
		break;
	case "W":
		node.why = game.board.conditions[value];
		break;
	case "O": {
		const [winner, ending] = value.split(".");

		node.over = { winner: Number(winner),
			words: game.board.endings[ending],
			mate: ending === "1",
			result: value.split(".").slice(2).join(".") };
		break;
	}
	default:
		if (fields[letter])
			node[fields[letter]] = value;
	}
}

/* The fields of 3PF that are expected, where no item said otherwise. */
function expectFields(game, before, node, told) {
	const { board } = game;

	if (!told.has("T")) {
		let next = node.mover, tries = 3;

		do
			next = (next + 1) % 3;
		while (node.status[next] === "x" && --tries > 0);
		node.turn = board.colours[next];
	}
	if (!told.has("K")) {
		const again = node.simple && (before.at[node.trace[1]] > 0 ||
			(before.at[node.trace[0]] & 7) === KINDS.pawn);

		node.clock = again ? 0 : before.clock + 1;
	}
	if (!told.has("N"))
		node.number = before.number +
			(board.colours.indexOf(node.turn) <= node.mover ? 1 : 0);
	if (board.keys.includes("turns") && !node.turnsTold) {
		const turns = (before.keys.get("turns") || "") +
			board.colours[node.mover];

		node.keys = new Map(node.keys);
		node.keys.set("turns", turns.slice(-TURNS_KEPT));
	}
}

function nameCell(board, seat, cell) {
	const names = !board.names ? board.cells :
		board.names[board.names.length > 1 ? seat : 0];

	return names[cell];
}

/* The position after a ply, from its word. */
function readPly(game, before, word) {
	const { board } = game;
	const core = readNumber(word.slice(0, 3));
	const from = core % CELL_NUMBERS;
	const to = Math.floor(core / CELL_NUMBERS) % CELL_NUMBERS;
	const k = Math.floor(core / CELL_NUMBERS / CELL_NUMBERS);
	const bar = k % 2 ? word.indexOf("|") : 2;
	const items = readItems(k % 2 ? word.slice(3, bar) : "");
	const told = new Map(items);
	const node = { ...before, before, simple: k < 2, passed: "-", why: "",
		over: null, alternatives: 0, at: before.at.slice(), type: MOVES[told.get("M") || 0],
		mover: told.has("P") ? Number(told.get("P")) :
			board.colours.indexOf(before.turn),
		trace: [from, to].filter(cell => cell < CELL_NUMBERS - 1),
		nags: [], remarks: [], comments: [], variations: [],
		round: before.number };

	if (node.simple) {
		node.at[to] = node.at[from];
		node.at[from] = 0;
	}
	for (const change of readNumbers(told.get("c") || "", 3))
		node.at[change >> 8] = change & 255;
	node.trace.push(...readNumbers(told.get("t") || "", 2));
	if (node.keys.has("unmoved")) {
		const changed = board.cells.filter(
			(_, cell) => node.at[cell] !== before.at[cell])
			.map(name => name.toLowerCase());

		node.keys = new Map(node.keys);
		node.keys.set("unmoved", node.keys.get("unmoved").split(".")
			.filter(name => !changed.includes(name.toLowerCase()))
			.join(".") || "-");
	}
	node.turnsTold = items.some(([letter, value]) =>
		letter === "X" && value.startsWith("turns"));
	for (const [letter, value] of items)
		applyItem(game, node, letter, value);
	expectFields(game, before, node, told);
	node.text = decodeURIComponent(word.slice(bar + 1).replace(/[_~]/g,
		sign => nameCell(board, node.mover, sign === "_" ? from : to)));
	return node;
}

/* A line: its plies, how the addresses of its nodes begin, and the ply that it
 * is played instead of. */
function newLine(start, prefix, instead) {
	return { start, prefix, instead, plies: [], comments: [], afterwards: [] };
}

/* Reads all words of `moves` into the main line. */
function readMoves(game, words) {
	const main = newLine(game.start, "", null);
	const lines = [main];
	let remarks = [], notes = 0;

	for (const word of words) {
		const line = lines[lines.length - 1];
		const last = line.plies[line.plies.length - 1];

		if (word === "(") {
			const count = ++last.before.alternatives;
			const variation = newLine(last.before,
				`${last.before.address}.${count}.`, last);

			last.variations.push(variation);
			lines.push(variation);
		} else if (word === ")") {
			lines.pop();
		} else if (word === "[") {
			remarks.push(game.notes[notes++]);
		} else if (word === "{" && !last) {
			line.comments.push(game.notes[notes++]);
		} else if (word === "{") {
			const variation = last.variations.at(-1);

			(variation ? variation.afterwards : last.comments)
				.push(game.notes[notes++]);
		} else if (word[0] === "$") {
			last.nags.push(Number(word.slice(1)));
		} else {
			const node = readPly(game, last || line.start, word);

			node.line = line;
			node.index = line.plies.length;
			node.address = line.prefix + (node.index + 1);
			node.remarks = remarks;
			remarks = [];
			line.plies.push(node);
			game.nodes.set(node.address, node);
		}
	}
	return main;
}

/* The tags of a head in PGN, as pairs. */
function readTags(head) {
	const tags = [];
	const pattern = /\[(\S+) "((?:[^"\\]|\\[^])*)"\]\n/g;

	for (const [, name, value] of head.matchAll(pattern))
		tags.push([name, value.replace(/\\([^])/g, "$1")]);
	return tags;
}

function readBoard(id) {
	const board = JSON.parse(
		document.getElementById(`${id}-data`).textContent);

	const symbol = document.getElementById(id).content
		.querySelector(`[id="${id}-pawn-${board.colours[0]}"]`);
	const [, scale] = /scale\(([\d.]+)/.exec(
		symbol.getAttribute("transform"));
	const half = 48 * scale;

	/* A symbol has 43 in 50, and 95 in 100 of a cell's room. */
	board.radius = scale * 43 / .95;
	board.icon = `${-half} ${-half} ${2 * half} ${2 * half}`;
	board.id = id;
	board.position = readPosition(board, board.start, "");
	return board;
}

/* The players agree to a draw in that position. */
function agree(node, result) {
	node.keys = new Map(node.keys);
	node.keys.set("over", result);
	node.over = { winner: NOBODY, words: "", mate: false, result };
}

/* A game from its data and its board. */
function readGame(data, board) {
	const start = data.position ?
		readPosition(board, data.position, data.keys) :
		{ ...board.position, keys: readKeys(data.keys || "") };
	const game = { board, start, head: data.head, tags: readTags(data.head),
		words: data.words || [], notes: data.notes || [],
		nodes: new Map(),
		link: node => moveLink(game, node),
		figures: node => figures(game, node), tools: () => [] };

	for (const [letter, value] of readItems(data.start || ""))
		applyItem(game, start, letter, value);
	Object.assign(start, { address: "0", alternatives: 0, trace: [], index: -1, nags: [],
		remarks: [], comments: [], variations: [] });
	game.nodes.set("0", start);
	game.main = readMoves(game, data.moves.split(" ").filter(Boolean));
	start.line = game.main;
	if (data.agreed)
		agree(game.main.plies[game.main.plies.length - 1] || start,
			data.agreed);
	return game;
}

/* A ply and those that were looked at in its place, with their own. */
function withVariations(node) {
	return [node, ...node.variations.map(line => line.plies[0])
		.filter(Boolean).flatMap(withVariations)];
}

function siblings(node) {
	while (node.index === 0 && node.line.instead)
		node = node.line.instead;
	return withVariations(node);
}

/*
 * What is written
 */

function writePosition(board, node) {
	const cellName = cell => board.upper ?
		board.cells[cell].toUpperCase() : board.cells[cell];
	const placement = [];
	const keys = [];

	node.at.forEach((piece, cell) => {
		const colour = piece >> 4 & 3, owner = piece >> 6;

		if (piece === 0)
			return;
		placement.push([owner === NOBODY ? "x" : "",
			board.colours[colour], piece & 8 ? "+" : "",
			board.letters[piece & 7],
			owner < 3 && owner !== colour ?
				`>${board.colours[owner]}` : "",
			cellName(cell)].join(""));
	});
	for (const key of board.keys) {
		if (node.keys.has(key))
			keys.push(`${key}=${node.keys.get(key)}`);
	}
	return [placement.join(","), node.turn, node.rights, node.passed,
		node.status, node.clock, node.number, ...keys].join(" ");
}

function roundText(node) {
	return node.round + ".".repeat(node.mover + 1);
}

/* A comment as words of PGN, which may hold blanks. */
function commentWords(text) {
	const fits = !text.includes("}") && !text.includes("\n[");

	if (fits)
		return [`{${text}}`];
	return text.split("\n").map(line => line.trim()).map(
		line => line.includes("}") ? `;${line}\n` : `{${line}}`);
}

function lineWords(line) {
	const words = line.plies.length > 0 ? [] :
		line.comments.flatMap(commentWords);
	let round = 0, numbered = true;

	line.plies.forEach((node, i) => {
		const remarks = node.remarks.flatMap(commentWords);

		if (i === 0)
			words.push(...remarks);
		if (numbered || remarks.length > 0 || node.mover === 0 ||
		    node.round !== round)
			words.push(roundText(node));
		if (i > 0)
			words.push(...remarks);
		words.push(node.text, ...node.nags.map(nag => `$${nag}`),
			...node.comments.flatMap(commentWords));
		for (const variation of node.variations) {
			const inner = lineWords(variation);

			inner[0] = `(${inner[0] || ""}`;
			inner[inner.length - 1] += ")";
			words.push(...inner,
				...variation.afterwards.flatMap(commentWords));
		}
		round = node.round;
		numbered = node.comments.length > 0 || node.variations.length > 0;
	});
	return words;
}

function tagOf(game, name) {
	const tag = game.tags.find(pair => pair[0] === name);

	return tag ? tag[1] : "";
}

/* A game as PGN, in lines of at most 79 letters where words allow it. */
function writeGame(game) {
	const words = [...lineWords(game.main), tagOf(game, "Result") || "*"];
	let text = "", column = 0;

	for (const word of words) {
		const end = word.lastIndexOf("\n");
		const width = word.split("\n")[0].length;

		if (column > 0) {
			text += column + 1 + width > 79 ? "\n" : " ";
			column = column + 1 + width > 79 ? 0 : column + 1;
		}
		text += word;
		column = end < 0 ? column + word.length : word.length - end - 1;
	}
	return `${game.head}\n${text}\n`;
}
