/* Fingers and the mouse on the board: taps, drags and drawings. The browser
 * makes the page larger under two fingers. */

const LONG = 500;  /* milliseconds until a touch draws */
const LENS = 150;  /* the same until the lens shows the cell below it */
const MOVED = 8;   /* pixels of a finger that stays in its place */
const REACH = .9;  /* of a cell: as far from its middle a tap takes it */
const GLASS = 2.5; /* the scale of the lens */
let press = null;  /* what the finger on the board does */
let timers = [];

const nameOn = cell => cell.dataset.cell.toLowerCase();

/* The cell that is meant by a place. A finger is not exact: near a cell that
 * a turn can go on with, it means that one. */
function meant({ clientX, clientY, pointerType }) {
	const useful = new Set([...targets(), ...beginnings(), state.steps[0]]);
	const [near] = [...find("board").querySelectorAll("[data-cell]")]
		.filter(cell => pointerType === "touch" && useful.has(nameOn(cell)))
		.map(cell => {
			const { x, y, width, height } = cell.getBoundingClientRect();
			const far = Math.hypot(x + width / 2 - clientX,
				y + height / 2 - clientY) / Math.min(width, height);
			return { cell, far };
		}).sort((a, b) => a.far - b.far);

	return near?.far < REACH ? near.cell : document.elementFromPoint(
		clientX, clientY)?.closest("#board [data-cell]");
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
	fill("lens-name", namesOf(meant(event)));
	lens.style.left = `${Math.max(0, Math.min(innerWidth - 2 * half,
		event.clientX - half))}px`;
	lens.style.top = `${Math.max(0, event.clientY - 2.6 * half)}px`;
}

/* The finger is up, or another one is down. */
function release() {
	timers.forEach(clearTimeout);
	timers = [];
	find("lens").hidden = true;
	find("lens").classList.remove("draws");
	fill("glass");
	if (press?.piece)
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
	if (!from || !beginnings().has(nameOn(from)))
		return;
	find("board").setPointerCapture(event.pointerId);
	press.does = "drag";
	press.piece = find("board").querySelector(
		`.pieces [data-on="${from.dataset.cell}"]`);
	choose([nameOn(from)]);
	if (event.pointerType === "touch")
		showLens(event);
}

function onUp(event) {
	const { does, from } = press || {};
	const to = meant(event);
	release();
	if (does === "draw" && from && to)
		mark(from.dataset.cell, to.dataset.cell, event.shiftKey ? "R" : "G");
	else if (does === "drag" && to && to !== from)
		tap(nameOn(to));
}

/* Keys and scripts click a cell without a pointer. */
function onTap({ clientX, clientY, target }) {
	const { does, event } = press || {};
	const cell = !press ? target.closest("[data-cell]") : does === "tap" &&
		meant({ clientX, clientY, pointerType: event.pointerType });
	press = null;
	if (cell)
		tap(nameOn(cell));
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
