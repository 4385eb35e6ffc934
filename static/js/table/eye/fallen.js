// Where counters fell: a small cross stands there until the turn after next begins.

import { svg } from '../../page/dom.js';
import { cross } from './drawn.js';

const TURNS = 2;

export class Fallen {
  constructor() {
    this.layer = svg('g', { class: 'eye-fallen' });
    this.left = new Map();
  }

  add(p) {
    const mark = cross(p);
    this.left.set(mark, TURNS);
    this.layer.append(mark);
  }

  /** So many turns have begun. */
  turn(n) {
    for (const [mark, left] of n ? this.left : []) {
      if (left > n) this.left.set(mark, left - n);
      else {
        this.left.delete(mark);
        mark.remove();
      }
    }
  }

  clear() {
    this.left.clear();
    this.layer.replaceChildren();
  }
}
