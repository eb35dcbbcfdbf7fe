/*
 * The board: the position of a node, and moves that are made on it.
 */

const board = (() => {
	const TYPES = { castle: "castling", enpassant: "en passant",
		field: "field promotion", traitor: "traitor", leap: "chain of leaps",
		illumination: "illumination", pass: "pass", yield: "yield",
		stalemate: "call a draw" };
	const TURNS = 2; /* TERNION_TURNS */
	const COORDINATES = "coordinate"; /* the notation of what is tapped */

	function info() {
		const record = state.records[state.number - 1];

		return record && records.gameOf(record.game);
	}

	/* Moves are written in the notation that the reader wants. */
	function notation() {
		const record = state.records[state.number - 1];

		return state.notation || (record && record.notation) || null;
	}

	function written(move, notation) {
		return engine.write("move_write", move, notation, null);
	}

	/* The notation of the record. */
	function recorded() {
		return state.records[state.number - 1].notation;
	}

	/* A token that is played on the board, as the record writes it, or the
	 * diagnostic that says why it cannot be. */
	function judged(token, notation = COORDINATES) {
		const move = engine.make("position_judge", state.position, token,
			notation);
		const [why] = move ? [] : engine.all("diagnostic", "game_diagnostic",
			engine.ask("position_game", state.position));
		const text = move && written(move, recorded());

		engine.ask("move_free", move);
		return { text, why };
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
		const { from, to, rook, ...facts } = engine.describe("move_info",
			"move_describe", move);
		const token = written(move, COORDINATES);
		const steps = stepsOf(token);
		const ways = rook ? [steps, [steps[0], rook.toLowerCase()]] : [steps];

		/* A piece in hand has no cell; a word has neither. */
		return { ...facts, index, token, text: written(move, notation()),
			ways, to, from: from || (to ? `*${facts.piece}` : "") };
	}

	function listTurns() {
		const { position } = state;
		const at = position && engine.describe("position_info",
			"position_describe", position);
		const count = at && !at.result ?
			engine.make("position_moves", position, TURNS) : 0;

		state.legal = [...Array(count).keys()].map(i => {
			const move = engine.make("position_move", position, i);
			const turn = turnOf(move, i);

			engine.ask("move_free", move);
			return turn;
		});
	}

	/*
	 * What is tapped: the cells and the pieces in hand of a turn, one by one
	 */

	/* The ways of a turn that go on from what was tapped. */
	function waysOn({ ways }, steps = state.steps) {
		return ways.filter(way => steps.every((step, i) => way[i] === step));
	}

	/* The turns that are complete with what was tapped. */
	function complete() {
		const { length } = state.steps;

		return state.legal.filter(turn => length > 0 &&
			waysOn(turn).some(way => way.length === length));
	}

	function targets() {
		const { steps, legal } = state;
		const open = steps.length ? legal.flatMap(turn => waysOn(turn)) : [];

		return new Set([...open.map(way => way[steps.length]),
			...complete().length > 0 ? [steps.at(-1)] : []]);
	}

	/* Whether a turn begins on a cell. */
	function begins(cell) {
		return state.legal.some(({ ways: [way] }) => way[0] === cell);
	}

	/* The cells that mean something when they are tapped. */
	function candidates() {
		return new Set([...targets(), state.steps[0],
			...state.legal.map(({ ways: [way] }) => way[0])]);
	}

	function showChosen() {
		const { steps } = state;
		const marked = targets();

		for (const cell of find("board").querySelectorAll("[data-cell]")) {
			const name = cell.dataset.cell.toLowerCase();

			cell.classList.toggle("chosen", steps.includes(name));
			cell.classList.toggle("target", marked.has(name));
			cell.classList.toggle("begins", begins(name));
		}
		for (const button of find("hand").querySelectorAll("[data-hand]"))
			button.setAttribute("aria-pressed",
				String(steps.includes(button.dataset.hand)));
	}

	function choose(steps) {
		state.steps = steps;
		find("choice").close();
		showChosen();
		const found = complete();
		const only = found.length > 0 && !state.legal.some(turn =>
			waysOn(turn).some(way => way.length > steps.length));

		/* A turn takes two taps, so that a slip of the finger is none. */
		if (only && steps.length > 1)
			playOne(found);
		else if (found.length > 0)
			offer(found);
	}

	/* Says why what was tapped is no move. */
	function explain(step) {
		const from = state.steps[0];
		const token = `${from.replace(/^\*(.)/, "$1*")}${step}`;
		const { why } = judged(token);

		if (why)
			tell(why.message);
	}

	/* A cell or a piece in hand is tapped: the next step of a turn, the last
	 * one again to end it there, or the first of another. */
	function tap(step) {
		const { steps, legal } = state;
		const goesOn = steps.length > 0 && legal.some(turn =>
			waysOn(turn, [...steps, step]).length > 0);

		if (goesOn)
			choose([...steps, step]);
		else if (step === steps.at(-1) && complete().length > 0)
			playOne(complete());
		else if (begins(step) && step !== steps[0])
			choose([step]);
		else {
			if (steps.length > 0 && step !== steps[0])
				explain(step);
			choose([]);
		}
	}

	/* A piece as a picture, by its letter. */
	function icon(letter, player) {
		const { board: shown } = state.game;

		return pieceIcon(shown, shown.letters.indexOf(letter), player);
	}

	/* Pieces in hand, and moves that have no cell. */
	function showHand() {
		const hands = [...new Set(state.legal.flatMap(({ ways: [way] }) => way)
			.filter(step => step.startsWith("*")))];
		const others = state.legal.filter(({ ways: [way] }) => !way.length);

		find("hand").replaceChildren(...hands.map(hand => make("button",
			{ type: "button", "data-hand": hand, "aria-pressed": "false" },
			icon(hand[1], state.legal[0].player), `Drop ${hand[1]}`)),
		...others.map(button));
	}

	/* Follows the viewer to a node. */
	function shown(node) {
		engine.ask("position_free", state.position);
		state.node = node;
		state.position = records.positionOf(node);
		listTurns();
		showHand();
		choose([]);
		moves.showRemarks(node);
		kept.notePlace();
		find("tokens").replaceChildren(...state.legal.map(move =>
			make("option", { value: move.text })));
	}

	function nextOf({ line, index }) {
		return line.plies[index + 1];
	}

	/* The node of a turn that the record has after another node already. */
	function following(node, { text, player }) {
		const next = nextOf(node);

		return next && withVariations(next).find(one =>
			one.mover === player && one.text === text.replace(/^\w:/, ""));
	}

	/* The address of a ply that is added after a node. */
	function addressAfter(node) {
		if (nextOf(node))
			return `${node.address}.${node.alternatives + 1}.1`;
		return node.address.replace(/\d+$/, last => Number(last) + 1);
	}

	/* Adds a ply after the node on the board, as the record writes it: to the
	 * line, or as a variation of what follows. */
	function add(token) {
		const { node } = state;
		const address = addressAfter(node), next = nextOf(node);
		const [call, on] = next ? ["ply_add_variation", next.ply] :
			node.ply ? ["ply_append", node.ply] :
				["record_append", state.record];
		const added = engine.ask(call, on, token, 0) === 0;

		if (added && !address.includes("."))
			finish();
		desk.changed(added, address);
	}

	function play(turn) {
		const known = following(state.node, turn);

		if (known) {
			viewer.show(known);
			return;
		}
		add(judged(turn.token).text);
	}

	/* The game has the result that its last ply gives. A result that the moves
	 * gave before, and no longer give, goes. */
	function finish(before = null) {
		const now = records.ending();
		const { result } = engine.describe("record_info", "record_describe",
			state.record);

		if (now || (before && result === before))
			engine.ask("record_set_result", state.record, now || "*");
	}

	/* Plays one of several turns; asks if the game leaves a choice. */
	function playOne(found) {
		if (found.length === 1)
			play(found[0]);
		else
			offer(found);
	}

	/* What a turn is, beyond the cells that are tapped. */
	function wordsOf({ type, token, attacked }) {
		const [action, items = ""] = token.split(/[()]/);
		const declared = state.legal.some(turn =>
			turn.token.startsWith(`${action}(C`));
		const said = attacked && declared ? [/M/.test(items) ? "declares mate" :
			/C/.test(items) ? "declares check" : "declares nothing"] : [];
		const calls = [["F", "fortification"], ["T", "touch of death"]]
			.filter(([sign]) => items.includes(sign)).map(([, word]) => word);

		return [...TYPES[type] ? [TYPES[type]] : [], ...calls, ...said]
			.join(", ");
	}

	/* A turn as a button: a picture of the new piece, the move, and words. */
	function button(turn) {
		const piece = turn.promotion || (turn.type === "drop" && turn.piece);

		return make("button", { type: "button", "data-move": turn.index },
			...piece ? [icon(piece, turn.player)] :
				[], make("span", null, turn.text),
			make("small", null, wordsOf(turn)));
	}

	/* Shows the turns to choose from next to the last cell. */
	function offer(found) {
		find("choices").replaceChildren(...found.map(button));
		find("choice").show();
		const { style, offsetWidth, offsetHeight } = find("choice");
		const cell = find("board").querySelector(
			`[data-cell="${state.steps.at(-1)}" i]`) || find("hand");
		const { left, top, right, bottom } = cell.getBoundingClientRect();
		const above = top - offsetHeight - 4;

		/* Next to the cell, where the window has room for it. */
		style.left = `${Math.max(4, Math.min((left + right - offsetWidth) / 2,
			innerWidth - offsetWidth - 4))}px`;
		style.top = `${above > 4 ? above : Math.min(bottom + 4,
			innerHeight - offsetHeight - 4)}px`;
	}

	/* Plays a move that was typed; says why it cannot be played. */
	function type(token) {
		const same = state.legal.filter(turn => turn.text === token);
		const begun = state.legal.filter(turn => turn.text.startsWith(token));

		if (same.length > 0 || begun.length === 1) {
			playOne(same.length > 0 ? same : begun);
			return true;
		}
		const { text, why } = judged(token, notation());

		if (!text) {
			tell(why ? why.message : `${token} is not a move.`);
			return false;
		}
		/* A token may have more than a move: an annotation, an offer. */
		add(notation() === recorded() ? token : text);
		return true;
	}

	/* Removes a ply, with all that follows it. */
	function takeBack(node) {
		const before = records.ending();

		engine.ask("ply_remove", node.ply);
		if (!node.address.includes("."))
			finish(before);
		desk.changed(true, node.before.address);
	}

	/* Makes a variation, by its first node, the line that it is played instead
	 * of; what it was instead of becomes a variation. */
	function promote(first) {
		const { address } = first.line.instead;
		const before = records.ending();

		engine.ask("ply_promote", first.ply);
		if (!address.includes("."))
			finish(before);
		desk.changed(true, address);
	}

	/*
	 * Arrows and marks
	 */

	/* Adds a sign to those of the ply, or removes it if it is there. */
	function toggle(name, sign) {
		const { ply, address } = state.node;
		const before = (ply && engine.told("ply_command", ply, name)) || "";
		const signs = before.split(",").filter(one => one);
		const after = signs.includes(sign) ?
			signs.filter(one => one !== sign) : [...signs, sign];

		if (!ply) {
			tell("Arrows belong to a move: go to one first.");
			return;
		}
		desk.changed(engine.ask("ply_set_command", ply, name,
			after.join(",") || null) === 0, address);
	}

	/* Marks a cell, or draws an arrow to another one. */
	function mark(from, to, colour) {
		if (from === to)
			toggle("csl", colour + to);
		else
			toggle("cal", colour + from + to);
	}

	return { shown, showChosen, play, tap, choose, begins, candidates, mark, type,
		takeBack, promote, notation, info };
})();
