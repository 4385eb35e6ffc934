// Those who stand together: formations in parts, and the loose models of a unit with the name that is sought a place.

import { bounded, grown, middled } from '../space/boxes.js';
import { distance } from '../space/geom.js';
import { side } from './counters.js';
import { apart } from './near.js';

/** How high the name of a unit is, and how large it is drawn from afar. */
const [NAMED, NAMES] = [20, 0.86];

/** A unit of loose models, whose name stands beside them; `whose`: what each of them covers. */
export function loose(name, members, whose) {
  const nodes = members.filter((node) => !node.matches('.is-body, .head'));
  const rim = nodes.map((node) => whose.get(node).one).map(({ x, y }) => ({ x, y }));
  const own = new Set(nodes.map((node) => whose.get(node)));
  const r = Math.max(...[...own].map((body) => body.r || 0));
  const box = grown(bounded(rim), r);
  const size = { wide: name.dataset.wide * NAMES, high: NAMED * NAMES };
  return {
    key: name.dataset.unit,
    name,
    nodes,
    may: name.matches('.may, .is-on'),
    rim,
    box,
    own,
    side: side(nodes[0]),
    at: middled(box),
    spot: null,
    loose: true,
    r,
    ...size,
  };
}

/** The square about a place. */
export const square = ({ x, y }, far) => ({ x: x - far, y: y - far, w: 2 * far, h: 2 * far });

/** The way from one place to another, up to so far off that. */
export function off(from, to, r) {
  const part = Math.max(0, 1 - r / (distance(from, to) || 1));
  return { x: (to.x - from.x) * part, y: (to.y - from.y) * part };
}

/** Those of these formations that stand so near to each other, in parts. */
export function together(ranks, near) {
  const parts = [];
  const left = new Set(ranks);
  for (const first of ranks) {
    if (!left.delete(first)) continue;
    const part = [first];
    for (const [, node] of part)
      for (const other of left) if (apart(node, other[1]) <= near && left.delete(other)) part.push(other);
    parts.push(part);
  }
  return parts;
}
