// Whether boxes, circles and convex outlines lie on each other.

import { distance, inside, offSegment } from './geom.js';

/** Whether a box lies on none of these: boxes (x, y, w, h), circles (x, y, r), convex outlines (edges). */
export const clear = (box, others) => others.every((other) => apart(box, other));

/** A convex outline with the box it lies in, by which most others are told to lie on it nowhere. */
export function bounded(edges) {
  const [xs, ys] = [edges.map((p) => p.x), edges.map((p) => p.y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { edges, x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

const off = (one, other) =>
  one.x + one.w <= other.x || other.x + other.w <= one.x || one.y + one.h <= other.y || other.y + other.h <= one.y;

function apart(box, other) {
  if (other.edges) return (other.w !== undefined && off(box, other)) || parted(corners(box), other.edges);
  if (other.r !== undefined) {
    const dx = Math.max(box.x - other.x, 0, other.x - box.x - box.w);
    const dy = Math.max(box.y - other.y, 0, other.y - box.y - box.h);
    return Math.hypot(dx, dy) >= other.r;
  }
  return off(box, other);
}

/** Whether a line from one place to another, two edges, lies on a box, a circle, a convex outline or another line. */
export function crosses(line, other) {
  if (off(line, other.r === undefined ? other : about(other))) return false;
  if (other.r !== undefined && !other.edges) return offSegment(other, ...line.edges) < other.r;
  return !parted(line.edges, other.edges || corners(other));
}

const about = ({ x, y, r }) => ({ x: x - r, y: y - r, w: 2 * r, h: 2 * r });

const corners = ({ x, y, w, h }) => [
  { x, y },
  { x: x + w, y },
  { x: x + w, y: y + h },
  { x, y: y + h },
];

/** Whether a line along an edge of one of two convex outlines parts them. */
const parted = (one, two) => [one, two].some((outline) => outline.some((a, i) => parts(a, outline, i, one, two)));

function parts(a, outline, i, one, two) {
  const b = outline[(i + 1) % outline.length];
  const off = (p) => (b.y - a.y) * p.x - (b.x - a.x) * p.y;
  const [these, those] = [one.map(off), two.map(off)];
  return Math.max(...these) <= Math.min(...those) || Math.max(...those) <= Math.min(...these);
}

/** Whether a circle lies on another one, or on a convex outline. */
export function meets(disc, other) {
  if (!other.edges) return distance(disc, other) < disc.r + other.r;
  const { edges } = other;
  if (other.w !== undefined && off(about(disc), other)) return false;
  return inside(edges, disc) || edges.some((a, i) => offSegment(disc, a, edges[(i + 1) % edges.length]) < disc.r);
}
