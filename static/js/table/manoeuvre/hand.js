// Manoeuvring a formation: drag its front or a corner, press keys or buttons; the steps add up in the panel.

import { $, svg } from '../../page/dom.js';
import { Block, beside } from '../board/block.js';
import { PER_UNIT, d, distance, drawn, inside, length, said, toUnits, units, wired } from '../space/geom.js';
import { bearing, between } from '../space/bearing.js';
import { after, centre, course, footprint, formed, seen, swept, width } from '../space/formation.js';
import { Handles } from './handles.js';
import { arrange, drawMarks, drawNotes, note } from '../board/marks.js';
import { Drill, estimate, joined } from './drill.js';
import { clicked, faced, straight, wheeled } from './pull.js';
import { FINE, corridor, slid } from './slide.js';
import { Mover } from '../hand/mover.js';
import { word } from '../../page/words.js';

const UNIT = length(PER_UNIT);
const DEGREE = 100;
const MOST_NOTES = 3;
/** How far its handles reach beyond it, in pixels. */
const HANDLES = 18;
/** How much of the table about its reach is shown on a screen wider than a phone's. */
const ROOM = 2;
const PHONE = 720;

export class Manoeuvre extends Mover {
  constructor(hand, domain) {
    super(hand, domain);
    this.steps = [];
    this.pin = null;
    this.free = false;
    this.told = svg('g', { class: 'told' });
    this.start = formed(domain.start);
    this.node = hand.board.counter(domain.piece);
    const look = { side: hand.sideOf(domain.piece) || hand.mySide(), code: hand.codeOf(domain.piece) };
    this.ground = svg('path', { class: 'drill-swept' });
    this.halts = svg('path', { class: 'drill-halt' });
    this.reach = svg('path', { class: 'drill-reach' });
    this.block = new Block(look);
    this.handles = new Handles(domain.steps);
    this.says = svg('g', { class: 'hand' });
    this.parts = [this.ground, this.reach, this.told, this.halts, this.block.node, this.handles.node, this.says];
    hand.marks.append(...this.parts);
    this.drill = new Drill(hand.panel, domain);
    this.keys = (event) => {
      this.free = event.shiftKey;
    };
    hand.camera.table.addEventListener('pointermove', this.keys, true);
    hand.camera.frame(
      drawn(centre(this.start)),
      hand.camera.ahead(units(domain.allowance + width(this.start)) * (hand.camera.box.width > PHONE ? ROOM : 1)),
    );
    this.change();
  }

  get dirty() {
    return this.steps.length > 0;
  }

  get bodies() {
    return course(this.start, this.steps);
  }

  get end() {
    return this.bodies[this.steps.length];
  }

  /** Where it would stand, while nothing is being dragged. */
  spot() {
    if (!this.dirty || this.grip) return null;
    const { end } = this;
    const corners = footprint(end).map(drawn);
    return {
      at: drawn(centre(end)),
      r: distance(corners[0], corners[2]) / 2 + this.hand.camera.px(HANDLES),
      no: this.why,
    };
  }

  /** Whether only the direction of a straight way is asked for. */
  get aims() {
    const open = Object.keys(this.domain.steps);
    return open.length === 1 && open[0] === 'wheel';
  }

  mine(counter) {
    return counter?.dataset.piece === this.domain.piece;
  }

  /** The bearing it goes along: the one it was ordered, else the one it looks. */
  get way() {
    return this.domain.way ?? this.end.facing;
  }

  get straightOn() {
    return ['forward', 'back', 'slide'].some((name) => this.may(name));
  }

  /** Whether a kind of step is open. */
  may(name) {
    return name in this.domain.steps;
  }

  // -- by pointer -------------------------------------------------------------

  press(p) {
    const { end } = this;
    const kind = this.handles.at(p, this.hand) || (inside(footprint(end).map(drawn), p) ? 'line' : '');
    if (!kind || (kind === 'line' && !this.straightOn)) return false;
    this.settle();
    this.grip = { kind, from: wired(p), base: this.steps, body: end };
    return true;
  }

  drag(p) {
    const { grip } = this;
    if (!grip) return;
    const at = wired(p);
    if (grip.kind === 'line' && this.may('slide')) slid(this, grip, at);
    else if (grip.kind === 'line') straight(this, grip, seen(grip.body, at).ahead - seen(grip.body, grip.from).ahead);
    else if (this.may('wheel')) wheeled(this, grip, at);
    else faced(this, grip, between(bearing(centre(grip.body), grip.from), bearing(centre(grip.body), at)));
  }

  release(p, moved) {
    const { grip } = this;
    this.grip = null;
    if (moved && grip && grip.base !== this.steps) this.past.push(grip.base);
    this.change();
  }

  /** A finger that rests before it drags keeps hold. */
  hold() {
    return Boolean(this.grip);
  }

  abort() {
    if (this.grip) this.steps = this.grip.base;
    this.grip = null;
    this.change();
  }

