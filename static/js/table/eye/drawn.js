// How each kind of event looks on the table: still; what comes late in it says so by its class.

import { svg } from '../../page/dom.js';
import { along, d, distance, middle, round, towards } from '../space/geom.js';
import { note } from '../board/marks.js';

/** Milliseconds of a beat, and of going: so many for a start, so many for each unit of the drawing. */
const LASTS = {
  charge: 900,
  shot: 1000,
  blow: 850,
  test: 900,
  cast: 750,
  card: 750,
  word: 700,
  fall: 550,
  place: 350,
  banner: 900,
};
const [START, EACH, LONGEST] = [350, 2.2, 1200];
/** The same for each heading that is read with another. */
const LINE = 250;
/** Lines that are dashed; in a beat the others grow from their beginning. */
const DASHED = ['walk', 'rout'];
const DIE = 18;
const ABREAST = 8;
/** Who stands nearer than this to whom it is done to would lie under the dice, in units of the drawing. */
const CLOSE = 60;

/** How long a beat lasts at the common pace. */
export function lasts(beat, far) {
  const still = LASTS[beat.kind] || 0;
  const read = beat.kind === 'banner' ? LINE * (beat.also?.length || 0) : 0;
  const going = far || !still ? START + EACH * far : 0;
  return Math.max(Math.min(LONGEST, still + read), Math.min(LONGEST, going));
}

const at = (p) => `translate(${round(p.x)} ${round(p.y)})`;

/** Words beside a place, `up` or down of it by so many units of the drawing. */
export function said(text, p, good, off = 0, late = 'eye-last') {
  if (!text) return [];
  const kind = good === null ? '' : good ? 'ok' : 'no';
  const { size } = note(p, text, { wide: 28 });
  const low = { x: p.x, y: p.y + off };
  const box = note(low, text, { kind, wide: 28, dx: -size.width / 2, dy: off < 0 ? -size.height - 4 : 4 });
  box.classList.add(late);
  return [box];
}

/** Dice side by side above a place, as they lie in the log. */
function dice(found, p, off) {
  if (!found.length) return [];
  const shown = found.slice(0, 2 * ABREAST);
  const rows = Math.ceil(shown.length / ABREAST);
  const wide = Math.min(shown.length, ABREAST) * (DIE + 3) - 3;
  const box = svg('g', { class: 'keep' });
  shown.forEach((die, i) => {
    const copy = die.cloneNode(true);
    copy.setAttribute('x', String(-wide / 2 + (i % ABREAST) * (DIE + 3)));
    copy.setAttribute('y', String(-(DIE + 6) * (rows - Math.floor(i / ABREAST))));
    for (const side of ['width', 'height']) copy.setAttribute(side, String(DIE));
    box.append(copy);
  });
  return [svg('g', { class: 'eye-dice', transform: at({ x: p.x, y: p.y - off }) }, box)];
}

/** Four brackets about whom it is done to. */
export function brackets({ x, y, r }) {
  const [o, l] = [r + 4, Math.max(4, r * 0.5)];
  const corner = ([i, j]) =>
    `M${round(x + i * o)} ${round(y + j * (o - l))}V${round(y + j * o)}H${round(x + i * (o - l))}`;
  const each = [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ];
  return svg('path', { class: 'eye-brackets', d: each.map(corner).join('') });
}

const ring = ({ x, y, r }, name = 'eye-ring', more = 4) =>
  svg('circle', { class: name, cx: round(x), cy: round(y), r: round(r + more) });

/** A line with an arrow at its end. */
export function arrow(points, name) {
  const tip = points[points.length - 1];
  const before = points.findLast((p) => distance(p, tip) > 1);
  if (!before) return [];
  const turn = (Math.atan2(tip.y - before.y, tip.x - before.x) * 180) / Math.PI;
  const head = svg('g', { class: 'keep' }, svg('path', { d: 'M-11-6L1 0L-11 6', transform: `rotate(${round(turn)})` }));
  return [
    svg('path', { class: 'eye-halo', d: d(points) }),
    svg('path', { class: `eye-line ${name}${DASHED.includes(name) ? '' : ' grows'}`, d: d(points) }),
    svg('g', { class: `eye-tip ${name}`, transform: at(tip) }, head),
  ];
}

