// Who was away is offered what has been done since: the deeds that matter most beside the log, played if he likes.

import { $, html, icon } from '../../page/dom.js';
import { memory } from '../../page/memory.js';
import { word } from '../../page/words.js';
import { deeds, weightiest } from './deeds.js';
import { gathered, told } from './told.js';

/** So many deeds are told; the others are in the log. */
const TOLD = 5;

const seq = (row) => Number(row.dataset.seq || 0);

export class Away {
  /** `rows()`: the lines of the log, newest first; `play(rows)`: plays these, oldest first. */
  constructor(game, rows, play) {
    this.key = `seen-${game}`;
    this.rows = rows;
    this.play = play;
    this.seen = Number(memory.get(this.key) ?? this.newest());
    this.kept = -1;
    /** Since which version one was away, and whether what comes is still added to what is told of it. */
    this.from = null;
    this.grows = false;
    /** The lines that are offered, newest first. */
    this.offered = [];
    this.offer();
    document.addEventListener('visibilitychange', () => document.hidden || this.offer());
  }

  newest() {
    return Math.max(0, ...this.rows().map(seq));
  }

  /** All there is was seen; what comes while it is still offered is offered too, but to who only watches. */
  look(watches = false) {
    if (watches) this.stop();
    this.seen = Math.max(this.newest(), this.seen);
    if (this.kept !== this.seen) memory.set(this.key, String((this.kept = this.seen)));
    if (this.grows) this.draw((this.offered = this.since(this.from)));
  }

  since(from) {
    return this.rows().filter((row) => seq(row) > from && row.dataset.picture);
  }

  /** What has come since one looked is offered, if anything of it can be shown; else what is offered stays. */
  offer() {
    const from = this.grows ? this.from : this.seen;
    if (this.since(from).length) {
      this.from = from;
      this.grows = true;
      this.drawn = 0;
    }
    this.look();
  }

  /** One is here again and has answered, or has seen it come: what comes now is no more of it. */
  stop() {
    this.grows = false;
  }

  /** One has answered: he is no more told what was done before that. */
  answered() {
    if (this.box?.contains(document.activeElement)) $('#log ol')?.focus({ preventScroll: true });
    this.close();
  }

  draw(since) {
    const all = gathered(deeds(since.toReversed()));
    if (!all.length || this.drawn === since.length) return;
    this.drawn = since.length;
    const title = word(all.length === 1 ? 'since-one' : 'since', { n: all.length });
    this.box ??= this.framed();
    this.box.setAttribute('aria-label', title);
    $('b', this.box).textContent = title;
    $('ul', this.box).replaceChildren(...weightiest(all, TOLD).map((deed) => html('li', {}, ...told(deed))));
    if (!this.box.isConnected) $('#log ol')?.before(this.box);
  }

  framed() {
    const play = html('button', { class: 'btn small', type: 'button' }, word('since-play'));
    const shut = html('button', { class: 'iconbtn', type: 'button', 'aria-label': word('close') }, icon('cross'));
    play.addEventListener('click', () => this.play(this.offered.toReversed()));
    shut.addEventListener('click', () => this.close());
    return html('section', { class: 'since' }, html('header', {}, html('b', {}), play, shut), html('ul', {}));
  }

  close() {
    this.box?.remove();
    this.box = null;
    this.grows = false;
  }
}
