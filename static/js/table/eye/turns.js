// In which turn a line of the log was told, and where in the list of deeds another begins.

import { $$, html } from '../../page/dom.js';
import { place } from '../panels/stories.js';

/** The mark of the turn in which a line was told: the last that was told before it, wherever the log has either. */
export const turn = (row) =>
  $$('#log .mark')
    .filter((mark) => place(mark) <= place(row))
    .reduce((last, mark) => (last && place(last) >= place(mark) ? last : mark), undefined);

/** What turn that is, in a word. */
const named = (row) => turn(row)?.textContent;

/** Whether these lines were told in one turn. */
export const inTurn = (one, other) => named(one) === named(other);

/** These items, each of a deed that such a line leads, with where another turn begins between them. */
export function marked(items) {
  const turns = items.map(({ lead }) => named(lead));
  const begins = (n) => n && turns[n] && turns[n] !== turns[n - 1];
  return items.flatMap(({ item }, n) => [...(begins(n) ? [html('li', { class: 'turn' }, turns[n])] : []), item]);
}
