// Those who stand together: formations in parts, and the loose models of a unit with the name that is sought a place.

import { bounded, grown, middled } from '../space/boxes.js';
import { distance } from '../space/geom.js';
import { hull } from './areas.js';
import { borders } from './borders.js';
import { legible } from './borne.js';
import { frame, side } from './counters.js';
import { apart } from './near.js';
import { HIGH, counted } from './sign.js';
import { middles, sampled } from './ties.js';

/** How high the name of a unit is, and how large it is drawn from afar. */
const [NAMED, NAMES] = [20, 0.86];
/** Bodies so many pixels apart lie against one another; of more bodies than so many their middles alone are led to. */
const [AGAINST, FEW] = [2.5, 2];
/** The hue of a clan. */
const CLANS = ['clan', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'h7'];

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

/** Those of a force who stand together, as that for which a sign is drawn. */
export function muster(labels, force, part) {
  const nodes = part.map(([, node]) => node);
  const frames = nodes.map(frame);
  const points = hull(frames.flat());
  const box = grown(bounded(points), 0);
  const arms = counted('.bears > .arm', nodes);
  return {
    key: `${force} ${nodes[0].id}`,
    force,
    nodes,
    points,
    rim: frames.flatMap(frames.length > FEW ? middles : sampled),
    border: borders(frames, AGAINST * labels.camera.scale),
    side: side(nodes[0]),
    whole: bounded(points),
    look: [side(nodes[0]), ...CLANS.filter((name) => nodes[0].classList.contains(name))].join(' '),
    own: new Set(part.map(([n]) => labels.bodies[n])),
    may: nodes.some((node) => node.matches('.may, .is-on')),
    box,
    at: middled(box),
    arms,
    rows: arms.length > 1 && frames.every((edges) => legible(edges, labels.camera.scale)),
    states: counted('.loud use', nodes),
    high: HIGH,
    leader: null,
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
