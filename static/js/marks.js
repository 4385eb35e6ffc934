// Draws what the server computed, and what the hand is drawing.

import { svg } from './dom.js';
import { d, lines, round, toUnits, units } from './geom.js';

const LETTER = 6.7;
const CIRCLES = {
  ring: ['ring-reach'], 'ring-no': ['ring-keepout'], touch: ['touch', 3.6], cover: ['ray-cover', 3.6], spot: ['spot', 11.25],
};
const LINES = { path: ['path-halo', 'path-ok'], 'path-no': ['path-halo', 'path-no'], ray: ['ray-halo', 'ray'], 'ray-blocked': ['ray-halo', 'ray-blocked'] };

/** A note on the table that keeps its size; kind is ok, no, gold or nothing. */
export function note(at, text, { kind = '', clause = '', soft = '', wide = 40, dx = 0, dy = 0 } = {}) {
  const rows = lines(text, wide);
  const full = rows.map((row, i) => (i === rows.length - 1 && soft ? row.length + soft.length + 1 : row.length));
  const width = Math.max(...full, clause ? clause.length * 0.95 : 0) * LETTER + 20;
  const height = 7 + 16 * rows.length + (clause ? 16 : 0);
  const box = svg('g', { class: 'keep' }, svg('rect', { x: dx, y: dy, width: round(width), height, rx: 4 }));
  rows.forEach((row, i) => {
    const line = svg('text', { x: dx + 10, y: dy + 15.5 + 16 * i }, row);
    if (soft && i === rows.length - 1) line.append(svg('tspan', { class: 'soft' }, ` ${soft}`));
    box.append(line);
  });
  if (clause) box.append(svg('text', { class: 'cl', x: dx + 10, y: dy + 16 + 16 * rows.length }, clause));
  const found = svg('g', { class: `note ${kind}`.trim(), transform: `translate(${round(at.x)} ${round(at.y)})` }, box);
  found.size = { width, height };
  return found;
}

/** A line with its halo. */
function line(points, classes, closed = false) {
  const at = d(points, closed);
  return classes.map((name) => svg('path', { class: name, d: at }));
}

/** A small cross where it ends. */
function cross(p, inv) {
  const r = 5 * inv;
  const at = `M${round(p.x - r)} ${round(p.y - r)}L${round(p.x + r)} ${round(p.y + r)}M${round(p.x + r)} ${round(p.y - r)}L${round(p.x - r)} ${round(p.y + r)}`;
  return [svg('path', { class: 'cross-halo', d: at }), svg('path', { class: 'cross', d: at })];
}

/** The translucent stone where a counter would stand. */
export function ghost(p, radius, { side = '', code = '', no = false } = {}) {
  const scale = radius ? radius / 11.25 : 1;
  return svg('g', { class: `counter ${side} is-ghost${no ? ' no' : ''}`, transform: `translate(${round(p.x)} ${round(p.y)})` },
    svg('circle', { class: 'disc', r: radius || 11.25 }), svg('text', { class: 'ghost-text', y: round(3.9 * scale) }, code));
}

/** The corners a path has so far. */
export const corner = (p, inv) => {
  const r = 4 * inv;
  return svg('rect', { class: 'corner', x: round(p.x - r), y: round(p.y - r), width: round(2 * r), height: round(2 * r) });
};

/** One mark of a preview as elements. */
export function drawMark(mark, { inv = 1, side = '', code = '' } = {}) {
  const points = mark.points.map(toUnits);
  const radius = units(mark.radius || 0);
  const found = shape(mark.kind, points, radius, { inv, side, code });
  if (mark.note && mark.kind !== 'label' && mark.kind !== 'label-no' && points.length) found.push(...labelled(mark, points, inv));
  return found;
}

function labelled(mark, points, inv) {
  const at = points[points.length - 1];
  const kind = mark.kind.endsWith('-no') || mark.kind === 'ray-blocked' ? 'no' : '';
  return [note({ x: at.x + 14 * inv, y: at.y + 12 * inv }, mark.note.text, { kind, clause: mark.note.clause })];
}

function shape(kind, points, radius, look) {
  const last = points[points.length - 1];
  if (!last) return [];
  if (kind in LINES) {
    const drawn = line(points, LINES[kind]);
    return kind === 'path-no' ? [...drawn, svg('circle', { class: 'stop', cx: last.x, cy: last.y, r: round(radius || 11.25) }), ...cross(last, look.inv)] : drawn;
  }
  if (kind in CIRCLES) {
    const [name, small] = CIRCLES[kind];
    return points.map((p) => svg('circle', { class: name, cx: round(p.x), cy: round(p.y), r: round(radius || small * look.inv || 11.25) }));
  }
  if (kind === 'swept') return swept(points, radius);
  if (kind === 'zone') return [svg('path', { class: 'zone open', d: d(points, true) })];
  if (kind === 'ghost' || kind === 'ghost-no') return ghosts(kind, points, radius, look);
  return [];
}

const swept = (points, radius) =>
  radius ? [svg('path', { class: 'swept', d: d(points), 'stroke-width': round(radius * 2) })] : [svg('path', { class: 'swept-area', d: d(points, true) })];

function ghosts(kind, points, radius, look) {
  const no = kind === 'ghost-no';
  if (!radius && points.length > 2) return [svg('path', { class: no ? 'ghost-no' : 'ghost', d: d(points, true) })];
  return points.map((p) => ghost(p, radius, { side: look.side, code: look.code, no }));
}

/** Every mark of a preview, what lies under first. */
export function drawMarks(marks, look) {
  const order = ['zone', 'swept', 'ring', 'ring-no', 'ray', 'ray-blocked', 'path', 'path-no', 'ghost', 'ghost-no', 'cover', 'touch', 'spot', 'label', 'label-no'];
  const sorted = [...marks].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  return sorted.flatMap((mark) => (mark.kind.startsWith('label') ? labels(mark, look) : drawMark(mark, look)));
}

function labels(mark, look) {
  const [p] = mark.points.map(toUnits);
  if (!p || !mark.note) return [];
  const kind = mark.kind === 'label-no' ? 'no' : '';
  const first = note(p, mark.note.text, { kind, clause: mark.note.clause });
  return [note({ x: p.x - (first.size.width / 2) * look.inv, y: p.y + 8 * look.inv }, mark.note.text, { kind, clause: mark.note.clause })];
}
