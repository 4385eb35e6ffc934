// Rosters: the builder keeps its place while it is checked; printing; a file read into the field where it is pasted.

import { $, $$, toast } from '../page/dom.js';
import { word } from '../page/words.js';

const LARGEST = 60000;

// -- building ------------------------------------------------------------------

/** What is open, and where the reader is, so that the fresh form is as the old one was. */
function place(form, submitter) {
  const at = submitter || document.activeElement;
  const { name, value } = /** @type {any} */ (form.contains(at) ? at : {});
  return { open: $$('details[open]', form).map((part) => part.id), name, value };
}

function back(form, { open, name, value }) {
  for (const id of open) $(`#${CSS.escape(id)}`, form)?.setAttribute('open', '');
  const same = name ? $$(`[name="${CSS.escape(name)}"]`, form) : [];
  const kept =
    same.find((part) => part.value === value && !part.disabled) ||
    (name === 'add' || name === 'remove' ? $('#enlisted', form) : same[0]);
  kept?.focus({ preventScroll: true });
  $('#sum-said').textContent = $$('[data-sum]', form)
    .map((part) => part.textContent.trim())
    .join('. ');
}

/** One check is on its way at a time; what was asked meanwhile follows it. */
const line = { busy: false, next: [] };

/** The form after its changes, checked by the server. */
async function check(form, submitter) {
  const fields = new FormData(form);
  fields.set(submitter?.name || 'check', submitter?.value || '1');
  const here = place(form, submitter);
  const reply = await fetch(form.action, {
    method: 'POST',
    body: new URLSearchParams(/** @type {any} */ (fields)),
    headers: { accept: 'text/html' },
  });
  const fresh = new DOMParser().parseFromString(await reply.text(), 'text/html').querySelector('#roster');
  if (!reply.ok || !fresh) throw new Error(reply.statusText);
  const next = document.adoptNode(fresh);
  form.replaceWith(next);
  back(next, here);
}

async function checked(submitter) {
  line.next.push(submitter);
  if (line.busy) return;
  line.busy = true;
  try {
    while (line.next.length) await check($('#roster'), line.next.shift());
  } catch {
    line.next = [];
    toast(word('gone'), 'no');
  }
  line.busy = false;
}

document.addEventListener('submit', (event) => {
  if (event.target.id !== 'roster' || event.submitter?.name === 'save') return;
  event.preventDefault();
  void checked(event.submitter);
});

// -- printing, and files -------------------------------------------------------

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

// Text and numbers wait for a button: a form that changes under the finger would lose its press.
document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && target.matches('[data-into]')) void into(target);
  else if (target instanceof HTMLSelectElement && target.closest('#roster')) void checked();
});
