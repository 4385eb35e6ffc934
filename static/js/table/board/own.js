// Under a sign of several arms each of its bodies bears its own silhouette, where that can be read on all of them.

import { $ } from '../../page/dom.js';
import { clear } from '../space/boxes.js';
import { round } from '../space/geom.js';
import { frame, stands } from './counters.js';
import { holds } from './covers.js';
import { along, plus } from './places.js';

/** How wide at least an arm is on a body of its sign, in pixels, and what that is of each as it is drawn: how much of it, how high. */
const OWN = 11.6;
/** How far it stays off the edges of its body, in pixels. */
const CLEAR = 0.4;
const drawnAs = new Map();
function least(use) {
  const href = use.getAttribute('href');
  if (!drawnAs.has(href)) {
    const { width, height } = document.querySelector(href).getBBox();
    const m = document.querySelector(href).transform.baseVal.consolidate()?.matrix;
    const part = OWN / (width * (m?.a ?? 1));
    drawnAs.set(href, { part: round(part), high: height * (m?.d ?? 1) * part });
  }
  return drawnAs.get(href);
}

/** Where all of these bear their own, off these others; where one of them cannot, none does: it would be asked what he is. */
export function own(labels, nodes, others) {
  const { length } = labels.laid;
  const found = nodes.map(([node, n]) => [node, on(labels, node, n, others)]);
  if (found.every(([, spot]) => spot)) return found;
  labels.laid.length = length;
  return [];
}

/** Where on it, off these, a formation bears its arm as small as it can be read. */
function on(labels, node, n, others) {
  const use = $('.bears > .arm', node);
  if (!use) return null;
  const { part, high } = least(use);
  const [at, edges, far] = [stands(node), frame(node), Math.max(labels.far, 0.9)];
  const box = (p) => labels.around(plus(at, p), (OWN + 2 * CLEAR) * far, (high + 2 * CLEAR) * far);
  const free = (p) => holds(box(p), edges) && clear(box(p), others) && labels.take(box(p), n);
  use.style.setProperty('--own', String(part));
  return [{ x: 0, y: 0 }, ...along(edges)].find(free) ?? null;
}
