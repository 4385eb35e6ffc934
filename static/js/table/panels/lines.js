// The log as it grows: new lines on top, lines that are there already brought up to date.

import { $, html, icon } from '../../page/dom.js';
import { word } from '../../page/words.js';
import { later } from '../board/later.js';
import { joined } from './joined.js';
import { trim } from './older.js';

/** How little is the top still. */
const NEAR_TOP = 40;

export class Lines {
  /** `come` is given the lines that are new, newest first. */
  constructor({ board, rolls, stories, come }) {
    this.board = board;
    this.rolls = rolls;
    this.stories = stories;
    this.fresh = come;
    this.list = $('#log ol');
    /** How far the log is scrolled, kept because asking for it would lay out the page. */
    this.scrolled = 0;
    this.list?.addEventListener('animationend', (event) => event.target.classList.remove('is-new'));
    this.list?.addEventListener('scroll', (event) => this.seen(event.target.scrollTop), { passive: true });
    /** How many have come above what is looked at; a press leads to them. */
    this.above = 0;
    this.sign = html('button', { class: 'btn small log-above', type: 'button', hidden: '' });
    this.sign.addEventListener('click', () => this.up());
    this.list?.before(this.sign);
  }

  /** The log is scrolled so far: near the top there is nothing above. */
  seen(scrolled) {
    this.scrolled = scrolled;
    if (this.above && scrolled < NEAR_TOP) this.more(0);
  }

  /** To the top, of which no scrolling tells where it is the top already. */
  up() {
    this.list.scrollTop = 0;
    this.seen(0);
    this.list.focus({ preventScroll: true });
  }

  more(above) {
    this.above = above;
    this.sign.hidden = !above;
    this.sign.replaceChildren(icon('up'), word('log-new', { n: above }));
  }

  come(incoming) {
    const { list, stories, scrolled } = this;
    if (joined(incoming[incoming.length - 1], stories.rows()[0])) incoming.pop();
    const fresh = this.put(incoming);
    if (incoming.some((row) => row.matches('.mark'))) this.board.trails.turn();
    if (scrolled < NEAR_TOP) trim(list);
    this.rolls.look(fresh.length);
    const [newest] = stories.rows();
    this.board.told(fresh.length && newest?.dataset.in ? newest.dataset.pieces?.split(' ') : []);
    stories.fold();
    if (scrolled && scrolled < NEAR_TOP) requestAnimationFrame(() => (list.scrollTop = 0));
    // Of those that were sifted out there is nothing to be led to.
    const shown = fresh.filter(({ hidden }) => !hidden).length;
    if (shown && this.scrolled >= NEAR_TOP) this.more(this.above + shown);
    unseen(fresh.length);
    this.fresh(fresh);
  }

  /** Each in its place; those that were not there come back. */
  put(incoming) {
    // Under the heading of the turn, which stays where it is.
    let top = $(':scope > li:not(.mark)', this.list);
    const fresh = [];
    for (const row of incoming) {
      const old = row.id && document.getElementById(row.id);
      if (old) {
        if (old === top) top = row;
        old.replaceWith(row);
      } else {
        later(row, () => row.classList.add('is-new'));
        this.list.insertBefore(row, top);
        fresh.push(row);
      }
    }
    return fresh;
  }
}

function unseen(fresh) {
  const box = $('#log-new');
  if (!box || $('#tab-log').checked || !fresh) return;
  box.textContent = String(Number(box.textContent || 0) + fresh);
}
