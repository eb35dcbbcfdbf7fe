/*
 * What is told of a move and of the record: variations, comments, annotations
 * and tags.
 */

const moves = (() => {
	const COMMANDS = /\[%\w+ [^\]]*\]\s*/g;
	const BEHIND = 1; /* TERNION_BEHIND: comments after the move */
	const SIGNS = 6;  /* annotations that can be chosen: "!" to "?!" */

	/* A variation can become the line that it is played instead of, or go. */
	function tools({ plies: [first] }) {
		const tool = (what, label, sign) => make("button.tool",
			{ type: "button", [`data-${what}`]: first.address,
				"aria-label": label, title: label }, sign);

		return [tool("promote", `Promote ${first.text}`, "\u2191"),
			tool("cut", `Delete ${first.text}`, "\u00d7")];
	}

	function commentOf(ply) {
		return (ply && engine.told("ply_comment", ply, BEHIND, 0)) || "";
	}

	/* The comment and the annotation of the move that led to the board. */
	function showRemarks({ ply }) {
		const nag = ply ? engine.ask("ply_nag", ply, 0) : 0;

		find("comment").value = commentOf(ply).replace(COMMANDS, "");
		find("nag").value = String(nag <= SIGNS ? nag : 0);
		find("comment").disabled = find("nag").disabled = !ply;
	}

	/* Replaces the words of the comment; its commands stay. */
	function setComment({ ply, address }, words) {
		const before = commentOf(ply);
		const after = [...(before.match(COMMANDS) || []).map(one => one.trim()),
			words.trim()].filter(one => one).join(" ");

		if (before)
			engine.ask("ply_remove_comment", ply, BEHIND, 0);
		desk.changed(!after || engine.ask("ply_add_comment", ply, BEHIND,
			after) === 0, address);
	}

	function setNag({ ply, address }, nag) {
		for (let other = 1; other <= SIGNS; other++)
			engine.ask("ply_remove_nag", ply, other);
		desk.changed(!nag || engine.ask("ply_add_nag", ply, nag) === 0,
			address);
	}

	function field([name, value]) {
		return make("label", null, make("span", null, name),
			make("input", { name, autocomplete: "off",
				value: /^[?.]*$/.test(value) ? "" : value }));
	}

	/* The tags: those that the record has, and those of the players. */
	function showTags() {
		const tags = state.record ? engine.tags(state.record) : [];
		const { players = [] } = board.info() || {};
		const names = new Set(tags.map(tag => tag[0]));
		const more = state.record ? ["Event", "Site", "Date", "Round",
			...players].filter(name => !names.has(name)) : [];
		const { activeElement } = document;
		const focused = find("tags").contains(activeElement) ?
			activeElement.name : "";

		find("tags").replaceChildren(...[...tags,
			...more.map(name => [name, ""])].map(field));
		const [next] = find("tags").querySelectorAll(`[name="${focused}"]`);

		if (next)
			next.focus();
	}

	/* Takes a tag from the form; an empty one is removed. */
	function setTag(name, value) {
		const status = name === "Result" ?
			engine.ask("record_set_result", state.record, value) :
			engine.ask("record_set_tag", state.record, name, value || null);

		desk.changed(status === 0, state.node.address);
	}

	return { SIGNS, tools, showRemarks, setComment, setNag, showTags, setTag };
})();
