/*
 * The moves of the record on the board, with variations and comments; and its
 * tags.
 */

const moves = (() => {
	const COMMANDS = /\[%\w+ [^\]]*\]\s*/g;
	const PLACES = [0, 1, 2]; /* enum ternion_place */
	const [, BEHIND] = PLACES;
	const SIGNS = 6; /* annotations that can be chosen: "!" to "?!" */

	/* The move of a node in the notation that is shown. */
	function write(node) {
		const move = node.move === null ? 0 :
			engine.make("ply_move", node.ply);

		node.text = move ? engine.write("move_write", move, board.notation(),
			null) : node.token;
		engine.ask("move_free", move);
	}

	function texts(node, place) {
		const found = [];

		for (let comment; (comment = engine.told("ply_comment", node.ply,
			place, found.length)) !== null;)
			found.push(comment);
		return found;
	}

	function nags(node) {
		const found = [];

		for (let nag; (nag = engine.ask("ply_nag", node.ply, found.length));)
			found.push(nag);
		return found;
	}

	/* A line as page_list.js shows it. */
	function lineFrom(first) {
		const line = { first, plies: [], comments: [], afterwards: [] };

		for (let node = first; node; node = node.next) {
			const variations = node.variations.map(lineFrom);
			const [remarks, comments, afterwards] = PLACES.map(place =>
				texts(node, place));

			write(node);
			if (variations.length > 0)
				variations.at(-1).afterwards = afterwards;
			line.plies.push({ ...node, round: node.number,
				mover: node.player, nags: nags(node), remarks, comments,
				variations });
		}
		return line;
	}

	/* Each move has a dot in the colour of its player's pieces. */
	function paintDots() {
		const { colours } = board.info() || { colours: "" };
		const inks = [...colours].map(colour => find("board").querySelector(
			`[id$="-pawn-${colour}"]`)).map(shape => shape &&
			shape.getAttribute("fill"));

		for (const place of find("moves").querySelectorAll(".dot"))
			place.style.background = inks[place.dataset.player];
	}

	function link({ path, move, mover, text }) {
		return make(move === null ? "button.move.bad" : "button.move",
			{ type: "button", "data-path": path, tabindex: -1 },
			move === null ? null : make("i.dot", { "data-player": mover,
				"aria-hidden": "true" }),
			...breakable(text));
	}

	/* A variation can become the line that it is played instead of, or go. */
	function tools({ first }) {
		const tool = (what, label, sign) => make("button.tool",
			{ type: "button", [`data-${what}`]: first.path,
				"aria-label": label, title: label }, sign);

		return [tool("promote", `Promote ${first.text}`, "\u2191"),
			tool("cut", `Delete ${first.text}`, "\u00d7")];
	}

	function show() {
		const record = state.records[state.number - 1];
		const list = { link, tools, figures: () => [] };

		find("moves").replaceChildren(...separated(lineItems(list,
			lineFrom(state.start.next))), " ", record ? record.result : "");
	}

	/* Points out the move that led to the board. */
	function point() {
		paintDots();
		pointOut(find("moves"), find("moves").querySelector(
			`[data-path="${state.node.path}"]`));
	}

	/*
	 * The comment and the annotation of the move on the board
	 */

	function commentOf(ply) {
		return (ply && engine.told("ply_comment", ply, BEHIND, 0)) || "";
	}

	function showRemarks() {
		const { ply } = state.node;
		const nag = ply ? engine.ask("ply_nag", ply, 0) : 0;

		find("comment").value = commentOf(ply).replace(COMMANDS, "");
		find("nag").value = String(nag <= SIGNS ? nag : 0);
		find("comment").disabled = find("nag").disabled = !ply;
	}

	/* Replaces the words of the comment; its commands stay. */
	function setComment(words) {
		const { ply, path } = state.node;
		const before = commentOf(ply);
		const after = [...(before.match(COMMANDS) || []).map(one => one.trim()),
			words.trim()].filter(one => one).join(" ");

		if (before)
			engine.ask("ply_remove_comment", ply, BEHIND, 0);
		desk.changed(!after || engine.ask("ply_add_comment", ply, BEHIND,
			after) === 0, path);
	}

	function setNag(nag) {
		const { ply, path } = state.node;

		for (let other = 1; other <= SIGNS; other++)
			engine.ask("ply_remove_nag", ply, other);
		desk.changed(!nag || engine.ask("ply_add_nag", ply, nag) === 0, path);
	}

	/*
	 * Tags
	 */

	function field(name, value) {
		return make("label", null, make("span", null, name),
			make("input", { name, autocomplete: "off",
				value: /^[?.]*$/.test(value) ? "" : value }));
	}

	/* The tags: those that the record has, and those of the players. */
	function showTags() {
		const tags = state.record ? engine.tags(state.record) : [];
		const game = board.info();
		const names = new Set(tags.map(tag => tag[0]));
		const more = (game ? ["Event", "Site", "Date", "Round",
			...game.players] : []).filter(name => !names.has(name));

		const { activeElement } = document;
		const focused = find("tags").contains(activeElement) &&
			activeElement.name;

		find("tags").replaceChildren(...tags.map(tag => field(...tag)),
			...more.map(name => field(name, "")));
		if (focused)
			find("tags").elements[focused].focus();
	}

	/* Takes a tag from the form; an empty one is removed. */
	function setTag(name, value) {
		const status = name === "Result" ?
			engine.ask("record_set_result", state.record, value) :
			engine.ask("record_set_tag", state.record, name, value || null);

		desk.changed(status === 0, state.node.path);
	}

	return { SIGNS, show, point, showRemarks, setComment, setNag, showTags,
		setTag };
})();
