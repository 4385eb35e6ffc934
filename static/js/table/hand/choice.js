// What a counter means to the question that is asked: an option, a closed one, one of its beginnings, or nothing.

import { $ } from '../../page/dom.js';
import { side } from '../board/counters.js';
import { word } from '../../page/words.js';
import { further, named } from './onto.js';
import { reasonOf, saidAt, saidIn } from './glance.js';
import { nameOf } from './option.js';

/** So many answers are named that have to be chosen between first. */
const FEW = 3;

/** The open option that one of these ids stands for. */
export const option = (hand, ids) =>
  ids.map((id) => hand.buttons.find((b) => b.dataset.piece === id && !b.dataset.at)).find(Boolean);

/** The line that says why the option of this id is closed. */
export const closed = (hand, id) => $(`[data-shut-piece="${CSS.escape(id)}"]`, hand.panel);

/** The side of the seat at this page. */
export const mine = (hand) =>
  side($(`#row-side-${CSS.escape(hand.question.seat || document.body.dataset.you)}`)?.closest('.band'));

/** Whether a counter is of that side. */
export const isMine = (hand, counter) => Boolean(counter && mine(hand) && side(counter) === mine(hand));

/** The id by which an own counter may be ordered now, and may be taken into the hand; none of what may be chosen below. */
export function orderable(hand, counter, names = hand.board.names(counter)) {
  return counter && isMine(hand, counter) ? takeable(hand, names) : '';
}

/** Whether Enter at a counter is meant for it, and not for what is drawn or may be confirmed. */
export function meant(hand, counter) {
  if (hand.tool?.dirty || hand.tool?.mine?.(counter) || hand.held?.is(counter)) return false;
  return answers(hand, counter) || !$('[data-act=confirm]:not([disabled])', hand.panel);
}

/** Whether it does anything, or says why not: who asks that of it would not give what waits. */
function answers(hand, counter) {
  const names = hand.board.names(counter);
  const aimed = hand.held && named(hand.held, counter).length;
  const own = aimed || orderable(hand, counter, names) || option(hand, names);
  return Boolean(own) || names.some((id) => hand.roots.has(id) || closed(hand, id));
}

/** The first of these ids of own pieces that may be taken into the hand now; none of what may be chosen below. */
export function takeable(hand, names) {
  if (hand.question?.state !== 'mine' || (hand.question.at.length && option(hand, names))) return '';
  return names.find((id) => hand.takes.has(id)) || '';
}

/** What goes by the first of these ids that means anything now: a counter, or its unit; a row that was clicked says why not. */
export function take(hand, ids, row = null) {
  const button = option(hand, ids);
  const shut = ids.find((id) => closed(hand, id));
  const root = ids.find((id) => hand.roots.has(id));
  if (button && !row && hand.question.at.length && 'more' in button.dataset) aimed(hand, ids, button);
  else if (button) button.click();
  else if (shut) told(hand, ids, reasonOf(closed(hand, shut)), row);
  else if (root !== undefined && !hand.tool?.dirty && hand.question.at.length) void hand.to([hand.roots.get(root)]);
  else idle(hand, ids, row);
}

/** A target that was clicked after its order: what is asked below it stands at it. */
function aimed(hand, ids, button) {
  const counter = hand.board.one(ids);
  if (!counter) return void button.click();
  const at = button.dataset.at ? JSON.parse(button.dataset.at) : hand.question.at;
  void further(hand, counter, [...at, button.dataset.key]);
}

/** Why not, beside the counter and in the row. */
function told(hand, ids, reason, row) {
  const counter = hand.board.one(ids);
  saidAt(hand, counter, [reason], Boolean(row));
  if (row) saidIn(row, reason);
}

/** A counter that means nothing now is shown; an own one says why. */
function idle(hand, ids, row) {
  const counter = hand.board.one(ids);
  hand.board.flash(ids);
  const own = row ? mine(hand) === side(row.closest('.band')) : isMine(hand, counter);
  if (hand.tool || !own || document.body.dataset.status !== 'playing') return;
  const { state, at } = hand.question;
  const used = counter?.classList.contains('is-used') || row?.closest('.is-used');
  if (state === 'mine' && !used && (!hand.takes.size || at.length)) return void first(hand, ids, row);
  const why = used ? 'acted' : state === 'mine' ? 'not-asked' : 'not-go';
  told(hand, ids, { text: word(why), clause: '' }, row);
}

/** What is asked before it may be taken. */
export function first(hand, ids, row = null) {
  const open = hand.buttons.filter(({ dataset }) => !dataset.at && !dataset.piece);
  const few = open.length > 1 && open.length <= FEW;
  const what = few ? open.map(nameOf).join(' / ') : $('#asked', hand.panel)?.textContent.trim();
  told(hand, ids, { text: word(few ? 'choose-first' : 'first', { what }), clause: '' }, row);
}
