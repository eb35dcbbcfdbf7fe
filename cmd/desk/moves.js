/* What is told of a move and of the record: variations, comments, annotations
 * and tags. */

const BEHIND = 1; /* TERNION_BEHIND: comments after the move */
const SIGNS = 6;  /* annotations that can be chosen: "!" to "?!" */

/* A variation can become the line that it is played instead of, or go. */
const tools = ({ plies: [{ text, address }] }) =>
	[h("button.tool", { title: "Promote", "data-promote": address,
		"aria-label": `Promote ${text}` }, "\u2191"),
	h("button.tool", { title: "Delete", "data-cut": address,
		"aria-label": `Delete ${text}` }, "\u00d7")];

const commentOf = ply => (ply && told("ply_comment", ply, BEHIND, 0)) || "";

/* The comment and the annotation of the move that led to the board. */
function showRemarks({ ply }) {
	const nag = ply ? ask("ply_nag", ply, 0) : 0;
	find("comment").value = spoken(commentOf(ply));
	find("nag").value = String(nag <= SIGNS ? nag : 0);
	find("comment").disabled = find("nag").disabled = !ply;
}

/* Replaces the words of the comment; its commands stay. */
function setComment({ value }) {
	const { ply } = state.node;
	const before = commentOf(ply);
	const after = [...before.match(COMMAND) || [], value]
		.map(one => one.trim()).filter(Boolean).join(" ");
	if (before)
		ask("ply_remove_comment", ply, BEHIND, 0);
	changed(!after || ask("ply_add_comment", ply, BEHIND, after) === 0);
}

function setNag({ value }) {
	const { ply } = state.node, nag = Number(value);
	for (let other = 1; other <= SIGNS; other++)
		ask("ply_remove_nag", ply, other);
	changed(!nag || ask("ply_add_nag", ply, nag) === 0);
}

/* The tags: those that the record has, and those of the players. */
function showTags() {
	const tags = state.record ? tagsOf(state.record) : [];
	const names = tags.map(([name]) => name);
	const more = state.record ? ["Event", "Site", "Date", "Round",
		...infoOf(recordHere().game).players].filter(
		name => !names.includes(name)) : [];
	const focused = document.activeElement.closest("#tags input")?.name;

	fill("tags", [...tags, ...more.map(name => [name, ""])].map(
		([name, value]) => h("label", null, h("span", null, name),
			h("input", { name, autocomplete: "off",
				value: value.replace(/^[?.]*$/, "") }))));
	find("tags").querySelector(`[name="${focused}"]`)?.focus();
}

/* Takes a tag from the form; an empty one is removed. */
const setTag = ({ name, value }) => changed((name === "Result" ?
	ask("record_set_result", state.record, value) :
	ask("record_set_tag", state.record, name, value || null)) === 0);
