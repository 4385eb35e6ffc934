// A piece in the hand: what it may be ordered is asked at once; dragged or clicked on, its orders are given on the table.

import { $, svg } from '../../page/dom.js';
import { radius, stands } from '../board/counters.js';
import { distance, toUnits, units } from '../space/geom.js';
import { yields } from '../board/yields.js';
import { areas, bands } from './bands.js';
import { Carry, ways } from './carry.js';
import { isMine } from './choice.js';
import { grasped } from './deeds.js';
import { headed, named, onto } from './onto.js';
import { Shade } from './shade.js';
import { marches, suits } from './suit.js';

/** Questions that are opened as they are when the piece is taken. */
const OPENED = ['manoeuvre', 'moves', 'layout'];

/** Let go of so near to where it stood, in pixels, it has not been moved. */
const NEAR = 6;

export class Held {
  /** `counter`: its own, or one of its unit; none of a piece that is not on the table yet. `listed`: it goes straight. */
  constructor(hand, counter, id, p, listed = false) {
    this.hand = hand;
    this.id = id;
    this.counter = counter;
    this.ask = hand.question.id;
    this.orders = [];
    this.known = false;
    this.carry = null;
    this.opens = null;
    this.opened = false;
    this.down = p;
    this.listed = listed;
    /** Whether another order is on its way to take the place of the one that is drawn. */
    this.turning = false;
    /** Where the pointer went before the server had answered. */
    this.early = [];
    this.layer = svg('g', { class: 'held' });
    this.names = svg('g', {});
    this.shade = new Shade(hand, id, this.layer);
    // Bands lie under the counters, and on the table only.
    this.rim = svg('g', { class: 'bands', 'clip-path': 'url(#table-clip)' });
    $('#layer-markers').append(this.rim);
    hand.board.marks.append(this.names, this.layer);
    document.body.classList.add('is-holding');
    void this.find();
  }

  async find() {
    const { hand } = this;
    const reply = await grasped(hand.question.seat, this.id);
    if (hand.held !== this) return;
    this.known = true;
    if (!reply || reply.ask !== this.ask) return void hand.letGo();
    this.orders = reply.orders;
    this.measures = reply.measures;
    const found = ways(this.orders);
    this.opens = found.length
      ? null
      : this.orders.find(({ no, domain }) => !no && OPENED.includes(domain?.kind)) || null;
    if (found.length && !this.opened) this.carry = new Carry(this, found);
    this.draw();
    for (const step of this.early.splice(0)) step();
    if (this.carry && this.measures) void this.reach();
  }

  /** The bands become what can be reached in truth, one after the other, as long as it is in the hand. */
  async reach() {
    const { hand, id } = this;
    const known = hand.reaches.get(id);
    if (known?.ask === this.ask) for (const [n, order] of this.orders.entries()) order.domain = known.orders[n].domain;
    hand.reaches.set(id, { ask: this.ask, orders: this.orders });
    await areas(hand.question, this.carry.orders, () => {
      if (hand.held !== this) return false;
      this.draw();
      return true;
    });
  }

  /** The bands, where the rules let one measure before an order. */
  draw() {
    const orders = this.carry && !this.opened ? this.carry.orders : this.opened ? marches(this.orders) : [];
    const shown = this.measures ? orders : [];
    const { shapes, names } = bands(shown, this.hand);
    this.rim.replaceChildren(...shapes);
    this.names.replaceChildren(...names);
    yields();
  }

  /** All of it again, as after a zoom. */
  redraw() {
    this.carry?.tool.redraw();
    this.draw();
  }

  /** Whether it is this counter, or one of the same unit. */
  is(counter) {
    return Boolean(counter) && this.hand.board.names(counter).includes(this.id);
  }

  /** Whether a question is still about this piece as it lies in the hand. */
  keeps({ id, at, state }) {
    if (state !== 'mine' || id !== this.ask) return false;
    if (!at.length || this.hand.roots.get(this.id) === at.join(' ')) return true;
    return this.opened && this.opens.at.every((key, i) => key === at[i]) && at.length === this.opens.at.length;
  }

  /** This is done once the server has said what it may be ordered. */
  whenKnown(step) {
    if (this.known) step();
    else this.early.push(step);
  }

  /** The orders that may be given at a counter, each with the target that it is. */
  strikes(counter) {
    return named(this, counter).filter(({ target }) => !target.no);
  }

  // -- by pointer -------------------------------------------------------------

  press(p, counter) {
    if (this.opened || !this.is(counter)) return false;
    this.down = p;
    this.carry?.abort();
    return true;
  }

