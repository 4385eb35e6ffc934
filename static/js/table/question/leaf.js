// A choice with nothing below it: what has consequences to show is shown first and then confirmed.

import { $, $$ } from '../../page/dom.js';
import { shown } from '../hand/glance.js';
import { nest } from '../space/geom.js';

/** This option waits to be confirmed; at once it is asked what follows from it.  `armed`: the hand on the table chose it. */
export function pick(hand, button, armed = false) {
  const base = button.dataset.at ? JSON.parse(button.dataset.at) : hand.question.at;
  const at = [...base, button.dataset.key];
  if (hand.leaf?.button === button) return void hand.confirm();
  unpick(hand);
  hand.glance.at(null);
  hand.leaf = { at, button, armed, label: button.textContent.trim(), piece: button.dataset.piece, asked: false };
  hand.previews.ask(hand.question, nest(at, null), `leaf ${at.join(' ')}`);
}

/** While one option waits to be confirmed the others make room for what follows from it; the table still shows them. */
function fold(hand, yes) {
  if (yes && !hand.leaf?.piece) return;
  for (const part of $$('.opts, .choices, .ends, .closed, .closed-more', hand.panel)) {
    if (!$('[data-at]', part) && !part.closest('.foot-slot')) part.hidden = yes;
  }
}

/** No option waits any more. */
export function unpick(hand) {
  fold(hand, false);
  hand.leaf?.button.setAttribute('aria-pressed', 'false');
  if (hand.leaf) hand.light();
  hand.leaf = null;
  hand.previews.forget();
  hand.marks.replaceChildren();
  hand.camera.unframe();
  hand.then(null);
  hand.refuse(null);
  hand.assent.hide();
  const row = $('.acts', hand.panel);
  if (row && !hand.tool) row.hidden = true;
}

/** What follows from the option that waits; one from which nothing follows is given at once, unless the table chose it. */
export function told(hand, reply) {
  const { leaf } = hand;
  if (!leaf) return;
  const heavy = reply && (reply.no || reply.lines.length || reply.marks.length || reply.notes.length);
  if (!heavy && !leaf.armed) return void hand.send(leaf.at);
  leaf.button.setAttribute('aria-pressed', 'true');
  if (leaf.piece) hand.board.mark({ targets: [leaf.piece], on: hand.question.at, lit: hand.question.lit });
  hand.refuse(reply?.no || null);
  hand.then(reply);
  $('.acts', hand.panel).hidden = false;
  const say = $('[data-say]', hand.panel);
  say.textContent = hand.question.at.length ? `${hand.label}: ${leaf.label}` : leaf.label;
  fold(hand, true);
  hand.ready(!reply?.no);
  if (reply) shown(hand, reply);
  if (leaf.armed) hand.assent.at(leaf.piece);
  else $('[data-act=confirm]', hand.panel).focus({ preventScroll: true });
}
