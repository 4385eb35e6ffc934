// What stays in its place on the screen while the table comes near.

import { distance } from '../space/geom.js';

/**
 * Of a circle about `p` what was touched, else its middle, as parts of what is seen now. The middle too where what was touched
 * would keep it from sight: `near`, how much of what is seen is seen then.
 */
export function kept(p, r, touched, part, near) {
  const { x, y, w, h } = part;
  const as = (at) => ({ at, across: (at.x - x) / w, down: (at.y - y) / h });
  const held = touched && distance(touched, p) <= r ? as(touched) : null;
  const shows = (at, long, one) => at * long + one >= 0 && at * long + one <= long;
  const seen = held && shows(held.across, w * near, p.x - touched.x) && shows(held.down, h * near, p.y - touched.y);
  return seen ? held : as(p);
}
