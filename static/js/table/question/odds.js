// What may come of each option: its bar goes on its button, the rest where it was asked for. Better figures come into what
// stands there: a row that is just being pressed, or has the focus, stays the same.

import { $, $$ } from '../../page/dom.js';
import { way } from '../../page/swaps.js';

way('odds', (slot, fragment) => {
  const buttons = $$('button[data-key]:not([data-at])', slot.closest('.ask'));
  for (const bar of $$('[data-for]', fragment)) {
    const button = buttons.find((one) => one.dataset.key === bar.dataset.for);
    const stands = button && $('.odds-on', button);
    bar.remove();
    if (stands) renewed(stands, bar);
    else button?.append(bar);
  }
  // The room that is kept for them stays as long as only the place comes that asks again.
  for (const part of $$('.odds-later, .is-due', slot))
    if (part.matches('.odds-later') || $('.odds-told', fragment)) part.remove();
  const stood = $$('[data-split]', slot);
  for (const fresh of $$('[data-split]', fragment)) {
    const old = stood.find((one) => one.dataset.split === fresh.dataset.split);
    if (!old) continue;
    renewed(old, fresh);
    fresh.remove();
  }
  told($('.odds-told', slot), $('.odds-told', fragment));
  slot.append(...fragment.children);
  slot.dispatchEvent(new Event('odds', { bubbles: true }));
  return [slot];
});

/** What stands there says what has come. */
export function renewed(old, fresh) {
  for (const name of ['title', 'data-chance', 'data-brief'])
    if (fresh.hasAttribute(name)) old.setAttribute(name, fresh.getAttribute(name));
  old.replaceChildren(...fresh.children);
}

/** What the bars are of, and all of it, that may be open: what opens it stays. */
function told(old, fresh) {
  if (!old || !fresh) return;
  $('.odds-key', old).replaceWith($('.odds-key', fresh));
  const [all, now] = [old, fresh].map((part) => $('.odds-all', part));
  for (const part of [...all.children].slice(1)) part.remove();
  all.append(...[...now.children].slice(1));
  fresh.remove();
}
