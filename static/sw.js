// The part of the page that is awake when no page is: it shows what the server pushes, opens the game, and says so where
// there is no net.  It keeps that one page with its style sheets: what is shown of a game always comes from the server.

const SHELF = 'away';
const AWAY = '/offline';

/** The page for when there is no net, as it is now. */
async function keep() {
  const page = await fetch(AWAY);
  if (!page.ok) return;
  const sheets = [...(await page.clone().text()).matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map((found) => found[1]);
  const shelf = await caches.open(SHELF);
  for (const old of await shelf.keys()) await shelf.delete(old);
  await shelf.addAll(sheets);
  await shelf.put(AWAY, page);
}

self.addEventListener('install', (event) => event.waitUntil(keep().catch(() => null).then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const kept = request.mode === 'navigate' ? AWAY : request.destination === 'style' ? request : null;
  if (request.method !== 'GET' || !kept) return;
  event.respondWith(fetch(request).catch(async (no) => (await caches.match(kept)) || Promise.reject(no)));
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
