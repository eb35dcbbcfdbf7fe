/*
 * Is put behind the script of a page by run.sh: uses it as a reader would, with
 * keys and clicks, and leaves a report in place of the page. Lines that begin
 * with "men" tell what is drawn, the others what was asked and what came.
 */
"use strict";

const report = [];

function press(key) {
	document.body.dispatchEvent(new KeyboardEvent("keydown",
		{ key, bubbles: true, cancelable: true }));
}

function game() {
	return [...document.querySelectorAll(".game")].find(g => !g.hidden);
}

/* What is drawn on the board, a line for each piece and sign. */
function men(title) {
	report.push(title);
	for (const layer of game().querySelectorAll(".men > g"))
		for (const use of layer.querySelectorAll("use"))
			report.push(["men", layer.getAttribute("class"),
				use.getAttribute("href").replace(/#g\d+-/, "#"),
				use.getAttribute("x"), use.getAttribute("y"),
			].join(" "));
}

function state(what) {
	const current = game().querySelector(".move.current");

	report.push([what, location.hash || "-",
		current ? current.textContent : "-",
		current ? current.getAttribute("aria-current") : "-",
		game().querySelectorAll(".last path").length,
		game().querySelector(".status").textContent].join(" | "));
}

function click(selector) {
	game().querySelector(selector).click();
}

window.addEventListener("error", event => report.push(event.message));

/* Every position of the main line, by the keyboard. */
for (let ply = 0, before; ; ply++) {
	men(`ply ${ply}`);
	before = location.hash;
	press("ArrowRight");
	if (location.hash === before)
		break;
}
state("the end by arrows");
press("Home");
state("Home");
press("End");
state("End");
press("ArrowLeft");
state("ArrowLeft");
click('[data-do="first"]');
state("first");
click('[data-do="next"]');
state("next");
click('[data-do="last"]');
state("last");
click('[data-do="back"]');
state("back");
if (game().querySelector(".variation .move")) {
	click(".variation .move");
	state("a move in a variation");
	press("ArrowRight");
	state("on in it");
	press("ArrowLeft");
	press("ArrowUp");
	state("the move that was played");
	press("ArrowDown");
	state("the other one again");
}
press("Home");
press("End");
for (let turn = 1; turn < 4; turn++) {
	press("t");
	men(`turn ${turn % 3}`);
	report.push(game().querySelector(".labels text").textContent);
}
const choice = document.querySelector(".games select");

report.push(`games ${choice.length}, list hidden: ${
	document.querySelector(".games").hidden}`);
choice.selectedIndex = choice.length - 1;
choice.dispatchEvent(new Event("change"));
state("the last game");
document.body.innerHTML = "<pre></pre>";
document.querySelector("pre").textContent = report.join("\n") + "\n";
