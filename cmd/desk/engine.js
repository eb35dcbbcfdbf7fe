/*
 * The engine: calls of ternion.h. Handles are numbers, and 0 is no handle.
 */
"use strict";

const encoded = text => new TextEncoder().encode(text);
const decoded = bytes => new TextDecoder().decode(bytes);

const engine = (() => {
	/* STRUCTURES, which formats/library/bindings.py makes of ternion.h, has the
	 * members of each with type and place. The types are: s a text, l a list
	 * of texts, 3 three texts, b a boolean, c a letter, t the name of a cell;
	 * without one it is a number. */
	let module = null;
	let borrowed = [];
	let last = 0; /* the status of the last handle or number given */

	/* Memory that lives until the call is over. */
	function borrow(size) {
		const at = module._malloc(size);

		module.HEAPU8.fill(0, at, at + size);
		borrowed.push(at);
		return at;
	}

	function giveBack() {
		borrowed.forEach(module._free);
		borrowed = [];
	}

	function number(at) {
		return module.HEAPU32[at >> 2];
	}

	function textAt(at) {
		return at === 0 ? null : module.UTF8ToString(at);
	}

	function bytesIn(bytes) {
		const at = borrow(bytes.length + 1);

		module.HEAPU8.set(bytes, at);
		return at;
	}

	/* Texts that end with 0; no list is null. */
	function list(at) {
		const texts = [];

		for (let i = at; at !== 0 && number(i) !== 0; i += 4)
			texts.push(textAt(number(i)));
		return at === 0 ? null : texts;
	}

	function listIn(texts) {
		const at = borrow(4 * texts.length + 4);

		texts.forEach((text, i) => {
			module.HEAPU32[(at >> 2) + i] = argument(text);
		});
		return at;
	}

	const readers = {
		s: at => textAt(number(at)),
		l: at => list(number(at)),
		3: at => [0, 4, 8].map(i => textAt(number(at + i))),
		b: at => module.HEAPU8[at] !== 0,
		c: at => module.HEAPU8[at] === 0 ? "" :
			String.fromCharCode(module.HEAPU8[at]),
		t: at => textAt(at),
	};

	function structure(name, values = {}) {
		const { members, size } = STRUCTURES[name];
		const to = borrow(size);

		module.HEAPU32[to >> 2] = size;
		for (const [name, type, at] of members) {
			const value = values[name];

			if (value === undefined || value === null)
				continue;
			if (type === "b")
				module.HEAPU8[to + at] = value ? 1 : 0;
			else
				module.HEAPU32[(to + at) >> 2] = argument(value);
		}
		return to;
	}

	function read(name, from) {
		const values = {};

		for (const [member, type, at] of STRUCTURES[name].members)
			values[member] = type ? readers[type](from + at) :
				number(from + at);
		return values;
	}

	function argument(value) {
		if (typeof value === "string")
			return bytesIn(encoded(value));
		if (value instanceof Uint8Array)
			return bytesIn(value);
		if (Array.isArray(value))
			return listIn(value);
		if (value && value.structure)
			return structure(value.structure, value);
		return Number(value || 0);
	}

	function call(name, ...values) {
		return module[`_ternion_${name}`](...values.map(argument));
	}

	/* Calls a function that returns a handle, a number or a status. */
	function ask(name, ...values) {
		const result = call(name, ...values);

		giveBack();
		return result;
	}

	/* Calls a function that returns a text. */
	function told(name, ...values) {
		return textAt(ask(name, ...values));
	}

	/* Calls a function that gives a handle or a number in its last
	 * parameter; 0 if it fails. */
	function make(name, ...values) {
		const given = borrow(4);

		last = call(name, ...values, given);
		const handle = number(given);

		giveBack();
		return handle;
	}

	/* Calls a function that gives a text; null if it fails. */
	function write(name, ...values) {
		const given = borrow(4);

		call(name, ...values, given, 0);
		const at = number(given);
		const text = textAt(at);

		if (at !== 0)
			module._ternion_free(at);
		giveBack();
		return text;
	}

	/* Calls a function that fills in a structure; null if it fails. */
	function describe(kind, name, ...values) {
		const into = structure(kind);
		const status = call(name, ...values, into);
		const filled = status === 0 ? read(kind, into) : null;

		giveBack();
		return filled;
	}

	/* All that a function describes, for each index from 0. */
	function all(kind, name, ...values) {
		const found = [];

		for (let one; (one = describe(kind, name, ...values, found.length));)
			found.push(one);
		return found;
	}

	/* A name and a value, or null after the last. */
	function tags(record) {
		const found = [];
		const slot = module._malloc(8);

		while (call("record_tag", record, found.length, slot, slot + 4) === 0)
			found.push([textAt(number(slot)), textAt(number(slot + 4))]);
		module._free(slot);
		return found;
	}

	function ids(name) {
		const found = [];

		for (let id; (id = told("id", LISTS[name], found.length));)
			found.push(id);
		return found;
	}

	/* Why the last call failed with a status, 2 for TERNION_FAULTY. */
	function failure(status = 2) {
		return describe("diagnostic", "error", status);
	}

	/* The bytes of a file, decompressed. */
	function unpack(bytes) {
		const given = borrow(8);
		const status = call("unpack", bytes, bytes.length, given, given + 4);
		const at = number(given);
		const text = module.HEAPU8.slice(at, at + number(given + 4));

		module._ternion_free(at);
		giveBack();
		if (status !== 0)
			throw new Error("the compressed data is damaged");
		return text;
	}

	async function start(binary) {
		module = await emscripten({ wasmBinary: binary });
	}

	return { status: () => last, start, ask, told, make, write, describe, all,
		tags, ids, failure, unpack };
})();
