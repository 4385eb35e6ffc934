// Where pieces went: each move of this turn leaves a trail; those before the last are fainter.  With another turn they
// stay to be looked at until somebody moves in it; where the reader is asked, until he has answered, with which all go but those of that moment.

import { svg } from '../../page/dom.js';
import { d, distance, round } from '../space/geom.js';

/** How long a trail is of this moment, in milliseconds; so many moves at most are kept. */
const FRESH = 500;
const MOST = 48;
/** So near to where a trail began whoever comes back has taken his move back. */
const SAME = 0.05;

export class Trails {
  constructor() {
    this.layer = svg('g', { id: 'trails', 'aria-hidden': 'true' });
    /** The trail of each piece that stands where it ends. */
    this.ends = new Map();
    this.left = 0;
    /** What is of a turn that is over, and what of it goes with the next move. */
    this.over = [];
    this.going = [];
    /** Whether what is over stays until the reader has answered. */
    this.patient = false;
  }

  /** These have moved together. */
  leave(moves) {
    const gone = moves.filter((move) => !this.takenBack(move));
    if (!gone.length) return;
    this.left = performance.now();
    for (const old of this.going.splice(0)) old.remove();
    for (const past of this.layer.querySelectorAll(':scope > :not(.is-past)')) past.classList.add('is-past');
    const all = svg('g', {});
    for (const move of gone) {
      const trail = svg('g', {}, ...drawn(move));
      this.ends.set(move.node, { trail, from: move.from });
      all.append(trail);
    }
    this.layer.append(all);
    while (this.layer.childElementCount > MOST) this.layer.firstElementChild.remove();
  }

  /** Whether this piece is where its last trail began: then it has no such trail any more. */
  takenBack({ node, to }) {
    const last = this.ends.get(node);
    if (!last || distance(last.from, to) > SAME) return false;
    last.trail.remove();
    this.ends.delete(node);
    return true;
  }

  /** Another turn: what is not of this moment goes with the next move. */
  turn() {
    const last = performance.now() - this.left > FRESH ? null : this.layer.lastElementChild;
    for (const [node, { trail }] of this.ends) if (!last?.contains(trail)) this.ends.delete(node);
    this.over = [...this.layer.children].filter((one) => one !== last);
    for (const old of this.over) old.classList.add('is-past');
    if (!this.patient) this.let();
  }

  /** What is over goes with the next move. */
  let() {
    this.going.push(...this.over.splice(0));
  }

  /** The reader has answered: what was left before this moment is not told any more, and goes. */
  answered() {
    const last = performance.now() - this.left > FRESH ? null : this.layer.lastElementChild;
    for (const [node, { trail }] of this.ends) if (!last?.contains(trail)) this.ends.delete(node);
    for (const old of [...this.layer.children]) if (old !== last) old.remove();
    this.over = [];
    this.going = [];
  }

  /** Another moment, to which nobody moved: no trail leads there. */
  clear() {
    this.ends.clear();
    this.over = [];
    this.going = [];
    this.layer.replaceChildren();
  }
}

function drawn({ from, to, side, r, edge }) {
  const at = d([from, to]);
  const was = edge ? { d: d(edge, true) } : { cx: round(from.x), cy: round(from.y), r };
  return [
    svg('path', { class: 'trail-halo', d: at }),
    svg('path', { class: `trail ${side}`, d: at }),
    svg(edge ? 'path' : 'circle', { class: `was ${side}`, ...was }),
  ];
}
