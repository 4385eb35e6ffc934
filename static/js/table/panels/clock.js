// The clocks of the players: counted here from what the server said was left, as the time of a question is.

import { $, $$, say } from '../../page/dom.js';
import { word } from '../../page/words.js';

const [MINUTE, HOUR, DAY] = [60, 3600, 86400];
const LOW = { live: MINUTE, letter: 3 * HOUR };
const SHORT = 30;
const known = new WeakMap();
let warned = false;

const two = (n) => String(n).padStart(2, '0');

/** What is left of a live clock: minutes and seconds, hours where there are any. */
function ticking(seconds) {
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / MINUTE)];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % MINUTE)}` : `${minutes}:${two(seconds % MINUTE)}`;
}

/** What is left by letter: the two largest of days, hours and minutes. */
function spread(seconds) {
  const [days, hours, minutes] = [
    Math.floor(seconds / DAY),
    Math.floor((seconds % DAY) / HOUR),
    Math.floor((seconds % HOUR) / MINUTE),
  ];
  if (days) return `${days} d ${hours} h`;
  return hours ? `${hours} h ${minutes} min` : `${minutes} min`;
}

/** The milliseconds a clock shows now; one that is seen for the first time begins with what the server wrote. */
function left(clock) {
  if (!known.has(clock)) known.set(clock, { left: Number(clock.dataset.left), at: performance.now() });
  const { left: had, at } = known.get(clock);
  return Math.max(0, clock.classList.contains('is-running') ? had - (performance.now() - at) : had);
}

function show(clock) {
  const seconds = Math.ceil(left(clock) / 1000);
  const text = clock.dataset.kind === 'letter' ? spread(seconds) : ticking(seconds);
  const shown = $('b', clock);
  if (shown.textContent !== text) shown.textContent = text;
  clock.classList.toggle('is-low', seconds < LOW[clock.dataset.kind]);
  const mine = clock.dataset.seat === document.body.dataset.you && clock.dataset.kind === 'live';
  if (mine && clock.classList.contains('is-running')) warn(seconds);
}

/** Say once that one's own time is short; again after there was more. */
function warn(seconds) {
  if (seconds && seconds <= SHORT && !warned) say(word('short', { n: seconds }));
  warned = seconds <= SHORT;
}

/** What counts while a clock runs. */
let counts = 0;

function tick() {
  const clocks = $$('#clocks [data-seat]');
  clocks.forEach(show);
  const runs = clocks.some(({ classList }) => classList.contains('is-running'));
  if (runs) counts ||= setInterval(tick, 250);
  else if (counts) counts = void clearInterval(counts);
}

/** Set the clocks to what a message says of them. */
export function told(message) {
  for (const clock of message.clocks ?? []) {
    const shown = $$('#clocks [data-seat]').find((one) => one.dataset.seat === clock.seat);
    if (!shown) continue;
    known.set(shown, { left: clock.left, at: performance.now() });
    shown.classList.toggle('is-running', clock.running);
  }
  if (message.clocks) tick();
}

tick();
