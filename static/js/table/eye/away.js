// Who was away is offered what has happened since: a few lines beside the log, played if he likes.

import { $, html, icon } from '../../page/dom.js';
import { memory } from '../../page/memory.js';
import { word } from '../../page/words.js';
import { said } from '../panels/stories.js';
import { telling } from './telling.js';

const seq = (row) => Number(row.dataset.seq || 0);

export class Away {
  /** `rows()`: the lines of the log, newest first; `play(rows)`: plays these, oldest first. */
  constructor(game, rows, play) {
    this.key = `seen-${game}`;
    this.rows = rows;
    this.play = play;
    this.seen = Number(memory.get(this.key) ?? this.newest());
    this.kept = -1;
    this.offer();
    document.addEventListener('visibilitychange', () => document.hidden || this.offer());
  }

  newest() {
    return Math.max(0, ...this.rows().map(seq));
  }

  /** All there is was seen. */
  look() {
    this.seen = Math.max(this.newest(), this.seen);
    if (this.kept !== this.seen) memory.set(this.key, String((this.kept = this.seen)));
  }

  /** What has come since one looked is offered, if anything of it can be shown. */
  offer() {
    const since = this.rows().filter((row) => seq(row) > this.seen && row.dataset.picture);
    this.look();
    if (since.length) this.draw(since);
  }

  draw(since) {
    this.close();
    const play = html('button', { class: 'btn small', type: 'button' }, word('since-play'));
    const shut = html('button', { class: 'iconbtn', type: 'button', 'aria-label': word('close') }, icon('cross'));
    play.addEventListener('click', () => (this.close(), this.play(since.toReversed())));
    shut.addEventListener('click', () => this.close());
    const title = word(since.length === 1 ? 'since-one' : 'since', { n: since.length });
    const lines = telling(since).map((row) => html('li', {}, ...said(row)));
    this.box = html(
      'section',
      { class: 'since', 'aria-label': title },
      html('header', {}, html('b', {}, title), play, shut),
      html('ul', {}, ...lines),
    );
    $('#log ol')?.before(this.box);
  }

  close() {
    this.box?.remove();
    this.box = null;
  }
}
