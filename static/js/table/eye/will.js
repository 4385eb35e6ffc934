// What the reader wants to see of events: how quickly they are played, or that they are not.

import { $ } from '../../page/dom.js';

/** How many times the common pace. */
export const PACES = { off: 1, quick: 2, normal: 1, slow: 0.6 };
const YEAR = 31_536_000;

export const chosen = () => {
  const { pictures } = document.body.dataset;
  return pictures in PACES ? pictures : 'normal';
};

/** The choice in the menu of the table: this browser remembers it, and the account if there is one. */
export function choice(changed) {
  const box = $('#pictures');
  box?.addEventListener('change', () => {
    document.body.dataset.pictures = box.value;
    const kept = box.value === 'normal' ? '' : box.value;
    document.cookie = `gunbai-pictures=${kept}; path=/; max-age=${kept ? YEAR : 0}; samesite=lax`;
    if (box.dataset.account) void keep(kept);
    changed();
  });
}

const keep = (pictures) =>
  fetch('/api/v1/me', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prefs: { pictures } }),
  }).catch(() => null);
