// What the whole table gives way to, and how it is still read from afar.

import { $, put } from '../../page/dom.js';

/** Pixels between the tools and the table where it gives way to them, and beside the figures at its edges. */
const [OFF, SIDE] = [4, 6];
/** How wide a table is in 1/100 mm whose letters are as large as they are written; what of that they are at least. */
const [YARD, LEAST] = [36 * 2540, 0.85];

/** What the tools take of an edge of the screen, where the whole table would lie under them. */
export function taken(rect, seen, { w, h }) {
  const none = { above: 0, below: 0, right: 0, left: 0 };
  let bar = $('.room #tools')?.getBoundingClientRect();
  if (!bar?.width) return none;
  if (stood(bar, seen, { w, h })) bar = $('.room #tools').getBoundingClientRect();
  const [left, right] = [bar.left - rect.left, bar.right - rect.left];
  const [top, bottom] = [bar.top - rect.top, bar.bottom - rect.top];
  const fit = Math.max(w / seen.w, h / seen.h);
  const [x, y] = [(seen.w - w / fit) / 2, (seen.h - h / fit) / 2];
  const aside = { ...none, left: SIDE, right: SIDE };
  if (right < x || left > seen.w - x || bottom < y || top > seen.h - y) return aside;
  if (bar.height > bar.width) return { ...none, right: seen.w - left + OFF, left: OFF };
  return top < seen.h / 2 ? { ...aside, above: bottom + OFF } : { ...aside, below: seen.h - top + OFF };
}

/** Whether the tools stand otherwise now: on a phone in a column at the side, where that leaves the table more room than a row above it. */
function stood({ width, height }, seen, { w, h }) {
  const [long, thick] = [Math.max(width, height), Math.min(width, height) + 2 * OFF];
  const fits = (wide, high) => Math.min(wide / w, high / h);
  const aside = long < seen.h && fits(seen.w - thick, seen.h) > fits(seen.w, seen.h - thick);
  const room = $('.room > .table');
  if (room.matches('.is-aside') === aside) return false;
  put(room, 'is-aside', aside);
  return true;
}

/** How much larger than it came is written what stands at the edge of a table, so that it can be read from afar. */
export function larger({ dataset }, scale, inv) {
  const came = Math.max(1, dataset.width / YARD) * Math.min(1, inv * 0.75);
  return Math.max(1, (LEAST * scale) / came);
}

/** Where the sheet of a phone begins that lies over the table, nearly all of which may be hidden by it; nothing where it stands beside that.
 *  `under`: where it began before it was raised over a table that is seen whole. */
export function laidOver(camera) {
  const sheet = $('.now');
  if (!sheet || getComputedStyle(sheet).position !== 'absolute') return null;
  const top = () => sheet.getBoundingClientRect().top;
  if (!sheet.matches('.is-high')) camera.edge = top();
  return (camera.fitting && camera.under) || (camera.edge ?? top());
}
