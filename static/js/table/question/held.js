// What gives up more than one may have meant is given a moment after it was pressed: until then one press takes it back.

import { $, html, say } from '../../page/dom.js';
import { word } from '../../page/words.js';

/** Milliseconds after which it is given, and within which a second press is none of its own. */
const [WAITS, DOUBLE] = [3000, 400];

let waiting = null;

/** It is given at once, or as soon as it was not taken back while the same was asked. */
export function held(button, give) {
  if (button.dataset.held === undefined || document.body.dataset.confirm === 'never') return void give();
  if (waiting?.button === button) return void (performance.now() - waiting.since > DOUBLE && back());
  drop();
  const { ask } = $('#prompt > .ask').dataset;
  const later = () => {
    drop();
    if ($('#prompt > .ask')?.dataset.ask === ask) give();
  };
  const told = `${button.dataset.held} ${word('held')}`;
  const place = html('small', {}, told);
  button.append(place);
  button.setAttribute('aria-pressed', 'true');
  waiting = { button, place, since: performance.now(), timer: setTimeout(later, WAITS) };
  say(told);
  return undefined;
}

function back() {
  drop();
  say(word('held-back'));
}

function drop() {
  if (!waiting) return;
  clearTimeout(waiting.timer);
  waiting.place.remove();
  waiting.button.setAttribute('aria-pressed', 'false');
  waiting = null;
}
