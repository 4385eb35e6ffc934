// The time a question leaves: counted here from what the server said was left, so that the hour of this machine does not matter.

import { $, $$, say } from '../../page/dom.js';
import { word } from '../../page/words.js';

const SHORT = 10;
const ends = new WeakMap();
let told = '';
/** What counts while a question has a time. */
let counts = 0;

/** Show how long there is still; at ten seconds say so once. */
function tick() {
  const timer = $('#prompt .timer');
  if (!timer) return void (counts = void clearInterval(counts));
  counts ||= setInterval(tick, 250);
  if (!ends.has(timer)) ends.set(timer, performance.now() + Number(timer.dataset.left));
  const left = Math.max(0, ends.get(timer) - performance.now());
  const seconds = Math.ceil(left / 1000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const shown = $('b', timer);
  if (shown.textContent === text) return;
  shown.textContent = text;
  $('.left', timer).setAttribute(
    'stroke-dasharray',
    `${Math.round((100000 * seconds) / Number(timer.dataset.time))} 100`,
  );
  timer.classList.toggle('is-short', seconds <= SHORT);
  const { ask } = timer.closest('.ask').dataset;
  if (seconds > SHORT || !seconds || told === ask) return;
  told = ask;
  say(word('short', { n: seconds }));
}

/** Whether two panels say the same but for the time and for counsel that was asked for; the one that is shown goes on with the time of the other. */
export function alike(shown, fresh) {
  const [now, next] = [shown, fresh].map((panel) => $('.timer', panel));
  const [a, b] = [shown, fresh].map((panel) => {
    const copy = panel.cloneNode(true);
    for (const part of $$('.timer, .counsel-slot', copy)) part.remove();
    return copy.outerHTML;
  });
  if (a !== b || Boolean(now) !== Boolean(next)) return false;
  now?.replaceWith(next);
  tick();
  return true;
}

new MutationObserver(tick).observe($('#prompt'), { childList: true, subtree: true });
tick();
