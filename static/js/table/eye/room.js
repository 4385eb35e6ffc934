// What has room in the list of deeds.

import { $$ } from '../../page/dom.js';
import { ordered } from './rows.js';

/** How high the marks of turns are that stand in the list. */
const marks = (list) => $$('.turn', list).reduce((sum, one) => sum + one.offsetHeight, 0);

/** Whether all of what stands there has room. */
export function isFit(list) {
  const high = (deed) => Math.max(deed.offsetHeight, deed.lastElementChild.offsetHeight);
  return $$('.deed', list).reduce((sum, deed) => sum + high(deed), marks(list)) <= list.clientHeight;
}

/** Of these rows that are laid those that have room, from the one that matters most on, which always stands. */
export function whole(list, few) {
  const tall = new Map($$('.deed', list).map((one, n) => [few[n], one.offsetHeight]));
  let left = list.clientHeight - marks(list);
  const fits = (row, n) => {
    if (n && tall.get(row) > left) return false;
    left -= tall.get(row);
    return true;
  };
  const kept = new Set(ordered(few).filter(fits));
  return few.filter((row) => kept.has(row));
}
