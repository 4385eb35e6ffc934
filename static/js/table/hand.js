// The hand over the table: what it takes, draws, points at; keys do the same.

import { $, say } from '../page/dom.js';
import { code, side } from './board/counters.js';
import { ByKey } from './hand/bykey.js';
import { first, isMine, option, orderable, take } from './hand/choice.js';
import { Held } from './hand/held.js';
import { onto } from './hand/onto.js';
import { Rows } from './hand/rows.js';
import { Several } from './hand/several.js';
import { Threats } from './hand/threat.js';
import { Asked } from './question/asked.js';
import { back } from './question/held.js';
import { distance } from './space/geom.js';
import { toolOf } from './tools.js';

export class Hand extends Asked {
  constructor(board, camera, heard) {
    super(board, camera, heard);
    /** What lies under a place of the screen. */
    this.under = null;
    /** The space bar, while it is down: it may come to move the table. */
    this.struck = null;
    camera.changed = () => this.scaled();
    this.scaled();
    this.threats = new Threats(this);
    this.several = new Several(this);
    this.bykey = new ByKey(this);
    this.listen();
    this.rows = new Rows(this);
  }

  toolOf(question) {
    return toolOf(question);
  }

  adopt() {
    const before = this.question;
    super.adopt();
    if (this.question !== before) this.several.asked();
  }

  ready(yes, amount, label) {
    super.ready(yes, amount, label);
    this.several.plan.readied();
  }

  get inv() {
    return this.camera.inv;
  }

  scaled() {
    this.board.units.scaled(this.camera.scale);
    this.board.labels?.scaled();
    this.tool?.redraw?.();
    this.held?.redraw();
    this.ordered?.draw();
    this.counsel?.draw();
    if (this.several?.bar.hidden === false) this.several.lay();
  }

  /** The part of the table that is seen. */
  view() {
    const free = this.camera.free();
    return { x: this.camera.x, y: this.camera.y, w: this.camera.px(free.w), h: this.camera.px(free.h) };
  }

  announce(text) {
    say(text);
  }

  sideOf(piece) {
    const node = piece && this.board.counter(piece);
    return node ? side(node) : this.listed(piece)?.side || '';
  }

  codeOf(piece) {
    const node = piece && this.board.counter(piece);
    return node ? code(node) : this.listed(piece)?.code || '';
  }

  /** What the lists say of a piece that is not on the table: its side, and its code from the name of its choice. */
  listed(piece) {
    const row = piece && $(`#bands [data-piece="${CSS.escape(piece)}"]`);
    if (!row) return null;
    return { side: side(row.closest('.band')), code: row.dataset.code || this.label.split(' ')[0] };
  }

  mySide() {
    return side($('.go')) || 'a';
  }

  // -- a piece in the hand -------------------------------------------------------------

  /** This counter is taken into the hand; `p` is where the pointer presses on it, `listed` that it comes from a list. */
  hold(counter, id, p = null, listed = false) {
    back();
    this.threats.at(null);
    this.several.stop();
    this.letGo();
    this.unpick();
    if (this.tool) this.drop();
    this.camera.unframe();
    this.aim = null;
    this.held = new Held(this, counter, id, p, listed);
    this.light();
  }

  /** What is in the hand, or armed, is as if it had not been taken. */
  putBack() {
    const there = this.question.at.length || this.aim;
    this.held?.carry?.abort();
    this.commit.unsay();
    this.several.plan.stop();
    this.letGo();
    this.unpick();
    if (there) return void this.to([]);
    this.light();
    return undefined;
  }

  /** The panel goes to this order with what was drawn for it, a choice or a way; it waits to be confirmed at the piece.
   * `stroke`: whether it is to be given by an Enter that was struck meanwhile. */
  async arm(at, drawn, stroke = null) {
    const { id } = this.question;
    if (!(await this.to([...at]))) return;
    if (this.question.id !== id || JSON.stringify(this.question.at) !== JSON.stringify(at)) return;
    this.armed = true;
    this.assent.focuses = this.guard.keys;
    if (drawn === undefined) return undefined;
    if (typeof drawn !== 'string') return void this.resume(drawn, stroke?.wanted);
    const button = this.buttons.find(({ dataset }) => dataset.key === drawn && !dataset.at);
    if (button) this.pick(button);
    return undefined;
  }

  /** What was drawn goes on at its level; that Enter was struck for it meanwhile counts once it has been seen as it was drawn,
   * and nothing is needed where it is given by itself as soon as it may be. */
  resume(drawn, wanted = false) {
    const { at } = this.question;
    this.tool?.resume?.(drawn);
    const meant = () => !this.tool?.spot?.()?.no && this.confirm();
    if (wanted && this.tool?.dirty && !this.commit.acts(at)) this.commit.give(at, meant, meant);
  }

  // -- counters ----------------------------------------------------------------------

  /** A counter was chosen on the table, or what of it a row of a list means: one that may be ordered is taken into the hand. */
  choose(counter, names = this.board.names(counter), row = null) {
    if (counter && this.held && !this.held.is(counter) && onto(this.held, counter, false)) return;
    const id = this.tool?.dirty ? '' : orderable(this, counter, names);
    if (!id) return void this.take(names, row);
    if (!this.held?.is(counter)) this.hold(counter, id);
    void this.held.shown();
  }

  /** What goes by the first of these ids that means anything now: a counter, or its unit; a row says why not. */
  take(ids, row = null) {
    take(this, ids, row);
  }

