// Asking the browser to be told here, and times as the reader's clock shows them.

import { $, $$ } from '../page/dom.js';

/** A key as the browser wants it. */
function bytes(key) {
  const text = atob(
    key
      .replaceAll('-', '+')
      .replaceAll('_', '/')
      .padEnd(Math.ceil(key.length / 4) * 4, '='),
  );
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Say why it did not work. */
function no(form, why) {
  const line = $('[role=status]', form);
  line.textContent = form.dataset[why];
  line.hidden = false;
}

/** This browser has subscribed with the server's key, whatever key it knew before. */
async function subscribed(key) {
  const worker = await navigator.serviceWorker.register('/sw.js');
  await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  try {
    return await worker.pushManager.subscribe(wanted);
  } catch (error) {
    const old = await worker.pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return worker.pushManager.subscribe(wanted);
  }
}

/** Ask, subscribe, tell the server. */
async function ask(form) {
  if ((await Notification.requestPermission()) !== 'granted') {
    no(form, 'denied');
    return;
  }
  try {
    form.elements.subscription.value = JSON.stringify(keysOf(await subscribed(form.dataset.key)));
    form.submit();
  } catch {
    no(form, 'failed');
  }
}

/** What the server needs of a subscription. */
function keysOf(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
}

const form = $('#push');
if (form && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) {
  $('button', form).disabled = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void ask(form);
  });
} else if (form) {
  no(form, 'none');
}

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const clock = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });

/** Times and the zone as this reader has them. */
function dress() {
  const zone = $('[name=zone]');
  if (zone && !zone.value && timeZone) zone.value = timeZone;
  for (const time of $$('.told time')) time.textContent = clock.format(new Date(time.dateTime));
}

dress();
document.addEventListener('htmx:after:swap', dress);
