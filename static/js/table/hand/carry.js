// Drawing with the piece in the hand before an order is chosen: the first that reaches so far and may do so carries it.

import { Place } from './place.js';
import { Previews } from '../line/previews.js';
import { Walk } from './walk.js';
import { outside, touching } from './magnet.js';
import { base, side } from '../board/counters.js';
import { along, distance, nest, toUnits, towards, units } from '../space/geom.js';

/** A way may be drawn this much longer than is allowed, in drawing units, since it is rounded. */
const SPARE = 0.5;

/** The orders of a piece that a hand gives by drawing where it goes: ways, else places. */
export function ways(orders) {
  const open = orders.filter(({ no, gesture, domain }) => !no && gesture === 'drag' && domain);
  const walks = open.filter(({ domain }) => domain.kind === 'walk' && !domain.starts?.length);
  return walks.length ? walks : open.filter(({ domain }) => domain.kind === 'place' && !domain.aim);
}

export class Carry {
  constructor(held, orders) {
    this.held = held;
    this.orders = orders;
    this.order = orders[0];
    this.dropped = false;
    /** Whether the panel is on its way to the order that carries it. */
    this.arms = false;
    /** What is drawn now, and whether Enter was struck for it before its level was there. */
    this.stroke = { wanted: false };
    /** Where it was let go of; none if keys have put it. */
    this.put = null;
    this.previews = new Previews((reply, about) => this.told(reply, about));
    const { domain } = this.order;
    const Tool = domain.kind === 'walk' ? Walk : Place;
    this.tool = /** @type {any} */ (new Tool(this.lent(), domain));
    this.tool.rim?.replaceChildren();
  }

  /** The hand as the tool sees it: at the level of the order that carries the piece, and without the panel. */
  lent() {
    const { hand, layer } = this.held;
    const camera = Object.create(hand.camera, { frame: { value: () => {} } });
    const nothing = { value: () => {} };
    const own = {
      question: { get: () => ({ ...hand.question, at: this.order.at, kind: this.order.domain.kind }) },
      label: { get: () => this.order.label },
      preview: { value: (raw, about) => this.ask(raw, about) },
      previews: { value: this.previews },
      marks: { value: layer },
      camera: { value: camera },
      ready: nothing,
      refuse: nothing,
      then: nothing,
      give: { value: () => this.drop() },
    };
    return Object.create(hand, own);
  }

  get dirty() {
    return this.tool.dirty;
  }

  // -- by pointer -------------------------------------------------------------

  /** Dragged to a point, or on to a counter that it then comes to touch. */
  drag(p, foe = null) {
    this.anew(false);
    if (!this.walks) return void this.tool.hover(p);
    const { tool } = this;
    if (this.held.listed || !tool.trace) tool.trace = [tool.tip];
    if (!foe) return void tool.drag(p);
    // The hand went into his base on its way: the piece stops where it touches it.
    const it = base(foe);
    tool.trace = outside(tool.trace, it, tool.radius);
    tool.drag(touching(it, tool.trace.at(-1), tool.radius));
    return undefined;
  }

  /** Whether a way is drawn, and not a place. */
  get walks() {
    return this.tool instanceof Walk;
  }

  /** Whether one of its orders goes as far as the way is drawn; it does not matter what the server has answered so far. */
  get arrives() {
    return this.walks && along(this.tool.points()) <= units(this.widest().domain.allowance ?? Infinity) + SPARE;
  }

  /** How far it would have to go to touch an enemy's counter, and how far its orders go; nothing of anybody else. */
  towardsFoe(counter) {
    const { start, allowance } = this.widest().domain;
    const foe = base(counter);
    if (!this.walks || side(counter) === this.tool.look.side) return null;
    return { far: distance(toUnits(start), foe) - foe.r - this.tool.radius, most: units(allowance ?? Infinity) };
  }

  /** Whether one of its orders goes as far as to touch an enemy's counter. */
  reaches(counter) {
    const way = this.towardsFoe(counter);
    return Boolean(way && way.far <= way.most + SPARE);
  }

  /** Where the way ends that comes up to a counter. */
  touching(foe) {
    const points = this.tool.points();
    return touching(base(foe), points[points.length - 2] || points[0], this.tool.radius);
  }

