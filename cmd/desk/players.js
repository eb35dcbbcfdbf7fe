/*
 * The players, each at his side of the board, and pictures of pieces.
 */

const players = (() => {
	const NAMES = { N: "knight", O: "pope" }; /* of other first letters */
	const armies = new Map();

	/* A piece as a picture, from the shapes of the board. */
	function picture(kind, colour) {
		const [title] = find("board").querySelectorAll("[id]");
		const prefix = title ? title.id.replace(/-.*/, "") : "";
		const shape = [...find("board").querySelectorAll(
			`[id^="${prefix}-"][id$="-${colour}"]`)].map(one => one.id)
			.find(id => id.slice(prefix.length + 1).startsWith(NAMES[kind] ||
				kind.toLowerCase()));
		const span = make("span", { class: "piece" });

		span.innerHTML = shape ? `<svg viewBox="-50 -50 100 100" ${
			""}aria-hidden="true"><use href="#${shape}"/></svg>` : kind;
		return span;
	}

	function piecesOf(position, player) {
		return engine.all("piece", "position_piece", position)
			.filter(({ kind, colour }) => kind && colour === player)
			.map(({ kind }) => kind);
	}

	function armyOf({ id, game }, player) {
		if (!armies.has(id)) {
			const start = engine.make("position_start", game);

			armies.set(id, [0, 1, 2].map(one => piecesOf(start, one)));
			engine.ask("position_free", start);
		}
		return armies.get(id)[player];
	}

	/* The pieces of his army that a player has no longer. */
	function lost(game, player) {
		const left = piecesOf(state.position, player);

		return armyOf(game, player).filter(kind => {
			const at = left.indexOf(kind);

			if (at >= 0)
				left.splice(at, 1);
			return at < 0;
		});
	}

	/* Each kind once, with its number. */
	function row(title, kinds, colour) {
		const counts = new Map();

		for (const kind of kinds)
			counts.set(kind, (counts.get(kind) || 0) + 1);
		return counts.size === 0 ? [] : [make("span", { class: "row",
			role: "img", "aria-label": `${title}: ${[...counts].map(
				([kind, count]) => `${count} ${kind}`).join(", ")}` },
		make("small", null, title), ...[...counts].flatMap(([kind, count]) => [
			picture(kind, colour), ...count > 1 ? [String(count)] : []]))];
	}

	/* The latest [%clk] of a player. */
	function clockOf(player) {
		for (let node = state.node; node && node.ply; node = node.before) {
			const clock = node.player === player &&
				engine.told("ply_command", node.ply, "clk");

			if (clock)
				return clock;
		}
		return "";
	}

	function badges({ to_move: next, out, attacked, result }, player) {
		const score = result ? result.split("-")[player] : "";

		return [...score ? [score] : [],
			...!result && next === player ? ["to move"] : [],
			...out >> player & 1 ? ["out"] : [],
			...attacked >> player & 1 ? ["in check"] : []].map(word =>
			make("span", { class: word === "in check" ? "badge alarm" :
				"badge" }, word));
	}

	function seat(game, at, hands, player) {
		const colour = game.colours[player];
		const tag = engine.told("record_value", state.record,
			game.players[player]);
		const name = tag && tag !== "?" ? tag : game.players[player];
		const clock = clockOf(player);

		return [make("div", null, picture("P", colour),
			make("b", null, name), " ", ...clock ? [make("span",
				{ class: "clock" }, clock), " "] : [],
			...badges(at, player)),
		make("div", null, ...row("hand", hands[player] || [], colour),
			...row("lost", lost(game, player), colour))];
	}

	/* The player of the seat sits below the board, the others above it. */
	function show() {
		const game = board.info();
		const at = state.position && engine.describe("position_info",
			"position_describe", state.position);
		const [, text = ""] = / hand=(\S+)/.exec(engine.write("position_write",
			state.position, "3pf", 0) || "") || [];
		const hands = text.split(".").map(hand => [...hand.replace("-", "")]);

		["below", "left", "right"].forEach((place, i) =>
			find(place).replaceChildren(...at ? seat(game, at, hands,
				(state.seat + i) % 3) : []));
	}

	return { show, picture };
})();
