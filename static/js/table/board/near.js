// Which counter a finger means: a disc by its middle, a formation by its frame.

import { frame, radius, shown, stands } from './counters.js';
import { read } from './known.js';
import { distance, inside, offSegment } from '../space/geom.js';

/** A finger's width in pixels about what it may mean. */
const FINGER = 16;
/** How far off its frame a formation is still meant. */
const BRINK = 7;

/** The counter nearest to a point, of those that are drawn there or within a finger's width; discs lie on formations. */
export function nearest(nodes, p, inv) {
  const finger = Math.max(0.7, Math.min(1.7, inv));
  const found = nodes.map((node) => far(node, p, finger)).filter((it) => it.off <= it.reach);
  return found.sort((a, b) => a.rank - b.rank || a.off - b.off)[0]?.node || null;
}

/** The two places of two outlines that are nearest to each other; one point alone is an outline too. */
export function closest(one, other) {
  const found = [...corners(one, other), ...corners(other, one).map(([a, b]) => [b, a])];
  if (one.length > 2 && inside(one, other[0])) return [other[0], other[0]];
  if (other.length > 2 && inside(other, one[0])) return [one[0], one[0]];
  return found.reduce((best, pair) => (distance(...pair) < distance(...best) ? pair : best));
}

/** How far two counters stand from each other, edge to edge. */
export function apart(one, other) {
  const [near, off] = closest(...[one, other].map((node) => frame(node) || [stands(node)]));
  const rims = [one, other].map((node) => (node.dataset.frame ? 0 : radius(node)));
  return Math.max(0, distance(near, off) - rims[0] - rims[1]);
}

/** Who of these and who of others stand nearest to each other, edge to edge, and how far off; the first of those who stand alike. */
export function nearestTwo(ones, others) {
  const all = others.map(read);
  let found = null;
  for (const one of ones.map(read))
    for (const other of all) {
      const least = distance(one, other) - one.reach - other.reach;
      if (found && least >= found.off) continue;
      const off = one.edges || other.edges ? apart(one.node, other.node) : Math.max(0, least);
      if (!found || off < found.off) found = { one: one.node, other: other.node, off };
    }
  return found;
}

/** Each point of one outline with the nearest place of another. */
const corners = (points, outline) =>
  points.flatMap((p) => outline.map((a, i) => [p, foot(p, a, outline[(i + 1) % outline.length])]));

function foot(p, a, b) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const square = dx * dx + dy * dy;
  const t = square ? Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / square)) : 0;
  return { x: a.x + t * dx, y: a.y + t * dy };
}

function far(node, p, finger) {
  const at = stands(node);
  const edge = frame(node);
  if (!edge) {
    const r = Number(node.dataset.drawn || 0) * finger || radius(node);
    const reach = Math.max(FINGER * finger, r);
    const [off, stood] = [distance(p, shown(node)), distance(p, at)];
    // Who is drawn beside the place where he stands is meant there only where nobody else is drawn.
    return off > reach && stood < off
      ? { node, off: stood, reach, rank: 3 }
      : { node, off, reach, rank: off <= r ? 0 : 2 };
  }
  const off = inside(edge, p) ? 0 : Math.min(...edge.map((a, i) => offSegment(p, a, edge[(i + 1) % edge.length])));
  return { node, off: off || distance(p, at) / 1e4, reach: BRINK * finger, rank: off ? 2 : 1 };
}
