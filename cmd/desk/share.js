/* Texts that come and go: files, the clipboard, and links. */

const loaded = document.documentElement.outerHTML; /* the desk's own page */
const LINK = 2000; /* letters that any program takes */

/* The bytes that a stream makes of some. */
const through = async (bytes, stream) => new Uint8Array(await new Response(
	new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

const fromLetters = letters =>
	Uint8Array.from(atob(letters), letter => letter.charCodeAt(0));

/* Files as one text: those of a trace in their order. Throws if one cannot be
 * read. */
async function readFiles(files) {
	const inOrder = [...files].sort((a, b) => a.name < b.name ? -1 : 1);
	const parts = await Promise.all(inOrder.map(async file =>
		unpacked(new Uint8Array(await file.arrayBuffer()))));
	const name = inOrder[0].name.replace(/\.(gz|zst)$/, "");
	const bytes = new Uint8Array(await new Blob(parts.flatMap((part, i) =>
		i > 0 ? ["\n", part] : [part])).arrayBuffer());
	return { bytes, name, format: formatOf(name) };
}

/* A text in letters that an address may have. */
async function pack(text) {
	const bytes = await through(encoded(text),
		new CompressionStream("deflate-raw"));
	const letters = Array.from(bytes, byte => String.fromCharCode(byte));
	return btoa(letters.join("")).replace(/\+/g, "-").replace(/\//g, "_")
		.replace(/=+$/, "");
}

/* The text of a link by its letters. Throws if they are damaged. */
async function unlink(link) {
	const bytes = fromLetters(link.replace(/-/g, "+").replace(/_/g, "/"));
	return { link, bytes: await through(bytes,
		new DecompressionStream("deflate-raw")) };
}

async function copyLink(link) {
	const address = `${location.href.replace(/#.*/, "")}#t=${link}`;
	await copy(address, "The link");
	history.replaceState(null, "", address);
	Object.assign(state, { link, changed: 0 });
	keepText();
}

/* Copies a link to the text; offers a file instead of a long one. */
async function makeLink() {
	const link = await pack(state.text);
	if (link.length <= LINK)
		await copyLink(link);
	else
		question(`The link has ${link.length} letters, too many for some ${
			"programs."}`, null, ["Save a file", saveText],
		["Copy the link", () => copyLink(link)]);
}

/* The letters of the text in the address; none is "". */
const linked = () => (/^#t=([\w-]+)$/.exec(location.hash) || ["", ""])[1];

/* "ann-bea-cem.pgn", or the name of the file that was opened. */
function nameFor(format) {
	const title = state.records[0]?.title.replace(/:.*/, "");
	const name = state.name.replace(/\.\w+$/, "") || plainName(title || "");
	return `${name || "games"}.${format}`;
}

const saveText = (text = state.text, format = formatToWrite()) =>
	save(text, "text/plain", nameFor(format));

/* Saves a page of the records, with this desk to try moves. */
function savePage(page) {
	const desk = escaped(`<!DOCTYPE html>\n${loaded}`);
	save(page.replace(/<script>ternion\.finish/, end =>
		`<template id="engine">${desk}</template>\n${end}`),
	"text/html", nameFor("html"));
}
