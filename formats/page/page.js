/*
 * The page: its games, addresses, and what leaves it.
 */

const LISTED = 5000; /* games in the list at once */
const SWIPE = 30;    /* pixels */
const TITLE = 70;    /* letters of a window's name */
let scripts = [];    /* the data of the games */
let timer = false;   /* while the game plays */
let printsAll = false;

/* --- Games --- */

function gameAt(index) {
	const data = JSON.parse(scripts[index].textContent);

	return Object.assign(readGame(data, boardOf(data.board)), { index,
		id: `g${index + 1}`, title: scripts[index].dataset.title });
}

function showCount() {
	const words = `${state.game.index + 1} of ${scripts.length}`;

	fill("choose", words);
	find("choose").setAttribute("aria-label", `Game ${words}: choose another`);
}

function choose(index) {
	setPlaying(false);
	showGame(gameAt(index));
	const { title } = state.game;

	document.title = title.length > TITLE ?
		`${title.slice(0, TITLE - 1)}\u2026` : title;
	fill("title", title);
	find("title").title = title;
	fill("tags", tagEntries(state.game));
	showCount();
	tell("");
}

/* --- Addresses --- */

function address() {
	const { game, node, drawing } = state;

	return `#${game.id}-${node.address}${game.board.colours[drawing.seat]}`;
}

function note() {
	history.replaceState(null, "", address());
}

/* "#g2-12b": game 2 after its ply 12, seen by Black. */
function goToAddress(hash) {
	const [, number, at, seat] =
		/^#g(\d+)(?:-(\d+(?:\.\d+\.\d+)*)([a-z])?)?$/.exec(hash) || [];
	const index = Number(number) - 1;

	if (!scripts[index])
		return false;
	if (!state.game || state.game.index !== index)
		choose(index);
	const { board, nodes, start } = state.game;

	if (seat && board.colours.includes(seat))
		turnTo(board.colours.indexOf(seat));
	show(nodes.get(at) || start);
	if (at && !nodes.has(at))
		find("status").append(`. This game has no ply ${at}.`);
	return true;
}

/* Follows the address; the first game is shown if it names none. */
function arrive() {
	if (goToAddress(location.hash))
		return;
	goToAddress("#g1");
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
	show(state.game.start);
	history.pushState(null, "", address());
}

/* --- Playing --- */

function setPlaying(on) {
	clearInterval(timer);
	timer = on && setInterval(step, 1000 * Number(find("speed").value));
	find("play").setAttribute("aria-pressed", on);
	find("play").setAttribute("aria-label", on ? "Stop" : "Play");
}

function isLast({ line, index }) {
	return index === line.plies.length - 1;
}

function step() {
	actions.next();
	if (isLast(state.node))
		setPlaying(false);
	note();
}

function play() {
	if (!timer && isLast(state.node))
		show(state.game.start);
	setPlaying(!timer);
}

/* --- What leaves the page --- */

function savePgn(text, name) {
	save(text, "application/x-chess-pgn", `${name}.pgn`);
}

function allGames() {
	return scripts.map((_, i) => gameAt(i));
}

function gameName() {
	return plainName(state.game.title).slice(0, TITLE) || state.game.id;
}

function pictureName(kind) {
	return `${gameName()}-${state.node.address}.${kind}`;
}

/* The desk in the page takes the game, at the ply that is shown. */
function tryMoves() {
	const { game, node, drawing } = state;
	const given = ` id="given" data-at="${node.address}"` +
		` data-seat="${drawing.seat}">${escaped(game.text)}`;

	if (!find("engine"))
		return;
	find("desk").querySelector("iframe").srcdoc = find("engine").content
		.textContent.replace(/ id="given">[^<]*/, () => given);
	find("desk").showModal();
}

/* The browser prints the game and the board that are shown; a button all
 * games, each with its end. */
function fillPaper() {
	const drawn = new Set();
	const { game, node, drawing } = state;
	const put = (one, at) => putOnPaper(one, one.title, at,
		one.board === game.board ? drawing.seat : 0, drawn);

	fill("paper", !printsAll ? put(game, node) : allGames().map(
		one => put(one, one.main.plies.at(-1) || one.start)));
	printsAll = false;
}

/* --- The list of games --- */

