// What pages need beside htmx: links that are copied, forms that are sent once, and order after a part has come anew.

import { $, $$, fade, toast } from './dom.js';
import './explain.js';
import './installed.js';
import './menus.js';
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

const CHOSEN = ['radio', 'checkbox'];

/** What somebody has put into a control: what is chosen of it, or its text. */
function held(one) {
  if (one instanceof HTMLSelectElement) return [...one.selectedOptions].map((option) => option.value).join('\n');
  return CHOSEN.includes(one.type) ? String(one.checked) : one.value;
}

/** It holds this again; what it was morphed into another control for is gone. */
function hold({ one, name, was }) {
  if (one.name !== name || one.type === 'file') return;
  if (one instanceof HTMLSelectElement)
    for (const option of one.options) option.selected = was.split('\n').includes(option.value);
  else if (CHOSEN.includes(one.type)) one.checked = was === 'true';
  else one.value = was;
}

/** What was chosen before gives way to what has come: all of the form that was sent but what was put in since, the lists of the others. */
function settle(part, { form, since }) {
  for (const one of $$('form', part))
    if (one !== form) for (const choice of $$('option', one)) choice.selected = choice.defaultSelected;
  if (!form || !part.contains(form)) return;
  form.reset();
  for (const later of since) hold(later);
}

// What somebody puts in is numbered, and each request knows the number it was sent at.
let latest = 0;
const put = new WeakMap();
const sentAt = new WeakMap();
document.addEventListener('input', ({ target }) => target && put.set(target, (latest += 1)), true);
document.addEventListener('htmx:config:request', (event) => {
  sentAt.set(/** @type {CustomEvent} */ (event).detail.ctx, latest);
});

/** What somebody has put into a form while the answer was on its way. */
const later = (form, ctx) =>
  [...form.elements]
    .filter((one) => put.get(one) > sentAt.get(ctx))
    .map((one) => ({ one, name: one.name, was: held(one) }));

/** Requests of forms and buttons whose part is put in order, each with its form: it may be gone afterwards. */
const forms = new WeakMap();
document.addEventListener('htmx:before:swap', (event) => {
  const { ctx } = /** @type {CustomEvent} */ (event).detail;
  const from = ctx.sourceElement?.closest?.('[hx-boost], [data-look]');
  const form = from?.closest('form');
  if (from) forms.set(ctx, { form, since: form ? later(form, ctx) : [] });
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
