/*
 * The texts that the browser keeps, each apart from the others, and the history
 * of each.
 */

const kept = (() => {
	const NAME = "ternion-desk";
	const CHANGES = 200;
	const BYTES = 1 << 22; /* in the history of a text */
	let base = null; /* the database; null if the browser has none for us */
	let tabs = null; /* the other tabs of the browser */

	function promised(request) {
		return new Promise((done, failed) => {
			request.onsuccess = () => done(request.result);
			request.onerror = () => failed(request.error);
		});
	}

	function store(mode) {
		return base.transaction("texts", mode).objectStore("texts");
	}

	async function open(onChange) {
		try {
			const request = indexedDB.open(NAME, 1);

			request.onupgradeneeded = () => request.result
				.createObjectStore("texts", { keyPath: "id" });
			base = await promised(request);
			tabs = new BroadcastChannel(NAME);
			tabs.onmessage = ({ data }) => onChange(data);
		} catch (error) {
			tell(`The browser does not keep texts: ${error.message}`);
		}
	}

	/* Calls of the database end with the page, unless they are committed. */
	function change(how, value) {
		if (!base)
			return;
		const texts = store("readwrite");

		texts[how](value).onerror = event => tell(
			`The browser does not keep the text: ${event.target.error}`);
		if (texts.transaction.commit)
			texts.transaction.commit();
	}

	/* The newest first. */
	async function all() {
		const found = base ? await promised(store("readonly").getAll()) : [];

		return found.sort((a, b) => b.changed - a.changed);
	}

	function newId() {
		return `${Date.now()}-${Math.random()}`;
	}

	async function one(id) {
		return (await all()).find(text => text.id === id);
	}

	/* Keeps the text that is shown, with the ply that is on the board, if it
	 * is other than what was kept. */
	function put() {
		const { id, bytes, name, format, number, history, link, node,
			sheets: texts, isKept } = state;

		if (isKept || !id || (bytes.length === 0 && history.length === 0))
			return;
		state.isKept = true;
		change("put", { id, bytes, name, format, number, history, link,
			path: node ? node.address : "0", sheets: texts,
			changed: Date.now() });
		if (tabs)
			tabs.postMessage(id);
	}

	/* Keeps a text next to the one that is shown. */
	function add(text) {
		change("put", { ...text, id: newId(), history: [], link: null,
			sheets: null, number: 1, path: "0", changed: Date.now() });
	}

	/* A tab that is loaded again shows the same board. */
	function notePlace() {
		const { id, number, node, seat } = state;

		if (!id)
			return;
		try {
			sessionStorage.setItem(NAME, JSON.stringify({ id, number,
				path: node.address, seat }));
		} catch {
			/* The tab shows the newest text then. */
		}
	}

	function place() {
		try {
			return JSON.parse(sessionStorage.getItem(NAME));
		} catch {
			return null;
		}
	}

	/* What this tab showed, or the newest text that is linked by the letters;
	 * null if there is none. */
	async function last(link) {
		const here = place() || {};
		const texts = (await all()).filter(text => !link || text.link === link);
		const same = texts.find(text => text.id === here.id);

		if (same)
			return { ...same, ...here };
		return here.id && !link ? { id: here.id } : texts[0] || null;
	}

	/*
	 * History
	 */

	/* The bytes before a change, where they were others than after it; null
	 * if it changes nothing. */
	function difference(before, after) {
		const most = Math.min(before.length, after.length);
		let at = 0, end = 0;

		while (at < most && before[at] === after[at])
			at++;
		while (end < most - at && before[before.length - 1 - end] ===
		    after[after.length - 1 - end])
			end++;
		if (at === before.length && at === after.length)
			return null;
		return { at, old: before.slice(at, before.length - end),
			length: after.length - end - at };
	}

	/* Bytes with others instead of those at a place. */
	function spliced(bytes, at, length, others) {
		const made = new Uint8Array(bytes.length - length + others.length);

		made.set(bytes.subarray(0, at));
		made.set(others, at);
		made.set(bytes.subarray(at + length), at + others.length);
		return made;
	}

	function noteText() {
		const { bytes, name, format, sheets: texts } = state;

		state.before = { bytes, name, format, sheets: texts };
	}

	/* Adds what changed since the last call to the history of the text. */
	function noteChange() {
		const { history, before, bytes, number, node } = state;
		const changed = difference(before.bytes, bytes);

		if (changed !== null || before.sheets !== state.sheets)
			state.isKept = false;

		if (changed)
			history.push({ ...before, ...changed, bytes: null, number,
				path: node ? node.address : "0" });
		let size = history.reduce((sum, { old }) => sum + old.length, 0);

		while (history.length > CHANGES || (size > BYTES &&
		    history.length > 1))
			size -= history.shift().old.length;
		noteText();
	}

	return { newId, open, all, one, add, put, change, notePlace, last, difference,
		spliced, noteText, noteChange };
})();
