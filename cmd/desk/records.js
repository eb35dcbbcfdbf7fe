/*
 * The state of the page, and the records in its text.
 */

const state = {
	text: "",          /* what the text area shows */
	bytes: new Uint8Array(), /* what is checked */
	name: "",          /* of the file, or "" */
	format: null,      /* of the file; null: as its first bytes tell */
	records: [],       /* what the last check found */
	failure: null,     /* why the text cannot be read */
	number: 1,         /* of the record on the board, from 1 */
	reader: 0, record: 0, /* of that record */
	game: null,        /* as the viewer shows it */
	node: null,        /* of the game: the one on the board */
	position: 0,       /* after that node */
	legal: [],         /* the turns of the position, see board.js */
	steps: [],         /* of a move: the cells and pieces in hand tapped */
	seat: 0,
	notation: "",      /* of the moves that are shown; "": as recorded */
	id: null,          /* of the text, among those kept; null: it is not kept */
	link: null,        /* the letters of the link to the text, if any */
	history: [],       /* of the text, see kept.js */
	sheets: null,      /* texts that it is collated from; null: it is not */
	before: null,      /* the text when history was last added to */
	isKept: true,      /* by the browser, as it is now */
};

const records = (() => {
	const SLICE = 30; /* milliseconds of checking at a time */
	const FORMATS = { pgn: "pgn", json: "json", jsonl: "jsonl", yaml: "yaml",
		yml: "yaml", "3pf": "3pf", log: "log" };
	const games = new Map();
	let round = 0;
	let checked = {}; /* the bytes and the format that the last check read */

	function gameOf(id) {
		if (id && !games.has(id)) {
			const game = engine.make("game_open", id, 0);

			games.set(id, { game, ...engine.describe("game_info",
				"game_describe", game) });
		}
		return games.get(id);
	}

	function optionsOf(id) {
		return engine.all("option", "game_option", gameOf(id).game);
	}

	/* "move_001.json" is a part of a trace. */
	function formatOf(name) {
		if (/(^|\/)move_\d+\.json$/.test(name))
			return "trace";
		return FORMATS[name.split(".").pop().toLowerCase()] || null;
	}

	/* The format in which a record of the text is written again. */
	function formatToWrite() {
		const [record] = state.records;

		return state.format || (record && record.format) || "pgn";
	}

	function openText(bytes, format = state.format) {
		return engine.make("open_text", bytes, bytes.length, { structure:
			"read_options", format, repairs: true });
	}

	function nextOf(reader) {
		return engine.make("next", reader);
	}

	/* "Ann, Bea, Cem: Club night"; the game, if no player is named. */
	function titleOf(info, tags) {
		const told = new Map(tags.filter(([, value]) => value !== "?")
			.reverse());
		const { players, title } = gameOf(info.game) ||
			{ players: [], title: "" };
		const names = players.some(player => told.has(player)) ?
			players.map(player => told.get(player) || "?").join(", ") :
			title;
		const event = told.has("Event") ? `: ${told.get("Event")}` : "";

		return `${info.number}. ${names}${event} ${info.result}`;
	}

	function summary(record) {
		const info = engine.describe("record_info", "record_describe", record);
		const found = engine.all("diagnostic", "record_diagnostic", record);

		return { ...info, title: titleOf(info, engine.tags(record)),
			stated: engine.told("record_value", record, "Variant") !== null,
			diagnostics: found };
	}

	/* The records of a text, one after the other. */
	function* recordsIn(bytes, format) {
		const reader = openText(bytes, format);

		try {
			for (let record; reader && (record = nextOf(reader));)
				yield record;
		} finally {
			engine.ask("close", reader);
		}
	}

	/* The title of the first record of a text, or "". */
	function titleIn(bytes, format) {
		for (const record of recordsIn(bytes, format))
			return summary(record).title.replace(/^1\. /, "");
		return "";
	}

	function pause() {
		return new Promise(done => setTimeout(done));
	}

	/* Whether the text can be read from the beginning of any record: a record
	 * that does not state its game takes that of those before it. */
	function isPgn() {
		return state.records.length > 0 && state.records.every(
			record => record.format === "pgn" && record.stated);
	}

	function lines(bytes) {
		return bytes.reduce((sum, byte) => sum + (byte === 10 ? 1 : 0), 0);
	}

	/* A record that was read as the first of other bytes than now. */
	function moved(record, offset, line, number) {
		const there = { ...record, offset: record.offset + offset,
			number: record.number + number };

		return { ...there, title: record.title.replace(/^\d+/, there.number),
			diagnostics: record.diagnostics.map(one => ({ ...one,
				offset: one.offset + offset, line: one.line + line,
				end_line: one.end_line + line })) };
	}

	/* What the last check found before a change, and what it found after it,
	 * by the place of each record now. */
	function findUnchanged() {
		const { bytes, format } = checked;
		const change = bytes && format === state.format && isPgn() &&
			!bytes.includes(13) ? kept.difference(bytes, state.bytes) : null;
		const none = { head: [], from: 0, line: 0, tail: new Map() };

		if (!change)
			return none;
		const { at, old, length } = change;
		const head = state.records.filter(({ offset }) => offset < at);
		const { offset: from } = head.pop() || { offset: 0 };

		if (from > 0 && state.bytes[from - 1] !== 10)
			return none;
		const tail = state.records.flatMap((record, i) =>
			record.offset < at + old.length ? [] :
				[[record.offset + length - old.length, i]]);

		return { head, from, line: lines(state.bytes.subarray(0, from)),
			tail: new Map(tail), by: [length - old.length,
				lines(state.bytes.subarray(at, at + length)) - lines(old)] };
	}

	/* Checks the records that have changed; false if another check began
	 * meanwhile. */
	async function check() {
		const mine = ++round;
		const { head, from, line, tail, by } = findUnchanged();
		const bytes = state.bytes;
		const reader = openText(bytes.subarray(from),
			from > 0 ? "pgn" : state.format);
		const found = [...head];
		let until = performance.now() + SLICE;

		state.failure = reader ? null : engine.failure(3);
		for (let record; reader && (record = nextOf(reader));) {
			const one = moved(summary(record), from, line, head.length);

			if (by && !one.stated) {
				engine.ask("close", reader);
				checked = {};
				return check();
			}
			const same = found.length > head.length ?
				tail.get(one.offset) : undefined;

			if (same !== undefined) {
				found.push(...state.records.slice(same).map(record => moved(
					record, ...by, found.length - same)));
				break;
			}
			found.push(one);
			if (performance.now() < until)
				continue;
			await pause();
			if (mine !== round) {
				engine.ask("close", reader);
				return false;
			}
			until = performance.now() + SLICE;
		}
		engine.ask("close", reader);
		state.records = found;
		checked = { bytes, format: state.format };
		return true;
	}

	/*
	 * The record on the board
	 */

	/* The first plies of the variations of a ply that can be played. */
	function variationsOf(ply) {
		const found = [];

		for (let v = 0, other; (other = engine.ask("ply_variation", ply, v));
			v++)
			if (engine.describe("ply_info", "ply_describe", other)
				.move !== null)
				found.push(other);
		return found;
	}

	/* Gives the nodes of a line their plies, from the first one on. */
	function attach(line, first) {
		let ply = first;

		for (const node of line.plies) {
			const others = variationsOf(ply);

			node.ply = ply;
			node.variations.forEach((one, v) => attach(one, others[v]));
			ply = engine.ask("ply_next", ply);
		}
	}

	/* The page of the record as far as it can be played, or the game alone for
	 * a page that has its board; "" if it cannot. */
	function pageToShow(alone) {
		return engine.write("record_write", state.record, { structure:
			"write_options", format: "html", partial: true,
		notation: state.notation || null, game_alone: alone }) || "";
	}

	/* The data of a game in its part of a page. */
	function dataIn(part) {
		return JSON.parse(part.slice(part.indexOf(">") + 1,
			part.lastIndexOf("<\/script>")));
	}

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
	function gameOn() {
		const part = state.record ? pageToShow(true) : "";

		if (!part) {
			const start = { address: "0", index: -1, line: { plies: [] } };

			return { board: null, start, nodes: new Map([["0", start]]) };
		}
		const data = dataIn(part);

		if (!find(data.board))
			addBoard(partsOf(pageToShow(false))[0]);
		const game = readGame(data, viewer.boardOf(data.board));

		game.id = `r${state.number}`;
		game.tools = moves.tools;
		attach(game.main, engine.ask("record_ply", state.record));
		return game;
	}

	function forget() {
		engine.ask("position_free", state.position);
		engine.ask("close", state.reader);
		Object.assign(state, { position: 0, reader: 0, record: 0, node: null,
			legal: [], steps: [] });
	}

	/* Opens a record for the viewer. */
	function open(number) {
		forget();
		state.number = Math.max(1, Math.min(number, state.records.length));
		if (state.records.length > 0) {
			const first = isPgn() ? state.number : 1;
			const base = first > 1 ? state.records[first - 1].offset : 0;

			state.reader = openText(state.bytes.subarray(base),
				base > 0 ? "pgn" : state.format);
			for (let i = first; i <= state.number; i++)
				state.record = nextOf(state.reader);
		}
		state.game = gameOn();
	}

	function positionOf(node) {
		return node.ply ? engine.make("ply_position", node.ply) :
			state.record && engine.make("record_position", state.record);
	}

	/* The result that the last ply of the main line gives; null if none. */
	function ending() {
		let last = 0;

		for (let ply = engine.ask("record_ply", state.record); ply;
			ply = engine.ask("ply_next", ply))
			last = ply;
		const position = positionOf({ ply: last });
		const at = position && engine.describe("position_info",
			"position_describe", position);

		engine.ask("position_free", position);
		return at ? at.result : null;
	}

	/* How many plies a node has with all that follows it, and with the
	 * variations that are played instead of them. */
	function pliesFrom({ line, index }) {
		return line.plies.slice(index).reduce((sum, node) => sum +
			node.variations.reduce((more, { plies: [first] }) => more +
				(first ? pliesFrom(first) : 0), 1), 0);
	}

	/* The text of the record on the board after a change; null if it has an
	 * error. */
	function written() {
		return engine.write("record_write", state.record,
			{ structure: "write_options", format: formatToWrite() });
	}

	/* The whole text with another text of a record, in bytes. */
	function withRecord(text) {
		const { offset, length } = state.records[state.number - 1];
		const blank = state.bytes[offset + length] <= 32;

		return kept.spliced(state.bytes, offset, length,
			encoded(blank ? text.trimEnd() : text));
	}

	/*
	 * Repairs
	 */

	/* The repairs of a diagnostic of the record on the board, each with the
	 * whole text that it makes. */
	function repairs(index) {
		return engine.all("fix", "record_fix", state.record, index)
			.map((fix, i) => ({ ...fix, text: decoded(withRecord(engine.write(
				"record_apply", state.record, index, i))) }));
	}

	/* The whole text with every certain repair made, as the command makes
	 * it. */
	function mend() {
		let text = "", at = 0;

		for (const record of recordsIn(state.bytes)) {
			const { offset, length } = engine.describe("record_info",
				"record_describe", record);
			const mended = engine.write("record_mend", record);

			if (mended === null)
				continue;
			text += decoded(state.bytes.subarray(at, offset)) + mended;
			at = offset + length;
		}
		return text + decoded(state.bytes.subarray(at));
	}

	/*
	 * Other formats
	 */

	const joined = {
		pgn: texts => texts.join("\n"),
		yaml: texts => texts.join("---\n"),
		json: texts => texts.length === 1 ? texts[0] :
			`[\n${texts.map(text => text.trimEnd()).join(",\n")}\n]\n`,
		jsonl: texts => texts.join(""),
		html: joinPages,
	};

	/* The boards and the games of a page. */
	function partsOf(page) {
		return page.match(new RegExp("<template id=\"b[^]*?<\/template>" +
			"\\n<script[^]*?<\/script>\\n|<script type=" +
			"\"application/json\" class=\"game\"[^]*?<\/script>\\n", "g"));
	}

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
	function convert(format, notation, letters) {
		const texts = [], left = [];

		for (const record of recordsIn(state.bytes)) {
			const text = engine.write("record_write", record,
				{ structure: "write_options", format,
					notation: notation || null, letters });

			if (text === null)
				left.push(engine.write("record_text", record));
			else
				texts.push(text);
		}
		return { text: texts.length ? joined[format](texts) : "", left };
	}

	/* The text of a record without moves, of a game with options, from a
	 * position in 3PF if one is given, with those tags; null if it cannot be. */
	function fresh(id, settings, position, format, tags) {
		const game = engine.make("game_open", id, settings);
		const record = game && engine.make("record_new", game);
		const today = new Date().toISOString().slice(0, 10)
			.replaceAll("-", ".");
		const good = record && [["Date", today], ...tags].every(tag =>
			engine.ask("record_set_tag", record, ...tag) === 0) && (!position || engine.ask(
			"record_set_position", record, position) === 0);
		const text = good ? engine.write("record_write", record,
			{ structure: "write_options", format }) : null;

		engine.ask("record_free", record);
		engine.ask("game_free", game);
		return text;
	}

	return { gameOf, optionsOf, formatOf, formatToWrite, titleIn, check, open,
		positionOf, ending, pliesFrom, written, withRecord, repairs, mend,
		convert, fresh, joined };
})();
