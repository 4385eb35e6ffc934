// Drawing a way: drag it, click it corner by corner, or steer it with the arrow keys.

import { $, svg } from '../../page/dom.js';
import {
  along,
  corners,
  d,
  distance,
  FINE,
  nearest,
  number,
  round,
  said,
  STEP,
  thinned,
  toUnits,
  toWire,
  units,
  unnest,
} from '../space/geom.js';
import { corner, drawMarks, ghost, letGo } from '../board/marks.js';
import { arrow } from '../board/turned.js';
import { foundOut, refine } from './bands.js';
import { contact, drawnTo, pull } from './magnet.js';
import { notes, path } from './walked.js';
import { word } from '../../page/words.js';

const SLACK = 10;
/** Drawing units less than which apart two points are one. */
const HERE = 0.5;
const allowed = (reply) => (reply?.no && unnest(reply.instead)) || null;

export class Walk {
  constructor(hand, domain) {
    this.hand = hand;
    this.domain = domain;
    this.radius = units(domain.radius || 0);
    this.allowed = units(domain.allowance || 0);
    this.edges = (domain.starts || []).map((s) => s.map(toUnits));
    this.start = this.edges.length ? null : toUnits(domain.start);
    this.set = this.start ? [this.start] : [];
    this.loose = [];
    /** What the server said last, and last of what is set. */
    this.reply = this.stood = null;
    this.own = svg('g', { class: 'hand' });
    this.told = svg('g', { class: 'told' });
    this.rim = svg('g', {});
    hand.marks.append(this.rim, this.told, this.own);
    this.node = hand.board.counter(domain.piece || '');
    this.look = { side: hand.sideOf(domain.piece), code: hand.codeOf(domain.piece) };
    this.around();
    if (this.start) hand.camera.frame(this.start, this.allowed + this.radius);
  }

  /** The farthest it could go, and the edges on which it may begin. */
  around() {
    const lead = this.edges.map((e) => svg('path', { class: 'ring-may', d: d(e) }));
    this.rim.replaceChildren(...lead, ...(this.start && this.allowed ? [this.reach()] : []));
  }

  /** Where it may end, if that has been found out; else a circle. */
  reach() {
    const area = this.domain.area || foundOut(this.hand, this.domain.piece);
    if (area)
      return svg('path', { class: 'ring-range', d: area.map((points) => d(points.map(toUnits), true)).join('') });
    void refine(this);
    const [cx, cy, r] = [this.start.x, this.start.y, this.allowed].map(round);
    return svg('circle', { class: 'ring-range', cx, cy, r });
  }

  /** Whether what the hand has drawn is confirmed where it would stand: then it is told there. */
  get atPiece() {
    return Boolean(this.hand.armed && !this.trace);
  }

  get tip() {
    return this.set[this.set.length - 1];
  }

  get dirty() {
    return this.set.length > 1 || this.loose.length > 0;
  }

  points() {
    return thinned([...this.set, ...this.loose]);
  }

  near(p) {
    return this.tip && distance(p, this.tip) < Math.max(this.radius * 1.2, this.hand.camera.px(22));
  }

  // -- by pointer -------------------------------------------------------------

  press(p) {
    if (!this.tip) return this.begin(p);
    if (!this.near(p)) return false;
    this.trace = [this.tip];
    this.loose = [];
    return true;
  }

  /** Begin on the edge that is nearest. */
  begin(p) {
    const foot = this.edges.map((e) => nearest(p, e)).sort((a, b) => distance(p, a) - distance(p, b))[0];
    if (!foot) return false;
    this.set = [foot];
    this.trace = [foot];
    this.change();
    return true;
  }

  drag(p) {
    if (!this.trace) return;
    this.trace.push(p);
    this.loose = this.ended(corners(this.trace, SLACK).slice(1));
    this.change();
  }

  release(p, moved) {
    this.dropped = Boolean(moved && this.trace);
    if (this.dropped) this.fix(this.loose);
    this.abort();
  }

  tap(p) {
    this.dropped = false;
    this.fix(this.ended([p]));
    this.abort();
  }

