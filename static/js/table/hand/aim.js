// A direction from where something stands: an arrow that turns after the pointer, by keys too; how far does not count.

import { svg } from '../../page/dom.js';
import { bearing } from '../space/bearing.js';
import { d, distance, length, round, toUnits } from '../space/geom.js';
import { arrange, note } from '../board/marks.js';
import { word } from '../../page/words.js';

/** How long the arrow is, in pixels, and how near to its start a click means nothing. */
const LONG = 120;
const NEAR = 14;
const STEP = 500;
const FINE = 100;
const HEAD = 'M-7 6 0-8 7 6 0 2.5z';

export class Aim {
  constructor(hand, domain) {
    this.hand = hand;
    this.domain = domain;
    this.way = null;
    this.loose = null;
    this.reply = null;
    this.from = toUnits(domain.aim);
    // What is offered is where it would go if nothing were said: the keys begin there.
    this.first = domain.offered ? bearing(this.from, toUnits(domain.offered)) : null;
    this.halo = svg('path', { class: 'aim-halo' });
    this.line = svg('path', { class: 'aim-line' });
    this.tip = svg('path', { class: 'aim-tip', d: HEAD });
    this.arrow = svg('g', { class: 'aim', visibility: 'hidden' }, this.halo, this.line, this.tip);
    this.says = svg('g', { class: 'hand' });
    hand.marks.append(this.arrow, this.says);
    hand.camera.frame(this.from, hand.camera.px(LONG * 1.6));
    this.draw();
    this.tell();
  }

  get dirty() {
    return this.way !== null;
  }

  get now() {
    return this.loose ?? this.way ?? this.first;
  }

  /** Where it goes if it is confirmed now. */
  get meant() {
    return this.way ?? this.first;
  }

  mine() {
    return false;
  }

  press(p) {
    if (
      distance(p, this.from) < this.hand.camera.px(NEAR * 2) ||
      (this.dirty && distance(p, this.end(this.way)) < this.hand.camera.px(NEAR * 2))
    ) {
      this.grip = true;
      return true;
    }
    return false;
  }

  drag(p) {
    if (this.grip) this.set(p);
  }

  release(p, moved) {
    this.grip = false;
    if (moved) this.tell();
  }

  tap(p) {
    this.set(p);
  }

  /** The direction of what was pointed at before the order was chosen. */
  resume([p]) {
    this.tap(p);
  }

  /** Where its arrow ends, while nothing is being drawn. */
  spot() {
    return this.dirty && !this.grip ? { at: this.end(this.way), r: 0 } : null;
  }

  /** The direction of a point; none where it is too near to be one. */
  set(p) {
    if (distance(p, this.from) < this.hand.camera.px(NEAR)) return false;
    this.way = bearing(this.from, p);
    this.loose = null;
    this.change();
    return true;
  }

  hover(p) {
    if (this.dirty || distance(p, this.from) < this.hand.camera.px(NEAR)) return;
    this.loose = bearing(this.from, p);
    this.change();
  }

  leave() {
    if (this.loose === null) return;
    this.loose = null;
    this.change();
  }

  abort() {
    this.grip = false;
  }

  turn() {}

  act() {}

  key(event) {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (by) {
      const step = event.shiftKey ? FINE : STEP;
      this.way = ((this.now ?? -by * step) + by * step + 36000) % 36000;
      this.loose = null;
      this.change();
      this.hand.announce(word('bearing', { n: Math.round(this.way / 100) }));
      return true;
    }
    if (event.key === 'Enter' || event.key === ' ') {
      this.confirm();
      return true;
    }
    if ((event.key === 'Escape' || event.key === 'Backspace') && this.dirty) {
      this.way = null;
      this.change();
      return true;
    }
    return false;
  }

  // -- what it says -------------------------------------------------------------------

  /** Where the arrow ends. */
  end(way) {
    const far = LONG * this.hand.inv;
    const turn = (way / 18000) * Math.PI;
    return { x: this.from.x + far * Math.sin(turn), y: this.from.y - far * Math.cos(turn) };
  }

  /** A point far off in that direction, so that it is meant to the very degree. */
  wire(way) {
    const [x, y] = this.domain.aim;
    const turn = (way / 18000) * Math.PI;
    const far = length(this.hand.camera.whole.w);
    return [Math.round(x + far * Math.sin(turn)), Math.round(y - far * Math.cos(turn))];
  }

  change() {
    this.draw();
    if (this.now === null) {
      this.hand.previews.forget();
      this.reply = null;
      this.hand.refuse(null);
      this.hand.then(null);
    } else if (!this.fresh) this.hand.preview(this.wire(this.now), String(this.now));
    this.tell();
  }

  show(reply, about) {
    this.reply = reply && { ...reply, about };
    this.hand.refuse(this.dirty ? reply?.no || null : null);
    this.hand.then(this.dirty ? reply : null);
    this.draw();
    this.tell();
  }

  get fresh() {
    return this.reply?.about === String(this.now) ? this.reply : null;
  }

  draw() {
    const way = this.now;
    this.arrow.setAttribute('visibility', way === null ? 'hidden' : 'visible');
    if (way === null) return void this.says.replaceChildren();
    const tip = this.end(way);
    const at = d([this.from, tip]);
    this.halo.setAttribute('d', at);
    this.line.setAttribute('d', at);
    this.tip.setAttribute(
      'transform',
      `translate(${round(tip.x)} ${round(tip.y)}) rotate(${round(way / 100)}) scale(${round(this.hand.inv)})`,
    );
    const no = this.fresh?.no;
    this.arrow.classList.toggle('no', Boolean(no));
    this.arrow.classList.toggle('is-loose', !this.dirty);
    this.says.replaceChildren(...this.notes(tip, no));
  }

  notes(tip, no) {
    const { inv } = this.hand;
    const at = { x: tip.x + 12 * inv, y: tip.y - 12 * inv };
    const box = no
      ? note(at, no.text, { kind: 'no', clause: no.clause, wide: 34 })
      : note(at, `${Math.round(this.now / 100) % 360}°`, { kind: 'ok' });
    return arrange([box], this.hand.view(), inv);
  }

  redraw() {
    this.draw();
  }

  tell() {
    this.hand.ready(this.meant !== null && !this.barred);
  }

  /** Whether what would be given is known to be refused; the word on what only follows the pointer is not of that. */
  get barred() {
    return this.loose === null && Boolean(this.fresh?.no);
  }

  /** Given is what is shown: where another direction follows the pointer, what was offered is shown first. */
  confirm() {
    if (this.meant === null || this.barred) return;
    if (this.loose !== null) this.leave();
    else this.hand.give(this.wire(this.meant));
  }

  clear() {
    for (const part of [this.arrow, this.says]) part.remove();
  }
}
