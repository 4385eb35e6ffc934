// The hands on the drawing: choosing, moving, drawing, by pointer and by key.

import { $, svg } from '../page/dom.js';
import { edges, middle, rectangle, round } from './shapes.js';

const REACH = 22;
const CROSS = 7;

export class Board {
  constructor(root, drawing, words) {
    this.root = root;
    this.drawing = drawing;
    this.words = words;
    this.tool = 'select';
    this.sketch = [];
    this.faults = new Map();
    this.drag = null;
    this.svg = $('#drawing', root);
    this.scale = drawing.facts.scale;
    this.svg.addEventListener('pointerdown', (event) => this.press(event));
    this.svg.addEventListener('pointermove', (event) => this.move(event));
    this.svg.addEventListener('pointerup', () => this.release());
    this.svg.addEventListener('pointercancel', () => this.abort());
    this.svg.addEventListener('dblclick', () => this.close());
    this.svg.addEventListener('keydown', (event) => this.key(event));
    new ResizeObserver(() => this.show()).observe(this.svg);
  }

  // -- showing ---------------------------------------------------------------------

  /** Table units in one pixel of the screen. */
  get inv() {
    const matrix = this.svg.getScreenCTM();
    return matrix ? 1 / matrix.a : 1;
  }

  path(points, line) {
    return points.length
      ? `M${points.map(([x, y]) => `${(x * this.scale).toFixed(2)} ${(y * this.scale).toFixed(2)}`).join('L')}${line ? '' : 'z'}`
      : '';
  }

  show() {
    const held = document.activeElement?.dataset?.focus;
    $('#over', this.svg).replaceChildren(...this.drawing.pieces.flatMap((piece) => this.over(piece)));
    $('#grips', this.svg).replaceChildren(
      ...(this.drawing.piece && this.tool === 'select' ? this.grips(this.drawing.piece) : []),
    );
    this.showSketch();
    if (held)
      (
        this.svg.querySelector(`[data-focus="${CSS.escape(held)}"]`) ||
        (held.startsWith('corner') ? this.over$(this.drawing.chosen) : null)
      )?.focus({ preventScroll: true });
  }

  over$(id) {
    return this.svg.querySelector(`[data-focus="${CSS.escape(`piece:${id}`)}"]`);
  }

  said(piece) {
    const [x, y] = middle(piece.points).map((n) => Number(n.toFixed(1)));
    const named = this.words.piece
      .replace('{kind}', this.drawing.kinds.get(piece.kind)?.name || piece.kind)
      .replace('{id}', piece.id)
      .replace('{x}', x)
      .replace('{y}', y);
    return this.faults.has(piece.id) ? `${named}. ${this.faults.get(piece.id)}` : named;
  }

  over(piece) {
    const d = this.path(piece.points, piece.line);
    const bad = this.faults.has(piece.id);
    const state = `${bad ? ' is-bad' : ''}${piece.id === this.drawing.chosen ? ' is-on' : ''}`;
    const hit = svg('path', {
      class: `over${piece.line ? ' is-line' : ''}`,
      d,
      'data-piece': piece.id,
      'data-focus': `piece:${piece.id}`,
      tabindex: 0,
      role: 'button',
      'aria-label': this.said(piece),
      'aria-pressed': String(piece.id === this.drawing.chosen),
    });
    const found = [hit, svg('path', { class: `over-edge${state}`, d })];
    return bad ? [...found, ...this.cross(middle(piece.points))] : found;
  }

  cross([x, y]) {
    const [a, b, r] = [x * this.scale, y * this.scale, CROSS * this.inv];
    const d = `M${a - r} ${b - r}L${a + r} ${b + r}M${a + r} ${b - r}L${a - r} ${b + r}`;
    return [svg('path', { class: 'fault-halo', d }), svg('path', { class: 'fault-cross', d })];
  }

