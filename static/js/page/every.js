// What pages outside the room need: buttons that copy a link, forms that offer what was chosen allows.

import { $, toast } from './dom.js';
import { word } from './words.js';

/** Milliseconds after which a form may be sent anew, should nothing have come of it. */
const AGAIN = 3000;

/** Copy a text; where the browser does not let us, select it for the reader. */
async function copy(button) {
  const { copy: text } = button.dataset;
  try {
    await navigator.clipboard.writeText(text);
    if ($('#toast')) toast(word('copied'), 'ok');
  } catch {
    window.prompt(button.textContent.trim(), text);
  }
}

/** The form anew with what the choice just made offers; all else in it stays as it was given. */
async function look(field) {
  const { form } = field;
  const address = `${form.dataset.look}?${new URLSearchParams(/** @type {any} */ (new FormData(form)))}`;
  const reply = await fetch(address, { headers: { accept: 'text/html' } });
  const fresh = new DOMParser()
    .parseFromString(await reply.text(), 'text/html')
    .querySelector(`form[data-look="${form.dataset.look}"]`);
  if (!reply.ok || !fresh) return;
  form.replaceWith(document.adoptNode(fresh));
  history.replaceState(null, '', address);
  fresh.querySelector(`[name="${field.name}"][value="${CSS.escape(field.value)}"]`)?.focus({ preventScroll: true });
}

document.addEventListener('change', (event) => {
  if (event.target instanceof HTMLInputElement && event.target.matches('[data-looks]')) void look(event.target);
});

/** A form is sent once: a second click would lose what the first one made. */
const sent = new WeakSet();
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method !== 'post') return;
  if (sent.has(form)) return void event.preventDefault();
  setTimeout(() => {
    if (event.defaultPrevented) return;
    sent.add(form);
    setTimeout(() => sent.delete(form), AGAIN);
  });
});

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element && event.target.closest('[data-copy]');
  if (button) void copy(button);
});
