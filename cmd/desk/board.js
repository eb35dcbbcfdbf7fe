/*
 * The board: the position of a node, and moves that are made on it.
 */

const TYPES = { castle: "castling", enpassant: "en passant",
	field: "field promotion", traitor: "traitor", leap: "chain of leaps",
	illumination: "illumination", pass: "pass", yield: "yield",
	stalemate: "call a draw" };
const TURNS = 2; /* TERNION_TURNS */
const COORDINATES = "coordinate"; /* the notation of what is tapped */

/* The record on the board, as the last check found it. */
function recordHere() {
	return state.records[state.number - 1] || { game: null, notation: null };
}

/* The game that is played. */
function infoHere() {
	const { game } = recordHere();

	return game ? infoOf(game) : { players: [] };
}

/* Moves are written in the notation that the reader wants. */
function notationShown() {
	return state.notation || recordHere().notation;
}

function moveText(move, notation) {
	return write("move_write", move, notation, null);
}

/* A token that is played on the board, as the record writes it, or the
 * diagnostic that says why it cannot be. */
function judged(token, notation = COORDINATES) {
	const move = make("position_judge", state.position, token, notation);
	const [why] = move ? [] : allFacts("diagnostic", "game_diagnostic",
		ask("position_game", state.position));

	return { why, text: once("move", move, () =>
		moveText(move, recordHere().notation)) };
}

/* The cells, and the pieces in hand, that are tapped for a move that is
 * written in coordinates: "d9b8", "P*c10", "d8e8&b8d7". */
function stepsOf(token) {
	const [action] = token.replace(/^\w:/, "").split("(");

	return (action.match(/[A-Z]\*|[a-z]+\d+/gi) || []).map(step =>
		step.endsWith("*") ? `*${step[0]}` : step.toLowerCase());
}

/* The turn that a move is: how it is tapped, and how it is written. */
function turnOf(move, index) {
	const { from, to, rook, ...more } = facts("move_info", "move_describe",
		move);
	const token = moveText(move, COORDINATES);
	const steps = stepsOf(token);
	const ways = rook ? [steps, [steps[0], rook.toLowerCase()]] : [steps];

	/* A piece in hand has no cell; a word has neither. */
	return { ...more, index, token, text: moveText(move, notationShown()),
		ways, to, from: from || (to ? `*${more.piece}` : "") };
}

function listTurns() {
	const { position } = state;
	const at = position && facts("position_info", "position_describe",
		position);
	const count = at && !at.result ?
		make("position_moves", position, TURNS) : 0;

	state.legal = [...Array(count).keys()].map(i => once("move",
		make("position_move", position, i), move => turnOf(move, i)));
}

/* --- What is tapped: cells and pieces in hand, one by one --- */

/* The ways of the turns that go on from what was tapped. */
function waysOn(steps = state.steps, turns = state.legal) {
	return turns.flatMap(({ ways }) => ways).filter(way =>
		steps.every((step, i) => way[i] === step));
}

/* The turns that are complete with what was tapped. */
function complete() {
	const { length } = state.steps;

	return state.legal.filter(turn => length > 0 && waysOn(state.steps, [turn])
		.some(way => way.length === length));
}

/* The cells to be tapped next. */
function targets() {
	const { steps } = state;

	return new Set([...complete().length > 0 ? [steps.at(-1)] : [],
		...steps.length > 0 ? waysOn().map(way => way[steps.length]) : []]);
}

/* The cells that turns begin on. */
function beginnings() {
	return new Set(state.legal.map(({ ways: [way] }) => way[0]));
}

function showChosen() {
	const { steps } = state;
	const marked = targets(), first = beginnings();

	for (const cell of find("board").querySelectorAll("[data-cell]")) {
		const name = cell.dataset.cell.toLowerCase();

		cell.classList.toggle("chosen", steps.includes(name));
		cell.classList.toggle("target", marked.has(name));
		cell.classList.toggle("begins", first.has(name));
	}
	for (const button of find("hand").querySelectorAll("[data-tap]"))
		button.setAttribute("aria-pressed", steps.includes(button.dataset.tap));
}

/* Goes on with these steps; a turn that is complete is played. It takes two
 * taps, so that a slip of the finger is none. Where a longer one is possible,
 * nothing may cover its cells: those that are complete are offered below. */
function choose(steps) {
	state.steps = steps;
	find("choice").togglePopover(false);
	const found = complete();
	const goesOn = waysOn().some(way => way.length > steps.length);

	showHand(goesOn ? found : []);
	showChosen();
	if (found.length > 0 && !goesOn && steps.length > 1)
		playOne(found);
	else if (found.length > 0 && !goesOn)
		offer(found);
}

/* A cell or a piece in hand is tapped: the next step of a turn, the last
 * one again to end it there, or the first of another. What it is no step of
 * says why. */
function tap(step) {
	const { steps } = state;
	const [first] = steps;

	if (first && waysOn([...steps, step]).length > 0)
		choose([...steps, step]);
	else if (step === steps.at(-1) && complete().length > 0)
		playOne(complete());
	else if (step !== first && beginnings().has(step))
		choose([step]);
	else {
		const { why } = first && step !== first ?
			judged(`${first.replace(/^\*(.)/, "$1*")}${step}`) : {};

		if (why)
			tell(why.message);
		choose([]);
	}
}

/* A piece as a picture, by its letter. */
function icon(letter, player) {
	const { board } = state.game;

	return pieceIcon(board, board.letters.indexOf(letter), player);
}

/* Pieces in hand, and moves that are complete or have no cell. */
function showHand(found) {
	const hands = new Set(waysOn([]).flat().filter(step => step[0] === "*"));

	fill("hand", [...hands].map(hand => h("button",
		{ "data-tap": hand, "aria-pressed": "false" },
		icon(hand[1], state.legal[0].player), `Drop ${hand[1]}`)),
	[...found, ...state.legal.filter(({ ways: [way] }) => way.length === 0)]
		.map(turnButton));
}

