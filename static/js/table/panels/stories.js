// The log as it stands: the newest line on top everywhere, under the heading of its turn; lines that belong together are
// folded into one that can be opened.

import { $, $$, html, htmlNodes, icon, order } from '../../page/dom.js';
import { word } from '../../page/words.js';
import { sifted } from './sift.js';

/** A story: its kind, the line it begins with, its lines and the stories in it, oldest first. */
const begun = (row) => ({ kind: row.dataset.story, row, parts: [row] });

/** So many lines at most say what came of a story. */
const MOST = 2;
/** More lines than come between two that all are told. */
const LINES = 1e4;

export class Stories {
  constructor() {
    this.list = $('#log ol');
    this.opened = new Map();
    this.boxes = new WeakMap();
    /** The kind of lines that alone is shown; empty: all. */
    this.only = '';
    this.list?.addEventListener('click', ({ target }) => {
      if (!target.closest('.again')) this.turned(target.closest('.story > details > summary'));
    });
    this.fold();
  }

  /** A reader opened or closed one: it stays so. */
  turned(summary) {
    const box = summary?.parentElement;
    if (box) this.opened.set(box.id, !box.open);
  }

  /** All lines, newest first, whether in a story or by themselves. */
  rows() {
    return lines(this.list).reverse();
  }

  /** The lines of each story are folded into one; the newest is open.  What is folded already is left alone.  Lines
   *  of one kind stand by themselves. */
  fold() {
    if (!this.list) return;
    const rows = lines(this.list);
    this.list.classList.toggle('is-bare', !sifted(rows, this.only));
    const top = this.only ? rows : this.parts(rows);
    const last = top[top.length - 1];
    const shown = this.only ? rows : top.map((part) => this.folded(part, part === last));
    order(this.list, [...headed(shown), ...$$('.older', this.list)]);
  }

  /** A line or a story as it stands in the log: the same box where its lines are the same. */
  folded(part, open) {
    if (part instanceof Element || part.parts.length === 1) return part.row || part;
    const now = inner(part);
    const had = this.boxes.get(part.row);
    const same = had?.rows.length === now.length && now.every((row, i) => row === had.rows[i] && had.box.contains(row));
    if (same && had.open && !open) this.close(had);
    if (same && had.open === open) return had.box;
    const box = this.drawn(part, open);
    this.boxes.set(part.row, { box, open, rows: now });
    return box;
  }

  /** Another has become the newest; what a reader has opened stays open. */
  close(had) {
    for (const box of [had.box, ...$$('.story', had.box)].map((story) => story.firstElementChild))
      box.open = this.opened.get(box.id) ?? false;
    had.open = false;
  }

  /** Lines, oldest first, as single lines and stories: each says in which it stands.  One whose beginning is not here
   *  leaves its lines to that around it. */
  parts(rows) {
    const top = [];
    const known = new Map();
    for (const row of rows) {
      const within = (row.dataset.in || '').split(' ');
      const around = known.get(within.findLast((key) => known.has(key)));
      const part = row.dataset.story === undefined ? row : begun(row);
      (around?.parts || top).push(part);
      if (part !== row) known.set(within[within.length - 1], part);
    }
    return top;
  }

  drawn(part, open) {
    if (part instanceof Element) return part;
    if (part.parts.length === 1) return part.row;
    const id = `story-${part.row.dataset.seq}`;
    const steps = html(
      'ol',
      { class: 'steps' },
      ...part.parts.map((one, i) => this.drawn(one, open && i === part.parts.length - 1)).reverse(),
    );
    const box = html('details', { id }, this.head(part), steps);
    box.open = this.opened.get(id) ?? open;
    return html('li', { class: `story ${part.kind} ${sideOf(part.row)}` }, box);
  }

  /** What it is, who it is about, how it began and how it came out. */
  head(part) {
    const two = $('template.two', part.row)?.innerHTML;
    const who = two ? html('span', { class: 'versus' }) : '';
    if (two) who.append(htmlNodes(two));
    const upshot = html(
      'span',
      { class: 'upshot' },
      ...upshots(part).flatMap((row, n) => [n ? ' ' : '', ...said(row)]),
    );
    return html(
      'summary',
      {},
      html('span', { class: 'eyebrow' }, part.row.dataset.storyName || ''),
      who,
      html(
        'span',
        { class: 'began' },
        ...said(part.row),
        ' ',
        ...[$('a.clause', part.row)?.cloneNode(true)].filter(Boolean),
      ),
      upshot.childNodes.length ? upshot : '',
      again(),
    );
  }
}

/** What plays a whole story once more. */
const again = () =>
  html(
    'button',
    { type: 'button', class: 'iconbtn again', title: word('replay'), 'aria-label': word('replay') },
    icon('play'),
  );

/** The sentence of a line: its words, and whom it names. */
export const said = (row) =>
  [...row.firstElementChild.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE || (node instanceof Element && node.matches('.one')))
    .map((node) => node.cloneNode(true));

/** All lines of the log, oldest first, those in stories too; with the heading of a turn where the turn began. */
const lines = (list) =>
  $$('li:is([data-seq], .mark)', list)
    .sort((a, b) => place(a) - place(b))
    .filter(({ dataset }, i, all) => !dataset.at || dataset.at !== all[i - 1]?.dataset.at);

/** When a line was told: what only some may know comes before what all were told next. */
const told = new WeakMap();
export function place(row) {
  if (!told.has(row)) {
    const [seq, part] = (row.id ? row.id.slice(2) : row.dataset.at).split('-').map(Number);
    told.set(row, seq + (part ? part / LINES : 1) - 1);
  }
  return told.get(row);
}

/** What is shown, oldest first, as it stands: each turn under its heading, the newest on top. */
function headed(shown) {
  const turns = [[]];
  for (const one of shown) one.matches('.mark') ? turns.push([one]) : turns[turns.length - 1].push(one);
  const [before, ...later] = turns;
  return [...later.reverse().flatMap(([mark, ...rest]) => [mark, ...rest.reverse()]), ...before.reverse()];
}

/** The lines of a story and of those in it, oldest first. */
const inner = (part) => (part instanceof Element ? [part] : part.parts.flatMap(inner));

const sideOf = (row) => [...row.classList].find((name) => /^[a-d]$/.test(name)) || '';

/** The lines that say what came of a story: the last of those that matter most in it, else the line it ends with. */
function upshots(part) {
  const rows = inner(part).slice(1);
  const rank = (row) => Number(row.dataset.upshot || Infinity);
  const best = Math.min(...rows.map(rank));
  return rows.filter((row) => rank(row) === best).slice(best === Infinity ? -1 : -MOST);
}
