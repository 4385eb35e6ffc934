// Rows of the lists are handles: a click takes the piece as one on its counter does, a drag carries it on to the table.

import { $ } from '../../page/dom.js';
import { side, stands } from '../board/counters.js';
import { mine, takeable } from './choice.js';

/** How far a row is pulled before it is dragged, in pixels; how long a finger rests on it, in milliseconds. */
const SLACK = 5;
const HOLD = 400;
/** So many milliseconds after a drag a click is none. */
const AFTER = 80;

const row = (event) => event.target.closest?.('#bands button[data-piece]');

export class Rows {
  constructor(hand) {
    this.hand = hand;
    /** The row that is pressed: where, by which pointer, and whether it is being dragged. */
    this.grip = null;
    this.ended = 0;
    const bands = $('#bands');
    bands?.addEventListener('pointerdown', (event) => this.press(event));
    bands?.addEventListener('pointerover', (event) => event.pointerType === 'mouse' && this.over(row(event)));
    bands?.addEventListener('pointerleave', () => this.over(null));
    bands?.addEventListener('contextmenu', (event) => row(event) && event.preventDefault());
    // A list does not scroll under what is being dragged.
    bands?.addEventListener('touchmove', (event) => this.grip?.dragged && event.preventDefault(), { passive: false });
    document.addEventListener('pointermove', (event) => this.move(event));
    document.addEventListener('pointerup', (event) => this.up(event));
    document.addEventListener('pointercancel', (event) => this.cancel(event));
  }

  /** The piece of this row is looked at, or none. */
  over(button) {
    this.hand.threats.at(button && this.counter(button));
  }

  counter(button) {
    return this.hand.board.one([button.dataset.piece]);
  }

  /** What may be meant by a row: its piece; the unit of a single model too. */
  names(button, counter) {
    const id = button.dataset.piece;
    return counter?.dataset.piece === id ? this.hand.board.names(counter) : [id];
  }

  /** A row was clicked, or Enter was struck on it: the keys go on with the piece. */
  take(button, event) {
    const { hand } = this;
    if (performance.now() - this.ended < AFTER) return;
    if (hand.several.rowed(button, event)) return;
    const counter = this.counter(button);
    if (counter) hand.camera.show(stands(counter));
    hand.choose(counter, this.names(button, counter), button);
    if (event.detail === 0 && hand.held) (counter || hand.camera.table).focus({ preventScroll: true });
  }

  // -- dragged ------------------------------------------------------------------

  press(event) {
    const button = row(event);
    if (!button || event.button || event.shiftKey || this.grip) return;
    this.grip = { button, id: event.pointerId, x: event.clientX, y: event.clientY, dragged: false };
    if (event.pointerType === 'mouse') return;
    // The finger goes on to the table: the row does not keep it.
    if (button.hasPointerCapture?.(event.pointerId)) button.releasePointerCapture(event.pointerId);
    this.grip.touch = true;
    this.grip.wait = setTimeout(() => this.lift(event), HOLD);
  }

  move(event) {
    const { grip } = this;
    if (grip?.id !== event.pointerId) return;
    if (!grip.dragged) {
      const [dx, dy] = [Math.abs(event.clientX - grip.x), Math.abs(event.clientY - grip.y)];
      if (Math.hypot(dx, dy) < SLACK) return;
      // A finger that goes up or down scrolls the list.
      if (grip.touch && dy > dx) return void this.drop();
      if (!this.lift(event)) return;
    }
    if (this.isOver(event)) this.hand.drag(this.hand.camera.at(event.clientX, event.clientY));
    else this.hand.held?.leave();
  }

  /** The piece of the row is taken into the hand; one that may not act says why. */
  lift(event) {
    const { hand, grip } = this;
    clearTimeout(grip.wait);
    const { button } = grip;
    if (hand.several.lift(button)) {
      grip.dragged = true;
      return true;
    }
    const counter = this.counter(button);
    const own = mine(hand) && mine(hand) === side(button.closest('.band'));
    const id = own && takeable(hand, this.names(button, counter));
    if (!id) {
      this.drop();
      if (own || !hand.held) hand.take(this.names(button, counter), button);
      this.ended = performance.now();
      return false;
    }
    grip.dragged = true;
    if (grip.touch) navigator.vibrate?.(15);
    hand.camera.steady = true;
    hand.hold(counter, id, counter ? stands(counter) : this.at(event), true);
    return true;
  }

  at(event) {
    return this.hand.camera.at(event.clientX, event.clientY);
  }

  /** Whether the pointer is over the table, and over nothing that lies on it. */
  isOver(event) {
    const found = document.elementFromPoint(event.clientX, event.clientY);
    return Boolean(found && this.hand.camera.table.contains(found));
  }

  up(event) {
    const { grip, hand } = this;
    if (grip?.id !== event.pointerId) return;
    this.drop();
    if (!grip.dragged) return;
    this.ended = performance.now();
    if (this.isOver(event)) hand.release(this.at(event), true, null);
    else this.back();
  }

  cancel(event) {
    const { grip } = this;
    if (grip?.id !== event.pointerId) return;
    this.drop();
    if (grip.dragged) this.back();
  }

  /** What was carried is as if it had not been taken. */
  back() {
    this.hand.camera.steady = false;
    if (this.hand.several.any) this.hand.several.abort();
    else this.hand.putBack();
  }

  drop() {
    clearTimeout(this.grip?.wait);
    this.grip = null;
  }
}
