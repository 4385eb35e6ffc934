// On a phone three rows of the key of signs stand at the foot of the sheet, as it is now, until it has been put away once;
// all of it lies over the table while it is asked for.

import { $, $$, put, set } from '../../page/dom.js';
import { memory } from '../../page/memory.js';
import { dressed } from '../../page/swaps.js';
import { later } from './later.js';

const KEY = 'signs-away';
const PHONE = '(max-width: 720px) and (min-height: 700px)';

/** Where on the table signs stand that are large enough to be asked about: not those on the rim of a leader's stone. */
const WORN = ['.formation .loud', '.grown .badge', '#unit-names', '.muster'];

/** And where what is not worn stands. */
const DRAWN = { '#crown': '.counter [href="#crown"]', '#acted': '.is-used [href="#acted"]' };

/** Whether what a row of the key explains is drawn on the table now, as far off as it is. */
function isSeen(row) {
  const href = $('use', row)?.getAttribute('href');
  if (!href && !row.dataset.drawn) return false;
  if (href?.startsWith('#arm-'))
    return $$(`.arm[href="${href}"]`, $('#table').parentElement).some((one) => one.getClientRects().length);
  const worn = WORN.map((where) => `${where} [href="${href}"]`);
  const drawn = row.dataset.drawn ?? DRAWN[href] ?? worn.join();
  return $$(drawn, $('#table').parentElement).some((one) => one.getClientRects().length);
}

/** Whether no name of this ground is written on the table. */
const isNameless = ({ dataset }) => !$$('#names text:not(.is-mute)').some((name) => name.textContent === dataset.label);

/** A copy of a row: what its picture is cut by stands in the page already. */
function copied(row) {
  const copy = row.cloneNode(true);
  for (const one of $$('[id]', copy)) one.removeAttribute('id');
  return copy;
}

/** The rows that stand in the box: of what may be worn those that are seen; nothing where there is no such box. */
function shown() {
  const list = $('#row-key .arms-key ul');
  if (!list || !matchMedia(PHONE).matches) return null;
  const [always, others] = [false, true].map((seen) =>
    [...list.children].filter((row) => row.matches('.if-seen, .of-deeds') === seen),
  );
  const worn = [...$$('#row-key > li:not(.arms-key)'), ...others].filter(isSeen);
  return [
    ...always.filter(isSeen),
    // Those in few words first: the more of them are seen.
    ...worn.sort((one, other) => one.textContent.length - other.textContent.length),
    ...$$('#row-key .ground-key li').filter(isNameless),
  ];
}

function fill(rows) {
  const box = $('#signs');
  const now = rows?.map((row) => row.outerHTML).join('');
  if (!box || !now || now === held) return;
  held = now;
  const list = $('ul', box);
  list.replaceChildren(...rows.map(copied));
  box.hidden = false;
  later('whole', wholly, measured);
}
let held = '';

/** Whether all of the list is seen, as far as it is laid out at all: where it is not nobody knows, and all stays as it was. */
function measured() {
  const list = $('#signs ul');
  if (!list?.clientHeight || $('#signs').matches('.is-all')) return null;
  return list.scrollHeight <= list.clientHeight + 1;
}

function wholly(whole) {
  if (whole !== null && $('#signs')) put($('#signs'), 'is-whole', whole);
}

/** What is worn has come, or was laid anew: the table is asked again, once nothing is being put. */
export function keyed() {
  for (const row of $$('#row-key .ground-key li')) put(row, 'is-named', !isNameless(row));
  if ($('#signs:not(.is-away), #signs.is-asked') && matchMedia(PHONE).matches) later('signs', fill, shown);
}

/** Opened it can be read by whoever only listens; put together it is cut, and what it says stands in the key. */
function open(box, all) {
  put(box, 'is-all', all);
  $('.more', box).setAttribute('aria-expanded', String(all));
  const list = $('ul', box);
  // It scrolls then: by keys its end is come to where it takes the focus.
  for (const [name, value] of [
    ['tabindex', all && '0'],
    ['aria-hidden', !all && 'true'],
  ])
    value ? list.setAttribute(name, value) : list.removeAttribute(name);
}

/** All of it over the table, or no more; where nothing is drawn that it explains there is none. */
function ask(box, yes) {
  if (yes) fill(shown());
  if (yes && box.hidden) return;
  put(box, 'is-asked', yes);
  open(box, yes);
  set($('#t-key'), 'aria-expanded', String(yes));
}

/** It lies over the table no more: the focus is where it was asked for, or on the table, where that is not seen now. */
function leave(box) {
  ask(box, false);
  const button = $('#t-key');
  button.focus();
  if (document.activeElement !== button) $('#table').focus({ preventScroll: true });
}

/** Escape puts it away. */
function escapes(box, event) {
  if (event.key !== 'Escape' || !box.matches('.is-asked')) return;
  event.preventDefault();
  event.stopPropagation();
  leave(box);
}

/** It stands at the foot of the sheet no more: it is there where it is asked for. */
const away = (box) => ($('#t-key') ? put(box, 'is-away', true) : box.remove());

export function key() {
  const box = $('#signs');
  dressed(keyed);
  if (!box) return;
  $('#t-key')?.addEventListener('click', () => ask(box, !box.matches('.is-asked')));
  for (const one of [box, $('#t-key')]) one?.addEventListener('keydown', (event) => escapes(box, event));
  if (memory.get(KEY)) away(box);
  else fill(shown());
  if (!box.isConnected) return;
  const more = $('.more', box);
  more.addEventListener('click', () => open(box, !box.matches('.is-all')));
  // Behind another tab it is not laid out: what has room of it is known once it is seen.
  new ResizeObserver(() => later('whole', wholly, measured)).observe($('ul', box));
  $('.put-away', box).addEventListener('click', () => {
    if (box.matches('.is-asked')) return void leave(box);
    memory.set(KEY, 'yes');
    $('.tabs :checked').focus();
    return void away(box);
  });
}
