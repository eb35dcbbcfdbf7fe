/* The engine: calls of ternion.h. Handles are numbers, and 0 is no handle.
 *
 * STRUCTURES, which formats/library/bindings.py makes of ternion.h, has the
 * members of each with type and place. The types are: s a text, l a list of
 * texts, 3 three texts, b a boolean, c a letter, t the name of a cell; without
 * one it is a number. */

const encoded = text => new TextEncoder().encode(text);
const decoded = bytes => new TextDecoder().decode(bytes);
let engine = null;  /* the module */
let borrowed = [];  /* memory that is given back after a call */
let lastStatus = 0; /* of the last call that gave a handle or a text */

function borrow(size, bytes = []) {
	const at = engine._malloc(size);
	engine.HEAPU8.fill(0, at, at + size);
	engine.HEAPU8.set(bytes, at);
	borrowed.push(at);
	return at;
}

const numberAt = at => engine.HEAPU32[at >> 2];
const setNumber = (at, number) => engine.HEAPU32[at >> 2] = number;
const textAt = at => at === 0 ? null : engine.UTF8ToString(at);

/* All that a function gives, for each index from 0. */
function each(give) {
	const found = [];
	for (let one; (one = give(found.length));)
		found.push(one);
	return found;
}

const READERS = {
	s: at => textAt(numberAt(at)),
	l: at => numberAt(at) &&
		each(i => textAt(numberAt(numberAt(at) + 4 * i))) || null,
	3: at => [0, 4, 8].map(i => textAt(numberAt(at + i))),
	b: at => engine.HEAPU8[at] !== 0,
	c: at => String.fromCharCode(engine.HEAPU8[at]).replace("\0", ""),
	t: textAt,
	"": numberAt,
};

function structure(name, values) {
	const { members, size } = STRUCTURES[name];
	const to = borrow(size);
	setNumber(to, size);
	for (const [member, type, at] of members)
		if (type === "b" && values[member])
			engine.HEAPU8[to + at] = 1;
		else if (values[member])
			setNumber(to + at, argument(values[member]));
	return to;
}

function argument(value) {
	if (typeof value === "string")
		return argument(encoded(value));
	if (value instanceof Uint8Array)
		return borrow(value.length + 1, value);
	if (value && value.structure)
		return structure(value.structure, value);
	if (!Array.isArray(value))
		return Number(value || 0);
	const at = borrow(4 * value.length + 4);

	value.forEach((one, i) => setNumber(at + 4 * i, argument(one)));
	return at;
}

/* Calls a function; gives what is made of its result. */
function call(name, values, use = result => result) {
	const result = use(engine[`_ternion_${name}`](...values.map(argument)));
	borrowed.forEach(engine._free);
	borrowed = [];
	return result;
}

/* Calls a function that gives two numbers in its last parameters, or one. */
function callFor(name, values, use) {
	const at = borrow(8);
	return call(name, [...values, at, at + 4], status => {
		lastStatus = status;
		return use(numberAt(at), numberAt(at + 4), status);
	});
}

/* Calls a function that returns a handle, a number or a status. */
const ask = (name, ...values) => call(name, values);

/* Calls a function that returns a text. */
const told = (name, ...values) => call(name, values, textAt);

/* Calls a function that gives a handle or a number; 0 if it fails. */
const make = (name, ...values) => callFor(name, values, handle => handle);

/* Calls a function that gives a text; null if it fails. */
function write(name, ...values) {
	return callFor(name, values, at => {
		const text = textAt(at);
		engine._ternion_free(at);
		return text;
	});
}

/* What a function tells in a structure; null if it fails. */
function facts(kind, name, ...values) {
	const at = argument({ structure: kind });
	return call(name, [...values, at], status => status !== 0 ? null :
		Object.fromEntries(STRUCTURES[kind].members.map(
			([member, type, offset]) =>
				[member, READERS[type || ""](at + offset)])));
}

/* The same for each index from 0. */
const allFacts = (kind, name, ...values) =>
	each(i => facts(kind, name, ...values, i));

/* What is made of a handle before it is freed; null of none. */
function once(kind, handle, use) {
	const value = handle ? use(handle) : null;
	ask(`${kind}_free`, handle);
	return value;
}

const tagsOf = record => each(i => callFor("record_tag", [record, i],
	(name, value, status) => status === 0 && [name, value].map(textAt)));

const ids = name => each(i => told("id", LISTS[name], i));

/* Why the last call failed with a status, 2 for TERNION_FAULTY. */
const failure = (status = 2) => facts("diagnostic", "error", status);

/* The bytes of a file, decompressed. */
function unpacked(bytes) {
	const found = callFor("unpack", [bytes, bytes.length],
		(at, length, status) => {
			const data = engine.HEAPU8.slice(at, at + length);
			engine._ternion_free(at);
			return status === 0 && data;
		});
	if (!found)
		throw new Error("the compressed data is damaged");
	return found;
}
