// What is known of counters: read of each once, and again where it is another; of hundreds most are as they were.

import { distance } from '../space/geom.js';
import { side } from './sides.js';

/** What of its class tells what one is: his side, and how he is led. */
const RANKS = ['formation', 'commander', 'head', 'laid', 'is-body'];
const KINDS = ['a', 'b', 'c', 'd', ...RANKS];
/** And what else is read of it. */
const READ = ['transform', 'data-r', 'data-frame', 'data-group', 'data-force'];
const known = new WeakMap();

/** Where a counter stands, in drawing units. */
export function stands(node) {
  const [x = 0, y = 0] = (node.getAttribute('transform') || '').match(/-?[\d.]+/g)?.map(Number) || [];
  return { x, y };
}

/** The frame of a formation in drawing units where it stands; null of any other counter. */
export function frame(node) {
  if (!node.dataset.frame) return null;
  const at = stands(node);
  return node.dataset.frame.split(' ').map((pair) => {
    const [x, y] = pair.split(',').map(Number);
    return { x: at.x + x, y: at.y + y };
  });
}

export const radius = (node) => Number(node.dataset.r || 11.25);

/** What is in a counter has come anew: what was known of it is known no more. */
export const renewed = (node) => known.delete(node);

/** What a counter is and where it stands: the same as before as long as all that is read of it is. */
export function read(node) {
  const had = known.get(node);
  const looks = node.getAttribute('class');
  const same = had && READ.every((name, n) => had.said[n] === node.getAttribute(name));
  if (same && had.looks === looks) return had;
  const kind = KINDS.filter((name) => node.classList.contains(name)).join(' ');
  if (same && had.kind === kind) return Object.assign(had, { looks });
  const now = { said: READ.map((name) => node.getAttribute(name)), looks, kind, ...looked(node) };
  known.set(node, now);
  return now;
}

function looked(node) {
  const { classList, dataset } = node;
  const is = Object.fromEntries(KINDS.map((name) => [name, classList.contains(name)]));
  const [at, r, edges] = [stands(node), radius(node), frame(node)];
  return {
    ...is,
    node,
    ...at,
    r,
    edges,
    /** How far from where he stands he reaches. */
    reach: edges ? Math.max(...edges.map((p) => distance(at, p))) : r,
    side: side(node),
    group: dataset.group || '',
    force: dataset.force,
    /** Whether he stands for himself, in no unit. */
    alone: !RANKS.some((name) => is[name]) && dataset.group === undefined,
    /** Whether he rides, once that was asked; what he covers, as long as he covers that. */
    rides: null,
    covers: null,
  };
}
