// Putting a counter, a formation or a piece of ground on the table: click, drag or arrow keys; R turns it, and the wheel over it.

import { Block, beside } from '../board/block.js';
import { svg } from '../../page/dom.js';
import { bearing } from '../space/bearing.js';
import { FINE, STEP, d, distance, inside, round, toUnits, toWire, units, unnest } from '../space/geom.js';
import { arrange, drawMarks, drawNotes, ghost, note } from '../board/marks.js';
import { arrow } from '../board/turned.js';

const TURN = 1500;
/** What a wheel of the mouse or a drag of the front turns by, and how far ahead of the front the hand takes it, in pixels. */
const LITTLE = 500;
const AHEAD = 26;
const NEARLY = 11.3;

/** The way from a place to the middle of the table, along one of the table's edges. */
export function aheadOf(place, { w, h }) {
  const [x, y] = [0.5 - place.x / w, 0.5 - place.y / h];
  if (Math.abs(x) > Math.abs(y)) return x > 0 ? 9000 : 27000;
  return y > 0 ? 18000 : 0;
}

export class Place {
  constructor(hand, domain) {
    this.hand = hand;
    this.domain = domain;
    this.radius = units(domain.radius || 0);
    this.shape = (domain.shape || []).map(toUnits);
    this.zones = (domain.zones || []).map((zone) => zone.map(toUnits));
    this.at = null;
    this.loose = null;
    this.facing = domain.offered?.[2] ?? this.ahead();
    /** Why what was put elsewhere stands where it does. */
    this.mended = null;
    this.reply = null;
    this.own = svg('g', { class: 'hand' });
    this.told = svg('g', { class: 'told' });
    this.block = null;
    this.ground = svg('g', {}, ...this.zones.map((zone) => svg('path', { class: 'zone open', d: d(zone, true) })));
    hand.marks.append(this.ground, this.told, this.own);
    this.rolled = (event) => this.roll(event);
    hand.camera.table.addEventListener('wheel', this.rolled, { capture: true, passive: false });
    this.look = { side: hand.sideOf(domain.piece) || hand.mySide(), code: hand.codeOf(domain.piece) };
    this.tell();
  }

  get dirty() {
    return Boolean(this.at);
  }

  /** Whether it has a front: then the first edge of its shape lies on (0, 0) and looks north. */
  get fronted() {
    const [a, b, c] = this.shape;
    return this.domain.turns && this.shape.length === 4 && a.y === 0 && b.y === 0 && c.y > 0;
  }

  /** The way from its zone to the middle of the table, along one of the table's edges. */
  ahead() {
    return this.fronted && this.zones.length ? aheadOf(this.middle(), this.hand.camera.whole) : 0;
  }

  get now() {
    return this.loose || this.at;
  }

  wide() {
    return Math.max(this.radius, ...this.shape.map((p) => Math.hypot(p.x, p.y)), this.hand.camera.px(22));
  }

  press(p) {
    if (this.at && this.fronted && distance(p, this.knob(this.at)) < this.hand.camera.px(16)) {
      this.grip = { turns: true };
      return true;
    }
    if (!this.at || distance(p, this.at) > this.wide()) return false;
    this.grip = { x: this.at.x - p.x, y: this.at.y - p.y };
    return true;
  }

  drag(p) {
    if (!this.grip) return;
    if (this.grip.turns) {
      this.facing = (Math.round(bearing(this.at, p) / LITTLE) * LITTLE) % 36000;
      return void this.change();
    }
    this.at = { x: p.x + this.grip.x, y: p.y + this.grip.y };
    this.loose = null;
    this.change();
  }

  release() {
    this.grip = null;
    this.tell();
  }

  tap(p) {
    this.at = p;
    this.loose = null;
    this.change();
  }

  /** What was drawn before the order was chosen is drawn again. */
  resume([p, facing = this.facing]) {
    this.facing = facing;
    this.tap(p);
  }

