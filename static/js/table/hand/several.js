// Several own pieces at once: picked by a lasso or one by one, dragged in their shape, put one after the other.

import { $, $$, html, put, svg } from '../../page/dom.js';
import { word } from '../../page/words.js';
import { stands } from '../board/counters.js';
import { arrow } from '../board/turned.js';
import { note } from '../board/marks.js';
import { measures } from '../board/text.js';
import { FINE, STEP, d, middle, round, said, toUnits, toWire } from '../space/geom.js';
import { orderable, takeable } from './choice.js';
import { along, fewest } from './beside.js';
import { lies } from './lies.js';
import { ranked } from './ranked.js';
import { ghosts, places } from './shade.js';
import { farthestOf, grasped, isTooFar } from './deeds.js';
import { Plan } from './plan.js';

/** A lasso smaller than this, in pixels, picks nobody. */
const LEAST = 6;
/** On a phone the bar is short, and lies above the sheet. */
const phone = matchMedia('(max-width: 720px)');

export class Several {
  constructor(hand) {
    this.hand = hand;
    /** Who is picked, by the id that is ordered, and what each may be ordered, once it is known. */
    this.picked = new Map();
    this.grip = null;
    this.by = { x: 0, y: 0 };
    /** Whether every press picks, as with Shift. */
    this.on = false;
    this.layer = svg('g', { class: 'several' });
    this.shape = svg('g', { class: 'several-shape' });
    this.lasso = svg('path', { class: 'lasso' });
    this.far = svg('g', { class: 'hand' });
    this.layer.append(this.shape, this.lasso, this.far);
    hand.board.marks.append(this.layer);
    this.plan = new Plan(hand, () => this.show());
    this.bar = html('div', { class: 'several-bar', role: 'group', hidden: '', 'aria-label': word('several') });
    hand.camera.table.parentElement.append(this.bar);
    this.bar.addEventListener('click', (event) => this.clicked(event.target.closest('button')?.dataset.several));
    this.button = $('#t-several');
    this.button?.addEventListener('click', () => this.toggleOn());
  }

  /** Whether several are picked, or still to be put. */
  get any() {
    return this.picked.size > 0 || this.plan.items.length > 0;
  }

  /** Whether what is dragged now is several pieces, or a lasso. */
  get holds() {
    return Boolean(this.grip);
  }

  toggleOn(on = !this.on) {
    this.on = on;
    this.button?.setAttribute('aria-pressed', String(on));
    this.hand.announce(word(on ? 'pick-several' : 'pick-one'));
  }

  // -- picking ----------------------------------------------------------------------

  /** One more is picked, or one less. */
  toggle(id) {
    if (this.picked.has(id)) this.picked.delete(id);
    else this.pick(id);
    this.changed();
  }

  pick(id) {
    const { question } = this.hand;
    this.picked.set(id, null);
    void grasped(question.seat, id).then((reply) => {
      if (!this.picked.has(id) || reply?.ask !== question.id) return;
      this.picked.set(id, reply);
      if (!this.grip) this.show();
    });
  }

  clear() {
    this.picked.clear();
    this.abort();
    this.changed();
  }

  /** Nobody is picked, and nothing is put any more. */
  stop() {
    this.plan.stop();
    if (this.picked.size) this.clear();
  }

  changed() {
    for (const node of this.hand.board.all()) put(node, 'is-picked', this.stand(node));
    for (const button of $$('#bands button[data-piece]'))
      put(button.closest('li, p'), 'is-picked', this.picked.has(button.dataset.piece));
    this.shape.replaceChildren();
    this.show();
  }

  stand(node) {
    return this.picked.size > 0 && this.hand.board.names(node).some((id) => this.picked.has(id));
  }

  /** Whether a row was meant to be picked with others. */
  rowed(button, event) {
    if (!event.shiftKey && !this.on) return false;
    const id = button.dataset.piece;
    const counter = this.hand.board.one([id]);
    const names = counter?.dataset.piece === id ? this.hand.board.names(counter) : [id];
    const found = takeable(this.hand, names);
    if (!found) return false;
    this.withHeld();
    this.toggle(found);
    return true;
  }

  /** Who is in the hand is picked with those that follow. */
  withHeld() {
    const { held } = this.hand;
    if (!held) return;
    this.hand.putBack();
    if (!this.picked.has(held.id)) this.pick(held.id);
  }

  // -- by pointer --------------------------------------------------------------------

  /** Whether the press is for several: on one that is picked, or with Shift or the switch anywhere. */
  press(p, counter, event) {
    const { hand } = this;
    const many = event.shiftKey || this.on;
    if (counter && this.stand(counter) && !this.plan.items.length) {
      this.grip = { from: p, counter, many, drags: true };
      return true;
    }
    if (!many || hand.tool?.dirty || hand.armed || hand.question?.state !== 'mine') return false;
    const id = orderable(hand, counter);
    if (counter && !id) return false;
    if (!id && hand.tool && !hand.held) return false;
    this.plan.stop();
    this.withHeld();
    this.grip = { from: p, counter, many, id, drags: false };
    return true;
  }

