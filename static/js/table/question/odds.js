// What may come of each option: its bar goes on its button, the rest where it was asked for.

import { $, $$ } from '../../page/dom.js';
import { way } from '../../page/swaps.js';

way('odds', (slot, fragment) => {
  const buttons = $$('button[data-key]:not([data-at])', slot.closest('.ask'));
  for (const bar of $$('[data-for]', fragment)) {
    const button = buttons.find((one) => one.dataset.key === bar.dataset.for);
    bar.remove();
    if (!button) continue;
    $('.odds-on', button)?.remove();
    button.append(bar);
  }
  const all = $('.odds-all', fragment);
  if (all) all.open = Boolean($('.odds-all', slot)?.open);
  // The room that is kept for them stays as long as only the place comes that asks again.
  $('.odds-later', slot)?.remove();
  if (all) slot.replaceChildren(...fragment.children);
  else slot.append(...fragment.children);
  slot.dispatchEvent(new Event('odds', { bubbles: true }));
  return [slot];
});
