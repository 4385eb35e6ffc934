// One key each: a piece goes for the nearest enemy, the next that may act is taken, the rest hold.

import { $, $$ } from '../../page/dom.js';
import { stands } from '../board/counters.js';
import { fights, measures } from '../board/text.js';
import { distance, middle } from '../space/geom.js';
import { isMine, mine, takeable } from './choice.js';
import { met, offersAt } from './onto.js';

export class ByKey {
  constructor(hand) {
    this.hand = hand;
    /** For which piece of which question the key was struck last, how often, and which order had been chosen before. */
    this.last = { ask: '', id: '', n: 0, kept: null };
  }

  /** The piece that is meant goes for the enemy: struck again, for the next one. */
  towards() {
    const { hand } = this;
    const id = hand.question?.state === 'mine' && !hand.young && !hand.tool?.singly ? this.meant() : '';
    const counter = id && hand.board.one([id]);
    if (!counter) return;
    const same = this.last.id === id && this.last.ask === hand.question.id;
    const kept = same ? this.last.kept : this.chosen();
    this.last = { ask: hand.question.id, id, n: same ? this.last.n + 1 : 0, kept };
    if (hand.held?.id !== id || hand.held.opened) hand.hold(counter, id);
    hand.held.whenKnown(() => this.at(hand.held));
  }

  /** The order that was chosen, of which its way is asked: the key goes that way and takes no other. */
  chosen() {
    const { kind, at } = this.hand.question;
    return this.hand.tool && !this.hand.armed && ['walk', 'moves'].includes(kind) && at.length > 1 ? at : null;
  }

  /** Whether the piece in the hand goes by the order that was chosen. */
  goes(held, kept) {
    const order = kept && held.orders.find(({ at, no }) => !no && at.join(' ') === kept.join(' '));
    if (!order || !(held.carry?.keep(order) || held.opens)) return false;
    if (held.opens) held.opens = order;
    return true;
  }

  at(held) {
    const foes = this.ranked(held);
    const foe = foes[this.last.n % Math.max(1, foes.length)];
    if (!foe || this.hand.held !== held) return undefined;
    const { hand } = this;
    hand.camera.show(stands(foe));
    hand.announce(foe.getAttribute('aria-label') || '');
    if (this.goes(held, this.last.kept)) return void met(held, foe);
    const offers = offersAt(held, foe);
    if (offers.length > 1) hand.assent.offer({ at: stands(foe), r: 0 }, offers);
    else if (offers.length) offers[0].go();
    else void met(held, foe);
    return undefined;
  }

  /** The next of those that may act is taken, those nearest to an enemy first; `by` −1: the one before. */
  next(by = 1) {
    const { hand } = this;
    if (hand.question?.state !== 'mine' || hand.tool?.dirty) return;
    const ids = this.able();
    const at = ids.indexOf(this.meant(''));
    const id = ids[(at + (at < 0 && by < 0 ? 0 : by) + ids.length) % ids.length];
    const counter = id && hand.board.one([id]);
    if (!counter) return;
    if (hand.held?.id !== id) hand.hold(counter, id);
    void hand.held.shown();
    counter.focus({ preventScroll: true, focusVisible: true });
  }

  /** What one press does for all that are left, once it has been seen. */
  rest() {
    const one = $('[data-deed=rest]:not([data-about])', this.hand.panel);
    if (one && !one.closest('[hidden]') && !this.hand.young && !this.hand.guard.young(one)) one.click();
  }

  /** The piece that is in the hand, has the focus or was chosen; else the one nearest to an enemy. */
  meant(other = this.able()[0]) {
    const { hand } = this;
    if (hand.held) return hand.held.id;
    const { at } = hand.question;
    const chosen = [...hand.roots].find(([, key]) => key === at[0])?.[0];
    if (chosen) return hand.takes.has(chosen) ? chosen : '';
    const node = document.activeElement?.closest('[data-piece]');
    const names = node?.matches('.counter') ? hand.board.names(node) : [node?.dataset.piece];
    return takeable(hand, names) || other || '';
  }

  /** Who may be taken and stands on the table, those nearest to an enemy first; as they are offered where nobody may measure. */
  able() {
    const { hand } = this;
    const able = [...hand.takes].filter((id) => hand.board.one([id]));
    if (!measures()) return able;
    const foes = this.foes().map(stands);
    const far = (id) => {
      const all = hand.board.members(id).map(stands);
      return Math.min(...all.flatMap((p) => foes.map((foe) => distance(p, foe))), Infinity);
    };
    return able.sort((a, b) => far(a) - far(b));
  }

  foes() {
    const { hand } = this;
    return hand.board.all().filter((node) => fights(node) && mine(hand) && !isMine(hand, node));
  }

  /** One counter of each enemy, those first whom something may be done to, then by how near they are, if that may be known. */
  ranked(held) {
    const far = measures() ? this.farness(held) : this.listed();
    const all = new Map();
    for (const node of this.foes().sort((a, b) => far(a) - far(b))) {
      const unit = node.dataset.group || node.dataset.piece;
      if (!all.has(unit)) all.set(unit, node);
    }
    const open = (node) => (held.strikes(node).length ? 0 : 1);
    return [...all.values()].sort((a, b) => open(a) - open(b) || far(a) - far(b));
  }

  /** How far a counter is from the piece in the hand. */
  farness(held) {
    const from = middle(this.hand.board.members(held.id).map(stands));
    return (node) => distance(stands(node), from);
  }

  /** Where the lists have it, which says nothing of where it stands. */
  listed() {
    const ids = $$('#bands [data-piece]').map((row) => row.dataset.piece);
    const at = (node) => this.hand.board.names(node).map((id) => ids.indexOf(id));
    return (node) => Math.min(...at(node).filter((n) => n >= 0), Infinity);
  }
}
