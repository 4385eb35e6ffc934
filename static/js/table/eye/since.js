// What has been done since the reader's last answer: told above the question, and left to be seen on the table, until he
// answers again.  Nothing is told that has not been shown.

import { $, $$, html, put, say } from '../../page/dom.js';
import { word } from '../../page/words.js';
import { later } from '../board/later.js';
import { steady } from '../panels/beside.js';
import { said } from '../panels/stories.js';
import { along, said as far } from '../space/geom.js';
import { HOUSE, ROLLED, WENT, deeds, ongoing, ranked, unheard, weightiest } from './deeds.js';
import { mine } from './follow.js';
import { Left, SHORT, nearby, whose } from './left.js';
import { gathered, named, parts, text, told, words } from './told.js';

/** Of so many those that have room stand there while the list is folded; on a phone one. */
const folded = () => (matchMedia('(max-width: 720px)').matches ? 1 : 6);
/** So many of them, and of the lines that tell of no deed, are said at once to those who listen, when nothing more has
 * come for so many milliseconds. */
const [SAID, LINES, HUSH] = [2, 3, 1200];

/** So many lines before the answer are read for what was going on then. */
const BEFORE = 40;

/** Whether something reaches out of what holds it. */
function cut(inner, outer) {
  const [one, other] = [inner, outer].map((it) => it.getBoundingClientRect());
  return one.right > other.right + 1 || one.bottom > other.bottom + 1;
}

/** Of one's own deeds those are told of which something came, that one shot or charged, and what was rolled. */
const isNews = ({ weight, lead, act, card, dice, sure }) =>
  !mine(lead) || sure || weight === ROLLED || (weight === HOUSE && dice) || (weight < WENT && (act || !card));

/** The deed that a part of the list tells of. */
const lines = new WeakMap();
const deedOf = (node) => lines.get(node?.closest?.('.deed'));

export class Since {
  /** `rows()`: the lines of the log, newest first.  Who is asked nothing, as a watcher, has no list. */
  constructor(board, eye, rows) {
    this.board = board;
    this.eye = eye;
    this.rows = rows;
    this.box = $('#deeds');
    /** At which version his last go began, and, as the page says it, he answered last. */
    this.from = null;
    this.replied = undefined;
    this.deeds = [];
    /** The lines that were said. */
    this.heard = new Set();
    this.open = false;
    /** Whether the page has been open before what is told now. */
    this.listens = false;
    /** Is told that the reader has answered. */
    this.answers = () => {};
    if (this.box) this.listen();
  }

  listen() {
    const { board, eye, box } = this;
    board.trails.patient = true;
    this.left = new Left(board, eye);
    this.left.tells = () => this.numbered();
    this.more = html('button', { class: 'deeds-more', type: 'button', 'aria-expanded': 'false', hidden: '' });
    this.list = html('ol', {});
    box.append(
      html('header', {}, html('b', { id: 'deeds-said', class: 'eyebrow', hidden: '' }, word('answered')), this.more),
      this.list,
    );
    this.more.addEventListener('click', () => this.unfold(!this.open));
    // Opened it lies over what is asked: whoever goes on to that puts it away.
    box.addEventListener('focusout', ({ relatedTarget: to }) => to && !box.contains(to) && this.unfold(false));
    box.addEventListener('keydown', (event) => this.key(event));
    eye.looks(this.list, ({ target }) => deedOf(target)?.rows);
    this.list.addEventListener('click', ({ target }) => deedOf(target) && eye.again(deedOf(target).rows));
    document.addEventListener('pointerdown', ({ target }) => box.contains(target) || this.unfold(false), true);
    eye.shown = () => this.soon();
    new ResizeObserver(() => this.fits()).observe(this.list);
    steady($('#prompt'));
    new MutationObserver(() => this.soon()).observe($('#prompt'), { childList: true });
    // What stood there before is not news: deeds are told, the lines beside them are in the log.
    const old = this.rows().reverse();
    for (const { id } of unheard(deeds(old), old, new Set()).lines) this.heard.add(id);
    this.tell();
    this.listens = true;
  }

