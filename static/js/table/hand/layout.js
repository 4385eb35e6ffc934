// Placing a unit of loose models as a block: it follows the pointer, a click sets it, then all or one may be shifted.

import { $$, svg } from '../../page/dom.js';
import { FINE, STEP, d, inside, middle, toUnits, toWire } from '../space/geom.js';
import { arrange, drawMarks, drawNotes, note } from '../board/marks.js';
import { arrow } from '../board/turned.js';
import { TroopMover } from './mover.js';
import { Troop } from '../board/troop.js';
import { AIR } from '../space/ways.js';
import { word } from '../../page/words.js';

const TURN = Math.PI / 12;
const NONE = new Set();

export class Layout extends TroopMover {
  constructor(hand, domain) {
    super(hand, domain);
    this.zones = (domain.zones || []).map((zone) => zone.map(toUnits));
    this.ground = svg('g', {}, ...this.zones.map((zone) => svg('path', { class: 'zone open', d: d(zone, true) })));
    this.told = svg('g', { class: 'told' });
    hand.marks.append(this.ground, this.told);
    this.troop = new Troop(hand, domain);
    this.says = svg('g', { class: 'hand' });
    hand.marks.append(this.says);
    this.parts = [this.ground, this.told, this.says];
    this.rest();
    this.change();
  }

  /** What was drawn before the order was chosen is drawn again. */
  resume(spots) {
    this.set = true;
    this.grounded = false;
    this.adopt(spots);
  }

  /** Each stands at the nearest spot that is allowed. */
  adopt(spots) {
    for (const [id, at] of Object.entries(spots)) this.spots.set(id, toUnits(at));
    this.change();
  }

  /** Back to where the server would place them. */
  rest() {
    this.spots = new Map(Object.entries(this.domain.offered).map(([id, at]) => [id, toUnits(at)]));
    this.set = false;
    this.grounded = true;
    this.turned = 0;
  }

  get dirty() {
    return this.set;
  }

  get quiet() {
    return !this.set;
  }

  get centre() {
    return middle([...this.spots.values()]);
  }

  places() {
    return this.spots;
  }

  get ids() {
    return this.one && this.solo ? [this.solo] : [...this.spots.keys()];
  }

  // -- by pointer -------------------------------------------------------------

  press(p, counter, event) {
    const m = this.troop.at(p, this.spots) || (event?.listed && this.troop.all[0]);
    if (!m || (!this.set && !this.grounded)) return false;
    const single = this.one || Boolean(event?.altKey);
    this.alone = single;
    if (single) this.solo = m.id;
    this.grip = { from: p, base: new Map(this.spots), single, m };
    return true;
  }

  drag(p) {
    const { grip } = this;
    if (!grip) return;
    this.set = true;
    this.shift(grip.base, grip.single ? [grip.m.id] : [...this.spots.keys()], {
      x: p.x - grip.from.x,
      y: p.y - grip.from.y,
    });
  }

  /** Shift these from where they stood; the whole block stays within a zone it is nearly in. */
  shift(base, ids, by) {
    for (const id of ids) {
      const p = base.get(id);
      this.spots.set(id, { x: p.x + by.x, y: p.y + by.y });
    }
    if (ids.length === this.spots.size) this.keep();
    this.change();
  }

  release() {
    this.grip = null;
    this.change();
  }

  tap(p) {
    if (this.one && this.solo && this.set)
      return void this.shift(this.spots, [this.solo], less(p, this.spots.get(this.solo)));
    this.set = true;
    return void this.shift(new Map(this.spots), [...this.spots.keys()], less(p, this.centre));
  }

  /** Until it is set the block follows the pointer. */
  hover(p) {
    if (this.set || this.grip) return;
    this.grounded = false;
    this.shift(new Map(this.spots), [...this.spots.keys()], less(p, this.centre));
  }

  leave() {
    if (this.set || this.grip || this.grounded) return;
    this.rest();
    this.change();
  }

  abort() {
    if (this.grip) this.spots = this.grip.base;
    this.grip = null;
    this.change();
  }

  /** Bring the block into an upright zone it is in for the most part. */
  keep() {
    const at = this.centre;
    const zone = this.zones.find((z) => inside(z, at));
    if (zone?.length !== 4) return;
    const [xs, ys] = [zone.map((q) => q.x), zone.map((q) => q.y)];
    const all = this.troop.all.map((m) => ({ ...this.spots.get(m.id), r: m.radius }));
    const x = into(
      all.map((m) => m.x - m.r),
      all.map((m) => m.x + m.r),
      Math.min(...xs),
      Math.max(...xs),
    );
    const y = into(
      all.map((m) => m.y - m.r),
      all.map((m) => m.y + m.r),
      Math.min(...ys),
      Math.max(...ys),
    );
    if (x || y) for (const [id, p] of this.spots) this.spots.set(id, { x: p.x + x, y: p.y + y });
  }

  // -- by key and button ----------------------------------------------------------

