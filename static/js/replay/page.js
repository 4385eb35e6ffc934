// Looking back at a battle: the room without hands, and the bar that goes through its moments.

import { $, say, toast, typing } from '../page/dom.js';
import { Board, stands } from '../table/board/counters.js';
import { Camera } from '../table/board/camera.js';
import { key } from '../table/board/key.js';
import { Eye } from '../table/eye/eye.js';
import { Follow } from '../table/eye/follow.js';
import { Taps } from '../table/eye/nearer.js';
import { Gestures } from '../table/hand/gestures.js';
import { faces, facesChosen } from '../table/panels/faces.js';
import { Inspect } from '../table/panels/inspect.js';
import { nearest } from '../table/board/near.js';
import { Ruler } from '../table/pointing/ruler.js';
import { Ranked } from '../table/board/ranks.js';
import { TextBoard } from '../table/board/text.js';
import '../page/every.js';
import { Comments } from './comments.js';
import { Film } from './film.js';
import { paint } from './picture.js';
import { Reel } from './reel.js';
import { Scene } from './scene.js';
import { Then } from './then.js';
import './together.js';

/** Milliseconds that a step of each kind stays at common speed. */
const STAYS = { quiet: 250, deed: 900, roll: 900, phase: 700, turn: 1200 };
const AHEAD = 4;
const { game, query } = document.body.dataset;

const table = $('#table');
table.setAttribute('tabindex', '0');
facesChosen();
const camera = new Camera(table);
const board = new Board();
board.labels = new Ranked(board, camera);
board.labels.lay();
key();
camera.changed = () => (board.units.scaled(camera.scale), board.labels.scaled());
camera.changed();
const looks = {
  camera,
  announce: say,
  get inv() {
    return Math.max(0.2, Math.min(2.4, camera.scale));
  },
};
const film = new Film(game, query);
const reel = new Reel(game, (i) => go(i, true));
const eye = new Eye(board, () => (playing ? Number($('#r-pace').value) : 1));
const then = new Then(board);
const scene = new Scene(board, film, address, eye);
eye.watch($('#log ol'));
eye.follow = new Follow(camera, eye.stage);
const taps = new Taps(board, camera);
const comments = new Comments();
const ruler = new Ruler(board, looks, $('#t-ruler'));

/** A card tells what was so then. */
class Card extends Inspect {
  async fetch(id) {
    const reply = await fetch(
      film.address(`frames/${document.body.dataset.version}/inspect/${encodeURIComponent(id)}`),
    ).catch(() => null);
    return reply?.ok ? reply.json() : null;
  }
}
const card = new Card(board, looks);
const words = new TextBoard(board, (counter) => card.select(counter));

function address(v) {
  return `/replay/${game}?${new URLSearchParams([...new URLSearchParams(query), ['at', v], ...then.asked])}`;
}

// -- going through the moments ------------------------------------------------------

let wanted = -1;
let shown = -1;
let playing = 0;
/** Whether a key is held down: what it passes by is not played. */
let held = false;

/** Show the step of this number; `lead`: the reader chose it, and who follows comes along. */
async function go(i, lead = false) {
  const to = Math.max(0, Math.min(reel.steps.length - 1, i));
  if (lead) pause();
  eye.skip();
  wanted = to;
  reel.mark(to);
  const { v } = reel.steps[to] || {};
  if (v === undefined) return;
  try {
    const frame = await film.frame(v);
    if (wanted !== to) return;
    await scene.show(frame, Math.abs(to - shown) === 1, to === shown + 1 && !held);
    arrived(to, frame);
    if (lead) window.lineSend?.({ at: v });
  } catch {
    pause();
    toast($('#reel').dataset.gone, 'no');
  }
}

function arrived(i, frame) {
  shown = i;
  remarks();
  Object.assign(document.body.dataset, { version: frame.v });
  history.replaceState(null, '', address(frame.v));
  aims(frame.v);
  then.at(frame.v);
  card.stale();
  if (!playing && frame.say) say(frame.say);
  film.ahead(reel.steps.slice(i + 1, i + 1 + AHEAD));
}

/** What was said of this step. */
function remarks() {
  comments.show(reel.steps[shown - 1]?.v ?? 0, reel.steps[shown]?.v ?? 0);
}

/** What leads out of this moment leads out of this one. */
function aims(v) {
  $('#r-link').dataset.copy = location.origin + address(v);
  const drawing = $('#svg');
  drawing.href = address(v).replace(`/replay/${game}`, `/replay/${game}/moment.svg`);
}

/** Somebody leads: come along. */
export function follow({ at, by }) {
  toast($('#reel').dataset.follow.replace('{who}', by || '?'));
  pause();
  void go(reel.index(at));
}
window.follow = follow;

// -- playing -----------------------------------------------------------------------------

const button = $('#r-play');
const [play, stop] = [$('path', button).getAttribute('d'), button.dataset.pressed];

