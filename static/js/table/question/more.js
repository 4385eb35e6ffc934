// That a part of the page goes on below its edge is shown there, as long as it does.

import { put } from '../../page/dom.js';
import { later } from '../board/later.js';

/** Less than this, in pixels, is hidden from nobody. */
const LEAST = 6;

export function more(part) {
  const look = () => part.scrollTop + part.clientHeight < part.scrollHeight - LEAST;
  const soon = () => later('more', (goes) => put(part, 'has-more', goes), look);
  part.addEventListener('scroll', soon, { passive: true });
  new ResizeObserver(soon).observe(part);
  new MutationObserver(soon).observe(part, { childList: true, subtree: true });
}
