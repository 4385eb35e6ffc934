// What stands at a place of the table and can be clicked: the confirmation of what was drawn there, or several orders.

import { $, clause, html, icon, put } from '../../page/dom.js';
import { around, fewest } from './beside.js';
import { lies } from './lies.js';
import { radius, stands } from '../board/counters.js';
import { oddsOf } from './option.js';
import { word } from '../../page/words.js';

/** How far it keeps from the base, in pixels. */
const GAP = 12;
/** So many steps at most are drawn one after the other. */
const MOST = 99;

export class Assent {
  constructor(hand) {
    this.hand = hand;
    this.spot = null;
    /** Whether the focus goes to what is confirmed, as soon as it may be. */
    this.focuses = false;
    this.node = html('div', { class: 'at-piece', role: 'group', hidden: '' });
    hand.camera.table.parentElement.append(this.node);
    this.node.addEventListener('keydown', (event) => this.key(event));
    hand.camera.moved = () => this.place();
    hand.slot.addEventListener('odds', () => this.weighed());
  }

  get open() {
    return !this.node.hidden;
  }

  /** The answer that is drawn may be confirmed where the piece would stand. */
  tell() {
    const { hand } = this;
    const spot = hand.armed && !hand.leaf ? hand.tool?.spot?.() : null;
    if (spot) return void this.confirmation(spot);
    return hand.leaf ? undefined : this.hide();
  }

  /** The choice that waits may be confirmed at the counter it names, of a unit above all of them: who clicks on one of
   *  them means the unit. */
  at(piece) {
    const { board, camera } = this.hand;
    const high = (node) => camera.spot(stands(node)).y - radius(node) / camera.scale;
    const [node] = piece ? [...board.members(piece)].sort((a, b) => high(a) - high(b)) : [];
    if (node) this.confirmation({ at: stands(node), r: radius(node), above: true });
  }

  confirmation(spot) {
    const panel = $('[data-act=confirm]', this.hand.panel);
    if (!panel) return;
    const text = $('[data-say]', panel).textContent;
    if (this.kind !== 'confirm') this.make();
    const tick = this.node.firstChild;
    tick.disabled = panel.disabled;
    if (this.text.textContent !== text) this.text.textContent = text;
    this.weighed();
    this.explain(spot.no, tick);
    this.show(spot);
    if (this.focuses && !tick.disabled) {
      this.focuses = false;
      tick.focus({ preventScroll: true });
    }
  }

  /** How likely it is that what is confirmed comes to what it wishes for. */
  weighed() {
    if (this.kind !== 'confirm') return;
    const { leaf } = this.hand;
    this.chance.replaceChildren(...oddsOf(leaf?.button));
    this.chance.hidden = !this.chance.textContent;
    // Whoever is about to press it finds it where it was: a chance that comes makes it no more than wider.
    const { offsetLeft, offsetWidth } = this.node;
    if (offsetLeft + offsetWidth > this.hand.camera.seen().w - 4) this.place();
  }

  make() {
    this.kind = 'confirm';
    this.text = html('span', {});
    this.chance = html('span', { class: 'chance', hidden: '' });
    const said = { type: 'button', class: 'btn ink', 'data-at-piece': 'yes' };
    const tick = html('button', said, icon('tick'), this.text, this.chance);
    const cross = html('button', {
      type: 'button',
      class: 'btn',
      'data-at-piece': 'no',
      'aria-label': word('put-back'),
    });
    cross.append(icon('cross'));
    tick.addEventListener('click', () => this.hand.confirm());
    cross.addEventListener('click', () => this.crossed());
    this.why = html('p', { class: 'at-why', hidden: '' });
    this.node.setAttribute('aria-label', word('confirm'));
    this.node.replaceChildren(tick, cross, this.why);
  }

  /** What was drawn is taken away first, all of it; the piece is put back where nothing is drawn. */
  crossed() {
    const { leaf, tool } = this.hand;
    if (leaf || !tool?.dirty) return void this.hand.putBack();
    for (let n = 0; n < MOST && tool.dirty && tool.key({ key: 'Escape' }); n += 1);
    if (tool.dirty) this.hand.putBack();
    return undefined;
  }

  /** Why what is confirmed is not what was drawn. */
  explain(no, tick) {
    const now = no ? `${no.text} ${no.clause} ${tick.disabled}` : '';
    if (this.why.dataset.now === now) return;
    this.why.dataset.now = now;
    this.why.hidden = !no;
    this.why.classList.toggle('is-soft', !tick.disabled);
    this.why.replaceChildren(...(no ? [no.text, ' ', no.clause ? clause(no.clause) : ''] : []));
  }

  /** Several orders that may be given here, and what each would do when it is clicked. */
  offer(spot, offers) {
    this.kind = 'offer';
    this.node.setAttribute('aria-label', word('offers'));
    this.node.replaceChildren(
      ...offers.map(({ label, button: of, go }) => {
        const found = oddsOf(of);
        const odds = found[0] ? html('span', { class: 'chance' }, ...found) : '';
        const button = html('button', { type: 'button', class: 'btn', 'data-at-piece': 'offer' }, label, odds);
        button.addEventListener('click', () => {
          this.hide();
          go();
        });
        return button;
      }),
    );
    this.show(spot);
    if (this.hand.guard.keys) this.node.firstChild?.focus({ preventScroll: true });
  }

  /** Escape puts back; of several orders the arrows go from one to the next. */
  key(event) {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[this.kind === 'offer' ? event.key : ''];
    if (!by && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...this.node.children];
    if (by) all[(all.indexOf(document.activeElement) + by + all.length) % all.length].focus({ preventScroll: true });
    else this.hand.putBack();
  }

  show(spot) {
    this.spot = spot;
    this.node.hidden = false;
    this.known();
    this.place();
  }

  /** Below the base, or above it where the way comes from below, or beside it, where it lies on the fewest; always in sight. */
  place() {
    if (!this.spot) return;
    const { camera } = this.hand;
    const { at, r, from, above: over } = this.spot;
    const { x, y } = camera.spot(at);
    const off = r / camera.scale + GAP;
    const size = { w: this.node.offsetWidth, h: this.node.offsetHeight };
    const above = over || (from && camera.spot(from).y > y + r / camera.scale);
    const found = lies(this.hand, this.node.offsetParent);
    // Brought into sight it might lie on the very place that it is about: it keeps off that as off the tools.
    const tools = [...found.tools, { x, y, r: off - GAP }];
    const best = fewest(around({ x, y }, off, size, above), { ...found, tools });
    const stood = this.node.style.cssText;
    this.node.style.left = `${Math.round(best.x)}px`;
    this.node.style.top = `${Math.round(best.y)}px`;
    if (this.node.style.cssText !== stood) this.hand.guard.shifted(this.node);
  }

  hide() {
    // Gone before what bears it is, for a browser shows a focus that was lost as one of keys.
    if (this.node.contains(document.activeElement))
      this.hand.camera.table.focus({ preventScroll: true, focusVisible: this.hand.guard.keys });
    this.spot = null;
    this.kind = '';
    this.node.hidden = true;
    this.node.replaceChildren();
    this.known();
  }

  /** The room knows what is asked at a piece: what stands elsewhere gives way to it. */
  known() {
    const room = this.node.closest('.room');
    if (!room) return;
    put(room, 'is-answered', this.open);
  }
}
