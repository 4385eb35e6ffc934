// What a moment changes on the page: counters, ground, panels, log.

import { $, $$, html, htmlNodes, svgNodes } from '../page/dom.js';
import { renew, wake } from '../page/swaps.js';
import { older } from '../table/panels/older.js';
import { Stories } from '../table/panels/stories.js';

export class Scene {
  /** `leads`: the address of the moment of a version. */
  constructor(board, film, leads) {
    this.board = board;
    this.film = film;
    this.leads = leads;
    this.drawn = new Map();
    this.land = document.body.dataset.land;
    this.stories = new Stories();
    this.link($$('#log li[data-seq]'));
    older(this.stories, (rows) => this.link(rows));
  }

  /** The page shows this frame; `near`: it is the one before or after, so that what moved leaves a trail. */
  async show(frame, near) {
    if (frame.land !== this.land) {
      $('#ground').innerHTML = await this.film.ground(frame.land, frame.v);
      this.land = frame.land;
    }
    this.board.trails.replaceChildren();
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
    if (!near) this.board.trails.replaceChildren();
    for (const [name, text] of Object.entries(frame.html)) this.fill(name, text);
    this.board.units.tell();
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
    list.replaceChildren(htmlNodes(text));
    list.scrollTop = 0;
    wake(list);
    this.stories.fold();
    this.link($$('#log li[data-seq]'));
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