  drag(p) {
    const { grip } = this;
    if (grip.drags) return void this.shift({ x: p.x - grip.from.x, y: p.y - grip.from.y });
    this.lasso.setAttribute('d', d(boxed(grip.from, p), true));
    return undefined;
  }

  release(p, moved) {
    const { grip } = this;
    this.grip = null;
    this.lasso.setAttribute('d', '');
    if (grip.drags && moved) this.drop();
    else if (grip.drags) this.tapped(grip);
    else if (moved) this.caught(grip.from, p);
    else if (grip.id) this.toggle(grip.id);
  }

  /** A click on one of them: with Shift it is picked no more, else it alone is taken. */
  tapped({ counter, many }) {
    const id = this.hand.board.names(counter).find((one) => this.picked.has(one));
    if (many) return void this.toggle(id);
    this.clear();
    this.hand.choose(counter);
    return undefined;
  }

  /** All own pieces in a box are picked that may act. */
  caught(a, b) {
    const { hand } = this;
    const least = hand.camera.px(LEAST);
    if (Math.abs(a.x - b.x) < least && Math.abs(a.y - b.y) < least) return;
    const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
    const [high, low] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
    const within = (q) => q.x > left && q.x < right && q.y > high && q.y < low;
    const ids = hand.board.all().flatMap((node) => (within(stands(node)) ? orderable(hand, node) : []));
    for (const id of new Set(ids)) if (id && !this.picked.has(id)) this.pick(id);
    this.changed();
  }

  abort() {
    this.grip = null;
    this.by = { x: 0, y: 0 };
    this.lasso.setAttribute('d', '');
    this.shape.replaceChildren();
    this.far.replaceChildren();
  }

  /** A row of one that is picked is dragged: all of them come. */
  lift(button) {
    if (this.picked.size < 2 || !this.picked.has(button.dataset.piece)) return false;
    const counter = this.hand.board.one([button.dataset.piece]);
    this.grip = { from: counter ? stands(counter) : { x: 0, y: 0 }, counter, many: false, drags: true };
    return true;
  }

  // -- their shape --------------------------------------------------------------------

  /** All of them are this far from where they stand, or from the middle where they are to be set up. */
  shift(by) {
    this.by = by;
    if (!this.shape.childElementCount)
      this.shape.replaceChildren(...this.items().flatMap((item) => ghosts(this.hand, item, item.to)));
    this.shape.setAttribute('transform', `translate(${round(by.x)} ${round(by.y)})`);
    this.measure();
  }

  /** How far they go, where they are held, and how far the first may for whom that is too far; nothing where no distance is told before an order. */
  measure() {
    if (!measures()) return;
    const { by, hand } = this;
    const ids = [...this.picked.keys()];
    const stand = ids.every((id) => hand.board.members(id).length);
    const from = stand && (this.grip?.from || middle(Object.values(places(hand.board, ids[0]))));
    const way = Math.hypot(by.x, by.y);
    const at = from && { x: from.x + by.x, y: from.y + by.y };
    const most = this.most(by);
    const text = most === null ? said(way) : word('too-far', { far: said(way), most: said(most) });
    const kind = most === null ? 'ok' : 'no';
    this.far.replaceChildren(...(at && way ? [note(at, text, { kind, dx: 18, dy: -34 })] : []));
  }

  /** The least of them that is less than it would have to go, of what the page was told of each; none where all may. */
  most(by) {
    const all = [...this.picked.values()].map((reply) => reply && farthestOf(reply, by)).filter(Boolean);
    const short = all.filter(isTooFar).map(({ most }) => most);
    return short.length ? Math.min(...short) : null;
  }

  /** Each with its places, those who stand where they stand, the others in ranks about (0, 0). */
  items() {
    const { board } = this.hand;
    const [here, off] = [[], []];
    for (const [id, reply] of this.picked) (board.members(id).length ? here : off).push([id, reply]);
    const standing = here.map(([id]) => ({ id, to: places(board, id) }));
    return [...standing, ...ranked(off, this.hand.camera.whole)];
  }

