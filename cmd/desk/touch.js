/*
 * Fingers and the mouse on the board: taps, drags, drawings, and the view.
 */

const touch = (() => {
	const LONG = 500;  /* milliseconds until a touch draws */
	const LENS = 150;  /* the same until the lens shows the cell below it */
	const MOVED = 8;   /* pixels of a finger that stays in its place */
	const REACH = .9;  /* of a cell: as far from its middle a tap takes it */
	const CLOSEST = 5; /* the largest scale */
	const GLASS = 2.5; /* the scale of the lens */
	const fingers = new Map();
	const view = { scale: 1, x: 0, y: 0 };
	let press = null; /* what the first finger does */
	let timers = [];

	/* The middle of each cell in the window. */
	function cells() {
		return [...find("board").querySelectorAll("[data-cell]")].map(cell => {
			const { x, y, width, height } = cell.getBoundingClientRect();

			return { name: cell.dataset.cell.toLowerCase(), x: x + width / 2,
				y: y + height / 2, size: Math.min(width, height), cell };
		});
	}

	/* The cell that is meant by a place. A finger is not exact: near a cell that
	 * a turn can go on with, it means that one. */
	function meant({ clientX, clientY, pointerType }) {
		const far = ({ x, y }) => Math.hypot(x - clientX, y - clientY);
		const nearest = found => found.reduce((best, one) =>
			!best || far(one) < far(best) ? one : best, null);
		const all = cells();
		const names = board.candidates();
		const near = nearest(all.filter(one => names.has(one.name)));

		if (pointerType === "touch" && near && far(near) < REACH * near.size)
			return near;
		const below = document.elementFromPoint(clientX, clientY);

		return all.find(({ cell }) => cell === below) || null;
	}

	/*
	 * The view
	 */

	function look() {
		const place = find("board");
		const { clientWidth: width, clientHeight: height } = place;
		const clamp = (at, size) => Math.min(0, Math.max(at,
			size * (1 - view.scale)));

		view.scale = Math.min(CLOSEST, Math.max(1, view.scale));
		view.x = clamp(view.x, width);
		view.y = clamp(view.y, height);
		place.classList.toggle("zoomed", view.scale > 1);
		place.style.setProperty("--view", view.scale === 1 ? "none" :
			`translate(${view.x}px, ${view.y}px) scale(${view.scale})`);
	}

	/* Makes the view larger around a place in the window, and moves it. */
	function zoom(factor, x, y, byX = 0, byY = 0) {
		const { left, top } = find("board").getBoundingClientRect();
		const grown = Math.min(CLOSEST, Math.max(1, view.scale * factor));
		const by = grown / view.scale;

		view.x = x - left - (x - left - view.x) * by + byX;
		view.y = y - top - (y - top - view.y) * by + byY;
		view.scale = grown;
		look();
	}

	/* Two fingers pull the view. */
	function pinch(event) {
		const [a, b] = fingers.values();
		const other = a.pointerId === event.pointerId ? b : a;
		const before = a.pointerId === event.pointerId ? a : b;
		const spread = one => Math.hypot(one.clientX - other.clientX,
			one.clientY - other.clientY);

		zoom(spread(event) / Math.max(1, spread(before)),
			(event.clientX + other.clientX) / 2,
			(event.clientY + other.clientY) / 2,
			(event.clientX - before.clientX) / 2,
			(event.clientY - before.clientY) / 2);
	}

	/*
	 * The lens
	 */

	function showLens(event) {
		const svg = find("board").querySelector("svg");
		const { left, top, width, height } = svg.getBoundingClientRect();
		const found = meant(event);
		const lens = find("lens");

		if (lens.hidden) {
			lens.hidden = false;
			find("glass").replaceChildren(svg.cloneNode(true));
		}
		const { style } = find("glass").firstChild;
		const half = lens.clientWidth / 2;

		style.width = `${width * GLASS}px`;
		style.height = `${height * GLASS}px`;
		style.transform = `translate(${
			half - (event.clientX - left) * GLASS}px, ${
			half - (event.clientY - top) * GLASS}px)`;
		find("lens-name").replaceChildren(
			...viewer.namesOf(found && found.cell));
		lens.style.left = `${Math.max(0, Math.min(innerWidth - 2 * half,
			event.clientX - half))}px`;
		lens.style.top = `${Math.max(0, event.clientY - 2.6 * half)}px`;
	}

	function hideLens() {
		find("lens").hidden = true;
		find("glass").replaceChildren();
	}

	/*
	 * Pointers
	 */

	/* The drawing of the piece on a cell. */
	function pieceOn({ x, y, size }) {
		return [...find("board").querySelectorAll(".pieces use")].find(use => {
			const box = use.getBoundingClientRect();

			return Math.hypot(box.x + box.width / 2 - x,
				box.y + box.height / 2 - y) < size / 3;
		});
	}

	function after(wait, action) {
		timers.push(setTimeout(action, wait));
	}

	function stopTimers() {
		timers.forEach(clearTimeout);
		timers = [];
	}

	function onDown(event) {
		fingers.set(event.pointerId, event);
		stopTimers();
		if (fingers.size > 1) {
			release();
			press = { does: "pinch" };
			return;
		}
		const from = meant(event);

		press = { does: event.button === 2 ? "draw" : "tap", from, event };
		if (event.pointerType !== "touch")
			return;
		after(LENS, () => showLens(event));
		after(LONG, () => {
			press.does = "draw";
			find("lens").classList.add("draws");
		});
	}

	/* A finger that moves drags a piece, or else the view. */
	function onMove(event) {
		const before = fingers.get(event.pointerId);

		if (!before)
			return;
		if (fingers.size === 2)
			pinch(event);
		fingers.set(event.pointerId, event);
		if (press.does === "tap" && Math.hypot(event.clientX -
		    press.event.clientX, event.clientY - press.event.clientY) > MOVED)
			begin(event);
		if (press.does === "pan")
			zoom(1, 0, 0, event.clientX - before.clientX,
				event.clientY - before.clientY);
		if (press.does === "drag" && press.piece) {
			const scale = find("board").querySelector("svg")
				.getScreenCTM().a;

			press.piece.style.translate = `${
				(event.clientX - press.event.clientX) / scale}px ${
				(event.clientY - press.event.clientY) / scale}px`;
		}
		if (!find("lens").hidden)
			showLens(event);
	}

	function begin(event) {
		const { from } = press;

		stopTimers();
		if (from && board.begins(from.name)) {
			press.does = "drag";
			find("board").setPointerCapture(event.pointerId);
			press.piece = pieceOn(from);
			board.choose([from.name]);
			if (event.pointerType === "touch")
				showLens(event);
		} else if (view.scale > 1) {
			press.does = "pan";
		}
	}

	/* The finger is up, or another one is down. */
	function release() {
		stopTimers();
		hideLens();
		find("lens").classList.remove("draws");
		if (press && press.piece)
			press.piece.style.translate = "";
	}

	function onUp(event) {
		const { does, from } = press || {};
		const to = meant(event);

		fingers.delete(event.pointerId);
		release();
		if (does === "draw" && from && to)
			board.mark(from.cell.dataset.cell, to.cell.dataset.cell,
				event.shiftKey ? "R" : "G");
		else if (does === "drag" && to && to.name !== from.name)
			board.tap(to.name);
	}

	/* Keys and scripts click a cell without a pointer. */
	function onClick(event) {
		const cell = event.target.closest("[data-cell]");
		const found = press ? meant({ clientX: event.clientX,
			clientY: event.clientY, pointerType: press.event &&
				press.event.pointerType }) : null;

		if (!press && cell)
			board.tap(cell.dataset.cell.toLowerCase());
		else if (press && press.does === "tap" && found)
			board.tap(found.name);
		press = null;
	}

	function watch() {
		const place = find("board");

		place.addEventListener("pointerdown", onDown);
		place.addEventListener("pointermove", onMove);
		place.addEventListener("pointerup", onUp);
		place.addEventListener("pointercancel", event => {
			fingers.delete(event.pointerId);
			release();
			press = null;
		});
		place.addEventListener("click", onClick);
		place.addEventListener("contextmenu", event => event.preventDefault());
		place.addEventListener("wheel", event => {
			if (!event.ctrlKey && view.scale === 1)
				return;
			event.preventDefault();
			zoom(Math.exp(-event.deltaY / 200), event.clientX, event.clientY);
		}, { passive: false });
		/* A finger that draws, drags or pulls does not scroll. */
		place.addEventListener("touchmove", event => {
			if (press && press.does !== "tap")
				event.preventDefault();
		}, { passive: false });
		window.addEventListener("resize", look);
	}

	return { watch };
})();
