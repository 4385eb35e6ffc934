// Who may act now: told beside what is drawn, which does not change with it.

import { $, $$, put } from '../../page/dom.js';
import { later } from '../board/later.js';

/** How a label ends of which one may act. */
const tail = (label) => `${label.includes(': ') ? ', ' : ': '}${document.body.dataset.able}`;

export class Able {
  /** As the page was drawn. */
  constructor(board) {
    this.board = board;
    this.said = new WeakSet(board.all().filter((node) => node.matches('.may')));
    const rows = $$('#bands .may > button').map((button) => button.dataset.piece);
    this.ids = new Set([
      ...board
        .all()
        .filter((node) => this.said.has(node))
        .map((node) => node.dataset.piece),
      ...rows,
    ]);
    this.shown = this.ids;
  }

  has(id) {
    return this.ids.has(id);
  }

  /** These may act, and no others: known at once, shown once what has come with it is painted. */
  take(ids) {
    this.ids = new Set(ids);
    later('able', () => this.show());
  }

  show() {
    const had = this.shown;
    this.shown = this.ids;
    const turned = new Set([...had, ...this.ids].filter((id) => had.has(id) !== this.has(id)));
    if (!turned.size) return;
    for (const node of [...turned].map((id) => this.board.counter(id))) if (node) this.counter(node);
    for (const button of $('#bands')?.getElementsByTagName('button') || [])
      if (turned.has(button.getAttribute('data-piece'))) this.row(button);
  }

  /** Rows that were drawn without it. */
  dress(fresh) {
    for (const head of $$('[id^=row-][data-same]', fresh))
      put(head, 'may', this.has($('button', document.getElementById(head.id))?.dataset.piece));
    for (const button of this.ids.size ? $$('button[data-piece]', fresh) : [])
      if (this.has(button.dataset.piece)) this.row(button);
  }

  /** A counter and what is said of it. */
  counter(node) {
    const may = this.has(node.dataset.piece);
    put(node, 'may', may);
    if (this.said.has(node) === may) return;
    const label = node.getAttribute('aria-label');
    node.setAttribute('aria-label', may ? label + tail(label) : label.slice(0, -tail(label).length));
    this.said[may ? 'add' : 'delete'](node);
  }

  /** A counter has taken the looks and the label of another. */
  became(node, other) {
    this.said[this.said.has(other) ? 'add' : 'delete'](node);
  }

  /** A row; the tip of a model in the row of its unit says it as the counter does. */
  row(button) {
    const may = this.has(button.dataset.piece);
    put(button.parentElement, 'may', may);
    const plain = button.title && $('.sr > .able', button)?.previousSibling.data;
    if (plain) button.title = may ? plain + tail(plain) : plain;
  }
}