  /** The next leg goes to the pointer; not of a way that was dragged to its end, where it waits to be confirmed. */
  hover(p) {
    if (this.trace || !this.tip || this.steered || this.dropped) return;
    const still = (this.near(p) && this.set.length === 1) || distance(p, this.tip) < this.hand.camera.px(7);
    this.loose = still ? [] : this.ended([p]);
    this.change();
  }

  leave() {
    this.steered = false;
    if (this.loose.length && !this.trace) {
      this.loose = [];
      this.change();
    }
  }

  abort() {
    this.trace = null;
    this.loose = [];
    this.change();
  }

  /** What was drawn before the order was chosen is drawn again. */
  resume(points) {
    const start = this.start || points.slice(0, 1).find((p) => this.edged(p));
    if (!start) return;
    this.set = [start];
    this.fix(points);
    this.loose = [];
    this.dropped = true;
    this.change();
  }

  /** Whether a way may begin here, where it begins on an edge. */
  edged(p) {
    return this.edges.some((e) => distance(p, nearest(p, e)) < HERE);
  }

  /** Where it would stand, while nothing is being drawn; a leg that only follows the pointer moves nothing. */
  spot() {
    if (this.trace || this.set.length < 2) return null;
    const [from] = this.set.slice(-2);
    return { at: this.end(thinned(this.set)), r: this.radius, from, no: this.part && this.fresh.no };
  }

  foes() {
    return this.hand.board.foes(this.look.side);
  }

  /** The way with its end drawn to the enemy's base that it was let go beside. */
  ended(points) {
    const last = points[points.length - 1];
    if (!last || !this.look.side) return points;
    return [...points.slice(0, -1), drawnTo(this.foes(), last, this.radius, pull(this.hand.camera))];
  }

  fix(points) {
    for (const p of points) if (distance(p, this.tip) > HERE) this.set.push(p);
  }

  // -- by key -----------------------------------------------------------------

  key(event) {
    const way = arrow(event.key);
    if (way) return this.steer(way, event.shiftKey ? FINE : STEP);
    if (event.key === 'Enter' || event.key === ' ') return this.enter();
    if (event.key === 'Backspace' || event.key === 'Delete') return this.back();
    if (event.key === 'Escape') return this.escape();
    return false;
  }

  steer([dx, dy], step) {
    if (!this.tip && this.edges[0]) this.begin(this.edges[0][0]);
    const from = this.loose[0] || this.tip;
    if (!from) return true;
    this.steered = true;
    this.trace = null;
    this.loose = [{ x: from.x + dx * step, y: from.y + dy * step }];
    this.hand.camera.show(this.loose[0]);
    this.change();
    return true;
  }

  enter() {
    if (this.steered && this.loose.length) {
      this.fix(this.loose);
      this.abort();
    } else this.confirm();
    return true;
  }

  /** Take the last corner back. */
  back() {
    this.dropped = false;
    if (this.loose.length) this.loose = [];
    else if (this.set.length > 1) this.set.pop();
    this.change();
    return true;
  }

  escape() {
    if (!this.dirty) return false;
    this.set = this.start ? [this.start] : [];
    this.dropped = false;
    this.abort();
    return true;
  }

  // -- what it says -----------------------------------------------------------

  wire(points = this.points()) {
    return points.map(toWire);
  }

  change() {
    this.draw();
    const raw = this.wire();
    if (raw.length > 1) this.hand.preview(raw, JSON.stringify(raw));
    else this.quiet();
    this.tell();
  }

  quiet() {
    this.hand.previews.forget();
    this.reply = null;
    this.told.replaceChildren();
    this.hand.refuse(null);
    this.hand.then(null);
    this.tell();
  }

  /** The server's word on the way as it was drawn a moment ago. */
  show(reply, about) {
    this.reply = reply && { ...reply, about };
    if (about === JSON.stringify(this.wire(this.set))) this.stood = this.reply;
    this.hand.refuse(reply?.no || null, Boolean(this.instead));
    this.hand.then(reply);
    this.redraw();
    this.tell();
  }

