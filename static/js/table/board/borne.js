// What each of those bears who are gathered to a sign: a row of one shape on his body, the same as on the sign and in the key.

import { round } from '../space/geom.js';

/** How much of the shallower way of a body a shape has, how far off its edges as a part of its depth and in pixels, and how large it is at most. */
const [PART, OFF, EDGE, MOST] = [0.94, 0.14, 1.5, 8.4];
/** How large one is at least, in pixels, that is told from others: smaller ones are not drawn. */
export const TOLD = 7;
/** How far from one to the next, by how large they are. */
const APART = 1.16;
/** How many stand on a sign beneath an arm, how large and how far below its middle each is there, in pixels. */
const [SIGNED, SMALL, LOW] = [3, 4.2, 10.1];

/** The commands of the shape of an arm, its front upwards, two wide and two high about nought. */
const known = new Map();
function commands(href) {
  if (!known.has(href)) {
    const written = document.querySelector(href.replace('#arm-', '#mark-'))?.getAttribute('d') ?? '';
    const parts = written.match(/[MLCQz][^MLCQz]*/g) ?? [];
    known.set(
      href,
      parts.map((part) => ({ letter: part[0], numbers: (part.match(/-?[\d.]+/g) ?? []).map(Number) })),
    );
  }
  return known.get(href);
}

/** That shape at a place, so large, its right and its rear being these ways. */
function shape(href, from, right, rear) {
  const at = (n) => (_, i) =>
    ['x', 'y'].map((way) => round(n[2 * i] * right[way] + n[2 * i + 1] * rear[way] + from[way])).join(' ');
  return commands(href)
    .map(({ letter, numbers }) => letter + Array.from({ length: numbers.length / 2 }, at(numbers)).join(' '))
    .join('');
}

/** As many of them side by side as a body has room for: its edges from the left of its front clockwise, as the d of a path.
 * A body with no front, as a garrison in a house of three corners, has none. */
export function row(href, edges, scale) {
  if (edges.length !== 4) return '';
  const [a, b, , e] = edges;
  const { across, down, wide, deep, size } = measured(a, b, e, scale);
  const [right, rear] = [times(across, 1 / wide), times(down, 1 / deep)];
  const many = Math.max(1, Math.floor((wide - size * (1 - PART)) / (size * APART)));
  const from = plus(plus(a, times(across, 0.5)), times(rear, deep / 2));
  const [x, y] = [times(right, size / 2), times(rear, size / 2)];
  return Array.from({ length: many }, (_, n) =>
    shape(href, plus(from, times(right, (n - (many - 1) / 2) * size * APART)), x, y),
  ).join('');
}

function measured(a, b, e, scale) {
  const [across, down] = [less(b, a), less(e, a)];
  const [wide, deep] = [Math.hypot(across.x, across.y), Math.hypot(down.x, down.y)];
  const room = deep - 2 * Math.min(EDGE * scale, OFF * deep);
  return { across, down, wide, deep, size: Math.min(PART * Math.min(room, wide), MOST * scale) };
}

/** Whether a shape on a body is large enough to be told from others. */
export function legible(edges, scale) {
  if (edges.length !== 4) return false;
  const [a, b, , e] = edges;
  return measured(a, b, e, scale).size >= TOLD * scale;
}

/** The same beneath an arm on a sign. */
export function beneath(href) {
  const [x, y] = [
    { x: SMALL / 2, y: 0 },
    { x: 0, y: SMALL / 2 },
  ];
  return Array.from({ length: SIGNED }, (_, n) =>
    shape(href, { x: (n - (SIGNED - 1) / 2) * SMALL * APART, y: LOW }, x, y),
  ).join('');
}

const less = (p, q) => ({ x: p.x - q.x, y: p.y - q.y });
const plus = (p, q) => ({ x: p.x + q.x, y: p.y + q.y });
const times = ({ x, y }, n) => ({ x: x * n, y: y * n });
