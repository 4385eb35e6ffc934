// Draws what the server computed, and what the hand is drawing.

import { AREAS, area } from './areas.js';
import { svg } from '../../page/dom.js';
import { d, distance, lines, round, toUnits, towards, units } from '../space/geom.js';
import { isTurned } from './turned.js';

const CIRCLES = {
  ring: ['ring-reach'],
  'ring-no': ['ring-keepout'],
  touch: ['touch', 3.6],
  cover: ['ray-cover', 3.6],
  spot: ['spot', 11.25],
};
const LINES = {
  path: ['path-halo', 'path-ok'],
  'path-no': ['path-halo', 'path-no'],
  ray: ['ray-halo', 'ray'],
  'ray-blocked': ['ray-halo', 'ray-blocked'],
  link: ['link'],
  'link-no': ['link-no'],
};

let pen = null;
/** How wide words were found to be. */
const known = new Map();
/** What a family of letters is made of: asked for once, since all that was written anew is styled whenever it is. */
const families = new Map();
const named = (family) =>
  families.get(family) ??
  families.set(family, getComputedStyle(document.documentElement).getPropertyValue(family)).get(family);

/** How wide words stand in a font of the page, in pixels. */
export function drawn(text, font, family) {
  const key = `${font} ${family} ${text}`;
  if (!known.has(key)) {
    pen ??= document.createElement('canvas').getContext('2d');
    pen.font = `${font} ${named(family)}`;
    known.set(key, pen.measureText(text).width);
  }
  return known.get(key);
}

/** A note on the table that keeps its size; kind is ok, no, gold or nothing. */
export function note(at, text, { kind = '', clause = '', soft = '', wide = 40, dx = 0, dy = 0 } = {}) {
  const rows = lines(text, wide);
  const full = rows.map((row, i) => (i === rows.length - 1 && soft ? `${row} ${soft}` : row));
  const width =
    Math.max(...full.map((row) => drawn(row, '600 12px', '--sans')), drawn(clause, '500 10.5px', '--mono')) + 20;
  const height = 7 + 16 * rows.length + (clause ? 16 : 0);
  const box = svg('g', { class: 'keep' }, svg('rect', { x: dx, y: dy, width: round(width), height, rx: 4 }));
  rows.forEach((row, i) => {
    const line = svg('text', { x: dx + 10, y: dy + 15.5 + 16 * i }, row);
    if (soft && i === rows.length - 1) line.append(svg('tspan', { class: 'soft' }, ` ${soft}`));
    box.append(line);
  });
  if (clause) box.append(svg('text', { class: 'cl', x: dx + 10, y: dy + 16 + 16 * rows.length }, clause));
  const turned = isTurned();
  // On a turned table it is as wide as it is high otherwise, and begins where it ends.
  const shown = turned
    ? svg('g', { class: 'keep' }, svg('g', { transform: `translate(${round(-width)} 0)` }, ...box.childNodes))
    : box;
  const found = svg(
    'g',
    { class: `note ${kind}`.trim(), transform: `translate(${round(at.x)} ${round(at.y)})` },
    shown,
  );
  found.size = turned ? { width: height, height: width } : { width, height };
  found.at = at;
  return found;
}

/** Notes moved until none lies on another and all are in sight; view is what is seen, inv units to the pixel. */
export function arrange(notes, view, inv) {
  const laid = [];
  for (const one of notes) {
    const w = one.size.width * inv;
    const h = one.size.height * inv;
    const box = {
      x: clamp(one.at.x, view.x + 4, view.x + view.w - w - 4),
      y: clamp(one.at.y, view.y + 4, view.y + view.h - h - 4),
      w,
      h,
    };
    for (let n = 0; n < 8; n += 1) {
      const hit = laid.find((b) => box.x < b.x + b.w && b.x < box.x + w && box.y < b.y + b.h && b.y < box.y + h);
      if (!hit) break;
      box.y = hit.y + hit.h + 4 * inv + h > view.y + view.h ? hit.y - h - 4 * inv : hit.y + hit.h + 4 * inv;
    }
    laid.push(box);
    one.setAttribute('transform', `translate(${round(box.x)} ${round(box.y)})`);
  }
  return notes;
}

const clamp = (n, least, most) => Math.max(least, Math.min(most, n));

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

const between = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** The translucent stone where a counter would stand. */
export function ghost(p, radius, { side = '', code = '', no = false } = {}) {
  const scale = radius ? radius / 11.25 : 1;
  return svg(
    'g',
    { class: `counter ${side} is-ghost${no ? ' no' : ''}`, transform: `translate(${round(p.x)} ${round(p.y)})` },
    svg('circle', { class: 'disc', r: radius || 11.25 }),
    svg('text', { class: 'ghost-text', y: round(3.9 * scale) }, code),
  );
}

