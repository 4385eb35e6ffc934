// Kept as an app the site has a page of its own for when there is no net: its service worker keeps that, and no other.

if ('serviceWorker' in navigator && matchMedia('(display-mode: standalone)').matches)
  void navigator.serviceWorker.register('/sw.js').catch(() => null);
