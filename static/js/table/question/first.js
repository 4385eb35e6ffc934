// What a question wants is said the first time it comes, to whoever would have that.

import { $ } from '../../page/dom.js';
import { memory } from '../../page/memory.js';
import { prefer } from '../../page/prefers.js';

/** Under which name this browser remembers what it has explained. */
const EXPLAINED = 'explained';
/** How many milliseconds one reads a letter, and any text at least; how much later one looks again while a hand is at work. */
const PACE = 50;
const READ = 4000;
const AGAIN = 700;
const PHONE = '(max-width: 720px)';

export class First {
  constructor() {
    this.slot = $('#first');
    this.box = $('#explains');
    this.seen = new Set((memory.get(EXPLAINED) || '').split(' ').filter(Boolean));
    /** For which questions nothing is written. */
    this.none = new Set();
    this.hand = null;
    /** The question that is explained, or was just now. */
    this.at = '';
    /** The level of the question that stands. */
    this.level = '';
    this.reading = 0;
    /** Whether somebody has unfolded it: then it stays so. */
    this.opened = false;
    this.slot?.addEventListener('click', (event) => this.click(event));
    this.box?.addEventListener('change', () => this.turn(this.box.checked));
  }

  /** What comes and goes here moves what is asked below it: in this hand that is guarded. */
  above(hand) {
    this.hand = hand;
    if (this.slot) hand.guard.watch(this.slot);
  }

  /** A question has come, or goes on. */
  heard(panel = $('#prompt .ask')) {
    const { asks = '', state = '' } = panel?.dataset || {};
    const at = asks && state === 'mine' ? `${document.body.dataset.rules.split('/').pop()}/${asks}` : '';
    if (!this.slot) return undefined;
    // Who goes on in a question has read what it wants.
    const level = panel?.dataset.at ?? '';
    const goes = level !== this.level;
    this.level = level;
    if (at === this.at) return goes ? void this.folds() : undefined;
    this.over();
    this.at = at;
    return at && this.on && !this.seen.has(at) && !this.none.has(at) ? this.tell(at) : undefined;
  }

  get on() {
    return document.body.dataset.explain === 'on';
  }

  /** The text comes when it is wanted, and stands if the same is still asked then. */
  async tell(at) {
    const [system, asks] = at.split('/');
    const said = await fetch(`/learn/${system}/asked/${encodeURIComponent(asks)}`).catch(() => null);
    if (said?.status === 404) this.none.add(at);
    const text = said?.ok ? await said.text() : '';
    if (!text || this.at !== at) return;
    $('p', this.slot).textContent = text;
    this.slot.hidden = false;
    this.fold(matchMedia(PHONE).matches, true);
    this.reading = setTimeout(() => this.folds(), Math.max(READ, text.length * PACE));
  }

  /** Once it is read it is one line, where the question has not all its room; not under a hand, nor where the focus is. */
  folds() {
    clearTimeout(this.reading);
    const box = $('#prompt');
    this.slot.classList.remove('is-fresh');
    if (this.slot.hidden || this.opened || box.scrollHeight <= box.clientHeight + 1) return;
    if (this.hand?.guard.at.down || this.slot.contains(document.activeElement))
      this.reading = setTimeout(() => this.folds(), AGAIN);
    else this.fold(true);
  }

  /** One line, or all of it; on a phone a `fresh` one has a few, and the question all it needs. */
  fold(on, fresh = false) {
    this.slot.classList.toggle('is-folded', on);
    this.slot.classList.toggle('is-fresh', on && fresh);
    $('[data-fold]', this.slot)?.setAttribute('aria-expanded', String(!on));
    this.hand?.guard.shifted(this.slot);
  }

  /** What was explained need not be again. */
  over() {
    if (!this.slot || this.slot.hidden) return;
    const inside = this.slot.contains(document.activeElement);
    clearTimeout(this.reading);
    this.opened = false;
    this.slot.hidden = true;
    this.hand?.guard.shifted(this.slot);
    if (inside) this.left();
    this.seen.add(this.at);
    memory.set(EXPLAINED, [...this.seen].join(' '));
  }

  /** Who was here is at the question now; what stands in it is confirmed by no key that was meant for this. */
  left() {
    this.hand?.commit.anew();
    $('#asked')?.focus({ preventScroll: true });
  }

  click({ target }) {
    if (target.closest('[data-fold]')) {
      this.opened = this.slot.classList.contains('is-folded');
      this.fold(!this.opened);
    } else if (target.closest('[data-enough]')) this.turn(false);
    else if (target.closest('[data-understood]')) this.over();
  }

  /** From now on, or no more; whoever turns it on has everything explained again. */
  turn(on) {
    this.over();
    document.body.dataset.explain = on ? 'on' : 'off';
    prefer('explain', document.body.dataset.explain, this.box?.dataset.account !== undefined);
    if (this.box) this.box.checked = on;
    if (!on) return;
    this.seen.clear();
    memory.set(EXPLAINED, '');
    this.at = '';
    void this.heard();
  }
}
