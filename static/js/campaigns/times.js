// Times in the reader's own zone, dates given in it, what a roster that is sent comes to, and a page on paper.

import { $, $$, html } from '../page/dom.js';

const PAGE = document.documentElement.lang;
/** The reader's own way to write the language of the page. */
const LANG = navigator.languages.find((one) => one.startsWith(PAGE)) ?? PAGE;
/** @type {Intl.DateTimeFormatOptions} */
const SHORT = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' };
/** @type {Intl.DateTimeFormatOptions} */
const LONG = { dateStyle: 'full', timeStyle: 'short' };

/** A moment as news tell it: the hour of today, the day of this week, else the date. */
function day(at) {
  const ago = (Date.now() - at) / 86_400_000;
  if (ago < 6 && at.toDateString() === new Date().toDateString())
    return at.toLocaleTimeString(LANG, { hour: '2-digit', minute: '2-digit' });
  return at.toLocaleDateString(LANG, ago < 6 ? { weekday: 'short' } : { day: 'numeric', month: 'short' });
}

/** Every time of a part of the page as the reader's clock has it. */
function localise(root) {
  for (const time of $$('time[data-local]', root)) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.valueOf())) continue;
    time.textContent = time.dataset.local === 'day' ? day(at) : at.toLocaleString(LANG, SHORT);
    time.title = at.toLocaleString(LANG, { ...LONG });
    time.removeAttribute('data-local');
  }
}

/** Minutes to be added to a date of this zone for UTC, as they are on that date. */
function shift(field) {
  const hidden = field.form.elements[field.dataset.zoned];
  const at = new Date(field.value);
  hidden.value = Number.isNaN(at.valueOf()) ? 0 : at.getTimezoneOffset();
}

/** A date field is in the reader's zone from now on; one that was refused keeps what was given. */
function zoned() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const note of $$('[data-zone]')) note.textContent = zone;
  for (const field of $$('select[data-own]')) {
    if (field.value === 'UTC' && $$('option', field).some((one) => one.value === zone)) field.value = zone;
    field.removeAttribute('data-own');
  }
}

/** What is ticked comes to so many points. */
function summed(list) {
  const out = $('[data-total]', list.closest('form'));
  const most = Number(list.dataset.sum);
  const sum = $$('[data-cost]:checked', list).reduce((all, box) => all + Number(box.dataset.cost), 0);
  out.textContent = most ? `${sum} / ${most}` : `${sum}`;
  out.classList.toggle('is-over', most > 0 && sum > most);
  const standing = $('[data-standing]', list.closest('form'));
  standing?.replaceChildren(...$$('[data-cost]:checked', list).map((box) => html('li', {}, box.dataset.name)));
}

/** All that the page says of times and sums, as this reader has them. */
function dress() {
  localise(document);
  zoned();
  for (const list of $$('[data-sum]')) summed(list);
  for (const part of $$('.needs-script')) part.hidden = false;
}

dress();
document.addEventListener('htmx:after:swap', dress);
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-print]')) window.print();
});
document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  if (target.matches('[data-zoned]')) shift(target);
  const list = target.closest('[data-sum]');
  if (list) summed(list);
});
document.addEventListener(
  'submit',
  ({ target }) => {
    for (const field of $$('[data-zoned]', target)) shift(field);
  },
  true,
);
