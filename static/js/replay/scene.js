// What a moment changes on the page: counters, ground, panels, log.

import { $, $$, html, htmlNodes, svgNodes } from '../page/dom.js';
import { renew, wake } from '../page/swaps.js';
import { older } from '../table/panels/older.js';
import { sift } from '../table/panels/sift.js';
import { Stories } from '../table/panels/stories.js';

/** What tells a line of the log from the others: the mark of a turn has no name. */
const named = (row) => row.id || row.textContent;

export class Scene {
  /** `leads`: the address of the moment of a version. */
  constructor(board, film, leads, eye) {
    this.board = board;
    this.eye = eye;
    this.film = film;
    this.leads = leads;
    this.drawn = new Map();
    this.land = document.body.dataset.land;
    this.stories = new Stories();
    this.link($$('#log li[data-seq]'));
    older(this.stories, (rows) => this.link(rows));
    sift(this.stories);
  }

  /** The page shows this frame; `near`: it is the one before or after, so that what moved leaves a trail; `plays`: what is new is played. */
  async show(frame, near, plays) {
    if (frame.land !== this.land) {
      $('#ground').innerHTML = await this.film.ground(frame.land, frame.v);
      this.land = frame.land;
    }
    this.eye.hear(!plays);
    if (!plays) this.eye.stage.fallen.clear();
    this.board.trails.clear();
    const now = new Set(frame.patches.map((p) => p.id));
    const gone = this.board
      .all()
      .map((node) => node.dataset.piece)
      .filter((id) => !now.has(id));
    this.board.remove(gone);
    this.board.patch(
      svgNodes(
        frame.patches
          .filter((p) => this.drawn.get(p.id) !== p.svg)
          .map((p) => p.svg)
          .join(''),
      ),
    );
    this.drawn = new Map(frame.patches.map((p) => [p.id, p.svg]));
    if (!near) this.board.trails.clear();
    for (const [name, text] of Object.entries(frame.html)) this.fill(name, text);
    this.board.units.tell();
    this.board.labels.soon();
    this.eye.told();
  }

  fill(name, text) {
    if (name === 'log') return this.log(text);
    const part = document.getElementById(name);
    if (!part || this[name] === text) return;
    this[name] = text;
    renew(part, text);
  }

  log(text) {
    const list = $('#log ol');
    const known = new Set(this.stories.rows().map(named));
    list.replaceChildren(htmlNodes(text));
    list.scrollTop = 0;
    wake(list);
    this.stories.fold();
    this.link($$('#log li[data-seq]'));
    this.eye.lines(this.stories.rows().filter((row) => !known.has(named(row))));
  }

  /** Each of these lines of the log leads to its moment. */
  link(rows) {
    const said = $('#reel').dataset.moment;
    for (const row of rows) {
      row.append(
        html(
          'a',
          {
            class: 'to-moment',
            href: this.leads(row.dataset.seq),
            'data-to': row.dataset.seq,
            'aria-label': said,
            title: said,
          },
          '↤',
        ),
      );
    }
  }
}
