// What the room makes place for: wide lists, the newest roll.

import { $ } from '../../page/dom.js';

/** The panel of the question knows whether anything stands between it and the log. */
export function beside() {
  $('.now')?.classList.toggle('has-beside', Boolean($('#roll')?.childElementCount));
}

/** The room knows which lists it has. */
export function wide() {
  const { classList } = $('.room');
  classList.toggle('is-forces', Boolean($('#bands .forces')));
  classList.toggle('is-wide', Boolean($('#bands :is(.forces, .points)')));
}
