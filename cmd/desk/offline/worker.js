/* The desk without a network: the browser keeps its files, until this file has
 * another version. */
const VERSION = "@VERSION@";

async function keep() {
	const files = ["./", "desk.webmanifest", "icon.svg"];
	await (await caches.open(VERSION)).addAll(files);
	await self.skipWaiting();
}

async function renew() {
	for (const name of await caches.keys())
		if (name !== VERSION)
			await caches.delete(name);
	await self.clients.claim();
}

const answer = async request => await caches.match(
	request.mode === "navigate" ? "./" : request) || fetch(request);

self.oninstall = event => event.waitUntil(keep());
self.onactivate = event => event.waitUntil(renew());
self.onfetch = event => event.respondWith(answer(event.request));
