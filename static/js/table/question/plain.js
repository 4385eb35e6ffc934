// Questions that are answered in the panel alone: sharing out, putting in order, a value for each.

import { $, $$, clause, html } from '../../page/dom.js';
import { word } from '../../page/words.js';
import { SEEN } from '../hand/guard.js';

/** What forms have in common with the hands on the table: nothing happens on the board. */
export class Form {
  constructor(hand, domain) {
    this.hand = hand;
    this.domain = domain;
    this.panel = hand.panel;
    this.dirty = false;
  }

  press() {
    return false;
  }

  /** The answer as it is sent. */
  value() {}

  drag() {}
  release() {}
  tap(p, counter) {
    if (counter) this.hand.choose(counter);
  }

  hover() {}
  leave() {}
  abort() {}
  turn() {}
  clear() {}

  key(event) {
    if (event.key !== 'Enter' || event.target?.closest?.('button, a, summary')) return false;
    this.confirm();
    return true;
  }

  show(reply) {
    this.hand.refuse(reply?.no || null);
    this.hand.then(reply);
    this.hand.ready(!reply?.no);
  }

  look() {
    this.dirty = true;
    this.hand.preview(this.value(), '');
  }

  confirm() {
    if (!$('[data-act=confirm]', this.panel).disabled) this.hand.give(this.value());
  }
}

export class Split extends Form {
  constructor(hand, domain) {
    super(hand, domain);
    this.parts = $$('[data-part]', this.panel);
    /** The way that was taken last of those that were weighed, and when. */
    this.taken = null;
    this.since = 0;
    this.panel.addEventListener('click', (event) => this.step(event.target.closest('[data-step]')));
    this.panel.addEventListener('click', (event) => this.take(event.target.closest('[data-split]')));
    this.panel.addEventListener('input', (event) => this.slide(event.target));
    this.panel.addEventListener('odds', () => this.ways());
    this.tell();
  }

  count(part) {
    return Number($('output', part).textContent);
  }

  value() {
    return Object.fromEntries(this.parts.map((part) => [part.dataset.part, this.count(part)]));
  }

  left() {
    return this.domain.total - this.parts.reduce((sum, part) => sum + this.count(part), 0);
  }

  step(button) {
    const part = button?.closest('[data-part]');
    if (!part) return;
    this.give(part, this.count(part) + Number(button.dataset.step));
  }

  /** It is shared out as a way that was weighed shares it; taken once more that is confirmed, unless it was the second of two quick clicks. */
  take(way) {
    if (!way) return;
    if (way === this.taken && this.stands(way)) {
      if (performance.now() - this.since >= SEEN) this.confirm();
      return;
    }
    Object.assign(this, { taken: way, since: performance.now() });
    this.resume(JSON.parse(way.dataset.split));
  }

  /** It is shared out like this. */
  resume(wanted) {
    for (const part of this.parts) $('output', part).textContent = String(wanted[part.dataset.part] ?? 0);
    this.dirty = true;
    this.tell();
    this.look();
  }

  /** Whether it is shared out so now. */
  stands(way) {
    const wanted = JSON.parse(way.dataset.split);
    return this.parts.every((part) => this.count(part) === (wanted[part.dataset.part] ?? 0));
  }

  /** The way that stands is marked among those that were weighed. */
  ways() {
    for (const way of $$('[data-split]', this.panel))
      way.setAttribute('aria-pressed', String(!this.left() && this.stands(way)));
  }

  /** One more for whoever is clicked on the table. */
  tap(p, counter) {
    const names = counter ? this.hand.board.names(counter) : [];
    const part = this.parts.find((one) => names.includes(one.dataset.part));
    if (part) this.give(part, this.count(part) + 1);
    else super.tap(p, counter);
  }

  /** A slider goes as far as there is something left. */
  slide(range) {
    const part = range.closest('.split-row')?.querySelector('[data-part]');
    if (part) this.give(part, Number(range.value));
  }

  /** So many for one of them: never fewer than it must have, nor more than it may have or than are left. */
  give(part, wanted) {
    const had = this.count(part);
    const now = Math.max(Number(part.dataset.least), Math.min(wanted, Number(part.dataset.most), had + this.left()));
    if (now === had) return void this.tell();
    $('output', part).textContent = String(now);
    this.dirty = true;
    this.tell();
    if (!this.left()) this.look();
  }

