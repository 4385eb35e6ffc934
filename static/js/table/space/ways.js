// Ways of a unit's models: carried on, cut to what is allowed, begun at an edge.

import { along, distance, towards } from './geom.js';

/** Between two bases that stand side by side: a millimetre. */
export const AIR = 0.9;
/** What rounding to the wire may add to a way. */
export const SPARE = 0.05;
const FRONT = 400;

/** A way carried on by these shifts; its last leg aimed anew where that is wanted or all that is left. */
export function extend(way, shifts, most, afresh) {
  const tip = way[way.length - 1];
  const on = [...way, ...shifts.map((s) => ({ x: tip.x + s.x, y: tip.y + s.y }))];
  const straight = shifts.length === 1 && way.length > 1;
  const whole = straight && (afresh || along(on) > most) ? [...way.slice(0, -1), on[on.length - 1]] : on;
  return cut(whole, most);
}

/** A way no longer than this; no way at all if it leads nowhere. */
function cut(way, most) {
  const found = [way[0]];
  let left = most;
  for (const p of way.slice(1)) {
    const from = found[found.length - 1];
    const far = distance(from, p);
    if (far > 0.3) found.push(far > left ? towards(from, p, left) : p);
    left -= far;
    if (left <= 0) break;
  }
  const end = found[found.length - 1];
  return found.length === 2 && distance(way[0], end) < 0.5 ? [way[0]] : found;
}

/** A unit in ranks from the point of an edge nearest to p, its first rank as deep as p lies: the way of each. */
export function entered(p, edges, troop, whole) {
  const [foot, edge] = edges.map((e) => [footOf(p, e), e]).sort((a, b) => distance(p, a[0]) - distance(p, b[0]))[0];
  const wide = 2 * troop.widest + AIR;
  const files = Math.min(troop.all.length, Math.max(1, Math.floor((troop.spread ? 0.7 * troop.spread : FRONT) / wide)));
  const deepest = (Math.ceil(troop.all.length / files) - 1) * wide;
  const long = distance(edge[0], edge[1]);
  const [least, front] = [wide / 2, (files - 1) * wide];
  const first = Math.max(least, Math.min(long - least - front, distance(edge[0], foot) - front / 2));
  const into = inward(edge, whole);
  const deep = Math.max(
    deepest + least,
    Math.min(distance(p, foot), Math.min(...troop.all.map((m) => m.allowed)) - SPARE),
  );
  return new Map(
    troop.all.map((m, n) => {
      const start = towards(edge[0], edge[1], Math.min(long - least, first + (n % files) * wide));
      const far = deep - Math.floor(n / files) * wide;
      return [m.id, [start, { x: start.x + into.x * far, y: start.y + into.y * far }]];
    }),
  );
}

/** The point of a segment that is nearest. */
function footOf(p, [a, b]) {
  const whole = distance(a, b) || 1;
  const t = Math.max(0, Math.min(1, ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / (whole * whole)));
  return { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) };
}

/** The way into the table from an edge, one unit long. */
function inward([a, b], whole) {
  const at = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const out = { x: whole.x + whole.w / 2 - at.x, y: whole.y + whole.h / 2 - at.y };
  const side = { x: -(b.y - a.y), y: b.x - a.x };
  const long = Math.hypot(side.x, side.y) || 1;
  const sign = side.x * out.x + side.y * out.y < 0 ? -1 : 1;
  return { x: (sign * side.x) / long, y: (sign * side.y) / long };
}
