// Bases draw one another: what is let go hardly off an enemy's base is meant to touch it.

import { radius, side, stands } from '../board/counters.js';
import { distance, towards, units } from '../space/geom.js';

/** It is drawn within so many pixels, or so many 1/100 mm, whichever is more. */
const PIXELS = 8;
const LENGTH = 500;

/** Bases that touch are drawn so far apart, in drawing units: the server's word is what counts. */
export const TOUCH = 0.27;

/** Where a base of this radius stands beside a counter, on the line from the counter to p. */
export function touching(counter, p, base) {
  return towards(stands(counter), p, radius(counter) + base + TOUCH);
}

/** Where a base of this side stands that is let go at p: touching the nearest enemy, if it is hardly off one. */
export function drawnTo({ board, camera }, p, base, mine) {
  if (!mine) return p;
  const most = Math.max(camera.px(PIXELS), units(LENGTH));
  const off = (node) => distance(p, stands(node)) - radius(node) - base;
  const near = board
    .all()
    .filter((node) => side(node) !== mine && !node.dataset.frame && Math.abs(off(node)) <= most)
    .sort((a, b) => Math.abs(off(a)) - Math.abs(off(b)))[0];
  return near && distance(p, stands(near)) ? touching(near, p, base) : p;
}

/** Whether what was drawn touches an enemy and what is allowed instead touches none. */
export function misses({ board }, drawn, found, base, mine) {
  const foes = board.all().filter((node) => side(node) !== mine && !node.dataset.frame);
  const touches = (p) => foes.some((node) => Math.abs(distance(p, stands(node)) - radius(node) - base) < 1);
  return touches(drawn) && !touches(found);
}
