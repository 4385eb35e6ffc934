// How far each order reaches that moves the piece in the hand.

import { svg } from '../../page/dom.js';
import { d, round, said, toUnits, units } from '../space/geom.js';
import { arrange } from '../board/marks.js';

const LETTER = 7;
const HIGH = 16;
/** Where on its band each name stands, in degrees clockwise from the east. */
const NAMES = [68, 112, -68, -112, 20, 160];

/** One band for each allowance, the widest below, and what each is called: orders that reach as far share it. */
export function bands(orders, hand) {
  const reach = new Map();
  for (const order of orders) {
    const { allowance } = order.domain;
    if (allowance) reach.set(allowance, [...(reach.get(allowance) || []), order]);
  }
  const view = hand.view();
  const found = [...reach.values()].map((group, n) => drawn(group, n, view, hand.inv));
  const shapes = found.map(({ shape }) => shape).reverse();
  const names = found.map(({ name }) => name);
  return { shapes, names: arrange(names, view, hand.inv) };
}

function drawn(group, n, view, inv) {
  const { domain } = group[0];
  const at = toUnits(domain.start);
  const far = units(domain.allowance);
  const r = far + units(domain.radius || 0);
  const shape = svg('path', { class: `band-reach n${Math.min(n, 2)}`, d: outline(domain, at, r) });
  return { shape, name: name(`${group.map(({ label }) => label).join(', ')} ${said(far)}`, at, r, n, view, inv) };
}

/** The ground that the base may come to lie on: the area the server found, else a circle about where it stands. */
function outline(domain, at, r) {
  if (domain.area) return domain.area.map((points) => d(points.map(toUnits), true)).join('');
  const [x, y, by] = [at.x, at.y, r].map(round);
  return `M${round(x - by)} ${y}a${by} ${by} 0 1 0 ${2 * by} 0a${by} ${by} 0 1 0 ${-2 * by} 0z`;
}

/** What a band is called, on it at the first place that is in sight. */
function name(text, at, r, n, view, inv) {
  const size = { width: text.length * LETTER, height: HIGH };
  const [w, h] = [size.width * inv, size.height * inv];
  const spots = NAMES.map((_, i) => {
    const turn = (NAMES[(i + n) % NAMES.length] / 180) * Math.PI;
    return { x: at.x + r * Math.cos(turn) - w / 2, y: at.y + r * Math.sin(turn) - h / 2 };
  });
  const seen = (p) => p.x > view.x && p.y > view.y && p.x + w < view.x + view.w && p.y + h < view.y + view.h;
  const p = spots.find(seen) || spots[0];
  const found = svg(
    'g',
    { class: 'band-name', transform: `translate(${round(p.x)} ${round(p.y)})` },
    svg('g', { class: 'keep' }, svg('text', { y: 12 }, text)),
  );
  return Object.assign(found, { size, at: p });
}