  /** Where it would stand, while nothing is being drawn. */
  spot() {
    return this.at && !this.grip ? { at: this.at, r: this.radius || this.wide() / 2, no: this.why } : null;
  }

  hover(p) {
    if (this.at) return;
    this.loose = p;
    this.change();
  }

  leave() {
    if (!this.loose) return;
    this.loose = null;
    this.change();
  }

  abort() {
    this.grip = null;
  }

  redraw() {
    this.draw();
  }

  turn(by = TURN) {
    if (!this.domain.turns) return;
    this.facing = (this.facing + by + 36000) % 36000;
    this.change();
  }

  /** The wheel over what is being placed turns it; anywhere else it zooms. */
  roll(event) {
    const p = this.hand.camera.at(event.clientX, event.clientY);
    if (!this.domain.turns || !this.now || event.ctrlKey || distance(p, this.now) > this.wide()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.turn(Math.sign(event.deltaY || event.deltaX) * LITTLE);
  }

  act(name) {
    this.hand.camera.table.focus({ preventScroll: true });
    if (name === 'turn') this.turn();
    if (name === 'offered') this.offer();
  }

  /** Where the server would put it. */
  offer() {
    const [x, y, facing] = this.domain.offered;
    Object.assign(this, { at: toUnits([x, y]), loose: null, facing: facing ?? this.facing });
    this.change();
  }

  key(event) {
    const way = arrow(event.key);
    if (way) {
      const step = event.shiftKey ? FINE : STEP;
      const from = this.at || this.loose || this.middle();
      this.at = { x: from.x + way[0] * step, y: from.y + way[1] * step };
      this.loose = null;
      this.hand.camera.show(this.at);
      this.change();
      return true;
    }
    if (event.key === 'Enter' || event.key === ' ') {
      if (this.at) this.confirm();
      else if (this.now) this.tap(this.now);
      return true;
    }
    if (event.key === 'r' || event.key === 'R') {
      this.turn(event.shiftKey ? -TURN : TURN);
      return true;
    }
    if ((event.key === 'Escape' || event.key === 'Backspace') && this.at) {
      this.at = null;
      this.change();
      return true;
    }
    return false;
  }

  /** The middle of the first zone, else of the table. */
  middle() {
    const zone = this.zones[0];
    if (!zone) return { x: this.hand.camera.whole.w / 2, y: this.hand.camera.whole.h / 2 };
    return {
      x: zone.reduce((sum, p) => sum + p.x, 0) / zone.length,
      y: zone.reduce((sum, p) => sum + p.y, 0) / zone.length,
    };
  }

  wire() {
    return this.domain.turns ? [...toWire(this.now), this.facing] : toWire(this.now);
  }

  change() {
    this.draw();
    if (this.now) this.hand.preview(this.wire(), JSON.stringify(this.wire()));
    else {
      this.hand.previews.forget();
      this.reply = null;
      this.told.replaceChildren();
      this.hand.refuse(null);
    }
    this.tell();
  }

  show(reply, about) {
    this.reply = reply && { ...reply, about };
    if (this.mend()) return;
    this.told.replaceChildren(
      ...(reply
        ? drawMarks(
            reply.marks.filter((m) => m.kind !== 'zone' && !m.kind.startsWith('ghost')),
            { inv: this.hand.inv, ...this.look },
          )
        : []),
    );
    this.hand.refuse(this.at ? reply?.no || this.why : null, !reply?.no);
    this.hand.then(reply);
    this.draw();
    this.tell();
  }

  /** What was put where it may not stand goes to the nearest spot where it may; under the pointer only if that is near. */
  mend() {
    const better = this.fresh?.no && !this.grip ? unnest(this.fresh.instead) : null;
    if (!better) return false;
    const at = toUnits(better);
    if (this.loose && distance(this.loose, at) > Math.max(NEARLY, this.hand.camera.px(14))) return false;
    const { no } = this.fresh;
    if (this.loose) this.loose = at;
    else this.at = at;
    if (this.domain.turns) this.facing = better[2];
    this.change();
    this.mended = { no, about: JSON.stringify(this.wire()) };
    return true;
  }

  /** Why it does not stand where it was put. */
  get why() {
    return this.at && this.fresh && this.mended?.about === this.fresh.about ? this.mended.no : null;
  }

  get fresh() {
    return this.now && this.reply?.about === JSON.stringify(this.wire()) ? this.reply : null;
  }

  /** Not allowed, as far as is known. */
  get no() {
    if (this.reply) return Boolean(this.reply.no);
    return this.zones.length > 0 && !this.zones.some((zone) => inside(zone, this.now));
  }

  draw() {
    const p = this.now;
    if (!p) return void this.own.replaceChildren();
    const { inv } = this.hand;
    const found = this.fronted
      ? this.formation(p)
      : this.shape.length > 2
        ? [this.outline(p)]
        : [ghost(p, this.radius, { ...this.look, no: this.no })];
    const no = this.fresh?.no || (!this.hand.armed && this.why);
    const by = (this.radius || this.wide() / 2) + 8 * inv;
    const told = this.fresh?.notes[0];
    const notes = drawNotes(this.fresh?.marks.filter((m) => m.note?.text !== no?.text) || [], inv);
    if (no) notes.unshift(note({ x: p.x + by, y: p.y + by }, no.text, { kind: 'no', clause: no.clause, wide: 34 }));
    else if (told)
      notes.unshift(note({ x: p.x + by, y: p.y - by - 23 * inv }, told.text, { kind: 'ok', clause: told.clause }));
    if (this.fronted && notes.length) beside(notes[0], [...this.turned(p), this.knob(p)], this.hand.view(), inv);
    this.own.replaceChildren(...found, ...arrange(notes, this.hand.view(), inv));
  }

  /** Its shape where it would stand. */
  turned(p) {
    const turn = (this.facing / 18000) * Math.PI;
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    return this.shape.map((q) => ({ x: p.x + q.x * c - q.y * s, y: p.y + q.x * s + q.y * c }));
  }

  outline(p) {
    return svg('path', { class: this.no ? 'ghost-no' : 'ghost', d: d(this.turned(p), true) });
  }

  /** A formation with its front, and the knob that turns it once it stands. */
  formation(p) {
    this.block ??= new Block(this.look);
    this.block.shape(this.shape, [this.shape]);
    this.block.place(p, this.facing);
    this.block.refuse(this.no);
    if (!this.at) return [this.block.node];
    const at = this.knob(p);
    const stalk = svg('path', { class: 'drill-halt', d: d([p, at]) });
    return [
      stalk,
      this.block.node,
      svg(
        'g',
        { class: 'drill-handle', transform: `translate(${round(at.x)} ${round(at.y)})` },
        svg(
          'g',
          { class: 'keep' },
          svg('circle', { r: 8 }),
          svg('path', { class: 'drill-arrow', d: 'M-3.6 1.2A3.8 3.8 0 1 1 0 3.8M-5.4-.6-3.6 1.8-1.4 0' }),
        ),
      ),
    ];
  }

  /** Where the hand takes its front to turn it. */
  knob(p) {
    const turn = (this.facing / 18000) * Math.PI;
    const far = AHEAD * this.hand.inv;
    return { x: p.x + far * Math.sin(turn), y: p.y - far * Math.cos(turn) };
  }

  tell() {
    this.hand.ready(Boolean(this.at) && !this.fresh?.no);
  }

  confirm() {
    if (!this.at || this.fresh?.no) return;
    this.loose = null;
    this.hand.give(this.wire());
  }

  clear() {
    this.hand.camera.table.removeEventListener('wheel', this.rolled, { capture: true });
    for (const group of [this.ground, this.own, this.told]) group.remove();
  }
}
