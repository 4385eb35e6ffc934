// The part of the page that is awake when no page is: it shows what the server pushes, and opens the game.

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

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
