/*
 * The desk: what a user does, and what follows from it.
 */

const desk = (() => {
	const WAIT = 250; /* milliseconds after a key */
	const HISTORY = 200;
	let timer = 0;

	function tell(words) {
		find("told").textContent = words;
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
		document.body.classList.toggle("empty", state.records.length === 0);
	}

	/* Opens a record at a path; the board shows the node, or the last one
	 * that is there still. */
	function openAt(number, path) {
		records.open(number);
		moves.show();
		moves.showTags();
		while (!state.nodes.has(path) && path)
			path = path.includes(".") ? path.replace(/\.?\d+$/, "") : "0";
		board.show(state.nodes.get(path) || state.start);
		find("record").value = String(state.number);
	}

	/* Checks the text, and shows the board at a path. */
	async function refresh(path) {
		if (!await records.check())
			return;
		text.show();
		openAt(state.number, path);
		showRecords();
		share.keep();
	}

	/* Takes a text as it is, with its bytes if they are a file's. */
	function take(next, bytes) {
		state.text = next;
		state.bytes = bytes || new TextEncoder().encode(next);
		if (find("text").value !== next)
			find("text").value = next;
		/* The area has its own ends of lines. */
		state.text = find("text").value;
	}

	function remember() {
		const { text, bytes, name, format, number } = state;

		state.history.push({ text, bytes, name, format, number,
			path: state.node ? state.node.path : "0" });
		if (state.history.length > HISTORY)
			state.history.shift();
	}

	/* Replaces the text. */
	function replace(next, path = "0") {
		remember();
		take(next);
		return refresh(path);
	}

	function undo() {
		const before = state.history.pop();

		if (!before)
			return;
		Object.assign(state, before);
		take(before.text, before.bytes);
		refresh(before.path);
	}

	/* The record on the board was changed: its text follows. */
	function changed(good, path) {
		const failure = good ? null : engine.failure();
		const written = good ? records.written() : null;

		if (written === null) {
			tell(failure ? failure.message :
				"Correct the errors of the record first.");
			openAt(state.number, state.node.path);
			return;
		}
		tell("");
		replace(records.withRecord(written), path);
	}

	function onInput() {
		const area = find("text");

		if (!timer)
			remember();
		/* Another beginning may be another format. */
		if (area.value[0] !== state.text[0])
			Object.assign(state, { name: "", format: null });
		clearTimeout(timer);
		timer = setTimeout(() => {
			timer = 0;
			refresh(state.node ? state.node.path : "0");
		}, WAIT);
		take(area.value);
	}

	/* The board follows the caret: the last ply before it. */
	function onCaret() {
		const { selectionStart } = find("text");
		const at = new TextEncoder().encode(
			state.text.slice(0, selectionStart)).length;
		const number = Math.max(1, state.records.filter(record =>
			record.offset <= at).length);

		if (timer || state.records.length === 0)
			return;
		if (number !== state.number)
			openAt(number, "0");
		const before = [...state.nodes.values()].filter(node =>
			node.ply && node.offset <= at && node.length > 0);
		const last = before.sort((a, b) => a.offset - b.offset).pop();

		if ((last || state.start) !== state.node)
			board.show(last || state.start);
	}

	async function openFiles(files) {
		if (files.length === 0)
			return;
		const { bytes, name, format } = await share.read(files).catch(
			error => ({ name: error.message }));

		if (!bytes) {
			tell(`The file cannot be read: ${name}.`);
			return;
		}
		remember();
		Object.assign(state, { name, format, number: 1 });
		take(new TextDecoder().decode(bytes), bytes);
		await refresh("0");
	}

	/*
	 * Problems
	 */

	/* A diagnostic leads to its place, and to the board before its move. */
	function toProblem({ number, ply, from, to }) {
		openAt(number, String(Math.max(0, ply - 1)));
		text.select(from, to);
		view("source");
	}

	function writeFix({ from, to, fix }) {
		replace(state.text.slice(0, from) + fix + state.text.slice(to),
			state.node.path);
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
			replace(next, state.node.path);
		};
		find("change").showModal();
	}

	/*
	 * Conversion and new games
	 */

	function converted() {
		const { text: next, left } = records.convert(find("to-format").value,
			find("to-notation").value, find("to-letters").value);

		tell(left ? `${text.counted(left, "record")} with errors left out.` :
			"");
		return next;
	}

	function convertHere() {
		const next = converted();
		const format = find("to-format").value;

		find("convert").close();
		if (!next)
			return;
		remember();
		Object.assign(state, { format, name: state.name.replace(/\.\w+$/,
			`.${format}`) });
		take(next);
		refresh("0");
	}

	/* The options of the game that is chosen. */
	function showOptions() {
		find("new-options").replaceChildren(...records.optionsOf(
			find("new-game").value).map(({ name, values, usual, choices }) =>
			make("label", { title: values }, make("span", null, name),
				choices ? make("select", { name }, ...choices.map(value =>
					make("option", { selected: value === usual }, value))) :
					make("input", { name, placeholder: usual,
						autocomplete: "off" }))));
	}

	/* The new game begins where the board is. */
	function startHere() {
		const game = board.info();

		if (!game)
			return;
		find("new-game").value = game.id;
		showOptions();
		find("new-position").value = engine.write("position_write",
			state.position, "3pf", 0) || "";
	}

	async function newGame() {
		const format = state.text.trim() ? records.formatToWrite() : "pgn";
		const settings = [...find("new-options").querySelectorAll("[name]")]
			.filter(field => field.value)
			.map(field => `${field.name}=${field.value}`);
		const text = records.fresh(find("new-game").value, settings,
			find("new-position").value.trim(), format);
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

	function go(node) {
		if (node)
			board.show(node);
	}

	function lastOf(node) {
		while (node.next)
			node = node.next;
		return node;
	}

	/* Takes the move on the board back, with all that follows it. */
	function takeBack() {
		const { node } = state;

		if (!node.ply)
			return;
		engine.ask("ply_remove", node.ply);
		changed(true, node.before.path);
	}

	/* On a phone one of the two is in view. */
	function view(name) {
		document.body.dataset.view = name;
		for (const button of find("views").querySelectorAll("button"))
			button.setAttribute("aria-pressed",
				String(button.dataset.view === name));
	}

	const actions = {
		open: () => find("file").click(),
		undo,
		fresh: () => {
			find("new-fault").textContent = "";
			find("new-position").value = "";
			find("new").showModal();
		},
		startHere,
		begin: newGame,
		convert: () => find("convert").showModal(),
		convertHere,
		convertSave: () => share.save(converted(),
			share.nameFor(find("to-format").value)),
		convertCopy: () => share.copy(converted(), "The text"),
		save: () => share.save(state.text,
			share.nameFor(records.formatToWrite())),
		publish: share.publish,
		link: share.link,
		help: () => find("help").showModal(),
		mend: () => propose("Mend what is certain", records.mend()),
		first: () => go(state.start),
		back: () => go(state.node.before),
		next: () => go(state.node.next),
		last: () => go(lastOf(state.node)),
		turn: board.turn,
		takeBack,
	};
	const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first",
		End: "last", t: "turn", "?": "help" };

	function onClick(event) {
		const button = event.target.closest("button");
		const data = button ? button.dataset : {};

		if (data.do)
			actions[data.do]();
		else if (data.close !== undefined)
			button.closest("dialog").close();
		else if (data.view)
			view(data.view);
		else if (data.path)
			go(state.nodes.get(data.path));
		else if (data.hand)
			board.choose(data.hand);
		else if (data.move) {
			find("choice").close();
			board.play(state.legal[Number(data.move)]);
		} else if (data.problem)
			toProblem(state.problems[data.problem]);
		else if (data.fix)
			writeFix(state.problems[data.fix]);
		else if (data.repairs)
			showRepairs(state.problems[data.repairs]);
	}

	function onKey(event) {
		const action = keys[event.key];

		if (!action || event.ctrlKey || event.altKey || event.metaKey ||
		    event.target.closest("input, textarea, select, dialog"))
			return;
		event.preventDefault();
		actions[action]();
	}

	function onSubmit(event) {
		event.preventDefault();
		const token = find("token").value.trim();

		if (token && board.type(token))
			find("token").value = "";
	}

	function watchFiles() {
		find("file").addEventListener("change", () => {
			openFiles(find("file").files);
		});
		document.addEventListener("dragover", event =>
			event.preventDefault());
		document.addEventListener("drop", event => {
			event.preventDefault();
			share.dropped(event.dataTransfer).then(openFiles);
		});
	}

	function watch() {
		document.addEventListener("click", onClick);
		document.addEventListener("keydown", onKey);
		find("text").addEventListener("input", onInput);
		find("text").addEventListener("scroll", text.follow);
		for (const kind of ["click", "keyup"])
			find("text").addEventListener(kind, onCaret);
		find("entry").addEventListener("submit", onSubmit);
		find("comment").addEventListener("change", () =>
			moves.setComment(find("comment").value));
		find("nag").addEventListener("change", () =>
			moves.setNag(Number(find("nag").value)));
		find("tags").addEventListener("change", event =>
			moves.setTag(event.target.name, event.target.value));
		find("new-game").addEventListener("change", showOptions);
		find("record").addEventListener("change", () =>
			openAt(Number(find("record").value), "0"));
		find("notation").addEventListener("change", () => {
			state.notation = find("notation").value;
			openAt(state.number, state.node.path);
		});
		watchFiles();
		board.watch();
	}

	function fillSelects() {
		const same = ids => ids.map(id => [id, id]);
		const notations = same(engine.ids("notations"));

		fill(find("notation"), [["", "as recorded"], ...notations], "");
		fill(find("to-notation"), [["", "as recorded"], ...notations], "");
		fill(find("to-letters"), same(engine.ids("letters")), "en");
		fill(find("to-format"), same(Object.keys(records.joined)), "pgn");
		fill(find("nag"), moves.NAGS.map((sign, i) => [String(i), sign]), "0");
		fill(find("new-game"), engine.ids("games").map(id =>
			[id, records.gameOf(id).title]), "siege");
		showOptions();
	}

	async function unpackEngine() {
		const letters = atob(find("engine").content.textContent);
		const packed = Uint8Array.from(letters, c => c.charCodeAt(0));

		return new Response(new Blob([packed]).stream().pipeThrough(
			new DecompressionStream("gzip"))).arrayBuffer();
	}

	async function begin() {
		await engine.start(await unpackEngine());
		fillSelects();
		watch();
		const linked = await share.linked().catch(() => null);
		const given = linked === null ? share.given() : linked;
		const kept = given ? { text: given } : share.kept();

		Object.assign(state, { name: "", format: null }, kept);
		take(kept ? kept.text : "");
		/* A page within a page has no address of its own. */
		document.querySelector("[data-do=link]").hidden =
			location.protocol === "about:";
		state.seat = Number(find("given").dataset.seat || 0);
		view(given ? "play" : "source");
		await refresh(find("given").dataset.at || "0");
		document.body.classList.add("ready");
		performance.mark("ready");
	}

	begin();
	return { tell, changed, view };
})();
