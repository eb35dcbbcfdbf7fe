// The search of the manual: sections that hold all words of the query, those
// with the words in their names first.
const input = document.getElementById("search");
const found = document.getElementById("found");
const shown = 12;

function score([, page, name, text], words) {
	let sum = 0;

	for (const word of words) {
		const inName = (page + " " + name).toLowerCase().includes(word);
		const times = text.toLowerCase().split(word).length - 1;

		if (!inName && times === 0)
			return 0;
		sum += (inName ? 20 : 0) + Math.min(times, 5);
	}
	return sum;
}

function excerpt(text, word) {
	const at = Math.max(0, text.toLowerCase().indexOf(word) - 40);

	return (at > 0 ? "… " : "") + text.slice(at, at + 120) + " …";
}

function search() {
	const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
	const hits = words.length === 0 ? [] : sections
		.map((section) => [score(section, words), section])
		.filter(([sum]) => sum > 0)
		.sort(([a], [b]) => b - a);

	found.replaceChildren(...hits.slice(0, shown).map(([, section]) => {
		const item = document.createElement("li");
		const link = document.createElement("a");
		const text = document.createElement("span");

		link.href = document.body.dataset.up + section[0];
		link.textContent = section[1] + ": " + section[2];
		text.textContent = excerpt(section[3], words[0]);
		item.append(link, text);
		return item;
	}));
	if (words.length > 0 && hits.length === 0) {
		const item = document.createElement("li");

		item.textContent = "No section holds all of these words.";
		found.append(item);
	}
}

// The arrows go from the field to the results and back; Enter in the field opens
// the first of them.
function onArrow(event) {
	const places = [input, ...found.querySelectorAll("a")];
	const at = places.indexOf(document.activeElement);
	const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];

	if (at >= 0 && by && places[at + by]) {
		event.preventDefault();
		places[at + by].focus();
	} else if (event.key === "Enter" && at === 0 && places[1]) {
		event.preventDefault();
		places[1].click();
	}
}

input.addEventListener("input", search);
document.addEventListener("keydown", onArrow);
document.addEventListener("keydown", (event) => {
	if (event.key === "/" && document.activeElement !== input) {
		event.preventDefault();
		input.focus();
	} else if (event.key === "Escape" && document.activeElement === input) {
		input.value = "";
		search();
	}
});
