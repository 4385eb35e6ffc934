// Where words of so many pixels stand by a place of the screen: as near as may be, and on the fewest pieces.

import { clear } from '../space/boxes.js';

/** How near to the edge of the screen they come. */
const EDGE = 4;
/** How far off it a bar stands that belongs to no place of the table. */
const RIM = 8;

/** Places by p, `off` pixels from it, the better first: below or above, then beside, then at its corners and farther off. */
export function around({ x, y }, off, { w, h }, above) {
  const [mid, high, low] = [x - w / 2, y - off - h, y + off];
  const [first, second] = above ? [high, low] : [low, high];
  const [right, left] = [x + off, x - off - w];
  const places = [
    [mid, first],
    [mid, second],
    [right, y - h / 2],
    [left, y - h / 2],
    [right, first],
    [left, first],
    [right, second],
    [left, second],
    [mid, first + (above ? -h : h)],
    [mid, second + (above ? h : -h)],
  ];
  return places.map(([at, top]) => ({ x: at, y: top, w, h }));
}

/** Places for a bar that belongs to no place: at the upper or the lower edge of what is seen, in its middle or its corners, then nearer. */
export function along({ w, h }, seen, low = false) {
  const [left, mid, right] = [RIM, (seen.w - w) / 2, seen.w - w - RIM];
  const most = Math.max(RIM, seen.h - h - RIM);
  const rows = [0, h + RIM, 2 * (h + RIM)].flatMap((by) => [RIM + by, most - by]);
  const ordered = low ? rows.map((_, n) => rows[n ^ 1]) : rows;
  return ordered.flatMap((y) => [mid, left, right].map((x) => ({ x, y, w, h })));
}

/** Of these places the first in sight, off the tools and on no piece; else the first that lies on the fewest. */
export function fewest(places, { seen, pieces, tools }) {
  const brought = (at, size, most) => Math.max(EDGE, Math.min(most - size - EDGE, at));
  const inside = places.map((one) => ({ ...one, x: brought(one.x, one.w, seen.w) }));
  const fits = inside.filter((one) => one.y >= EDGE && one.y + one.h <= seen.h);
  const [first] = inside;
  const open = fits.length ? fits : [{ ...first, y: brought(first.y, first.h, seen.h) }];
  const costs = open.map((one) => {
    const under = pieces.filter((piece) => !clear(one, [piece])).length;
    return under + (clear(one, tools) ? 0 : pieces.length + 1);
  });
  return open[costs.indexOf(Math.min(...costs))];
}
