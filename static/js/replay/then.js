// What a veteran would have ordered at a moment: drawn on the table as long as that moment is shown.

import { $ } from '../page/dom.js';

export class Then {
  constructor(board) {
    this.box = $('#then');
    this.drawn = [...(this.box?.querySelectorAll('svg > g') ?? [])];
    board.marks.append(...this.drawn);
  }

  /** What of the address leads to it. */
  get asked() {
    return this.box ? [['moment', this.box.dataset.n]] : [];
  }

  /** The table is shown as it was at this version. */
  at(v) {
    if (!this.box) return;
    const is = Number(this.box.dataset.v) === v;
    this.box.hidden = !is;
    for (const one of this.drawn) one.setAttribute('display', is ? 'inline' : 'none');
  }
}