  /** Whether what happens is told here: where not, who listens is to be told each line. */
  get tells() {
    return this.from !== null;
  }

  /** The lines after a version, up to another, newest first. */
  after(from, to = Infinity) {
    return this.rows().filter(({ dataset }) => Number(dataset.seq || 0) > from && Number(dataset.seq) <= to);
  }

  soon() {
    if (!this.box) return;
    later(
      'deeds',
      (size) => this.tell(size),
      () => this.size,
      true,
    );
  }

  /** `size`: of the list, where it was read before anything was put. */
  tell(size = this.size) {
    const { answered, replied = this.replied } = $('#prompt > .ask')?.dataset || {};
    if (this.listens && replied !== this.replied) this.answers();
    this.replied = replied;
    if (answered !== undefined && Number(answered) !== this.from) this.begin(Number(answered));
    if (this.from === null) return;
    const rows = this.after(this.from);
    const unshown = this.eye.unshown(rows);
    put(this.box, 'is-filming', unshown > 0);
    const shown = rows.slice(unshown).reverse();
    const all = this.going(shown);
    this.hear(shown, all);
    const known = all.map(({ lead, rows }) => `${lead.id} ${rows.length}`).join();
    if (known === this.known) return;
    this.known = known;
    this.deeds = gathered(all.filter(isNews), (deed) => this.left.spot(deed));
    this.draw(size);
  }

  /** The deeds to which these lines belong: one that was going on when the reader answered is told from its beginning. */
  going(shown) {
    return ongoing(this.after(-1, this.from).slice(0, BEFORE).reverse(), shown);
  }

  /** Lines that have been shown are said once nothing more has come for a while. */
  hear(shown, all) {
    if (shown.length === this.count) return;
    this.count = shown.length;
    clearTimeout(this.hush);
    this.hush = setTimeout(() => this.aloud(shown, all), HUSH);
  }

  /** The reader has answered, or taken his answer back: what was done before is told no more.  What was there when the page
   * was opened is no answer of now; before the first one each line was said by itself. */
  begin(from) {
    if (this.from !== null) {
      const before = this.after(this.from, from).reverse();
      this.aloud(before, deeds(before));
    } else if (this.listens) for (const { id } of this.rows()) this.heard.add(id);
    if (this.listens) this.board.trails.answered();
    this.from = from;
    this.known = this.count = null;
    $('#deeds-said').textContent = word(from ? 'answered' : 'deeds-begun');
    $('#deeds-said').hidden = false;
    this.deeds = [];
    this.left.forget();
    this.unfold(false);
  }

  /** What is put on the table is put before it is asked what has room in the list: the page is laid out once for both. */
  draw(size = this.size) {
    const inside = this.box.contains(document.activeElement);
    const at = deedOf(document.activeElement);
    this.left.draw(this.deeds);
    this.open ? this.lay(this.deeds) : this.standing(size);
    this.opens();
    if (inside) this.keep(at);
  }

  /** Who was at a deed stays at it, else is at what opens them; where there is none of these any more, at what is asked. */
  keep(at) {
    const items = $$('.deed', this.list);
    const same = at && items.find((item) => deedOf(item).lead === at.lead);
    (same || (this.more.hidden ? items[0] : this.more) || $('#asked') || $('#table')).focus();
  }

  /** What matters most, as much of it as there is room for, whole; where what came of one alone would be cut, that stands
   * first. */
  standing(size) {
    this.room = size;
    const few = weightiest(this.deeds, folded());
    this.lay(few);
    const whole = this.whole(few);
    if (whole.length < few.length) this.lay(whole);
    if (whole.length === 1 && $$('.came', this.list).some((came) => cut(came, came.parentElement)))
      this.lay(whole, true);
  }

  get size() {
    return `${this.list.clientWidth} ${this.list.clientHeight}`;
  }

  /** Where the list has other room than what stands in it was chosen for, it is chosen anew. */
  fits() {
    this.open || !this.deeds.length || this.room === this.size ? this.opens() : this.draw();
  }

