// Asking about pieces: their cards below the table, two side by side, a short one beside the pointer, and what is drawn
// about the one that was asked about last.

import { $, $$, html, say, svg } from '../../page/dom.js';
import { areaNames } from '../board/areas.js';
import { card, glimpse, tells } from './card.js';
import { code, stands } from '../board/counters.js';
import { drawMarks } from '../board/marks.js';
import { yields } from '../board/yields.js';
import { game } from '../line/game.js';
import { tab } from '../../page/memory.js';
import { word } from '../../page/words.js';

/** Milliseconds a pointer must rest before it is an asking. */
const REST = 150;
const KEPT = 200;
/** How many cards stand side by side. */
const PLACES = 2;
/** Pixels between the pointer and the short card, and from the edges of the screen. */
const ASIDE = 18;

export class Inspect {
  constructor(board, hand) {
    this.board = board;
    this.hand = hand;
    this.slot = $('#card');
    this.known = new Map();
    this.over = '';
    this.chosen = '';
    this.next = '';
    this.busy = false;
    this.pins = (tab.get(`cards-${game}`) || '').split(' ').filter(Boolean);
    this.at = { x: 0, y: 0 };
    this.brief = html('div', { class: 'glimpse', 'aria-hidden': 'true' });
    this.brief.hidden = true;
    document.body.append(this.brief);
    // What is measured lies under the counters, what it is called above them.
    this.layer = svg('g', { class: 'inspected', 'aria-hidden': 'true' });
    this.names = svg('g', { class: 'inspected', 'aria-hidden': 'true' });
    $('#layer-markers').prepend(this.layer);
    board.marks.prepend(this.names);
    this.listen();
    this.housed();
    void this.show();
  }

  listen() {
    const listed = (event) => event.target.closest?.('#bands [data-piece]')?.dataset.piece || '';
    const bands = $('#bands');
    bands?.addEventListener('pointerover', (event) => event.pointerType === 'mouse' && this.point(listed(event)));
    bands?.addEventListener('pointerleave', () => this.point(''));
    bands?.addEventListener('click', (event) => this.choose(listed(event)));
    $('#table').addEventListener('pointermove', (event) => this.moved(event), { passive: true });
    $('#table').addEventListener('pointerdown', () => (this.brief.hidden = true), { passive: true });
    this.slot?.addEventListener('click', (event) => this.pressed(event.target.closest('button[data-card]')));
  }

  /** On a phone the cards belong to the sheet, else they have a place of their own below the table. */
  housed() {
    const phone = matchMedia('(max-width: 720px)');
    const house = () => this.slot && (phone.matches ? $('.now') : $('#main')).append(this.slot);
    phone.addEventListener('change', house);
    if (phone.matches) house();
  }

  /** The pointer rests on a counter, or on none; while the hand is at work nothing is shown beside it. */
  hover(counter, busy = false) {
    this.point(this.name(counter), busy);
  }

  /** A counter was reached by a key: it is asked about at once. */
  focus(counter) {
    this.choose(this.name(counter));
  }

  /** A counter was chosen on the table; the open ground lets go of it. */
  select(counter) {
    this.choose(this.name(counter));
  }

  name(counter) {
    return counter?.dataset.piece || '';
  }

  choose(id) {
    clearTimeout(this.wait);
    Object.assign(this, { chosen: id, next: id, over: '' });
    void this.show();
  }

  /** Ask about an id after a rest; without one, back to what was chosen. */
  point(id, busy = false) {
    if (id === this.next && busy === this.busy) return;
    Object.assign(this, { next: id, busy });
    clearTimeout(this.wait);
    if (!id) this.brief.hidden = true;
    this.wait = setTimeout(() => {
      this.over = id;
      void this.show();
    }, REST);
  }

  /** What was asked about at this version, asked for once. */
  async ask(id) {
    const about = `${document.body.dataset.version} ${id}`;
    if (!this.known.has(about)) this.keep(about, await this.fetch(id));
    return this.known.get(about);
  }

  async fetch(id) {
    const { you, watch } = document.body.dataset;
    const query = new URLSearchParams({ ...(you ? { seat: you } : {}), ...(watch ? { watch } : {}) });
    try {
      const reply = await fetch(`/api/v1/games/${game}/inspect/${encodeURIComponent(id)}?${query}`);
      return reply.ok ? await reply.json() : null;
    } catch {
      return null;
    }
  }

  keep(about, found) {
    if (this.known.size > KEPT) this.known.clear();
    this.known.set(about, found);
  }

  /** The game went on: what is shown is asked afresh.  Where nothing is, nothing is drawn: it would be laid out for nothing. */
  stale() {
    clearTimeout(this.old);
    if (!this.shown().length) return;
    this.old = setTimeout(() => void this.show(), REST);
  }

