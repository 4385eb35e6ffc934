// At the table of a lesson: N reads on, a step at a time, and the focus goes to what is said where it stood on what is gone.

import { $, typing } from '../page/dom.js';

const strip = $('#lesson');
let step = '';

addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() !== 'n' || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  if (event.repeat || $('dialog[open]')) return;
  $('[data-coach=next]', strip)?.click();
});

// The second of two quick clicks was meant for the first.
strip?.addEventListener(
  'click',
  (event) => {
    if (event.detail < 2 || !event.target.closest('[data-coach]')) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

new MutationObserver(() => {
  const now = $('.coach', strip)?.dataset.step ?? '';
  if (now === step) return;
  step = now;
  strip.scrollTop = 0;
  if (document.activeElement === document.body) $('#coach-says', strip)?.focus({ preventScroll: true });
}).observe(strip, { childList: true, subtree: true, attributes: true });
step = $('.coach', strip)?.dataset.step ?? '';
