/*
 * Fingers and the mouse on the board: taps, drags and drawings. The browser
 * makes the page larger under two fingers.
 */

const LONG = 500;  /* milliseconds until a touch draws */
const LENS = 150;  /* the same until the lens shows the cell below it */
const MOVED = 8;   /* pixels of a finger that stays in its place */
const REACH = .9;  /* of a cell: as far from its middle a tap takes it */
const GLASS = 2.5; /* the scale of the lens */
let press = null;  /* what the finger on the board does */
let timers = [];

/* The cells, and their middles in the window. */
function cellsInWindow() {
	return [...find("board").querySelectorAll("[data-cell]")].map(cell => {
		const { x, y, width, height } = cell.getBoundingClientRect();

		return { name: cell.dataset.cell.toLowerCase(), x: x + width / 2,
			y: y + height / 2, size: Math.min(width, height), cell };
	});
}

/* The cell that is meant by a place. A finger is not exact: near a cell that
 * a turn can go on with, it means that one. */
function meant({ clientX, clientY, pointerType }) {
	const all = cellsInWindow();
	const useful = new Set([...targets(), ...beginnings(), state.steps[0]]);
	const far = ({ x, y }) => Math.hypot(x - clientX, y - clientY);
	const [near] = all.filter(({ name }) => useful.has(name))
		.sort((a, b) => far(a) - far(b));

	if (pointerType === "touch" && near && far(near) < REACH * near.size)
		return near;
	const below = document.elementFromPoint(clientX, clientY);

	return all.find(({ cell }) => cell === below);
}

function showLens(event) {
	const svg = find("board").querySelector("svg");
	const { left, top, width, height } = svg.getBoundingClientRect();
	const lens = find("lens");

	if (lens.hidden) {
		lens.hidden = false;
		fill("glass", svg.cloneNode(true));
	}
	const { style } = find("glass").firstChild;
	const half = lens.clientWidth / 2;

	style.width = `${width * GLASS}px`;
	style.height = `${height * GLASS}px`;
	style.transform = `translate(${half - (event.clientX - left) * GLASS}px, ${
		half - (event.clientY - top) * GLASS}px)`;
	fill("lens-name", namesOf(meant(event)?.cell));
	lens.style.left = `${Math.max(0, Math.min(innerWidth - 2 * half,
		event.clientX - half))}px`;
	lens.style.top = `${Math.max(0, event.clientY - 2.6 * half)}px`;
}

/* The drawing of the piece on a cell. */
function pieceOn({ x, y, size }) {
	return [...find("board").querySelectorAll(".pieces use")].find(use => {
		const box = use.getBoundingClientRect();

		return Math.hypot(box.x + box.width / 2 - x,
			box.y + box.height / 2 - y) < size / 3;
	});
}

/* The finger is up, or another one is down. */
function release() {
	timers.forEach(clearTimeout);
	timers = [];
	find("lens").hidden = true;
	find("lens").classList.remove("draws");
	fill("glass");
	if (press && press.piece)
		press.piece.style.translate = "";
}

function onDown(event) {
	release();
	press = { does: !event.isPrimary ? "pinch" : event.button === 2 ? "draw" :
		"tap", from: meant(event), event };
	if (press.does !== "tap" || event.pointerType !== "touch")
		return;
	timers = [setTimeout(showLens, LENS, event), setTimeout(() => {
		press.does = "draw";
		find("lens").classList.add("draws");
	}, LONG)];
}

/* A finger that moves drags a piece. */
function onMove(event) {
	if (!press)
		return;
	const x = event.clientX - press.event.clientX;
	const y = event.clientY - press.event.clientY;

	if (press.does === "tap" && Math.hypot(x, y) > MOVED)
		drag(event);
	if (press.piece) {
		const scale = find("board").querySelector("svg").getScreenCTM().a;

		press.piece.style.translate = `${x / scale}px ${y / scale}px`;
	}
	if (!find("lens").hidden)
		showLens(event);
}

function drag(event) {
	const { from } = press;

	timers.forEach(clearTimeout);
	if (!from || !beginnings().has(from.name))
		return;
	find("board").setPointerCapture(event.pointerId);
	Object.assign(press, { does: "drag", piece: pieceOn(from) });
	choose([from.name]);
	if (event.pointerType === "touch")
		showLens(event);
}

function onUp(event) {
	const { does, from } = press || {};
	const to = meant(event);

	release();
	if (does === "draw" && from && to)
		mark(from.cell.dataset.cell, to.cell.dataset.cell,
			event.shiftKey ? "R" : "G");
	else if (does === "drag" && to && to.name !== from.name)
		tap(to.name);
}

/* Keys and scripts click a cell without a pointer. */
function onTap(event) {
	const cell = event.target.closest("[data-cell]");
	const { does, event: down } = press || {};
	const found = down && meant({ clientX: event.clientX,
		clientY: event.clientY, pointerType: down.pointerType });

	if (!press && cell)
		tap(cell.dataset.cell.toLowerCase());
	else if (does === "tap" && found)
		tap(found.name);
	press = null;
}

function watchBoard() {
	const place = find("board");

	Object.assign(place, { onpointerdown: onDown, onpointermove: onMove,
		onpointerup: onUp, onclick: onTap, onpointercancel: () => {
			release();
			press = null;
		}, oncontextmenu: event => event.preventDefault() });
	/* A finger that draws or drags does not scroll. */
	place.addEventListener("touchmove", event => {
		if (press && ["draw", "drag"].includes(press.does))
			event.preventDefault();
	}, { passive: false });
}
