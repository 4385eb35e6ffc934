// The keys of the table, in a box that closes with Escape, and the way to its quick sheet.

import { $, html } from '../../page/dom.js';
import { word } from '../../page/words.js';

export function help() {
  const rows = word('help')
    .filter(([key]) => key !== 'M' || $('#t-ruler'))
    .map(([keys, what]) => html('tr', {}, html('td', {}, html('kbd', {}, keys)), html('td', {}, what)));
  for (const row of rows) row.lastChild.style.textAlign = 'left';
  const { sheet } = document.body.dataset;
  const beside = sheet ? [html('a', { class: 'btn', href: sheet, target: '_blank' }, word('sheet'))] : [];
  const close = html('button', { class: 'btn ink', autofocus: '' }, word('close'));
  const box = html(
    'dialog',
    { class: 'sheet', 'aria-label': word('keys') },
    html('h2', {}, word('keys')),
    html('table', { class: 'tally' }, html('tbody', {}, ...rows)),
    html('form', { method: 'dialog' }, close, ' ', ...beside),
  );
  box.style.padding = '20px 24px';
  box.style.margin = 'auto';
  box.addEventListener('close', () => box.remove());
  document.body.append(box);
  box.showModal();
}