  /** Let go of: where all are to be. Those that go on are put one after the other, set-ups once that is confirmed. */
  drop() {
    const { by } = this;
    const moved = (p) => toWire({ x: p.x + by.x, y: p.y + by.y });
    const items = this.items().map(({ to, ...item }) => ({
      ...item,
      was: places(this.hand.board, item.id),
      to: Object.fromEntries(Object.entries(to).map(([piece, p]) => [piece, moved(p)])),
    }));
    const along = ({ to }) => Object.values(to).reduce((sum, [x, y]) => sum + x * by.x + y * by.y, 0);
    const far = (item) => along(item) / Object.keys(item.to).length;
    const setsUp = items.some(({ id }) => !this.hand.board.members(id).length);
    const ordered = setsUp ? items : items.sort((a, b) => far(b) - far(a));
    this.clear();
    if (this.on) this.toggleOn(false);
    if (!setsUp || document.body.dataset.confirm === 'never') return void this.plan.begin(ordered, setsUp);
    this.ready = ordered;
    this.show();
    return undefined;
  }

  // -- what it says --------------------------------------------------------------------

  /** Those still to be put are ghosts; the bar says how many there are, and what may be done with them. */
  show() {
    const { plan } = this;
    const waiting = this.ready || plan.items.filter((item) => item !== plan.now && !item.hold);
    const shown = waiting.flatMap((item) => ghosts(this.hand, item, drawn(item.to)));
    if (!this.grip) {
      this.shape.replaceChildren(...shown);
      this.shape.removeAttribute('transform');
    }
    this.shape.classList.toggle('is-planned', shown.length > 0);
    const said = this.said();
    const came = this.bar.hidden;
    this.bar.hidden = !said;
    if (!said) return;
    const [text, ...deeds] = said;
    const same = this.stood === said.join();
    this.stood = said.join();
    // What stands there already is left alone: it may just be pressed.
    if (!same) this.bar.replaceChildren(html('p', {}, text), ...deeds.map(act), act('let-go'));
    if (came || !same) this.lay(!came);
  }

  /** The bar stands where it lies on the fewest pieces; it stays where it is as long as no other place is better. */
  lay(stays = !this.bar.hidden) {
    const { offsetLeft: x, offsetTop: y, offsetWidth: w, offsetHeight: h, style } = this.bar;
    const found = lies(this.hand, this.bar.offsetParent);
    const places = along({ w, h }, found.seen, phone.matches);
    const best = fewest(stays ? [{ x, y, w, h }, ...places] : places, found);
    style.left = `${Math.round(best.x)}px`;
    style.top = `${Math.round(best.y)}px`;
  }

  /** The sentence of the bar and what may be done; none where nobody is picked. */
  said() {
    const { plan, ready, picked } = this;
    if (ready) return [word('set-up-here', { n: ready.length }), 'set-up'];
    if (plan.items.length) return [word(plan.items[0].hold ? 'still-hold' : 'still-to-put', { n: plan.items.length })];
    if (picked.size < 1) return null;
    const off = [...picked.keys()].some((id) => !this.hand.board.members(id).length);
    const holds = !off && [...picked.values()].some((reply) => reply?.hold?.length);
    const key = phone.matches ? 'picked-short' : off ? 'picked-off' : 'picked';
    return [word(key, { n: picked.size }), ...(holds ? ['hold'] : [])];
  }

  clicked(deed) {
    const { ready } = this;
    if (deed === 'let-go') {
      const { now } = this.plan;
      this.ready = null;
      this.stop();
      // What of the plan is drawn already goes with it, or it would take what is dragged next.
      if (now) this.hand.putBack();
      this.show();
    } else if (deed === 'set-up' && ready) {
      this.ready = null;
      this.plan.begin(ready, true);
    } else if (deed === 'hold') {
      const items = [...this.picked.keys()].map((id) => ({ id, hold: true }));
      this.clear();
      this.plan.begin(items, true);
    }
  }

  key(event) {
    if (event.key === 'Escape' && (this.any || this.ready)) {
      this.clicked('let-go');
      return true;
    }
    const way = this.picked.size > 1 && !this.hand.held && arrow(event.key);
    if (way) {
      const step = event.shiftKey ? FINE : STEP;
      this.shift({ x: this.by.x + way[0] * step, y: this.by.y + way[1] * step });
      return true;
    }
    if (event.key !== 'Enter' || this.picked.size < 2 || !(this.by.x || this.by.y)) return false;
    this.drop();
    return true;
  }

  // -- the question ----------------------------------------------------------------------

  /** Another question: who is picked for the last one is no more, unless it is his turn now. */
  asked() {
    const { id } = this.hand.question;
    if (this.known === undefined) this.plan.resume();
    if (this.known !== id) {
      this.known = id;
      if (this.picked.size) this.clear();
      this.ready = null;
    }
    this.plan.asked();
    this.show();
  }
}

const act = (deed) =>
  html(
    'button',
    { type: 'button', class: deed === 'let-go' ? 'btn' : 'btn ink', 'data-several': deed },
    word(`several-${deed}`),
  );

/** Places of the wire in drawing units. */
const drawn = (to) => Object.fromEntries(Object.entries(to).map(([piece, at]) => [piece, toUnits(at)]));

/** The corners of a box. */
const boxed = (a, b) => [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }];