  /** A click on the table: wheel until it lies straight ahead, then forward to it as far as that goes. */
  tap(p) {
    const end = this.aims ? this.start : this.end;
    if (inside(footprint(end).map(drawn), p)) return;
    this.settle();
    clicked(this, end, wired(p));
  }

  hover(p) {
    this.hand.camera.table.classList.toggle('is-over', Boolean(this.handles.at(p, this.hand)));
  }

  leave() {}

  // -- by key and button ----------------------------------------------------------

  key(event) {
    const fine = event.shiftKey;
    const deed = {
      ArrowUp: () => this.steer('forward', fine ? FINE : UNIT),
      ArrowDown: () => this.steer('forward', fine ? -FINE : -UNIT),
      ArrowLeft: () => this.steer('wheel', fine ? -DEGREE : -5 * DEGREE),
      ArrowRight: () => this.steer('wheel', fine ? DEGREE : 5 * DEGREE),
      Enter: () => this.confirm(),
      ' ': () => this.settle(),
      Backspace: () => this.back(),
      Delete: () => this.back(),
      '[': () => this.turned(-9000),
      ']': () => this.turned(9000),
      t: () => this.turned(18000),
      T: () => this.turned(18000),
      '+': () => this.files(1),
      '=': () => this.files(1),
      '-': () => this.files(-1),
      Escape: () => this.dirty && this.back(),
    }[event.key];
    return Boolean(deed) && deed() !== false;
  }

  act(name) {
    this.hand.camera.table.focus({ preventScroll: true });
    const deeds = {
      'turn-left': () => this.turned(-9000),
      'turn-right': () => this.turned(9000),
      about: () => this.turned(18000),
      'face-left': () => this.faceBy(-9000),
      'face-right': () => this.faceBy(9000),
      'face-about': () => this.faceBy(18000),
      wider: () => this.files(1),
      narrower: () => this.files(-1),
      offered: () => this.offer(),
    };
    deeds[name]?.();
  }

  /** Keys of one kind make one step, which more of them lengthen or shorten, until something else is done. */
  steer(name, by) {
    if (name === 'forward' && this.may('slide')) return this.steer('slide', by);
    const turns = name === 'wheel' && !this.may('wheel');
    if (turns ? !this.may('face') : !this.may(name) && !(name === 'forward' && this.may('back'))) return undefined;
    if (this.pin?.name !== name) {
      this.settle();
      const last = this.aims ? this.steps[0] : null;
      this.pin = { name, by: last?.by || 0, base: last ? [] : this.steps, undo: this.steps, facing: this.end.facing };
    }
    this.pin.by += by;
    const step =
      name === 'slide'
        ? { name, by: this.pin.by, way: this.way }
        : turns
          ? { name: 'face', by: (this.pin.facing + this.pin.by + 36000 * 5) % 36000 }
          : { name, by: this.pin.by };
    this.adjust(this.pin.base, step);
    this.hand.camera.show(drawn(this.end.at));
    this.hand.announce(this.drill.last(this.steps));
    return undefined;
  }

  /** What the keys have done so far is a step of its own. */
  settle() {
    if (this.pin && this.pin.undo !== this.steps) this.past.push(this.pin.undo);
    this.pin = null;
  }

  /** About its middle by so much from where it looks now. */
  faceBy(by) {
    return this.may('face') && this.add({ name: 'face', by: (this.end.facing + by + 36000) % 36000 });
  }

  turned(by) {
    if (!this.may('turn') && this.may('face')) return this.faceBy(by);
    return this.may('turn') && this.add({ name: 'turn', by });
  }

  /** Wider or narrower by a file. */
  files(by) {
    const { end } = this;
    const most = this.domain.steps.files || end.number;
    const files = Math.max(1, Math.min(most, end.number, end.files + by));
    return this.may('files') && (files === end.files || this.add({ name: 'files', by: files }));
  }

  add(step) {
    this.settle();
    this.past.push(this.steps);
    this.adjust(this.steps, step);
    this.hand.announce(this.drill.last(this.steps));
  }

  /** These steps with one more, which may grow together with the last. */
  adjust(base, step) {
    this.steps = joined(base, step, this.domain.steps, course(this.start, base.slice(0, -1)).pop());
    this.change();
  }

  offer() {
    this.settle();
    this.past.push(this.steps);
    this.steps = listed(this.domain.offered);
    this.change();
  }

  /** What was drawn before the order was chosen is drawn again. */
  resume(steps) {
    this.adopt(steps);
  }

  adopt(steps) {
    this.steps = listed(steps);
    this.change();
  }

  back() {
    const last = this.pin?.undo || this.past.pop() || [];
    Object.assign(this, { pin: null, mended: null });
    this.steps = last;
    this.change();
  }

  // -- what it says -----------------------------------------------------------

  /** How far it may still go by one kind of step, as the hand reckons it. */
  left(steps, name) {
    const [num, den] = this.domain.rates[name] || [0, 1];
    const spent = estimate(this.start, steps, this.domain.rates);
    return num ? Math.floor((Math.max(0, this.domain.allowance - spent) * den) / num) : 0;
  }

