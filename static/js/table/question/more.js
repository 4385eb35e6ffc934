// That a part of the page goes on below its edge is shown there, as long as it does.

import { put } from '../../page/dom.js';
import { later } from '../board/later.js';

/** Less than this, in pixels, is hidden from nobody. */
const LEAST = 6;

/** What takes the keys. */
const TAKES = 'a[href], button:not(:disabled), input, select, [tabindex="0"]';

export function more(part) {
  const look = () => {
    const below = part.scrollHeight - part.clientHeight;
    return { goes: part.scrollTop < below - LEAST, over: below > LEAST };
  };
  const soon = () =>
    later(
      'more',
      ({ goes, over }) => {
        put(part, 'has-more', goes);
        // Where nothing in it takes the keys it takes them itself, or nobody could read it to its end by them.
        if (over && !part.querySelector(TAKES)) part.tabIndex = 0;
        else if (part.tabIndex === 0) part.removeAttribute('tabindex');
      },
      look,
    );
  part.addEventListener('scroll', soon, { passive: true });
  new ResizeObserver(soon).observe(part);
  new MutationObserver(soon).observe(part, { childList: true, subtree: true });
}
