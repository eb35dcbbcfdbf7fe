"use strict";

/*
 * Replays the games of the page. What a game's <script> holds is told in
 * format_html.c. A piece is a byte: its kind in bits 0-2, promoted in bit 3,
 * its colour in bits 4-5 and its owner in bits 6-7, 3 being nobody.
 */
function openGame(section) {
	const data = JSON.parse(
		section.querySelector("script").textContent);
	const find = selector => section.querySelector(selector);
	const layers = selector => section.querySelectorAll(".men > " + selector);
	const svg = find("figure > svg");
	const labels = section.querySelectorAll(".labels text");
	const status = find(".status");
	const children = data.nodes.map(() => []);
	const game = { section, node: 0, seat: 0 };

	data.nodes.forEach((node, i) => {
		if (i > 0)
			children[node[0]].push(i);
	});

	/* The pieces after a node, by cell. */
	function board(at) {
		const line = [];
		const pieces = [];

		for (; at >= 0; at = data.nodes[at][0])
			line.unshift(data.nodes[at]);
		for (const node of line)
			for (let i = 5; i < node.length; i += 2)
				pieces[node[i]] = node[i + 1];
		return pieces;
	}

	function use(id, x, y) {
		return `<use href="#${section.id}-${id}"` +
			` x="${x / 10}" y="${y / 10}"/>`;
	}

	function on(id, cell) {
		const at = data.seats[game.seat].at;

		return use(id, at[2 * cell], at[2 * cell + 1]);
	}

	function fill(layer, markup) {
		layer.innerHTML = markup.join("");
	}

	function outline(cell) {
		const path = find(`[data-cell="${data.cells[cell]}"]`);

		return `<path d="${path.getAttribute("d")}"/>`;
	}

	function drawPieces(pieces) {
		const rings = [[], [], []], ghosts = [[], [], []];
		const living = [[], [], []], signs = [];

		pieces.forEach((piece, cell) => {
			const owner = piece >> 6, colour = piece >> 4 & 3;
			const symbol = on(data.kinds[piece & 7], cell);

			if (piece === 0)
				return;
			if (owner === 3) {
				ghosts[colour].push(symbol);
				signs.push(on("dead", cell));
			} else {
				living[colour].push(symbol);
			}
			if (owner < 3 && owner !== colour)
				rings[owner].push(on("ring", cell));
			if (piece & 8)
				signs.push(on("promoted", cell));
		});
		for (let p = 0; p < 3; p++) {
			fill(layers(".rings")[p], rings[p]);
			fill(layers(".ghosts")[p], ghosts[p]);
			fill(layers(".pieces")[p], living[p]);
		}
		fill(layers(".signs")[0], signs);
	}

	/* Kings of players who are in check. */
	function drawChecks(pieces, checked) {
		const kings = [];

		pieces.forEach((piece, cell) => {
			if (data.kinds[piece & 7] === "king" &&
			    piece >> 6 === (piece >> 4 & 3) &&
			    checked >> (piece >> 6) & 1)
				kings.push(on("check", cell));
		});
		fill(layers(".checks")[0], kings);
	}

	function drawHomes(turn, out) {
		const home = data.seats[game.seat].home;

		for (let p = 0; p < 3; p++) {
			const x = home[2 * p], y = home[2 * p + 1];
			const signs = [use("home", x, y)];

			if (turn === p)
				signs.push(use("turn", x, y));
			if (out >> p & 1)
				signs.push(use("out", x, y));
			fill(layers(".home")[p], signs);
		}
	}

	/* The ground as the seat sees it: a third of a turn for each. */
	function drawGround() {
		const seat = data.seats[game.seat];
		const turn = `rotate(${-120 * game.seat})`;

		svg.setAttribute("viewBox", seat.view.map(n => n / 10).join(" "));
		find(".ground").setAttribute("transform", turn);
		layers(".last")[0].setAttribute("transform", turn);
		labels.forEach((label, i) => {
			label.setAttribute("x", seat.labels[2 * i] / 10);
			label.setAttribute("y", seat.labels[2 * i + 1] / 10);
			if (seat.names)
				label.textContent = seat.names[i];
		});
	}

	function tell() {
		const turn = data.nodes[game.node][1];
		const link = find(`#${section.id}-${game.node}`);
		const after = link ? "After " + link.dataset.number + " " +
			link.textContent : "The start";

		status.textContent = after + (turn < 3 ?
			`: ${data.players[turn]} to move` : ": the game is over");
		for (const old of section.querySelectorAll(".current")) {
			old.classList.remove("current");
			old.removeAttribute("aria-current");
		}
		if (link) {
			link.classList.add("current");
			link.setAttribute("aria-current", "true");
			link.scrollIntoView({ block: "nearest" });
		}
	}

	function draw() {
		const [, turn, out, checked, cells] = data.nodes[game.node];
		const pieces = board(game.node);

		fill(layers(".last")[0], cells.map(outline));
		drawPieces(pieces);
		drawChecks(pieces, checked);
		drawHomes(turn, out);
		tell();
	}

	function last(node) {
		while (children[node].length > 0)
			node = children[node][0];
		return node;
	}

	/* The other moves that were looked at in place of the node's. */
	function besides(node, step) {
		const all = node > 0 ? children[data.nodes[node][0]] : [node];

		return all[(all.indexOf(node) + step + all.length) % all.length];
	}

	game.go = node => {
		game.node = node;
		draw();
	};
	game.actions = {
		first: () => game.go(0),
		back: () => game.go(Math.max(data.nodes[game.node][0], 0)),
		next: () => game.go(
			children[game.node].length > 0 ?
				children[game.node][0] : game.node),
		last: () => game.go(last(game.node)),
		before: () => game.go(besides(game.node, -1)),
		other: () => game.go(besides(game.node, 1)),
		turn: () => {
			game.seat = (game.seat + 1) % 3;
			drawGround();
			draw();
		},
	};
	game.size = data.nodes.length;
	game.title = find("h1").textContent;
	find(".controls").hidden = false;
	return game;
}