  drag(p) {
    if (this.carry) this.shade.clear();
    else if (this.down) this.shade.show(this.down, p);
    if (!this.known) this.early.push(() => this.drag(p));
    else if (this.carry) this.carry.drag(p, this.other(p));
    else if (this.opens) void this.open(p);
  }

  /** The pointer was let go of; where it did not move, the panel shows the orders of the piece. */
  release(p, moved) {
    if (!this.known && moved) return void this.early.push(() => this.release(p, moved));
    const from = this.down;
    this.down = null;
    if (!this.opened) this.shade.clear();
    if (!moved) return void this.shown();
    const foe = this.other(p);
    if (foe && onto(this, foe, true)) return undefined;
    if (this.carry && this.isAside(p)) this.carry.release(p);
    else if (!this.opened && !(this.isAside(p) && headed(this, p, from))) void this.shown();
    return undefined;
  }

  /** Whether a point lies off where the piece stands. */
  isAside(p) {
    return !this.start || distance(p, this.start) > this.hand.camera.px(NEAR);
  }

  /** The panel goes to the level of this piece, or to what is opened by taking it. */
  async shown() {
    if (!this.known) return void this.early.push(() => this.shown());
    if (this.opens) return void (await this.open());
    const { hand } = this;
    const root = hand.roots.get(this.id);
    this.carry?.abort();
    if (hand.question.at.join(' ') !== root) await hand.to([root]);
    if (hand.held === this && this.carry && !this.carry.dirty && !this.opened && this.start) {
      const most = Math.max(...this.carry.orders.map(({ domain }) => units(domain.allowance || 0)));
      hand.camera.frame(this.start, hand.camera.ahead(most));
    }
    this.draw();
    return undefined;
  }

  /** What is drawn step by step is opened as if it had been chosen; a drag that has begun goes on with it. */
  async open(p) {
    this.last = p || this.last;
    if (this.opened) return;
    if (p && this.opens.domain.kind === 'moves')
      this.opens = suits(this.orders, distance(this.down || p, p)) || this.opens;
    this.opened = true;
    await this.enter();
  }

  /** The panel goes to the order that is opened; a drag goes on there. */
  async enter() {
    const { hand } = this;
    this.draw();
    const from = this.down;
    hand.camera.steady = Boolean(from);
    await hand.to(this.opens.at);
    hand.camera.steady = false;
    this.shade.clear();
    if (hand.held !== this) return;
    hand.beside(this.orders, this.opens);
    hand.armed = true;
    hand.assent.tell();
    const grip = this.counter ? from : hand.tool?.centre || this.last;
    if (!from || !hand.tool?.press(grip, this.counter, { altKey: false, listed: this.listed })) return;
    hand.tool.drag(this.last);
    if (!this.down) hand.tool.release(this.last, true);
  }

  /** Dragged farther than its order goes, or less far than a shorter one does: that one takes its place. */
  async pulled(p) {
    this.last = p;
    if (!this.down || this.turning) return;
    await this.suit(distance(this.down, p));
  }

  /** The order that suits so long a way is opened, unless something is drawn already. */
  async suit(far) {
    const order = this.opened && this.opens.domain.kind === 'moves' && suits(this.orders, far);
    if (!order || order === this.opens) return;
    this.turning = true;
    this.opens = order;
    await this.enter();
    this.turning = false;
  }

  get start() {
    const at = this.carry?.order.domain.start;
    return at ? toUnits(at) : this.counter && stands(this.counter);
  }

  /** The counter of somebody else that a point lies on. */
  other(p) {
    const found = this.hand.under?.(p);
    if (!found || this.is(found)) return null;
    return found.dataset.frame || distance(p, stands(found)) <= radius(found) ? found : null;
  }

  /** A click while it is in the hand: on somebody else, or on a place. */
  tap(p, counter) {
    if (!this.known) return void this.early.push(() => this.tap(p, counter));
    if (counter && onto(this, counter, false)) return undefined;
    if (counter && isMine(this.hand, counter)) return void this.hand.take(this.hand.board.names(counter));
    if (!counter && headed(this, p)) return undefined;
    if (counter || !this.carry) return void this.hand.putBack();
    return this.carry.tap(p);
  }

  hover(p) {
    if (!this.down && !this.opened) this.carry?.hover(p);
  }

  leave() {
    this.carry?.leave();
  }

  abort() {
    this.down = null;
    this.shade.clear();
    this.carry?.abort();
  }

  key(event) {
    if (event.key !== 'Escape') return !this.opened && Boolean(this.carry?.key(event));
    if (this.opened) return false;
    this.hand.putBack();
    return true;
  }

  clear() {
    this.carry?.clear();
    for (const part of [this.layer, this.names, this.rim]) part.remove();
    yields();
    document.body.classList.remove('is-holding');
  }
}
