/* The desk: what a user does, and what follows from it. */

const WAIT = 250; /* milliseconds after a key */
let timer; /* until a text is checked that is typed */

/* Shows something, or asks before a step that a slip of the finger should not
 * take, with a button for each [label, action]. */
function question(title, body, ...answers) {
	fill("ask-title", title);
	fill("ask-body", body);
	fill("answers", answers.map(([label, action]) =>
		h("button", { onclick: () => {
			find("ask").close();
			action();
		} }, label)));
	find("ask").showModal();
}

/* --- The text --- */

const fillSelect = (id, options, chosen) =>
	fill(id, options.map(([value, label = value]) =>
		h("option", { value, selected: value === chosen }, label)));

function showRecords() {
	const { records, number, history, text } = state;
	const empty = text.trim() === "" && !state.sheets;
	fillSelect("record", records.map(({ number, title }) =>
		[String(number), `${number}. ${title}`]), String(number));
	find("undo").disabled = history.length === 0;
	document.body.classList.toggle("empty", empty);
	if (empty)
		showHome();
}

/* Opens a record at an address; the board shows that node, or the last one
 * before it that is there still. */
function openAt(number, address) {
	const game = openRecord(number);

	showTags();
	while (!game.nodes.has(address))
		address = address.includes(".") ? address.replace(/\.?\d+$/, "") : "0";
	find("game").hidden = !game.board;
	if (game.board) {
		showGame(game, state.seat);
		show(game.nodes.get(address));
	} else {
		Object.assign(state, { game, node: game.start });
		fill("moves");
		follow();
	}
	find("record").value = String(state.number);
}

/* The address on the board. */
const addressHere = () => state.node ? state.node.address : "0";

/* Checks the text, and shows the board at an address. The text, whose layout
 * takes longer, follows the board; so does what the browser keeps. */
async function refresh(address, checkIt = check) {
	timer = clearTimeout(timer);
	noteChange();
	if (!await checkIt())
		return;
	openAt(state.number, address);
	if (!document.hidden)
		await new Promise(done =>
			requestAnimationFrame(() => setTimeout(done)));
	if (state.node)
		keepText();
	showText();
	showSheets();
	showRecords();
}

/* Takes a text, in letters or in bytes. A text area has one kind of ends of
 * lines. */
function takeBytes(data) {
	state.bytes = typeof data === "string" ? encoded(data) : data;
	state.text = decoded(state.bytes).replace(/\r\n?/g, "\n");
}

function replace(text, address = addressHere()) {
	takeBytes(text);
	return refresh(address);
}

/* Keeps what was typed last, and what this tab shows. */
function keepNow() {
	const { id, number, seat, before } = state;
	if (!before || !id)
		return;
	noteChange();
	keepText();
	history.replaceState({ id, number, path: addressHere(), seat }, "");
}

/* Opens a text next to those that are kept; without one, an empty text. */
async function openText({ path = "0", ...text } = {}) {
	keepNow();
	Object.assign(state, { id: newId(), name: "", format: null, link: null,
		number: 1, seat: 0, history: [], sheets: null, node: null, changed: 0,
		bytes: new Uint8Array() }, text);
	takeBytes(state.bytes);
	noteText();
	await refresh(path);
	keepNow(); /* the browser's Back returns to it */
}

/* Shows what another tab made of the text since. */
async function followTabs() {
	const text = !document.hidden && await keptText(state.id);
	if (text && text.changed > state.changed && state.changed)
		openText({ ...text, seat: state.seat,
			path: nextOf(state.node) ? addressHere() : text.path });
}

/* The record on the board was changed: its text follows. */
function changed(good, address = addressHere()) {
	const text = good ? writtenAs(formatToWrite()) : null;

	if (text === null) {
		tell((failure() || failure(3))?.message ||
			"Correct the errors of the record first.");
		openAt(state.number, addressHere());
		return null;
	}
	tell("");
	const alone = isPgn() && !timer, { bytes } = state;

	takeBytes(withRecord(text));
	return refresh(address, alone ? () => checkRecord(bytes) : check);
}

/* Another beginning may be another format. */
function onText({ target: { value } }) {
	if (value[0] !== state.text[0])
		Object.assign(state, { name: "", format: null });
	takeBytes(value);
	later(() => state.text);
}

/* Shows a text a while after the last key. */
function later(next) {
	clearTimeout(timer);
	timer = setTimeout(() => replace(next()), WAIT);
}

async function openFiles(files) {
	const text = files.length > 0 && await readFiles(files).catch(error =>
		tell(`The file cannot be read: ${error.message}.`));
	if (text)
		await openText(text);
}

async function openLink() {
	const link = linked();
	const text = await lastText(link) || link && await unlink(link).catch(() =>
		tell("The link is damaged: its text cannot be read."));
	await openText(text || await lastText());
}

