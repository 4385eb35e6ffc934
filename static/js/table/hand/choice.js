// What a counter means to the question that is asked: an option, a closed one, one of its beginnings, or nothing.

import { $ } from '../../page/dom.js';
import { side } from '../board/counters.js';
import { word } from '../../page/words.js';
import { reasonOf, saidAt } from './glance.js';

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
export function orderable(hand, counter) {
  if (!counter || !isMine(hand, counter) || hand.question?.state !== 'mine') return '';
  const names = hand.board.names(counter);
  if (hand.question.at.length && option(hand, names)) return '';
  return names.find((id) => hand.takes.has(id)) || '';
}

/** What goes by the first of these ids that means anything now: a counter, or its unit. */
export function take(hand, ids) {
  const button = option(hand, ids);
  const shut = ids.find((id) => closed(hand, id));
  const root = ids.find((id) => hand.roots.has(id));
  if (button) button.click();
  else if (shut) saidAt(hand, hand.board.one(ids), [reasonOf(closed(hand, shut))]);
  else if (root !== undefined && !hand.tool?.dirty && hand.question.at.length) void hand.to([hand.roots.get(root)]);
  else idle(hand, ids);
}

/** A counter that means nothing now is shown; an own one says why. */
function idle(hand, ids) {
  const counter = hand.board.one(ids);
  hand.board.flash(ids);
  if (hand.tool || !isMine(hand, counter) || document.body.dataset.status !== 'playing') return;
  const { state } = hand.question;
  if (state === 'mine' && (!hand.takes.size || hand.question.at.length)) return;
  const why = counter.classList.contains('is-used') ? 'acted' : state === 'mine' ? 'not-asked' : 'not-go';
  saidAt(hand, counter, [{ text: word(why), clause: '' }]);
}
