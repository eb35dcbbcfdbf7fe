/*
 * The first screen: games to begin, and the texts that the browser keeps.
 */

const home = (() => {
	const NO_LABELS = 3; /* TERNION_LABELS_NONE */

	function picture(id) {
		const position = engine.make("position_start", records.gameOf(id).game);
		const svg = engine.write("position_write", position, "svg",
			{ structure: "draw_options", width: 240, labels: NO_LABELS,
				no_panels: true });

		engine.ask("position_free", position);
		return `data:image/svg+xml,${encodeURIComponent(svg)}`;
	}

	function gameButton(id) {
		const { title } = records.gameOf(id);

		return make("button", { type: "button", "data-game": id },
			make("img", { src: picture(id), alt: "" }), title);
	}

	function entry({ id, bytes, format, changed }) {
		const when = new Date(changed).toLocaleString([], {
			dateStyle: "medium", timeStyle: "short" });
		const title = records.titleIn(bytes, format) || "A text without records";

		return make("li", null,
			make("button", { type: "button", "data-kept": id }, title,
				make("small", null, when)),
			make("button", { type: "button", "data-delete": id,
				"aria-label": `Delete ${title}` }, "Delete"));
	}

	async function show() {
		const texts = await kept.all();

		if (!find("games").hasChildNodes())
			find("games").append(...engine.ids("games").map(gameButton));
		find("kept").replaceChildren(...texts.map(entry));
		find("kept-title").hidden = texts.length === 0;
	}

	async function open(id) {
		await desk.openText(await kept.one(id));
	}

	/* A text that is deleted can be had back. */
	async function remove(id) {
		const text = await kept.one(id);

		kept.change("delete", id);
		await show();
		tell("The text was deleted.", "Undo", () => {
			kept.change("put", text);
			show();
		});
	}

	return { show, open, remove };
})();
