// The drawings that lie on each other: each is painted anew for what changes in it alone.

import { $, svg } from '../../page/dom.js';

const sheet = (id, ...layers) =>
  svg('svg', { id, 'aria-hidden': 'true', preserveAspectRatio: 'xMidYMin meet' }, ...layers);

/** The ground under the table: it is not painted anew for what moves on it. */
export function beneath(table) {
  const ground = sheet('under', $('#table-clip', table), $('#layer-terrain', table));
  table.before(ground);
  return ground;
}

/** And above it what only shows what happens: the counters are not painted anew for that. */
export function above(table) {
  const shown = sheet('over');
  table.after(shown);
  return shown;
}
