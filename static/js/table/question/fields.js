// The fields of a form in the panel, and the record they make together.

import { $, $$ } from '../../page/dom.js';
import { said, units } from '../space/geom.js';
import { word } from '../../page/words.js';

const DEGREE = 100;

export class Field {
  constructor(node) {
    const { field, type, low, high, only } = node.dataset;
    this.node = node;
    this.path = field;
    this.type = type;
    this.low = Number(low);
    this.high = Number(high);
    this.only = Object.entries(JSON.parse(only));
    this.control = $('select, input[type=number], input[type=text]', node);
    this.boxes = $$('input[type=checkbox]', node);
    this.output = $('output', node);
    this.spots = this.output ? JSON.parse(this.output.dataset.spots) : [];
    this.pieces = $$('[data-piece]', node).map((one) => one.dataset.piece);
    this.name = $('.form-name', node).textContent;
    this.open = true;
  }

  /** Whether the others say that it is asked. */
  wanted(fields) {
    return this.only.every(([path, values]) =>
      fields.some((one) => one.path === path && one.open && values.includes(one.value())),
    );
  }

  show(yes) {
    this.open = yes;
    this.node.hidden = !yes;
  }

  /** What it holds; nothing if it is left open. */
  value() {
    const many = { picks: () => this.ticked, spots: () => this.spots, spot: () => this.spots[0] }[this.type];
    if (many) return many()?.length ? many() : undefined;
    const text = this.control.value.trim();
    if (text === '') return undefined;
    if (this.type === 'number') return Math.trunc(Number(text));
    return this.type === 'bearing' ? ((Math.round(Number(text) * DEGREE) % 36000) + 36000) % 36000 : text;
  }

  get ticked() {
    return this.boxes.filter((box) => box.checked).map((box) => box.value);
  }

  /** The pieces of the table it names. */
  get chosen() {
    const keys = this.type === 'picks' ? this.ticked : [this.control?.value];
    return keys.filter((key) => this.pieces.includes(key));
  }

  /** What it holds in words. */
  get said() {
    const texts =
      this.type === 'picks'
        ? this.boxes.filter((box) => box.checked).map((box) => box.parentElement.textContent)
        : [this.control?.selectedOptions?.[0]?.textContent];
    return (
      texts
        .map((text) => text?.trim())
        .filter(Boolean)
        .join(', ') || '–'
    );
  }

  /** It holds this, or nothing. */
  fill(value) {
    if (this.type === 'picks') for (const box of this.boxes) box.checked = Boolean(value?.includes(box.value));
    else if (this.output) this.spots = value ? (this.type === 'spot' ? [value] : value) : [];
    else this.control.value = value === undefined ? '' : String(this.type === 'bearing' ? value / DEGREE : value);
  }

  // -- set from the table -----------------------------------------------------------------

  /** A piece is named, or let go if it was. */
  choose(id) {
    const box = this.boxes.find((one) => one.value === id);
    if (box) box.checked = !box.checked;
    else this.control.value = this.control.value === id && $('option[value=""]', this.control) ? '' : id;
  }

  add(spot) {
    this.spots = this.type === 'spot' ? [spot] : [...this.spots, spot].slice(0, this.high || undefined);
  }

  drop() {
    this.spots = this.spots.slice(0, -1);
  }

  point(facing) {
    this.control.value = String(Math.round(facing / DEGREE) % 360);
  }

  /** Whether a further click has nothing to add. */
  get full() {
    return this.type === 'bearing' || this.spots.length >= (this.type === 'spot' ? 1 : this.high);
  }

  // -- how it looks ---------------------------------------------------------------------------

  press(on) {
    $('[data-act=aim]', this.node).setAttribute('aria-pressed', String(on));
  }

  tell() {
    if (!this.output) return;
    const last = this.spots[this.spots.length - 1];
    const count = this.type === 'spots' ? `${this.spots.length}${this.high ? ` / ${this.high}` : ''}` : '';
    const text = last
      ? [count, word('at', { x: said(units(last[0])), y: said(units(last[1])) })].filter(Boolean).join(' · ')
      : count || '–';
    if (this.output.textContent !== text) this.output.textContent = text;
    $('[data-act=unaim]', this.node).hidden = !last;
  }

  fault(on) {
    this.node.classList.toggle('is-wrong', on);
    if (this.control) this.control.setAttribute('aria-invalid', String(on));
  }
}

/** A record built from paths: names and numbers of lists with dots between. */
export class Tree {
  constructor() {
    this.root = {};
  }

  put(path, value) {
    if (value === undefined) return;
    const names = path.split('.');
    let at = this.root;
    names.forEach((name, n) => {
      const below = names[n + 1];
      if (below === undefined) at[name] = value;
      else at = at[name] ??= /^\d+$/.test(below) ? [] : {};
    });
  }
}

/** What stands in a record at such a path. */
export const told = (record, path) => path.split('.').reduce((at, name) => at?.[name] ?? undefined, record);
