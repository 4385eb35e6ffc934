// What answers for several, or gives up more than one may have meant, is given a moment after it was pressed, or at a second
// press: until then whatever else is done takes it back.

import { $, $$, html, say, toast } from '../../page/dom.js';
import { word } from '../../page/words.js';

/** Milliseconds after which it is given, and within which a second press is none of its own. */
const [WAITS, DOUBLE] = [3000, 400];

/** What waits. */
const WAITING = 'button:is([data-held], [data-all])';
export const waits = (button) => button.matches(WAITING);

let waiting = null;

const asked = () => $('#prompt > .ask');
/** The button of what waits, in this panel, if that asks the same at the level where it was pressed. */
const its = (panel) =>
  panel?.dataset.ask === waiting?.ask && $$(WAITING, panel).find(({ dataset }) => dataset.about === waiting.about);

/** It is given at once, or as soon as it was not taken back while the same was asked; `give` is told whether the page is
 * being left. */
export function held(button, give) {
  const later = waits(button) && document.body.dataset.confirm !== 'never';
  const again = waiting && later && its(asked()) === button;
  if (again) return void (performance.now() - waiting.since > DOUBLE && done());
  back();
  if (!later) return void give(false);
  const { ask } = asked().dataset;
  const told = `${button.dataset.held ?? ''} ${word('held')}`.trim();
  const timer = setTimeout(done, WAITS);
  waiting = { ask, about: button.dataset.about, told, give, since: performance.now(), timer };
  marks(asked());
  say(told);
  return undefined;
}

/** Its moment is over: it is given where nothing else is on its way, or all are told that it was not. */
function done() {
  if (its(asked()) && !asked().classList.contains('is-busy')) return given(false);
  toast(word('held-back'));
  return back();
}

function given(leaves) {
  const { give } = waiting;
  drop();
  give(leaves);
}

/** What waits is marked in this panel too, which takes the place of the one it was pressed in. */
export function marks(panel) {
  const button = waiting && its(panel);
  if (button && button.getAttribute('aria-pressed') !== 'true') {
    button.append(html('small', { class: 'waits' }, waiting.told));
    button.setAttribute('aria-pressed', 'true');
  }
  return panel;
}

/** Another panel is shown: what waits is taken back where that has no place for it. */
export const stands = () => waiting && !its(asked()) && back();

/** What waits is taken back, and that is said; whether anything did. */
export function back() {
  if (!waiting) return false;
  drop();
  say(word('held-back'));
  return true;
}

/** Nothing waits any more. */
export function drop() {
  if (!waiting) return;
  clearTimeout(waiting.timer);
  const button = its(asked());
  waiting = null;
  if (!button) return;
  $('.waits', button)?.remove();
  button.setAttribute('aria-pressed', 'false');
}

// Who goes away has said it, and has not taken it back.
addEventListener('pagehide', () => waiting && its(asked()) && given(true));
