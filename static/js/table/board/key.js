// On a phone the key of signs stands open at the foot of the sheet, as it is now, until it has been put away once.

import { $, $$ } from '../../page/dom.js';
import { memory } from '../../page/memory.js';
import { dressed } from '../../page/swaps.js';
import { later } from './later.js';

const KEY = 'signs-away';
const PHONE = '(max-width: 720px) and (min-height: 700px)';

/** Where on the table signs stand that are large enough to be asked about: not those on the rim of a leader's stone. */
const WORN = ['.formation .loud', '.grown .badge', '#unit-names', '.muster'];

/** And where what is not worn stands. */
const DRAWN = { '#crown': '.counter [href="#crown"]', '#acted': '.is-used [href="#acted"]' };

/** Whether what a row of the key explains is drawn on the table now, as far off as it is. */
function isSeen(row) {
  const href = $('use', row)?.getAttribute('href');
  const worn = WORN.map((where) => `${where} [href="${href}"]`);
  const drawn = row.dataset.drawn ?? DRAWN[href] ?? worn.join();
  return $$(drawn, $('#table')).some((one) => one.getClientRects().length);
}

/** The rows that stand in the box: of what may be worn those that are seen; nothing where there is no such box. */
function shown() {
  const list = $('#row-key .arms-key ul');
  if (!list || !matchMedia(PHONE).matches) return null;
  const always = [...list.children].filter((row) => !row.matches('.if-seen') || isSeen(row));
  return [...always, ...$$('#row-key > li:not(.arms-key)').filter(isSeen)];
}

function fill(rows) {
  const box = $('#signs');
  const now = rows?.map((row) => row.outerHTML).join('');
  if (!box || !now || now === held) return;
  held = now;
  $('ul', box).replaceChildren(...rows.map((row) => row.cloneNode(true)));
  box.hidden = false;
}
let held = '';

/** What is worn has come, or was laid anew: the table is asked again, once nothing is being put. */
export const keyed = () => $('#signs') && later('signs', fill, shown);

export function key() {
  const box = $('#signs');
  if (!box) return;
  if (memory.get(KEY)) return void box.remove();
  fill(shown());
  dressed(keyed);
  $('button', box).addEventListener('click', () => {
    memory.set(KEY, 'yes');
    $('.tabs :checked').focus();
    box.remove();
  });
}
