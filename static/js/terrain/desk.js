// The lists beside the drawing: every piece in words, the chosen one in numbers.

import { $, html, icon } from '../page/dom.js';
import { middle, nearest } from './shapes.js';

const CORNERS = 48;

export class Desk {
  constructor(root, drawing, board, words) {
    this.root = root;
    this.drawing = drawing;
    this.board = board;
    this.words = words;
    this.sheet = $('#chosen', root);
    $('#pieces', root).addEventListener('click', (event) => this.pick(event.target.closest('button')));
    this.sheet.addEventListener('change', (event) => this.changed(event.target));
    this.sheet.addEventListener('click', (event) => this.removed(event.target.closest('[data-remove]')));
    drawing.doorAt = nearest;
  }

  show() {
    this.root.querySelector('[data-act=undo]').disabled = !this.drawing.past.length;
    this.root.querySelector('[data-act=redo]').disabled = !this.drawing.future.length;
    this.list();
    this.sheet.hidden = !this.drawing.piece;
    if (this.drawing.piece) this.numbers(this.drawing.piece);
  }

  // -- every piece ---------------------------------------------------------------------

  list() {
    const held = document.activeElement?.closest?.('#pieces button')?.dataset.id;
    const { pieces } = this.drawing;
    $('[data-count]', this.root).textContent = String(pieces.length);
    const rows = pieces.map((piece) => html('li', {}, this.row(piece)));
    $('#pieces', this.root).replaceChildren(...(rows.length ? rows : [html('li', { class: 'dim' }, this.words.none)]));
    if (held) $(`#pieces [data-id="${CSS.escape(held)}"]`, this.root)?.focus({ preventScroll: true });
  }

  row(piece) {
    const [x, y] = middle(piece.points).map((n) => Number(n.toFixed(1)));
    const bad = this.board.faults.has(piece.id);
    const name = html('b', {}, this.drawing.kinds.get(piece.kind)?.name || piece.kind);
    const place = html('span', { class: 'dim num' }, `${piece.id} · ${x}, ${y}`);
    return html(
      'button',
      {
        type: 'button',
        'data-id': piece.id,
        'aria-pressed': String(piece.id === this.drawing.chosen),
        'aria-label': this.board.said(piece),
        class: bad ? 'is-bad' : null,
      },
      name,
      place,
    );
  }

  pick(button) {
    if (button) this.drawing.choose(button.dataset.id);
  }

  // -- the chosen one --------------------------------------------------------------------

  numbers(piece) {
    const row = this.drawing.kinds.get(piece.kind);
    $('[data-title]', this.sheet).textContent = row?.name || piece.kind;
    $('[data-act=door]', this.sheet).hidden = !row?.doors;
    const kind = $('[data-rekind]', this.sheet);
    const alike = [...this.drawing.kinds.values()].filter((one) => one.line === piece.line);
    kind.replaceChildren(...alike.map((one) => html('option', { value: one.id }, one.name)));
    kind.value = piece.kind;
    $('[data-rename]', this.sheet).value = piece.id;
    this.corners(piece);
  }

  /** The rows of the corners and doors; while they are as many as before only their numbers change. */
  corners(piece) {
    const shape = `${piece.id} ${piece.points.length} ${piece.doors.length}`;
    if (this.shape === shape) return void piece.points.forEach((at, n) => this.renew(at, n));
    this.shape = shape;
    const least = piece.line ? 2 : 3;
    const rows = piece.points.map((at, n) => {
      const fields = ['x', 'y'].map((axis, i) => this.field(axis, n, at[i]));
      return html(
        'li',
        {},
        html('span', { class: 'num dim' }, String(n + 1)),
        ...fields,
        this.remover(n, 'corner', this.words.remove, piece.points.length <= least),
      );
    });
    const doors = piece.doors.map((_, n) => {
      const name = html('span', { class: 'wide' }, this.words.door.replace('{n}', n + 1));
      return html(
        'li',
        {},
        html('span', { class: 'dim', 'aria-hidden': 'true' }, '▫'),
        name,
        this.remover(n, 'door', this.words.undoor, false),
      );
    });
    $('[data-corners]', this.sheet).replaceChildren(...rows);
    $('[data-doors]', this.sheet).replaceChildren(...doors);
  }

  renew(at, n) {
    for (const [i, axis] of ['x', 'y'].entries()) $(`[data-field=${axis}${n}]`, this.sheet).value = this.rounded(at[i]);
  }

  rounded(value) {
    return Number(value.toFixed(this.drawing.facts.decimals));
  }

  field(axis, n, value) {
    const step = 1 / this.drawing.grain;
    return html('input', {
      type: 'number',
      step,
      min: 0,
      value: this.rounded(value),
      'aria-label': this.words[axis].replace('{n}', n + 1),
      'data-field': `${axis}${n}`,
      'data-axis': axis,
      'data-n': n,
    });
  }

  remover(n, what, label, disabled) {
    const button = html(
      'button',
      { type: 'button', class: 'iconbtn', 'data-remove': what, 'data-n': n, 'aria-label': label.replace('{n}', n + 1) },
      icon('cross'),
    );
    button.disabled = disabled;
    return button;
  }

  changed(field) {
    const { piece } = this.drawing;
    if (!piece) return;
    if (field.matches('[data-rekind]')) this.drawing.rekind(field.value);
    else if (field.matches('[data-rename]')) this.rename(piece, field);
    else if (field.dataset.axis && Number.isFinite(field.valueAsNumber)) {
      const [i, most] = field.dataset.axis === 'x' ? [0, this.drawing.wide] : [1, this.drawing.deep];
      this.drawing.change(
        () => (piece.points[Number(field.dataset.n)][i] = Math.min(Math.max(field.valueAsNumber, 0), most)),
      );
    }
  }

  rename(piece, field) {
    const name = field.value.trim();
    const taken = this.drawing.pieces.some((other) => other !== piece && other.id === name);
    if (!name || taken || !field.checkValidity()) return void this.show();
    this.drawing.change(() => {
      piece.id = name;
      this.drawing.chosen = name;
    });
  }

  removed(button) {
    if (!button) return;
    const n = Number(button.dataset.n);
    if (button.dataset.remove === 'corner') this.drawing.join(n);
    else this.drawing.change(() => this.drawing.piece.doors.splice(n, 1));
  }

  door() {
    const { piece } = this.drawing;
    if (piece && piece.doors.length < CORNERS) this.drawing.change(() => piece.doors.push(this.drawing.doorway(piece)));
  }
}
