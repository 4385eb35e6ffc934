// What the reader wants to see of events: how quickly they are played, or that they are not.

import { $ } from '../../page/dom.js';
import { prefer } from '../../page/prefers.js';

/** How many times the common pace. */
export const PACES = { off: 1, quick: 2, normal: 1, slow: 0.6 };

export const chosen = () => {
  const { pictures } = document.body.dataset;
  return pictures in PACES ? pictures : 'normal';
};

/** The choice in the menu of the table: this browser remembers it, and the account if there is one. */
export function choice(changed) {
  const box = $('#pictures');
  box?.addEventListener('change', () => {
    document.body.dataset.pictures = box.value;
    prefer('pictures', box.value === 'normal' ? '' : box.value, box.dataset.account !== undefined);
    changed();
  });
}
