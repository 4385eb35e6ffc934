// The older lines of the log: they come when its end is seen, and go again while the newest are looked at.

import { $, $$ } from '../../page/dom.js';
import { way } from '../../page/swaps.js';

/** So many lines and stories are kept. */
const MOST = 400;

/** What asks for older lines gives way to them, which are told as the others; `dress` is given the new ones first. */
export function older(stories, dress = (_) => {}) {
  way('older', (mark, fragment) => {
    const come = [...fragment.children];
    dress($$('[data-seq]', fragment));
    mark.replaceWith(fragment);
    stories.fold();
    return come;
  });
}

/** The oldest line of a row: a story tells its newest first. */
const key = (row) => (row.id.startsWith('e-') ? row : $$('[id^="e-"]', row).at(-1))?.id.slice(2);

/** A log that has grown long keeps its newest lines, where those that go can be asked for again. */
export function trim(list) {
  const mark = $('.older', list);
  if (list.children.length <= MOST || !mark) return;
  const end = () => mark.previousElementSibling;
  while (list.children.length > MOST || !key(end())) end().remove();
  $('button', mark).value = key(end());
}
