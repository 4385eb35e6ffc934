// A choice with nothing below it: one that may be taken back is given, any other is shown first and then confirmed.

import { $, $$, say } from '../../page/dom.js';
import { SEEN } from '../hand/guard.js';
import { shown } from '../hand/glance.js';
import { nameOf } from '../hand/option.js';
import { nest } from '../space/geom.js';
import { word } from '../../page/words.js';
import { back } from './held.js';

/** The rows of options, which make room for what follows from one of them. */
const ROWS = '.opts, .choices, .ends, .closed, .closed-more';

/** This option is given, or waits to be confirmed; chosen a second time it is. */
export function pick(hand, button) {
  back();
  const base = button.dataset.at ? JSON.parse(button.dataset.at) : hand.question.at;
  const at = [...base, button.dataset.key];
  if (hand.leaf?.button === button) return void again(hand);
  unpick(hand);
  hand.glance.at(null);
  if (hand.commit.acts(at)) return void hand.send(at);
  button.setAttribute('aria-pressed', 'true');
  hand.leaf = { at, button, label: nameOf(button), piece: button.dataset.piece, asked: performance.now() };
  hand.previews.ask(hand.question, nest(at, null), `leaf ${at.join(' ')}`);
}

/** Of a level with one target that one waits to be confirmed at once, unless it would be given by that. */
export function lone(hand) {
  const [one, ...more] = hand.buttons.filter(({ dataset }) => !dataset.at);
  if (!one?.dataset.piece || more.length || 'more' in one.dataset) return;
  if (hand.commit.acts([...hand.question.at, one.dataset.key])) return;
  pick(hand, one);
  if (hand.leaf) hand.leaf.lone = true;
}

/** What waits is chosen anew: that confirms it, unless it was not chosen by hand yet, or the second of two quick clicks was
 *  meant for the first. */
function again(hand) {
  const { leaf } = hand;
  const chosen = !leaf.lone;
  leaf.lone = false;
  if (chosen && performance.now() - leaf.asked >= SEEN) hand.confirm();
  if (chosen) return;
  leaf.asked = performance.now();
  if (leaf.told) beside(hand, leaf);
}

/** It may be confirmed at the counter that it names. */
function beside(hand, { piece, at }) {
  hand.assent.at(piece || [...at].reverse().find((key) => hand.board.members(key).length));
}

/** While one option waits to be confirmed the others make room for what follows from it; the table still shows them. */
function fold(hand, yes) {
  if (yes && !hand.leaf?.piece) return;
  const kept = yes ? hand.leaf.button : null;
  for (const part of $$(ROWS, hand.panel))
    if (!part.contains(kept) && !$('[data-at]', part) && !part.closest('.foot-slot')) part.hidden = yes;
  for (const other of $$('.choice, .opts > button', hand.panel))
    if (!other.dataset.at && !other.contains(kept) && !other.closest('[hidden]:not(.choice, button)'))
      other.hidden = yes;
}

/** No option waits any more. */
export function unpick(hand) {
  fold(hand, false);
  const { leaf } = hand;
  leaf?.button.setAttribute('aria-pressed', 'false');
  hand.leaf = null;
  if (leaf) hand.light();
  hand.commit.reset();
  hand.previews.forget();
  hand.marks.replaceChildren();
  if (!hand.question?.at.length) hand.camera.unframe();
  hand.then(null);
  hand.refuse(null);
  hand.assent.hide();
  const row = $('.acts', hand.panel);
  if (row && !hand.tool) row.hidden = true;
}

/** What follows from the option that waits. */
export function told(hand, reply) {
  const { leaf } = hand;
  if (!leaf) return;
  if (leaf.piece) hand.light();
  hand.refuse(reply?.no || null);
  hand.then(reply);
  $('.acts', hand.panel).hidden = false;
  const text = hand.question.at.length ? `${hand.label}: ${leaf.label}` : leaf.label;
  $('[data-say]', hand.panel).textContent = text;
  fold(hand, true);
  hand.ready(!reply?.no);
  if (reply) shown(hand, reply);
  leaf.told = true;
  // Where a target waits by itself, whoever clicks on it means to choose it, and must not press what confirms it.
  if (!leaf.lone) beside(hand, leaf);
  if (!reply?.no) say(word('again', { what: text }));
}
