// A question that fills in a record: its fields in the panel, its places and pieces picked on the table.

import { $, $$, svg } from '../../page/dom.js';
import { FINE, STEP, d, distance, middle, round, said, toUnits, toWire } from '../space/geom.js';
import { bearing } from '../space/bearing.js';
import { Form } from './plain.js';
import { drawMarks } from '../board/marks.js';
import { arrow } from '../board/turned.js';
import { Field, Tree, told } from './fields.js';
import { inGround, rim } from '../board/land.js';
import { word } from '../../page/words.js';

const SPOT = 4.5;
/** How long the line of a bearing is drawn, in pixels. */
const FAR = 110;

export class Record extends Form {
  constructor(hand, domain) {
    super(hand, domain);
    this.fields = $$('[data-field]', this.panel).map((node) => new Field(node));
    this.own = svg('g', { class: 'hand form-marks' });
    this.told = svg('g', { class: 'told' });
    hand.marks.append(this.told, this.own);
    this.box = $('[data-form]', this.panel);
    this.box.addEventListener('input', () => this.changed());
    this.box.addEventListener('focusin', (event) => this.at(event.target));
    this.box.addEventListener('pointerover', (event) =>
      this.point(event.target.closest('[data-piece]')?.dataset.piece),
    );
    this.aiming = null;
    this.cursor = null;
    this.refresh();
    this.hand.preview(this.value(), '');
  }

  // -- what it holds ----------------------------------------------------------------

  get open() {
    return this.fields.filter((field) => field.open);
  }

  value() {
    const tree = new Tree();
    for (const field of this.open) tree.put(field.path, field.value());
    return tree.root;
  }

  /** Which fields are asked follows from the others. */
  refresh() {
    for (const field of this.fields) field.show(field.wanted(this.fields));
    for (const part of $$('.form-part', this.box)) part.hidden = !$$('[data-field]', part).some((node) => !node.hidden);
    if (this.aiming && !this.aiming.open) this.aim(null);
    for (const field of this.fields) field.tell();
    this.draw();
  }

  changed() {
    this.refresh();
    this.look();
  }

  /** It is filled in like this; what else is asked then is left open. */
  resume(record) {
    const wanted = this.fields.map((field) => [field, told(record, field.path)]);
    for (const [field, value] of wanted) if (value !== undefined) field.fill(value);
    this.refresh();
    for (const [field, value] of wanted) if (value === undefined && field.open) field.fill();
    this.changed();
  }

  /** The field that is worked at: it is the one that a counter clicked on the table goes to. */
  at(target) {
    this.last = this.fields.find((field) => field.node.contains(target)) || this.last;
  }

  show(reply) {
    super.show(reply);
    const wrong = reply?.no?.facts?.field;
    for (const field of this.fields) field.fault(field.open && this.dirty && wrong === field.path);
    this.told.replaceChildren(...drawMarks(reply?.marks || [], { inv: this.hand.inv, side: this.hand.mySide() }));
  }

  // -- places and pieces on the table -------------------------------------------------

  act(name, button) {
    const field = this.fields.find((one) => one.node.contains(button));
    if (name === 'aim') this.aim(this.aiming === field ? null : field);
    if (name === 'unaim') this.remove(field);
  }

  /** The next clicks on the table are for this field, or for none. */
  aim(field) {
    this.aiming?.press(false);
    this.aiming = field;
    field?.press(true);
    const { room, table } = this.hand.camera;
    room.classList.toggle('is-aiming', Boolean(field));
    this.cursor = null;
    if (field) {
      table.focus({ preventScroll: true });
      this.hand.announce(`${field.name}: ${word('aim')}`);
    }
    this.draw();
  }

  remove(field) {
    field.drop();
    this.changed();
  }

  /** The unit that the record is about. */
  get about() {
    const id = [...this.hand.question.at].reverse().find((key) => this.hand.board.members(key).length);
    return id ? middle(this.hand.board.members(id).map((node) => this.hand.board.stands(node))) : null;
  }

  set(p) {
    const field = this.aiming;
    if (field.type === 'bearing') {
      const from = this.about;
      if (!from || distance(from, p) < 1) return;
      field.point(bearing(from, p));
    } else field.add(toWire(p));
    if (field.full) this.aim(null);
    this.changed();
  }

  mine(counter) {
    return Boolean(this.aiming) || Boolean(this.takes(this.hand.board.names(counter)));
  }

