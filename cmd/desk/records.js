/* The state of the desk, and the records in its text. */

Object.assign(state, {
	text: "",          /* what the text area shows */
	bytes: new Uint8Array(), /* what is checked */
	name: "",          /* of the file, or "" */
	format: null,      /* of the file; null: as its first bytes tell */
	records: [],       /* what the last check found */
	problems: [],      /* its diagnostics, with their places */
	failure: null,     /* why the text cannot be read */
	number: 1,         /* of the record on the board, from 1 */
	reader: 0, record: 0, /* of that record */
	position: 0,       /* after the node on the board */
	legal: [],         /* the turns of the position, see board.js */
	steps: [],         /* of a move: the cells and pieces in hand tapped */
	call: "",          /* that goes with the next move: "Y" */
	seat: 0,
	notation: "",      /* of the moves that are shown; "": as recorded */
	id: null,          /* of the text, among those kept; null: it is not kept */
	link: null,        /* the letters of the link to the text, if any */
	history: [],       /* of the text, see kept.js */
	sheets: null,      /* texts that it is collated from; null: it is not */
	before: null,      /* the text when history was last added to */
	changed: 0,        /* when it was kept as it is now, or 0 */
});

const SLICE = 30; /* milliseconds of checking at a time */
const FORMATS = { pgn: "pgn", json: "json", jsonl: "jsonl", yaml: "yaml",
	yml: "yaml", "3pf": "3pf", log: "log" };
const games = new Map();
let round = 0;

/* The facts about a game; of none if its id is null. */
function infoOf(id) {
	if (!id)
		return { players: [], title: "" };
	if (!games.has(id)) {
		const game = make("game_open", id, 0);
		games.set(id, { game, ...facts("game_info", "game_describe", game) });
	}
	return games.get(id);
}

/* "move_001.json" is a part of a trace. */
const formatOf = name => /^move_\d+\.json$/.test(name) ? "trace" :
	FORMATS[name.split(".").pop().toLowerCase()] || null;

/* The format in which a record of the text is written again. */
const formatToWrite = () => state.format || state.records[0]?.format || "pgn";

const openReader = (bytes, options) => make("open_text", bytes, bytes.length,
	{ structure: "read_options", repairs: true, ...options });

/* The records of a reader, one after the other; then it is closed. */
function* recordsOf(reader) {
	try {
		for (let record; reader && (record = make("next", reader));)
			yield record;
	} finally {
		ask("close", reader);
	}
}

const infoOfRecord = record => facts("record_info", "record_describe", record);

/* "Ann, Bea, Cem: Club night"; the game, if no player is named. */
function titleOf(info, tags) {
	const said = new Map(tags.filter(([, value]) => value !== "?").reverse());
	const { players, title } = infoOf(info.game);
	const names = players.some(player => said.has(player)) ?
		players.map(player => said.get(player) || "?").join(", ") : title;
	const event = said.has("Event") ? `: ${said.get("Event")}` : "";
	return `${names}${event} ${info.result}`;
}

function summary(record) {
	const info = infoOfRecord(record);
	return { ...info, above: 0, title: titleOf(info, tagsOf(record)),
		stated: told("record_value", record, "Variant") !== null,
		diagnostics: allFacts("diagnostic", "record_diagnostic", record) };
}

/* The summaries of the records of a text, one after the other. */
function* summaries(bytes, options) {
	for (const record of recordsOf(openReader(bytes, options)))
		yield summary(record);
}

/* Whether the text can be read from the beginning of any record: a record
 * that does not state its game takes that of those before it. */
const isPgn = () => state.records.every(
	record => record.format === "pgn" && record.stated);

const linesIn = bytes =>
	bytes.reduce((sum, byte) => sum + (byte === 10 ? 1 : 0), 0);

/* Checks the text; false if another check began meanwhile. */
async function check() {
	const mine = ++round;
	const reader = openReader(state.bytes, { format: state.format });
	const found = [];
	let until = performance.now() + SLICE;

	state.failure = reader ? null : failure(3);
	for (const record of recordsOf(reader)) {
		found.push(summary(record));
		if (performance.now() < until)
			continue;
		await new Promise(done => setTimeout(done));
		if (mine !== round)
			return false;
		until = performance.now() + SLICE;
	}
	state.records = found;
	return true;
}

/* Checks the record on the board alone, which has changed since the text had
 * other bytes; those after it are moved. The places of a record's diagnostics
 * are those in what was read, and `above` is the number of lines before it. */
function checkRecord(old) {
	const { bytes, records, number } = state;
	const { offset } = records[number - 1];
	const above = linesIn(bytes.subarray(0, offset));
	const by = bytes.length - old.length, lines = linesIn(bytes) - linesIn(old);
	const [one] = summaries(bytes.subarray(offset), { format: "pgn" });

	round++;
	state.records = [...records.slice(0, number - 1),
		{ ...one, offset, above, number },
		...records.slice(number).map(next => ({ ...next,
			offset: next.offset + by, above: next.above + lines }))];
	return true;
}

/* --- The record on the board --- */

/* A ply and those that follow it. */
function* pliesFrom(first) {
	for (let ply = first; ply; ply = ask("ply_next", ply))
		yield ply;
}

/* Gives the nodes of a line their plies, from the first one on. A page has the
 * variations that can be played. */
function attach(line, first) {
	const plies = pliesFrom(first);
	for (const node of line.plies) {
		node.ply = plies.next().value;
		const others = each(v => ask("ply_variation", node.ply, v)).filter(
			other => facts("ply_info", "ply_describe", other).move !== null);
		node.variations.forEach((one, v) => attach(one, others[v]));
	}
}

