// From where on those it belongs to the line of a sign goes, and what of them it may lead to.

import { bounded } from '../space/boxes.js';
import { d, distance, round, towards } from '../space/geom.js';

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

/** How long the head of a line is, and how wide to either side, by half of how long. */
const [LONG, SIDE] = [2, 0.8];

/** The head in which a line ends that comes from there: a narrow one, that is no man, as the d of a path. */
export function head(from, end, radius) {
  const far = distance(from, end);
  if (!far) return '';
  const back = towards(end, from, LONG * radius);
  const [x, y] = [(-SIDE * radius * (end.y - from.y)) / far, (SIDE * radius * (end.x - from.x)) / far];
  return d([end, { x: back.x + x, y: back.y + y }, { x: back.x - x, y: back.y - y }], true);
}

/** A line that ends in a small dot, where it is led to a place that bears a letter: from nought, as the d of a path. */
export function knotted(end, radius) {
  const [x, y, r] = [end.x, end.y, radius].map(round);
  return `${d([{ x: 0, y: 0 }, end])}M${round(x - r)} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0z`;
}

/** A line that ends in a head, so that it is seen whose it is: from nought, as the d of a path. */
export const headed = (end, radius) => `${d([{ x: 0, y: 0 }, end])}${head({ x: 0, y: 0 }, end, radius)}`;
