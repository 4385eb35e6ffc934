// What forces are called on the table, and what is left of that where there is little room.

import { $, $$ } from '../../page/dom.js';

const said = (node) => node?.firstChild?.textContent.trim() || '';

/** What a force is called in the lists, and what all are. */
export function nameOf(force) {
  const row = document.getElementById(`row-force-${force}`);
  return row ? said($('.nm', row)) : '';
}
export const names = () => $$('#bands [id^="row-force-"] .nm').map(said);

/** Words shorter than this only join others. */
const JOINS = 4;

/** What of a name tells it from these others: up to where it goes on with "and", without what others begin with. */
export function shortened(name, others) {
  const words = name.split(' ');
  const same = (n) =>
    others.some((other) => other !== name && other.split(' ').slice(0, n).join(' ') === words.slice(0, n).join(' '));
  let from = 0;
  while (from < words.length - 1 && same(from + 1)) from += 1;
  while (from < words.length - 1 && words[from].length < JOINS) from += 1;
  const rest = words.slice(from);
  const end = rest.findIndex((word, n) => n && word.length < JOINS);
  return (end < 0 ? rest : rest.slice(0, end)).join(' ');
}
