// What the question panel says while an answer is being made: whether it may be given, why not, what follows.

import { $, $$, clause, html, icon } from '../../page/dom.js';
import { along } from './along.js';
import { breakdown } from './plain.js';
import { word } from '../../page/words.js';

export { alike } from './timer.js';

/** More notes than this are told when asked for; of ways fewer, since every model has one. */
const MANY = { moves: 3, other: 12 };

/** So many options stand side by side with what of them is closed. */
const ROW = 5;

/** Whether the answer may be given, and how much of it; `label` says another thing than the button's own. */
export function ready(panel, yes, { amount = '', label = '', keep = false } = {}) {
  const button = $('[data-act=confirm]', panel);
  if (!button) return;
  button.disabled = !yes;
  const text = $('[data-say]', button);
  const plain = amount ? `${text.dataset.say} ${amount}` : text.dataset.say;
  if (!keep && text.textContent !== (label || plain)) text.textContent = label || plain;
}

/** The reason why not; nothing takes it away.  `soft`: why what stands there, and may be given, is not what was drawn. */
export function refuse(panel, no, soft = false) {
  const slot = $('.no-slot', panel);
  if (!slot) return;
  const now = no ? `${no.text} ${no.clause} ${soft}` : '';
  if (slot.dataset.now === now) return;
  slot.dataset.now = now;
  const words = no && html('span', {}, no.text, no.clause ? ' ' : '', no.clause ? clause(no.clause) : '');
  slot.replaceChildren(
    ...(no
      ? [
          html(
            'p',
            { class: soft ? 'refusal is-soft' : 'refusal', role: 'status' },
            icon(soft ? 'aim' : 'cross'),
            words,
          ),
        ]
      : []),
  );
}

/** What follows from the answer, before it is given. */
export function then(panel, kind, reply) {
  const slot = $('.then-slot', panel);
  if (!slot) return;
  const notes = kind === 'walk' ? along(reply) : reply?.notes || [];
  if (!reply || (!reply.lines.length && !notes.length)) return void slot.replaceChildren();
  const few = notes.length <= (MANY[kind] || MANY.other);
  const rest = few
    ? ''
    : html('details', { class: 'more' }, html('summary', {}, word('more', { n: notes.length })), breakdown([], notes));
  if (!few && $('details', slot)?.open) rest.open = true;
  const sums = reply.lines.length || few ? breakdown(reply.lines, few ? notes : []) : '';
  slot.replaceChildren(html('div', { class: 'then' }, sums, rest));
}

/** The other orders of a piece stay above the hand that one of them has opened. */
export function beside(hand, orders, chosen) {
  const open = orders.filter(({ no }) => !no);
  if (open.length < 2 || $('button[data-key]', hand.panel)) return;
  // What is closed keeps its place: the others stand where they stood for the last piece.
  const row = (orders.length > ROW ? open : orders).map((order) => {
    if (order.no) return html('button', { type: 'button', disabled: '', title: order.no.text }, order.label);
    const base = order.at.slice(0, Math.min(1, order.at.length - 1));
    const button = html('button', { type: 'button', 'data-key': order.at[base.length] }, order.label);
    button.dataset.at = JSON.stringify(base);
    if (order.more) button.dataset.more = '';
    button.setAttribute('aria-pressed', String(order === chosen));
    return button;
  });
  $('.no-slot', hand.panel)?.after(html('div', { class: 'opts wrap', role: 'group' }, ...row));
}

/** Short ways side by side stay above the hand, so that one may change to another. */
export function keepQuick(hand, before) {
  const { at, id } = hand.question;
  const { quick } = hand;
  if (
    quick &&
    id === quick.id &&
    at.length === quick.at.length + 1 &&
    quick.at.every((key, i) => key === at[i]) &&
    quick.keys.includes(at[at.length - 1])
  ) {
    const copies = quick.nodes.map((node) => node.cloneNode(true));
    $('.no-slot', hand.panel)?.after(...copies);
    for (const button of $$('button[data-key]', hand.panel)) {
      if (copies.some((copy) => copy.contains(button))) {
        button.setAttribute('aria-pressed', String(button.dataset.key === at[at.length - 1]));
        button.dataset.at = JSON.stringify(quick.at);
      }
    }
    return;
  }
  const row = $('.opts:not(.wrap)', hand.panel);
  const keys = row ? $$('[data-key]', row).map((b) => b.dataset.key) : [];
  if (keys.length > 1 && before !== null) hand.quick = { id, at, keys, nodes: [row.cloneNode(true)] };
}

/** Whether something is being drawn on this table, which has the focus then, and shows that otherwise. */
export function draws(table, yes) {
  document.body.classList.toggle('is-drawing', yes);
  table.style.outline = yes ? 'none' : '';
  table.style.boxShadow = yes ? 'none' : '';
}

/** The order that is being drawn already is not chosen anew by its button, which would throw away what is drawn. */
export function spared(slot) {
  const drawn = '.opts [aria-pressed="true"][data-more]';
  slot.addEventListener('click', (event) => event.target.closest(drawn) && event.stopImmediatePropagation(), true);
}
