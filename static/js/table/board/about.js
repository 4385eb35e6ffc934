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
    /** Where something is and what it is like, told once for all who ask while they are laid. */
    this.says = new Map();
  }

  /** Where bodies are, and which of them are others than before; leaders are put anew each time. */
  follow() {
    const { bodies, camera } = this.labels;
    this.says.clear();
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

  /** All that a place of a sign is chosen by but bodies: what it is like, what is written about it, who leads there, whose are
   * beside it, and what gives way to it. */
  asked({ wide, high, side, may, box, rim }, { laid, leading, rivals, figured }) {
    const { room, camera } = this.labels;
    const about = [room, box, ...laid, ...leading, ...figured].map((other) => this.said(other));
    const others = rivals.map(({ side: of, box: theirs }) => of + this.said(theirs));
    return [wide, high, side, may, rim.length, camera.scale, camera.turned, ...about, '|', ...others].join();
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