  /** Of these that are laid those that have room, from the one that matters most on, which always stands. */
  whole(few) {
    const tall = new Map($$('.deed', this.list).map((one) => [deedOf(one), one.offsetHeight]));
    let left = this.list.clientHeight;
    const fits = (deed, n) => {
      if (n && tall.get(deed) > left) return false;
      left -= tall.get(deed);
      return true;
    };
    const kept = new Set(ranked(few).filter(fits));
    return few.filter((deed) => kept.has(deed));
  }

  lay(deeds, first = false) {
    const items = deeds.map((deed) => this.line(deed, first));
    this.list.replaceChildren(...(items.length ? items : [html('li', { class: 'none' }, word('deeds-none'))]));
    const more = this.deeds.length - deeds.length;
    const whole = more ? word('deeds-more', { n: more }) : word('deeds-whole');
    this.more.textContent = this.open ? word('deeds-fewer') : whole;
    const brief = deeds.some(({ short, ends }) => short.ends.length < ends.length);
    this.more.hidden = !(this.open || more || first || brief);
  }

  /** Where anything is cut the list can be opened; where it can be already nothing is looked at, for which all would be laid out. */
  opens() {
    if (!this.more.hidden) return;
    const spans = $$('.deed > span', this.list);
    if (spans.some((it) => it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1))
      this.more.hidden = false;
  }

  line(deed, first) {
    const { lead } = deed;
    const side = whose(this.board, deed);
    const shown = this.open ? deed : { ...deed, ...deed.short };
    const sentence = html('span', {}, ...parts(shown, first, this.went(deed)), ...this.beside(deed));
    const line = html(
      'button',
      { class: `deed ${side}`, type: 'button', title: text([sentence]) },
      html('i', this.left.shown.has(deed) ? {} : { class: 'is-off' }, `${this.deeds.indexOf(deed) + 1}.`),
      $('svg.by', lead)?.cloneNode(true) || '',
      sentence,
    );
    lines.set(line, deed);
    return html('li', {}, line);
  }

  /** A deed whose number is not on the table has none in the list. */
  numbered() {
    for (const one of $$('.deed', this.list)) put($('i', one), 'is-off', !this.left.shown.has(deedOf(one)));
  }

  /** How far somebody went, where the line itself does not say and one may measure. */
  went({ lead, rows, by }) {
    const gone = this.left.gone(rows, by);
    const says = /\d/.test(said(lead).map(words).join(''));
    return gone && !says && $('#t-ruler') && along(gone) >= SHORT ? far(along(gone)) : '';
  }

  /** Who is near somebody now who went; whom it led to is told. */
  beside({ lead, rows, by, at, act }) {
    const goes = this.left.gone(rows, by) || act === 'walk' || act === 'rout';
    const near = goes && !at.length ? nearby(this.board, by, text(said(lead))) : null;
    if (!near) return [];
    const [before, after] = word('near', { who: '\0', n: near.far }).split('\0');
    return [` ${before}`, named(near.who, near.side), after];
  }

  unfold(open) {
    if (this.open === open) return;
    this.open = open;
    this.more.setAttribute('aria-expanded', String(open));
    this.box.classList.toggle('is-open', open);
    this.draw();
    this.list.scrollTop = 0;
  }

  /** Folded by key: the focus stays on its deed, or on what opens them again. */
  fold(deed) {
    this.unfold(false);
    if (deed && deedOf(document.activeElement)?.lead !== deed.lead) this.more.focus();
  }

  key(event) {
    const { key, target } = event;
    const next = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[key];
    if (key === 'Escape' && this.open) this.fold(deedOf(target));
    else if (next && deedOf(target)) target.closest('li')[next]?.firstElementChild.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** What has come of late in one sentence, to those who listen, after the last lines that tell of no deed. */
  aloud(rows, all) {
    const { fresh, lines } = unheard(gathered(all), rows, this.heard);
    for (const row of lines.slice(-LINES)) say(text(said(row)));
    const few = weightiest(fresh, SAID).map((deed) => text(told(deed, deed.said)));
    const more = fresh.length - few.length;
    if (few.length) say([...few, ...(more ? [word('deeds-more', { n: more })] : [])].join(' '));
  }
}
