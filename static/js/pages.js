// What pages outside the room need: buttons that copy a link.

import { $, toast } from './dom.js';
import { word } from './words.js';

/** Copy a text; where the browser does not let us, select it for the reader. */
async function copy(button) {
  const { copy: text } = button.dataset;
  try {
    await navigator.clipboard.writeText(text);
    if ($('#toast')) toast(word('copied'), 'ok');
  } catch {
    window.prompt(button.textContent.trim(), text);
  }
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element && event.target.closest('[data-copy]');
  if (button) void copy(button);
});
