// On a phone the key of signs stands open at the foot of the sheet, as it is now, until it has been put away once.

import { $ } from '../../page/dom.js';
import { memory } from '../../page/memory.js';
import { dressed } from '../../page/swaps.js';

const KEY = 'signs-away';

export function key() {
  const box = $('#signs');
  if (!box || memory.get(KEY)) return;
  const show = (part) => {
    const list = $('#row-key .arms-key ul', part);
    if (!list) return;
    $('ul', box).replaceChildren(...list.cloneNode(true).children);
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
