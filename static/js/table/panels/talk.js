// Talk: lines that come over the socket, muting, reporting; lines that come late are asked for.

import { $, $$, html, say } from '../../page/dom.js';
import { game } from '../line/game.js';
import { drawn } from '../pointing/drawing.js';

const { htmx } = window;
const LATE = 10_000;
const SPREAD = 1000;
const { watch } = document.body.dataset;
const query = watch ? `?watch=${encodeURIComponent(watch)}` : '';
const panel = () => $('.talk');

/** New lines; those that are there already are passed over. */
function add(lines) {
  const box = panel();
  if (!box) return;
  const list = $('ol', box);
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  const names = JSON.parse(box.dataset.names);
  for (const line of lines) {
    if (muted.has(line.by) || $(`[data-line="${line.id}"]`, list)) continue;
    if (line.drawing) drawn(line);
    box.dataset.last = String(Math.max(Number(box.dataset.last), line.id));
    if (!line.text) continue;
    list.append(row(line, names, JSON.parse(box.dataset.sides)));
    unseen();
    say(`${line.name}: ${line.text}`);
  }
  if (atEnd) list.scrollTop = list.scrollHeight;
}

function row(line, names, sides) {
  const about = line.scope === 'table' ? [] : [' ', html('small', {}, names[line.scope])];
  return html(
    'li',
    { class: `said in-${line.scope}`, 'data-line': line.id, 'data-by': line.by },
    html('b', { class: sides[line.seat] || '' }, line.name),
    ...about,
    ' ',
    html('span', {}, line.text),
  );
}

/** How many lines came while the talk was out of sight. */
function unseen() {
  if (panel().offsetParent !== null) return;
  for (const box of $$('.talk-new')) box.textContent = String(Number(box.textContent || 0) + 1);
}

const muted = new Set();

// A line that is chosen offers to mute who said it, or to report it.
document.addEventListener('click', (event) => {
  const line = event.target instanceof Element && event.target.closest('.talk .said');
  for (const box of $$('.talk .about')) box.remove();
  if (!line || event.target.closest('button')) return void (line && act(line, event.target.closest('button')));
  const { mute, report } = panel().dataset;
  line.append(
    html(
      'span',
      { class: 'about' },
      html('button', { type: 'button', class: 'btn small', 'data-about': 'mute' }, mute),
      html('button', { type: 'button', class: 'btn small', 'data-about': 'report' }, report),
    ),
  );
});

function act(line, button) {
  const deed = button?.dataset.about;
  if (!deed) return;
  const reason = deed === 'report' ? window.prompt(panel().dataset.why) : '';
  if (reason === null) return;
  const { by, line: id } = line.dataset;
  void htmx
    .ajax('POST', `/play/${game}/talk/${id}/${deed}${query}`, {
      target: '#talk',
      swap: 'innerMorph',
      values: { reason },
    })
    .then(() => $(`.talk [data-by="${by}"]`) || muted.add(by));
}

/** What the server has for us since the last line. */
async function ask() {
  const box = panel();
  if (!box) return;
  const params = new URLSearchParams({ since: box.dataset.last });
  if (watch) params.set('watch', watch);
  const reply = await fetch(`/api/v1/games/${game}/talk?${params}`).catch(() => null);
  if (reply?.ok) add((await reply.json()).lines);
}

/** Lines were said that did not come by themselves, unless they came meanwhile; not all pages ask in the same instant. */
function missed(last) {
  setTimeout(() => {
    if (last > Number(panel()?.dataset.last)) void ask();
  }, Math.random() * SPREAD);
}

let met = false;

/** A message of the socket. */
export function told(message) {
  if (message.talk) add(message.talk);
  if (message.talk_after) missed(message.talk_after);
  if (message.crowd && !met) {
    met = true;
    void ask();
  }
}

/** The line was cut: ask for what was missed once it is there again. */
export function cut() {
  met = false;
}

for (const tab of $$('#tab-talk, #sub-talk')) {
  tab.addEventListener('change', () => {
    for (const box of $$('.talk-new')) box.replaceChildren();
    const list = $('.talk ol');
    if (list) list.scrollTop = list.scrollHeight;
  });
}
if (panel()?.dataset.late !== undefined) setInterval(() => void ask(), LATE);
const list = $('.talk ol');
if (list) list.scrollTop = list.scrollHeight;
