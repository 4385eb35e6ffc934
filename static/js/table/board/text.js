// The table in words, for those who do not see it: every counter of every side, what it is, where it stands, who is near.

import { side, stands } from './counters.js';
import { $, $$, html } from '../../page/dom.js';
import { said } from '../space/geom.js';
import { apart } from './near.js';
import { word } from '../../page/words.js';

const REST = 200;
const SIDES = ['a', 'b', 'c', 'd', ''];
/** Less than this many drawing units apart is contact. */
const CONTACT = 0.05;
/** What of the counters is told of. */
const WATCHED = {
  subtree: true,
  childList: true,
  attributes: true,
  attributeFilter: ['class', 'transform', 'aria-label'],
};

export class TextBoard {
  constructor(board, chosen) {
    this.board = board;
    this.chosen = chosen;
    this.box = $('#text-board');
    this.from = null;
    if (!this.box) return;
    this.lists = $('.text-board-lists', this.box);
    this.words = JSON.parse(this.box.dataset.words);
    this.box.addEventListener('click', (event) => this.clicked(event));
    this.box.addEventListener('keydown', (event) => this.keyed(event));
    document.addEventListener('click', (event) => this.called(event));
    this.watch = new MutationObserver(() => this.soon());
  }

  get open() {
    return Boolean(this.box) && !this.box.hidden;
  }

  /** Show it and go there, or go back to where one was. */
  show(yes = !this.open) {
    if (!this.box || yes === this.open) return;
    if (yes) this.from = document.activeElement;
    const inside = this.box.contains(document.activeElement);
    this.box.hidden = !yes;
    $('#t-words')?.setAttribute('aria-expanded', String(yes));
    if (yes) this.watch.observe(this.board.layer, WATCHED);
    else this.watch.disconnect();
    if (yes) this.tell();
    if (yes) $('h2', this.box).focus({ preventScroll: true });
    else if (inside) (shows(this.from) ? this.from : $('#asked') || $('#table')).focus({ preventScroll: true });
  }

  called(event) {
    const link = event.target instanceof Element && event.target.closest('a[href="#text-board"], #t-words');
    if (!link) return;
    event.preventDefault();
    this.show(link.matches('a') || undefined);
  }

  clicked(event) {
    if (event.target.closest('[data-close-words]')) return this.show(false);
    const id = event.target.closest('[data-counter]')?.dataset.counter;
    const counter = id && this.board.counter(id);
    return counter ? this.chosen(counter) : undefined;
  }

  /** Keys for moving belong to the reader here, not to the table. */
  keyed(event) {
    if (event.key.startsWith('Arrow')) event.stopPropagation();
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    this.show(false);
  }

  /** Something on the table changed: told once all of it has. */
  soon() {
    if (!this.open) return;
    clearTimeout(this.wait);
    this.wait = setTimeout(() => this.tell(), REST);
  }

  // -- what is told ------------------------------------------------------------

  tell() {
    const counters = this.board.all();
    for (const key of SIDES) {
      const mine = counters.filter((node) => side(node) === key);
      this.list(
        key || 'none',
        this.name(key),
        mine.map((node) => this.counter(node, counters)),
      );
    }
    this.list(
      'terrain',
      this.words.terrain,
      $$('#ground [data-label]').map((node) => this.ground(node)),
    );
  }

  /** The name of a side and who plays it, as the lists beside the table have it. */
  name(key) {
    const band = key && $(`#bands .band.${key}`);
    const parts = band ? [$('h2', band), $('header p span', band)].filter(Boolean) : [];
    return parts.map((part) => part.textContent).join(', ') || this.words.nobody;
  }

  /** A list under its heading; rows that stay keep their place, so that nobody who reads is thrown out. */
  list(key, name, rows) {
    const part = $(`[data-part="${key}"]`, this.lists) || this.part(key);
    part.hidden = !rows.length;
    write($('h3', part), name);
    const list = $('ul', part);
    const known = new Map([...list.children].map((row) => [row.dataset.row, row]));
    rows.forEach((fresh, i) => {
      const row = known.get(fresh.id) || this.row(fresh);
      known.delete(fresh.id);
      write(row.children[0], fresh.name);
      write(row.children[1], fresh.facts);
      if (list.children[i] !== row) list.insertBefore(row, list.children[i] || null);
    });
    for (const row of known.values()) row.remove();
  }

  part(key) {
    const id = `text-board-${key}`;
    const part = html(
      'section',
      { 'data-part': key, class: key },
      html('h3', { id }),
      html('ul', { 'aria-labelledby': id }),
    );
    this.lists.append(part);
    return part;
  }

  row({ id, counter }) {
    const name = counter ? html('button', { type: 'button', 'data-counter': id }) : html('b', {});
    return html('li', { 'data-row': id }, name, ' ', html('small', {}));
  }

  counter(node, counters) {
    const marks = [
      node.matches('.is-body') && this.words.body,
      node.matches('.is-on') && this.words.on,
      node.matches('.is-open, .is-target') && this.words.open,
    ];
    const facts = [...marks, this.place(stands(node)), this.near(node, counters)].filter(Boolean).join('; ');
    return { id: node.dataset.piece, counter: true, name: node.getAttribute('aria-label'), facts };
  }

  ground(node) {
    const { x, y, width, height } = node.getBBox();
    const { label } = node.dataset;
    const does = $$('#row-key [data-does]').find((one) => one.dataset.label === label)?.dataset.does;
    const at = this.ninth({ x: x + width / 2, y: y + height / 2 });
    return { id: node.id, name: label, facts: [does, at].filter(Boolean).join('; ') };
  }

  /** Where something is: exactly where players may measure, else only in which ninth of the table. */
  place(p) {
    return this.measures ? word('at', { x: said(p.x), y: said(p.y) }) : this.ninth(p);
  }

  ninth(p) {
    const { width, height } = $('.t-edge').getBBox();
    const third = (at, whole) => Math.max(0, Math.min(2, Math.floor((3 * at) / whole)));
    return this.words.winds[3 * third(p.y, height) + third(p.x, width)];
  }

  get measures() {
    return measures();
  }

  /** The nearest enemy from edge to edge, where players may measure. */
  near(node, counters) {
    if (!this.measures || !fights(node)) return '';
    const foes = counters.filter((other) => fights(other) && side(other) !== side(node));
    const [first] = foes.map((foe) => ({ foe, far: apart(node, foe) })).sort((a, b) => a.far - b.far);
    if (!first) return '';
    const about = { who: first.foe.getAttribute('aria-label').split(/[:,]/)[0], far: said(first.far) };
    return this.words[first.far < CONTACT ? 'touching' : 'near'].replace(/\{(\w+)\}/g, (_, name) => about[name]);
  }
}

/** Whether a counter is somebody who fights: no body, riderless horse or head. */
export const fights = (node) => side(node) !== '' && !node.matches('.is-body, .is-riderless, .head');

/** Whether players may measure before they order. */
export const measures = () => $('#text-board')?.dataset.measures !== undefined;

function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Whether the focus can go back there: tools are hidden while a piece is in the hand of a phone. */
const shows = (node) => Boolean(node?.isConnected && node.checkVisibility({ visibilityProperty: true }));
