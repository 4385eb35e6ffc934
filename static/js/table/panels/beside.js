// What the room makes place for: wide lists, the newest roll, a panel that waits.

import { $, put } from '../../page/dom.js';

/** The panel of the question knows whether anything stands between it and the log. */
export function beside() {
  $('.now')?.classList.toggle('has-beside', Boolean($('#roll')?.childElementCount));
}

/** The room knows which lists it has. */
export function wide() {
  const [room, lists] = [$('.room'), $('#bands') || document.createElement('div')];
  const forces = Boolean($('.forces', lists));
  put(room, 'is-forces', forces);
  put(room, 'is-wide', forces || Boolean($('.points', lists)));
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
