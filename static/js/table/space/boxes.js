// Whether boxes, circles and convex outlines lie on each other.

import { distance, inside, offSegment } from './geom.js';

/** Whether a box lies on none of these: boxes (x, y, w, h), circles (x, y, r), convex outlines (edges). */
export const clear = (box, others) => others.every((other) => apart(box, other));

/** A convex outline with the box it lies in, by which most others are told to lie on it nowhere. */
export function bounded(edges) {
  let [left, top, right, low] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of edges) {
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > low) low = y;
  }
  return { edges, x: left, y: top, w: right - left, h: low - top };
}

/** Whether two boxes lie apart. */
export const off = (one, other) =>
  one.x + one.w <= other.x || other.x + other.w <= one.x || one.y + one.h <= other.y || other.y + other.h <= one.y;

function apart(box, other) {
  if (other.edges)
    return (
      (other.w !== undefined && off(box, other)) ||
      sides(other.edges).some((side) => beyond(side, spread(box, side.u, side.v)))
    );
  if (other.r !== undefined) {
    const dx = Math.max(box.x - other.x, 0, other.x - box.x - box.w);
    const dy = Math.max(box.y - other.y, 0, other.y - box.y - box.h);
    return Math.hypot(dx, dy) >= other.r;
  }
  return off(box, other);
}

/** Whether a line from one place to another, two edges, lies on a box, a circle, a convex outline or another line. */
export function crosses(line, other) {
  const { r } = other;
  if (r === undefined ? off(line, other) : beyondRim(line, other, r)) return false;
  if (r !== undefined && !other.edges) return offSegment(other, line.edges[0], line.edges[1]) < r;
  const [a, b] = line.edges;
  const [u, v] = across(a, b);
  const at = u * a.x + v * a.y;
  const { least, most } = other.edges ? reach(other.edges, u, v) : spread(other, u, v);
  if (most <= at || least >= at) return false;
  return !other.edges || !sides(other.edges).some((side) => beyond(side, reach(line.edges, side.u, side.v)));
}

const beyondRim = ({ x, y, w, h }, at, r) => x + w <= at.x - r || at.x + r <= x || y + h <= at.y - r || at.y + r <= y;

const about = ({ x, y, r }) => ({ x: x - r, y: y - r, w: 2 * r, h: 2 * r });

/** Each way across a side of an outline with how far the outline reaches along it: of the same one this is asked very often. */
const known = new WeakMap();

function sides(edges) {
  let found = known.get(edges);
  if (found) return found;
  const ways = edges.map((a, i) => across(a, edges[(i + 1) % edges.length]));
  found = [...ways, [1, 0], [0, 1]].map(([u, v]) => ({ u, v, ...reach(edges, u, v) }));
  known.set(edges, found);
  return found;
}

const across = (a, b) => [b.y - a.y, a.x - b.x];

/** From where to where points lie along a way, and the same of a box. */
function reach(points, u, v) {
  let [least, most] = [Infinity, -Infinity];
  for (const p of points) {
    const at = u * p.x + v * p.y;
    if (at < least) least = at;
    if (at > most) most = at;
  }
  return { least, most };
}

function spread({ x, y, w, h }, u, v) {
  const at = u * (x + w / 2) + v * (y + h / 2);
  const half = (Math.abs(u) * w + Math.abs(v) * h) / 2;
  return { least: at - half, most: at + half };
}

const beyond = (one, other) => one.most <= other.least || other.most <= one.least;

/** Whether a circle lies on another one, or on a convex outline. */
export function meets(disc, other) {
  if (!other.edges) return distance(disc, other) < disc.r + other.r;
  const { edges } = other;
  if (other.w !== undefined && off(about(disc), other)) return false;
  return inside(edges, disc) || edges.some((a, i) => offSegment(disc, a, edges[(i + 1) % edges.length]) < disc.r);
}

/** The box about what a counter covers. */
export const boxed = ({ x, y, w, h, r }) => (r ? { x: x - r, y: y - r, w: 2 * r, h: 2 * r } : { x, y, w, h });

/** A box so much larger, and its middle. */
export const grown = ({ x, y, w, h }, by) => ({ x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by });
export const middled = ({ x, y, w, h }) => ({ x: x + w / 2, y: y + h / 2 });

/** Whether two boxes are nearer to each other than so far; of most that is told without their distance. */
export const nearer = (a, b, far) =>
  b.x - a.x - a.w < far && a.x - b.x - b.w < far && b.y - a.y - a.h < far && a.y - b.y - b.h < far && gap(a, b) < far;

/** How far apart two boxes are. */
export function gap(a, b) {
  const dx = Math.max(a.x - b.x - b.w, b.x - a.x - a.w, 0);
  const dy = Math.max(a.y - b.y - b.h, b.y - a.y - a.h, 0);
  return Math.hypot(dx, dy);
}
