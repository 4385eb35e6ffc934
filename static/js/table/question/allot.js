// Giving things out: chips onto counters or onto the rows of the panel, by button, drag or key.

import { $, $$, svg } from '../../page/dom.js';
import { areaNames } from '../board/areas.js';
import { radius, stands } from '../board/counters.js';
import { distance, middle, round } from '../space/geom.js';
import { Form } from './plain.js';
import { arrange, drawMarks, drawNotes } from '../board/marks.js';
import { word } from '../../page/words.js';

const SLACK = 5;
/** How much of the table about who gives and who is given to is shown on a screen wider than a phone's. */
const ROOM = 2.2;
const LEAST = 300;
const PHONE = 720;
/** What is drawn and needs no box of words beside it: the panel has them. */
const MUTE = ['lane', 'arc', 'label'];

export class Allot extends Form {
  constructor(hand, domain) {
    super(hand, domain);
    this.items = new Map(domain.items.map((item) => [item.key, item]));
    this.given = new Map(Object.entries(domain.offered));
    this.marks = [];
    this.box = $('.allot', this.panel);
    this.pool = $('[data-pool]', this.box);
    this.rows = new Map($$('[data-to]', this.box).map((row) => [row.dataset.to, row]));
    this.chips = new Map($$('[data-item]', this.box).map((chip) => [chip.dataset.item, chip]));
    this.told = svg('g', { class: 'told' });
    this.tallies = svg('g', { class: 'tallies' });
    hand.marks.append(this.told, this.tallies);
    this.box.addEventListener('click', (event) => this.click(event));
    this.box.addEventListener('pointerdown', (event) => this.grab(event));
    this.first();
  }

  /** The first look: as it would be shared out, and what stands against that. */
  first() {
    this.frame();
    this.tell();
    this.hand.preview(this.value(), '');
  }

  /** Bring who gives and who is given to into sight where they are too small for fingers. */
  frame() {
    const pieces = [...this.items.values()].map((item) => item.piece).filter(Boolean);
    const places = [...this.rows.keys(), ...pieces]
      .map((id) => this.hand.board.counter(id))
      .filter(Boolean)
      .map(stands);
    const at = middle(places);
    const far = Math.max(...places.map((p) => distance(at, p))) + 60;
    const { camera } = this.hand;
    if (places.length) camera.frame(at, camera.box.width > PHONE ? Math.max(LEAST, far * ROOM) : far, true);
  }

  value() {
    return Object.fromEntries(this.given);
  }

  /** It is given out like this. */
  resume(wanted) {
    this.given = new Map(Object.entries(wanted));
    this.look();
  }

  get left() {
    return [...this.items.keys()].filter((key) => !this.given.has(key));
  }

  // -- giving --------------------------------------------------------------------

  /** Give an item, or take it back where there is nobody to give it to. */
  give(key, to) {
    if (to && !this.items.get(key).values.includes(to))
      return void this.hand.refuse({ text: word('not-to', { who: this.nameOf(to) }), clause: '' });
    if (to) this.given.set(key, to);
    else this.given.delete(key);
    this.held = null;
    this.look();
  }

  /** The chip in the hand goes to this one, or the next that is left and may. */
  next(to) {
    const key = this.held || this.left.find((it) => this.items.get(it).values.includes(to)) || this.spare(to);
    if (key) this.give(key, to);
  }

  /** With none left, one is taken from whoever has most. */
  spare(to) {
    const able = [...this.given].filter(([key, from]) => from !== to && this.items.get(key).values.includes(to));
    const count = (id) => [...this.given.values()].filter((other) => other === id).length;
    return able.sort((a, b) => count(b[1]) - count(a[1]))[0]?.[0];
  }

  nameOf(id) {
    return $('b', this.rows.get(id))?.textContent || id;
  }

  look() {
    this.dirty = true;
    this.tell();
    if (this.left.length) this.hand.refuse(null);
    else this.hand.preview(this.value(), '');
  }

  show(reply) {
    this.hand.refuse(reply?.no || null);
    this.hand.then(reply);
    this.hand.ready(!reply?.no && !this.left.length);
    this.marks = reply?.marks || [];
    this.mark();
  }

  /** Lanes, arcs, distances: what the server says of it as it is shared out now. */
  mark() {
    const { inv } = this.hand;
    const notes = arrange(
      drawNotes(
        this.marks.filter((m) => !MUTE.includes(m.kind)),
        inv,
      ),
      this.hand.view(),
      inv,
    );
    const names = areaNames(
      this.marks.filter((m) => m.kind === 'label'),
      inv,
    );
    this.told.replaceChildren(...drawMarks(this.marks, { inv, side: this.hand.mySide() }), ...names, ...notes);
  }

  act(name) {
    if (name === 'offered') this.given = new Map(Object.entries(this.domain.offered));
    if (name === 'none') this.given = new Map();
    this.held = null;
    this.look();
  }

