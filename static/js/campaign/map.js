// The map of a campaign: a click on a province shows its row, and fills the march that is being ordered.

import { $, $$ } from '../dom.js';

for (const sheet of $$('[data-map]')) {
  sheet.addEventListener('click', (event) => {
    const place = event.target.closest('[data-province]');
    if (!place) return;
    const march = $('[data-march]:focus-within') || $('[data-march]');
    if (march && step(march, place)) event.preventDefault();
    else open(place.dataset.province);
    light(sheet);
  });
  light(sheet);
}

/** The row of a province is seen, and marked with it. */
function open(id) {
  const row = document.getElementById(`province-${id}`);
  row?.closest('details')?.setAttribute('open', '');
  for (const one of $$('.place.is-on, .mapwords .is-on')) one.classList.remove('is-on');
  for (const one of $$(`[data-province="${id}"], [data-row="${id}"]`)) one.classList.add('is-on');
}

/** The next step of a march, if one may go there from where it ends; the first of it again is to stay. */
function step(march, place) {
  const selects = $$('[data-step]', march);
  const { province } = place.dataset;
  if (province === march.dataset.at) {
    for (const select of selects) select.value = '';
    return true;
  }
  let at = march.dataset.at;
  for (const select of selects) {
    const near = $(`[data-province="${at}"]`)?.dataset.near.split(' ') || [];
    if ((!select.value || select === selects.at(-1)) && near.includes(province)) {
      select.value = province;
      return true;
    }
    if (!select.value) break;
    at = select.value;
  }
  const first = $(`[data-province="${march.dataset.at}"]`)?.dataset.near.split(' ') || [];
  if (!first.includes(province)) return false;
  selects.forEach((select, i) => (select.value = i ? '' : province));
  return true;
}

/** The provinces of the orders that are being given are lit. */
function light(sheet) {
  const ways = $$('[data-march] [data-step]').map((select) => select.value);
  for (const place of $$('[data-province]', sheet)) place.classList.toggle('is-way', ways.includes(place.dataset.province));
}

document.addEventListener('change', (event) => {
  if (event.target.matches?.('[data-step]')) for (const sheet of $$('[data-map]')) light(sheet);
});
