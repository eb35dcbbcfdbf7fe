/* The viewer: the game and the position that are shown, and what a reader does
 * with them. The page and the desk have it, each with more actions and keys,
 * and each has three functions for it: act(name, value, button) does an action,
 * seatPlayers(panels) places the players, and follow() follows a change of the
 * board. */

const state = {
	game: null,
	node: null,    /* of the game: the one on the board */
	drawing: null, /* of the board */
};

/* The board of a template. */
const boardOf = id => find(id).board ||= readBoard(id);

/* Shows a game; on the same board from the same seat as the one before it.
 * A new drawing takes a browser a while. */
function showGame(game, seat = state.game?.board === game.board ?
	state.drawing.seat : 0) {
	state.game = game;
	if (state.drawing?.board !== game.board) {
		state.drawing = newDrawing(game.board);
		fill("board", state.drawing.svg);
	}
	turnTo(seat);
	fill("moves", moveList(game));
}

function turnTo(seat) {
	const [, , width, height] = state.game.board.seats[seat].view;
	state.drawing.turnTo(seat);
	find("board").style.setProperty("--ratio", width / height);
}

/* The name of a cell as the moves have it, which may depend on the player;
 * an element that is none has no name. */
function namesOf(path) {
	const { board } = state.game;
	const cell = path ? cellNamed(board, path.dataset.cell) : -1;
	const differ = board.names && board.names.length > 1;
	return cell >= 0 && (differ ? PLAYERS : [0]).map(player => [
		differ && dot(board, player), `${nameCell(board, player, cell)} `]);
}

function show(node) {
	const { game, drawing } = state;
	const words = describe(game, node);

	state.node = node;
	drawing.show(node);
	seatPlayers(playerPanels(game, node));
	fill("status", words);
	find("board").setAttribute("aria-label",
		`The board as ${game.board.players[drawing.seat]} sees it. ${words}`);
	follow();
	/* The browser lays all of it out once. */
	pointOut(find("moves"), find("moves").querySelector(
		`[data-at="${node.address}"].move`));
}

/* Another of the plies that were looked at in the same place. */
function toSibling(by) {
	let { node } = state;
	while (node.index === 0 && node.line.instead)
		node = node.line.instead;
	const all = withVariations(node);
	show(all.at((all.indexOf(state.node) + by) % all.length));
}

const actions = {
	at: address => show(state.game.nodes.get(address)),
	first: () => show(state.node.line.prefix ? state.node.line.start :
		state.game.start),
	back: () => show(state.node.before || state.node),
	next: () => show(nextOf(state.node) || state.node),
	last: () => show(state.node.line.plies.at(-1) || state.node),
	before: () => toSibling(-1),
	other: () => toSibling(1),
	turn: () => {
		turnTo((state.drawing.seat + 1) % 3);
		show(state.node);
	},
	print: () => window.print(),
	close: (_, button) => button.closest("dialog").close(),
};
const keys = {
	ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last",
	ArrowUp: "before", ArrowDown: "other", t: "turn",
};

/* The data of a button or a move say what it does, and with what: data-do names
 * an action without a value. */
function onClick(event) {
	const target = event.target.closest("a.move, button");
	const isLink = target?.matches("a");

	/* A link opens another tab with these keys. */
	if (!target || (isLink && (event.ctrlKey || event.metaKey ||
	    event.shiftKey)))
		return;
	if (isLink)
		event.preventDefault();
	for (const [name, value] of Object.entries(target.dataset))
		if (name === "do" || actions[name])
			act(name === "do" ? value : name, value, target);
}

function onKey(event) {
	const busy = event.target.closest("input, textarea, select, dialog") ||
		(event.key === " " && event.target.closest("button, a"));
	if (!keys[event.key] || busy || event.ctrlKey || event.altKey ||
	    event.metaKey)
		return;
	event.preventDefault();
	act(keys[event.key]);
}

function watchViewer() {
	document.addEventListener("click", onClick);
	document.addEventListener("keydown", onKey);
	find("board").addEventListener("pointerover", ({ target }) =>
		fill("cell", namesOf(target.closest("[data-cell]"))));
}
