/*
 * Score sheets of one game, collated as they are typed.
 */

const sheets = (() => {
	const LEAST = 3, MOST = 6;
	let known = null; /* the texts that were collated last */
	let game = 0;     /* their game, a record */
	let ways = [];    /* how each sheet writes moves; null: it is empty */
	let found = [];   /* plies of the game that some sheets differ in */
	let words = "";

	function titleOf(ply) {
		const { number, player, token } = engine.describe("ply_info",
			"ply_describe", ply);

		return `${number}${".".repeat(player + 1)} ${token}`;
	}

	/* The span of a reading in the text of its sheet. */
	function spanOf({ offset, length, differs }, sheet) {
		const bytes = encoded(state.sheets[sheet]);
		const index = end => decoded(bytes.subarray(0, end)).length;
		const [from, to] = [index(offset), index(offset + length)];

		return { sheet, from, to, differs,
			text: state.sheets[sheet].slice(from, to) };
	}

	/* How the sheets have a ply of the game, those that have it or lack it. */
	function readingsOf(ply) {
		const used = [...ways.keys()].filter(sheet => ways[sheet]);

		return used.map((sheet, i) => [sheet, engine.describe("reading",
			"collate_reading", game, i, ply)])
			.filter(([, reading]) => reading)
			.map(([sheet, reading]) => ({ ...spanOf(reading, sheet),
				open: reading.open }));
	}

	function findDifferences() {
		let at = 0;

		found = [];
		for (let ply = engine.ask("record_ply", game); ply; at++,
		ply = engine.ask("ply_next", ply)) {
			const readings = readingsOf(at);

			if (readings.some(one => one.differs || one.open))
				found.push({ ply, readings, address: String(at + 1),
					open: readings[0].open, title: titleOf(ply) });
		}
	}

	function open(text, id) {
		const bytes = encoded(text);
		const reader = engine.make("open_text", bytes, bytes.length,
			{ structure: "read_options", game: id });

		return { reader, record: reader && engine.make("next", reader) };
	}

	/* The game of the first sheet that states one, or the one chosen. */
	function gameOf(texts) {
		const [id] = texts.map(text => {
			const { reader, record } = open(text, null);
			const about = record && engine.describe("record_info",
				"record_describe", record);

			engine.ask("close", reader);
			return about && about.game;
		}).filter(Boolean);

		return id || find("new-game").value;
	}

	/* Finds the game of the sheets that have moves, once for the same texts, and
	 * where they differ; gives the game as a text. */
	function collate() {
		const texts = state.sheets;
		const used = texts.filter(text => text.trim());

		if (known === texts.join("\0"))
			return game ? written() : used[0] || "";
		known = texts.join("\0");
		engine.ask("record_free", game);
		game = 0;
		found = [];
		const id = gameOf(used);
		const opened = texts.map(text => text.trim() ? open(text, id) : null);
		const sound = opened.filter(one => one && one.record);

		ways = opened.map(one => one && one.record && engine.describe(
			"record_info", "record_describe", one.record).notation);
		if (sound.length > 1)
			game = engine.make("collate", sound.map(one => one.record),
				sound.length);
		const failed = sound.length > 1 && engine.status() !== 0;

		if (game)
			findDifferences();
		const failure = failed && engine.failure(engine.status());
		const count = text.counted(found.length, "ply");

		words = failure ? failure.message : !game ?
			"Type the game of each player." : found.length === 0 ?
				"The sheets agree." : `The sheets differ in ${count}.`;
		sound.forEach(one => engine.ask("close", one.reader));
		return game ? written() : used[0] || "";
	}

	function written() {
		return engine.write("record_write", game,
			{ structure: "write_options", format: "pgn" }) || "";
	}

	/* The move of a reading; the caller frees it. 0 if it is none. */
	function moveOf({ ply }, { sheet, text: token }) {
		const before = engine.ask("ply_previous", ply);
		const position = before ? engine.make("ply_position", before) :
			engine.make("record_position", game);
		const move = token && engine.make("position_judge", position, token,
			ways[sheet]);

		engine.ask("position_free", position);
		return move || 0;
	}

	/* The different readings of a ply, each with its sheets. */
	function choices(difference) {
		const groups = new Map();

		for (const reading of difference.readings) {
			const move = moveOf(difference, reading);
			const key = move ? engine.write("move_write", move, null, null) :
				`?${reading.text}`;
			const group = groups.get(key) || { reading, move, on: [] };

			engine.ask("move_free", group.move === move ? 0 : move);
			group.on.push(reading.sheet + 1);
			groups.set(key, group);
		}
		return [...groups.values()].map(({ reading, move, on }) => {
			engine.ask("move_free", move);
			return { reading, legal: move !== 0, on: on.join(", ") };
		});
	}

	/* Writes the move of one sheet into the others. */
	function take(which) {
		const [at, sheet] = which.split(" ").map(Number);
		const difference = found[at];
		const chosen = difference.readings.find(one => one.sheet === sheet);
		const move = moveOf(difference, chosen);
		const texts = [...state.sheets];

		for (const { sheet: other, from, to } of difference.readings) {
			const token = engine.write("move_write", move, ways[other], null);
			const text = texts[other];
			const blank = from < to ? "" : " ";

			if (other !== sheet && token)
				texts[other] = `${text.slice(0, from)}${blank}${token}${
					text.slice(to)}`;
		}
		engine.ask("move_free", move);
		state.sheets = texts;
		desk.replace(collate(), difference.address);
	}

	/* The board before a ply, and the ply on each sheet. */
	function goTo(at) {
		const { address, readings } = found[at];
		const node = state.game.nodes.get(address);

		if (node)
			viewer.show(node);
		for (const { sheet, from, to } of readings)
			text.select(find("areas").children[sheet], from, to);
		/* No keyboard covers the sheets. */
		document.activeElement.blur();
	}

	/*
	 * What is shown
	 */

	function area(_, i) {
		return make("div.area", null,
			make("div.marks", { "aria-hidden": "true" }),
			make("textarea", { "aria-label": `Sheet ${i + 1}`,
				placeholder: `Sheet ${i + 1}`, spellcheck: "false",
				autocapitalize: "off", autocomplete: "off" }));
	}

	function entry(difference, i) {
		return make("li", null, make("button", { type: "button",
			"data-difference": i }, make("b", null, difference.title),
		difference.open ? " (open)" : ""),
		...choices(difference).map(({ reading, legal, on }) =>
			make("button.fix", { type: "button", disabled: !legal,
				"data-take": `${i} ${reading.sheet}` },
			make("b", null, reading.text || "nothing"), ` ${on}`)));
	}

	function show() {
		const texts = state.sheets;

		document.body.classList.toggle("collates", texts !== null);
		if (!texts)
			return;
		collate();
		if (find("areas").children.length !== texts.length)
			find("areas").replaceChildren(...texts.map(area));
		texts.forEach((one, sheet) => {
			const place = find("areas").children[sheet];

			if (place.lastChild.value !== one)
				place.lastChild.value = one;
			text.paint(place, one, found.flatMap(({ readings }) => readings)
				.filter(reading => reading.sheet === sheet)
				.map(reading => ({ ...reading,
					kind: reading.differs ? "error" : "note" })));
		});
		find("collated").textContent = words;
		find("differences").replaceChildren(...found.map(entry));
	}

	function onInput() {
		state.sheets = [...find("areas").querySelectorAll("textarea")].map(
			one => one.value);
		desk.later(collate);
	}

	/* The records of the text become sheets of a text of its own. */
	function begin() {
		const part = ({ offset, length }) => decoded(
			state.bytes.subarray(offset, offset + length));
		const { length } = state.records;
		const texts = (length <= MOST ? state.records :
			[state.records[state.number - 1]]).map(part);

		while (texts.length < LEAST)
			texts.push("");
		state.sheets = texts;
		const next = collate();

		state.sheets = null;
		find("convert").close();
		desk.view("source");
		return desk.openText({ sheets: texts, bytes: next });
	}

	/* Files fill the sheets that are empty, and more. */
	async function fill(files) {
		const texts = state.sheets.filter(one => one.trim());

		for (const file of files)
			texts.push(decoded(engine.unpack(
				new Uint8Array(await file.arrayBuffer()))));
		while (texts.length < LEAST)
			texts.push("");
		state.sheets = texts.slice(0, MOST);
		await desk.replace(collate());
	}

	return { show, begin, fill, take, goTo, onInput };
})();
