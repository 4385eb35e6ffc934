// Drawing a way: drag it, click it corner by corner, or steer it with the arrow keys.

import { $, svg } from '../../page/dom.js';
import {
  FINE,
  STEP,
  along,
  corners,
  d,
  distance,
  nest,
  number,
  round,
  said,
  thinned,
  toUnits,
  toWire,
  towards,
  units,
} from '../space/geom.js';
import { arrange, corner, drawMarks, drawNotes, ghost, note } from '../board/marks.js';
import { Previews } from '../line/previews.js';
import { word } from '../../page/words.js';

const SLACK = 10;

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
    this.reply = null;
    this.sure = '';
    this.checks = new Previews((reply, about) => {
      if (!reply?.legal || !this.reply) return;
      this.sure = about;
      this.draw();
      this.tell();
    });
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
    const reach =
      this.start && this.allowed
        ? [
            svg('circle', {
              class: 'ring-range',
              cx: round(this.start.x),
              cy: round(this.start.y),
              r: round(this.allowed),
            }),
          ]
        : [];
    this.rim.replaceChildren(...lead, ...reach);
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
    this.loose = corners(this.trace, SLACK).slice(1);
    this.change();
  }

  release(p, moved) {
    if (moved && this.trace) this.fix(this.loose);
    this.trace = null;
    this.loose = [];
    this.change();
  }

  tap(p) {
    this.trace = null;
    this.fix([p]);
    this.loose = [];
    this.change();
  }

  hover(p) {
    if (this.trace || !this.tip || this.steered) return;
    this.loose = this.near(p) && this.set.length === 1 ? [] : distance(p, this.tip) < this.hand.camera.px(7) ? [] : [p];
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
    if (!this.start) return;
    this.set = [this.start];
    this.fix(points);
    this.loose = [];
    this.change();
  }

  /** Where it would stand, while nothing is being drawn. */
  spot() {
    if (this.trace || this.set.length < 2) return null;
    const [from] = this.set.slice(-2);
    return { at: this.end(this.points()), r: this.radius, from, above: Boolean(this.fresh?.no) };
  }

  fix(points) {
    for (const p of points) if (distance(p, this.tip) > 0.5) this.set.push(p);
  }

  // -- by key -----------------------------------------------------------------

  key(event) {
    const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
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
    if (this.loose.length) {
      this.fix(this.loose);
      this.loose = [];
      this.change();
    } else this.confirm();
    return true;
  }

  /** Take the last corner back. */
  back() {
    if (this.loose.length) this.loose = [];
    else if (this.set.length > 1) this.set.pop();
    this.change();
    return true;
  }

  escape() {
    if (!this.dirty) return false;
    this.set = this.start ? [this.start] : [];
    this.loose = [];
    this.change();
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
    this.check();
    this.hand.refuse(reply?.no || null);
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
    return this.reply && this.reply.about === JSON.stringify(this.wire()) ? this.reply : null;
  }

  /** What of a refused way lies before the refusal; it may still not be a place to end. */
  before() {
    const mark = this.reply?.marks.find((m) => m.kind === 'path' && m.points.length > 1);
    return this.reply?.no && mark && along(mark.points.map(toUnits)) > 1 ? mark.points : null;
  }

  /** Ask whether one may end where the way stops being allowed. */
  check() {
    const raw = this.before();
    if (raw && this.sure !== JSON.stringify(raw))
      this.checks.ask(this.hand.question, nest(this.hand.question.at, raw), JSON.stringify(raw));
  }

  /** The part of the way that may be given, once the server has said so. */
  part() {
    const raw = this.before();
    return raw && this.sure === JSON.stringify(raw) ? raw : null;
  }

  draw() {
    const points = this.points();
    const { inv } = this.hand;
    if (!points.length) return void this.own.replaceChildren();
    const no = Boolean(this.reply?.no);
    const shown = this.fresh && this.reply.marks.some((m) => m.kind.startsWith('path'));
    const found = [];
    if (points.length > 1 && !shown) found.push(...this.path(points, no));
    for (const p of points.slice(1, -1)) found.push(corner(p, inv));
    if (points.length > 1) {
      const end = this.end(points);
      found.push(ghost(end, this.radius, { ...this.look, no: false }), ...this.notes(points, end));
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

  /** Where it would stand: at the end, or where it stops being allowed. */
  end(points) {
    const part = this.fresh && this.part();
    return part ? toUnits(part[part.length - 1]) : points[points.length - 1];
  }

  path(points, no) {
    const rim = [
      towards(points[0], points[1], Math.min(this.radius, distance(points[0], points[1]))),
      ...points.slice(1),
    ];
    const at = d(rim);
    return [svg('path', { class: 'path-halo', d: at }), svg('path', { class: no ? 'path-no' : 'path-ok', d: at })];
  }

  /** What it costs, at the end; why not, where it stops; what else the server had to say. */
  notes(points, end) {
    const { inv } = this.hand;
    const gap = this.radius + 8 * inv;
    const cost = note(end, this.cost(points), { kind: this.fresh?.no ? '' : 'ok' });
    const before = points[points.length - 2];
    const wide = cost.size.width * inv;
    const left = end.x < before.x ? end.x - gap - wide > this.hand.camera.x : end.x + gap + wide > this.hand.right();
    cost.at = {
      x: left ? end.x - gap - wide : end.x + gap,
      y: end.y - 12 * inv - (end.y < before.y ? gap / 2 : -gap / 2),
    };
    const found = [cost];
    const no = this.fresh?.no;
    if (no) {
      const why = note(end, no.text, { kind: 'no', clause: no.clause, wide: 34 });
      why.at = { x: end.x - (why.size.width * inv) / 2, y: end.y + gap + 4 * inv };
      found.push(why);
    }
    const said = [this.cost(points), no?.text];
    const rest = (this.fresh?.marks || []).filter((m) => m.note && !said.includes(m.note.text));
    return arrange([...found, ...drawNotes(rest, inv)], this.hand.view(), inv);
  }

  cost(points) {
    const text = this.reply && this.fresh?.notes[0]?.text;
    if (text) return text;
    const far = this.fresh && this.part() ? along(this.part().map(toUnits)) : along(points);
    return `${this.hand.label} ${number(far)} / ${said(this.allowed)}`;
  }

  tell() {
    const part = this.part();
    const points = this.trace || this.steered ? this.points() : this.set;
    const far = part ? along(part.map(toUnits)) : along(points);
    const ready = points.length > 1 && (!this.fresh?.no || part);
    this.hand.ready(Boolean(ready), ready ? said(far) : '');
    const back = $('[data-act=corner]');
    if (back) back.disabled = this.set.length < 2;
  }

  /** Give the way; only its allowed part where not all of it is. */
  confirm() {
    if (this.loose.length) {
      this.fix(this.loose);
      this.loose = [];
    }
    if (this.set.length < 2) return;
    const raw = this.wire(this.set);
    const known = this.reply?.about === JSON.stringify(raw);
    const part = known ? this.part() : null;
    if (known && this.reply.no && !part) return;
    if (part) this.hand.announce(word('legal', { n: said(along(part.map(toUnits))) }));
    this.hand.give(part || raw);
  }

  turn() {}

  clear() {
    this.checks.forget();
    this.reply = null;
    for (const group of [this.rim, this.own, this.told]) group.remove();
  }
}

/** The point of a segment that is nearest. */
function nearest(p, [a, b]) {
  const whole = distance(a, b);
  if (!whole) return a;
  const t = Math.max(0, Math.min(1, ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / (whole * whole)));
  return { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) };
}