function pressed(on) {
  button.setAttribute('aria-pressed', String(on));
  button.setAttribute('aria-label', $('#reel').dataset[on ? 'pause' : 'play']);
  $('path', button).setAttribute('d', on ? stop : play);
}

function pause() {
  playing = 0;
  pressed(false);
}

async function run() {
  const round = (playing = Date.now() + Math.random());
  pressed(true);
  if (shown >= reel.steps.length - 1) await go(0);
  while (playing === round && shown < reel.steps.length - 1) {
    const stays = (STAYS[reel.steps[Math.max(0, shown)]?.kind] || STAYS.deed) / Number($('#r-pace').value);
    await Promise.all([new Promise((wake) => setTimeout(wake, stays)), eye.queue.idle]);
    if (playing === round) await go(shown + 1);
  }
  if (playing === round) pause();
}

const toggle = () => (playing ? pause() : void run());

// -- buttons and keys ------------------------------------------------------------------------

const DEEDS = {
  first: () => go(0, true),
  back: () => go(wanted - 1, true),
  on: () => go(wanted + 1, true),
  last: () => end(),
  'turn-back': () => go(reel.turn(-1), true),
  'turn-on': () => go(reel.turn(1), true),
  play: toggle,
};
for (const [name, deed] of Object.entries(DEEDS)) $(`#r-${name}`).addEventListener('click', () => void deed());

/** The last moment; of a game that goes on what has come since, too. */
async function end() {
  if (!document.body.dataset.over) reel.lay((await film.timeline()).steps);
  await go(reel.steps.length - 1, true);
}

const KEYS = {
  ' ': toggle,
  ArrowLeft: DEEDS.back,
  ArrowRight: DEEDS.on,
  'Shift ArrowLeft': DEEDS['turn-back'],
  'Shift ArrowRight': DEEDS['turn-on'],
  Home: DEEDS.first,
  End: DEEDS.last,
  '+': () => camera.zoom(1.25),
  '=': () => camera.zoom(1.25),
  '-': () => camera.zoom(0.8),
  0: () => camera.fit(),
  m: () => ruler.toggle(),
  b: () => words.show(),
  i: () => card.pin(),
  k: () => faces(),
  '.': () => eye.skip(),
  Escape: () => (card.close(), ruler.toggle(false)),
};

document.addEventListener('keydown', (event) => {
  const { target } = event;
  const slides = target.id === 'r-at';
  if ((typing(target) && !slides) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === ' ' && target.closest?.('button, a, summary')) return;
  if (event.key.startsWith('Arrow') && target.matches?.('[type=radio]')) return;
  const deed = KEYS[event.shiftKey && event.key.startsWith('Arrow') ? `Shift ${event.key}` : event.key];
  if (!deed) return;
  event.preventDefault();
  held = event.repeat;
  void deed();
});

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const line = target?.closest('[data-to]');
  if (line && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    void go(reel.index(Number(line.dataset.to)), true);
  }
  const listed = target?.closest('#bands button[data-piece]');
  const counter = listed && board.one([listed.dataset.piece]);
  if (counter) camera.show(stands(counter));
});

$('#r-eyes')?.addEventListener('change', (event) => {
  const asked = new URLSearchParams(query);
  asked.set('as', event.target.value);
  asked.set('at', document.body.dataset.version);
  location.assign(`/replay/${game}?${asked}`);
});
$('#png').addEventListener('click', () =>
  paint($('#svg').href, `gunbai-${document.body.dataset.version}.png`).catch(() =>
    toast($('#reel').dataset.gone, 'no'),
  ),
);
$('#t-in')?.addEventListener('click', () => camera.zoom(1.4));
$('#t-out')?.addEventListener('click', () => camera.zoom(1 / 1.4));
$('#t-fit')?.addEventListener('click', () => camera.fit());

// -- pointers on the table ------------------------------------------------------------------

const under = (p) => (board.labels.gathered(p) ? null : nearest(board.all(), p, looks.inv));
new Gestures(table, camera, {
  under,
  press: (p, counter) => ruler.on && ruler.press(p, counter),
  drag: (p) => ruler.drag(p, under(p)),
  release: (p, moved) => ruler.release(p, under(p), moved),
  tap: (p, counter) => (card.select(counter), taps.tap(p)),
  hover: (p, counter) => (ruler.on ? ruler.hover(p, counter) : card.hover(counter)),
  leave: () => card.hover(null),
  abort: () => null,
  hold: () => false,
});
table.addEventListener('focusin', (event) => {
  const counter = event.target.closest?.('.counter');
  if (!counter?.matches(':focus-visible')) return;
  camera.show(stands(counter));
  card.focus(counter);
});

// -- it begins ----------------------------------------------------------------------------------

const { steps } = await film.timeline().catch(() => ({ steps: [] }));
reel.lay(steps);
const v = Number(document.body.dataset.version);
shown = wanted = reel.index(v);
reel.mark(shown);
aims(v);
then.at(v);
film.ahead(steps.slice(shown, shown + AHEAD));
document.body.dataset.ready = '1';
await comments.load(film.address('talk'));
remarks();
