// What has been done since the reader's last go began: told above the question, and left to be seen on the table, until he
// begins another.  Nothing is told that has not been shown.

import { $, $$, html, put, say } from '../../page/dom.js';
import { word } from '../../page/words.js';
import { later } from '../board/later.js';
import { steady } from '../panels/beside.js';
import { said } from '../panels/stories.js';
import { along, said as far } from '../space/geom.js';
import { beheaded, isCut } from './cut.js';
import { deeds, ongoing, short, unheard, weightiest } from './deeds.js';
import { Left, SHORT, whose } from './left.js';
import { isNews, known } from './news.js';
import { Numbers } from './numbers.js';
import { isFit, whole } from './room.js';
import { brief, foremost, kinds, rowed, together } from './rows.js';
import { fought, gathered, named, parts, text, told, words } from './told.js';
import { marked } from './turns.js';

/** So many rows are not folded; of more those that have room stand there, on a phone one. */
const WHOLE = 5;
const folded = () => (matchMedia('(max-width: 720px)').matches ? 1 : 7);
/** So many of them, and of the lines that tell of no deed, are said at once to those who listen, when nothing more has
 * come for so many milliseconds. */
const [SAID, LINES, HUSH] = [2, 3, 1200];

/** So many lines before the answer are read for what was going on then. */
const BEFORE = 40;

