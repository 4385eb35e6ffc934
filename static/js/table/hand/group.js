// Moving a unit of loose models: drag any of them and all go; or one at a time, each by its own way.

import { $, svg } from '../../page/dom.js';
import {
  FINE,
  MOST,
  STEP,
  TOGETHER,
  along,
  corners,
  d,
  distance,
  middle,
  number,
  said,
  thinned,
  toUnits,
  toWire,
} from '../space/geom.js';
import { arrange, drawMarks, drawNotes, note } from '../board/marks.js';
import { arrow } from '../board/turned.js';
import { TroopMover } from './mover.js';
import { Troop } from '../board/troop.js';
import { SPARE, entered, extend } from '../space/ways.js';
import { word } from '../../page/words.js';

const SLACK = 10;
const MOST_NOTES = 3;
/** How much of the table beyond its reach is shown with a unit. */
const AROUND = 1.3;

export class Moves extends TroopMover {
  constructor(hand, domain) {
    super(hand, domain);
    this.pin = null;
    this.edges = (domain.starts || []).map((s) => s.map(toUnits));
    this.rim = svg('g', {}, ...this.edges.map((e) => svg('path', { class: 'ring-may', d: d(e) })));
    this.halo = svg('path', { class: 'path-halo thin' });
    this.path = svg('path', { class: 'path-ok thin' });
    this.told = svg('g', { class: 'told' });
    hand.marks.append(this.rim, this.halo, this.path, this.told);
    this.troop = new Troop(hand, domain);
    this.says = svg('g', { class: 'hand' });
    hand.marks.append(this.says);
    this.parts = [this.rim, this.halo, this.path, this.told, this.says];
    this.ways = new Map(this.troop.all.map((m) => [m.id, this.edges.length ? [] : [m.start]]));
    this.frame();
    this.change();
  }

  frame() {
    const starts = this.troop.all.filter((m) => this.ways.get(m.id).length).map((m) => m.start);
    if (!starts.length) return;
    const at = middle(starts);
    const far = Math.max(...this.troop.all.map((m) => distance(at, m.start) + m.allowed));
    this.hand.camera.frame(at, this.hand.camera.ahead(far * AROUND));
  }

  get dirty() {
    return [...this.ways.values()].some((way) => way.length > 1);
  }

  /** Whether it is still to be said where the unit comes on. */
  get idle() {
    return this.edges.length > 0 && !this.dirty;
  }

  get quiet() {
    return this.idle;
  }

  get offers() {
    return Object.keys(this.domain.offered || {}).length > 0;
  }

  get armed() {
    return true;
  }

  /** Where each would end. */
  places() {
    return new Map([...this.ways].filter(([, way]) => way.length).map(([id, way]) => [id, way[way.length - 1]]));
  }

  /** Who is moved now: one, or all. */
  get ids() {
    return this.one && this.solo ? [this.solo] : [...this.ways.keys()];
  }

  // -- by pointer -------------------------------------------------------------

  press(p, counter, event) {
    this.settle();
    if (this.edges.length && !this.dirty) return this.begin(p);
    const m = this.troop.at(p, this.places());
    if (!m) return false;
    const single = this.one || Boolean(event?.altKey);
    this.alone = single;
    if (single) this.solo = m.id;
    this.grip = {
      from: p,
      trace: [p],
      base: new Map(this.ways),
      ids: single ? [m.id] : [...this.ways.keys()],
      single,
      m,
      straight: event?.listed,
    };
    if (single) this.soon();
    return true;
  }

  /** Entering: the first press brings the unit on at the edge. */
  begin(p) {
    this.grip = { from: p, trace: [p], base: new Map(this.ways), ids: [...this.ways.keys()], single: false };
    this.enter(p);
    return true;
  }

  drag(p) {
    const { grip } = this;
    if (!grip) return;
    if (this.edges.length && !grip.single) return void this.enter(p);
    if (grip.straight) grip.trace.length = 1;
    grip.trace.push(p);
    const legs = corners(grip.trace, SLACK).slice(1);
    this.shift(
      grip.base,
      grip.ids,
      legs.map((q) => ({ x: q.x - grip.from.x, y: q.y - grip.from.y })),
      grip.single,
    );
  }

