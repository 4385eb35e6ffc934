// What moving a whole unit shares, whichever way it moves: every change is shown by the server, and drawn once a frame.

import { $ } from '../../page/dom.js';
import { distance, middle, unnest } from '../space/geom.js';

const NUMBER = /-?\d+/g;
/** By how much two bounds may differ that were sought from two tries, in 1/100 mm or 1/100 degree. */
const SLACK = 100;

export class Mover {
  constructor(hand, domain, facts) {
    this.hand = hand;
    this.domain = domain;
    this.reply = null;
    this.grip = null;
    this.about = '';
    this.due = null;
    /** Why what was drawn was mended, what stands since then, and after how many changes. */
    this.mended = null;
    this.changes = 0;
    /** What it draws, to be taken away with it. */
    this.parts = [];
    /** What stood before each adjustment. */
    this.past = [];
    Object.assign(this, facts);
  }

  /** Whether nothing has been set yet that a refusal could be told of. */
  get quiet() {
    return false;
  }

  /** Whether the server says where it would go if it may not stay. */
  get offers() {
    return false;
  }

  /** Whether that is what silence answers, and so what is armed from the first. */
  get armed() {
    return false;
  }

  /** Whether anything has been set that would be lost. */
  get dirty() {
    return false;
  }

  /** The answer as it is sent. */
  wire() {}

  /** The panel says what stands. */
  tell() {}

  draw() {}

  /** It goes where the server says that it may stay. */
  offer() {}

  /** What was drawn is the nearest answer that is allowed. */
  adopt(_better) {}

  /** What the keys have done so far is a step of its own. */
  settle() {}

  turn() {}

  change() {
    this.soon();
    this.changes += 1;
    const raw = this.wire();
    this.about = JSON.stringify(raw);
    this.hand.preview(raw, this.about);
    this.tell();
  }

  /** The server's word, if it is on what stands now. */
  get fresh() {
    return this.reply?.about === this.about ? this.reply : null;
  }

  /** Once it is let go of, what is refused becomes the nearest that is allowed, and it stays told why. */
  mend() {
    const { better } = this;
    // Nobody has drawn anything since: what would be mended again is what mending came to.
    const same = this.mended?.from === this.about && this.mended.changes === this.changes;
    if (!better || this.grip || same) return false;
    const { no } = this.fresh;
    const [from, before] = [this.about, this.mended?.about];
    this.settle();
    this.adopt(better);
    // Who went on against the same bound has one step to take back, and not one for each try.
    if (before && near(before, this.about)) this.past.pop();
    this.mended = { no, from, about: this.about, changes: this.changes };
    return true;
  }

  /** The nearest answer that is allowed, where what is drawn is not. */
  get better() {
    return (this.fresh?.no && this.dirty && unnest(this.fresh.instead)) || null;
  }

  /** Whether one model after the other is put in its place: then nothing is mended before all stand. */
  get singly() {
    return false;
  }

  /** Why what stands is not what was drawn. */
  get why() {
    return this.mended?.about === this.about ? this.mended.no : null;
  }

  /** The server's word; who may not stay, or would go if nothing were said, is shown at once where. */
  show(reply, about) {
    const first = !this.reply;
    this.reply = reply && { ...reply, about };
    if (!this.singly && this.mend()) return;
    if (first && (reply?.no || this.armed) && !this.dirty && this.offers) return void this.offer();
    this.hand.refuse(this.quiet ? null : reply?.no || this.why, !reply?.no);
    this.hand.then(this.following(reply));
    this.tell();
    this.soon();
  }

  /** What of the server's word the panel tells. */
  following(reply) {
    return reply;
  }

  redraw() {
    this.soon();
  }

  /** Drawn once a frame, however often the pointer moves. */
  soon() {
    this.due ??= requestAnimationFrame(() => {
      this.due = null;
      this.draw();
    });
  }

  confirm() {
    this.settle();
    if (!this.fresh?.no) this.hand.give(this.wire());
    else this.mend();
  }

  clear() {
    if (this.due) cancelAnimationFrame(this.due);
    for (const part of this.parts) part.remove();
  }
}

/** Whether two answers are the same but for what the server's search leaves open. */
function near(one, other) {
  const [a, b] = [one, other].map((text) => text.match(NUMBER)?.map(Number) || []);
  const alike = one.replace(NUMBER, '') === other.replace(NUMBER, '');
  return alike && a.every((value, n) => Math.abs(value - b[n]) <= SLACK);
}

/** A unit of loose models: all of them go together, or one of them alone. */
export class TroopMover extends Mover {
  constructor(hand, domain, facts) {
    super(hand, domain, { one: false, solo: null, alone: false, ...facts });
    this.troop = null;
  }

  mine(counter) {
    return this.troop.has(counter);
  }

  /** Whether one model was moved last, and not all. */
  get singly() {
    return this.one || this.alone;
  }

  /** One model alone, or all again. */
  single(on = !this.one) {
    this.settle();
    this.one = on;
    $('[data-act=one]', this.hand.panel)?.setAttribute('aria-pressed', String(on));
    if (on && !this.solo) this.solo = this.troop.all[0].id;
    if (on) this.hand.announce(this.hand.codeOf(this.solo));
    this.soon();
  }

  next(by) {
    const ids = this.troop.all.map((m) => m.id);
    this.solo = ids[(ids.indexOf(this.solo) + by + ids.length) % ids.length];
    this.single(true);
  }

  /** Where its middle would stand, while nothing is being dragged. */
  spot() {
    const at = this.grip || !this.dirty ? [] : [...this.places().values()];
    if (!at.length) return null;
    const centre = middle(at);
    return { at: centre, r: Math.max(...at.map((p) => distance(p, centre))) + this.troop.widest, no: this.why };
  }

  /** Where each would stand. */
  places() {
    return new Map();
  }

  /** A finger that rests takes the one model under it. */
  hold() {
    const { grip } = this;
    if (!grip?.m) return false;
    this.alone = true;
    Object.assign(grip, { single: true, ids: [grip.m.id] });
    this.solo = grip.m.id;
    navigator.vibrate?.(15);
    this.soon();
    return true;
  }

  clear() {
    this.troop.clear();
    super.clear();
  }
}