/** Five lines of a deed, and so on to one, in pixels; of how many it is told what came of it, until all rows have room. */
const TALL = [94, 76, 58, 40, 22];
const TOLD = [6, 3, 2, 1];

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
    /** At which version his last go began, and he answered last. */
    this.from = null;
    this.replied = null;
    this.deeds = [];
    /** What was told before the answer that his go began with, and whether that is told still. */
    this.before = [];
    this.aged = false;
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
    this.numbers = new Numbers();
    this.more = html('button', { class: 'deeds-more', type: 'button', 'aria-expanded': 'false', hidden: '' });
    this.list = html('ol', {});
    box.append(
      html('header', {}, html('b', { id: 'deeds-said', class: 'eyebrow', hidden: '' }, word('answered')), this.more),
      this.list,
    );
    this.more.addEventListener('click', () => this.unfold(!this.open));
    // Pressed by mouse it takes no focus: Enter is still meant for what is asked, and Escape puts the list away.
    this.more.addEventListener('mousedown', (event) => event.preventDefault());
    document.addEventListener('keydown', (event) => box.contains(event.target) || this.key(event), true);
    // On a phone it lies over what is asked once it is opened: whoever goes on to that puts it away.
    box.addEventListener('focusout', ({ relatedTarget: to }) => to && this.goesOn(to));
    box.addEventListener('keydown', (event) => this.key(event));
    this.list.addEventListener('scroll', () => this.ends(), { passive: true });
    eye.looks(this.list, ({ target }) => deedOf(target)?.rows);
    this.list.addEventListener('click', ({ target }) => deedOf(target) && eye.again(deedOf(target).rows));
    document.addEventListener('pointerdown', ({ target }) => this.goesOn(target), true);
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

  /** Whoever goes on to something beside it has read it, where it lies over that. */
  goesOn(to) {
    if (folded() === 1 && !this.box.contains(to)) this.unfold(false);
  }

  /** Whether what happens is told here: where not, who listens is to be told each line. */
  get tells() {
    return this.from !== null;
  }

  /** The lines after a version, up to another, newest first. */
  after(from, to = Infinity, rows = this.rows()) {
    return rows.filter(({ dataset }) => Number(dataset.seq || 0) > from && Number(dataset.seq) <= to);
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
    const { answered, replied } = $('#prompt > .ask')?.dataset || {};
    if (answered !== undefined) this.reply(Number(answered), Number(replied));
    if (this.from === null) return;
    const log = this.rows();
    const rows = this.after(this.from, Infinity, log);
    const unshown = this.eye.unshown(rows);
    put(this.box, 'is-filming', unshown > 0);
    const shown = rows.slice(unshown).reverse();
    const all = this.going(shown, log);
    this.hear(shown, all);
    // Who is near whom is told anew once all stand where they came to.
    const { state } = $('#prompt > .ask')?.dataset || {};
    const now = [unshown > 0, state, ...all.map(known)].join();
    if (now === this.known) return;
    this.known = now;
    const news = gathered(all.filter(isNews), (deed) => this.left.spot(deed));
    // As long as nothing else has been done whoever goes on with his go reads what he has read before.
    if (news.length) this.before = [];
    this.asked = state === 'mine';
    this.aged = this.before.length > 0 && this.asked;
    this.deeds = this.aged ? this.before : news;
    $('#deeds-said').textContent = word(this.aged ? 'deeds-before' : this.from ? 'answered' : 'deeds-begun');
    this.draw(size);
  }

  /** The reader has answered, in the middle of a deed or so that a go of his own has begun. */
  reply(from, replied) {
    const since = this.replied;
    this.replied = replied;
    if (from !== this.from) return this.begin(from);
    if (replied === since) return;
    this.numbers.forget();
    this.known = null;
    if (this.listens) this.answers();
  }

  /** The deeds to which these lines belong: one that was going on when the reader answered is told from its beginning. */
  going(shown, rows) {
    return ongoing(this.after(-1, this.from, rows).slice(0, BEFORE).reverse(), shown);
  }

  /** Lines that have been shown are said once nothing more has come for a while. */
  hear(shown, all) {
    if (shown.length === this.count) return;
    this.count = shown.length;
    clearTimeout(this.hush);
    this.hush = setTimeout(() => this.aloud(shown, all), HUSH);
  }

  /** The reader has begun a go, or taken that back: what was done before is told no more.  What was there when the page
   * was opened is no answer of now; before the first one each line was said by itself. */
  begin(from) {
    if (this.from !== null) {
      const before = this.after(this.from, from).reverse();
      this.aloud(before, deeds(before));
    } else if (this.listens) for (const { id } of this.rows()) this.heard.add(id);
    // A battle that has just begun nobody has answered in.
    if (this.listens && (this.from !== null || this.replied)) {
      this.board.trails.answered();
      this.answers();
    }
    if (from < this.from) this.before = [];
    else if (this.deeds.length) this.before = this.deeds;
    this.from = from;
    this.known = this.count = null;
    $('#deeds-said').hidden = false;
    this.deeds = [];
    this.left.forget();
    this.numbers.forget();
    this.unfold(false);
  }

  /** What is put on the table is put before it is asked what has room in the list: the page is laid out once for both. */
  draw(size = this.size) {
    const inside = this.box.contains(document.activeElement);
    const at = deedOf(document.activeElement);
    this.left.draw(this.aged ? [] : this.deeds);
    this.open ? this.all() : this.standing(size);
    this.opens();
    if (inside) this.keep(at);
  }

  /** Who was at a deed stays at it, else is at what opens them; where there is none of these any more, at what is asked. */
  keep(at) {
    const items = $$('.deed', this.list);
    const same = at && items.find((item) => deedOf(item).all.some(({ lead }) => lead === at.lead));
    (same || (this.more.hidden ? items[0] : this.more) || $('#asked') || $('#table')).focus();
  }

  /** What matters most, as much of it as there is room for: rows as they are if they have it, else what is long says less. */
  standing(size) {
    this.room = size;
    const rows = rowed(this.deeds);
    const few = rows.length <= WHOLE && folded() > 1 ? rows : foremost(rows, folded());
    this.short(few);
    const stand = whole(this.list, few);
    if (stand.length < few.length) this.short(stand);
    this.bear(this.numbers.bearers(stand, (deed) => this.left.sees(deed)));
  }

  get size() {
    return `${this.list.clientWidth} ${this.list.clientHeight}`;
  }

  /** Where the list has other room than what stands in it was chosen for, it is chosen anew. */
  fits() {
    this.ends();
    this.open || !this.deeds.length || this.room === this.size ? this.opens() : this.draw();
  }

  /** All deeds, each by itself; those whose rows had numbers keep them. */
  all() {
    this.lay(this.deeds.map((deed) => this.line([deed], this.sentence(fought(deed)))));
    this.bear(this.deeds.filter((deed) => this.numbers.of(deed)));
    this.ends();
    this.more.textContent = word('deeds-fewer');
    this.more.title = '';
    this.more.hidden = false;
  }

  /** These rows in short, and what else there is. */
  short(rows) {
    this.lay(rows.map(({ deeds: all }) => this.line(all, this.brief(all))));
    const stand = new Set(rows.flatMap(({ deeds: all }) => all));
    const left = this.deeds.filter((deed) => !stand.has(deed));
    const more = { n: left.length, kinds: kinds(left) };
    const told = word(folded() === 1 ? 'deeds-left' : 'deeds-more', more);
    this.more.textContent = left.length ? told : word('deeds-whole');
    this.more.title = left.length ? word('deeds-more', more) : '';
    const says = [(deed) => this.brief([deed]), (deed) => this.sentence(fought(deed))];
    this.more.hidden = !(left.length || rows.some((row) => brief(row, ...says)));
    this.tighten();
  }

  /** What is being shown is not nothing; where another turn begins that is said. */
  lay(items) {
    const none = this.box.classList.contains('is-filming') ? '…' : word('deeds-none');
    const told = items.map((item) => ({ item, lead: deedOf(item.firstElementChild).lead }));
    this.list.replaceChildren(...(items.length ? marked(told) : [html('li', { class: 'none' }, none)]));
  }

  /** Whether the opened list goes on above what is seen of it, or below. */
  ends() {
    const { scrollTop, clientHeight, scrollHeight } = this.list;
    put(this.box, 'is-earlier', this.open && scrollTop > 1);
    put(this.box, 'is-longer', this.open && scrollTop + clientHeight < scrollHeight - 1);
  }

  /** The sentence of a row: the higher the level, the less. */
  brief(all, level = 0) {
    const [deed] = all;
    return all.length > 1 ? together(all, level) : this.sentence({ ...deed, ...short(deed, TOLD[level]) }, level);
  }

  /** Where these rows have no room those that are longest say less, what matters most to the last; of one that is longer than
   * five lines still, or than the list is high, who did it has one line and what came of it as many as it needs; else its first
   * clauses are left out. */
  tighten() {
    const long = (tall) => $$('.deed > span', this.list).filter((span) => span.offsetHeight > tall);
    for (const tall of TALL)
      for (const _ of TOLD) {
        if (isFit(this.list)) return;
        for (const span of long(tall)) this.less(deedOf(span), span);
      }
    for (const span of long(Math.min(TALL[0], this.list.clientHeight))) {
      span.parentElement.classList.add('is-tight');
      if (beheaded(span)) this.more.hidden = false;
    }
  }

  /** A row says less than it does, if it can. */
  less(row, span) {
    if (row.level === TOLD.length - 1) return;
    row.level += 1;
    this.more.hidden = false;
    span.replaceChildren(...this.brief(row.all, row.level));
  }

  /** Where anything is cut the list can be opened; where it can be already nothing is looked at, for which all would be laid out. */
  opens() {
    if (this.more.hidden && $$('.deed span', this.list).some(isCut)) this.more.hidden = false;
  }

  /** `level`: of a row, which tells how far that led only where there is room for it; none where it is told in full. */
  sentence(deed, level = -1) {
    return [...parts(deed, level > 0 ? '' : this.went(deed), level), ...this.beside(deed)];
  }

  line(all, told) {
    const [deed] = all;
    const sentence = html('span', {}, ...told);
    const line = html(
      'button',
      {
        class: `deed ${whose(this.board, deed)}`,
        type: 'button',
        title: text([sentence]),
      },
      html('i', {}),
      $('svg.by', deed.lead)?.cloneNode(true) || '',
      sentence,
    );
    lines.set(line, { ...deed, rows: all.flatMap(({ rows }) => rows), all, level: 0 });
    return html('li', {}, line);
  }

  /** These bear a number: once all is shown and something is asked, until that is answered. */
  bear(deeds) {
    const hides = !this.asked || this.aged || this.box.classList.contains('is-filming');
    const bears = hides ? [] : this.deeds.filter((deed) => deeds.includes(deed));
    this.left.call((deed) => this.numbers.open(bears).includes(deed));
  }

  /** Numbers are given to what has room for one on the table; a deed whose number is not there has none in the list. */
  numbered() {
    const there = this.deeds.filter((deed) => this.left.shown.has(deed));
    this.numbers.give(there);
    this.left.write((deed) => this.numbers.of(deed));
    for (const one of $$('.deed', this.list)) {
      const deed = deedOf(one).all.find((mine) => there.includes(mine));
      $('i', one).textContent = deed ? `${this.numbers.of(deed)}.` : '';
    }
  }

  /** How far somebody went, where the line itself does not say and one may measure. */
  went({ lead, rows, by }) {
    const gone = this.left.gone(rows, by);
    const says = /\d/.test(said(lead).map(words).join(''));
    return gone && !says && $('#t-ruler') && along(gone) >= SHORT ? far(along(gone)) : '';
  }

  /** Who was near somebody who went when that was told, in the last of his deeds; whom it led to is told. */
  beside({ lead, rows, by, at, act }) {
    const then = this.deeds.slice(this.deeds.findIndex((deed) => deed.lead === lead) + 1);
    if (then.some((deed) => by.some((id) => deed.by.includes(id)))) return [];
    const goes = this.left.gone(rows, by) || act === 'walk' || act === 'rout';
    const near = goes && !at.length ? this.left.near({ lead, rows, by }) : null;
    if (!near) return [];
    const [before, after] = word('near', { who: '\0', n: near.far }).split('\0');
    return [html('span', { class: 'near' }, ` ${before}`, named(near.who, near.side), after)];
  }

  /** Opened it begins with what was done first, and what is asked goes down to make room. */
  unfold(open) {
    if (this.open === open) return;
    this.open = open;
    this.more.setAttribute('aria-expanded', String(open));
    this.box.classList.toggle('is-open', open);
    this.draw();
    this.list.scrollTop = 0;
    this.ends();
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
    if (few.length) say([...few, ...(more ? [word('deeds-left', { n: more })] : [])].join(' '));
  }
}
