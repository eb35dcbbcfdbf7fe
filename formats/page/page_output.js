/* What leaves the page: texts and pictures for the clipboard, files, paper. */

/* Says something to the person, with a button for what can be done. */
function tell(words, label = "", action = null) {
	fill("told", words, label && h("button", { onclick: () => {
		tell("");
		action();
	} }, label));
}

/* "ann-bea-cem": words in letters that every system allows in a file's name. */
const plainName = words => words.toLowerCase().replace(/[^\p{L}\d]+/gu, "-")
	.replace(/^-|-$/g, "");

/* A text inside a page. */
const escaped = text => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/* Puts a text or a promised picture into the clipboard. */
async function copy(data, what) {
	const type = typeof data === "string" ? "text/plain" : "image/png";
	try {
		await navigator.clipboard.write([new ClipboardItem({ [type]: data })]);
		tell(`${what} is in the clipboard.`);
	} catch (error) {
		tell(`${what} could not be copied: ${error.message}.`);
	}
}

function save(data, type, name) {
	const href = URL.createObjectURL(new Blob([data], { type }));
	h("a", { href, download: name }).click();
	setTimeout(() => URL.revokeObjectURL(href), 10000);
	tell(`${name} was saved.`);
}

/* The drawing as a picture of pixels. */
async function bitmap({ board, seat, svg: shown }) {
	const [, , width, height] = board.seats[seat].view;
	const svg = shown.cloneNode(true);
	const image = new Image();

	svg.setAttribute("width", 1440);
	svg.setAttribute("height", Math.round(1440 * height / width));
	image.src = `data:image/svg+xml,${encodeURIComponent(
		new XMLSerializer().serializeToString(svg))}`;
	await image.decode();
	const canvas = new OffscreenCanvas(image.width, image.height);
	canvas.getContext("2d").drawImage(image, 0, 0);
	return canvas.convertToBlob();
}

/* --- Paper --- */

/* A board of a game; its shapes are in the page once. */
function drawOnPaper({ board }, node, seat, drawn) {
	const diagram = newDrawing(board);
	diagram.turnTo(seat);
	diagram.show(node);
	if (drawn.has(board))
		diagram.svg.querySelector("defs").remove();
	drawn.add(board);
	return diagram.svg;
}

/* A game with the board of a node; `drawn` has the boards whose shapes are in
 * the page. */
function putOnPaper(game, title, node, seat, drawn) {
	const section = h("section", null, h("h2", null, title),
		drawOnPaper(game, node, seat, drawn),
		h("p", null, describe(game, node)),
		h("ul.players", null, playerPanels(game, node)), moveList(game),
		h("dl", null, tagEntries(game)));

	for (const place of section.querySelectorAll("figure.diagram"))
		place.prepend(drawOnPaper(game, game.nodes.get(place.dataset.at),
			seat, drawn));
	/* Nobody clicks paper, and a browser compares each link of it with all
	 * places. */
	for (const link of section.querySelectorAll("a"))
		link.removeAttribute("href");
	return section;
}
