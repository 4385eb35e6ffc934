// Of several orders that move a unit the one that suits how far it is dragged: the shortest that goes so far.

import { units } from '../space/geom.js';

/** A unit may be dragged this much farther than an order goes, in drawing units, before a longer one takes its place. */
const SPARE = 4;

/** How far an order takes the fastest of a unit. */
export const goes = ({ domain }) => Math.max(...domain.movers.map(({ allowance }) => units(allowance || 0)));

/** The open orders that move a unit, the shortest first. */
export const marches = (orders) =>
  orders
    .filter(({ no, domain }) => !no && domain?.kind === 'moves' && !domain.starts?.length)
    .sort((a, b) => goes(a) - goes(b));

/** The order that takes a unit so far, or the one that takes it farthest. */
export function suits(orders, far) {
  const able = marches(orders);
  return able.find((order) => goes(order) + SPARE >= far) || able[able.length - 1];
}
