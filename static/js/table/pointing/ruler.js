// Measuring: between two points, or two counters from edge to edge.

import { svg } from '../../page/dom.js';
import { widened } from '../board/areas.js';
import { frame, radius, stands } from '../board/counters.js';
import { RINGS, d, distance, round, said, towards, units } from '../space/geom.js';
import { note } from '../board/marks.js';
import { closest } from '../board/near.js';
import { word } from '../../page/words.js';

export class Ruler {
  constructor(board, hand, button) {
    this.board = board;
    this.hand = hand;
    this.button = button;
    this.on = false;
    /** Is told what was measured. */
    this.measured = null;
    this.layer = svg('g', { id: 'ruler', 'aria-hidden': 'true' });
    board.marks.append(this.layer);
    button?.addEventListener('click', () => this.toggle());
  }

  toggle(on = !this.on) {
    // A game whose rules forbid measuring has no button.
    if (on && !this.button) return;
    this.on = on;
    this.button?.setAttribute('aria-pressed', String(on));
    this.from = this.to = null;
    this.layer.replaceChildren();
    if (on) this.hand.announce(word('ruler'));
  }

  /** A point, the middle of the counter there with its radius, or the frame of a formation. */
  end(p, counter) {
    const edge = counter && frame(counter);
    if (edge) return { ...stands(counter), r: 0, edge };
    return counter ? { ...stands(counter), r: radius(counter) } : { ...p, r: 0 };
  }

  press(p, counter) {
    if (this.from && !this.done) this.set(this.end(p, counter), true);
    else {
      this.from = this.end(p, counter);
      this.done = false;
    }
    return true;
  }

  drag(p, counter) {
    if (!this.done) this.set(this.end(p, counter), false);
  }

  release(p, counter, moved) {
    if (moved) this.set(this.end(p, counter), true);
  }

  hover(p, counter) {
    if (this.from && !this.done) this.set(this.end(p, counter), false);
  }

  set(to, done) {
    this.to = to;
    this.done = done;
    const { from } = this;
    const [near, off] = closest(from.edge || [from], to.edge || [to]);
    const whole = distance(near, off);
    const far = Math.max(0, whole - from.r - to.r);
    const a = towards(near, off, Math.min(from.r, whole));
    const b = towards(off, near, Math.min(to.r, whole));
    const at = d([a, b]);
    const text = (from.r || from.edge) && (to.r || to.edge) ? word('edge', { n: said(far) }) : said(far);
    const { inv } = this.hand;
    const box = note(to, text);
    const x = (a.x + b.x) / 2 - (box.size.width / 2) * inv;
    const y = (a.y + b.y) / 2 - 11 * inv;
    if (done) this.measured?.(a, b);
    this.layer.replaceChildren(
      svg('path', { class: 'ruler-halo', d: at }),
      svg('path', { class: 'ruler', d: at }),
      svg('circle', { class: 'ray-cover', cx: round(a.x), cy: round(a.y), r: round(3 * inv) }),
      svg('circle', { class: 'ray-cover', cx: round(b.x), cy: round(b.y), r: round(3 * inv) }),
      note({ x, y }, text),
    );
    if (done) this.hand.announce(text);
  }
}

/** Rings about a counter, measured from its edge: the distances this game thinks in. */
export class Rings {
  constructor(board, hand, button) {
    this.board = board;
    this.hand = hand;
    this.button = button;
    this.on = false;
    this.node = null;
    this.layer = svg('g', { id: 'rings', 'aria-hidden': 'true' });
    board.marks.prepend(this.layer);
    button?.addEventListener('click', () => this.toggle());
  }

  toggle(on = !this.on) {
    this.on = on;
    this.button?.setAttribute('aria-pressed', String(on));
    const one = (wanted) => this.board.all().find((node) => node.matches(wanted));
    this.about(on ? this.node || one('.is-on') || one('.may') : null);
  }

  about(node) {
    this.node = node || this.node;
    if (!node) return void this.layer.replaceChildren();
    const p = stands(node);
    const r = radius(node);
    const edge = frame(node);
    const top = edge && Math.min(...edge.map((q) => q.y));
    const { inv } = this.hand;
    this.layer.replaceChildren(
      ...RINGS.flatMap(([reach, name]) => {
        if (edge)
          return [
            svg('path', { class: 'ring-range', d: widened(edge, units(reach)) }),
            note({ x: p.x - 22 * inv, y: top - units(reach) - 11 * inv }, name),
          ];
        const far = r + units(reach);
        const label = note({ x: p.x - 22 * inv, y: p.y - far - 11 * inv }, name);
        return [svg('circle', { class: 'ring-range', cx: round(p.x), cy: round(p.y), r: round(far) }), label];
      }),
    );
  }
}
