// What lies about signs, by which it is known whether anything about one is otherwise than when it was put.

import { Cells } from '../space/cells.js';
import { within } from './places.js';

/** How large a cell is by which what is drawn is found, in pixels; of so many that came or went at most it is known where. */
const CELL = 40;
const MOST = 512;

export class About {
  constructor(labels) {
    this.labels = labels;
    /** What counters cover, by cells; what of it came or went, and how much did before that. */
    this.cells = null;
    this.stirred = [];
    this.before = 0;
    /** Where something is and what it is like, told once for all who ask. */
    this.says = new WeakMap();
  }

  /** Where bodies are, and which of them are others than before; leaders are put anew each time. */
  follow() {
    const { bodies, camera } = this.labels;
    const size = CELL * camera.scale;
    const had = this.cells?.size === size ? this.cells : null;
    this.cells = had || new Cells([], size);
    this.stirred.push(...this.cells.follow(bodies).filter(({ leads }) => !leads));
    if (had && this.stirred.length <= MOST) return;
    this.before += this.stirred.length;
    this.stirred = [];
  }

  said(one) {
    const { x, y, w, h, r, side: of, edges } = one;
    if (!this.says.has(one)) this.says.set(one, [x, y, w, h, r, of, edges?.[0].x].join(' '));
    return this.says.get(one);
  }

  /** What a sign is like, what is written about it, who leads there and whose are beside it. */
  asked({ wide, side, box }, { laid, leading, rivals }) {
    const about = [this.labels.room, box, ...laid, ...leading].map((other) => this.said(other));
    const others = rivals.map(({ side: of, box: theirs }) => of + this.said(theirs));
    return [wide, side, ...about, ...others].join();
  }

  /** Whether of all else that is drawn so near to a place nothing came or went since then. */
  rests({ since }, { at, far }) {
    const { stirred, before } = this;
    return since >= before && !within(stirred.slice(since - before), at, far).length;
  }

  /** How much came or went until now. */
  get now() {
    return this.before + this.stirred.length;
  }
}
