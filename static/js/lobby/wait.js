// Waiting for the others: the page looks for itself whether somebody has sat down, and goes to the table when it opens.

import { $ } from '../page/dom.js';

const EVERY = 5000;

/** The page as it is now; a table that has opened is gone to, a seat that was taken is shown. */
async function look() {
  const reply = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => null);
  if (!reply?.ok) return;
  if (reply.redirected) {
    location.assign(reply.url);
    return;
  }
  const fresh = new DOMParser().parseFromString(await reply.text(), 'text/html');
  const [now, then] = [$('.seats', fresh), $('.seats')];
  if (now && then && now.innerHTML !== then.innerHTML) $('#main').replaceWith(document.adoptNode($('#main', fresh)));
}

setInterval(() => document.hidden || void look(), EVERY);
