// Stones and outlines that stand for pieces where they would be, before any tool has drawn them.

import { svg } from '../../page/dom.js';
import { frame, radius, stands } from '../board/counters.js';
import { ghost } from '../board/marks.js';
import { d, round } from '../space/geom.js';

/** One piece at these places, by counter: the outline of a formation, else a stone for each model. */
export function ghosts(hand, { id, r, shape = null }, to) {
  return Object.entries(to).map(([piece, p]) => {
    const node = hand.board.counter(piece);
    const from = node && stands(node);
    const outline = node ? frame(node)?.map((q) => ({ x: q.x - from.x, y: q.y - from.y })) : shape;
    if (outline) {
      const points = outline.map((q) => ({ x: q.x + p.x, y: q.y + p.y }));
      return svg('path', { class: 'ghost', d: d(points, true) });
    }
    const look = { side: hand.sideOf(piece) || hand.mySide(), code: hand.codeOf(piece) || id };
    return ghost(p, node ? radius(node) : r, look);
  });
}

/** Where the counters of a piece stand. */
export const places = (board, id) =>
  Object.fromEntries(board.members(id).map((node) => [node.dataset.piece, stands(node)]));

/** A piece follows the pointer from the first frame on, until the server has said what it may be ordered. */
export class Shade {
  constructor(hand, id, layer) {
    this.hand = hand;
    this.id = id;
    this.layer = layer;
    this.node = null;
  }

  /** It is drawn as far from where it stands as the pointer has gone; `from`: where that pressed. */
  show(from, p) {
    if (!this.node) {
      const here = places(this.hand.board, this.id);
      const to = Object.keys(here).length ? here : { [this.id]: from };
      this.node = svg('g', {}, ...ghosts(this.hand, { id: this.id, r: 0 }, to));
      this.layer.append(this.node);
    }
    this.node.setAttribute('transform', `translate(${round(p.x - from.x)} ${round(p.y - from.y)})`);
  }

  clear() {
    this.node?.remove();
    this.node = null;
  }
}