  // -- by hand -------------------------------------------------------------------

  click(event) {
    if (this.dragged) return;
    const chip = event.target.closest('[data-item]');
    const row = event.target.closest('[data-to]');
    if (chip) this.hold(chip.dataset.item);
    else if (row && event.target.closest('button')) this.next(row.dataset.to);
  }

  /** Take a chip in the hand, or put it down. */
  hold(key) {
    this.held = this.held === key ? null : key;
    this.tell();
  }

  tap(p, counter) {
    const to = counter?.dataset.piece;
    if (to && this.rows.has(to)) this.next(to);
    else if (counter) this.hand.choose(counter);
  }

  mine(counter) {
    return this.rows.has(counter?.dataset.piece);
  }

  grab(event) {
    const chip = event.target.closest('[data-item]');
    if (!chip || event.button) return;
    event.preventDefault();
    chip.focus({ preventScroll: true });
    const from = { x: event.clientX, y: event.clientY };
    const copy = chip.cloneNode(true);
    copy.classList.add('is-dragged');
    this.dragged = false;
    const move = (to) => {
      if (!this.dragged && Math.hypot(to.clientX - from.x, to.clientY - from.y) < SLACK) return;
      if (!this.dragged) {
        document.body.append(copy);
        this.held = chip.dataset.item;
        this.tell();
      }
      this.dragged = true;
      copy.style.transform = `translate(${to.clientX}px, ${to.clientY}px) translate(-50%, -50%)`;
    };
    const end = (to) => {
      for (const [name, deed] of Object.entries({ pointermove: move, pointerup: end, pointercancel: end }))
        window.removeEventListener(name, deed);
      copy.remove();
      if (this.dragged) this.letGo(chip.dataset.item, to);
      setTimeout(() => {
        this.dragged = false;
      });
    };
    for (const [name, deed] of Object.entries({ pointermove: move, pointerup: end, pointercancel: end }))
      window.addEventListener(name, deed);
  }

  /** A chip let go over a row, over the pool or over a counter. */
  letGo(key, at) {
    const over = document.elementFromPoint(at.clientX, at.clientY);
    const row = over?.closest('[data-to]');
    if (row) return void this.give(key, row.dataset.to);
    if (over?.closest('[data-pool]')) return void this.give(key, null);
    const counter = over?.closest('#table') && this.hand.under(this.hand.camera.at(at.clientX, at.clientY));
    if (counter && this.rows.has(counter.dataset.piece)) return void this.give(key, counter.dataset.piece);
    this.held = null;
    this.tell();
    return undefined;
  }

  key(event) {
    if (event.key === 'Escape' && this.held) {
      this.hold(this.held);
      return true;
    }
    return super.key(event);
  }

  // -- what it shows ---------------------------------------------------------------

  tell() {
    for (const [key, chip] of this.chips) {
      const place = this.given.has(key) ? $('.got', this.rows.get(this.given.get(key))) : this.pool;
      if (chip.parentElement !== place) this.move(chip, place);
      chip.setAttribute('aria-pressed', String(this.held === key));
    }
    const left = this.left.length;
    const line = $('.split-left', this.box);
    line.textContent = left ? word('left', { n: left }) : word('done');
    line.classList.toggle('is-done', !left);
    const may = this.held ? this.items.get(this.held).values : [...this.rows.keys()];
    for (const [id, row] of this.rows) row.classList.toggle('is-shut', !may.includes(id));
    this.hand.board.mark({
      targets: may,
      on: this.held && this.items.get(this.held).piece ? [this.items.get(this.held).piece] : [],
    });
    this.hand.ready(!left);
    this.draw();
  }

  /** A chip changes its place and keeps the reader's focus. */
  move(chip, place) {
    const focused = document.activeElement === chip;
    place.append(chip);
    if (focused) chip.focus({ preventScroll: true });
  }

  redraw() {
    this.draw();
    this.mark();
  }

  /** How many each has been given, beside its counter. */
  draw() {
    const { inv } = this.hand;
    const found = [...this.rows.keys()].map((id) => {
      const n = [...this.given.values()].filter((to) => to === id).length;
      const node = n && this.hand.board.counter(id);
      if (!node) return null;
      const p = stands(node);
      const far = radius(node) * 0.7 + 5 * inv;
      const text = svg('text', { class: 'mid', y: 4 }, String(n));
      return svg(
        'g',
        { class: 'tally-on', transform: `translate(${round(p.x + far)} ${round(p.y - far)})` },
        svg('g', { class: 'keep' }, svg('circle', { r: 8.5 }), text),
      );
    });
    this.tallies.replaceChildren(...found.filter(Boolean));
  }

  clear() {
    this.told.remove();
    this.tallies.remove();
  }
}
