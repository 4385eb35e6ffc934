// An outline that lies close about those who stand in a body, and what parts those of one body from those of another.

import { d, distance, middle, round } from '../space/geom.js';

/** How far off an edge at least one stands towards whom it is dug, by how long an edge may be. */
const BESIDE = 0.2;
/** From how sharp a notch on its corner is cut off. */
const SHARP = 0.5;
/** Those of two bodies who stand nearer than this, rim to rim, are beside each other; nearer than this they touch. */
const [PARTED, TOUCH] = [6, 0.1];
/** And nearer than this those of one side look like one body. */
const CLOSE = 14;
/** The hues of those who stand so, those first that are least alike. */
const HUES = [1, 3, 7, 5, 2, 4, 6];

/** The hull of these (clockwise on the screen), dug in where an edge longer than so far has nobody on it. */
export function dug(hulled, points, far) {
  const found = [...hulled];
  let i = 0;
  while (i < found.length) {
    const p = within(found[i], found[(i + 1) % found.length], points, far);
    if (p) found.splice(i + 1, 0, p);
    else i += 1;
  }
  return found;
}

/** Who is to be led past on the way from one to another. */
function within(a, b, points, far) {
  const long = distance(a, b);
  if (long <= far) return null;
  const out = outward(a, b);
  const deep = (p) => (a.x - p.x) * out.x + (a.y - p.y) * out.y;
  const round = (p) => distance(a, p) + distance(p, b);
  const nearer = points.filter((p) => p !== a && p !== b && distance(a, p) < long && distance(p, b) < long);
  const found = nearer.filter((p) => deep(p) > -BESIDE * far).sort((p, q) => round(p) - round(q))[0];
  return found ?? null;
}

function outward(a, b) {
  const far = distance(a, b) || 1;
  return { x: (b.y - a.y) / far, y: (a.x - b.x) / far };
}

/** All within a radius of an outline, dented as it is, as the d of a path. */
export function rounded(outline, radius) {
  const r = round(radius);
  const put = (p, way) => `${round(p.x + way.x * radius)} ${round(p.y + way.y * radius)}`;
  const ways = outline.map((p, i) => outward(p, outline[(i + 1) % outline.length]));
  const corners = outline.map((p, i) => {
    const [one, other] = [ways.at(i - 1), ways[i]];
    const [turn, along] = [one.x * other.y - one.y * other.x, one.x * other.x + one.y * other.y];
    if (turn >= 0 || along < SHARP - 1) return `${put(p, one)}A${r} ${r} 0 0 1 ${put(p, other)}`;
    return put(p, { x: (one.x + other.x) / (1 + along), y: (one.y + other.y) / (1 + along) });
  });
  return `M${corners.join('L')}z`;
}

/** Each two of these, found by going from left to right: a table of hundreds has very many that are not asked about. */
function touching(men, near) {
  const most = 2 * Math.max(0, ...men.map(({ r }) => r)) + near;
  const row = men.map((one, n) => ({ one, n })).sort((a, b) => a.one.x - b.one.x);
  const pairs = [];
  for (let i = 0; i < row.length; i += 1) {
    const { one } = row[i];
    const end = one.x + most;
    for (let j = i + 1; j < row.length && row[j].one.x < end; j += 1) {
      const other = row[j].one;
      if (one.unit === other.unit) continue;
      const reach = one.r + other.r + near;
      if (Math.abs(one.y - other.y) < reach && distance(one, other) < reach)
        pairs.push(row[i].n < row[j].n ? [row[i], row[j]] : [row[j], row[i]]);
    }
  }
  pairs.sort(([a, b], [c, e]) => a.n - c.n || b.n - e.n);
  return pairs.map((pair) => pair.map(({ one }) => one));
}

/**
 * Those of different bodies who stand beside each other: the lines between those of one side, and which bodies are met.
 * Where nobody measures those alone count who touch: else it would tell how near they are.
 */
export function beside(men, measured) {
  const near = measured ? PARTED : TOUCH;
  const close = touching(men, measured ? CLOSE : TOUCH);
  const pairs = close.filter(([one, other]) => distance(one, other) < one.r + other.r + near);
  const same = ([one, other]) => one.side === other.side;
  const seams = pairs.filter(same).map(([one, other]) => seam(one, other, near));
  const met = new Set(pairs.flat().map(({ unit }) => unit));
  return { seams: seams.join(''), met, hues: hues(close.filter(same)) };
}

/** A hue for each of those of one side who stand against each other: one that nobody has, of either side, else whose others
 *  are farthest off. */
function hues(pairs) {
  const found = new Map();
  const bodies = Map.groupBy(pairs.flat(), ({ unit }) => unit);
  const places = new Map([...bodies].map(([unit, men]) => [unit, middle(men)]));
  const far = (hue, unit) => {
    const same = [...found].filter(([, had]) => had === hue);
    return Math.min(...same.map(([other]) => distance(places.get(unit), places.get(other))));
  };
  for (const unit of [...bodies.keys()].sort())
    found.set(
      unit,
      HUES.reduce((best, hue) => (far(hue, unit) > far(best, unit) ? hue : best)),
    );
  return found;
}

/** The line between two. */
function seam(one, other, near) {
  const far = distance(one, other) || 1;
  const part = (one.r + (far - one.r - other.r) / 2) / far;
  const at = { x: one.x + (other.x - one.x) * part, y: one.y + (other.y - one.y) * part };
  const way = outward(one, other);
  const half = Math.min(one.r, other.r) + near / 2;
  return d([-half, half].map((by) => ({ x: at.x + way.x * by, y: at.y + way.y * by })));
}
