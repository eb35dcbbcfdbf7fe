/*
 * The desk without a network: the browser keeps its files, until this file has
 * another version.
 */
const VERSION = "@VERSION@";

async function keep() {
	await (await caches.open(VERSION)).addAll(["./", "desk.webmanifest",
		"icon.svg"]);
	await self.skipWaiting();
}

async function renew() {
	const names = await caches.keys();

	await Promise.all(names.filter(name => name !== VERSION)
		.map(name => caches.delete(name)));
	await self.clients.claim();
}

async function answer(request) {
	return await caches.match(request.mode === "navigate" ? "./" : request) ||
		fetch(request);
}

self.addEventListener("install", event => event.waitUntil(keep()));
self.addEventListener("activate", event => event.waitUntil(renew()));
self.addEventListener("fetch", event =>
	event.respondWith(answer(event.request)));
