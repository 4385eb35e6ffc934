// The map of a campaign: a click on a province shows its row, or fills the march that is being ordered, whose further
// steps offer what can be reached from the step before.

import { $$ } from '../../page/dom.js';

const MARCH = 'form:has(select[name="way"])';
const legs = (march) => $$('select[name="way"]', march);
const offers = (select, id) => [...select.options].some((one) => one.value === id && !one.disabled);

document.addEventListener('click', (event) => {
  const place = event.target.closest?.('[data-map] [data-province]');
  if (!place) return;
  if (marches().some((march) => step(march, place.dataset.province))) event.preventDefault();
  else open(place.dataset.province);
  light();
});
document.addEventListener('change', (event) => event.target.matches?.('select[name="way"]') && light());
document.addEventListener('htmx:after:swap', light);
light();

/** The marches that can be ordered, the one that was worked at last first. */
function marches() {
  const all = $$(MARCH).filter((march) => legs(march).length);
  return all.sort((a, b) => Number(b.dataset.last ?? 0) - Number(a.dataset.last ?? 0));
}

/** The row of a province is seen, and marked with it. */
function open(id) {
  document.getElementById(`province-${id}`)?.closest('details')?.setAttribute('open', '');
  for (const one of $$('.place.is-on, .mapwords .is-on')) one.classList.remove('is-on');
  for (const one of $$(`[data-province="${id}"], [data-row="${id}"]`)) one.classList.add('is-on');
}

/** A province becomes the next step of a march where one can go there from its end, or else its first step. */
function step(march, id) {
  const selects = legs(march);
  const free = selects.findIndex((one) => !one.value);
  const goesOn = free > 0 && offers(selects[free], id);
  const at = goesOn ? free : 0;
  if (!offers(selects[at], id)) return false;
  selects.slice(at).forEach((one, i) => (one.value = i ? '' : id));
  march.dataset.last = String(Date.now());
  return true;
}

/** Each further step of a march offers what can be reached from the step before it, where the march has not been. */
function narrow(march) {
  const been = [];
  for (const select of legs(march)) {
    const before = been.at(-1);
    for (const one of select.options) {
      const { after } = one.dataset;
      const barred = after !== undefined && (!after.split(' ').includes(before) || been.includes(one.value));
      one.hidden = barred;
      one.disabled = barred;
    }
    if (select.selectedOptions[0]?.disabled) select.value = '';
    been.push(select.value);
  }
}

/** The provinces of the orders that are being given are lit. */
function light() {
  for (const march of marches()) narrow(march);
  const ways = $$('select[name="way"]').map((select) => select.value);
  for (const place of $$('[data-province]')) place.classList.toggle('is-way', ways.includes(place.dataset.province));
}
