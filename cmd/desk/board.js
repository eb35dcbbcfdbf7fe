/*
 * The board: the position of a node, and moves that are made on it.
 */

const board = (() => {
	const dark = window.matchMedia("(prefers-color-scheme: dark)");
	const LONG = 500; /* milliseconds of a long touch */

	let paper = false; /* the page is being printed */

	function info() {
		const record = state.records[state.number - 1];

		return record && records.gameOf(record.game);
	}

	/* Moves are written in the notation that the reader wants. */
	function notation() {
		const record = state.records[state.number - 1];

		return state.notation || (record && record.notation) || null;
	}

	function listMoves() {
		const count = state.position ?
			engine.make("position_moves", state.position, 1) : 0;

		state.legal = [...Array(count).keys()].map(index => {
			const move = engine.make("position_move", state.position, index);
			const text = engine.write("move_write", move, notation(), null);
			const { type, piece, from, to } = engine.describe("move_info",
				"move_describe", move);

			engine.ask("move_free", move);
			/* A piece in hand has no cell; a word has neither. */
			return { index, text, type, piece, to,
				from: from || (to ? `*${piece}` : "") };
		});
	}

	function signs(node) {
		const sign = name => {
			const value = node.ply && engine.told("ply_command", node.ply,
				name);

			return value ? `[%${name} ${value}]` : "";
		};

		return `${sign("cal")}${sign("csl")}` || null;
	}

	function draw() {
		const { node } = state;
		const last = node.ply && node.move ?
			engine.make("ply_move", node.ply) : 0;
		const svg = engine.write("position_write", state.position, "svg",
			{ structure: "draw_options", seat: state.seat, last,
				notation: notation(), signs: signs(node),
				theme: dark.matches && !paper ? "dark" : "light" });

		engine.ask("move_free", last);
		find("board").innerHTML = (svg || "").replace(/^<\?xml[^>]*>\s*/, "");
	}

	/* What the board says in words. */
	function words() {
		const game = info();
		const at = engine.describe("position_info", "position_describe",
			state.position);

		if (!at)
			return "There is no position.";
		const last = state.node.ply ? `${state.node.number}${
			".".repeat(state.node.player + 1)} ${state.node.text}. ` : "";

		return `${last}${at.result ? `The game is over: ${at.result}.` :
			`${game.players[at.to_move]} to move.`}`;
	}

	function showChosen() {
		const targets = new Set(state.chosen === null ? [] :
			state.legal.filter(move => move.from === state.chosen)
				.map(move => move.to));

		for (const cell of find("board").querySelectorAll("[data-cell]")) {
			cell.classList.toggle("chosen",
				cell.dataset.cell === state.chosen);
			cell.classList.toggle("target", targets.has(cell.dataset.cell));
		}
		for (const button of find("hand").querySelectorAll("[data-hand]"))
			button.setAttribute("aria-pressed",
				String(button.dataset.hand === state.chosen));
	}

	/* Pieces in hand, and moves that have no cell. */
	function showHand() {
		const hands = [...new Set(state.legal.map(move => move.from)
			.filter(from => from.startsWith("*")))];
		const others = state.legal.filter(move => move.from === "");

		find("hand").replaceChildren(...hands.map(hand => make("button",
			{ type: "button", "data-hand": hand, "aria-pressed": "false" },
			`Drop ${hand[1]}`)),
		...others.map(move => make("button", { type: "button",
			"data-move": move.index },
		move.text === move.type ? move.text : `${move.text} (${move.type})`)));
	}

	/* Shows the position after a node. */
	function show(node) {
		engine.ask("position_free", state.position);
		state.node = node;
		state.chosen = null;
		state.position = records.positionOf(node);
		/* After a fault: the board before it. */
		for (let before = node; !state.position && before.before;) {
			before = before.before;
			state.position = records.positionOf(before);
		}
		listMoves();
		find("board").hidden = !state.position;
		draw();
		showHand();
		showChosen();
		find("status").textContent = node.ply && !node.move ?
			`${node.token} cannot be played; this is the board before it.` :
			words();
		find("board").setAttribute("aria-label", `The board. ${
			find("status").textContent}`);
		moves.point();
		moves.showRemarks();
		kept.notePlace();
		find("tokens").replaceChildren(...state.legal.map(move =>
			make("option", { value: move.text })));
	}

	/* A line of nodes, where the first has others instead of it. */
	function following(node, text) {
		const next = node.next;

		if (!next)
			return null;
		return [next, ...next.variations].find(one => one.text === text) ||
			null;
	}

	/* The path of a ply that was added after a node. */
	function pathAfter(node) {
		if (node.next)
			return `${node.path}.${node.alternatives + 1}.1`;
		return node.path.replace(/\d+$/, last => Number(last) + 1);
	}

	/* Makes a legal move: goes on in the record, or adds to it. */
	function play({ index, text }) {
		const { node } = state;
		const known = following(node, text);

		if (known) {
			show(known);
			return;
		}
		const path = pathAfter(node);
		const move = engine.make("position_move", state.position, index);
		const [call, on] = node.next ?
			["ply_add_variation_move", node.next.ply] : node.ply ?
				["ply_append_move", node.ply] :
				["record_append_move", state.record];
		const status = engine.ask(call, on, move, 0);

		if (status === 0 && !path.includes("."))
			finish(move);
		engine.ask("move_free", move);
		desk.changed(status === 0, path);
	}

	/* A game that the move ends has its result. */
	function finish(move) {
		const after = engine.make("move_make", move);
		const { result } = engine.describe("position_info",
			"position_describe", after);

		engine.ask("position_free", after);
		if (result)
			engine.ask("record_set_result", state.record, result);
	}

	/* Plays one of several moves; asks if the game leaves a choice. */
	function playOne(found) {
		if (found.length === 1) {
			play(found[0]);
			return;
		}
		find("choices").replaceChildren(...found.map(move => make("button",
			{ type: "button", "data-move": move.index }, move.text)));
		find("choice").showModal();
	}

	function onCell(cell) {
		const found = state.legal.filter(move =>
			move.from === state.chosen && move.to === cell);

		if (state.chosen !== null && found.length > 0) {
			playOne(found);
			return;
		}
		choose(state.legal.some(move => move.from === cell) ? cell : null);
	}

	function choose(from) {
		state.chosen = state.chosen === from ? null : from;
		showChosen();
	}

	/* Plays a move that was typed; says why it cannot be played. */
	function type(token) {
		const same = state.legal.filter(move => move.text === token);
		const begun = state.legal.filter(move => move.text.startsWith(token));

		if (same.length > 0 || begun.length === 1) {
			playOne(same.length > 0 ? same : begun);
			return true;
		}
		const move = engine.make("position_judge", state.position, token,
			notation());

		if (!move) {
			const [why] = engine.all("diagnostic", "game_diagnostic",
				engine.ask("position_game", state.position));

			desk.tell(why ? why.message : `${token} is not a move.`);
			return false;
		}
		const text = engine.write("move_write", move, notation(), null);

		engine.ask("move_free", move);
		play(state.legal.find(one => one.text === text));
		return true;
	}

	function turn() {
		state.seat = (state.seat + 1) % 3;
		draw();
		showChosen();
	}

	/*
	 * Arrows and marks: drawn with the right button, or by a long touch
	 */

	/* Adds a sign to those of the ply, or removes it if it is there. */
	function toggle(name, sign) {
		const { ply, path } = state.node;
		const before = (ply && engine.told("ply_command", ply, name)) || "";
		const signs = before.split(",").filter(one => one);
		const after = signs.includes(sign) ?
			signs.filter(one => one !== sign) : [...signs, sign];

		if (!ply) {
			desk.tell("Arrows belong to a move: go to one first.");
			return;
		}
		desk.changed(engine.ask("ply_set_command", ply, name,
			after.join(",") || null) === 0, path);
	}

	function cellAt(event) {
		const element = document.elementFromPoint(event.clientX,
			event.clientY);
		const cell = element && element.closest("#board [data-cell]");

		return cell ? cell.dataset.cell : null;
	}

	/* Names the cell below the pointer or the finger. */
	function nameCellAt({ target }) {
		const cell = target.closest("[data-cell]");

		find("cell").textContent = cell ?
			cell.textContent || cell.dataset.cell : "";
	}

	function watch() {
		const place = find("board");
		let from = null, signs = false, timer = 0;

		place.addEventListener("pointerover", nameCellAt);
		place.addEventListener("pointerdown", event => {
			from = cellAt(event);
			signs = event.button === 2;
			clearTimeout(timer);
			if (event.pointerType === "touch")
				timer = setTimeout(() => {
					signs = true;
				}, LONG);
		});
		place.addEventListener("pointerup", event => {
			const to = cellAt(event);
			const colour = event.shiftKey ? "R" : "G";

			clearTimeout(timer);
			if (!signs || !from || !to)
				return;
			if (from === to)
				toggle("csl", colour + to);
			else
				toggle("cal", colour + from + to);
		});
		place.addEventListener("pointercancel", () => clearTimeout(timer));
		place.addEventListener("contextmenu", event => event.preventDefault());
		for (const [event, now] of [["beforeprint", true],
			["afterprint", false]])
			window.addEventListener(event, () => {
				paper = now;
				if (state.position)
					draw();
			});
		/* A finger that draws does not scroll. */
		place.addEventListener("touchmove", event => {
			if (signs)
				event.preventDefault();
		}, { passive: false });
		place.addEventListener("click", event => {
			const cell = event.target.closest("[data-cell]");

			if (cell && !signs)
				onCell(cell.dataset.cell);
		});
	}

	dark.addEventListener("change", () => state.position && draw());

	return { show, play, choose, type, turn, notation, info, watch };
})();