  tap(p, counter) {
    if (this.aiming) return void this.set(p);
    const names = counter ? this.hand.board.names(counter) : this.land(p);
    const found = this.takes(names);
    if (found) {
      found.field.choose(found.id);
      this.changed();
      this.hand.announce(`${found.field.name}: ${found.field.said}`);
    } else if (counter) this.hand.choose(counter);
  }

  /** The field that takes one of these pieces: first the one last worked at. */
  takes(names) {
    const open = this.open.filter((field) => field.type.startsWith('pick'));
    for (const field of [...open.filter((one) => one === this.last), ...open]) {
      const id = names.find((name) => field.pieces.includes(name));
      if (id) return { field, id };
    }
    return null;
  }

  /** The pieces of terrain among the open fields' that lie here. */
  land(p) {
    return this.open.flatMap((field) => field.pieces).filter((id) => inGround(id, p));
  }

  point(id) {
    this.pointed = id || '';
    this.draw();
  }

  hover(p) {
    if (!this.aiming) return;
    this.cursor = p;
    this.draw();
  }

  leave() {
    this.cursor = null;
    this.draw();
  }

  key(event) {
    if (this.aiming && this.steer(event)) return true;
    if (event.target?.closest?.('input, select, textarea')) return false;
    return super.key(event);
  }

  /** The keys move a point over the table, set it and let go of it. */
  steer(event) {
    const way = arrow(event.key);
    if (way) {
      const step = event.shiftKey ? FINE : STEP;
      const whole = this.hand.camera.whole;
      const from = this.cursor || this.about || { x: whole.w / 2, y: whole.h / 2 };
      const clamp = (n, most) => Math.max(0, Math.min(most, n));
      this.cursor = { x: clamp(from.x + way[0] * step, whole.w), y: clamp(from.y + way[1] * step, whole.h) };
      this.hand.camera.show(this.cursor);
      this.draw();
      this.hand.announce(word('at', { x: said(this.cursor.x), y: said(this.cursor.y) }));
    } else if (event.key === 'Escape') this.aim(null);
    else if (event.key === 'Backspace') this.remove(this.aiming);
    else if ((event.key === 'Enter' || event.key === ' ') && this.cursor) this.set(this.cursor);
    else return false;
    return true;
  }

  redraw() {
    this.draw();
  }

  // -- what is drawn --------------------------------------------------------------------

  draw() {
    const found = this.open.flatMap((field) => this.drawn(field));
    const ids = [this.pointed, ...this.open.flatMap((field) => field.chosen)].filter(Boolean);
    const lands = ids.map((id) => rim(id)).filter(Boolean);
    this.own.replaceChildren(
      ...lands.map((at) => svg('path', { class: 'form-land', d: at })),
      ...found,
      ...this.cross(),
    );
    this.hand.board.mark({
      on: [...this.hand.question.at.filter((key) => this.hand.board.members(key).length), ...ids],
      lit: this.hand.question.lit,
    });
  }

  drawn(field) {
    if (field.type === 'bearing') return this.arrow(field);
    const spots = field.spots.map(toUnits);
    const way =
      spots.length > 1 ? [svg('path', { class: 'form-line', d: d(spots, field.high > 2 && spots.length > 2) })] : [];
    return [...way, ...spots.map((p) => this.dot(p))];
  }

  dot(p) {
    return svg('circle', { class: 'form-spot', cx: round(p.x), cy: round(p.y), r: round(SPOT * this.hand.inv) });
  }

  arrow(field) {
    const from = this.about;
    const way = field.value();
    if (!from || way === undefined) return [];
    const turn = (way / 18000) * Math.PI;
    const far = FAR * this.hand.inv;
    const tip = { x: from.x + far * Math.sin(turn), y: from.y - far * Math.cos(turn) };
    const head = svg('path', {
      class: 'form-tip',
      d: 'M-6 5 0-6 6 5z',
      transform: `translate(${round(tip.x)} ${round(tip.y)}) rotate(${round(way / 100)}) scale(${round(this.hand.inv)})`,
    });
    return [svg('path', { class: 'form-line', d: d([from, tip]) }), head];
  }

  cross() {
    if (!this.aiming || !this.cursor) return [];
    const { x, y } = this.cursor;
    const r = 9 * this.hand.inv;
    return [
      svg('path', {
        class: 'form-cross',
        d: `M${round(x - r)} ${round(y)}H${round(x + r)}M${round(x)} ${round(y - r)}V${round(y + r)}`,
      }),
    ];
  }

  clear() {
    this.hand.camera.room.classList.remove('is-aiming');
    for (const part of [this.own, this.told]) part.remove();
  }
}
