/*
 * The page: which game and which position it shows, and what a reader does.
 */
const ternion = (() => {
	const find = id => document.getElementById(id);
	const LISTED = 5000; /* games in the list at once */
	const SWIPE = 30;   /* pixels */
	const READABLE = 7; /* the same, high */
	const TITLE = 70;   /* letters of a window's name */
	const boards = new Map();
	const opened = new Map();
	let scripts = [], titles = [];
	let game = null, node = null, drawing = null, timer = 0;
	let inTable = false, printsAll = false;

	/*
	 * Games
	 */

	function findScripts() {
		scripts = document.querySelectorAll("script.game");
		titles = [...scripts].map((script, i) =>
			`${i + 1}. ${script.dataset.title}`);
	}

	function boardOf(id) {
		if (!boards.has(id)) {
			const board = readBoard(id);
			const symbol = find(id).content
				.querySelector(`[id="${id}-pawn-${board.colours[0]}"]`);
			const [, scale] = /scale\(([\d.]+)/.exec(
				symbol.getAttribute("transform"));
			const half = 48 * scale;

			/* A symbol has 43 in 50, and 95 in 100 of a cell's room. */
			board.radius = scale * 43 / .95;
			board.icon = `${-half} ${-half} ${2 * half} ${2 * half}`;
			boards.set(id, board);
		}
		return boards.get(id);
	}

	function gameAt(index) {
		const data = JSON.parse(scripts[index].textContent);
		const read = readGame(data, boardOf(data.board));

		read.index = index;
		read.id = `g${index + 1}`;
		return read;
	}

	/* The last ones that were looked at are kept. */
	function openGame(index) {
		if (!opened.has(index)) {
			if (opened.size > 20)
				opened.delete(opened.keys().next().value);
			opened.set(index, gameAt(index));
		}
		return opened.get(index);
	}

	function showMoves() {
		find("moves").replaceChildren(
			inTable ? movesInTable(game) : movesInText(game));
		find("layout").textContent =
			inTable ? "Moves in a row" : "Moves in a table";
	}

	function choose(index) {
		const seat = game && game.board === boardOf(
			openGame(index).board.id) ? drawing.seat : 0;

		stop();
		game = openGame(index);
		drawing = newDrawing(game.board);
		find("board").replaceChildren(drawing.svg);
		turnTo(seat);
		const { title } = scripts[index].dataset;

		document.title = title.length > TITLE ?
			`${title.slice(0, TITLE - 1)}\u2026` : title;
		find("title").textContent = title;
		find("title").title = title;
		find("choose").textContent =
			`${index + 1} of ${scripts.length}`;
		find("choose").setAttribute("aria-label",
			`Game ${index + 1} of ${scripts.length}: choose another`);
		find("tags").replaceChildren(...tagEntries(game));
		tell("");
		showMoves();
	}

	/*
	 * The position
	 */

	function turnTo(seat) {
		const [, , width, height] = game.board.seats[seat].view;

		drawing.turnTo(seat);
		find("board").style.setProperty("--ratio", width / height);
		sizeLabels();
	}

	/* Names are large enough to be read, up to twice as large as on a large
	 * board. */
	function sizeLabels() {
		const labels = drawing.svg.querySelector(".labels");
		const [, , width, height] = game.board.seats[drawing.seat].view;
		const { clientWidth, clientHeight } = find("board");
		const scale = 10 * Math.min(clientWidth / width,
			clientHeight / height);
		const size = Number(labels.getAttribute("font-size"));

		labels.style.fontSize = `${Math.min(2 * size,
			Math.max(size, READABLE / scale))}px`;
	}

	/* Names the cell below the pointer: as the moves do, which may depend on
	 * the player. */
	function nameCellAt(event) {
		const { board } = game;
		const path = event.target.closest("[data-cell]");
		const cell = path ? cellNamed(board, path.dataset.cell) : -1;
		const players = board.names && board.names.length > 1 ?
			[0, 1, 2] : [0];

		find("cell").replaceChildren(...players.filter(() => cell >= 0)
			.flatMap(player => [...players.length > 1 ?
				[dot(board, player)] : [],
			`${nameCell(board, player, cell)} `]));
	}

	function show(next) {
		const clocks = clocksAt(next);
		const words = describe(game, next);

		node = next;
		drawing.show(node);
		find("players").replaceChildren(...[0, 1, 2].map(player =>
			playerPanel(game, node, player, clocks[player])));
		find("status").textContent = words;
		find("board").setAttribute("aria-label",
			`The board as ${game.board.players[drawing.seat]} sees it. ${
				words}`);
		if (!find("pieces").hidden)
			find("pieces").replaceChildren(...pieceList(game, node,
				drawing.seat));
		pointOut(find("moves"), find("moves").querySelector(
			`[data-at="${node.address}"].move`));
	}

	function address() {
		return `#${game.id}-${node.address}${
			game.board.colours[drawing.seat]}`;
	}

	function note() {
		history.replaceState(null, "", address());
	}

	/* "#g2-12b": game 2 after its ply 12, seen by Black. */
	function follow(hash) {
		const [, number, at, seat] =
			/^#g(\d+)(?:-(\d+(?:\.\d+\.\d+)*)([a-z])?)?$/
				.exec(hash) || [];
		const index = Number(number) - 1;

		if (!(index >= 0 && index < scripts.length))
			return false;
		if (!game || game.index !== index)
			choose(index);
		if (seat && game.board.colours.includes(seat))
			turnTo(game.board.colours.indexOf(seat));
		show(game.nodes.get(at) || game.start);
		if (at && !game.nodes.has(at))
			find("status").append(`. This game has no ply ${at}.`);
		return true;
	}

	/* Follows the address; the first game is shown if it names none. */
	function arrive() {
		if (follow(location.hash))
			return;
		follow("#g1");
		if (location.hash.startsWith("#g"))
			find("status").append(`. This page has no game ${
				location.hash.slice(2)}: this is the first.`);
	}

	/*
	 * What a reader can do
	 */

	function stop() {
		clearInterval(timer);
		timer = 0;
		find("play").setAttribute("aria-pressed", "false");
		find("play").setAttribute("aria-label", "Play");
	}

	function step() {
		if (node.line.plies[node.index + 1])
			show(node.line.plies[node.index + 1]);
		if (!node.line.plies[node.index + 1])
			stop();
		note();
	}

	function play() {
		if (!node.line.plies[node.index + 1])
			show(game.start);
		clearInterval(timer);
		timer = setInterval(step, 1000 * Number(find("speed").value));
		find("play").setAttribute("aria-pressed", "true");
		find("play").setAttribute("aria-label", "Stop");
	}

	function toSibling(by) {
		const all = siblings(node);

		show(all[(all.indexOf(node) + by + all.length) % all.length]);
	}

	function toGame(by) {
		const index = game.index + by;

		if (index >= 0 && index < scripts.length)
			goTo(index);
	}

	/* The browser's Back returns to the game before. */
	function goTo(index) {
		note();
		choose(index);
		show(game.start);
		history.pushState(null, "", address());
	}

	function pgn(text, name) {
		save(new Blob([text], { type: "application/x-chess-pgn" }), name);
	}

	/* "ann-bea-cem": the title in letters that every system allows. */
	function gameName() {
		const name = scripts[game.index].dataset.title.toLowerCase()
			.replace(/[^\p{L}\d]+/gu, "-").replace(/^-|-$/g, "");

		return name.slice(0, TITLE) || game.id;
	}

	function fileName() {
		return `${gameName()}-${node.address}`;
	}

	/* The desk in the page takes the game, at the ply that is shown. */
	function tryMoves() {
		const text = writeGame(game).replace(/&/g, "&amp;")
			.replace(/</g, "&lt;");
		const given = ` id="given" data-at="${node.address}" data-seat="${
			drawing.seat}">${text}`;

		if (!find("engine"))
			return;
		find("desk").querySelector("iframe").srcdoc =
			find("engine").content.textContent.replace(
				/ id="given">[^<]*/, () => given);
		find("desk").showModal();
	}

	const actions = {
		first: () => show(node.line.prefix ? node.line.start : game.start),
		back: () => show(node.before || node),
		next: () => show(node.line.plies[node.index + 1] || node),
		last: () => show(node.line.plies[node.line.plies.length - 1] ||
			node),
		before: () => toSibling(-1),
		other: () => toSibling(1),
		turn: () => {
			turnTo((drawing.seat + 1) % 3);
			show(node);
		},
		play: () => timer ? stop() : play(),
		former: () => toGame(-1),
		later: () => toGame(1),
		choose: () => openList(),
		close: () => document.querySelector("dialog[open]").close(),
		keys: () => find("keys").showModal(),
		layout: () => {
			inTable = !inTable;
			showMoves();
			show(node);
		},
		copyLink: () => copy(location.href, "The link"),
		copyPosition: () => copy(writePosition(game.board, node),
			"The position"),
		copyPicture: () => copyPicture(drawing),
		savePicture: () => save(picture(drawing), `${fileName()}.svg`),
		savePng: async () => save(await bitmap(drawing), `${fileName()}.png`),
		savePgn: () => pgn(writeGame(game), `${gameName()}.pgn`),
		saveAll: () => pgn([...scripts].map((_, i) =>
			writeGame(gameAt(i))).join("\n"), "games.pgn"),
		print: () => window.print(),
		printAll: () => {
			printsAll = true;
			window.print();
		},
		tryMoves,
	};
	const keys = {
		ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last",
		ArrowUp: "before", ArrowDown: "other", t: "turn", " ": "play",
		p: "former", n: "later", m: "tryMoves", "?": "keys",
	};
	const LASTING = ["play", "turn", "layout", "print", "printAll"];

	/* Whoever moves by hand wants no autoplay. */
	function act(action) {
		if (timer && !LASTING.includes(action) && !action.startsWith("copy"))
			stop();
		actions[action]();
		note();
	}

	/*
	 * The list of games
	 */

	function fillList() {
		const wanted = find("filter").value.trim().toLowerCase();
		/* Without a wish, those about the one that is shown. */
		const from = wanted ? 0 : Math.max(0, game.index - LISTED / 2);
		const found = [];
		let more = from;

		titles.forEach((title, i) => {
			if (i < from || (wanted &&
			    !title.toLowerCase().includes(wanted)))
				return;
			if (found.length < LISTED)
				found.push(i);
			else
				more++;
		});
		find("list").replaceChildren(...found.map(i => make("li", null,
			make("button", { type: "button", "data-game": i,
				"aria-current": i === game.index && "true" },
			titles[i]))));
		find("more").textContent = more > 0 ? `and ${more} more` :
			found.length === 0 ? "none" : "";
	}

	function openList() {
		find("filter").value = "";
		find("games").showModal();
		fillList();
		find("filter").focus();
		const current = find("list").querySelector("[aria-current]");

		if (current)
			current.scrollIntoView({ block: "center" });
	}

	function chooseFromList(index) {
		find("games").close();
		goTo(index);
		/* The keys are the board's again. */
		document.activeElement.blur();
	}

	/*
	 * Tabs
	 */

	function selectTab(tab) {
		for (const other of find("tabs").children) {
			const panel = find(other.getAttribute("aria-controls"));

			other.setAttribute("aria-selected", String(other === tab));
			other.tabIndex = other === tab ? 0 : -1;
			panel.hidden = other !== tab;
		}
		show(node);
	}

	function stepTab(event) {
		const tabs = [...find("tabs").children];
		const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
		const at = tabs.indexOf(event.target);

		if (!by || at < 0 || !event.target.matches(":focus-visible"))
			return false;
		const tab = tabs[(at + by + tabs.length) % tabs.length];

		tab.focus();
		selectTab(tab);
		return true;
	}

	/*
	 * Events
	 */

	function onClick(event) {
		const link = event.target.closest("a.move");
		const button = event.target.closest("button");

		if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
			event.preventDefault();
			stop();
			show(game.nodes.get(link.dataset.at));
			note();
		} else if (button && button.dataset.do) {
			act(button.dataset.do);
		} else if (button && button.dataset.game) {
			chooseFromList(Number(button.dataset.game));
		} else if (button && button.getAttribute("role") === "tab") {
			selectTab(button);
		}
	}

	function onKey(event) {
		const action = keys[event.key];
		const busy = event.target.closest("select, input, dialog") ||
			(event.key === " " && event.target.closest("button, a"));

		if (!action || busy || event.ctrlKey || event.altKey ||
		    event.metaKey)
			return;
		event.preventDefault();
		if (!stepTab(event))
			act(action);
	}

	function watchBoard() {
		const board = find("board");
		let from = null, turned = 0;

		board.addEventListener("pointerdown", event => {
			from = event.isPrimary ? event : null;
		});
		board.addEventListener("pointerup", event => {
			const x = from ? event.clientX - from.clientX : 0;
			const y = from ? event.clientY - from.clientY : 0;

			from = null;
			if (Math.abs(x) > SWIPE && Math.abs(x) > 1.5 * Math.abs(y))
				act(x < 0 ? "next" : "back");
		});
		board.addEventListener("pointerover", nameCellAt);
		board.addEventListener("pointercancel", () => {
			from = null;
		});
		board.addEventListener("wheel", event => {
			if (event.ctrlKey)
				return;
			event.preventDefault();
			turned += event.deltaY;
			if (Math.abs(turned) < 50)
				return;
			act(turned > 0 ? "next" : "back");
			turned = 0;
		}, { passive: false });
	}

	/*
	 * Paper
	 */

	/* The browser prints the game and the board that are shown; a button all
	 * games, each with its end. */
	function fillPaper() {
		const drawn = new Set();
		const put = (one, at) => putOnPaper(one,
			scripts[one.index].dataset.title, at,
			one.board === game.board ? drawing.seat : 0, inTable, drawn);

		find("paper").replaceChildren(...!printsAll ? [put(game, node)] :
			[...scripts].map((_, i) => gameAt(i)).map(one =>
				put(one, one.main.plies[one.main.plies.length - 1] ||
					one.start)));
		printsAll = false;
	}

	function watch() {
		document.addEventListener("click", onClick);
		document.addEventListener("keydown", onKey);
		find("filter").addEventListener("input", fillList);
		find("filter").addEventListener("keydown", event => {
			const first = find("list").querySelector("button");

			if (event.key === "Enter" && first)
				first.click();
		});
		find("speed").addEventListener("change", () => {
			if (timer)
				play();
			find("speed").blur();
		});
		window.addEventListener("hashchange", () => {
			if (follow(location.hash))
				note();
		});
		window.addEventListener("beforeprint", fillPaper);
		new ResizeObserver(() => {
			if (game)
				sizeLabels();
		}).observe(find("board"));
		watchBoard();
	}

	/* The first game is there: it can be shown, if it is the one. */
	function begin() {
		findScripts();
		document.body.classList.add("alive");
		watch();
		if (/^#g(?!1\b)\d+/.test(location.hash))
			return;
		arrive();
	}

	/* All games are there. */
	function finish() {
		findScripts();
		if (scripts.length === 0)
			return;
		for (const id of ["choice", "save-all", "print-all"])
			find(id).hidden = scripts.length < 2;
		document.body.classList.toggle("playable", Boolean(find("engine")));
		if (!game)
			arrive();
		find("choose").textContent =
			`${game.index + 1} of ${scripts.length}`;
		find("choose").setAttribute("aria-label",
			`Game ${game.index + 1} of ${scripts.length}: choose another`);
	}

	return { begin, finish };
})();