  key(event) {
    const way = arrow(event.key);
    const step = event.shiftKey ? FINE : STEP;
    if (way) {
      this.set = true;
      this.shift(new Map(this.spots), this.ids, { x: way[0] * step, y: way[1] * step });
      this.hand.camera.show(this.centre);
      return true;
    }
    if (/^[1-4]$/.test(event.key)) return this.act('ranks', { dataset: { n: event.key } });
    const deed = {
      Enter: () => this.confirm(),
      ' ': () => this.fix(),
      r: () => this.turn(),
      R: () => this.turn(-1),
      '[': () => this.next(-1),
      ']': () => this.next(1),
      o: () => this.single(),
      O: () => this.single(),
    }[event.key];
    deed?.();
    return deed ? true : (event.key === 'Escape' || event.key === 'Backspace') && this.escape();
  }

  act(name, button) {
    this.hand.camera.table.focus({ preventScroll: true });
    if (name === 'one') this.single();
    if (name === 'turn') this.turn();
    if (name === 'ranks') this.ranks(Number(button.dataset.n));
    return true;
  }

  fix() {
    this.set = true;
    this.change();
  }

  /** Turn the block about its middle. */
  turn(by = 1) {
    const [c, s] = [Math.cos(by * TURN), Math.sin(by * TURN)];
    const at = this.centre;
    for (const [id, p] of this.spots) {
      const [x, y] = [p.x - at.x, p.y - at.y];
      this.spots.set(id, { x: at.x + x * c - y * s, y: at.y + x * s + y * c });
    }
    Object.assign(this, { set: true, turned: this.turned + by * TURN });
    this.keep();
    this.change();
  }

  /** In so many ranks, side by side with a little air between, about the same middle. */
  ranks(n) {
    const at = this.centre;
    const wide = 2 * this.troop.widest + AIR;
    const files = Math.ceil(this.troop.all.length / n);
    const rows = Math.ceil(this.troop.all.length / files);
    const [c, s] = [Math.cos(this.turned), Math.sin(this.turned)];
    this.troop.all.forEach((m, i) => {
      const inRow = Math.min(files, this.troop.all.length - Math.floor(i / files) * files);
      const x = ((i % files) - (inRow - 1) / 2) * wide;
      const y = (Math.floor(i / files) - (rows - 1) / 2) * wide;
      this.spots.set(m.id, { x: at.x + x * c - y * s, y: at.y + x * s + y * c });
    });
    for (const button of $$('[data-act=ranks]', this.hand.panel))
      button.setAttribute('aria-pressed', String(Number(button.dataset.n) === n));
    this.set = true;
    this.keep();
    this.change();
  }

  escape() {
    if (!this.set) return false;
    this.rest();
    this.change();
    return true;
  }

  // -- what it says -----------------------------------------------------------

  wire() {
    return Object.fromEntries([...this.spots].map(([id, p]) => [id, toWire(p)]));
  }

  draw() {
    this.troop.place(this.spots, NONE, (this.one || this.grip?.single) && this.solo);
    if (this.drawn !== this.reply || !this.grip) this.verdict();
    this.drawn = this.reply;
  }

  verdict() {
    const reply = this.grip ? this.reply : this.fresh;
    const marks = (reply?.marks || []).filter((m) => !/^(ghost|label|link|zone)/.test(m.kind));
    this.told.replaceChildren(...drawMarks(marks, { inv: this.hand.inv, side: this.hand.mySide() }));
    const guilty = reply?.no && Object.values(reply.no.facts || {}).find((fact) => this.troop.byId.has(fact));
    const outside = this.zones.length
      ? this.troop.all.filter((m) => !this.zones.some((z) => inside(z, this.spots.get(m.id))))
      : [];
    this.troop.refuse(new Set([...(guilty ? [guilty] : []), ...(reply?.no || !reply ? outside.map((m) => m.id) : [])]));
    this.says.replaceChildren(...this.notes(reply, guilty));
  }

  notes(reply, guilty) {
    const { inv } = this.hand;
    const found = [];
    const no = reply?.no || (!this.hand.armed && this.why);
    if (no) {
      found.push(
        ...this.troop.beside(
          note({ x: 0, y: 0 }, no.text, { kind: 'no', clause: no.clause, wide: 34 }),
          guilty,
          this.spots,
        ),
      );
    }
    const more = (reply?.marks || []).filter((m) => m.note && !/^label/.test(m.kind) && m.note.text !== no?.text);
    return arrange([...found, ...drawNotes(more.slice(0, 3), inv)], this.hand.view(), inv);
  }

  tell() {
    if (this.better && this.singly) this.hand.ready(true, '', word('nearest'));
    else this.hand.ready(!this.fresh?.no);
  }
}

const less = (a, b) => ({ x: a.x - b.x, y: a.y - b.y });

/** How far to shift what reaches from the least of `from` to the most of `to`, for it to lie between two bounds. */
function into(from, to, least, most) {
  const [a, b] = [Math.min(...from), Math.max(...to)];
  if (b - a > most - least) return 0;
  return a < least ? least - a : b > most ? most - b : 0;
}
