/*
 * The moves of the record on the board, with variations and comments; and its
 * tags.
 */

const moves = (() => {
	const DRAWN = /\[%(?:cal|csl) [^\]]*\]\s*/g; /* shown on the board */
	const COMMANDS = /\[%\w+ [^\]]*\]\s*/g;
	const BEHIND = 1; /* the move, as TERNION_BEHIND */
	const NAGS = ["", "!", "?", "!!", "??", "!?", "?!"];

	/* The move of a node in the notation that is shown. */
	function write(node) {
		const move = node.move === null ? 0 :
			engine.make("ply_move", node.ply);

		node.text = move ? engine.write("move_write", move, board.notation(),
			null) : node.token;
		engine.ask("move_free", move);
	}

	function nags(node) {
		let text = "";

		for (let i = 0, nag; (nag = engine.ask("ply_nag", node.ply, i)); i++)
			text += NAGS[nag] || ` $${nag}`;
		return text;
	}

	function comments(node, place) {
		const found = [];

		for (let comment; (comment = engine.told("ply_comment", node.ply,
			place, found.length)) !== null;)
			found.push(comment);
		return found.map(comment => comment.replace(DRAWN, "").trim())
			.filter(comment => comment).map(comment => make("span",
				{ class: "comment" }, `${comment} `));
	}

	/* "12." for the first player, "12.." and "12..." for the others. */
	function number(node, begins) {
		return node.move !== null && (begins || node.player === 0) ?
			`${node.number}${".".repeat(node.player + 1)}\u00a0` : "";
	}

	function entries(first) {
		const parts = [];
		let begins = true;

		for (let node = first; node; node = node.next) {
			write(node);
			const before = comments(node, 0);

			parts.push(...before, make("button", { type: "button",
				class: node.move === null ? "move bad" : "move",
				"data-path": node.path },
			number(node, begins || before.length > 0),
			`${node.text}${nags(node)}`), " ");
			const after = [...comments(node, 1),
				...node.variations.map(other => make("span",
					{ class: "variation" }, "(", ...entries(other), ") ")),
				...comments(node, 2)];

			parts.push(...after);
			begins = after.length > 0;
		}
		return parts;
	}

	function show() {
		const record = state.records[state.number - 1];

		find("moves").replaceChildren(...entries(state.start.next),
			record ? record.result : "");
	}

	/* Points out the move that led to the board. */
	function point() {
		for (const old of find("moves").querySelectorAll("[aria-current]"))
			old.removeAttribute("aria-current");
		const button = find("moves").querySelector(
			`[data-path="${state.node.path}"]`);

		if (!button) {
			find("moves").scrollTop = 0;
			return;
		}
		button.setAttribute("aria-current", "true");
		const box = find("moves").getBoundingClientRect();
		const { top, bottom } = button.getBoundingClientRect();

		if (top < box.top)
			find("moves").scrollTop -= box.top - top;
		else if (bottom > box.bottom)
			find("moves").scrollTop += bottom - box.bottom;
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
		find("nag").value = String(NAGS[nag] ? nag : 0);
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

		NAGS.forEach((_, other) => other &&
			engine.ask("ply_remove_nag", ply, other));
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

	return { NAGS, show, point, showRemarks, setComment, setNag, showTags,
		setTag };
})();
