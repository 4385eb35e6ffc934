// What players made for their counters, or the silhouettes that are drawn of all.

import { $ } from '../../page/dom.js';
import { memory } from '../../page/memory.js';

/** Whether silhouettes are shown wherever a counter wears something. */
const drawn = () => document.body.classList.contains('is-drawn');

/** Silhouettes are shown, or what counters wear; this browser remembers it. */
export function faces(yes = !drawn()) {
  document.body.classList.toggle('is-drawn', yes);
  memory.set('drawn', yes ? 'on' : 'off');
  const box = /** @type {HTMLInputElement | null} */ ($('#drawn'));
  if (box) box.checked = yes;
}

/** The box that does it; what was chosen last stands again. */
export function facesChosen() {
  $('#drawn')?.addEventListener('change', ({ target }) => faces(/** @type {HTMLInputElement} */ (target).checked));
  if (memory.get('drawn') === 'on') faces(true);
}
