/*
 * The page: its games, addresses, tabs, and what leaves it.
 */
const ternion = (() => {
	const LISTED = 5000; /* games in the list at once */
	const SWIPE = 30;   /* pixels */
	const TITLE = 70;   /* letters of a window's name */
	const opened = new Map();
	let scripts = [], titles = [];
	let timer = 0, printsAll = false;

	/*
	 * Games
	 */

	function findScripts() {
		scripts = document.querySelectorAll("script.game");
		titles = [...scripts].map((script, i) =>
			`${i + 1}. ${script.dataset.title}`);
	}

	function gameAt(index) {
		const data = JSON.parse(scripts[index].textContent);
		const read = readGame(data, viewer.boardOf(data.board));

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

	/* Says which of the games is shown. */
	function count() {
		const words = `${viewer.game.index + 1} of ${scripts.length}`;

		find("choose").textContent = words;
		find("choose").setAttribute("aria-label",
			`Game ${words}: choose another`);
	}

	function choose(index) {
		const { title } = scripts[index].dataset;

		stop();
		viewer.open(openGame(index));
		document.title = title.length > TITLE ?
			`${title.slice(0, TITLE - 1)}\u2026` : title;
		find("title").textContent = title;
		find("title").title = title;
		find("tags").replaceChildren(...tagEntries(viewer.game));
		count();
		tell("");
	}

	/*
	 * Addresses
	 */

	function address() {
		const { game, node, drawing } = viewer;

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
		if (!viewer.game || viewer.game.index !== index)
			choose(index);
		const { board, nodes, start } = viewer.game;

		if (seat && board.colours.includes(seat))
			viewer.turnTo(board.colours.indexOf(seat));
		viewer.show(nodes.get(at) || start);
		if (at && !nodes.has(at))
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

	/* The browser's Back returns to the game before. */
	function goTo(index) {
		if (!scripts[index])
			return;
		note();
		choose(index);
		viewer.show(viewer.game.start);
		history.pushState(null, "", address());
	}

	/*
	 * Playing
	 */

	function setTimer(next) {
		clearInterval(timer);
		timer = next;
		find("play").setAttribute("aria-pressed", String(timer !== 0));
		find("play").setAttribute("aria-label", timer ? "Stop" : "Play");
	}

	function stop() {
		setTimer(0);
	}

	function isLast({ line, index }) {
		return index === line.plies.length - 1;
	}

	function step() {
		viewer.actions.next();
		if (isLast(viewer.node))
			stop();
		note();
	}

	function play() {
		if (isLast(viewer.node))
			viewer.show(viewer.game.start);
		setTimer(setInterval(step, 1000 * Number(find("speed").value)));
	}

	/*
	 * What leaves the page
	 */

	function pgn(text, name) {
		save(new Blob([text], { type: "application/x-chess-pgn" }), name);
	}

	/* "ann-bea-cem": the title in letters that every system allows. */
	function gameName() {
		return plainName(scripts[viewer.game.index].dataset.title)
			.slice(0, TITLE) || viewer.game.id;
	}

	function fileName() {
		return `${gameName()}-${viewer.node.address}`;
	}

	/* The desk in the page takes the game, at the ply that is shown. */
	function tryMoves() {
		const text = escaped(viewer.game.text);
		const given = ` id="given" data-at="${viewer.node.address}"` +
			` data-seat="${viewer.drawing.seat}">${text}`;

		if (!find("engine"))
			return;
		find("desk").querySelector("iframe").srcdoc =
			find("engine").content.textContent.replace(
				/ id="given">[^<]*/, () => given);
		find("desk").showModal();
	}

	/* The browser prints the game and the board that are shown; a button all
	 * games, each with its end. */
	function fillPaper() {
		const drawn = new Set();
		const { game, node } = viewer;
		const put = (one, at) => putOnPaper(one,
			scripts[one.index].dataset.title, at,
			one.board === game.board ? viewer.drawing.seat : 0,
			viewer.inTable, drawn);

		find("paper").replaceChildren(...!printsAll ? [put(game, node)] :
			[...scripts].map((_, i) => gameAt(i)).map(one =>
				put(one, one.main.plies.at(-1) || one.start)));
		printsAll = false;
	}

	const actions = {
		play: () => timer ? stop() : play(),
		former: () => goTo(viewer.game.index - 1),
		later: () => goTo(viewer.game.index + 1),
		choose: () => openList(),
		keys: () => find("keys").showModal(),
		copyLink: () => copy(location.href, "The link"),
		copyPosition: () => copy(writePosition(viewer.game.board,
			viewer.node), "The position"),
		copyPicture: () => copyPicture(viewer.drawing),
		savePicture: () => save(picture(viewer.drawing),
			`${fileName()}.svg`),
		savePng: async () => save(await bitmap(viewer.drawing),
			`${fileName()}.png`),
		savePgn: () => pgn(viewer.game.text, `${gameName()}.pgn`),
		saveAll: () => pgn([...scripts].map((_, i) =>
			gameAt(i).text).join("\n"), "games.pgn"),
		printAll: () => {
			printsAll = true;
			window.print();
		},
		tryMoves,
	};
	const keys = { " ": "play", p: "former", n: "later", m: "tryMoves",
		"?": "keys" };
	const LASTING = ["play", "turn", "layout", "print", "printAll"];

	/* Whoever moves by hand wants no autoplay. */
	function act(name, action) {
		if (timer && !LASTING.includes(name) && !name.startsWith("copy"))
			stop();
		action();
		note();
	}

	/*
	 * The list of games
	 */

	function fillList() {
		const wanted = find("filter").value.trim().toLowerCase();
		const { index } = viewer.game;
		/* Without a wish, those about the one that is shown. */
		const from = wanted ? 0 : Math.max(0, index - LISTED / 2);
		const found = [...titles.keys()].slice(from).filter(i =>
			titles[i].toLowerCase().includes(wanted));
		const more = found.length > LISTED ? found.length - LISTED + from :
			from;

		find("list").replaceChildren(...found.slice(0, LISTED).map(i =>
			make("li", null, make("button", { type: "button",
				"data-game": i, "aria-current": i === index && "true" },
			titles[i]))));
		find("more").textContent = more > 0 ? `and ${more} more` :
			found.length === 0 ? "none" : "";
	}

	function openList() {
		find("filter").value = "";
		find("games").showModal();
		fillList();
		find("filter").focus();
		find("list").querySelector("[aria-current]")
			.scrollIntoView({ block: "center" });
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
		viewer.show(viewer.node);
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

	function onClick(button) {
		if (button.dataset.game)
			chooseFromList(Number(button.dataset.game));
		else if (button.getAttribute("role") === "tab")
			selectTab(button);
	}

	function onShown() {
		const { game, node, drawing } = viewer;

		if (!find("pieces").hidden)
			find("pieces").replaceChildren(...pieceList(game, node,
				drawing.seat));
		find("layout").textContent =
			viewer.inTable ? "Moves in a row" : "Moves in a table";
	}

	function go(name) {
		act(name, viewer.actions[name]);
	}

	function watchBoard() {
		const board = find("board");
		let from = null;

		board.addEventListener("pointerdown", event => {
			from = event.isPrimary ? event : null;
		});
		board.addEventListener("pointerup", event => {
			const x = from ? event.clientX - from.clientX : 0;
			const y = from ? event.clientY - from.clientY : 0;

			from = null;
			if (Math.abs(x) > SWIPE && Math.abs(x) > 1.5 * Math.abs(y))
				go(x < 0 ? "next" : "back");
		});
		board.addEventListener("pointercancel", () => {
			from = null;
		});
	}

	function watch() {
		viewer.watch({ actions, keys, act, key: stepTab, click: onClick,
			shown: onShown, seat: panels =>
				find("players").replaceChildren(...panels) });
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
		watchBoard();
	}

	/* The first game is there: it can be shown, if it is the one. */
	function begin() {
		findScripts();
		document.body.classList.add("alive");
		watch();
		if (!/^#g(?!1\b)\d+/.test(location.hash))
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
		if (!viewer.game)
			arrive();
		count();
	}

	return { begin, finish };
})();
