// What the button of an option says: its name, and how likely what it wishes for is.

import { $ } from '../../page/dom.js';

/** What an option is called, without the bar of its odds. */
export function nameOf(button) {
  const copy = button.cloneNode(true);
  $('.odds-on', copy)?.remove();
  return copy.textContent.trim();
}

/** How likely what an option wishes for is, and what that is given, as its bar says; nothing where it has none. */
export function chanceOf(button) {
  const { chance, brief } = $('.odds-on', button)?.dataset ?? {};
  return [chance, brief].filter(Boolean).join(' ');
}

/** The same with what else may come as the bar that its button has, for what stands at a piece. */
export function oddsOf(button) {
  const chance = button ? chanceOf(button) : '';
  const bar = chance && $('.odds-on .odds', button);
  return bar ? [chance, bar.cloneNode(true)] : [chance];
}