/* What a turn is, beyond the cells that are tapped. */
function wordsOf({ type, token, attacked }) {
	const [action, items = ""] = token.split(/[()]/);
	const declared = attacked && state.legal.some(turn =>
		turn.token.startsWith(`${action}(C`));

	return present([TYPES[type], items.includes("F") && "fortification",
		items.includes("T") && "touch of death",
		declared && (items.includes("M") ? "declares mate" :
			items.includes("C") ? "declares check" : "declares nothing")])
		.join(", ");
}

/* A turn as a button: a picture of the new piece, the move, and words. */
function turnButton(turn) {
	const piece = turn.promotion || (turn.type === "drop" && turn.piece);

	return h("button", { "data-move": turn.index },
		piece && icon(piece, turn.player), h("span", null, turn.text),
		h("small", null, wordsOf(turn)));
}

/* Shows the turns to choose from next to the last cell, where the window has
 * room for them. */
function offer(found) {
	fill("choices", found.map(turnButton));
	find("choice").togglePopover(true);
	const { style, offsetWidth, offsetHeight } = find("choice");
	const cell = find("board").querySelector(
		`[data-cell="${state.steps.at(-1)}" i]`) || find("hand");
	const { left, top, right, bottom } = cell.getBoundingClientRect();
	const above = top - offsetHeight - 4;

	style.left = `${Math.max(4, Math.min((left + right - offsetWidth) / 2,
		innerWidth - offsetWidth - 4))}px`;
	style.top = `${above > 4 ? above : Math.min(bottom + 4,
		innerHeight - offsetHeight - 4)}px`;
}

/* --- Changes of the record --- */

function nextOf({ line, index }) {
	return line.plies[index + 1];
}

/* Adds a ply after the node on the board, as the record writes it: to the
 * line, or as a variation of what follows. */
function addPly(token) {
	const { node, record } = state;
	const next = nextOf(node);
	const [call, on] = next ? ["ply_add_variation", next.ply] :
		node.ply ? ["ply_append", node.ply] : ["record_append", record];
	const address = next ? `${node.address}.${node.alternatives + 1}.1` :
		node.address.replace(/\d+$/, last => Number(last) + 1);

	changeLine(address, () => ask(call, on, token, 0) === 0);
}

/* Makes a change, after which the board shows a ply. Where the main line
 * changes, the game has the result that its last ply gives; a result that the
 * moves gave before, and no longer give, goes. */
function changeLine(address, make, isMain = !address.includes(".")) {
	const before = ending();
	const good = make();
	const now = ending();
	const { result } = infoOfRecord(state.record);

	if (good && isMain && (now || (before && result === before)))
		ask("record_set_result", state.record, now || "*");
	changed(good, address);
}

/* Plays a turn; one that the record has already is shown. */
function play(turn) {
	const next = nextOf(state.node);
	const known = next && withVariations(next).find(({ mover, text }) =>
		mover === turn.player && text === turn.text.replace(/^\w:/, ""));

	if (known)
		show(known);
	else
		addPly(judged(turn.token).text);
}

/* Plays one of several turns; asks if the game leaves a choice. */
function playOne(found) {
	if (found.length === 1)
		play(found[0]);
	else
		offer(found);
}

/* A move without a cell that ends a game is no slip of the finger. */
function playTurn(index) {
	const turn = state.legal[index];

	find("choice").togglePopover(false);
	if (["yield", "stalemate"].includes(turn.type))
		question(`Enter ${turn.text} (${turn.type})?`, null,
			["Enter", () => play(turn)]);
	else
		play(turn);
}

/* Plays a move that was typed; says why it cannot be played. */
function playTyped(token) {
	const same = state.legal.filter(turn => turn.text === token);
	const begun = state.legal.filter(turn => turn.text.startsWith(token));

	if (same.length > 0 || begun.length === 1) {
		playOne(same.length > 0 ? same : begun);
		return true;
	}
	const { text, why } = judged(token, notationShown());

	/* A token may have more than a move: an annotation, an offer. */
	if (text)
		addPly(notationShown() === recordHere().notation ? token : text);
	else
		tell(why ? why.message : `${token} is not a move.`);
	return Boolean(text);
}

/* Takes a ply back, with all that follows it; asks if more than that goes. */
function cut(node) {
	const others = node.ply ? countPlies(node) - 1 : 0;
	const remove = () => changeLine(node.before.address, () => {
		ask("ply_remove", node.ply);
		return true;
	}, !node.address.includes("."));

	if (others > 0)
		question(`Take back ${node.text} and ${
			counted(others, "ply")} more?`, null, ["Take back", remove]);
	else if (node.ply)
		remove();
}

/* Makes a variation, by its first node, the line that it is played instead
 * of; what it was instead of becomes a variation. */
function promote(first) {
	changeLine(first.line.instead.address, () => {
		ask("ply_promote", first.ply);
		return true;
	});
}

/* --- Arrows and marks --- */

/* Marks a cell, or draws an arrow to another one; removes it if it is there. */
function mark(from, to, colour) {
	const { ply } = state.node;
	const [name, sign] = from === to ? ["csl", colour + to] :
		["cal", colour + from + to];

	if (!ply) {
		tell("Arrows belong to a move: go to one first.");
		return;
	}
	const signs = (told("ply_command", ply, name) || "").split(",")
		.filter(Boolean);
	const after = signs.includes(sign) ? signs.filter(one => one !== sign) :
		[...signs, sign];

	changed(ask("ply_set_command", ply, name, after.join(",") || null) === 0);
}