  /** Whether a click on this counter belongs to the way that is being drawn. */
  owns(counter) {
    if (!this.tool || !counter) return false;
    const id = counter.dataset.piece;
    if (this.tool.mine?.(counter)) return true;
    return (
      this.tool.dirty ||
      id === this.question.domain?.piece ||
      !this.board.names(counter).some((name) => this.roots.has(name))
    );
  }

  // -- the pointer -------------------------------------------------------------------

  /** Whether what is pressed takes the drag: what is drawn, or an own counter that may be taken. */
  press(p, counter, event) {
    this.camera.steady = true;
    this.camera.touched = p;
    this.threats.at(null);
    if (this.several.press(p, counter, event)) return true;
    if (this.held?.press(p, counter)) return true;
    const drawn = this.tool?.dirty;
    if (this.tool?.press(p, counter, event)) {
      if (this.held && !drawn && !this.tool.singly) this.held.down = p;
      return true;
    }
    if (this.tool && this.owns(counter)) return false;
    const id = orderable(this, counter);
    if (id) this.hold(counter, id, p);
    return Boolean(id) || (isMine(this, counter) && Boolean(option(this, this.board.names(counter))));
  }

  /** Whether a drag takes another own piece, at this point, in place of the one whose way or place is drawn. */
  turns(p, counter) {
    const { piece } = counter.dataset;
    const drawn = this.tool?.dirty && ['walk', 'place'].includes(this.question.kind) && !this.held?.is(counter);
    const id = drawn && piece !== this.question.domain?.piece && orderable(this, counter);
    if (id) this.hold(counter, id, p);
    return Boolean(id);
  }

  /** Whether this is an own counter that may not be taken; then it has said why. */
  barred(counter) {
    if (this.tool || !isMine(this, counter) || document.body.dataset.status !== 'playing') return false;
    this.camera.steady = false;
    this.take(this.board.names(counter));
    return true;
  }

  /** The piece in the hand, as long as no tool of its own has been opened for it. */
  get lifted() {
    return this.held && !(this.held.opened && this.tool) ? this.held : null;
  }

  drag(p) {
    if (this.several.holds) return void this.several.drag(p);
    if (this.lifted) return void this.lifted.drag(p);
    this.tool?.drag(p);
    void this.held?.pulled(p);
    return undefined;
  }

  release(p, moved, counter) {
    this.camera.steady = false;
    if (this.several.holds) return this.several.release(p, moved);
    if (this.lifted) return this.lifted.release(p, moved);
    if (this.held) this.held.down = null;
    if (!moved && counter && !this.owns(counter)) return this.choose(counter);
    if (moved && counter && !this.tool && !this.held) return first(this, this.board.names(counter));
    this.tool?.release(p, moved);
    const foe = moved && this.held?.other(p);
    return foe ? onto(this.held, foe, true) : undefined;
  }

  abort() {
    this.camera.steady = false;
    if (this.several.holds) this.several.abort();
    else if (this.lifted) this.lifted.abort();
    else this.tool?.abort();
  }

  /** A finger rests: whether what it holds stays in the hand; another piece says what it is to be reckoned with for. */
  rest(counter) {
    if (this.several.holds || this.lifted?.down || this.tool?.hold?.()) return true;
    this.threats.at(counter, 0);
    return false;
  }

  /** The pointer rests somewhere: its unit shows itself, an option what it would do. */
  hover(p, counter) {
    this.board.mates(counter);
    this.threats.at(counter);
    if (this.lifted) this.lifted.hover(p);
    else if (this.tool) this.tool.hover(p, counter);
    else this.glance.at(counter ? option(this, this.board.names(counter)) : null);
  }

  /** A counter was reached by the Tab key. */
  focus(counter) {
    this.board.mates(counter);
    this.tool?.pick?.(counter.dataset.piece);
    this.threats.at(counter, 0, true);
    if (!this.tool && !this.held) this.glance.at(option(this, this.board.names(counter)));
  }

  leave() {
    this.board.mates(null);
    this.threats.at(null);
    this.glance.at(null);
    this.held?.leave();
    this.tool?.leave();
  }

  tap(p, counter) {
    this.camera.steady = false;
    if (this.several.picked.size) this.several.clear();
    if (this.lifted) return this.lifted.tap(p, counter);
    if (this.held && counter && !this.held.is(counter) && onto(this.held, counter, false)) return undefined;
    if (this.tool && (!counter || this.owns(counter)) && this.tool.domain) void this.clicked(p, counter);
    else if (counter) this.choose(counter);
    else if (this.leaf) this.unpick();
    return undefined;
  }

  /** A click that belongs to what is drawn: a unit that has not moved yet takes the order that goes so far. */
  async clicked(p, counter) {
    const from = !this.tool.dirty && !this.tool.singly && this.tool.anchor?.();
    if (from) await this.held?.suit(distance(from, p));
    this.tool?.tap(p, counter);
  }

  key(event) {
    if (event.key === ' ' && (this.tool || this.held)) {
      this.struck = event;
      return true;
    }
    return this.strike(event);
  }

  /** The space bar was let go of, and moved nothing meanwhile: what it does is done now. */
  space(struck) {
    const event = this.struck;
    this.struck = null;
    if (event && struck) this.strike(event);
  }

  strike(event) {
    if (event.key === 'Escape' && back()) return true;
    if (this.several.key(event)) return true;
    if (this.held?.key(event)) return true;
    if (event.key === 'Escape' && this.armed && !this.held) {
      this.putBack();
      return true;
    }
    if (this.tool?.key(event)) return true;
    if (event.key === 'Enter' && this.leaf) {
      this.confirm();
      return true;
    }
    if (event.key === 'Escape' && (this.leaf || this.question?.at.length)) {
      this.cancel();
      return true;
    }
    return false;
  }
}
