// When an answer is given: what may be taken back at once; all else once it has been seen and is confirmed.

import { SEEN } from '../hand/guard.js';

export class Commit {
  constructor(hand, guard) {
    this.hand = hand;
    this.guard = guard;
    this.reset();
  }

  /** Another answer is made from now on. */
  reset() {
    clearTimeout(this.later);
    /** Since when what stands may be confirmed, and whether it was mended and waits for that in any case. */
    this.since = null;
    this.waits = false;
  }

  /** What was to be given once it has been seen is not given. */
  unsay() {
    clearTimeout(this.later);
  }

  /** What stands is seen from now on only. */
  anew() {
    if (this.since !== null) this.since = performance.now();
  }

  /** Whether an answer that begins with these picks may be taken back: the server has said so beforehand. */
  returns(picks) {
    return this.hand.question.returning.some(
      (way) => way.length <= picks.length && way.every((want, n) => want === '*' || want === picks[n]),
    );
  }

  /** Whether such an answer is given at once, as whoever plays has chosen. */
  acts(picks) {
    const { confirm } = document.body.dataset;
    return confirm === 'never' || (confirm !== 'always' && this.returns(picks));
  }

  /** What stands may be confirmed, or may not. */
  ready(yes) {
    this.since = yes ? (this.since ?? performance.now()) : null;
  }

  /** Whether what was drawn is given as soon as the server has said that it may be: in one stroke, and where it was put. */
  get drops() {
    const { hand } = this;
    const { tool } = hand;
    const stroke = hand.armed || (hand.question.kind === 'place' && !this.guard.keys);
    if (!tool?.fresh || tool.fresh.no || !stroke || tool.singly || !this.acts(hand.question.at)) return false;
    const spot = tool.spot?.();
    this.waits ||= Boolean(spot?.no);
    return Boolean(spot) && !this.waits;
  }

  /** Whether whoever plays has just chosen or drawn it himself. */
  get chosen() {
    const { leaf, tool, question } = this.hand;
    return Boolean((leaf && !leaf.lone) || tool?.dirty || question.at.length);
  }

  /** It is given if it has been seen; what came sooner counts as soon as it has been, a key only for what was chosen by hand. */
  give(at, send, again) {
    const left = this.since === null ? SEEN : SEEN - (performance.now() - this.since);
    if (left <= 0 || this.acts(at)) return send();
    if (this.since === null || (this.guard.keys && !this.chosen)) return undefined;
    clearTimeout(this.later);
    const { since } = this;
    this.later = setTimeout(() => this.since === since && again(), left);
    return undefined;
  }
}
