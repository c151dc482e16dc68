/* Keeps the files of this version of the playground, so that a second visit loads none of
   them and works without a server, and those of the version before, so that a tab that is
   open still starts Python. FOLDER is the folder of this version. */
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

/* Caches are listed in the order in which they were made. */
async function activate() {
  const old = (await caches.keys()).filter((other) =>
    other.startsWith(prefix) && other !== name);
  await Promise.all(old.slice(0, -1).map((other) => caches.delete(other)));
  await clients.claim();
}

/* Answer from any cache, and keep what had to be loaded. */
async function kept(request) {
  const found = await caches.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(name)).put(request, response.clone());
  return response;
}

async function page(request) {
  return fetch(request).catch(() => caches.match("./", {cacheName: name}));
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const {request} = event, {scope} = registration;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (request.url.startsWith(scope) && /^[0-9a-f]{12}\//.test(request.url.slice(scope.length)))
    event.respondWith(kept(request));
});
