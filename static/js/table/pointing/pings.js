// Points, rulers and views that people at the table show each other: drawn for a moment, then gone.

import { $, $$, html, say, svg } from '../../page/dom.js';
import { distance, length, said, toUnits, toWire, units } from '../space/geom.js';
import { word } from '../../page/words.js';

const STAYS = 4000;
const LOOKS = 250;
const layer = svg('g', { id: 'pings', 'aria-hidden': 'true', 'pointer-events': 'none' });
$('#layer-marks')?.before(layer);

function shown(mark, stays = STAYS) {
  layer.append(mark);
  setTimeout(() => mark.classList.add('is-out'), stays - 500);
  setTimeout(() => mark.remove(), stays);
}

const label = (p, text) => svg('text', { class: 'ping-name', transform: `translate(${p.x} ${p.y - 16})` }, text);
const sideOf = (seat) => JSON.parse($('.talk')?.dataset.sides || '{}')[seat] || '';

function point(p, name, seat) {
  const ring = (r) => svg('circle', { cx: p.x, cy: p.y, r });
  shown(
    svg(
      'g',
      { class: `ping ${sideOf(seat)}` },
      ring(5),
      ring(13),
      svg('path', { d: `M${p.x - 20} ${p.y}h8M${p.x + 12} ${p.y}h8M${p.x} ${p.y - 20}v8M${p.x} ${p.y + 12}v8` }),
      label(p, name),
    ),
  );
}

const rulers = new Map();

function rule(from, to, name, seat) {
  rulers.get(name)?.remove();
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const mark = svg(
    'g',
    { class: `ping rule ${sideOf(seat)}` },
    svg('path', { d: `M${from.x} ${from.y}L${to.x} ${to.y}` }),
    label(middle, `${name} ${said(distance(from, to))}`),
  );
  rulers.set(name, mark);
  shown(mark);
}

/** What this page shows to others, and what others show here. */
export class Pings {
  constructor(line, camera, ruler) {
    this.line = line;
    this.camera = camera;
    this.ruler = ruler;
    this.following = '';
    this.at = 0;
    this.button = $('#t-point');
    this.button?.addEventListener('click', () => this.aim(this.button.getAttribute('aria-pressed') !== 'true'));
    $('#table').addEventListener('pointermove', (event) => (this.last = camera.at(event.clientX, event.clientY)));
    $('#table').addEventListener('pointerdown', () => this.follow(''), { capture: true });
    document.addEventListener('change', ({ target }) => target.matches('[data-share-view]') && this.shares());
    addEventListener('pageshow', () => this.shares());
  }

  // -- mine ----------------------------------------------------------------------

  aim(on) {
    this.aiming = on;
    this.button?.setAttribute('aria-pressed', String(on));
  }

  /** Whether a press on the table was a point. */
  press(p) {
    if (!this.aiming) return false;
    this.aim(false);
    this.show(p);
    return true;
  }

  show(p = this.last) {
    if (!p) return;
    const [x, y] = toWire(p);
    this.line.send({ point: [x, y] });
    point(p, word('you'), document.body.dataset.you);
  }

  measured(from, to) {
    this.line.send({ rule: [...toWire(from), ...toWire(to)] });
  }

  /** Where I look is told while I let watchers follow. */
  shares() {
    clearInterval(this.looks);
    if ($('[data-share-view]')?.checked) this.looks = setInterval(() => this.look(), LOOKS);
  }

  look() {
    if (!$('[data-share-view]')?.checked) return void this.shares();
    const [x, y, w, h] = $('#table').getAttribute('viewBox').split(' ').map(Number);
    const look = [...toWire({ x, y }), length(w), length(h)];
    if (String(look) === this.looked) return;
    this.looked = String(look);
    this.line.send({ look });
  }

  // -- others' ---------------------------------------------------------------------

  told(message) {
    if (message.point) point(toUnits(message.point), message.by, message.seat);
    if (message.rule) rule(toUnits(message.rule.slice(0, 2)), toUnits(message.rule.slice(2)), message.by, message.seat);
    if (message.look) this.looking(message);
    if (message.crowd) crowd(message.crowd);
  }

  looking({ look, by, seat }) {
    const box = $('.followable');
    if (box && !$(`[data-follow-seat="${seat}"]`, box)) {
      box.hidden = false;
      const button = html(
        'button',
        { type: 'button', 'data-follow-seat': seat, 'aria-pressed': 'false' },
        $('[data-seers]').dataset.follow.replace('{name}', by),
      );
      button.addEventListener('click', () => this.follow(this.following === seat ? '' : seat));
      box.append(button);
    }
    if (this.following !== seat) return;
    const [x, y, w] = [units(look[0]), units(look[1]), units(look[2])];
    const free = this.camera.free();
    Object.assign(this.camera, { x, y, scale: w / free.w, home: false, framed: null });
    this.camera.apply();
  }

  follow(seat) {
    this.following = seat;
    for (const button of $$('[data-follow-seat]'))
      button.setAttribute('aria-pressed', String(button.dataset.followSeat === seat));
  }
}

/** Which players are not at the table, since which moment of this page's clock, and what was last said of it. */
const missing = new Map();
let away = '';
const LOOKS_AGAIN = 30_000;

/** Who watches, and which players are not at the table. */
function crowd({ watchers, names = [], away: gone = {} }) {
  const box = $('[data-seers]');
  if (!box) return;
  const more = watchers - names.length;
  const rows = names.map((name) => html('li', {}, name));
  if (more > 0 && names.length) rows.push(html('li', { class: 'dim' }, box.dataset.more.replace('{n}', more)));
  $('.seer-list', box).replaceChildren(...rows);
  $('.seer-none', box).hidden = watchers > 0;
  if (!names.length && watchers)
    $('.seer-list', box).append(html('li', { class: 'dim' }, word('watching', { n: watchers })));
  const players = JSON.parse(box.dataset.players || '{}');
  missing.clear();
  for (const [seat, seconds] of Object.entries(gone))
    if (seat !== document.body.dataset.you && players[seat])
      missing.set(players[seat], performance.now() - 1000 * seconds);
  absent(true);
}

/** Who is away, for how long, and what happens then. */
function absent(news = false) {
  const [box, note] = [$('[data-seers]'), $('#away')];
  if (!box || !note) return;
  const said = [...missing].map(([name, since]) => {
    const n = Math.floor((performance.now() - since) / 60_000);
    return box.dataset[n ? 'since' : 'away'].replace('{name}', name).replace('{n}', n);
  });
  const text = said.join(' · ');
  note.textContent = text;
  note.title = text && box.dataset.then;
  if (news && text && text !== away) say(`${text}. ${box.dataset.then}`);
  away = text;
}
setInterval(absent, LOOKS_AGAIN);
