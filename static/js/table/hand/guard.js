// Nothing is pressed that nobody has seen: what came a moment ago takes no click that was meant for what was there before,
// and no key.

import { $$, typing } from '../../page/dom.js';
import { tab } from '../../page/memory.js';

/** For how many milliseconds something is seen before it can be given. */
export const SEEN = 500;
/** What asks all, or answers much at once, and for how many milliseconds it keeps off where another button just stood. */
const WIDE = ['consent', 'rest'];
const STOOD = 1000;
/** A click so near to the last one, in pixels, was meant for the same. */
const SAME = 8;
const PRESSED = ['Enter', ' '];
/** What opens a list is pressed like a button. */
const PRESSES = 'button, summary';
/** What settles something; the other buttons only lead to it. */
const SETTLES = '[data-act=confirm], [data-at-piece], [data-deed]';
const WATCHED = { childList: true, subtree: true, attributes: true, attributeFilter: ['hidden', 'disabled', 'open'] };

export class Guard {
  /** `table`: where a second click of the same kind is meant for the question that has gone. */
  constructor(table) {
    this.table = table;
    this.roots = [];
    /** Whether whoever plays worked by keys last. */
    this.keys = false;
    /** Where the pointer is, and over which button. */
    this.at = { x: -1, y: -1, touch: false, ...JSON.parse(tab.get('pointer') || '{}'), down: false, time: 0 };
    addEventListener('pagehide', () => tab.set('pointer', JSON.stringify(this.at)));
    this.under = null;
    this.since = new WeakMap();
    /** Where each button stands, or stood, and until when that counts. */
    this.stood = [];
    this.turned = null;
    /** The button that came under it, and where it was then. */
    this.came = null;
    this.silenced = false;
    this.tabbed = -SEEN;
    /** Parts in which something came or went since the last frame. */
    this.moved = new Map();
    for (const name of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'])
      document.addEventListener(name, (event) => this.pointed(event), true);
    document.addEventListener('keydown', (event) => this.keyed(event), true);
    document.addEventListener('keyup', (event) => this.lifted(event), true);
  }

  /** The buttons of this part of the page are guarded from now on. */
  watch(root) {
    this.roots.push(root);
    new MutationObserver((records) => this.changed(root, records)).observe(root, WATCHED);
    new ResizeObserver(() => this.places()).observe(root);
    this.looked(root);
    this.places();
  }

  /** Where the buttons stand is looked at once what has come is painted. */
  places() {
    if (this.placing) return;
    this.placing = true;
    requestAnimationFrame(() => {
      this.placing = false;
      this.measure();
    });
  }

  measure() {
    const now = performance.now();
    const others = this.roots.flatMap((root) => $$('button:not([data-deed=consent])', root));
    const boxes = others
      .map((one) => ({ one, box: one.getBoundingClientRect(), deed: one.dataset.deed }))
      .filter(({ box }) => box.width);
    for (const one of this.stood) one.until = Math.min(one.until, now + STOOD);
    this.stood = [
      ...this.stood.filter(({ until }) => until > now),
      ...boxes.map((one) => ({ ...one, until: Infinity })),
    ];
  }

  /** Whether another button stood where this one is, a moment ago; one that stands there still only until this has. */
  over(button) {
    this.measure();
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const fresh = performance.now() - (this.since.get(button) ?? 0) < STOOD;
    return this.stood.some(
      ({ one, box, deed, until }) =>
        until < Infinity &&
        (fresh || !stands(one, box)) &&
        (deed !== 'rest' || button.dataset.deed !== deed) &&
        box.left < right &&
        box.right > left &&
        box.top < bottom &&
        box.bottom > top,
    );
  }

  /** Whether a button has not been seen for long enough; what is not guarded always has. */
  young(button) {
    return performance.now() - (this.since.get(button) ?? -SEEN) < SEEN;
  }

  /** Another question is asked: what is clicked again at once was meant for the last one. */
  turn() {
    if (!this.keys) this.turned = { x: this.at.x, y: this.at.y, time: performance.now() };
  }

  // -- what comes and goes ------------------------------------------------------------

  changed(root, records) {
    this.looked(root);
    const whole = records.some(({ type, target }) => type === 'childList' && target === root);
    this.shifted(root, whole || root.classList.contains('at-piece'));
  }

  /** This part stands elsewhere than it did, or what is in it (`whole`: all of it). */
  shifted(root, whole = true) {
    if (!this.moved.size) requestAnimationFrame(() => this.settle());
    this.moved.set(root, whole || this.moved.get(root));
  }

  /** Where things lie is asked once a frame: to ask for it after each change has the page laid out again and again. */
  settle() {
    const moved = [...this.moved];
    this.moved.clear();
    if (moved.some(([root, whole]) => whole || this.inside(root))) this.comes();
    // Where a sheet keeps its size only this tells that other buttons stand in it.
    if (moved.some(([, whole]) => whole)) this.places();
  }

  inside(root) {
    const { x, y } = this.at;
    const box = root.getBoundingClientRect();
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  }

  /** Since when each button has been seen. */
  looked(root) {
    for (const button of $$(PRESSES, root)) {
      const seen = !button.disabled && !button.closest('[hidden]');
      if (!seen) this.since.delete(button);
      else if (!this.since.has(button)) this.began(button);
    }
  }

  began(button) {
    this.since.set(button, performance.now());
    if (WIDE.includes(button.dataset.deed)) this.bar(button);
  }

  /** A button that has come under the pointer, which did not move, is not to be pressed yet. */
  comes() {
    const { at } = this;
    if (at.down || (at.touch && performance.now() - at.time > SEEN)) return;
    // What lies elsewhere is not guarded, and the page need not be asked what lies there.
    const near = this.roots.some((root) => this.inside(root));
    const found = (near && document.elementFromPoint(at.x, at.y)?.closest(PRESSES)) || null;
    if (found === this.under) return;
    this.under = found;
    if (!found || !this.roots.some((root) => root.contains(found))) return;
    this.bar(found);
    this.came = { button: found, x: at.x, y: at.y };
  }

  /** The pointer has moved since: what is confirmed at a piece takes a click then, which waits until it has been seen. */
  goes(x, y) {
    const { came } = this;
    if (!came || Math.hypot(x - came.x, y - came.y) <= SAME) return;
    this.came = null;
    if (came.button.matches('[data-at-piece=yes]')) came.button.classList.remove('is-new');
  }

  /** What is asked of all at the table does not even show where the pointer rests, or where another button just stood. */
  bar(button) {
    button.classList.add('is-new');
    setTimeout(() => this.clear(button), SEEN);
  }

  clear(button) {
    const { deed } = button.dataset;
    const rests = deed === 'consent' && !this.at.touch && this.inside(button);
    const waits = WIDE.includes(deed) && button.isConnected && (rests || this.over(button));
    if (waits || this.at.down) return void this.bar(button);
    button.classList.remove('is-new');
  }

  // -- what is done --------------------------------------------------------------------

  pointed(event) {
    const { type, clientX: x, clientY: y } = event;
    this.settle();
    if (type === 'pointermove') this.goes(x, y);
    if (type === 'pointerdown') this.keys = false;
    if (type === 'pointerdown' && this.again(event)) return;
    const down = type === 'pointerdown' || (type === 'pointermove' && event.buttons > 0);
    this.at = { x, y, touch: event.pointerType === 'touch', down, time: performance.now() };
    if (event.target instanceof Element) this.under = event.target.closest(PRESSES);
  }

  /** Whether this is the second click of two, on the table or in the panel: it counts for nothing. */
  again(event) {
    const { turned } = this;
    const here = [this.table, ...this.roots].some((part) => part.contains(event.target));
    const soon = here && turned && performance.now() - turned.time < SEEN;
    if (!soon || Math.hypot(event.clientX - turned.x, event.clientY - turned.y) > SAME) return false;
    silence(event);
    return true;
  }

  keyed(event) {
    if (!['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) this.keys = true;
    this.silenced = false;
    if (event.key === 'Tab') this.tabbed = performance.now();
    if (!PRESSED.includes(event.key) || typing(event.target)) return;
    const button = event.target.closest?.('button');
    if (!event.repeat && !(button && this.young(button) && !this.found(button))) return;
    this.silenced = true;
    silence(event);
  }

  /** Whether it only opens what is asked next; or was gone to by Tab since it has come, and settles nothing by itself. */
  found(button) {
    if ('more' in button.dataset) return true;
    return this.tabbed > (this.since.get(button) ?? 0) && !button.matches(SETTLES);
  }

  /** The space bar presses a button when it is let go of. */
  lifted(event) {
    if (this.silenced && event.key === ' ' && event.target.closest?.('button')) event.preventDefault();
  }
}

/** Whether it stands still where it stood. */
function stands(button, { x, y }) {
  const now = button.getBoundingClientRect();
  return now.width > 0 && now.x === x && now.y === y;
}

function silence(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}
