/*
 * Texts that come and go: files, the clipboard, links, and what the browser
 * keeps.
 */

const share = (() => {
	const page = document.documentElement.outerHTML; /* as it was loaded */
	const LINK = 2000;    /* letters that any program takes */
	const FRAME = 0x8000; /* bytes that one call takes as arguments */

	function through(bytes, stream) {
		return new Response(new Blob([bytes]).stream().pipeThrough(stream))
			.arrayBuffer().then(buffer => new Uint8Array(buffer));
	}

	function bare(name) {
		return name.replace(/\.(gz|zst)$/, "");
	}

	/* Files as one text: those of a trace in their order. Throws if one
	 * cannot be read. */
	async function read(files) {
		const inOrder = [...files].sort((a, b) => a.name < b.name ? -1 : 1);
		const parts = [];

		for (const file of inOrder)
			parts.push(engine.unpack(new Uint8Array(
				await file.arrayBuffer())), new Uint8Array([10]));
		const bytes = new Uint8Array(await new Blob(inOrder.length > 1 ?
			parts : parts.slice(0, 1)).arrayBuffer());
		const name = bare(inOrder[0].name);

		return { bytes, name, format: records.formatOf(name) };
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

	/* The bytes of the text in the letters of a link. */
	function unlink(letters) {
		const bytes = Uint8Array.from(atob(letters.replace(/-/g, "+")
			.replace(/_/g, "/")), letter => letter.charCodeAt(0));

		return through(bytes, new DecompressionStream("deflate-raw"));
	}

	async function copyLink(letters) {
		const address = `${location.href.replace(/#.*/, "")}#t=${letters}`;

		await copy(address, "The link");
		history.replaceState(null, "", address);
		Object.assign(state, { link: letters, isKept: false });
		kept.put();
	}

	/* Copies a link to the text; offers a file instead of a long one. */
	async function link() {
		const letters = await pack(state.text);

		if (letters.length <= LINK)
			await copyLink(letters);
		else
			desk.ask(`The link has ${letters.length} letters, too many for ${
				"some programs."}`, ["Save a file", saveText],
			["Copy the link", () => copyLink(letters)]);
	}

	function saveText(text = state.text, format = records.formatToWrite()) {
		save(new Blob([text], { type: "text/plain" }), nameFor(format));
	}

	/* The letters of the text in the address; none is "". */
	function linked() {
		return (/^#t=([\w-]+)$/.exec(location.hash) || ["", ""])[1];
	}

	/* "ann-bea-cem.pgn", or the name of the file that was opened. */
	function nameFor(format) {
		const [record] = state.records;
		const names = record ? record.title.replace(/^\d+\. /, "")
			.replace(/:.*/, "") : "";

		return `${state.name.replace(/\.\w+$/, "") || plainName(names) ||
			"games"}.${format}`;
	}

	/* Saves the page of the records, with this desk to try moves. */
	function publish() {
		const { text, left } = records.convert("html", "", "en");
		const desk = escaped(`<!DOCTYPE html>\n${page}`);

		save(new Blob([text.replace(/<script>ternion\.finish/, end =>
			`<template id="engine">${desk}</template>\n${end}`)],
		{ type: "text/html" }), nameFor("html"));
		return left;
	}

	/* The text that a published page gives to its desk, or "". */
	function given() {
		return find("given").content.textContent;
	}

	return { through, read, pack, unlink, link, linked, saveText,
		publish, given };
})();
