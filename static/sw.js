// The part of the page that is awake when no page is: it shows what the server pushes, opens the game, and says so where
// there is no net.  It keeps that one page with its style sheets: what is shown of a game always comes from the server.

const SHELF = 'away';
const AWAY = '/offline';
const DAY = 86_400_000;

/** The page for when there is no net, as it is now. */
async function keep() {
  const page = await fetch(AWAY);
  if (!page.ok) return;
  const sheets = [...(await page.clone().text()).matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map((found) => found[1]);
  const found = await Promise.all(sheets.map((sheet) => fetch(sheet)));
  if (found.some(({ ok }) => !ok)) return;
  const shelf = await caches.open(SHELF);
  for (const old of await shelf.keys()) await shelf.delete(old);
  await Promise.all(sheets.map((sheet, n) => shelf.put(sheet, found[n])));
  await shelf.put(AWAY, page);
}

/** It is fetched again once a day, for it may look otherwise or speak another language by now. */
async function renew() {
  const kept = await caches.match(AWAY);
  if (!kept || Date.now() - Date.parse(kept.headers.get('date') || '') > DAY) await keep();
}

/** What was asked for, or what is kept for when there is no net. */
async function come(request, kept) {
  try {
    return await fetch(request);
  } catch (no) {
    const found = await caches.match(kept);
    if (found) return found;
    throw no;
  }
}

self.addEventListener('install', (event) => event.waitUntil(keep().catch(() => null).then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const kept = request.mode === 'navigate' ? AWAY : request.destination === 'style' ? request : null;
  if (request.method !== 'GET' || !kept) return;
  event.respondWith(come(request, kept));
  if (kept === AWAY) event.waitUntil(renew().catch(() => null));
});

self.addEventListener('push', (event) => {
  const { title = 'Gunbai', body = '', url = '', tag = 'gunbai' } = event.data ? event.data.json() : {};
  event.waitUntil(self.registration.showNotification(title, { body, tag, renotify: true, icon: '/static/img/gunbai.svg', data: { url } }));
});

/** The address of a notice on this site, or the front page. */
function here(url) {
  try {
    const { pathname, search } = new URL(url, self.location.origin);
    return pathname + search;
  } catch {
    return '/';
  }
}

/** The game's page is in front: one that is open, else a new one. */
async function open(url) {
  const target = here(url || '/');
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const found = pages.find((page) => here(page.url) === target);
  return found ? found.focus() : self.clients.openWindow(target);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data && event.notification.data.url));
});
