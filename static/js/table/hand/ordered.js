// What one's own have been told already stands on the table as arrows: the direction of a march, whom a charge is meant for.

import { $$, svg } from '../../page/dom.js';
import { radius, stands } from '../board/counters.js';
import { d, middle, round, towards } from '../space/geom.js';

/** How long the arrow of a direction is, in pixels: how far it will go is not known yet. */
const LONG = 70;
const HEAD = 'M-6 5 0-7 6 5 0 2z';

export class Ordered {
  constructor(hand) {
    this.hand = hand;
    this.known = [];
    this.layer = svg('g', { class: 'ordered' });
    hand.board.marks.append(this.layer);
  }

  /** The question is taken up: its first level says what each has been told. */
  adopt({ at, state }) {
    if (at.length && state === 'mine') return;
    const lines =
      state === 'mine' ? $$('.choice > button[data-piece] small:is([data-way], [data-to])', this.hand.panel) : [];
    this.known = lines.map((line) => ({ ...line.dataset, piece: line.closest('button').dataset.piece }));
    this.draw();
  }

  draw() {
    this.layer.replaceChildren(...this.known.flatMap((one) => this.arrow(one)));
  }

  arrow({ piece, way, to }) {
    const { board, inv } = this.hand;
    const [mine, foes] = [piece, to].map((id) => board.members(id));
    if (!mine.length || (to && !foes.length)) return [];
    const from = middle(mine.map(stands));
    const tip = to ? this.before(middle(foes.map(stands)), from, foes) : ahead(from, Number(way), LONG * inv);
    const turn = (Math.atan2(tip.x - from.x, from.y - tip.y) * 180) / Math.PI;
    const place = `translate(${round(tip.x)} ${round(tip.y)}) rotate(${round(turn)}) scale(${round(inv)})`;
    const line = d([from, tip]);
    return [
      svg('path', { class: 'aim-halo', d: line }),
      svg('path', { class: 'aim-line', d: line }),
      svg('path', { class: 'aim-tip', d: HEAD, transform: place }),
    ];
  }

  /** It ends before the counters it is meant for. */
  before(at, from, foes) {
    return towards(at, from, foes.length > 1 ? 0 : radius(foes[0]));
  }
}

/** A point so far off in a direction, in degrees clockwise from the north. */
function ahead({ x, y }, way, far) {
  const turn = (way / 180) * Math.PI;
  return { x: x + far * Math.sin(turn), y: y - far * Math.cos(turn) };
}
