/* The page: its games, addresses, and what leaves it. */

const SWIPE = 30;    /* pixels */
const TITLE = 70;    /* letters of a file's name */
const scripts = document.getElementsByClassName("game"); /* their data */
let timer = false;   /* while the game plays */
let printsAll = false;

/* --- Games --- */

function gameAt(index) {
	const data = JSON.parse(scripts[index].textContent);
	return Object.assign(readGame(data, boardOf(data.board)), { index,
		id: `g${index + 1}`, title: scripts[index].dataset.title });
}

function choose(index) {
	setPlaying(false);
	showGame(gameAt(index));
	const { title } = state.game;
	document.title = find("title").title = title;
	fill("title", title);
	fill("tags", tagEntries(state.game));
	find("choose").value = index;
	tell("");
}

/* --- Addresses --- */

const note = ({ game, node, drawing } = state) => history.replaceState(null, "",
	`#${game.id}-${node.address}${game.board.colours[drawing.seat]}`);

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
	history.pushState(null, "", `#g${index + 1}`);
	goToAddress(location.hash);
}

/* --- Playing --- */

function setPlaying(on) {
	clearInterval(timer);
	timer = on && setInterval(step, 1000 * Number(find("speed").value));
	find("play").setAttribute("aria-pressed", on);
}

function step() {
	actions.next();
	setPlaying(Boolean(nextOf(state.node)));
	note();
}

function play() {
	if (!timer && !nextOf(state.node))
		show(state.game.start);
	setPlaying(!timer);
}

/* --- What leaves the page --- */

const gameName = () =>
	plainName(state.game.title).slice(0, TITLE) || state.game.id;

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
	fill("paper", !printsAll ? put(game, node) : [...scripts].map((_, i) => {
		const one = gameAt(i);
		return put(one, one.main.plies.at(-1) || one.start);
	}));
	printsAll = false;
}

/* --- Events --- */

Object.assign(actions, {
	play,
	former: () => goTo(state.game.index - 1),
	later: () => goTo(state.game.index + 1),
	keys: () => find("keys").showModal(),
	copyPosition: () => copy(writePosition(state.node), "The position"),
	copyPicture: () => copy(bitmap(state.drawing), "The picture"),
	savePicture: async () => save(await bitmap(state.drawing), "image/png",
		`${gameName()}-${state.node.address}.png`),
	savePgn: () => save(state.game.text, "application/x-chess-pgn",
		`${gameName()}.pgn`),
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
	if (name !== "play" && name !== "turn")
		setPlaying(false);
	actions[name](value, button);
	note();
}

const seatPlayers = panels => fill("players", panels);
const follow = () => fill("pieces", pieceList(state.node, state.drawing.seat));

/* Something is chosen; after a click the keys are the board's again. */
function onChange({ target }) {
	if (target.id === "choose")
		goTo(Number(target.value));
	setPlaying(Boolean(timer));
	show(state.node);
	note();
	if (!target.matches(":focus-visible"))
		target.blur();
}

/* A swipe to a side goes to another ply. */
function watchSwipes() {
	let from;
	find("board").ontouchstart = ({ touches }) => {
		from = touches.length === 1 && touches[0];
	};
	find("board").ontouchend = ({ changedTouches: [to] }) => {
		const x = to.clientX - from.clientX, y = to.clientY - from.clientY;
		if (Math.abs(x) > Math.max(SWIPE, 1.5 * Math.abs(y)))
			act(x < 0 ? "next" : "back");
	};
}

const ternion = {
	/* The first game is there: it can be shown, if it is the one. */
	begin() {
		document.body.classList.add("alive");
		watchViewer();
		watchSwipes();
		document.onchange = onChange;
		window.onhashchange = () => goToAddress(location.hash) && note();
		window.onbeforeprint = fillPaper;
		if (!/^#g(?!1\b)\d+/.test(location.hash))
			arrive();
	},

	/* All games are there. */
	finish() {
		if (scripts.length === 0)
			return;
		for (const id of ["choice", "print-all"])
			find(id).hidden = scripts.length < 2;
		fill("choose", [...scripts].map(({ dataset: { title } }, i) =>
			h("option", { value: i }, `${i + 1}. ${title}`)));
		document.body.classList.toggle("playable", Boolean(find("engine")));
		if (!state.game)
			arrive();
		find("choose").value = state.game.index;
	},
};
