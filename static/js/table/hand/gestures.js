// Pointers on the table: press, drag, tap, hover, long press, pan, pinch, wheel.

import { typing } from '../../page/dom.js';

const SLACK = 5;
const HOLD = 550;

export class Gestures {
  /** `on` has under (the counter at a point), press (true: it takes the drag), drag, release, tap, hover, leave, hold, abort, space. */
  constructor(table, camera, on) {
    this.table = table;
    this.camera = camera;
    this.on = on;
    this.pointers = new Map();
    this.drag = null;
    /** While the space bar is down every drag moves the table. */
    this.space = false;
    this.slides = false;
    document.addEventListener('keydown', (event) => (this.space ||= event.key === ' ' && !typing(event.target)));
    document.addEventListener('keyup', (event) => event.key === ' ' && this.lift());
    table.addEventListener('pointerdown', (event) => this.down(event));
    table.addEventListener('pointermove', (event) => this.move(event));
    table.addEventListener('pointerup', (event) => this.up(event));
    table.addEventListener('pointercancel', (event) => this.cancel(event));
    table.addEventListener('pointerleave', () => this.pointers.size || on.leave());
    // A browser that began to drag what is marked on the page would take the pointer away from the hand.
    table.addEventListener('dragstart', (event) => event.preventDefault());
    table.addEventListener('contextmenu', (event) => event.preventDefault());
    table.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
  }

  /** The space bar is let go of; `on.space` is told whether it was no more than struck. */
  lift() {
    if (this.space) this.on.space(!this.slides);
    this.space = false;
    this.slides = false;
  }

  /** The counter whose middle is nearest, of those a finger there may mean. */
  counter(event) {
    return this.on.under(this.camera.at(event.clientX, event.clientY));
  }

  down(event) {
    if (event.pointerType === 'mouse' && event.button > 2) return;
    // What was aimed at is not there any more, unless it is what stays.
    if (
      event.pointerType === 'touch' &&
      this.camera.flight.sudden &&
      !this.camera.keeps(this.camera.at(event.clientX, event.clientY))
    )
      return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.table.setPointerCapture(event.pointerId);
    clearTimeout(this.holding);
    if (this.pointers.size === 2) this.pinch();
    if (this.pointers.size > 1) return;
    const counter = this.counter(event);
    const mine = event.button === 0 && !this.space;
    const taken = mine && this.on.press(this.camera.at(event.clientX, event.clientY), counter, event);
    this.drag = { x: event.clientX, y: event.clientY, counter, taken, moved: false, held: false, button: event.button };
    if ((counter || taken) && event.pointerType !== 'mouse') this.holding = setTimeout(() => this.hold(counter), HOLD);
  }

  hold(counter) {
    if (!this.drag || this.drag.moved) return;
    if (this.drag.taken && this.on.hold(counter)) return;
    this.drag.held = true;
    if (this.drag.taken) this.on.abort();
    else this.on.hold(counter);
  }

  move(event) {
    const known = this.pointers.get(event.pointerId);
    if (!known) {
      if (event.pointerType === 'mouse')
        this.on.hover(this.camera.at(event.clientX, event.clientY), this.counter(event));
      return;
    }
    const dx = event.clientX - known.x;
    const dy = event.clientY - known.y;
    known.x = event.clientX;
    known.y = event.clientY;
    if (this.pointers.size > 1) this.spread();
    else if (this.drag) this.one(event, dx, dy);
  }

  one(event, dx, dy) {
    const { drag } = this;
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLACK) return;
    const first = !drag.moved;
    drag.moved = true;
    clearTimeout(this.holding);
    if (first && this.isTurned()) drag.taken = true;
    if (first && this.isBarred(event)) drag.held = true;
    if (drag.held) return;
    if (drag.taken) this.on.drag(this.camera.at(event.clientX, event.clientY));
    else this.pan(first ? event.clientX - drag.x : dx, first ? event.clientY - drag.y : dy);
  }

  /** Whether what is dragged is taken only now: as long as it could have been a click it was not meant. */
  isTurned() {
    const { taken, button, counter, x, y } = this.drag;
    return !taken && !button && !this.space && counter && this.on.turns?.(this.camera.at(x, y), counter);
  }

  /** Whether a mouse drags what may not be taken, and was told so. */
  isBarred({ pointerType }) {
    const { taken, button, counter } = this.drag;
    return !taken && pointerType === 'mouse' && !button && !this.space && counter && this.on.barred?.(counter);
  }

  pan(dx, dy) {
    this.slides ||= this.space;
    this.table.parentElement.classList.add('is-panning');
    this.camera.slide(dx, dy);
  }

  /** The table is let go of. */
  settle() {
    this.table.parentElement.classList.remove('is-panning');
    this.camera.settle();
  }

  pinch() {
    this.settle();
    if (this.drag?.taken) this.on.abort();
    this.drag = null;
    this.gap = this.measure();
  }

  measure() {
    const [a, b] = [...this.pointers.values()];
    return { far: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }

  spread() {
    const now = this.measure();
    if (this.gap?.far > 10) this.camera.zoom(now.far / this.gap.far, now.x, now.y);
    if (this.gap) this.camera.pan(now.x - this.gap.x, now.y - this.gap.y);
    this.gap = now;
  }

  up(event) {
    clearTimeout(this.holding);
    const known = this.pointers.delete(event.pointerId);
    this.settle();
    this.rests();
    const { drag } = this;
    if (!known || !drag || this.pointers.size) return;
    this.drag = null;
    if (drag.held) return;
    const p = this.camera.at(event.clientX, event.clientY);
    if (drag.taken) this.on.release(p, drag.moved, drag.counter);
    else if (!drag.moved && drag.button === 0) this.on.tap(p, drag.counter);
  }

  /** Nobody holds the table: what frames a piece or follows one may move it again. */
  rests() {
    if (!this.pointers.size) this.camera.steady = false;
  }

  cancel(event) {
    clearTimeout(this.holding);
    this.pointers.delete(event.pointerId);
    this.settle();
    this.rests();
    if (this.drag?.taken) this.on.abort();
    this.drag = null;
  }

  wheel(event) {
    event.preventDefault();
    const by = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    this.camera.zoom(Math.exp(-by * (event.ctrlKey ? 0.01 : 0.0016)), event.clientX, event.clientY);
  }
}