/** From rim to rim. */
const between = (a, b) => [
  towards(a, b, Math.min(a.r, distance(a, b) / 2)),
  towards(b, a, Math.min(b.r, distance(a, b) / 2)),
];

const halfway = (points) => {
  const half = along(points) / 2;
  let gone = 0;
  for (let i = 1; i < points.length; i += 1) {
    const one = distance(points[i - 1], points[i]);
    if (gone + one >= half) return towards(points[i - 1], points[i], half - gone);
    gone += one;
  }
  return points[0];
};

/** The way of those who go: as it was told, else as they stand and stood, else to whom it leads. */
export function route({ way, legs }, { by, at: aims }) {
  if (way.length > 1) return way;
  if (legs.length > 1)
    return [legs.map(({ points }) => points[0]), legs.map(({ points }) => points.at(-1))].map(middle);
  if (legs[0]) return legs[0].points;
  return by[0] && aims[0] ? between(by[0], aims[0]) : [];
}

/** A way that ends at the rim of who goes it, so that what he bears stays readable. */
function short(points, r) {
  const end = points.length - 1;
  const cut = Math.min(r, 12, along(points.slice(-2)) / 2);
  return [...points.slice(0, end), towards(points[end], points[end - 1], cut)];
}

const going = (name) => (beat, who) => {
  const points = route(beat, who);
  const [one] = who.by;
  if (points.length < 2) return alone(beat, who);
  return [
    ...arrow(short(points, one?.r || 0), name),
    ...who.at.map(brackets),
    ...said(beat.word, halfway(points), beat.good, Math.min(one?.r || 0, 24), 'eye-first'),
  ];
};

/** Dice above one and words below him; where others stand about him too, above and below all of them. */
const told = (beat, p, about = []) => {
  if (!p) return [];
  const all = about.filter((other) => distance(other, p) < other.r + p.r + CLOSE);
  const above = Math.max(p.r, ...all.map(({ y, r }) => p.y - y + r));
  const below = Math.max(p.r, ...all.map(({ y, r }) => y - p.y + r));
  return [...dice(beat.dice, p, above), ...said(beat.word, p, beat.good, below)];
};

const aimed = (name) => (beat, who) => {
  const [[by], [aim], all] = [who.by, who.at, [...who.by, ...who.at]];
  const line = by && aim && distance(by, aim) > 1 ? arrow(between(by, aim), name) : [];
  return [...line, ...who.by.map((p) => ring(p)), ...who.at.map(brackets), ...told(beat, aim || by, all)];
};

function alone(beat, who) {
  return [...who.by.map((p) => ring(p)), ...told(beat, who.by[0] || who.at[0])];
}

/** A cross where somebody fell. */
export function cross(p) {
  const r = 6;
  return svg('path', {
    class: 'eye-cross',
    d: `M${round(p.x - r)} ${round(p.y - r)}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`,
  });
}

const KINDS = {
  walk: going('walk'),
  rout: going('rout'),
  charge: going('charge'),
  shot: aimed('shot'),
  blow: aimed('blow'),
  test: alone,
  cast: (beat, who) => [...who.by.map((p) => ring(p, 'eye-wave', 26)), ...aimed('cast')(beat, who)],
  card: (beat, who) => [
    ...(beat.legs.length || beat.way.length > 1 ? arrow(short(route(beat, who), 0), 'walk') : []),
    ...who.by.map((p) =>
      svg(
        'g',
        { class: 'eye-card', transform: at({ x: p.x, y: p.y - p.r }) },
        svg('g', { class: 'keep' }, svg('rect', { x: -9, y: -26, width: 18, height: 24, rx: 3 })),
      ),
    ),
    ...alone(beat, who),
  ],
  word: alone,
  fall: (beat, who) => [...who.by.map((p) => ring(p, 'eye-falls', 3)), ...who.by.map(cross), ...told(beat, who.by[0])],
  place: (beat, who) => [...who.by.map((p) => ring(p, 'eye-set')), ...told(beat, who.by[0])],
  banner: () => [],
};

/** The marks of a beat; `who`: where those are who do it and those it is done to, each with its radius. */
export const drawn = (beat, who) => (KINDS[beat.kind] || alone)(beat, who);
