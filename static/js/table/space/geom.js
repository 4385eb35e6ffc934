// Lengths on the wire are whole 1/100 mm; the drawing has 22.5 units to the inch, whatever the players measure in.

import { word } from '../../page/words.js';

const table = document.getElementById('table');
const INCH = 2540;
const PER_INCH = 22.5;
/** What players call the unit they measure in. */
export const UNIT = table?.dataset.unit || '';
/** That unit in drawing units. */
export const PER_UNIT = (Number(table?.dataset.unitLength || INCH) * PER_INCH) / INCH;
/** How far a key moves what is being drawn: half a unit, and a tenth of it. */
export const STEP = PER_UNIT / 2;
export const FINE = PER_UNIT / 10;
/** The distances to be seen about a counter: how far on the wire, and as players say it. */
export const RINGS = JSON.parse(table?.dataset.rings || '[]');

/** A length of the wire in drawing units. */
export const units = (length) => (length * PER_INCH) / INCH;

/** Drawing units as a whole length of the wire. */
export const length = (u) => Math.round((u * INCH) / PER_INCH);

/** A point of the wire as a drawing point. */
export const toUnits = ([x, y]) => ({ x: units(x), y: units(y) });

/** A drawing point as a point of the wire. */
export const toWire = (p) => [length(p.x), length(p.y)];

/** The same of points that are told by name on the wire's side too, as those of formations are. */
export const drawn = ({ x, y }) => toUnits([x, y]);
export const wired = (p) => ({ x: length(p.x), y: length(p.y) });

export const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/** The middle of some points. */
export function middle(points) {
  const sum = points.reduce((s, p) => ({ x: s.x + p.x, y: s.y + p.y }), { x: 0, y: 0 });
  return { x: sum.x / (points.length || 1), y: sum.y / (points.length || 1) };
}

/** How long a chain of points is. */
export function along(points) {
  let sum = 0;
  for (let i = 1; i < points.length; i += 1) sum += distance(points[i - 1], points[i]);
  return sum;
}

/** The point of the segment between a and b that is nearest to p. */
export function nearest(p, [a, b]) {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const square = dx * dx + dy * dy;
  const t = square ? Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / square)) : 0;
  return { x: a.x + t * dx, y: a.y + t * dy };
}

/** The distance of p from the segment between a and b. */
export const offSegment = (p, a, b) => distance(p, nearest(p, [a, b]));

/** The corners of a line drawn by hand: no point of it is further than slack from what is left. */
export function corners(points, slack) {
  if (points.length < 3) return points.slice();
  const first = points[0];
  const last = points[points.length - 1];
  let far = 0;
  let at = 0;
  for (let i = 1; i < points.length - 1; i += 1) {
    const off = offSegment(points[i], first, last);
    if (off > far) {
      far = off;
      at = i;
    }
  }
  if (far <= slack) return [first, last];
  return [...corners(points.slice(0, at + 1), slack).slice(0, -1), ...corners(points.slice(at), slack)];
}

/** The server looks at no path of more points, nor at more of a group together (app/engine/paths.py). */
export const MOST = 64;
export const TOGETHER = 400;

/** The line with so few corners: drawn the more coarsely, the more it had. */
export function thinned(points, most = MOST) {
  let found = points;
  for (let slack = 4; found.length > most; slack *= 1.5) found = corners(points, slack);
  return found;
}

/** A chain of points as the d of a path. */
export const d = (points, closed = false) =>
  points.map((p, i) => `${i ? 'L' : 'M'}${round(p.x)} ${round(p.y)}`).join('') + (closed ? 'z' : '');

export const round = (n) => Math.round(n * 100) / 100;

/** The point on the way from a to b that is this far from a; a itself if there is no way. */
export function towards(a, b, far) {
  const whole = distance(a, b);
  return whole ? { x: a.x + ((b.x - a.x) * far) / whole, y: a.y + ((b.y - a.y) * far) / whole } : a;
}

/** Whether a polygon holds a point. */
export function inside(polygon, p) {
  let odd = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i, i += 1) {
    const a = polygon[i];
    const b = polygon[j];
    if (a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) odd = !odd;
  }
  return odd;
}

/** A length as players say it: one decimal, none where it is nought. */
export const number = (u) => (Math.round((u / PER_UNIT) * 10) / 10).toString().replace('.', word('point'));

/** The same with its unit. */
export const said = (u) => `${number(u)} ${UNIT}`;

/** Picks and what lies below them, nested as the wire has it. */
export const nest = (keys, value) =>
  keys.reduceRight((raw, key) => (raw === null || raw === undefined ? key : { pick: key, then: raw }), value);

/** What lies below the picks of an answer as the wire has it. */
export const unnest = (raw) => (raw?.pick !== undefined && raw.then !== undefined ? unnest(raw.then) : raw);

/** Words broken into lines of at most this many letters. */
export function lines(text, most) {
  const found = [''];
  for (const word of text.split(/\s+/)) {
    const last = found[found.length - 1];
    if (last && last.length + word.length + 1 > most) found.push(word);
    else found[found.length - 1] = last ? `${last} ${word}` : word;
  }
  return found;
}

/** Where a view of this span begins that has a point in its middle, as far as it stays on the table. */
export function within(middle, span, from, whole) {
  return span > whole ? from - (span - whole) / 2 : Math.max(from, Math.min(from + whole - span, middle - span / 2));
}
