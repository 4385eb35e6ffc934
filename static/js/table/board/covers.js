// What counters cover of the table, and whose is written first.

import { $, $$ } from '../../page/dom.js';
import { distance, inside } from '../space/geom.js';

/** How large stones of leaders are drawn, in pixels: those of the highest, and others; by how small the table is drawn. */
const CROWN = 18;
const KNOB = 13.4;
const PARTS = [0.92, 0.92, 0.82];
const ATTACHED = [0.7, 0.6, 0.54];

/** Whose code is laid first: who is chosen or may act. */
export const eager = (node) => node.matches('.may, .is-on');

/** The radius of a leader's stone in pixels. */
export function stone(node, small) {
  const part = (node.matches('.is-attached') ? ATTACHED : PARTS)[small];
  return part * ($('[href="#crown"]', node) ? CROWN : KNOB);
}

/** Whether a box lies within a convex outline. */
export const holds = ({ x, y, w, h }, edges) =>
  [0, w].every((a) => [0, h].every((b) => inside(edges, { x: x + a, y: y + b })));

/** What of a frame lies so far behind its front. */
export function behindFront([left, right, far, near], by) {
  const deep = distance(right, far) || 1;
  const back = (p, q) => ({ x: p.x + ((q.x - p.x) * by) / deep, y: p.y + ((q.y - p.y) * by) / deep });
  return [back(left, near), back(right, far), far, near];
}

/** What stands under a roof, as boxes, reckoned when the ground is another. */
let [roofs, boxes] = [[], []];
export function built() {
  const now = $$('#ground .t-eaves');
  if (now.length !== roofs.length || now.some((one, n) => one !== roofs[n])) {
    roofs = now;
    boxes = now.map((one) => one.getBBox()).map(({ x, y, width, height }) => ({ x, y, w: width, h: height }));
  }
  return boxes;
}