/* --- Problems --- */

/* A diagnostic leads to its place, and to the board before its move. */
function goToProblem({ number, ply, from, to }) {
	openAt(number, String(Math.max(0, ply - 1)));
	view("source");
	selectIn(find("area"), from, to);
}

function showRepairs(problem) {
	goToProblem(problem);
	const found = repairsOf(problem.index);
	question("Repairs", found.length === 0 && "No repair is known.",
		...found.map(({ title, certain, share, text }) => [`${title}${
			certain ? " (certain)" :
				share ? ` (${Math.round(share / 10)} %)` : ""}`,
		() => propose(title, text)]));
}

/* What a code means, as `ternion help` explains it. */
async function explain(code) {
	const [, text] = decoded(await unzipped("explanations"))
		.split(`\n\n${code}\n`);
	question(code, text.split("\n\n")[0]);
}

/* Shows a change, which the user takes or leaves. */
function propose(title, text) {
	if (text === state.text)
		tell("Nothing is certain enough to be mended.");
	else
		question(title, lineChanges(state.text, text),
			["Take the change", () => replace(text)]);
}

/* --- Conversion and new games --- */

/* All records in the format that is chosen, and those left out. */
const chosen = () => converted(find("to-format").value,
	find("to-notation").value || null, find("to-letters").value);

/* Gives the records that were converted to a file or the clipboard. */
async function give({ text, format, left }, to) {
	if (text)
		await to(text, format);
	if (left.length > 0)
		tell(`${counted(left.length, "record")} with errors left out.`);
}

/* Takes the records that are converted. Those that cannot be, for their
 * errors, get a text of their own. */
function takeConverted() {
	const { text, format, left } = chosen();
	const { name, format: before } = state;
	const take = () => {
		if (left.length > 0)
			keep({ name, format: before, bytes: encoded(left.join("\n")) });
		Object.assign(state, { format,
			name: name && `${name.replace(/\.\w+$/, "")}.${format}` });
		replace(text, "0");
	};

	find("convert").close();
	if (left.length === 0)
		take();
	else
		question(`${counted(left.length, "record")} with errors cannot be ${
			"converted"}`, text && "They are kept in a text of their own.",
		...text ? [["Convert the others", take]] : []);
}

/* The players and the options of the game that is chosen. */
function showOptions() {
	const { game, players } = infoOf(find("new-game").value);
	const options = allFacts("option", "game_option", game);
	const inWords = name => name.replace(/\B[A-Z]/g,
		letter => ` ${letter.toLowerCase()}`);

	fill("new-names", players.map(name => h("label", null,
		h("span", null, name), h("input", { name, autocomplete: "off" }))));
	fill("new-options", options.map(({ name, values, usual, choices }) =>
		h("label", null, h("span", null, h("b", null, inWords(name)),
			`: ${values}`), choices ? h("select", { name }, choices.map(value =>
			h("option", { selected: value === usual }, value))) :
			h("input", { name, placeholder: usual, autocomplete: "off" }))));
}

function openNew(game) {
	fill("new-fault");
	find("new-position").value = "";
	if (game)
		find("new-game").value = game;
	showOptions();
	find("new").showModal();
}

async function beginGame() {
	const format = formatToWrite();
	const fields = id => [...find(id).querySelectorAll("[name]")]
		.map(({ name, value }) => [name, value])
		.filter(([, value]) => value);
	const record = freshRecord(find("new-game").value,
		fields("new-options").map(field => field.join("=")),
		find("new-position").value.trim(), format, fields("new-names"));
	const before = format === "pgn" && state.text.trim() ?
		`${state.text.trimEnd()}\n\n` : "";

	if (record === null) {
		fill("new-fault", (failure(3) || failure() || {}).message);
		return;
	}
	find("new").close();
	if (!before)
		state.format = null;
	await replace(before + record);
	openAt(state.records.length, "0");
	view("play");
}

/* --- Actions --- */

/* On a phone one of the two is in view. */
const view = name => find(`view-${name}`).checked = true;

/* The text of the clipboard; where that is not allowed, the area for it. */
async function paste() {
	const bytes = await navigator.clipboard?.readText().catch(() => "");
	if (bytes)
		return openText({ bytes });
	view("source");
	find("text").focus();
}