  /** The way to a counter, as far as the longest order goes. */
  towards(foe) {
    if (!this.walks) return void this.tap(base(foe));
    const [end, [from]] = [this.touching(foe), this.tool.points()];
    const far = units(this.widest().domain.allowance ?? Infinity);
    return void this.tap(distance(from, end) > far ? towards(from, end, far) : end);
  }

  hover(p) {
    if (!this.dropped) this.tool.hover(p);
  }

  leave() {
    if (!this.dropped) this.tool.leave();
  }

  /** Let go of here: the order that carries it is armed as soon as the server has said which that is. */
  release(p) {
    this.anew(true);
    this.put = p;
    if (this.walks) this.tool.release(p, true);
    else this.tool.tap(p);
  }

  /** A click on a place. */
  tap(p) {
    this.anew(true);
    this.put = p;
    this.tool.tap(p);
  }

  /** What was drawn is forgotten. */
  abort() {
    this.arms = false;
    this.anew(false);
    this.tool.abort();
    this.tool.escape?.();
  }

  /** It is drawn otherwise than it was: an Enter that was struck for that does not count for this. */
  anew(dropped) {
    this.dropped = dropped;
    this.stroke.wanted = false;
    this.stroke = { wanted: false };
  }

  key(event) {
    if (event.key === 'Enter' && (this.dropped || this.arms)) {
      // It stands already, and is not armed yet: that it is meant to be given counts as soon as it is.
      this.stroke.wanted = true;
      return true;
    }
    if (event.key === 'Enter' && this.dirty) {
      this.dropped = true;
      this.put = null;
      this.tool.key(event);
      return true;
    }
    return event.key.startsWith('Arrow') && this.tool.key(event);
  }

  // -- which order -------------------------------------------------------------

  /** Ask for the first order that reaches so far, then for the next ones while the rules refuse it. */
  ask(raw, about) {
    const far = Array.isArray(raw[0]) ? along(raw.map(toUnits)) : 0;
    const able = this.orders.filter(({ domain }) => units(domain.allowance ?? Infinity) + SPARE >= far);
    this.latest = about;
    this.try({ raw, about, tries: able.length ? able : [this.widest()], n: 0, best: null });
  }

  /** It carries the piece and no other does; whether it is one of those that can. */
  keep(order) {
    const mine = this.orders.find(({ at }) => at.join(' ') === order.at.join(' '));
    if (!mine) return false;
    this.orders = [mine];
    this.by(mine);
    return true;
  }

  widest() {
    return this.orders.reduce((best, one) => ((one.domain.allowance || 0) > (best.domain.allowance || 0) ? one : best));
  }

  try(job) {
    const { question } = this.held.hand;
    this.previews.ask(question, nest(job.tries[job.n].at, job.raw), job);
  }

  told(reply, job) {
    if (job.about !== this.latest) return;
    const { tries, n } = job;
    const now = { reply, order: tries[n] };
    // Of orders that are all refused the first stands that a better way is known for.
    const best = reply?.no && job.best && (job.best.reply.instead || !reply.instead) ? job.best : now;
    if (reply?.no && n + 1 < tries.length) return void this.try({ ...job, n: n + 1, best });
    this.by(best.order);
    this.tool.show(best.reply, job.about);
    if (this.dropped) this.drop();
  }

  /** It is this order that carries the piece. */
  by(order) {
    this.order = order;
    this.tool.allowed = units(order.domain.allowance || 0);
  }

  drop() {
    // Where a place was mended it is mended again at its level, and told why there.
    const drawn = this.walks ? this.tool.set.slice(1) : [this.tool.at && (this.put || this.tool.at)];
    if (!drawn[0]) return;
    // It is armed once, however many replies are still on their way.
    this.dropped = false;
    this.latest = '';
    this.previews.forget();
    this.arms = true;
    void this.armed(drawn);
  }

  async armed(drawn) {
    await this.held.hand.arm(this.order.at, drawn, this.stroke);
    this.arms = false;
  }

  clear() {
    this.previews.forget();
    this.tool.clear();
  }
}
