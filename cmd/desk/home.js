/* The first screen: games to begin, and the texts that the browser keeps. */

const NO_LABELS = 3; /* TERNION_LABELS_NONE */

function gameButton(id) {
	const { game, title } = infoOf(id);
	const svg = once("position", make("position_start", game), position =>
		write("position_write", position, "svg", { structure: "draw_options",
			width: 240, labels: NO_LABELS, no_panels: true }));
	return h("button", { "data-game": id }, h("img", { alt: "",
		src: `data:image/svg+xml,${encodeURIComponent(svg)}` }), title);
}

function keptEntry({ id, bytes, format, changed }) {
	const when = new Date(changed).toLocaleString([], {
		dateStyle: "medium", timeStyle: "short" });
	const [{ title } = { title: "A text without records" }] =
		summaries(bytes, { format, repairs: false });
	return h("li", null,
		h("button", { "data-kept": id }, title, h("small", null, when)),
		h("button", { "data-delete": id, "aria-label": `Delete ${title}` },
			"Delete"));
}

async function showHome() {
	const texts = await keptTexts();
	if (!find("games").hasChildNodes())
		fill("games", ids("games").map(gameButton));
	fill("kept", texts.map(keptEntry));
	find("kept-title").hidden = texts.length === 0;
}

/* A text that is deleted can be had back. */
async function removeKept(id) {
	const text = await keptText(id);
	changeKept("delete", id);
	await showHome();
	tell("The text was deleted.", "Undo", () => {
		changeKept("put", text);
		showHome();
	});
}
