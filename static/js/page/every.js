// What pages need beside htmx: links that are copied, forms that are sent once, and order after a part has come anew.

import { $, $$, fade, toast } from './dom.js';
import './explain.js';
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

// -- a part that htmx has put in place ----------------------------------------------

const NAMED = 'h1, h2, h3, [role=status]';
let trail = [];

/** What has the focus, and what it lies in, from the inside out. */
function lies() {
  trail = [];
  for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) trail.push(at);
}

/** Who was somewhere that is gone is in what was around it: where that takes the keys, else at its head. */
function found() {
  if (document.activeElement !== document.body) return;
  const there = trail.map((part) => (part.isConnected ? part : part.id && $(`#${CSS.escape(part.id)}`)));
  const near = there[0] || there.map((part) => part && (part.tabIndex < 0 ? $(NAMED, part) : part)).find(Boolean);
  if (near && near.tabIndex < 0) near.tabIndex = -1;
  near?.focus({ preventScroll: true });
}

/** What was chosen before gives way to what has come: all of the form that was sent, the lists of the others. */
function settle(part, form) {
  for (const one of $$('form', part))
    if (one !== form) for (const choice of $$('option', one)) choice.selected = choice.defaultSelected;
  if (form && part.contains(form)) form.reset();
}

/** Requests of forms and buttons whose part is put in order, each with its form: it may be gone afterwards. */
const forms = new WeakMap();
document.addEventListener('htmx:before:swap', (event) => {
  const { ctx } = /** @type {CustomEvent} */ (event).detail;
  const from = ctx.sourceElement?.closest?.('[hx-boost], [data-look]');
  if (from) forms.set(ctx, from.closest('form'));
  lies();
});
document.addEventListener('htmx:after:swap', (event) => {
  const { ctx } = /** @type {CustomEvent} */ (event).detail;
  if (ctx.target === '#toast') for (const box of $$('#toast > :not(.is-out)')) fade(box);
  if (!forms.has(ctx) || !(ctx.target instanceof Element)) return;
  settle(ctx.target, forms.get(ctx));
  found();
});
document.addEventListener('htmx:error', () => $('#prompt') || toast(word('gone'), 'no'));