  /** Move these by the same shifts from where they stood in `base`, each only as far as it may go. */
  shift(base, ids, shifts, afresh) {
    const most = Math.min(MOST, Math.floor(TOGETHER / this.ways.size));
    for (const id of ids) {
      const way = base.get(id);
      if (way.length)
        this.ways.set(id, thinned(extend(way, shifts, this.troop.byId.get(id).allowed - SPARE, afresh), most));
    }
    this.change();
  }

  release(p, moved) {
    const { grip } = this;
    this.grip = null;
    if (grip && (moved || this.edges.length)) this.past.push(grip.base);
    else if (grip && this.one) this.solo = grip.m.id;
    this.change();
  }

  tap(p) {
    this.settle();
    if (this.edges.length && !(this.one && this.solo)) {
      this.past.push(new Map(this.ways));
      return void this.enter(p);
    }
    const from = this.anchor();
    if (!from) return undefined;
    const base = new Map(this.ways);
    this.past.push(base);
    this.shift(base, this.ids, [{ x: p.x - from.x, y: p.y - from.y }], false);
    return undefined;
  }

  /** The model by which the unit is steered: the one chosen, or the one in the middle. */
  anchor() {
    const places = this.places();
    if (this.one && this.solo) return places.get(this.solo);
    const at = middle([...places.values()]);
    return [...places.values()].sort((a, b) => distance(a, at) - distance(b, at))[0];
  }

  hover() {}
  leave() {}

  abort() {
    if (this.grip) this.ways = this.grip.base;
    this.grip = null;
    this.change();
  }

  // -- coming on from an edge ---------------------------------------------------

  /** The unit in ranks from the point of an edge nearest to p, as deep as p lies. */
  enter(p) {
    this.ways = entered(p, this.edges, this.troop, this.hand.camera.whole);
    this.change();
  }

  // -- by key and button ----------------------------------------------------------

  key(event) {
    const way = arrow(event.key);
    if (way) return this.steer(way, event.shiftKey ? FINE : STEP);
    const deed = {
      Enter: () => this.confirm(),
      ' ': () => this.settle(),
      Backspace: () => this.back(),
      Delete: () => this.back(),
      '[': () => this.next(-1),
      ']': () => this.next(1),
      1: () => this.single(),
    }[event.key];
    deed?.();
    return deed ? true : event.key === 'Escape' && this.escape();
  }

  act(name) {
    this.hand.camera.table.focus({ preventScroll: true });
    if (name === 'one') this.single();
    if (name === 'offered') this.offer();
  }

  steer([dx, dy], step) {
    if (this.edges.length && !this.dirty) this.enter(this.edges[0][0]);
    this.pin ??= { base: new Map(this.ways), ids: this.ids, x: 0, y: 0 };
    this.pin.x += dx * step;
    this.pin.y += dy * step;
    this.shift(this.pin.base, this.pin.ids, [{ x: this.pin.x, y: this.pin.y }], this.one);
    const at = this.anchor();
    if (at) this.hand.camera.show(at);
    return true;
  }

  /** What the keys have moved so far becomes a corner. */
  settle() {
    if (this.pin) this.past.push(this.pin.base);
    this.pin = null;
  }

  /** A counter of the unit that is reached by Tab is the one to move. */
  pick(id) {
    if (!this.troop.byId.has(id)) return;
    this.solo = id;
    this.single(true);
  }

  offer() {
    this.past.push(new Map(this.ways));
    for (const [id, way] of Object.entries(this.domain.offered || {}))
      this.ways.set(id, this.whole(id, way.map(toUnits)));
    this.change();
  }

  /** What was drawn before the order was chosen is drawn again. */
  resume(ways) {
    this.past.push(new Map(this.ways));
    this.adopt(ways);
  }

  /** Everybody goes the nearest way that is allowed; who has none stays. */
  adopt(ways) {
    for (const [id, way] of this.ways) if (!ways[id] && way.length > 1) this.ways.set(id, way.slice(0, 1));
    for (const [id, way] of Object.entries(ways)) this.ways.set(id, this.whole(id, way.map(toUnits)));
    this.change();
  }

  /** A way with its start, which the server may leave out. */
  whole(id, way) {
    const { start } = this.troop.byId.get(id);
    return this.edges.length || (way.length && distance(way[0], start) < 0.02) ? way : [start, ...way];
  }

  /** Take the last adjustment back. */
  back() {
    const last = this.pin?.base || this.past.pop();
    Object.assign(this, { pin: null, mended: null });
    if (last) this.ways = last;
    this.change();
  }