  wire() {
    return this.steps.map(({ name, by, way }) => (name === 'slide' ? [name, by, way] : [name, by]));
  }

  get offers() {
    return this.domain.offered.length > 0;
  }

  /** The panel says the cost by itself. */
  following(reply) {
    return reply && { ...reply, notes: reply.notes.slice(1) };
  }

  tell() {
    const { fresh } = this;
    this.drill.tell(this.start, this.steps, fresh);
    const stay = this.dirty || this.aims ? '' : word('stay');
    const far = this.dirty && this.domain.allowance && estimate(this.start, this.steps, this.domain.rates);
    this.hand.ready(!fresh?.no, far ? said(units(far)) : '', stay);
    const back = $('[data-act=corner]', this.hand.panel);
    if (back) back.disabled = !this.dirty;
  }

  draw() {
    const { bodies, hand } = this;
    const end = bodies[bodies.length - 1];
    const at = drawn(end.at);
    this.node?.classList.toggle('is-away', this.dirty);
    this.block.show(this.dirty);
    this.block.ranked(end);
    this.block.place(at, end.facing);
    this.handles.place(at, end, hand.inv, this.may('slide') ? this.way : undefined);
    put(
      this.ground,
      this.steps.flatMap((step, n) => swept(bodies[n], step)),
    );
    put(this.halts, bodies.slice(this.dirty ? 0 : 1, -1).map(footprint));
    this.lane(end);
    if (this.drawn !== this.fresh || !this.grip) this.verdict(bodies);
    this.drawn = this.fresh;
    this.says.replaceChildren(...this.notes(end));
  }

  /** The ground straight ahead that its allowance still reaches. */
  lane(end) {
    if (this.may('slide')) return void put(this.reach, corridor(this, end));
    const far = this.may('forward') ? this.left(this.steps, 'forward') : 0;
    const half = width(end) / 2;
    const ahead = { ...end, at: after(end, { name: 'forward', by: far }).at };
    const [a, b] = [footprint(end), footprint(ahead)];
    this.reach.setAttribute('d', far && half ? d([a[0], b[0], b[1], a[1]].map(drawn)) : '');
  }

  /** What the server found: who is touched, where contact is made; what the hand draws by itself is not drawn again. */
  verdict(bodies) {
    const { fresh } = this;
    this.block.refuse(Boolean(fresh?.no));
    const own = bodies.map((body) => drawn(body.at));
    const front = (m) => toUnits([(m.points[0][0] + m.points[1][0]) / 2, (m.points[0][1] + m.points[1][1]) / 2]);
    const other = (m) => m.kind.startsWith('block') && !own.some((p) => distance(p, front(m)) < 0.3);
    const marks = fresh?.marks || [];
    const more = marks.some(other);
    const kept = marks.filter((m) =>
      m.kind.startsWith('block') ? other(m) : more || !/^(path|swept|label)/.test(m.kind),
    );
    this.told.replaceChildren(...drawMarks(kept, { inv: this.hand.inv, side: this.hand.mySide() }));
    this.kept = kept;
  }

  notes(end) {
    const { inv } = this.hand;
    const no = this.fresh?.no || (!this.hand.armed && this.why);
    const text = no?.text || this.cost();
    const box = note({ x: 0, y: 0 }, text, no ? { kind: 'no', clause: no.clause, wide: 34 } : { kind: 'ok' });
    const points = [...footprint(end).map(drawn), ...this.handles.spots];
    const told = no || !this.dirty ? [] : this.fresh?.notes.slice(1, MOST_NOTES) || [];
    const warns = told.map((one) => note({ x: 0, y: 0 }, `! ${one.text}`, { kind: 'gold', wide: 34 }));
    const boxes = this.dirty || no || this.aims ? [box, ...warns] : [];
    const found = boxes.map((one) => beside(one, points, this.hand.view(), inv));
    const rest = (this.fresh ? this.kept || [] : []).filter(
      (m) => m.note && ![text, ...told.map((one) => one.text)].includes(m.note.text),
    );
    return arrange([...found, ...drawNotes(rest.slice(0, MOST_NOTES), inv)], this.hand.view(), inv);
  }

  /** What is used of how much: as the server says, else as the hand reckons it. */
  cost() {
    return (
      this.fresh?.notes[0]?.text ||
      (this.domain.allowance ? this.drill.sum(this.start, this.steps) : this.drill.last(this.steps))
    );
  }

  clear() {
    this.node?.classList.remove('is-away');
    this.hand.camera.table.classList.remove('is-over');
    this.hand.camera.table.removeEventListener('pointermove', this.keys, true);
    super.clear();
  }
}

/** Steps as the wire has them. */
const listed = (steps) => steps.map(([name, by, way]) => ({ name, by, ...(name === 'slide' ? { way } : {}) }));

/** Outlines as one path. */
const put = (path, outlines) => path.setAttribute('d', outlines.map((one) => d(one.map(drawn), true)).join(''));
