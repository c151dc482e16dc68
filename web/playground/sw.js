/* Keeps the files of one version of the playground, so that a second visit loads none of
   them, and works without a server. FOLDER is the folder of this version. */
const prefix = `playground ${registration.scope} `, name = prefix + FOLDER;
const files = [`${FOLDER}/playground.css`, `${FOLDER}/playground.js`].map(
  (file) => new Request(file, {cache: "force-cache"}));

/* The page has loaded these files before this worker has started. The cache of the
   browser still has them, so that they are not requested again. */
async function install() {
  const cache = await caches.open(name);
  await cache.addAll([...files, "./"]);
  await skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((other) =>
    other.startsWith(prefix) && other !== name);
  await Promise.all(old.map((other) => caches.delete(other)));
  await clients.claim();
}

/* Answer from the cache, and keep what had to be loaded. */
async function kept(request) {
  const cache = await caches.open(name);
  const found = await cache.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

async function page(request) {
  return fetch(request).catch(() => caches.match("./", {cacheName: name}));
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const {request} = event;
  if (request.url.startsWith(new URL(`${FOLDER}/`, location).href))
    event.respondWith(kept(request));
  else if (request.mode === "navigate") event.respondWith(page(request));
});
