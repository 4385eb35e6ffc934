// Where the number of a deed stands: beside the end of its line, off all counters and off other numbers.

import { along, distance, inside, offSegment, towards } from '../space/geom.js';

/** How far back from the end of a way a number may stand, and how far beside it, in widths of it. */
const BACK = [1, 2, 3, 5, 8];
const BESIDE = [0.8, -0.8];
/** In so many ways round a piece it may stand, from the upper right on, and how far off it, in widths. */
const ROUND = 8;
const OFF = [0.75, 1.3, 2];
/** How far off all that is drawn its middle is, in widths. */
const CLEAR = 0.6;

/** The point of a way so far before its end. */
function before(points, back) {
  let left = back;
  for (let i = points.length - 1; i; i -= 1) {
    const far = distance(points[i], points[i - 1]);
    if (far >= left) return { p: towards(points[i], points[i - 1], left), to: points[i], from: points[i - 1] };
    left -= far;
  }
  return null;
}

/** Points beside a way, those at its end first. */
function alongside(points, wide) {
  const whole = along(points);
  const found = BACK.map((back) => back * wide).filter((back) => back <= whole);
  return found.flatMap((back) => {
    const { p, from, to } = before(points, back);
    const far = distance(from, to) || 1;
    const [dx, dy] = [(to.x - from.x) / far, (to.y - from.y) / far];
    return BESIDE.map((part) => ({ x: p.x - dy * part * wide, y: p.y + dx * part * wide }));
  });
}

/** Points round a piece. */
function about({ x, y, r = 0 }, wide) {
  const turns = Array.from({ length: ROUND }, (_, n) => ((n - 1) * 2 * Math.PI) / ROUND);
  return OFF.map((off) => r + off * wide).flatMap((far) =>
    turns.map((turn) => ({ x: x + Math.cos(turn) * far, y: y + Math.sin(turn) * far })),
  );
}

/** How far a point is off what stands on the table: a round base, or a frame. */
function off({ x, y, r, frame }, p) {
  if (!frame) return distance({ x, y }, p) - r;
  return inside(frame, p) ? 0 : Math.min(...frame.map((a, i) => offSegment(p, a, frame[(i + 1) % frame.length])));
}

/** Where a number so wide stands that belongs to these points; nothing where there is no room. */
export function disc(points, wide, pieces, laid) {
  const places = [...alongside(points, wide), ...about(points[points.length - 1], wide)];
  return places.find(
    (p) => laid.every((one) => distance(one, p) > wide) && pieces.every((one) => off(one, p) >= CLEAR * wide),
  );
}
