/* Score sheets of one game, collated as they are typed. */

const LEAST = 3, MOST = 6; /* sheets */
let collated = [];      /* the texts that were collated last */
let sheetGame = 0;      /* their game, a record */
let ways = [];          /* how each sheet writes moves; null: it is empty */
let differences = [];   /* plies of the game that some sheets differ in */
let summaryOfSheets = "";

/* How the sheets have a ply of the game, those that have it or lack it: with
 * the span in the text of the sheet. */
function readingsOf(ply) {
	const used = [...ways.keys()].filter(sheet => ways[sheet]);

	return used.flatMap((sheet, i) => {
		const reading = facts("reading", "collate_reading", sheetGame, i, ply);

		if (!reading)
			return [];
		const { offset, length, differs, open } = reading;
		const text = collated[sheet], bytes = encoded(text);
		const [from, to] = [offset, offset + length].map(
			end => decoded(bytes.subarray(0, end)).length);

		return [{ sheet, from, to, differs, open, text: text.slice(from, to),
			kind: differs ? "error" : "note" }];
	});
}

function differencesOfSheets() {
	return [...pliesFrom(ask("record_ply", sheetGame))].map((ply, i) => {
		const { number, player, token } = facts("ply_info", "ply_describe",
			ply);
		return { ply, readings: readingsOf(i), address: String(i + 1),
			title: `${number}${".".repeat(player + 1)} ${token}` };
	}).filter(({ readings }) =>
		readings.some(({ differs, open }) => differs || open));
}

function openSheet(text, game) {
	const bytes = encoded(text);
	const reader = text.trim() ? make("open_text", bytes, bytes.length,
		{ structure: "read_options", game }) : 0;
	return { reader, record: reader && make("next", reader) };
}

/* The game of the first sheet that states one, or the one chosen. */
function gameOfSheets() {
	const known = collated.flatMap(text =>
		[...summaries(encoded(text), { repairs: false })]);
	return known.find(({ game }) => game)?.game || find("new-game").value;
}

/* Finds the game of the sheets that have moves, once for the same texts, and
 * where they differ; gives the game as a text. */
function collate(texts) {
	if (collated.join("\0") !== texts.join("\0")) {
		collated = texts;
		const game = gameOfSheets();
		const opened = texts.map(text => openSheet(text, game));
		const sound = opened.map(({ record }) => record).filter(Boolean);

		ask("record_free", sheetGame);
		ways = opened.map(({ record }) =>
			record && infoOfRecord(record).notation);
		lastStatus = 0;
		sheetGame = sound.length > 1 ? make("collate", sound, sound.length) : 0;
		const fault = lastStatus !== 0 && failure(lastStatus);

		differences = sheetGame ? differencesOfSheets() : [];
		summaryOfSheets = fault ? fault.message :
			!sheetGame ? "Type the game of each player." :
				differences.length === 0 ? "The sheets agree." :
					`The sheets differ in ${
						counted(differences.length, "ply")}.`;
		opened.forEach(({ reader }) => ask("close", reader));
	}
	return sheetGame ? writtenAs("pgn", sheetGame) || "" :
		texts.find(text => text.trim()) || "";
}

/* What is made of the move of a reading; null if it is none. */
function onceRead({ ply }, { sheet, text }, use) {
	const before = ask("ply_previous", ply);
	return once("position", before ? make("ply_position", before) :
		make("record_position", sheetGame), position => once("move",
		text ? make("position_judge", position, text, ways[sheet]) : 0, use));
}

/* Writes the move of one sheet into the others. */
function takeReading(which) {
	const [at, sheet] = which.split(" ").map(Number);
	const { readings, address } = differences[at];
	const chosen = readings.find(one => one.sheet === sheet);
	const tokens = onceRead(differences[at], chosen, move =>
		ways.map(way => way && moveText(move, way)));
	const texts = [...state.sheets];

	for (const { sheet: other, from, to } of readings)
		if (other !== sheet && tokens[other])
			texts[other] = texts[other].slice(0, from) +
				(from < to ? "" : " ") + tokens[other] +
				texts[other].slice(to);
	state.sheets = texts;
	replace(collate(texts), address);
}

/* The board before a ply, and the ply on each sheet. */
function goToDifference(at) {
	const { address, readings } = differences[at];
	const node = state.game.nodes.get(address);
	if (node)
		show(node);
	for (const { sheet, from, to } of readings)
		selectIn(find("areas").children[sheet], from, to);
	/* No keyboard covers the sheets. */
	document.activeElement.blur();
}

/* --- What is shown --- */

const sheetArea = (_, i) =>
	h("div.area", null, h("div.marks", { "aria-hidden": "true" }),
		h("textarea", { "aria-label": `Sheet ${i + 1}`,
			placeholder: `Sheet ${i + 1}`, spellcheck: "false",
			autocapitalize: "off", autocomplete: "off" }));

/* A difference, with its readings and the sheets that have them. */
function differenceEntry(difference, i) {
	const { title, readings } = difference;
	const choices = Map.groupBy(readings,
		({ differs, text }) => differs && text);

	return h("li", null,
		h("button", { "data-difference": i }, h("b", null, title),
			readings[0].open && " (open)"),
		[...choices.values()].map(same => h("button.fix", {
			disabled: !onceRead(difference, same[0], Boolean),
			"data-take": `${i} ${same[0].sheet}` },
		h("b", null, same[0].text || "nothing"),
		` ${same.map(({ sheet }) => sheet + 1).join(", ")}`)));
}

function showSheets() {
	const texts = state.sheets;

	document.body.classList.toggle("collates", texts !== null);
	if (!texts)
		return;
	collate(texts);
	if (find("areas").children.length !== texts.length)
		fill("areas", texts.map(sheetArea));
	texts.forEach((text, sheet) => {
		const area = find("areas").children[sheet];
		if (area.lastChild.value !== text)
			area.lastChild.value = text;
		paint(area, text, differences.flatMap(({ readings }) => readings)
			.filter(reading => reading.sheet === sheet));
	});
	fill("collated", summaryOfSheets);
	fill("differences", differences.map(differenceEntry));
}

function onSheet() {
	state.sheets = [...find("areas").children].map(
		area => area.lastChild.value);
	later(() => collate(state.sheets));
}

/* The records of the text become sheets of a text of its own. */
function beginSheets() {
	const { records, number, bytes } = state;
	const used = records.length <= MOST ? records : [records[number - 1]];
	const texts = used.map(({ offset, length }) =>
		decoded(bytes.subarray(offset, offset + length)));
	while (texts.length < LEAST)
		texts.push("");
	find("convert").close();
	view("source");
	return openText({ sheets: texts, bytes: collate(texts) });
}
