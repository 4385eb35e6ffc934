// How far each order reaches that moves the piece in the hand: where it may come to stand, as the server found it.

import { $, svg } from '../../page/dom.js';
import { game } from '../line/game.js';
import { d, distance, middle, round, said, toUnits, units } from '../space/geom.js';
import { frame, radius, stands } from '../board/counters.js';
import { bounded, clear } from '../space/boxes.js';
import { hull } from '../board/areas.js';
import { arrange } from '../board/marks.js';

const LETTER = 7;
const HIGH = 16;
/** Where on its band each name stands, in degrees clockwise from the east. */
const NAMES = [68, 112, -68, -112, 20, 160];
/** How far apart the lines of a hatching lie, in pixels. */
const HATCH = 7;

/** The area of each order, as outlines in 1/100 mm; `told` is called as they come. What was found stays known to the order. */
export async function areas({ seat, id }, orders, told) {
  for (const order of orders) {
    if (order.domain.area || order.domain.kind !== 'walk' || !order.domain.allowance) continue;
    const query = new URLSearchParams({ seat, ask: id, at: JSON.stringify(order.at) });
    try {
      const reply = await fetch(`/play/${game}/reach?${query}`, { headers: { accept: 'application/json' } });
      const { area } = reply.ok ? await reply.json() : {};
      if (area?.length) order.domain.area = area;
    } catch {
      return;
    }
    if (!told()) return;
  }
}

/** Where a piece may end by the order that the panel is at, if it was found out while it was in the hand. */
export function foundOut({ question, reaches }, piece) {
  const known = reaches?.get(piece);
  const level = JSON.stringify(question.at);
  return known?.ask === question.id ? known.orders.find(({ at }) => JSON.stringify(at) === level)?.domain?.area : null;
}

/** The circle of a way becomes where it may end in truth; what is found out for a piece in the hand it shows by itself. */
export async function refine(walk) {
  const { hand, domain, rim } = walk;
  if (hand.held || walk.sought) return;
  walk.sought = true;
  await areas(hand.question, [{ at: hand.question.at, domain }], () => rim.isConnected);
  if (domain.area && rim.isConnected) walk.around();
}

/** One band for each allowance, the widest below, and what each is called: orders that reach as far share it. */
export function bands(orders, hand) {
  const reach = new Map();
  for (const order of orders) {
    const allowance = reaches(order.domain);
    if (allowance) reach.set(allowance, [...(reach.get(allowance) || []), order]);
  }
  const view = onTable(hand.view());
  const found = [...reach.values()].map((group, n) => drawn(group, n, view, hand));
  const shapes = found.map(({ shape }) => shape).reverse();
  const names = found.map(({ name }) => name);
  return { shapes: found.length > 1 ? [hatching(hand.inv), ...shapes] : shapes, names: arrange(names, view, hand.inv) };
}

function drawn(group, n, view, hand) {
  const { domain } = group.find((order) => order.domain.area) || group[0];
  const starts = domain.movers ? domain.movers.map(({ start }) => toUnits(start)) : [toUnits(domain.start)];
  const [at, far] = [middle(starts), units(reaches(domain))];
  const rim = domain.area ? domain.area.map((points) => points.map(toUnits)) : [about(starts, far)];
  const look = { class: `band-reach n${Math.min(n, 2)}${domain.area ? '' : ' is-rough'}`, 'fill-rule': 'evenodd' };
  const shape = svg('path', { ...look, d: rim.map((points) => d(points, true)).join('') });
  if (n) shape.setAttribute('fill', 'url(#band-hatch)');
  const text = `${group.map(({ label }) => label).join(', ')} ${said(far)}`;
  return { shape, name: name(text, at, rim.flat(), n, view, hand) };
}

/** How far whoever goes farthest may go. */
const reaches = ({ allowance, movers }) => allowance || Math.max(0, ...(movers || []).map((one) => one.allowance || 0));

/** All within so far of some places, as their hull is widened. */
export const about = (places, far) => hull(places.flatMap((at) => circle(at, far)));

/** A circle, as long as the server has not said better. */
const circle = (at, r) =>
  Array.from({ length: 72 }, (_, i) => ({
    x: at.x + r * Math.cos((i * Math.PI) / 36),
    y: at.y + r * Math.sin((i * Math.PI) / 36),
  }));

/** Lines across what only a longer order reaches. */
function hatching(inv) {
  const size = { width: HATCH, height: HATCH, patternUnits: 'userSpaceOnUse' };
  return svg(
    'pattern',
    { id: 'band-hatch', ...size, patternTransform: `rotate(45) scale(${round(inv)})` },
    svg('path', { class: 'band-line', d: `M0 0V${HATCH}` }),
  );
}

/** What a band is called, on its rim at the first place that is in sight. */
export function name(text, at, rim, n, view, { board, inv }, looks = 'band-name') {
  const size = { width: text.length * LETTER, height: HIGH };
  const [w, h] = [size.width * inv, size.height * inv];
  const spots = NAMES.map((_, i) => {
    const p = towards(at, rim, NAMES[(i + n) % NAMES.length]);
    return { x: p.x - w / 2, y: p.y - h / 2 };
  });
  const seen = (p) => p.x > view.x && p.y > view.y && p.x + w < view.x + view.w && p.y + h < view.y + view.h;
  const others = board.all().map((node) => (frame(node) ? bounded(frame(node)) : { ...stands(node), r: radius(node) }));
  const bare = (p) => clear({ ...p, w, h }, others);
  const open = spots.filter(seen);
  const p = open.find(bare) || open[0] || into(spots[0], w, h, view);
  const found = svg(
    'g',
    { class: looks, transform: `translate(${round(p.x)} ${round(p.y)})` },
    svg('g', { class: 'keep' }, svg('text', { y: 12 }, text)),
  );
  return Object.assign(found, { size, at: p });
}

/** What is seen of the table itself. */
export function onTable({ x, y, w, h }) {
  const table = $('#table-clip rect');
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  const [right, low] = [
    Math.min(x + w, Number(table.getAttribute('width'))),
    Math.min(y + h, Number(table.getAttribute('height'))),
  ];
  return { x: left, y: top, w: right - left, h: low - top };
}

/** A place brought into sight. */
const into = (p, w, h, view) => ({
  x: Math.max(view.x, Math.min(view.x + view.w - w, p.x)),
  y: Math.max(view.y, Math.min(view.y + view.h - h, p.y)),
});

/** The point of a rim that lies most in a direction, in degrees clockwise from the east: the farthest of those near it. */
function towards(at, rim, degrees) {
  const way = (degrees / 180) * Math.PI;
  const off = (p) => Math.cos(Math.atan2(p.y - at.y, p.x - at.x) - way);
  const near = rim.filter((p) => off(p) > 0.985);
  const by = near.length ? (p) => distance(at, p) : off;
  return (near.length ? near : rim).reduce((best, p) => (by(p) > by(best) ? p : best));
}