  /** Draw it all again, as after a zoom. */
  redraw() {
    const { reply } = this;
    this.told.replaceChildren(
      ...(reply
        ? drawMarks(
            reply.marks.filter((m) => !m.kind.startsWith('ghost')),
            { inv: this.hand.inv, rims: [{ at: this.start, r: this.radius }], ...this.look },
          )
        : []),
    );
    this.draw();
  }

  get fresh() {
    return this.of(this.points());
  }

  /** The server's word on this way, if it is the last, or the last on what is set. */
  of(points) {
    const about = JSON.stringify(this.wire(points));
    return [this.reply, this.stood].find((reply) => reply?.about === about) || null;
  }

  /** The nearest way that may be gone, where the one that was drawn last may not. */
  get instead() {
    return allowed(this.reply);
  }

  /** That way, if it is for what is drawn now. */
  get part() {
    return this.fresh && this.instead;
  }

  draw() {
    const points = this.points();
    const { inv } = this.hand;
    if (!points.length) return void this.own.replaceChildren();
    const no = Boolean(this.reply?.no);
    const shown = this.fresh && this.reply.marks.some((m) => m.kind.startsWith('path'));
    const found = [];
    if (points.length > 1 && !shown) found.push(...path(points, this.radius, no));
    for (const p of points.slice(1, -1)) found.push(corner(p, inv));
    if (points.length > 1) {
      const end = this.end(points);
      if (this.instead)
        found.push(...path(this.instead.map(toUnits), this.radius, false), letGo(points[points.length - 1], inv));
      found.push(ghost(end, this.radius, { ...this.look, no: false }), ...notes(this, points, end));
    }
    this.own.replaceChildren(
      ...found,
      svg('circle', {
        class: 'handle',
        cx: round(this.tip.x),
        cy: round(this.tip.y),
        r: round(Math.max(this.radius, this.hand.camera.px(22))),
      }),
    );
  }

  /** Where it would stand: at the end, or where the nearest way ends that is allowed. */
  end(points) {
    const { instead } = this;
    return instead ? toUnits(instead[instead.length - 1]) : points[points.length - 1];
  }

  cost(points) {
    const text = this.reply && this.fresh?.notes[0]?.text;
    if (text && !this.instead) return text;
    const far = this.instead ? along(this.instead.map(toUnits)) : along(points);
    return `${this.hand.label} ${number(far)} / ${said(this.allowed)}`;
  }

  tell() {
    const points = this.trace || this.steered ? this.points() : this.set;
    // Of a leg that only follows the pointer nothing is confirmed, and what was said of it does not count here.
    const reply = this.of(thinned(points));
    const part = allowed(reply);
    const far = part ? along(part.map(toUnits)) : along(points);
    const ready = points.length > 1 && (reply ? !reply.no || part : this.mayBe(points));
    const end = { reply, drawn: points.at(-1), found: part && toUnits(part.at(-1)), r: this.radius };
    this.hand.ready(Boolean(ready), ready ? said(far) + contact(this.foes(), end) : '');
    const back = $('[data-act=corner]');
    if (back) back.disabled = this.set.length < 2;
  }

  /** Whether a way of which the server has said nothing yet may be gone: longer than is allowed it may not. */
  mayBe(points) {
    return !this.allowed || along(points) <= this.allowed + HERE;
  }

  /** Give the way, or the nearest one that is allowed; a leg that only follows the pointer is none of it. */
  confirm() {
    if (this.steered) this.fix(this.loose);
    this.loose = [];
    if (this.set.length < 2) return;
    const reply = this.of(this.set);
    const part = allowed(reply);
    if (reply ? reply.no && !part : !this.mayBe(thinned(this.set))) return;
    if (part) this.hand.announce(word('legal', { n: said(along(part.map(toUnits))) }));
    this.hand.give(part || this.wire(this.set));
  }

  turn() {}

  clear() {
    this.reply = null;
    for (const group of [this.rim, this.own, this.told]) group.remove();
  }
}
