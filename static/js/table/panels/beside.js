// What the room makes place for: wide lists, the newest roll, a panel that waits.

import { $, $$ } from '../../page/dom.js';

/** The panel of the question knows whether anything stands between it and the log. */
export function beside() {
  $('.now')?.classList.toggle('has-beside', Boolean($('#roll')?.childElementCount));
}

/** The room knows which lists it has. */
export function wide() {
  const { classList } = $('.room');
  const found = $$('#bands :is(.forces, .points)');
  classList.toggle(
    'is-forces',
    found.some((list) => list.matches('.forces')),
  );
  classList.toggle('is-wide', found.length > 0);
}

/** While others are asked the panel is no lower than it was, so that the log below it stays where it is. */
export function steady(slot) {
  const state = () => slot.firstElementChild?.dataset.state;
  const wide = matchMedia('(min-width: 721px)');
  let high = 0;
  const keep = () => {
    const waits = wide.matches && ['wait', 'sealed'].includes(state());
    slot.style.minHeight = waits ? `${high}px` : '';
  };
  new ResizeObserver(() => state() === 'mine' && (high = slot.offsetHeight)).observe(slot);
  new MutationObserver(keep).observe(slot, { childList: true });
}
