// On a phone the key of signs stands open at the foot of the sheet, until it has been put away once.

import { $ } from '../../page/dom.js';
import { memory } from '../../page/memory.js';

const KEY = 'signs-away';

export function key() {
  const [box, list] = [$('#signs'), $('#row-key .arms-key ul')];
  if (!box || !list || memory.get(KEY)) return;
  $('ul', box).replaceChildren(...list.cloneNode(true).children);
  box.hidden = false;
  $('button', box).addEventListener('click', () => {
    memory.set(KEY, 'yes');
    box.hidden = true;
  });
}
