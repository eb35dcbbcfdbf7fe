/*
 * What leaves the page: texts and pictures for the clipboard, files, paper.
 */

/* Says something to the person, with a button for what can be done. */
function tell(words, label = "", action = null) {
	const button = make("button", { type: "button" }, label);

	button.onclick = () => {
		tell("");
		action();
	};
	find("told").replaceChildren(words, ...label ? [button] : []);
}

/* "ann-bea-cem": words in letters that every system allows in a file's name. */
function plainName(words) {
	return words.toLowerCase().replace(/[^\p{L}\d]+/gu, "-")
		.replace(/^-|-$/g, "");
}

/* A text inside a page. */
function escaped(text) {
	return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}

async function copy(text, what) {
	try {
		await navigator.clipboard.writeText(text);
		tell(`${what} is in the clipboard.`);
	} catch (error) {
		tell(`${what} could not be copied: ${error.message}.`);
	}
}

function save(blob, name) {
	const link = make("a", { href: URL.createObjectURL(blob),
		download: name });

	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 10000);
	tell(`${name} was saved.`);
}

/* The drawing as a file of its own. */
function picture({ board, seat, svg: shown }) {
	const svg = shown.cloneNode(true);
	const [, , width, height] = board.seats[seat].view;

	svg.setAttribute("width", 1440);
	svg.setAttribute("height", Math.round(1440 * height / width));
	svg.removeAttribute("aria-hidden");
	return new Blob([new XMLSerializer().serializeToString(svg)],
		{ type: "image/svg+xml" });
}

async function bitmap(drawing) {
	const image = new Image();
	const canvas = document.createElement("canvas");
	const url = URL.createObjectURL(picture(drawing));

	image.src = url;
	await image.decode();
	canvas.width = image.width;
	canvas.height = image.height;
	canvas.getContext("2d").drawImage(image, 0, 0);
	URL.revokeObjectURL(url);
	return new Promise(done => canvas.toBlob(done, "image/png"));
}

async function copyPicture(drawing) {
	try {
		await navigator.clipboard.write([
			new ClipboardItem({ "image/png": bitmap(drawing) })]);
		tell("The picture is in the clipboard.");
	} catch (error) {
		tell(`The picture could not be copied: ${error.message}.`);
	}
}

/*
 * Paper
 */

/* A board of a game; its shapes are in the page once. */
function drawOnPaper(game, node, seat, drawn) {
	const diagram = newDrawing(game.board);

	diagram.turnTo(seat);
	diagram.show(node);
	if (drawn.has(game.board))
		diagram.svg.querySelector("defs").remove();
	drawn.add(game.board);
	return diagram.svg;
}

/* A game with the board of a node; `drawn` has the boards whose shapes are in
 * the page. */
function putOnPaper(game, title, node, seat, inTable, drawn) {
	const clocks = clocksAt(node);
	const section = make("section", null, make("h2", null, title),
		drawOnPaper(game, node, seat, drawn),
		make("p", null, describe(game, node)),
		make("ul.players", null, ...clocks.map((clock, player) =>
			playerPanel(game, node, player, clock))),
		inTable ? movesInTable(game) : movesInText(game),
		make("dl", null, ...tagEntries(game)));

	for (const place of section.querySelectorAll("figure.diagram"))
		place.prepend(drawOnPaper(game, game.nodes.get(place.dataset.at),
			seat, drawn));
	/* Nobody clicks paper, and a browser compares each link of it with all
	 * places. */
	for (const link of section.querySelectorAll("a"))
		link.removeAttribute("href");
	return section;
}
