/* The board: the position of a node, and moves that are made on it. */

const TYPES = { castle: "castling", enpassant: "en passant",
	field: "field promotion", traitor: "traitor", leap: "chain of leaps",
	illumination: "illumination", pass: "pass", yield: "yield",
	stalemate: "call a draw" };
const TURNS = 2; /* TERNION_TURNS */

/* The record on the board, as the last check found it. */
const recordHere = () =>
	state.records[state.number - 1] || { game: null, notation: null };

/* Moves are written in the notation that the reader wants. */
const notationShown = () => state.notation || recordHere().notation;
const moveText = (move, notation) => write("move_write", move, notation, null);

/* A token that is played on the board, as the record writes it, or why it
 * cannot be. */
function judged(token, notation = "coordinate") {
	const move = make("position_judge", state.position, token, notation);
	const [why] = move ? [] : allFacts("diagnostic", "game_diagnostic",
		ask("position_game", state.position));
	return { why: why?.message, text: once("move", move, () =>
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
	const token = moveText(move, "coordinate");
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
const waysOn = (steps = state.steps, turns = state.legal) =>
	turns.flatMap(({ ways }) => ways).filter(way =>
		steps.every((step, i) => way[i] === step));

/* The turns that are complete with what was tapped. */
const complete = ({ steps, legal } = state) => legal.filter(turn =>
	steps.length > 0 && waysOn(steps, [turn]).some(way =>
		way.length === steps.length));

/* The cells to be tapped next. */
function targets() {
	const { steps } = state;
	return new Set([...complete().length > 0 ? [steps.at(-1)] : [],
		...steps.length > 0 ? waysOn().map(way => way[steps.length]) : []]);
}

/* The cells that turns begin on. */
const beginnings = () => new Set(state.legal.map(({ ways: [way] }) => way[0]));

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
	if (found.length > 0 && !goesOn)
		(steps.length > 1 ? playOne : offer)(found);
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
			tell(why);
		choose([]);
	}
}

/* A piece as a picture, by its letter. */
const icon = (letter, player, { board } = state.game) =>
	pieceIcon(board, board.letters.indexOf(letter), player);

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
	const { players, colours } = state.game.board;
	const declared = attacked && state.legal.some(turn =>
		turn.token.startsWith(`${action}(C`));
	const [check, king = ""] = /C([WRB]?)/.exec(items) || [];
	const whom = king && ` to ${players[colours.indexOf(king.toLowerCase())]}`;
	return present([TYPES[type], items.includes("F") && "fortification",
		items.includes("T") && "touch of death",
		declared && `declares ${check ? "check" : "nothing"}${whom}`])
		.join(", ");
}

/* A turn as a button: a picture of the new piece, the move, and words. */
function turnButton(turn) {
	const piece = turn.promotion || turn.piece;
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

/* Makes a change, after which the board shows a ply. If it changes how the main
 * line ends, so does the result, unless it is one that no move gave. */
function changeLine(address, name, ...values) {
	const before = ending();
	const good = ask(name, ...values) === 0;
	const now = ending();
	const { result } = infoOfRecord(state.record);
	if (now !== before && (now || result === before))
		ask("record_set_result", state.record, now || "*");
	changed(good, address);
}

/* Adds a ply after the node on the board, as the record writes it: to the
 * line, or as a variation of what follows. */
function addPly(token) {
	const { node, record } = state;
	const { address, alternatives } = node, next = nextOf(node);
	if (next)
		changeLine(`${address}.${alternatives + 1}.1`, "ply_add_variation",
			next.ply, token, 0);
	else
		changeLine(address.replace(/\d+$/, last => Number(last) + 1),
			node.ply ? "ply_append" : "record_append",
			node.ply || record, token, 0);
}

/* The token of a turn, with the call that goes with it: "e2e4(CY)". */
const withCall = ({ token }, call = state.call) =>
	token.endsWith(")") ? token.replace(")", `${call})`) :
		token + (call && `(${call})`);

/* Adds the ply that was judged, or says why it cannot be played. */
function addJudged({ text, why }) {
	if (text)
		addPly(text);
	else
		tell(why || "This is no move.");
	return Boolean(text);
}

/* Plays a turn; one that the record has already is shown. */
function play(turn) {
	const next = nextOf(state.node);
	const known = next && withVariations(next).find(({ mover, text }) =>
		mover === turn.player && text === turn.text.replace(/^\w:/, ""));
	if (known && !state.call)
		show(known);
	else
		addJudged(judged(withCall(turn)));
}

/* Plays one of several turns; asks if the game leaves a choice. */
const playOne = found =>
	found.length === 1 ? play(found[0]) : offer(found);

/* Plays the turn of a button. A call that ends a game is no slip of the finger;
 * some games allow it with a move. */
function playTurn(index) {
	const turn = state.legal[index], [first] = state.legal;
	const [, call] = /^\(([SY])\)$/.exec(turn.token) || [];
	const goesOn = call && judged(withCall(first, call)).text;

	find("choice").togglePopover(false);
	if (["yield", "stalemate"].includes(turn.type))
		question(`Enter ${turn.text} (${TYPES[turn.type]})?`, null,
			["Enter", () => play(turn)], ...goesOn ? [["With a move", () => {
				state.call = call;
				tell("Now enter the move.");
			}]] : []);
	else
		play(turn);
}

/* Plays a move that was typed; false if it cannot be played. A token may have
 * more than a move: an annotation, an offer. */
function playTyped(token) {
	const same = state.legal.find(({ text }) => text === token);
	const { text, why } = same ? {} : judged(token, notationShown());
	if (same)
		play(same);
	return same || addJudged({ why, text: text &&
		notationShown() === recordHere().notation ? token : text });
}

/* Takes a ply back; asks if more than that goes. */
function cut(node) {
	const remove = () =>
		changeLine(node.before.address, "ply_remove", node.ply);
	if (node.ply && (nextOf(node) || node.variations.length > 0))
		question(`Take back ${node.text} and all that follows it?`, null,
			["Take back", remove]);
	else if (node.ply)
		remove();
}

/* Marks a cell, or draws an arrow to another one; removes it if it is there. */
function mark(from, to, colour) {
	const { ply } = state.node;
	const [name, sign] = from === to ? ["csl", colour + to] :
		["cal", colour + from + to];
	const signs = new Set((told("ply_command", ply, name) || "").split(",")
		.filter(Boolean));

	if (!signs.delete(sign))
		signs.add(sign);
	if (ply)
		changed(ask("ply_set_command", ply, name,
			[...signs].join(",") || null) === 0);
	else
		tell("Arrows belong to a move: go to one first.");
}