  // -- holding -----------------------------------------------------------------

  /** Hold the card of a piece though the pointer leaves, or let it go; beyond two the one held last gives way. */
  pin(id = this.over || this.chosen || this.pins.at(-1)) {
    if (!id) return;
    const held = this.pins.filter((one) => one !== id);
    this.pins = held.length < this.pins.length ? held : [...this.pins.slice(0, PLACES - 1), id];
    if (this.chosen === id) this.chosen = '';
    this.remember();
  }

  remember() {
    tab.set(`cards-${game}`, this.pins.join(' '));
    void this.show();
  }

  /** An answer was given: the card of what was clicked for it has served, unless it is pinned. */
  release() {
    clearTimeout(this.wait);
    Object.assign(this, { chosen: '', over: '', next: '' });
    void this.show();
  }

  close() {
    this.pins = [];
    this.release();
    this.remember();
  }

  pressed(button) {
    const id = button?.closest('[data-of]').dataset.of;
    if (button?.dataset.card === 'pin') this.pin(id);
    else if (button) this.drop(id);
  }

  drop(id) {
    for (const role of ['chosen', 'over', 'next']) if (this[role] === id) this[role] = '';
    this.pins = this.pins.filter((one) => one !== id);
    this.remember();
  }

  // -- what is shown -----------------------------------------------------------

  /** Whose cards stand side by side: those held and chosen, and beside the first what is pointed at. */
  shown() {
    const held = [...new Set([...this.pins, this.chosen].filter(Boolean))].slice(0, PLACES);
    if (!this.over || held.includes(this.over) || this.pins.length === PLACES) return held;
    return [...held.slice(0, PLACES - 1), this.over];
  }

  async show() {
    const turn = (this.turn = (this.turn || 0) + 1);
    const last = this.over || this.chosen || this.pins.at(-1) || '';
    const ids = this.shown();
    const found = await Promise.all([...ids, last].map((id) => (id ? this.ask(id) : null)));
    if (turn !== this.turn) return;
    const about = found.pop();
    this.draw(this.busy ? null : about);
    this.lay(found.filter(tells));
    this.beside(this.over ? about : null);
    const name = this.chosen && tells(about) ? about.name : '';
    if (name && this.said !== name) say(name);
    this.said = name;
  }

  draw(found) {
    const { inv } = this.hand;
    const marks = tells(found) ? found.marks : [];
    this.layer.replaceChildren(...drawMarks(marks, { inv }));
    this.names.replaceChildren(...areaNames(marks, this.hand.camera.scale, this.written()));
    yields();
  }

  lay(found) {
    if (!this.slot) return;
    const focused = this.slot.contains(document.activeElement) ? document.activeElement : null;
    const place = focused && [focused.closest('[data-of]')?.dataset.of, focused.dataset.card];
    const cards = found.map((one) => card(one, this.pins.includes(one.id)));
    this.slot.replaceChildren(...(cards.length ? cards : [html('p', { class: 'hint' }, word('cards'))]));
    this.slot.classList.toggle('is-bare', !cards.length);
    if (place?.[1]) $(`[data-of="${CSS.escape(place[0])}"] [data-card="${place[1]}"]`, this.slot)?.focus();
  }

  /** The codes of formations, where they stand. */
  written() {
    return $$('.counter.formation', this.board.layer).map((node) => {
      const { x, y } = stands(node);
      const aside = $('text', node)?.parentNode.transform.baseVal.consolidate()?.matrix;
      return { at: { x: x + (aside?.e || 0), y: y + (aside?.f || 0) }, code: code(node) };
    });
  }

  // -- beside the pointer ------------------------------------------------------

  moved(event) {
    this.at = { x: event.clientX, y: event.clientY, mouse: event.pointerType === 'mouse' };
    if (!this.brief.hidden) this.put();
  }

  /** A short card beside the pointer, where it is on the table. */
  beside(found) {
    const { hand } = this;
    const busy = this.busy || Boolean(hand.tool) || hand.assent?.open || document.body.matches('.is-holding');
    const wanted = tells(found) && this.at.mouse && !busy && $('#table').matches(':hover');
    this.brief.hidden = !wanted;
    if (!wanted) return;
    this.brief.replaceChildren(...glimpse(found));
    this.put();
  }

  put() {
    const { offsetWidth: w, offsetHeight: h, style } = this.brief;
    const { right, bottom } = $('#table').getBoundingClientRect();
    const left = this.at.x + ASIDE + w < right ? this.at.x + ASIDE : this.at.x - ASIDE - w;
    const top = this.at.y + ASIDE + h < bottom ? this.at.y + ASIDE : this.at.y - ASIDE - h;
    Object.assign(style, { left: `${Math.max(0, left)}px`, top: `${Math.max(0, top)}px` });
  }
}
