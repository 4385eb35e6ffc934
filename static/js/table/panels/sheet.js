// The sheet of a phone, which is pulled up and down, and the veil between two players at one screen.

import { $, put } from '../../page/dom.js';

/** The sheet is raised and sunk by its grip; what it hides is framed anew. */
export function sheeted(camera) {
  const sheet = $('.now');
  $('#grip')?.addEventListener('click', () => {
    const level = sheet.classList.contains('is-low') ? 0 : sheet.classList.contains('is-high') ? 2 : 1;
    sheet.classList.toggle('is-high', level === 0 ? false : level === 1);
    sheet.classList.toggle('is-low', level === 2);
    // The room knows it too: what lies on the table goes by it.
    put($('#main'), 'is-raised', sheet.matches('.is-high'));
    put($('#main'), 'is-sunk', sheet.matches('.is-low'));
  });
  if (sheet) new ResizeObserver(() => (camera.home || camera.framed) && camera.resize()).observe(sheet);
  $('#tab-log')?.addEventListener('change', () => $('#log-new').replaceChildren());
}

/** While the veil is open nothing behind it is reached. */
export function veiled() {
  const veil = $('#veil[open]');
  const main = $('#main');
  if (main) main.inert = Boolean(veil);
  if (veil) veil.addEventListener('close', () => veiled(), { once: true });
  if (veil && !veil.matches(':focus-within')) $('button', veil)?.focus();
}

/** It is opened by whose go it is. */
export function unveils() {
  veiled();
  $('#veil form')?.addEventListener('submit', (event) => {
    event.preventDefault();
    $('#veil').close();
  });
}
