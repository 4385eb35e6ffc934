// A formation as the hand moves it: its stands, its front, its code kept upright; drawn once, then only transformed.

import { svg } from '../../page/dom.js';
import { d, round, units } from '../space/geom.js';
import { putNote, read, readSize, readView } from './turned.js';

const CHEVRON = 'M-5-1 0-7 5-1z';

export class Block {
  constructor({ side = '', code = '' }) {
    this.frame = svg('path', { class: 'block' });
    this.stands = svg('path', { class: 'block-stands' });
    this.front = svg('path', { class: 'block block-front' });
    this.tip = svg('path', { class: 'chevron far', d: CHEVRON });
    this.turning = svg('g', {}, this.frame, this.stands, this.front, this.tip);
    this.label = svg('g', {}, svg('text', { class: 'ghost-text far', y: 3.8 }, code));
    this.node = svg('g', { class: `block-ghost ${side}`.trim() }, this.turning, this.label);
    this.middle = 0;
  }

  /** Draw it from an outline that looks north from (0, 0), its front edge first, and from its stands if they are known. */
  shape(outline, stands = []) {
    this.frame.setAttribute('d', d(outline, true));
    this.stands.setAttribute('d', stands.map((one) => d(one, true)).join(''));
    this.front.setAttribute('d', d(outline.slice(0, 2)));
    this.middle = (outline[0].y + outline[2].y) / 2;
  }

  /** Draw it from its files and its number. */
  ranked({ files, number, across, deep }) {
    const key = `${files} ${number}`;
    if (key === this.key) return;
    this.key = key;
    const [w, h] = [units(across), units(deep)];
    const box = (x, y, wide, high) => [
      { x, y },
      { x: x + wide, y },
      { x: x + wide, y: y + high },
      { x, y: y + high },
    ];
    const left = (-files * w) / 2;
    const stands = Array.from({ length: number }, (_, n) =>
      box(left + (n % files) * w, Math.floor(n / files) * h, w, h),
    );
    this.shape(box(left, 0, files * w, Math.ceil(number / files) * h), stands);
  }

  /** Put it at a point of the drawing, looking along a facing. */
  place({ x, y }, facing) {
    const turn = (facing / 18000) * Math.PI;
    this.turning.setAttribute('transform', `translate(${round(x)} ${round(y)}) rotate(${round(facing / 100)})`);
    this.label.setAttribute(
      'transform',
      `translate(${round(x - Math.sin(turn) * this.middle)} ${round(y + Math.cos(turn) * this.middle)})`,
    );
  }

  refuse(no) {
    if (no === this.no) return;
    this.no = no;
    for (const part of [this.frame, this.front, this.tip]) part.classList.toggle('no', no);
  }

  show(yes) {
    this.node.setAttribute('visibility', yes ? 'visible' : 'hidden');
  }
}

/** A note beside these points, wherever there is room; below them stands what is pressed to do it. */
export function beside(box, points, view, inv) {
  const shown = points.map(read);
  const seen = readView(view);
  const [xs, ys] = [shown.map((p) => p.x), shown.map((p) => p.y)];
  const [left, right, low] = [Math.min(...xs), Math.max(...xs), Math.max(...ys)];
  const air = 16 * inv;
  const { wide, high } = readSize(box, inv);
  const y = (Math.min(...ys) + low - high) / 2;
  if (right + air + wide < seen.x + seen.w) putNote(box, { x: right + air, y }, inv);
  else if (left - air - wide > seen.x) putNote(box, { x: left - air - wide, y }, inv);
  else {
    const above = Math.min(...ys) - air - high;
    putNote(box, { x: (left + right - wide) / 2, y: above > seen.y ? above : low + air }, inv);
  }
  return box;
}
