// Areas that were computed: formations as they would stand, arcs and zones, lanes, and what lies within reach of an outline.

import { svg } from '../../page/dom.js';
import { d, distance, lines, round, toUnits, units } from '../space/geom.js';
import { lies, read } from './turned.js';

/** Kinds of area by the classes they are drawn with; what ends in -no is refused. */
const PLAIN = {
  arc: 'area arc',
  front: 'area arc',
  flank: 'area flank',
  rear: 'area rear',
  lane: 'area lane',
  'lane-no': 'area lane no',
  zone: 'zone open',
};
/** Of the names: a letter's width and a row's height in pixels. */
const LETTER = 6.2;
const ROW = 14;
export const AREAS = ['zone', 'halo', 'rear', 'flank', 'arc', 'front', 'lane', 'lane-no', 'block', 'block-no'];

/** An area as elements, or nothing if it is none. */
export function area(kind, points, radius) {
  if (kind in PLAIN) return [svg('path', { class: PLAIN[kind], d: d(points, true) })];
  if (kind === 'halo') return [svg('path', { class: 'area reach', d: widened(points, radius) })];
  if (kind === 'block' || kind === 'block-no') return block(points, kind === 'block-no');
  return [];
}

/** A formation as it would stand: front left, front right, rear right, rear left. */
function block(points, no) {
  const classes = `block${no ? ' no' : ''}`;
  return [
    svg('path', { class: classes, d: d(points, true) }),
    ...(points.length > 1
      ? [svg('path', { class: `${classes} block-front`, d: d(points.slice(0, 2)) }), chevron(points, no)]
      : []),
  ];
}

/** The mark before the middle of a front edge. */
function chevron([a, b], no) {
  const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  const tip = svg('path', { class: `chevron far${no ? ' no' : ''}`, d: 'M-5-1 0-7 5-1z' });
  return svg(
    'g',
    { transform: `translate(${round((a.x + b.x) / 2)} ${round((a.y + b.y) / 2)}) rotate(${round(turn)})` },
    tip,
  );
}

/** All within a radius of an outline, as the d of a path; a dented outline is widened about its hull. */
export function widened(points, radius) {
  if (points.length === 1) {
    const [{ x, y }] = points;
    const [r, from, to] = [round(radius), round(x - radius), round(x + radius)];
    return `M${from} ${round(y)}A${r} ${r} 0 0 1 ${to} ${round(y)}A${r} ${r} 0 0 1 ${from} ${round(y)}z`;
  }
  const hulled = hull(points);
  const sides = hulled.map((a, i) => shifted(a, hulled[(i + 1) % hulled.length], radius));
  const r = round(radius);
  const at = (p) => `${round(p.x)} ${round(p.y)}`;
  return `${sides.map(([a, b], i) => `${i ? `A${r} ${r} 0 0 1 ` : 'M'}${at(a)}L${at(b)}`).join('')}A${r} ${r} 0 0 1 ${at(sides[0][0])}z`;
}

/** An edge of a hull (clockwise on the screen) moved outwards. */
function shifted(a, b, by) {
  const far = distance(a, b) || 1;
  const [x, y] = [((b.y - a.y) / far) * by, (-(b.x - a.x) / far) * by];
  return [
    { x: a.x + x, y: a.y + y },
    { x: b.x + x, y: b.y + y },
  ];
}

/** The convex hull, clockwise as the screen has it. */
export function hull(points) {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const turn = (o, a, b) => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
  const half = (all) =>
    all.reduce((kept, p) => {
      while (kept.length > 1 && turn(kept[kept.length - 2], kept[kept.length - 1], p) <= 0) kept.pop();
      kept.push(p);
      return kept;
    }, []);
  return [...half(sorted).slice(0, -1), ...half(sorted.reverse()).slice(0, -1)];
}

/** The name of each area once, in it: of a reach at its upper rim, of all else in its middle; clear of what is written there. */
export function areaNames(marks, inv, written = []) {
  const told = new Set();
  const laid = written.map(({ at, code }) => ({
    x: read(at).x,
    y: read(at).y + 7 * inv,
    wide: code.length * LETTER * 0.6 * inv,
    high: ROW * inv,
  }));
  return marks
    .filter((m) => m.note && m.points.length)
    .flatMap((m) => {
      const points = m.points.map(toUnits).map(read);
      const fresh = !told.has(m.note.text);
      told.add(m.note.text);
      if (!fresh && m.kind !== 'flank') return [];
      const rows = lines(m.note.text, 26);
      return [name(free(place(m.kind, points, units(m.radius || 0), inv), rows, laid, inv, m.kind === 'halo'), rows)];
    });
}

/** The place, or the first below (above) it at which these rows lie on no others. */
function free({ x, y }, rows, laid, inv, up) {
  const [wide, high] = [(Math.max(...rows.map((row) => row.length)) * LETTER * inv) / 2, rows.length * ROW * inv];
  let low = y;
  for (let n = 0; n < 8; n += 1) {
    const hit = laid.find((b) => Math.abs(b.x - x) < b.wide + wide && low > b.y - b.high && low - high < b.y);
    if (!hit) break;
    low = up ? hit.y - hit.high - 2 * inv : hit.y + high + 2 * inv;
  }
  laid.push({ x, y: low, wide, high });
  return { x, y: low };
}

function place(kind, points, radius, inv) {
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  const x = xs.reduce((a, b) => a + b, 0) / points.length;
  if (kind === 'halo') return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: Math.min(...ys) - radius - 4 * inv };
  return { x, y: ys.reduce((a, b) => a + b, 0) / points.length };
}

function name(at, rows) {
  const words = rows.map((row, i) => svg('text', { y: ROW * (i - rows.length + 1) }, row));
  return svg(
    'g',
    { class: 'area-name', transform: `translate(${round(lies(at).x)} ${round(lies(at).y)})` },
    svg('g', { class: 'far' }, ...words),
  );
}
