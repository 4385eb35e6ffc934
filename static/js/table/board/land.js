// Pieces of terrain as they are drawn: where they lie, and which of them a point is on.

import { $ } from '../../page/dom.js';

/** How far off a line of terrain it is still meant, in drawing units. */
const BRINK = 8;

/** The outline of a piece of terrain as the rules have it, or null; what has grown is drawn softly beside it. */
function outline(id) {
  const node = id && document.getElementById(`g-${id}`);
  return node ? $('.t-rim', node) || $('path[d]:not([transform])', node) : null;
}

/** The d of a piece's outline; empty if none is drawn. */
export const rim = (id) => outline(id)?.getAttribute('d') || '';

/** Whether a point lies on a piece of terrain, or near to one that is a line. */
export function inGround(id, { x, y }) {
  const node = outline(id);
  if (!node) return false;
  const p = new DOMPoint(x, y);
  if (/z\s*$/i.test(node.getAttribute('d'))) return node.isPointInFill(p);
  return near(node, x, y);
}

function near(node, x, y) {
  const whole = node.getTotalLength();
  const parts = Math.max(2, Math.ceil(whole / BRINK));
  for (let n = 0; n <= parts; n += 1) {
    const at = node.getPointAtLength((whole * n) / parts);
    if (Math.hypot(at.x - x, at.y - y) <= BRINK) return true;
  }
  return false;
}
