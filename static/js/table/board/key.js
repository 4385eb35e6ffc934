// On a phone the key of signs stands open at the foot of the sheet, as it is now, until it has been put away once.

import { $, $$ } from '../../page/dom.js';
import { memory } from '../../page/memory.js';
import { dressed } from '../../page/swaps.js';

const KEY = 'signs-away';

/** Where on the table signs stand that are large enough to be asked about: not those on the rim of a leader's stone. */
const WORN = ['.formation .loud', '.grown .badge', '#unit-names'];

/** And where what is not worn stands. */
const DRAWN = { '#crown': '.counter [href="#crown"]', '#acted': '.is-used [href="#acted"]' };

/** Whether what a row of the key explains is drawn on the table now, as far off as it is. */
function isSeen(row) {
  const href = $('use', row)?.getAttribute('href');
  const worn = WORN.map((where) => `${where} [href="${href}"]`);
  const drawn = $('.pips', row) ? '.formation .pips' : (DRAWN[href] ?? worn.join());
  return $$(drawn, $('#table')).some((one) => one.getClientRects().length);
}

export function key() {
  const box = $('#signs');
  if (!box || memory.get(KEY)) return;
  const show = (part) => {
    const list = $('#row-key .arms-key ul', part);
    if (!list) return;
    const worn = $$('#row-key > li:not(.arms-key)', part).filter(isSeen);
    $('ul', box).replaceChildren(...[...list.children, ...worn].map((row) => row.cloneNode(true)));
    box.hidden = false;
  };
  show(document);
  dressed(show);
  $('button', box).addEventListener('click', () => {
    memory.set(KEY, 'yes');
    $('.tabs :checked').focus();
    box.remove();
  });
}
