/*
 * Texts that come and go: files, the clipboard, and links.
 */

const loaded = document.documentElement.outerHTML; /* the desk's own page */
const LINK = 2000;    /* letters that any program takes */
const FRAME = 0x8000; /* bytes that one call takes as arguments */

/* The bytes that a stream makes of some. */
async function through(bytes, stream) {
	return new Uint8Array(await new Response(
		new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

function fromLetters(letters) {
	return Uint8Array.from(atob(letters), letter => letter.charCodeAt(0));
}

/* The bytes of a file, decompressed. */
async function bytesOf(file) {
	return unpacked(new Uint8Array(await file.arrayBuffer()));
}

/* Files as one text: those of a trace in their order. Throws if one cannot be
 * read. */
async function readFiles(files) {
	const inOrder = [...files].sort((a, b) => a.name < b.name ? -1 : 1);
	const parts = await Promise.all(inOrder.map(bytesOf));
	const name = inOrder[0].name.replace(/\.(gz|zst)$/, "");
	const bytes = new Uint8Array(await new Blob(parts.flatMap((part, i) =>
		i > 0 ? ["\n", part] : [part])).arrayBuffer());

	return { bytes, name, format: formatOf(name) };
}

/* A text in letters that an address may have. */
async function pack(text) {
	const bytes = await through(encoded(text),
		new CompressionStream("deflate-raw"));
	let letters = "";

	for (let i = 0; i < bytes.length; i += FRAME)
		letters += String.fromCharCode(...bytes.subarray(i, i + FRAME));
	return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_")
		.replace(/=+$/, "");
}

/* The text of a link by its letters, or null. */
async function unlink(link) {
	try {
		return { link, bytes: await through(fromLetters(link
			.replace(/-/g, "+").replace(/_/g, "/")),
		new DecompressionStream("deflate-raw")) };
	} catch {
		return null;
	}
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
function linked() {
	return (/^#t=([\w-]+)$/.exec(location.hash) || ["", ""])[1];
}

/* "ann-bea-cem.pgn", or the name of the file that was opened. */
function nameFor(format) {
	const [record] = state.records;
	const names = record ? plainName(record.title.replace(/:.*/, "")) : "";

	return `${state.name.replace(/\.\w+$/, "") || names || "games"}.${format}`;
}

function saveText(text = state.text, format = formatToWrite()) {
	save(text, "text/plain", nameFor(format));
}

/* Saves the page of the records, with this desk to try moves; gives those left
 * out. */
function publish() {
	const { text, left } = converted("html", null, "en");
	const desk = escaped(`<!DOCTYPE html>\n${loaded}`);

	save(text.replace(/<script>ternion\.finish/, end =>
		`<template id="engine">${desk}</template>\n${end}`),
	"text/html", nameFor("html"));
	return left;
}