  grips(piece) {
    const between = edges(piece).map(([a, b], n) => this.grip('between', n, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]));
    const doors = piece.doors.map((door, n) => {
      const [a, b] = edges(piece)[door.edge] || [
        [0, 0],
        [0, 0],
      ];
      return this.grip(
        'door',
        n,
        a.map((m, i) => m + (b[i] - m) * door.t),
      );
    });
    return [...between, ...doors, ...piece.points.map((at, n) => this.grip('corner', n, at))];
  }

  grip(what, n, at) {
    const { inv, scale } = this;
    const [x, y] = at.map((m) => Number(m.toFixed(this.drawing.facts.decimals)));
    const label = { corner: this.words.corner, between: this.words.between, door: this.words.door }[what]
      .replace('{n}', n + 1)
      .replace('{x}', x)
      .replace('{y}', y);
    const small = what === 'between';
    const shape =
      what === 'door'
        ? svg('rect', { x: -6, y: -6, width: 12, height: 12, transform: `scale(${inv})` })
        : svg('circle', { r: (small ? 6 : 7) * inv });
    const found = svg('g', {
      class: `handle ${what}`,
      transform: `translate(${at[0] * scale} ${at[1] * scale})`,
      [`data-${what}`]: n,
      'data-focus': `${what}:${n}`,
      tabindex: what === 'corner' ? 0 : -1,
      role: 'button',
      'aria-label': label,
    });
    found.append(svg('circle', { class: 'hold', r: (small ? 11 : 15) * inv }), shape);
    if (small) found.append(svg('path', { d: 'M-3 0h6M0-3v6', transform: `scale(${inv})` }));
    return found;
  }

  showSketch() {
    const line = this.isLine;
    $('#sketch', this.svg).replaceChildren(
      ...(this.sketch.length
        ? [svg('path', { class: `sketch${line ? ' is-line' : ''}`, d: this.path(this.sketch, line) })]
        : []),
    );
  }

  // -- the pointer -------------------------------------------------------------------

  get kind() {
    return $('select[data-kind]', this.root).value;
  }

  get isLine() {
    return Boolean(this.drawing.kinds.get(this.kind)?.line);
  }

  /** Where on the table a pointer is, in units. */
  at(event) {
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [p.x / this.scale, p.y / this.scale];
  }

  use(tool) {
    this.tool = tool;
    this.sketch = [];
    this.svg.classList.toggle('is-drawing', tool !== 'select');
    this.show();
  }

  press(event) {
    if (event.button) return;
    const at = this.at(event);
    if (this.tool === 'draw') return void this.corner(at);
    this.svg.setPointerCapture(event.pointerId);
    if (this.tool !== 'select') this.drag = { from: this.drawing.spot(at) };
    else this.grab(event, at);
  }

  grab(event, at) {
    const grip = event.target.closest('.handle');
    const over = event.target.closest('[data-piece]');
    if (grip) this.hold(grip, at);
    else if (over) {
      this.drawing.choose(over.dataset.piece);
      this.over$(over.dataset.piece)?.focus({ preventScroll: true });
      this.drawing.begin();
      this.drag = { piece: this.drawing.piece, last: at, start: this.drawing.piece.points };
    } else this.drawing.choose(null);
  }

  hold(grip, at) {
    const n = Number(grip.dataset.corner ?? grip.dataset.between ?? grip.dataset.door);
    if (grip.dataset.between !== undefined) this.drawing.split(n);
    this.drawing.begin();
    if (grip.dataset.door !== undefined) this.drag = { door: n };
    else this.drag = { corner: grip.dataset.between === undefined ? n : n + 1, at };
    this.svg.querySelector(`[data-focus="corner:${this.drag.corner}"]`)?.focus({ preventScroll: true });
  }

  move(event) {
    const { drag } = this;
    const at = this.at(event);
    if (this.tool === 'draw' && this.corners) {
      this.sketch = [...this.corners, this.drawing.spot(at)];
      this.showSketch();
    } else if (drag?.from) {
      this.sketch = this.shape(drag.from, this.drawing.spot(at));
      this.showSketch();
    } else if (drag) this.carry(drag, at);
  }

  shape(from, to) {
    if (this.tool === 'round') return round(from, Math.max(Math.hypot(to[0] - from[0], to[1] - from[1]), 0.1));
    return this.isLine ? [from, to] : rectangle(from, to);
  }

  carry(drag, at) {
    const { piece } = this.drawing;
    if (!piece) return;
    if (drag.piece) {
      const by = [at[0] - drag.last[0], at[1] - drag.last[1]].map((n) => (this.drawing.snap ? Math.round(n) : n));
      piece.points = drag.start;
      this.drawing.shift(piece, ...by);
    } else if (drag.door !== undefined) piece.doors[drag.door] = this.drawing.doorAt(piece, at);
    else piece.points[drag.corner] = this.drawing.spot(at);
    this.drawing.told();
  }

  release() {
    const { drag } = this;
    this.drag = null;
    if (!drag) return;
    if (!drag.from) return void this.drawing.end();
    const shape = this.sketch;
    this.sketch = [];
    if (shape.length && big(shape)) this.drawing.add(this.kind, shape);
    this.show();
  }

  abort() {
    if (this.drag && !this.drag.from) this.drawing.end();
    Object.assign(this, { drag: null, sketch: [], corners: null });
    this.show();
  }

  /** One more corner of the piece that is drawn; on the first one again it is closed. */
  corner(at) {
    const spot = this.drawing.spot(at);
    const [first] = this.corners || [];
    const near = first && Math.hypot(first[0] - spot[0], first[1] - spot[1]) * this.scale < (REACH / 2) * this.inv;
    if (near && this.corners.length > 2) return void this.close();
    const last = this.corners?.at(-1);
    if (!last || last[0] !== spot[0] || last[1] !== spot[1]) this.corners = [...(this.corners || []), spot];
    this.sketch = this.corners;
    this.showSketch();
  }

  close() {
    const { corners } = this;
    Object.assign(this, { corners: null, sketch: [] });
    if (corners && corners.length >= (this.isLine ? 2 : 3)) this.drawing.add(this.kind, corners);
    this.show();
  }

  /** A piece of a usual size in the middle of the table. */
  lay() {
    const [x, y] = [Math.round(this.drawing.wide / 2), Math.round(this.drawing.deep / 2)];
    const r = Math.max(2, Math.round(Math.min(this.drawing.wide, this.drawing.deep) / 9));
    this.drawing.add(
      this.kind,
      this.isLine
        ? [
            [x - r, y],
            [x + r, y],
          ]
        : rectangle([x - r, y - r], [x + r, y + r]),
    );
    this.over$(this.drawing.chosen)?.focus();
  }

  // -- the keys --------------------------------------------------------------------------

  key(event) {
    if (this.tool === 'draw' && event.key === 'Enter' && this.corners) return void this.close();
    if (event.key === 'Escape') return void this.leave();
    const grip = event.target.closest?.('[data-corner]');
    const over = event.target.closest?.('[data-piece]');
    const done = grip
      ? this.cornerKey(event, Number(grip.dataset.corner))
      : over && this.pieceKey(event, over.dataset.piece);
    if (done) event.preventDefault();
  }

  leave() {
    const corner = document.activeElement?.closest?.('[data-corner]');
    if (this.corners || this.drag) this.abort();
    else if (corner) this.over$(this.drawing.chosen)?.focus();
    else this.drawing.choose(null);
  }

  step(event) {
    const far = event.shiftKey ? 1 / Math.min(this.drawing.grain, 10) : 1;
    return { ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, -far], ArrowDown: [0, far] }[event.key];
  }

  pieceKey(event, id) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (this.drawing.chosen !== id) this.drawing.choose(id);
    const by = this.step(event);
    if (by) this.drawing.change(() => this.drawing.shift(this.drawing.piece, ...by));
    else if ('+='.includes(event.key)) this.drawing.turn(event.shiftKey && event.key === '=' ? 1 : 15);
    else if (event.key === '-') this.drawing.turn(-15);
    else if ('.,'.includes(event.key)) this.drawing.turn(event.key === '.' ? 1 : -1);
    else if (event.key === 'Delete' || event.key === 'Backspace') this.drawing.drop();
    else if (event.key === 'd') this.drawing.double();
    else if (event.key === 'Enter') this.svg.querySelector('[data-focus="corner:0"]')?.focus();
    else return event.key === ' ';
    return true;
  }

  cornerKey(event, n) {
    const { piece } = this.drawing;
    const by = this.step(event);
    if (by)
      this.drawing.change(
        () =>
          (piece.points[n] = this.drawing.spot(
            [piece.points[n][0] + by[0], piece.points[n][1] + by[1]],
            event.shiftKey,
          )),
      );
    else if (event.key === 'Delete' || event.key === 'Backspace') this.drawing.join(n);
    else if (event.key === '+') this.drawing.split(n);
    else return false;
    return true;
  }
}

/** Whether a shape was really drawn, not only clicked. */
function big(points) {
  return (
    new Set(points.map(String)).size > 1 &&
    points.some(([x, y]) => Math.hypot(x - points[0][0], y - points[0][1]) >= 0.5)
  );
}
