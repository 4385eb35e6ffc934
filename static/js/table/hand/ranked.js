// How several pieces that are not on the table yet stand beside each other while they are dragged on to it.

import { middle, toUnits, units } from '../space/geom.js';
import { aheadOf } from './place.js';

/** Between their bases, in drawing units; so many stand side by side at most. */
const AIR = 10;
const FILES = 6;

/** Each with its places about (0, 0): in ranks along the edge of its zone, models side by side, units as they are offered. */
export function ranked(off, whole) {
  const found = [];
  let deep = 0;
  const bodies = off.map(([id, reply]) => body(id, reply, whole));
  for (let n = 0; n < bodies.length; n += FILES) {
    const row = bodies.slice(n, n + FILES);
    let left = -row.reduce((sum, one) => sum + one.wide + AIR, -AIR) / 2;
    for (const { id, r, shape, spots, wide, turned } of row) {
      const [along, back] = [left + wide / 2, deep];
      const at = turned ? { x: back, y: along } : { x: along, y: back };
      const to = spots.map(([piece, p]) => [piece, { x: at.x + p.x, y: at.y + p.y }]);
      found.push({ id, r, shape, to: Object.fromEntries(to) });
      left += wide + AIR;
    }
    deep += Math.max(...row.map((one) => one.deep)) + AIR;
  }
  return found;
}

/** How much room one takes along its edge and away from it, and where its models stand about its middle. */
function body(id, reply, whole) {
  const domain = (reply?.orders || []).find((order) => !order.no && order.domain)?.domain || {};
  const r = units(domain.radius || domain.movers?.[0]?.radius || 1250);
  const facing = domain.zones?.length ? aheadOf(middle(domain.zones[0].map(toUnits)), whole) : 0;
  const turned = facing % 18000 > 0;
  const shape = domain.shape?.length > 2 ? domain.shape.map((p) => about(toUnits(p), facing)) : null;
  const ids = Object.keys(domain.offered && domain.kind === 'layout' ? domain.offered : { [id]: 0 });
  const all = domain.kind === 'layout' ? ids.map((piece) => toUnits(domain.offered[piece])) : [{ x: 0, y: 0 }];
  const at = middle(all);
  const places = all.map((p) => ({ x: p.x - at.x, y: p.y - at.y }));
  const size = (key) => {
    const values = (shape || places).map((p) => p[key]);
    return Math.max(...values) - Math.min(...values) + (shape ? 0 : 2 * r);
  };
  const [wide, deep] = turned ? [size('y'), size('x')] : [size('x'), size('y')];
  return { id, r, shape, turned, wide, deep, spots: ids.map((piece, n) => [piece, places[n]]) };
}

/** A point turned about (0, 0) by a facing. */
function about({ x, y }, facing) {
  const turn = (facing / 18000) * Math.PI;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return { x: x * c - y * s, y: x * s + y * c };
}