Object.assign(actions, {
	home: () => openText(),
	paste,
	example: () => openText({ bytes: find("example").content.textContent }),
	open: () => find("file").click(),
	undo,
	fresh: () => openNew(),
	collate: beginSheets,
	settle: () => {
		state.sheets = null;
		replace(state.text);
	},
	begin: beginGame,
	convert: () => find("convert").showModal(),
	convertHere: takeConverted,
	convertSave: () => give(chosen(), saveText),
	convertCopy: () => give(chosen(), text => copy(text, "The text")),
	save: () => saveText(),
	publish: () => give(converted("html", null, "en"), savePage),
	link: makeLink,
	help: () => find("help").showModal(),
	mend: () => propose("Mend what is certain", mended()),
	print: () => {
		find("convert").close();
		window.print();
	},
	takeBack: () => cut(state.node),
	explain,
	game: openNew,
	kept: async id => openText(await keptText(id)),
	delete: removeKept,
	tap,
	move: playTurn,
	promote: at => {
		const { line: { instead }, ply } = state.game.nodes.get(at);
		changeLine(instead.address, "ply_promote", ply);
	},
	cut: at => cut(state.game.nodes.get(at)),
	problem: i => goToProblem(state.problems[i]),
	fix: i => {
		const { from, to, fix } = state.problems[i];
		replace(state.text.slice(0, from) + fix + state.text.slice(to));
	},
	repairs: i => showRepairs(state.problems[i]),
	difference: goToDifference,
	take: takeReading,
});
keys["?"] = "help";

const act = (name, value, button) => actions[name](value, button);

/* The player of the seat sits below the board, the others above it. */
const seatPlayers = panels => ["below", "left", "right"].forEach((place, i) =>
	fill(place, panels[(state.drawing.seat + i) % 3]));

/* The position follows the viewer to a node. */
function follow() {
	const { game, node, drawing } = state;

	ask("position_free", state.position);
	state.position = positionAfter(node.ply);
	if (game.board)
		state.seat = drawing.seat;
	state.call = "";
	listTurns();
	choose([]);
	showRemarks(node);
	fill("tokens", state.legal.map(({ text }) => h("option", { value: text })));
}

function onSubmit(event) {
	const token = find("token").value.trim();
	event.preventDefault();
	if (token && playTyped(token))
		find("token").value = "";
}

function onDrop(event) {
	event.preventDefault();
	if (event.type === "drop")
		openFiles(event.dataTransfer.files);
}

/* On paper a record is a score sheet, with the board that is shown. */
function fillPaper() {
	const { game, node, seat } = state;
	fill("paper", game.board && putOnPaper(game, recordHere().title, node,
		seat, new Set()));
}

function watch() {
	watchViewer();
	watchBoard();
	for (const [id, action] of Object.entries({
		file: ({ files }) => openFiles(files),
		comment: setComment,
		nag: setNag,
		tags: setTag,
		record: ({ value }) => openAt(Number(value), "0"),
		notation: ({ value }) => {
			state.notation = value;
			openAt(state.number, addressHere());
		},
		"new-game": showOptions,
	}))
		find(id).onchange = ({ target }) => action(target);
	find("areas").oninput = onSheet;
	find("entry").onsubmit = onSubmit;
	find("text").oninput = onText;
	find("told").onclick = ({ target }) => target.id === "told" && tell("");
	document.ondragover = document.ondrop = onDrop;
	document.onvisibilitychange = window.onfocus = followTabs;
	document.addEventListener("scroll", ({ target }) =>
		target.matches?.("textarea") && scrollMarks(target.parentNode), true);
	window.onbeforeprint = fillPaper;
	window.onhashchange = openLink;
	window.onpagehide = window.onbeforeunload = keepNow;
}

function fillSelects() {
	const notations = ids("notations").map(id => [id]);
	fillSelect("notation", [["", "as recorded"], ...notations], "");
	fillSelect("to-notation", [["", "as recorded"], ...notations], "");
	fillSelect("to-letters", ids("letters").map(id => [id]), "en");
	fillSelect("new-game", ids("games").map(id => [id, infoOf(id).title]),
		"siege");
	showOptions();
}

/* A part of the page that is packed. */
const unzipped = id => through(fromLetters(find(id).content.textContent),
	new DecompressionStream("gzip"));

async function begin() {
	engine = await emscripten({ wasmBinary: await unzipped("engine") });
	tell("");
	await openKept();
	fillSelects();
	watch();
	const { dataset: { at, seat }, content } = find("given");

	/* A page within a page has no address of its own. */
	document.querySelector("[data-do=link]").hidden =
		location.protocol === "about:";
	if (content.textContent)
		await openText({ id: null, path: at, seat: Number(seat || 0),
			bytes: content.textContent });
	else
		await openLink();
	/* A server that has the files for it lets the browser keep the desk. */
	if (document.querySelector("link[rel=manifest]"))
		navigator.serviceWorker?.register("worker.js").catch(() => {});
	document.body.classList.add("ready");
}

/* An error is said, and may be told to us. */
function onError({ message, reason }) {
	const ready = document.body.matches(".ready");
	tell(`${ready ? "The desk has an error" : "The browser may be too old"}: ${
		message || reason?.message || reason}.`, ready && "Save a file",
	saveText);
}

window.addEventListener("error", onError);
window.addEventListener("unhandledrejection", onError);
begin();
