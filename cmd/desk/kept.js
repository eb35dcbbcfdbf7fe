/* The texts that the browser keeps, each apart from the others, and the history
 * of each. */

const CHANGES = 200;
const BYTES = 1 << 22; /* in the history of a text */
let base = null; /* the database; null if the browser has none for us */
const instead = new Map(); /* the texts without a database, by id */

const promised = request => new Promise((done, failed) =>
	Object.assign(request, { onsuccess: () => done(request.result),
		onerror: () => failed(request.error) }));

async function openKept() {
	try {
		const request = indexedDB.open("ternion-desk", 1);
		request.onupgradeneeded = () => request.result
			.createObjectStore("texts", { keyPath: "id" });
		base = await promised(request);
		base.onclose = () => base = null;
	} catch (error) {
		tell(`The browser does not keep texts: ${error.message}`);
	}
}

/* Calls of the database end with the page, unless they are committed. */
function changeKept(how, value) {
	if (!base) {
		instead[how === "put" ? "set" : "delete"](value.id || value, value);
		return;
	}
	const change = base.transaction("texts", "readwrite");
	change.objectStore("texts")[how](value);
	change.onabort = () => tell("The browser does not keep the text: " +
		`${change.error}.`, "Save a file", saveText);
	change.commit();
}

/* The newest first. */
async function keptTexts() {
	const found = base ? await promised(base.transaction("texts")
		.objectStore("texts").getAll()) : [...instead.values()];
	return found.sort((a, b) => b.changed - a.changed);
}

const keptText = async id => (await keptTexts()).find(text => text.id === id);
const newId = () => `${Date.now()}-${Math.random()}`;

/* Keeps a text, next to the others if it has no id; returns when. */
function keep({ id = newId(), name, format, bytes, number = 1, history = [],
	link = null, sheets = null }, path = "0") {
	const changed = Date.now();
	changeKept("put", { id, name, format, bytes, number, history, link, sheets,
		path, changed });
	return changed;
}

/* Keeps the text that is shown, with the ply that is on the board, if it
 * is other than what was kept. */
function keepText() {
	const { id, bytes, history, changed } = state;
	if (!changed && id && (bytes.length > 0 || history.length > 0))
		state.changed = keep(state, addressHere());
}

/* What this tab showed before it was loaded again, or the newest text that is
 * linked by the letters, if there is one. */
async function lastText(link) {
	const here = history.state || {};
	const texts = (await keptTexts()).filter(
		text => !link || text.link === link);
	const same = texts.find(text => text.id === here.id);
	if (same)
		return { ...same, ...here };
	return here.id && !link ? { id: here.id } : texts[0];
}

/* --- History --- */

/* Bytes with others instead of those at a place. */
function spliced(bytes, at, length, others) {
	const made = new Uint8Array(bytes.length - length + others.length);
	made.set(bytes.subarray(0, at));
	made.set(others, at);
	made.set(bytes.subarray(at + length), at + others.length);
	return made;
}

const noteText = ({ bytes, name, format, sheets } = state) =>
	state.before = { bytes, name, format, sheets };

/* Adds what the text was, if it has changed since the last call, to its
 * history. */
function noteChange() {
	const { history, before, bytes, number } = state;

	if (before.sheets === state.sheets && before.bytes === bytes)
		return;
	state.changed = 0;
	history.push({ ...before, number, path: addressHere() });
	let size = history.reduce((sum, old) => sum + old.bytes.length, 0);

	while (history.length > CHANGES || (size > BYTES && history.length > 1))
		size -= history.shift().bytes.length;
	noteText();
}

function undo() {
	noteChange();
	const { path, ...before } = state.history.pop() || {};
	if (!path)
		return;
	Object.assign(state, before, { changed: 0 });
	takeBytes(before.bytes);
	noteText();
	refresh(path);
}