/* The page of the record as far as it can be played, or the game alone for
 * a page that has its board; "" if it cannot. */
const pageToShow = alone =>
	write("record_write", state.record, { structure: "write_options",
		format: "html", partial: true, notation: state.notation || null,
		game_alone: alone }) || "";

/* A board of a page becomes a part of this one. The policy allows its style
 * only so. */
function addBoard(text) {
	const style = new CSSStyleSheet();
	find("drawings").insertAdjacentHTML("beforeend", text.replace(
		/<style>([^]*?)<\/style>/, (_, rules) => {
			style.replaceSync(rules);
			return "";
		}));
	document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
}

/* The game of the record for the viewer; without a board if none of it can
 * be shown. */
function gameToShow() {
	const part = state.record ? pageToShow(true) : "";

	if (!part) {
		const start = { address: "0", index: -1, line: { plies: [] } };
		return { board: null, start, nodes: new Map([["0", start]]) };
	}
	const data = JSON.parse(part.slice(part.indexOf(">") + 1,
		part.lastIndexOf("<\/script>")));

	if (!find(data.board))
		addBoard(partsOf(pageToShow(false))[0]);
	const game = readGame(data, boardOf(data.board));

	Object.assign(game, { id: `r${state.number}`, tools });
	attach(game.main, ask("record_ply", state.record));
	return game;
}

/* Opens a record for the viewer, and gives its game. */
function openRecord(number) {
	ask("position_free", state.position);
	ask("close", state.reader);
	Object.assign(state, { position: 0, reader: 0, record: 0, node: null,
		legal: [], steps: [],
		number: Math.max(1, Math.min(number, state.records.length)) });
	if (state.records.length > 0) {
		const first = isPgn() ? state.number : 1;
		const base = first > 1 ? state.records[first - 1].offset : 0;
		state.reader = openReader(state.bytes.subarray(base),
			{ format: base > 0 ? "pgn" : state.format });
		for (let i = first; i <= state.number; i++)
			state.record = make("next", state.reader);
	}
	return gameToShow();
}

const positionAfter = ply => ply ? make("ply_position", ply) :
	state.record && make("record_position", state.record);

/* The result that the last ply of the main line gives; null if none. */
function ending() {
	const plies = [...pliesFrom(ask("record_ply", state.record))];
	return once("position", positionAfter(plies.at(-1)), position =>
		facts("position_info", "position_describe", position).result);
}

/* The whole text with another text of the record on the board, in bytes. */
function withRecord(text) {
	const { offset, length } = state.records[state.number - 1];
	const blank = state.bytes[offset + length] <= 32;
	return spliced(state.bytes, offset, length,
		encoded(blank ? text.trimEnd() : text));
}

/* --- Repairs --- */

/* The repairs of a diagnostic of the record on the board, each with the
 * whole text that it makes. */
const repairsOf = index =>
	allFacts("fix", "record_fix", state.record, index).map((fix, i) =>
		({ ...fix, text: decoded(withRecord(write("record_apply",
			state.record, index, i))) }));

/* The whole text with every certain repair made, as the command makes it. */
function mended() {
	let text = "", at = 0;

	for (const record of recordsOf(openReader(state.bytes,
		{ format: state.format }))) {
		const { offset, length } = infoOfRecord(record);
		const good = write("record_mend", record);

		if (good === null)
			continue;
		text += decoded(state.bytes.subarray(at, offset)) + good;
		at = offset + length;
	}
	return text + decoded(state.bytes.subarray(at));
}

/* --- Other formats --- */

const joined = {
	pgn: texts => texts.join("\n"),
	yaml: texts => texts.join("---\n"),
	json: texts => texts.length === 1 ? texts[0] :
		`[\n${texts.map(text => text.trimEnd()).join(",\n")}\n]\n`,
	jsonl: texts => texts.join(""),
	html: joinPages,
};

/* The boards and the games of a page. */
const partsOf = page =>
	page.match(new RegExp("<template id=\"b[^]*?<\/template>" +
		"\\n<script[^]*?<\/script>\\n|<script type=" +
		"\"application/json\" class=\"game\"[^]*?<\/script>\\n", "g"));

/* The games of all pages in the first one, and each board once. */
function joinPages([first, ...others]) {
	const known = new Set(partsOf(first).slice(0, 1));
	const isNew = part => part.startsWith("<script") ||
		(!known.has(part) && known.add(part));
	return first.replace("<script>ternion.finish", end =>
		others.flatMap(partsOf).filter(isNew).join("") + end);
}

/* All records in a format and a notation, and the texts of those that are
 * left out for their errors. */
function converted(format, notation, letters) {
	const texts = [], left = [];

	for (const record of recordsOf(openReader(state.bytes,
		{ format: state.format }))) {
		const text = write("record_write", record, {
			structure: "write_options", format, notation, letters });

		if (text === null)
			left.push(write("record_text", record));
		else
			texts.push(text);
	}
	return { text: texts.length ? joined[format](texts) : "", format, left };
}

/* The text of a record without moves, of a game with options, from a
 * position in 3PF if one is given, with those tags; null if it cannot be. */
function freshRecord(id, settings, position, format, tags) {
	const date = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
	return once("game", make("game_open", id, settings), game =>
		once("record", make("record_new", game), record =>
			[["Date", date], ...tags].every(tag =>
				ask("record_set_tag", record, ...tag) === 0) &&
			(!position ||
				ask("record_set_position", record, position) === 0) ?
				writtenAs(format, record) : null));
}

/* The text of a record in a format; null if it has an error. */
const writtenAs = (format, record = state.record) =>
	write("record_write", record, { structure: "write_options",
		format });