  escape() {
    if (!this.dirty) return false;
    this.ways = new Map(this.troop.all.map((m) => [m.id, this.edges.length ? [] : [m.start]]));
    Object.assign(this, { past: [], pin: null, grip: null, mended: null });
    this.change();
    return true;
  }

  // -- what it says -----------------------------------------------------------

  wire() {
    const from = this.edges.length ? 0 : 1;
    return Object.fromEntries(
      [...this.ways].filter(([, way]) => way.length > 1).map(([id, way]) => [id, way.slice(from).map(toWire)]),
    );
  }

  draw() {
    const places = this.places();
    const stays = new Set([...this.ways].filter(([, way]) => way.length < 2).map(([id]) => id));
    this.troop.place(places, stays, (this.one && this.solo) || (this.grip?.single && this.solo));
    const at = [...this.ways.values()]
      .filter((way) => way.length > 1)
      .map((way) => d(way))
      .join('');
    this.halo.setAttribute('d', at);
    this.path.setAttribute('d', at);
    if (this.drawn !== this.reply || !this.grip) this.verdict(places);
    this.drawn = this.reply;
  }

  /** What the server found: who is refused, where a way breaks off, what is touched. */
  verdict(places) {
    const { reply } = this;
    const fresh = this.grip ? reply : this.fresh;
    const marks = (fresh?.marks || []).filter((m) => !/^(ghost|label|link|path$)/.test(m.kind));
    this.told.replaceChildren(...drawMarks(marks, { inv: this.hand.inv, side: this.hand.mySide() }));
    this.troop.refuse(this.refused(fresh, places));
    this.says.replaceChildren(...this.notes(fresh, places));
  }

  /** Those whose ghosts the server refuses. */
  refused(reply, places) {
    const ends = (reply?.marks || []).filter((m) => m.kind === 'ghost-no').flatMap((m) => m.points.map(toUnits));
    const found = [...places].filter(([, p]) => ends.some((q) => distance(p, q) < 0.3)).map(([id]) => id);
    return new Set(reply?.no ? [...found, this.culprit(reply.no)] : found);
  }

  /** The model of the unit a refusal names. */
  culprit(no) {
    return Object.values(no.facts || {}).find((fact) => this.troop.byId.has(fact));
  }

  notes(reply, places) {
    const { inv } = this.hand;
    const found = [];
    const no = reply?.no || (!this.hand.armed && this.why);
    const guilty = no && this.culprit(no);
    if (no && !this.idle) {
      found.push(
        ...this.troop.beside(
          note({ x: 0, y: 0 }, no.text, { kind: 'no', clause: no.clause, wide: 34 }),
          guilty,
          places,
        ),
      );
    } else if (this.dirty) {
      const id = this.furthest();
      found.push(...this.troop.beside(note({ x: 0, y: 0 }, this.cost(), { kind: 'ok' }), id, places));
    }
    const more = (reply?.marks || []).filter(
      (m) => m.note && !(no ? /^l(abel|ink)/ : /^label/).test(m.kind) && (!no || m.note.clause !== no.clause),
    );
    return arrange([...found, ...drawNotes(more.slice(0, MOST_NOTES), inv)], this.hand.view(), inv);
  }

  /** The one that has least left to go; the one chosen if one is. */
  furthest() {
    if (this.one && this.solo) return this.solo;
    const spent = ({ id, allowed }) => along(this.ways.get(id)) / (allowed || 1);
    return [...this.troop.all].sort((a, b) => spent(b) - spent(a))[0].id;
  }

  cost() {
    const m = this.troop.byId.get(this.furthest());
    const label = this.hand.question.at.length ? `${this.hand.label} ` : '';
    return `${label}${number(along(this.ways.get(m.id)))} / ${said(m.allowed)}`;
  }

  tell() {
    const no = this.fresh?.no;
    const m = this.troop.byId.get(this.furthest());
    const label = this.dirty ? `${this.hand.label} ${said(along(this.ways.get(m.id)))}` : this.idle ? '' : word('stay');
    if (this.better && this.singly) this.hand.ready(true, '', word('nearest'));
    else this.hand.ready(!no && !this.idle, '', label);
    const back = $('[data-act=corner]', this.hand.panel);
    if (back) back.disabled = !this.past.length && !this.pin;
  }

  confirm() {
    if (!this.idle) super.confirm();
  }
}