  tell() {
    const left = this.left();
    const line = $('.split-left', this.panel);
    line.textContent = left ? word('left', { n: left }) : word('done');
    line.classList.toggle('is-done', !left);
    this.pips();
    for (const part of this.parts) {
      $('[data-step="1"]', part).disabled = !left || this.count(part) >= Number(part.dataset.most);
      $('[data-step="-1"]', part).disabled = this.count(part) <= Number(part.dataset.least);
      const range = $('input[type=range]', part.closest('.split-row'));
      if (range) range.value = this.count(part);
    }
    this.ways();
    this.hand.ready(!left);
  }

  /** The pool, each counter as what it has become. */
  pips() {
    const kinds = ['atk', 'def'];
    const spent = this.parts.flatMap((part, i) => Array(this.count(part)).fill(kinds[i % 2]));
    $$('.pip', this.panel).forEach((pip, i) => {
      pip.className = `pip ${spent[i] || 'free'}`;
    });
  }
}

export class Order extends Form {
  constructor(hand, domain) {
    super(hand, domain);
    this.list = $('.order-list', this.panel);
    this.list.addEventListener('click', (event) => this.step(event.target.closest('[data-step]')));
    this.list.addEventListener('pointerdown', (event) => this.grab(event));
    hand.ready(true);
  }

  value() {
    return $$('[data-item]', this.list).map((item) => item.dataset.item);
  }

  /** They stand in this order. */
  resume(wanted) {
    const items = new Map($$('[data-item]', this.list).map((item) => [item.dataset.item, item]));
    this.list.append(...wanted.map((key) => items.get(key)).filter(Boolean));
    this.look();
  }

  step(button) {
    const item = button?.closest('li');
    if (!item) return;
    if (button.dataset.step === '-1') item.previousElementSibling?.before(item);
    else item.nextElementSibling?.after(item);
    button.focus();
    this.look();
  }

  grab(event) {
    const item = event.target.closest('.grip-y')?.closest('li');
    if (!item) return;
    event.preventDefault();
    this.list.setPointerCapture(event.pointerId);
    item.classList.add('is-held');
    const move = (to) => {
      const over = $$('li', this.list).find(
        (li) =>
          li !== item && to.clientY > li.getBoundingClientRect().top && to.clientY < li.getBoundingClientRect().bottom,
      );
      if (!over) return;
      const box = over.getBoundingClientRect();
      over[to.clientY < box.top + box.height / 2 ? 'before' : 'after'](item);
    };
    const end = () => {
      item.classList.remove('is-held');
      this.list.removeEventListener('pointermove', move);
      this.look();
    };
    this.list.addEventListener('pointermove', move);
    this.list.addEventListener('pointerup', end, { once: true });
    this.list.addEventListener('pointercancel', end, { once: true });
  }
}

export class Assign extends Form {
  constructor(hand, domain) {
    super(hand, domain);
    $('.assign', this.panel).addEventListener('change', () => this.look());
    hand.ready(true);
  }

  /** Each gets this. */
  resume(wanted) {
    for (const row of $$('[data-item]', this.panel))
      for (const input of $$('input', row)) input.checked = input.value === wanted[row.dataset.item];
    this.look();
  }

  value() {
    return Object.fromEntries(
      $$('[data-item]', this.panel).map((row) => [row.dataset.item, $('input:checked', row).value]),
    );
  }
}

/** The breakdown of a preview as a table: what it adds, what it is, the clause; then what else is to be known. */
export function breakdown(lines, notes) {
  const row = (first, text, id, kind) =>
    html(
      'tr',
      kind ? { class: kind } : {},
      html('td', {}, first),
      html('td', {}, text),
      html('td', {}, id ? clause(id) : ''),
    );
  const sums = lines.map((line) => row(line.adds, line.what, line.clause, line.adds === '0' ? 'nil' : ''));
  return html('table', { class: 'sum' }, html('tbody', {}, ...sums, ...notes.map((n) => row('', n.text, n.clause))));
}
