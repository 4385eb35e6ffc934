// Rosters: a builder that is asked faster than it answers; printing; a file read into the field where it is pasted.

import { $, $$, toast } from '../page/dom.js';

const LARGEST = 60000;

// What was asked while a check was on its way is asked of the roster that came of it.
document.addEventListener('htmx:before:request', (event) => {
  const { ctx } = /** @type {CustomEvent} */ (event).detail;
  if (ctx.sourceElement.id === 'roster') ctx.request.body.set('draft', $('#roster [name=draft]').value);
});

async function into(field) {
  const [file] = field.files;
  if (!file) return;
  if (file.size > LARGEST) {
    field.value = '';
    toast(field.dataset.large, 'no');
    return;
  }
  const target = $(`#${field.dataset.into}`);
  target.value = await file.text();
  target.focus();
}

for (const part of $$('.needs-script')) part.hidden = false;

document.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('[data-print]')) window.print();
});

document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && target.matches('[data-into]')) void into(target);
});
