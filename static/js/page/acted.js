// What was played before, acted out over its picture: who moves, who falls, what is told.

import { $, $$, calm, put } from './dom.js';

/** Milliseconds: a counter's way, a beat in which one is seen to move, one that is read, and the rest before it begins anew. */
const [GLIDE, BEAT, READ, REST] = [520, 800, 1400, 3500];

/** A place as an attribute of a drawing says it, and as a style does. */
const drawn = (/** @type {number[]} */ [x, y, turn]) => `translate(${x} ${y}) rotate(${turn})`;
const styled = (/** @type {number[]} */ [x, y, turn]) => `translate(${x}px, ${y}px) rotate(${turn}deg)`;

/** Where a counter is drawn at first: it is turned by nothing. */
function stands(node) {
  const { e, f } = node.transform.baseVal.consolidate().matrix;
  return [e, f, 0];
}

class Acted {
  constructor(box) {
    this.box = box;
    this.beats = JSON.parse(box.dataset.beats);
    this.said = $('.acted-said', box);
    this.first = this.said.textContent;
    this.movers = new Map($$('[data-mover]', box).map((node) => [node.dataset.mover, node]));
    this.stood = new Map([...this.movers].map(([id, node]) => [id, stands(node)]));
    this.now = new Map(this.stood);
    this.at = 0;
    this.timer = 0;
    this.seen = false;
  }

  get plays() {
    return this.box.dataset.plays === 'yes';
  }

  /** It plays from now on, or stands still. */
  play(yes) {
    this.box.dataset.plays = yes ? 'yes' : 'no';
    this.wait(0);
  }

  wait(time) {
    clearTimeout(this.timer);
    if (this.plays && this.seen) this.timer = setTimeout(() => this.go(), time);
  }

  /** The next beat. */
  go() {
    const beat = this.beats[this.at];
    if (!beat) return this.again();
    for (const [id, ...place] of beat.moved) this.move(id, place);
    for (const id of beat.gone) this.movers.get(id)?.classList.add('is-fallen');
    if (beat.says) this.said.textContent = `${this.said.dataset.turn.replace('{n}', beat.turn)} · ${beat.says}`;
    this.at += 1;
    this.wait(this.at === this.beats.length ? REST : beat.says && !beat.moved.length ? READ : BEAT);
  }

  move(id, place) {
    const node = this.movers.get(id);
    if (!node) return;
    const way = [this.now.get(id), place].map(styled);
    this.now.set(id, place);
    node.setAttribute('transform', drawn(place));
    if (!calm()) node.animate({ transform: way }, { duration: GLIDE, easing: 'cubic-bezier(.4, 0, .2, 1)' });
  }

  /** All stand where they stood at first; what began by itself goes on. */
  again() {
    this.at = 0;
    this.now = new Map(this.stood);
    for (const [id, node] of this.movers) {
      node.setAttribute('transform', drawn(this.stood.get(id)));
      put(node, 'is-fallen', false);
    }
    this.said.textContent = this.first;
    if ('auto' in this.box.dataset) this.wait(REST);
    else this.play(false);
  }
}

/** Every picture that has come can be acted out. */
function begin() {
  for (const box of $$('.acted:not([data-plays])')) {
    const acted = new Acted(box);
    const button = $('.acted-go', box);
    button.hidden = false;
    button.addEventListener('click', () => acted.play(!acted.plays));
    acted.play('auto' in box.dataset && !calm());
    new IntersectionObserver(([{ isIntersecting }]) => {
      acted.seen = isIntersecting;
      acted.wait(BEAT);
    }).observe(box);
  }
}

document.addEventListener('htmx:after:swap', begin);
begin();
