// Asking about a counter: its card in the panel, what would be added to its rolls, and what is drawn about it.

import { $, $$, clause, html, icon, say, svg } from '../../page/dom.js';
import { areaNames } from '../board/areas.js';
import { beside } from './beside.js';
import { code, stands } from '../board/counters.js';
import { breakdown } from '../question/plain.js';
import { drawMarks } from '../board/marks.js';
import { game } from '../line/game.js';
import { word } from '../../page/words.js';

/** Milliseconds a pointer must rest before it is an asking. */
const REST = 150;
const KEPT = 200;

export class Inspect {
  constructor(board, hand) {
    this.board = board;
    this.hand = hand;
    this.slot = $('#card');
    this.known = new Map();
    this.now = '';
    this.chosen = '';
    this.pinned = false;
    // What is measured lies under the counters, what it is called above them.
    this.layer = svg('g', { class: 'inspected', 'aria-hidden': 'true' });
    this.names = svg('g', { class: 'inspected', 'aria-hidden': 'true' });
    $('#layer-markers').prepend(this.layer);
    board.marks.prepend(this.names);
    const listed = (event) => event.target.closest?.('#bands [data-piece]')?.dataset.piece || '';
    const bands = $('#bands');
    bands?.addEventListener('pointerover', (event) => event.pointerType === 'mouse' && this.soon(listed(event)));
    bands?.addEventListener('pointerleave', () => this.soon(''));
    bands?.addEventListener('click', (event) => this.choose(listed(event)));
    this.slot?.addEventListener('click', (event) => this.pressed(event.target.closest('button')?.dataset.card));
  }

  /** The pointer rests on a counter, or on none. */
  hover(counter) {
    this.soon(this.name(counter));
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
    if (this.pinned && id && id !== this.chosen) this.pinned = false;
    if (this.pinned) return;
    this.chosen = id;
    this.soon(id, 0);
  }

  /** Ask about an id after a rest; without one, back to what was chosen. */
  soon(id, rest = REST) {
    const next = this.pinned ? this.chosen : id || this.chosen;
    if (next === this.next) return;
    this.next = next;
    clearTimeout(this.wait);
    this.wait = setTimeout(() => void this.ask(next), rest);
  }

  async ask(id) {
    this.now = id;
    if (!id) return this.show(null);
    const about = `${document.body.dataset.version} ${id}`;
    if (!this.known.has(about)) this.keep(about, await this.fetch(id));
    return this.now === id ? this.show(this.known.get(about)) : undefined;
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

  /** The game went on: what is known of this version is asked afresh, and what is shown with it. */
  stale() {
    if (!this.now) return;
    clearTimeout(this.old);
    this.old = setTimeout(() => this.now && void this.ask(this.now), REST);
  }

  /** Hold the card though the pointer leaves, or let it go. */
  pin() {
    if (!this.now) return;
    this.pinned = !this.pinned;
    this.chosen = this.pinned ? this.now : '';
    if (!this.pinned) this.soon('', 0);
    else void this.ask(this.now);
  }

  /** An answer was given: the card of what was clicked for it has served, unless it is pinned. */
  release() {
    if (!this.pinned) this.close();
  }

  close() {
    clearTimeout(this.wait);
    Object.assign(this, { pinned: false, chosen: '', next: '', now: '' });
    this.show(null);
  }

  pressed(deed) {
    if (deed === 'pin') this.pin();
    else if (deed === 'close') this.close();
  }

  // -- what is shown -----------------------------------------------------------

  show(found) {
    const empty = !found || !(found.notes.length || found.tables.length || found.marks.length || found.name);
    const { inv } = this.hand;
    this.layer.replaceChildren(...(empty ? [] : drawMarks(found.marks, { inv })));
    this.names.replaceChildren(...(empty ? [] : areaNames(found.marks, this.hand.camera.scale, this.written())));
    if (!this.slot) return;
    const held = this.slot.contains(document.activeElement) && document.activeElement.dataset.card;
    this.slot.replaceChildren(...(empty ? [] : [this.card(found)]));
    beside();
    if (held) $(`[data-card="${held}"]`, this.slot)?.focus();
    if (!empty && this.chosen && this.said !== found.name) say(found.name);
    this.said = empty ? '' : found.name;
  }

  /** The codes of formations, where they stand. */
  written() {
    return $$('.counter.formation', this.board.layer).map((node) => {
      const { x, y } = stands(node);
      const aside = $('text', node)?.parentNode.transform.baseVal.consolidate()?.matrix;
      return { at: { x: x + (aside?.e || 0), y: y + (aside?.f || 0) }, code: code(node) };
    });
  }

  card(found) {
    const button = (deed, name, pressed) =>
      html(
        'button',
        {
          class: 'iconbtn',
          type: 'button',
          'data-card': deed,
          'aria-label': name,
          title: name,
          'aria-pressed': pressed,
        },
        icon(deed === 'pin' ? 'lock' : 'cross'),
      );
    const head = html(
      'header',
      {},
      html('h3', {}, found.name),
      button('pin', `${word('pin')} (I)`, String(this.pinned)),
      button('close', word('close')),
    );
    const facts = html(
      'ul',
      { class: 'facts' },
      ...found.notes.map((n) => html('li', {}, n.text, ' ', n.clause ? clause(n.clause) : '')),
    );
    return html(
      'section',
      { class: `card ${found.side || ''}`.trim(), 'aria-label': found.name },
      head,
      facts,
      ...found.tables.map(table),
    );
  }
}

/** Modifiers under their name, and what they come to. */
function table({ name, lines, sum }) {
  const rows = breakdown(lines, []);
  const total = html('tr', { class: 'total' }, html('td', {}, sum), html('td', {}, word('sum')), html('td', {}));
  rows.lastElementChild.append(total);
  return html('details', { class: 'card-table', open: '' }, html('summary', {}, name), rows);
}
