// What gives away the goes of all that are left is pressed twice: it often stands where one meant something else.

import { $, say } from '../../page/dom.js';
import { word } from '../../page/words.js';

/** Milliseconds for which the second press is waited for. */
const WAITS = 5000;

let asked = null;
let timer = 0;

/** Whether it may be done: it was pressed before, or need not be. */
export function twice(button) {
  const sure = button.dataset.all === undefined || document.body.dataset.confirm === 'never' || button === asked;
  const was = asked;
  quiet();
  if (sure) return true;
  if (was !== button) ask(button);
  return false;
}

/** It says that it waits for a second press, in place of whom it is about. */
function ask(button) {
  asked = button;
  const place = $('small, .count', button);
  button.dataset.was = place.textContent;
  place.textContent = word('once');
  button.setAttribute('aria-pressed', 'true');
  say(word('again', { what: button.title || button.textContent.trim() }));
  timer = setTimeout(quiet, WAITS);
}

/** It waits no more. */
function quiet() {
  clearTimeout(timer);
  if (!asked) return;
  $('small, .count', asked).textContent = asked.dataset.was;
  asked.setAttribute('aria-pressed', 'false');
  asked = null;
}