/** The corners a path has so far. */
export const corner = (p, inv) => {
  const r = 4 * inv;
  return svg('rect', {
    class: 'corner',
    x: round(p.x - r),
    y: round(p.y - r),
    width: round(2 * r),
    height: round(2 * r),
  });
};

/** The small cross where a hand let go of what stands elsewhere. */
export function letGo(p, inv) {
  const at = `translate(${round(p.x)} ${round(p.y)}) scale(${round(inv)})`;
  return svg('path', { class: 'let-go', transform: at, d: 'M-4 0H4M0-4V4' });
}

/** One mark of a preview as elements. */
function drawMark(mark, { inv = 1, side = '', code = '', rims = [] } = {}) {
  const points = mark.points.map(toUnits);
  const radius = units(mark.radius || 0);
  return shape(mark.kind, offRims(mark.kind, points, rims), radius, { inv, side, code });
}

/** A line that begins, or a ray that ends, in the middle of a counter is drawn off its rim, for its code to stay readable. */
function offRims(kind, points, rims) {
  const end = points.length - 1;
  if (end < 1 || !(kind in LINES)) return points;
  const cut = (a, b) => {
    const rim = rims.find(({ at }) => distance(a, at) <= 1);
    return rim ? towards(a, b, Math.min(rim.r, distance(a, b))) : a;
  };
  const tip = kind.startsWith('ray') ? cut(points[end], points[end - 1]) : points[end];
  return [cut(points[0], points[1]), ...points.slice(1, end), tip];
}

/** The note of a mark beside it: halfway along a ray, at the end of all else. */
function labelled(mark, inv) {
  const points = mark.points.map(toUnits);
  const [first, last] = [points[0], points[points.length - 1]];
  const no = mark.kind.endsWith('-no') || mark.kind === 'ray-blocked';
  const box = note(last, mark.note.text, { kind: no ? 'no' : '', clause: mark.note.clause });
  const w = (box.size.width / 2) * inv;
  if (mark.kind.startsWith('ray')) box.at = { x: (first.x + last.x) / 2 - w, y: (first.y + last.y) / 2 - 12 * inv };
  else if (mark.kind.startsWith('label')) box.at = { x: last.x - w, y: last.y + 16 * inv };
  else box.at = { x: last.x + 14 * inv, y: last.y + 12 * inv };
  return box;
}

/** The notes of all marks, each sentence once. */
export function drawNotes(marks, inv) {
  const told = new Set();
  const fresh = marks.filter(
    (mark) => mark.note && mark.points.length && !told.has(mark.note.text) && told.add(mark.note.text),
  );
  return fresh.map((mark) => labelled(mark, inv));
}

function shape(kind, points, radius, look) {
  const last = points[points.length - 1];
  if (!last) return [];
  if (kind in LINES) {
    const drawn = line(points, LINES[kind]);
    if (kind === 'link-no') return [...drawn, ...cross(between(points[0], last), look.inv)];
    return kind === 'path-no'
      ? [
          ...drawn,
          svg('circle', { class: 'stop', cx: last.x, cy: last.y, r: round(radius || 11.25) }),
          ...cross(last, look.inv),
        ]
      : drawn;
  }
  if (kind === 'touch' && points.length > 2) return [svg('path', { class: 'touch-rim whole', d: d(points, true) })];
  if (kind in CIRCLES) {
    const [plain, small] = CIRCLES[kind];
    const name = kind === 'touch' && radius ? 'touch-rim' : plain;
    return points.map((p) =>
      svg('circle', { class: name, cx: round(p.x), cy: round(p.y), r: round(radius || small * look.inv || 11.25) }),
    );
  }
  if (kind === 'swept') return swept(points, radius);
  if (AREAS.includes(kind)) return area(kind, points, radius);
  if (kind === 'ghost' || kind === 'ghost-no') return ghosts(kind, points, radius, look);
  return [];
}

const swept = (points, radius) =>
  radius
    ? [svg('path', { class: 'swept', d: d(points), 'stroke-width': round(radius * 2) })]
    : [svg('path', { class: 'swept-area', d: d(points, true) })];

function ghosts(kind, points, radius, look) {
  const no = kind === 'ghost-no';
  if (!radius && points.length > 2) return [svg('path', { class: no ? 'ghost-no' : 'ghost', d: d(points, true) })];
  return points.map((p) => ghost(p, radius, { side: look.side, code: look.code, no }));
}

/** Every mark of a preview, what lies under first. */
export function drawMarks(marks, look) {
  const order = [
    ...AREAS,
    'swept',
    'link',
    'link-no',
    'ring',
    'ring-no',
    'ray',
    'ray-blocked',
    'path',
    'path-no',
    'ghost',
    'ghost-no',
    'cover',
    'touch',
    'spot',
    'label',
    'label-no',
  ];
  const sorted = [...marks].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  return sorted.filter((mark) => !mark.kind.startsWith('label')).flatMap((mark) => drawMark(mark, look));
}
