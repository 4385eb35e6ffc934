// The drawing board of a table: its tools, its lists, its forms, and the server's word on it.

import { $, $$, htmlNodes, svgNodes, toast } from '../page/dom.js';
import { Board } from './board.js';
import { Desk } from './desk.js';
import { Drawing } from './drawing.js';

const PAUSE = 220;
const root = $('#terrain');
const words = JSON.parse(root.dataset.words);
const keep = $('#keep');
const text = $('[name=body]', keep);
const drawing = new Drawing(JSON.parse(root.dataset.facts), JSON.parse(root.dataset.kinds), JSON.parse(text.value));
const board = new Board(root, drawing, words);
const desk = new Desk(root, drawing, board, words);
const first = JSON.stringify(drawing.body());

// -- the server's word ---------------------------------------------------------------

let waiting = 0;
let asked = 0;

/** What the server answers to a JSON body; nothing where it refuses, which is told. */
async function ask(path, body) {
  try {
    const reply = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const said = await reply.json();
    if (reply.ok) return said;
    toast(said.detail, 'no');
  } catch {
    toast(words.gone, 'no');
  }
  return null;
}

async function look() {
  asked += 1;
  const mine = asked;
  const said = await ask('/api/v1/grounds/check', { system: root.dataset.system, body: drawing.body() });
  if (!said || mine !== asked) return;
  $('#land').replaceChildren(...svgNodes(said.land));
  board.faults = new Map(said.faults.map((fault) => [fault.piece, fault.text]));
  $('#faults').replaceChildren(...said.faults.map(refusal));
  $('#fits').hidden = !said.scenarios.length;
  $('[data-fits]').textContent = said.scenarios.map((one) => one.name).join(', ');
  board.show();
  desk.show();
}

function refusal({ text: why, clause }) {
  const line = htmlNodes(
    '<p class="refusal"><svg class="i" aria-hidden="true"><use href="#i-cross"/></svg><span></span></p>',
  ).firstElementChild;
  $('span', line).textContent = `${why} `;
  if (clause) {
    const link = document.createElement('a');
    Object.assign(link, {
      className: 'clause',
      href: `${root.dataset.rules}#${clause}`,
      target: '_blank',
      textContent: clause,
    });
    $('span', line).append(link);
  }
  return line;
}

drawing.listeners.push(() => {
  const body = drawing.body();
  const written = JSON.stringify(body);
  text.value = written;
  $$('[data-unkept]').forEach((line) => (line.hidden = written === first));
  fit();
  board.show();
  desk.show();
  if (written === drawing.looked) return;
  drawing.looked = written;
  clearTimeout(waiting);
  waiting = setTimeout(look, PAUSE);
});

/** The drawing is as large as the table. */
function fit() {
  const svg = $('#drawing');
  if (Number(svg.dataset.wide) === drawing.wide && Number(svg.dataset.deep) === drawing.deep) return;
  const u = drawing.facts.scale;
  Object.assign(svg.dataset, { wide: drawing.wide, deep: drawing.deep });
  svg.setAttribute('viewBox', `${-0.4 * u} ${-0.4 * u} ${(drawing.wide + 0.8) * u} ${(drawing.deep + 0.8) * u}`);
  for (const rect of $$(':scope > rect', svg)) {
    rect.setAttribute('width', drawing.wide * u);
    rect.setAttribute('height', drawing.deep * u);
  }
}

// -- tools -----------------------------------------------------------------------------

function use(tool) {
  for (const button of $$('[data-tool]', root))
    button.setAttribute('aria-pressed', String(button.dataset.tool === tool));
  $('#hint').textContent = { select: words.select, draw: words.close, rect: words.drag, round: words.round }[tool];
  board.use(tool);
}

function load(body) {
  drawing.change(() => drawing.load(body));
}

async function chance(form, seed = Number(form.elements.seed.value)) {
  form.elements.seed.value = seed;
  const kinds = $$('[name=kind]:checked', form).map((box) => box.value);
  const body = {
    system: root.dataset.system,
    table: [drawing.wide, drawing.deep],
    seed,
    pieces: Number(form.elements.pieces.value) || 6,
    kinds,
    symmetric: form.elements.symmetric.checked,
  };
  const laid = await ask('/api/v1/grounds/random', body);
  if (laid) load(laid);
}

/** The table of a text, if it is one. */
function take(raw) {
  try {
    const body = JSON.parse(raw);
    new Drawing(drawing.facts, [...drawing.kinds.values()], body).body();
    load(body);
  } catch {
    toast(words.bad, 'no');
  }
}

function save() {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(drawing.body(), null, 1)], { type: 'application/json' }));
  link.download = `${(keep.elements.name.value || 'table').replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

const acts = {
  undo: () => drawing.undo(),
  redo: () => drawing.redo(),
  lay: () => (drawing.full ? toast(words.full, 'no') : board.lay()),
  left: () => drawing.turn(-15),
  right: () => drawing.turn(15),
  'left-fine': () => drawing.turn(-1),
  'right-fine': () => drawing.turn(1),
  double: () => drawing.double(),
  delete: () => drawing.drop(),
  door: () => desk.door(),
  again: () => chance($('[data-chance]'), Math.floor(Math.random() * 1e6)),
  take: () => take(text.value),
  save,
};

root.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (!button) return;
  if (button.dataset.act) acts[button.dataset.act]();
  else if (button.dataset.tool) use(button.dataset.tool);
  else if (button.dataset.mirror) drawing.mirror(button.dataset.mirror);
});

root.addEventListener('change', async (event) => {
  const { target } = event;
  if (target.matches('[data-snap]')) drawing.snap = target.checked;
  else if (target.matches('[data-size]')) size(target.value);
  else if (target.matches('select[data-kind]')) board.show();
  else if (target.matches('[data-open]') && target.files[0]) take(await target.files[0].text());
});

/** Another size of table; what lies on it stays where it is. */
function size(given) {
  const [wide, deep] = given.split('x').map(Number);
  drawing.change(() => Object.assign(drawing, { wide, deep }));
  $('[data-chance] [name=table]').value = given;
}

$('[data-chance]').addEventListener('submit', (event) => {
  event.preventDefault();
  void chance(event.target);
});

document.addEventListener('keydown', (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.closest('input, textarea')) return;
  const key = event.key.toLowerCase();
  if (key === 'z' && !event.shiftKey) drawing.undo();
  else if (key === 'y' || (key === 'z' && event.shiftKey)) drawing.redo();
  else return;
  event.preventDefault();
});

for (const part of $$('[hidden].pens, [hidden].only-script', root)) part.hidden = false;
use('select');
drawing.looked = first;
drawing.told();
void look();