function openPage() {
	const games = [...document.querySelectorAll(".game")].map(openGame);
	const keys = {
		ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last",
		ArrowUp: "before", ArrowDown: "other", t: "turn",
	};
	const list = document.querySelector(".games");
	const choice = list.querySelector("select");
	let current;

	function choose(game) {
		current = game;
		for (const other of games)
			other.section.hidden = other !== game;
		choice.selectedIndex = games.indexOf(game);
		document.title = game.title;
	}

	function note() {
		history.replaceState(null, "",
			`#${current.section.id}-${current.node}`);
	}

	/* "#g2-15": game 2 after its node 15. */
	function follow(hash) {
		const [, id, node] = /^#(g\d+)-(\d+)$/.exec(hash) || [];
		const game = games.find(other => other.section.id === id);

		if (!game || Number(node) >= game.size)
			return false;
		choose(game);
		game.go(Number(node));
		return true;
	}

	if (games.length === 0)
		return;
	for (const game of games)
		choice.add(new Option(game.title));
	list.hidden = games.length < 2;
	choice.addEventListener("change", () => {
		choose(games[choice.selectedIndex]);
		note();
	});
	document.addEventListener("click", event => {
		const link = event.target.closest("a.move");
		const button = event.target.closest("button[data-do]");

		if (link && follow(link.getAttribute("href")))
			event.preventDefault();
		else if (button)
			current.actions[button.dataset.do]();
		else
			return;
		note();
	});
	document.addEventListener("keydown", event => {
		const action = keys[event.key];

		if (!action || event.ctrlKey || event.altKey || event.metaKey ||
		    event.target.closest("select"))
			return;
		event.preventDefault();
		current.actions[action]();
		note();
	});
	window.addEventListener("hashchange", () => follow(location.hash));
	games.forEach(game => game.go(0));
	if (!follow(location.hash))
		choose(games[0]);
}

openPage();
