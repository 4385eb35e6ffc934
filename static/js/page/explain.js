// Clauses explain themselves: their own text beside them, on hover, on focus and on a long press; at a table a click
// holds it there instead of leading away.  What a button offers by a term of the rules is explained so, too.

import { $ } from './dom.js';

/** Milliseconds a pointer rests, or a finger stays, until a clause is shown; and on what is there to be pressed. */
const RESTS = 350;
const PRESSED = 500;
const CHOOSES = 800;
/** Pixels between a clause and its text, and from the edges of the screen. */
const GAP = 8;

const found = new Map();
let timer = 0;
let shown = null;
/** Whether what is shown stays until it is put away. */
let held = false;
/** The button on which a finger stayed: that press explains it and chooses nothing. */
let stayed = null;
/** Whether a finger was the last to point: then what is shown takes its tap, else a pointer goes through it. */
let touched = false;
let pressed = false;
/** Whether the last key gave something: where the focus lies then was not chosen by whoever reads. */
let gave = false;
/** What is shown goes with the button that it explains. */
const gone = new MutationObserver(() => shown?.isConnected || hide());

/** The clause that an event is about, if it leads to a rulebook; or the button that one explains. */
const clauseOf = (event) =>
  event.target instanceof Element
    ? event.target.closest('a.clause[href^="/rules/"], button[data-explains]:not(:disabled)')
    : null;
const chooses = (link) => link.matches('button');

/** The text of a clause as the server words it; asked for once. */
function textOf(link) {
  const [book, id] = chooses(link)
    ? [document.body.dataset.rules, link.dataset.explains]
    : link.getAttribute('href').split('#');
  const at = `${book}/${id}`;
  if (!found.has(at)) {
    const asked = fetch(at).then((said) => (said.ok ? said.text() : Promise.reject(said.status)));
    found.set(at, asked);
    asked.catch(() => found.delete(at));
  }
  return found.get(at);
}

/** The box that holds the text; it lies over everything. */
function box() {
  const old = $('#explained');
  if (old) return old;
  const made = document.createElement('div');
  made.id = 'explained';
  made.popover = 'manual';
  made.setAttribute('role', 'tooltip');
  document.body.append(made);
  return made;
}

/** No clause is shown. */
function hide() {
  clearTimeout(timer);
  shown?.removeAttribute('aria-describedby');
  shown = stayed = null;
  held = false;
  gone.disconnect();
  const old = $('#explained');
  old?.classList.remove('is-held');
  if (old?.matches(':popover-open')) old.hidePopover();
}

/** The text stands under its clause, or over it where there is more room. */
async function show(link) {
  hide();
  shown = link;
  const text = await textOf(link).catch(() => '');
  if (!text || shown !== link || !link.isConnected) return;
  const made = box();
  made.innerHTML = text;
  made.classList.toggle('is-term', chooses(link));
  made.classList.toggle('is-pierced', !touched);
  if (chooses(link)) gone.observe(link.closest('#prompt') || document.body, { childList: true, subtree: true });
  made.showPopover();
  link.setAttribute('aria-describedby', made.id);
  place(link, made);
}

function place(link, made) {
  const [at, own] = [link.getBoundingClientRect(), made.getBoundingClientRect()];
  const before = at.left - own.width - GAP;
  // Beside what is pressed, not over what else may be.
  if (chooses(link) && before >= GAP) {
    made.style.left = `${before}px`;
    made.style.top = `${Math.max(GAP, Math.min(at.top, innerHeight - own.height - GAP))}px`;
    return;
  }
  const under = at.bottom + GAP + own.height < innerHeight && !chooses(link);
  made.style.left = `${Math.max(GAP, Math.min(at.left, innerWidth - own.width - GAP))}px`;
  made.style.top = `${Math.max(GAP, under ? at.bottom + GAP : at.top - GAP - own.height)}px`;
}

/** It stays, and leads to its place in the rulebook. */
async function hold(link, keyed) {
  if (held && shown === link) return void hide();
  if (shown !== link || !$('#explained:popover-open')) await show(link);
  if (shown !== link || !$('#explained:popover-open')) return;
  held = true;
  const made = box();
  made.classList.add('is-held');
  place(link, made);
  if (keyed) $('a', made)?.focus();
}

/** Whether an event is of the text that is shown. */
const inside = (event) => event.target instanceof Element && Boolean(event.target.closest('#explained'));

/** A clause is shown after so long, unless something else comes. */
function soon(link, after) {
  clearTimeout(timer);
  timer = setTimeout(() => void show(link), after);
}

/** The same under a finger; on a button the press is for that then, and for no choice. */
function stays(link) {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    await show(link);
    if (pressed && chooses(link) && shown === link && $('#explained:popover-open')) stayed = link;
  }, PRESSED);
}

addEventListener(
  'click',
  (event) => {
    const link = clauseOf(event);
    if (!link || !chooses(link)) return;
    if (link !== stayed || event.detail === 0) return void hide();
    event.stopImmediatePropagation();
    event.preventDefault();
    stayed = null;
  },
  true,
);

document.addEventListener('pointerover', (event) => {
  const link = clauseOf(event);
  if (event.pointerType === 'mouse') touched = false;
  if (shown && !shown.isConnected) hide();
  if (link && event.pointerType === 'mouse' && link !== shown && !held) soon(link, chooses(link) ? CHOOSES : RESTS);
});
document.addEventListener('pointerout', (event) => {
  const link = clauseOf(event);
  if (link && event.pointerType === 'mouse' && !held && !link.contains(event.relatedTarget)) hide();
});
document.addEventListener('focusin', (event) => {
  const link = clauseOf(event);
  if (link?.matches('button:focus-visible')) {
    if (shown !== link) hide();
    if (!gave) soon(link, CHOOSES);
  } else if (link?.matches(':focus-visible')) void show(link);
  else if (shown && link !== shown && !inside(event)) hide();
});
document.addEventListener('focusout', (event) => void (clauseOf(event) && !held && hide()));
document.addEventListener('pointerdown', (event) => {
  const link = clauseOf(event);
  if (inside(event)) return;
  stayed = null;
  pressed = true;
  touched = event.pointerType !== 'mouse';
  if (!link || (chooses(link) && event.pointerType === 'mouse')) hide();
  else if (event.pointerType !== 'mouse') stays(link);
});
for (const over of ['pointerup', 'pointercancel'])
  document.addEventListener(over, () => (clearTimeout(timer), (pressed = false)));
document.addEventListener('contextmenu', (event) => {
  if (clauseOf(event) && clauseOf(event) === shown) event.preventDefault();
});
document.addEventListener('click', (event) => {
  const link = clauseOf(event);
  if (inside(event) && !held) return void hide();
  const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
  if (!link || chooses(link) || elsewhere || !(document.body.dataset.rules || link.classList.contains('why'))) return;
  event.preventDefault();
  void hold(link, event.detail === 0);
});
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  if (held && inside(event)) shown.focus();
  hide();
});
addEventListener('keydown', ({ key }) => (gave = key === 'Enter' || key === ' '), true);
// What is to be shown yet is shown where it stands then; a pointer that it has left says so itself.
addEventListener('scroll', (event) => void (inside(event) || !$('#explained:popover-open') || hide()), {
  capture: true,
  passive: true,
});