function fillList() {
	const wanted = find("filter").value.trim().toLowerCase();
	const { index } = state.game;
	/* Without a wish, those about the one that is shown. */
	const from = wanted ? 0 : Math.max(0, index - LISTED / 2);
	const found = scripts.map((script, i) =>
		[i, `${i + 1}. ${script.dataset.title}`]).slice(from).filter(
		([, title]) => title.toLowerCase().includes(wanted));
	const more = from + Math.max(0, found.length - LISTED);

	fill("list", found.slice(0, LISTED).map(([i, title]) => h("li", null,
		h("button", { "data-game": i, "aria-current": i === index }, title))));
	fill("more", more > 0 ? `and ${more} more` : found.length === 0 && "none");
}

function openList() {
	find("filter").value = "";
	find("games").showModal();
	fillList();
	find("filter").focus();
	find("list").querySelector("[aria-current]")
		.scrollIntoView({ block: "center" });
}

/* --- Events --- */

Object.assign(actions, {
	play,
	former: () => goTo(state.game.index - 1),
	later: () => goTo(state.game.index + 1),
	choose: openList,
	game: index => {
		find("games").close();
		goTo(Number(index));
		/* The keys are the board's again. */
		document.activeElement.blur();
	},
	keys: () => find("keys").showModal(),
	copyLink: () => copy(location.href, "The link"),
	copyPosition: () => copy(writePosition(state.node), "The position"),
	copyPicture: () => copy(bitmap(state.drawing), "The picture"),
	savePicture: () => save(picture(state.drawing), "image/svg+xml",
		pictureName("svg")),
	savePng: async () => save(await bitmap(state.drawing), "image/png",
		pictureName("png")),
	savePgn: () => savePgn(state.game.text, gameName()),
	saveAll: () => savePgn(allGames().map(game => game.text).join("\n"),
		"games"),
	printAll: () => {
		printsAll = true;
		window.print();
	},
	tryMoves,
});
Object.assign(keys, { " ": "play", p: "former", n: "later", m: "tryMoves",
	"?": "keys" });

/* Whoever moves by hand wants no autoplay. */
function act(name, value, button) {
	if (["at", "first", "back", "next", "last", "before", "other",
		"tryMoves"].includes(name))
		setPlaying(false);
	actions[name](value, button);
	note();
}

function seatPlayers(panels) {
	fill("players", panels);
}

function follow() {
	if (find("tab-pieces").checked)
		fill("pieces", pieceList(state.node, state.drawing.seat));
}

/* Another part of the game is shown, or in another way; after a click the keys
 * are the board's. */
function onSide({ target }) {
	show(state.node);
	if (!target.matches(":focus-visible"))
		target.blur();
}

function onSpeed({ target }) {
	setPlaying(Boolean(timer));
	target.blur();
}

/* A swipe to a side goes to another ply. */
function watchSwipes() {
	let from = null;

	find("board").ontouchstart = ({ touches }) => {
		from = touches.length === 1 ? touches[0] : null;
	};
	find("board").ontouchend = ({ changedTouches: [to] }) => {
		const x = from ? to.clientX - from.clientX : 0;
		const y = from ? to.clientY - from.clientY : 0;

		if (Math.abs(x) > SWIPE && Math.abs(x) > 1.5 * Math.abs(y))
			act(x < 0 ? "next" : "back");
	};
}

function watch() {
	watchViewer();
	watchSwipes();
	find("filter").oninput = fillList;
	find("filter").onkeydown = ({ key }) => {
		const first = find("list").querySelector("button");

		if (key === "Enter" && first)
			first.click();
	};
	find("side").onchange = onSide;
	find("speed").onchange = onSpeed;
	window.onhashchange = () => goToAddress(location.hash) && note();
	window.onbeforeprint = fillPaper;
}

const ternion = {
	/* The first game is there: it can be shown, if it is the one. */
	begin() {
		scripts = [...document.querySelectorAll("script.game")];
		document.body.classList.add("alive");
		watch();
		if (!/^#g(?!1\b)\d+/.test(location.hash))
			arrive();
	},

	/* All games are there. */
	finish() {
		scripts = [...document.querySelectorAll("script.game")];
		if (scripts.length === 0)
			return;
		for (const id of ["choice", "save-all", "print-all"])
			find(id).hidden = scripts.length < 2;
		document.body.classList.toggle("playable", Boolean(find("engine")));
		if (!state.game)
			arrive();
		showCount();
	},
};
