// Where formations that stand together end: the edges of their frames, but for what of them lies against one another.

import { d } from '../space/geom.js';

/** The edges of all of these, as far as none of the others lies so near to them, and those between them, as the d of paths. */
export function borders(frames, near) {
  const [rim, seams] = [[], []];
  for (const frame of frames) {
    const others = frames.filter((other) => other !== frame);
    for (const [a, b, way] of edges(frame)) {
      const off = (p) => ({ x: p.x + way.x * near, y: p.y + way.y * near });
      const met = others.map((other) => within(off(a), off(b), other)).filter(Boolean);
      const at = (t) => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
      for (const part of left(met)) rim.push(d(part.map(at)));
      for (const part of met) seams.push(d(part.map(at)));
    }
  }
  return { rim: rim.join(''), seams: seams.join('') };
}

/** The edges of a convex outline, each with the way out of it. */
function edges(frame) {
  const turn = frame.reduce((sum, a, i) => sum + across(a, frame[(i + 1) % frame.length]), 0) > 0 ? 1 : -1;
  return frame.map((a, i) => {
    const b = frame[(i + 1) % frame.length];
    const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    return [a, b, { x: (turn * (b.y - a.y)) / far, y: (-turn * (b.x - a.x)) / far }];
  });
}

const across = (a, b) => a.x * b.y - b.x * a.y;

/** From where to where a line lies within a convex outline, as parts of it; nothing where it does not. */
function within(a, b, frame) {
  let [from, to] = [0, 1];
  for (const [p, , way] of edges(frame)) {
    const [begins, ends] = [a, b].map((q) => (q.x - p.x) * way.x + (q.y - p.y) * way.y);
    if (begins >= 0 && ends >= 0) return null;
    if (begins > 0) from = Math.max(from, begins / (begins - ends));
    else if (ends > 0) to = Math.min(to, begins / (begins - ends));
  }
  return from < to ? [from, to] : null;
}

/** What these parts leave of a line. */
function left(parts) {
  const found = [];
  let from = 0;
  for (const [begins, ends] of parts.toSorted(([a], [b]) => a - b)) {
    if (begins > from) found.push([from, begins]);
    from = Math.max(from, ends);
  }
  return from < 1 ? [...found, [from, 1]] : found;
}
