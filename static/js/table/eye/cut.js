// Where the words of a row have no room its first clauses are left out: what came of it, which is told last, stays.

import { $ } from '../../page/dom.js';

/** Where words are parted, from the coarsest seam on. */
const SEAMS = [/(?<=[.;]) +/, /(?<=[.;:,]) +/, / +/];

export const isCut = (it) => it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1;

/** What is told in these parts, words or names, clause by clause. */
export function clauses(parts, seam) {
  const found = [[]];
  for (const part of parts) {
    if (typeof part !== 'string') found.at(-1).push(part);
    else
      part.split(seam).forEach((words, n) => {
        if (n) found.push([]);
        if (words) found.at(-1).push(words);
      });
  }
  return found.filter((one) => one.length);
}

/** Clauses as one begins after some that are left out. */
const after = (left) => ['… ', ...left.flatMap((one, n) => (n ? [' ', ...one] : one))];

/** As few of the first clauses as need be go, so that the others have room; whether these have it. */
function fits(place, all) {
  const lies = (from) => {
    place.replaceChildren(...after(all.slice(from)));
    return !isCut(place);
  };
  let [least, most] = [1, all.length - 1];
  while (least < most) {
    const middle = (least + most) >> 1;
    if (lies(middle)) most = middle;
    else least = middle + 1;
  }
  return lies(least);
}

/** Whether these tell more than names. */
const says = (nodes) => nodes.some((one) => one.nodeType === Node.TEXT_NODE && /\p{L}/u.test(one.textContent));

/** A row that has two lines, or one for what came of it, tells the end of that; whether anything was left out.  Of a row
 *  that ends in many names it is left to its style that it is cut there. */
export function beheaded(sentence) {
  const place = $('.came', sentence) ?? sentence;
  if (!isCut(place)) return false;
  place.normalize();
  const whole = [...place.childNodes];
  let parts = whole.map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : node));
  for (const seam of SEAMS) {
    const all = clauses(parts, seam);
    if (all.length > 1 && fits(place, all)) break;
    parts = all.at(-1);
  }
  if (!says([...place.childNodes])) place.replaceChildren(...whole);
  return true;
}
