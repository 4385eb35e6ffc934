// What was drawn for several pieces at once, worked off one after the other as the rules ask: each still to come is a ghost.

import { game } from '../line/game.js';
import { tab } from '../../page/memory.js';
import { distance } from '../space/geom.js';
import { deed, grasped } from './deeds.js';
import { places } from './shade.js';

/** Who stands farther than this, in drawing units, from where he stood when he was drawn has been taken along. */
const ALONG = 0.5;

export class Plan {
  /** `told`: it has changed; the rest of the page shows what is left. */
  constructor(hand, told) {
    this.hand = hand;
    this.told = told;
    this.items = [];
    /** Whether each is given without asking, as long as it is allowed as it was drawn. */
    this.auto = false;
    /** The question for which one is drawn now, and which. */
    this.ask = '';
    this.now = null;
  }

  get key() {
    return `plan-${game}-${document.body.dataset.you}`;
  }

  /** These are put in their places, the first now and each other when its go comes. */
  begin(items, auto) {
    Object.assign(this, { items, auto, ask: '', now: null });
    this.keep();
    this.asked();
  }

  /** What was meant before the page was loaded afresh goes on. */
  resume() {
    const found = JSON.parse(tab.get(this.key) || 'null');
    if (found) Object.assign(this, { items: found.items, auto: found.auto });
  }

  keep() {
    tab.set(this.key, this.items.length ? JSON.stringify({ items: this.items, auto: this.auto }) : '');
    this.told();
  }

  /** Nothing more is given by itself, and no ghost is left. */
  stop() {
    if (!this.items.length && !this.now) return;
    Object.assign(this, { items: [], now: null });
    this.keep();
  }

  /** A question is asked: the next piece that it names is drawn for it, once. */
  asked() {
    const { id, at, state } = this.hand.question;
    if (!this.items.length || state !== 'mine' || at.length || id === this.ask) return;
    const { takes } = this.hand;
    this.items = this.items.filter((item) => item !== this.now);
    const next = this.items.find((item) => takes.has(item.id));
    // Where others are asked for than are left, the time for it has passed.
    if (takes.size && !next) return void this.stop();
    this.ask = next ? id : '';
    this.now = next || null;
    this.keep();
    if (next) void this.draw(next, id);
  }

  /** The order that carries it is drawn and waits to be confirmed; one that cannot be given is left out. */
  async draw(item, ask) {
    const { hand } = this;
    const reply = await grasped(hand.question.seat, item.id);
    if (hand.question.id !== ask || this.now !== item) return;
    const found = reply?.ask === ask && !this.wentAlong(item) ? await deed(hand, item, reply) : null;
    if (hand.question.id !== ask || this.now !== item) return;
    if (!found) return void this.missed(item);
    if (found.at && found.drawn === null) return void hand.send(found.at);
    hand.letGo();
    await hand.arm(found.at, found.drawn);
    this.readied();
  }

  /** Whether it has gone since it was drawn, as a leader goes with his unit. */
  wentAlong({ id, was = {} }) {
    const now = places(this.hand.board, id);
    return Object.entries(was).some(([piece, p]) => now[piece] && distance(p, now[piece]) > ALONG);
  }

  /** It has no way there, or needs none any more: the next one's turn. */
  missed(item) {
    this.items = this.items.filter((one) => one !== item);
    Object.assign(this, { ask: '', now: null });
    this.keep();
    this.asked();
  }

  /** What is drawn may be given: it is, if that was said for all of them and it stands where it was put. */
  readied() {
    const { hand } = this;
    const sure = this.auto && this.now && hand.armed && hand.tool?.fresh && !hand.tool.fresh.no;
    if (sure && !hand.tool.spot?.()?.no) hand.confirm(true);
  }
}
