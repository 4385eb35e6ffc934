// The newest roll that was read in a table, as a card beside the question.

import { $, $$, html, icon } from '../../page/dom.js';
import { beside } from './beside.js';
import { word } from '../../page/words.js';

/** How many lines of the log may come after a roll before its card goes by itself. */
const STALE = 12;

/** What has come so many milliseconds ago is of this moment. */
const MOMENT = 500;

export class Rolls {
  constructor() {
    this.slot = $('#roll');
    this.since = 0;
    /** When the card came that stands there. */
    this.came = 0;
    this.opened();
  }

  /** So many lines are new: what was read in a table is shown beside the question, and only there. */
  look(fresh) {
    if (!this.slot || !fresh) return;
    const list = $('#log ol').children;
    const rows = Array.from({ length: Math.min(fresh, list.length) }, (_, i) => list[i]);
    const row = rows.find((li) => $('details.read', li) && !li.classList.contains('is-struck'));
    if (row) this.show(row);
    else if ((this.since += fresh) > STALE) this.close();
    this.opened();
  }

  show(row) {
    this.since = 0;
    this.came = performance.now();
    const body = $('details.read > .read-body', row)?.cloneNode(true);
    if (!body) return;
    const said = html('h3', {});
    said.append(
      ...[...row.firstElementChild.childNodes]
        .filter((n) => n.nodeType === Node.TEXT_NODE || n.matches?.('a.clause, .one'))
        .map((n) => n.cloneNode(true)),
    );
    const shut = html('button', { class: 'iconbtn', type: 'button', 'aria-label': word('close') }, icon('cross'));
    shut.addEventListener('click', () => this.close());
    const dice = $('.roll', row)?.cloneNode(true);
    for (const small of dice ? $$('small', dice) : []) small.remove();
    this.slot.replaceChildren(
      html(
        'section',
        { class: 'read-card', 'aria-label': said.textContent.trim() },
        shut,
        said,
        ...(dice ? [dice] : []),
        body,
      ),
    );
    this.slot.dataset.side = [...row.classList].find((name) => /^[a-d]$/.test(name)) || '';
  }

  /** The reader has answered: what was read before this moment is done with. */
  answered() {
    if (performance.now() - this.came > MOMENT) this.close();
  }

  close() {
    this.since = 0;
    this.slot?.replaceChildren();
    this.opened();
  }

  /** Of the tables in the log the latest is open, unless a card shows it. */
  opened() {
    beside();
    const all = $$('#log details.read');
    const card = Boolean(this.slot?.childElementCount);
    all.forEach((box, i) => {
      if (i > 0 || card) box.removeAttribute('open');
      else box.setAttribute('open', '');
    });
  }
}
