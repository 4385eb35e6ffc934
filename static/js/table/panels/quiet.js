// The quiet view: the table alone, with the question over it while one is asked; for playing and for showing.

import { $ } from '../../page/dom.js';
import { memory } from '../../page/memory.js';

/** Whether the table stands alone. */
const alone = () => document.body.classList.contains('is-quiet');

/** The panels go, or come back; this browser remembers it. */
export function quiet(yes = !alone()) {
  document.body.classList.toggle('is-quiet', yes);
  memory.set('quiet', yes ? 'on' : 'off');
  $('#t-quiet')?.setAttribute('aria-pressed', String(yes));
}

/** The button that does it; what was chosen last stands again. */
export function quietButton() {
  $('#t-quiet')?.addEventListener('click', () => quiet());
  if (memory.get('quiet') === 'on') quiet(true);
}
