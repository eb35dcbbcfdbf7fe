/*
 * The desk: what a user does, and what follows from it.
 */

const desk = (() => {
	const WAIT = 250; /* milliseconds after a key */
	let timer = 0;
	let stale = false; /* another tab changed the text */

	/* Asks before a step that a slip of the finger should not take, with a
	 * button for each [label, action]. */
	function ask(words, ...answers) {
		find("ask-title").textContent = words;
		find("answers").replaceChildren(...answers.map(([label, action]) => {
			const button = make("button", { type: "button" }, label);

			button.onclick = () => {
				find("ask").close();
				action();
			};
			return button;
		}));
		find("ask").showModal();
	}

	/*
	 * The text
	 */

	function fill(select, options, chosen) {
		select.replaceChildren(...options.map(([value, label]) =>
			make("option", { value, selected: value === chosen }, label)));
	}

	function showRecords() {
		fill(find("record"), state.records.map(record =>
			[String(record.number), record.title]), String(state.number));
		find("record").hidden = state.records.length < 2;
		find("undo").disabled = state.history.length === 0;
		const empty = state.text.trim() === "" && !state.sheets;

		document.body.classList.toggle("empty", empty);
		if (empty)
			home.show();
	}

	/* Opens a record at an address; the board shows that node, or the last one
	 * before it that is there still. */
	function openAt(number, address) {
		records.open(number);
		const { board: drawn, nodes } = state.game;

		moves.showTags();
		while (!nodes.has(address))
			address = address.includes(".") ?
				address.replace(/\.?\d+$/, "") : "0";
		find("game").hidden = !drawn;
		if (drawn) {
			viewer.open(state.game, state.seat);
			viewer.show(nodes.get(address));
		} else {
			find("moves").replaceChildren();
			board.shown(state.game.start);
		}
		find("record").value = String(state.number);
	}

	/* Waits until the browser has shown what there is. */
	function painted() {
		return document.hidden ? null : new Promise(done =>
			requestAnimationFrame(() => setTimeout(done)));
	}

	/* Checks the text, and shows the board at a path. The text, whose layout
	 * takes longer, follows the board; so does what the browser keeps. */
	async function refresh(path) {
		clearTimeout(timer);
		timer = 0;
		kept.noteChange();
		if (!await records.check())
			return;
		openAt(state.number, path);
		await painted();
		if (state.node)
			kept.put();
		text.show();
		sheets.show();
		showRecords();
	}

	/* Takes a text, in letters or in bytes. */
	function take(data) {
		const bytes = typeof data === "string" ? encoded(data) : data;

		state.bytes = bytes;
		/* A text area has one kind of ends of lines. */
		state.text = decoded(bytes).replace(/\r\n?/g, "\n");
	}

	function replace(next, path = "0") {
		take(next);
		return refresh(path);
	}

	function undo() {
		kept.noteChange();
		const change = state.history.pop();

		if (!change)
			return;
		const { name, format, number, path, at, length, old } = change;

		Object.assign(state, { name, format, number, sheets: change.sheets,
			isKept: false });
		take(kept.spliced(state.bytes, at, length, old));
		kept.noteText();
		refresh(path);
	}

	/* Keeps what was typed last. */
	function keepNow() {
		if (!state.before)
			return;
		kept.noteChange();
		kept.put();
	}

	/* Opens a text next to those that are kept; without one, an empty text. */
	function openText({ path = "0", changed = 0, ...text } = {}) {
		keepNow();
		Object.assign(state, { id: kept.newId(), name: "",
			format: null, link: null, number: 1, seat: 0, history: [],
			sheets: null, bytes: new Uint8Array(), node: null,
			isKept: changed > 0 }, text);
		take(state.bytes);
		kept.noteText();
		return refresh(path);
	}

	/* Shows what another tab made of the text since. */
	async function followTabs() {
		if (!stale || document.hidden)
			return;
		stale = false;
		const text = await kept.one(state.id);

		if (text)
			openText({ ...text, path: state.node.address, seat: state.seat });
	}

	/* The record on the board was changed: its text follows. */
	function changed(good, path) {
		const failure = good ? null : engine.failure();
		const written = good ? records.written() : null;

		if (written === null) {
			tell(failure ? failure.message :
				"Correct the errors of the record first.");
			openAt(state.number, state.node.address);
			return;
		}
		tell("");
		replace(records.withRecord(written), path);
	}

	function onInput() {
		const area = find("text");

		/* Another beginning may be another format. */
		if (area.value[0] !== state.text[0])
			Object.assign(state, { name: "", format: null });
		later(() => state.text);
		take(area.value);
	}

	/* Shows a text a while after the last key. */
	function later(next) {
		clearTimeout(timer);
		timer = setTimeout(() => {
			timer = 0;
			replace(next(), state.node ? state.node.address : "0");
		}, WAIT);
	}

	async function openFiles(files) {
		if (files.length === 0)
			return;
		if (state.sheets) {
			await sheets.fill(files);
			return;
		}
		const { bytes, name, format } = await share.read(files).catch(
			error => ({ name: error.message }));

		if (!bytes) {
			tell(`The file cannot be read: ${name}.`);
			return;
		}
		await openText({ bytes, name, format });
	}

	async function openLink() {
		const link = share.linked();
		const text = link && (await kept.last(link) ||
			await share.unlink(link).then(bytes => ({ link, bytes }),
				() => null));

		if (text)
			await openText(text);
		else if (link)
			tell("The link is damaged: its text cannot be read.");
	}

	/*
	 * Problems
	 */

	/* A diagnostic leads to its place, and to the board before its move. */
	function toProblem({ number, ply, from, to }) {
		openAt(number, String(Math.max(0, ply - 1)));
		text.select(find("area"), from, to);
		view("source");
	}

	function writeFix({ from, to, fix }) {
		replace(state.text.slice(0, from) + fix + state.text.slice(to),
			state.node.address);
	}

	function showRepairs(problem) {
		toProblem(problem);
		const found = records.repairs(problem.index);

		find("repairs-list").replaceChildren(...found.map(fix => {
			const likely = fix.certain ? " (certain)" :
				fix.share ? ` (${Math.round(fix.share / 10)} %)` : "";
			const button = make("button", { type: "button" },
				`${fix.title}${likely}`);

			button.addEventListener("click", () => {
				find("repairs").close();
				propose(fix.title, fix.text);
			});
			return button;
		}), ...found.length ? [] : ["No repair is known."]);
		find("repairs").showModal();
	}

	/* What a code means, as `ternion help` explains it: the marks of
	 * explanations.txt become headings. */
	async function explain(code) {
		const titles = { "!": "Wrong", "+": "Right", "%": "For example",
			"$": "To find it", ">": "What to do", "=": "The rule" };
		const [, lines] = decoded(await unpack("explanations"))
			.split(`\n\n${code}\n`);
		let last = "";

		find("explain-title").textContent = code;
		find("explanation").replaceChildren(...lines.split("\n\n")[0].trim()
			.split("\n").flatMap(line => {
				const title = titles[line[0]];
				const begins = title && title !== last;

				last = title || last;
				return [...begins ? [make("b", null, `${title}:\n`)] : [],
					`${title ? line.slice(2) : line}\n`];
			}));
		find("explain").showModal();
	}

	/* Shows a change, which the user takes or leaves. */
	function propose(title, next) {
		if (next === state.text) {
			tell("Nothing is certain enough to be mended.");
			return;
		}
		find("change-title").textContent = title;
		find("difference").replaceChildren(
			...text.difference(state.text, next).map(([sign, line]) =>
				make("div", { class: { "+": "new", "-": "old" }[sign] },
					`${sign} ${line}`)));
		find("take").onclick = () => {
			find("change").close();
			replace(next, state.node.address);
		};
		find("change").showModal();
	}

	/*
	 * Conversion and new games
	 */

	/* All records in the format that is chosen, and those left out. */
	function convert() {
		return records.convert(find("to-format").value,
			find("to-notation").value, find("to-letters").value);
	}

	function tellLeft(left) {
		if (left.length > 0)
			tell(`${text.counted(left.length, "record")} with errors left out.`);
	}

	/* Gives the records that are converted to a file or the clipboard. */
	async function give(to) {
		const { text: next, left } = convert();

		await to(next);
		tellLeft(left);
	}

	/* Takes the records that are converted. Those that cannot be, for their
	 * errors, get a text of their own. */
	function convertHere() {
		const { text: next, left } = convert();
		const format = find("to-format").value;
		const name = state.name.replace(/\.\w+$/, "");
		const takeThem = () => {
			if (left.length > 0)
				kept.add({ name: state.name, format: state.format,
					bytes: encoded(left.join("\n")) });
			Object.assign(state, { format,
				name: name && `${name}.${format}` });
			replace(next);
		};

		find("convert").close();
		if (left.length === 0)
			takeThem();
		else
			ask(`${text.counted(left.length, "record")} cannot be converted ${
				"because of errors: kept in a text of their own."}`,
			["Convert the others", takeThem]);
	}

	/* The players and the options of the game that is chosen. */
	function showOptions() {
		find("new-names").replaceChildren(...records.gameOf(
			find("new-game").value).players.map(name => make("label", null,
			make("span", null, name), make("input", { name,
				autocomplete: "off" }))));
		find("new-options").replaceChildren(...records.optionsOf(
			find("new-game").value).map(({ name, values, usual, choices }) =>
			make("label", null, make("span", null, make("b", null,
				name.replace(/\B[A-Z]/g, letter =>
					` ${letter.toLowerCase()}`)), `: ${values}`),
				choices ? make("select", { name }, ...choices.map(value =>
					make("option", { selected: value === usual }, value))) :
					make("input", { name, placeholder: usual,
						autocomplete: "off" }))));
	}

	/* The new game begins where the board is. */
	function startHere() {
		if (!state.position)
			return;
		find("new-game").value = board.info().id;
		showOptions();
		find("new-position").value = engine.write("position_write",
			state.position, "3pf", 0) || "";
	}

	async function newGame() {
		const format = state.text.trim() ? records.formatToWrite() : "pgn";
		const fields = id => [...find(id).querySelectorAll("[name]")]
			.filter(field => field.value)
			.map(({ name, value }) => [name, value]);
		const text = records.fresh(find("new-game").value,
			fields("new-options").map(field => field.join("=")),
			find("new-position").value.trim(), format, fields("new-names"));
		const before = state.text.trim() && format === "pgn" ?
			`${state.text.trimEnd()}\n\n` : "";

		if (text === null) {
			find("new-fault").textContent = (engine.failure(3) ||
				engine.failure() || {}).message || "";
			return;
		}
		find("new").close();
		if (!before)
			state.format = null;
		await replace(before + text);
		openAt(state.records.length, "0");
		view("play");
	}

	/*
	 * Actions
	 */

	/* Takes a ply back; asks if more than that goes. */
	function cut(node) {
		const others = node.ply ? records.pliesFrom(node) - 1 : 0;
		const remove = () => board.takeBack(node);

		if (others > 0)
			ask(`Take back ${node.text} and ${
				text.counted(others, "ply")} more?`, ["Take back", remove]);
		else if (node.ply)
			remove();
	}

	/* A move without a cell that ends a game is no slip of the finger. */
	function playTurn(turn) {
		find("choice").close();
		if (["yield", "stalemate"].includes(turn.type))
			ask(`Enter ${turn.text} (${turn.type})?`,
				["Enter", () => board.play(turn)]);
		else
			board.play(turn);
	}

	/* On a phone one of the two is in view. */
	function view(name) {
		document.body.dataset.view = name;
		for (const button of find("views").querySelectorAll("button"))
			button.setAttribute("aria-pressed",
				String(button.dataset.view === name));
	}

	/* The text of the clipboard; where that is not allowed, the area for it. */
	async function paste() {
		try {
			await openText({ bytes: await navigator.clipboard.readText() });
		} catch {
			view("source");
			find("text").focus();
		}
	}

	function newDialog(game) {
		find("new-fault").textContent = "";
		find("new-position").value = "";
		if (game)
			find("new-game").value = game;
		showOptions();
		find("new").showModal();
	}

	const actions = {
		home: () => openText(),
		paste,
		example: () => openText({ bytes: find("example").content.textContent }),
		open: () => find("file").click(),
		undo,
		fresh: () => newDialog(),
		collate: sheets.begin,
		settle: () => {
			state.sheets = null;
			replace(state.text, state.node.address);
		},
		startHere,
		begin: newGame,
		convert: () => find("convert").showModal(),
		convertHere,
		convertSave: () => give(next => share.saveText(next,
			find("to-format").value)),
		convertCopy: () => give(next => copy(next, "The text")),
		save: () => share.saveText(),
		publish: () => tellLeft(share.publish()),
		link: share.link,
		help: () => find("help").showModal(),
		mend: () => propose("Mend what is certain", records.mend()),
		print: () => {
			find("convert").close();
			window.print();
		},
		takeBack: () => cut(state.node),
	};
	const clicks = {
		view, explain, game: newDialog, kept: home.open, delete: home.remove,
		hand: board.tap, move: i => playTurn(state.legal[i]),
		promote: at => board.promote(state.game.nodes.get(at)),
		cut: at => cut(state.game.nodes.get(at)),
		problem: i => toProblem(state.problems[i]),
		fix: i => writeFix(state.problems[i]),
		repairs: i => showRepairs(state.problems[i]),
		difference: sheets.goTo, take: sheets.take,
	};

	/* The data of a button say what it does, and with what. */
	function onClick(button) {
		for (const [name, value] of Object.entries(button.dataset))
			if (clicks[name])
				clicks[name](value);
	}

	function closeChoice({ target }) {
		if (!target.closest("#choice, #board"))
			find("choice").close();
	}

	function onShown() {
		state.seat = viewer.drawing.seat;
		board.shown(viewer.node);
	}

	/* The player of the seat sits below the board, the others above it. */
	function seatPlayers(panels) {
		["below", "left", "right"].forEach((place, i) =>
			find(place).replaceChildren(
				panels[(viewer.drawing.seat + i) % 3]));
	}

	function onSubmit(event) {
		event.preventDefault();
		const token = find("token").value.trim();

		if (token && board.type(token))
			find("token").value = "";
	}

	/* What the fields do when they have another value. */
	const fields = {
		file: ({ files }) => openFiles(files),
		comment: ({ value }) => moves.setComment(state.node, value),
		nag: ({ value }) => moves.setNag(state.node, Number(value)),
		tags: ({ name, value }) => moves.setTag(name, value),
		record: ({ value }) => openAt(Number(value), "0"),
		notation: ({ value }) => {
			state.notation = value;
			openAt(state.number, state.node.address);
		},
		"new-game": showOptions,
	};

	function onDrop(event) {
		event.preventDefault();
		if (event.type === "drop")
			openFiles(event.dataTransfer.files);
	}

	function watch() {
		viewer.watch({ actions, keys: { "?": "help" }, seat: seatPlayers,
			shown: onShown, click: onClick, key: () => false,
			act: (_, action) => action() });
		touch.watch();
		for (const [id, action] of Object.entries(fields))
			find(id).addEventListener("change",
				({ target }) => action(target));
		for (const [place, types, action] of [
			[window, "beforeprint", fillPaper],
			[window, "focus", followTabs],
			[window, "hashchange", openLink],
			[window, "pagehide", keepNow],
			[document, "click", closeChoice],
			[document, "dragover drop", onDrop],
			[document, "scroll", text.onScroll],
			[document, "visibilitychange", followTabs],
			[find("areas"), "input", sheets.onInput],
			[find("entry"), "submit", onSubmit],
			[find("text"), "input", onInput],
		])
			for (const type of types.split(" "))
				place.addEventListener(type, action, type === "scroll");
	}

	/* On paper a record is a score sheet, with the board that is shown. */
	function fillPaper() {
		const { game, node, seat } = state;
		const { title } = state.records[state.number - 1] || {};

		find("paper").replaceChildren(...game.board ? [putOnPaper(game,
			title.replace(/^\d+\. /, ""), node, seat, true, new Set())] : []);
	}

	function fillSelects() {
		const same = ids => ids.map(id => [id, id]);
		const notations = same(engine.ids("notations"));

		fill(find("notation"), [["", "as recorded"], ...notations], "");
		fill(find("to-notation"), [["", "as recorded"], ...notations], "");
		fill(find("to-letters"), same(engine.ids("letters")), "en");
		fill(find("to-format"), same(Object.keys(records.joined).filter(
			format => format !== "html")), "pgn");
		fill(find("nag"), [...Array(moves.SIGNS + 1).keys()].map(i =>
			[String(i), i ? NAGS.get(i).join(" ") : ""]), "0");
		fill(find("new-game"), engine.ids("games").map(id =>
			[id, records.gameOf(id).title]), "siege");
		showOptions();
	}

	/* A part of the page that is packed. */
	function unpack(id) {
		const letters = atob(find(id).content.textContent);

		return share.through(Uint8Array.from(letters, c => c.charCodeAt(0)),
			new DecompressionStream("gzip"));
	}

	/* A server that has the files for it lets the browser keep the desk. */
	function keepOffline() {
		if (document.querySelector("link[rel=manifest]") &&
		    location.protocol.startsWith("http") &&
		    navigator.serviceWorker)
			navigator.serviceWorker.register("worker.js").catch(() => {});
	}

	async function begin() {
		await engine.start(await unpack("engine"));
		await kept.open(id => {
			stale = stale || id === state.id;
		});
		tell("");
		fillSelects();
		watch();
		const { at, seat } = find("given").dataset;
		const given = share.given();

		/* A page within a page has no address of its own. */
		document.querySelector("[data-do=link]").hidden =
			location.protocol === "about:";
		view("play");
		if (given)
			await openText({ id: null, path: at || "0",
				seat: Number(seat || 0), bytes: given });
		else if (share.linked())
			await openLink();
		if (!state.before)
			await openText(await kept.last() || {});
		keepOffline();
		document.body.classList.add("ready");
		performance.mark("ready");
	}

	/* An error is said, and may be told to us. */
	function onError({ message, reason }) {
		tell(`The desk has an error: ${message || (reason && reason.message) ||
			reason}. What you entered is kept.`);
	}

	window.addEventListener("error", onError);
	window.addEventListener("unhandledrejection", onError);
	begin();
	return { ask, changed, view, openText, later, replace };
})();
