/*
 * The viewer: the game and the position that are shown, and what a reader does
 * with them. The page and the desk have it, each with more actions and keys.
 */
const viewer = (() => {
	const READABLE = 7; /* pixels; the height of names of cells */
	const boards = new Map();
	let game = null, node = null, drawing = null, inTable = false;
	let owner = null; /* the page or the desk: see watch */

	function boardOf(id) {
		if (!boards.has(id))
			boards.set(id, readBoard(id));
		return boards.get(id);
	}

	function showMoves() {
		find("moves").replaceChildren(
			inTable ? movesInTable(game) : movesInText(game));
	}

	/* Shows a game; on the same board from the same seat as the one before it.
	 * A new drawing takes a browser a while. */
	function open(next, seat = game && game.board === next.board ?
		drawing.seat : 0) {
		game = next;
		if (!drawing || drawing.board !== game.board) {
			drawing = newDrawing(game.board);
			find("board").replaceChildren(drawing.svg);
			turnTo(seat);
		} else if (drawing.seat !== seat) {
			turnTo(seat);
		}
		showMoves();
	}

	function turnTo(seat) {
		const [, , width, height] = game.board.seats[seat].view;

		drawing.turnTo(seat);
		find("board").style.setProperty("--ratio", width / height);
		sizeLabels();
	}

	/* Names are large enough to be read, up to twice as large as on a large
	 * board. */
	function sizeLabels() {
		const labels = drawing.svg.querySelector(".labels");
		const [, , width, height] = game.board.seats[drawing.seat].view;
		const { clientWidth, clientHeight } = find("board");
		const scale = 10 * Math.min(clientWidth / width,
			clientHeight / height);
		const size = Number(labels.getAttribute("font-size"));

		labels.style.fontSize = `${Math.min(2 * size,
			Math.max(size, READABLE / scale))}px`;
	}

	/* The name of a cell as the moves have it, which may depend on the player;
	 * an element that is none has no name. */
	function namesOf(path) {
		const { board } = game;
		const cell = path ? cellNamed(board, path.dataset.cell) : -1;
		const players = board.names && board.names.length > 1 ?
			[0, 1, 2] : [0];

		return players.filter(() => cell >= 0).flatMap(player => [
			...players.length > 1 ? [dot(board, player)] : [],
			`${nameCell(board, player, cell)} `]);
	}

	function show(next) {
		const clocks = clocksAt(next);
		const words = describe(game, next);

		node = next;
		drawing.show(node);
		owner.seat([0, 1, 2].map(player =>
			playerPanel(game, node, player, clocks[player])));
		find("status").textContent = words;
		find("board").setAttribute("aria-label",
			`The board as ${game.board.players[drawing.seat]} sees it. ${
				words}`);
		owner.shown();
		/* The browser lays all of it out once. */
		pointOut(find("moves"), find("moves").querySelector(
			`[data-at="${node.address}"].move`));
	}

	function toSibling(by) {
		const all = siblings(node);

		show(all[(all.indexOf(node) + by + all.length) % all.length]);
	}

	const actions = {
		first: () => show(node.line.prefix ? node.line.start : game.start),
		back: () => show(node.before || node),
		next: () => show(node.line.plies[node.index + 1] || node),
		last: () => show(node.line.plies.at(-1) || node),
		before: () => toSibling(-1),
		other: () => toSibling(1),
		turn: () => {
			turnTo((drawing.seat + 1) % 3);
			show(node);
		},
		layout: () => {
			inTable = !inTable;
			showMoves();
			show(node);
		},
		print: () => window.print(),
	};
	const keys = {
		ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last",
		ArrowUp: "before", ArrowDown: "other", t: "turn",
	};

	function onClick(event) {
		const link = event.target.closest("a.move");
		const button = event.target.closest("button");

		if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
			event.preventDefault();
			owner.act("go", () => show(game.nodes.get(link.dataset.at)));
		} else if (button && button.dataset.do) {
			owner.act(button.dataset.do, actions[button.dataset.do]);
		} else if (button && button.dataset.close !== undefined) {
			button.closest("dialog").close();
		} else if (button) {
			owner.click(button);
		}
	}

	function onKey(event) {
		const action = keys[event.key];
		const busy = event.target.closest(
			"input, textarea, select, dialog") ||
			(event.key === " " && event.target.closest("button, a"));

		if (!action || busy || event.ctrlKey || event.altKey ||
		    event.metaKey)
			return;
		event.preventDefault();
		if (!owner.key(event))
			owner.act(action, actions[action]);
	}

	/* The owner has actions and keys of its own, and functions: `seat` places
	 * the panels of the players, `shown` follows a change of the board, `act`
	 * does an action, `click` takes other buttons, and `key` takes a key before
	 * the viewer does. */
	function watch(own) {
		owner = own;
		Object.assign(actions, own.actions);
		Object.assign(keys, own.keys);
		document.addEventListener("click", onClick);
		document.addEventListener("keydown", onKey);
		find("board").addEventListener("pointerover", ({ target }) =>
			find("cell").replaceChildren(
				...namesOf(target.closest("[data-cell]"))));
		new ResizeObserver(() => {
			if (game)
				sizeLabels();
		}).observe(find("board"));
	}

	return {
		boardOf, open, turnTo, show, namesOf, actions, watch,
		get game() {
			return game;
		},
		get node() {
			return node;
		},
		get drawing() {
			return drawing;
		},
		get inTable() {
			return inTable;
		},
	};
})();
