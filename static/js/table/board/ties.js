// From where on those it belongs to the line of a sign goes, and what of them it may lead to.

import { bounded } from '../space/boxes.js';
import { d, round } from '../space/geom.js';

/** The shortest line from one of these points to a box. */
export function tie(points, { x, y, w, h }) {
  let [least, from] = [Infinity, null];
  for (const p of points) {
    const [dx, dy] = [Math.max(x - p.x, p.x - x - w, 0), Math.max(y - p.y, p.y - y - h, 0)];
    const far = dx * dx + dy * dy;
    if (far < least) [least, from] = [far, p];
  }
  return bounded([from, { x: Math.max(x, Math.min(x + w, from.x)), y: Math.max(y, Math.min(y + h, from.y)) }]);
}

/** The middles of the edges of an outline, and more points on its rim: its corners, and between them. */
export const middles = (points) =>
  points.map((a, i) => {
    const b = points[(i + 1) % points.length];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  });
export const sampled = (points) =>
  points.flatMap((a, i) => {
    const b = points[(i + 1) % points.length];
    return [0, 0.25, 0.5, 0.75].map((part) => ({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }));
  });

/** The dot in which a line ends, on whom it leads to, as the d of a path. */
export function knot(end, radius) {
  const [x, y, r] = [end.x, end.y, radius].map(round);
  return `M${round(x - r)} ${y}a${r} ${r} 0 1 0 ${round(2 * r)} 0a${r} ${r} 0 1 0-${round(2 * r)} 0z`;
}

/** A line from nought that ends in a dot, so that it is seen whose it is, as the d of a path. */
export const knotted = (end, radius) => `${d([{ x: 0, y: 0 }, end])}${knot(end, radius)}`;
