// The bar below the board: where in the battle one is, its turns and phases, and the moments one keeps.

import { $, html, svg } from '../page/dom.js';
import { memory } from '../page/memory.js';

/** Pixels that the number of a turn needs. */
const APART = 26;
const LABEL = 60;

export class Reel {
  /** `go`: to the step of this number. */
  constructor(game, go) {
    this.box = $('#reel');
    this.slider = $('#r-at');
    this.steps = [];
    this.go = go;
    this.key = `kept-${game}`;
    this.slider.addEventListener('input', () => go(Number(this.slider.value)));
    $('#r-keep').addEventListener('click', () => this.turnKept());
    new ResizeObserver(() => this.number()).observe($('#r-turns'));
  }

  /** The steps of the battle, as far as it has come. */
  lay(steps) {
    this.steps = steps;
    this.slider.max = String(Math.max(0, steps.length - 1));
    const ticks = $('#r-ticks');
    ticks.setAttribute('viewBox', `0 0 ${Math.max(1, steps.length - 1)} 10`);
    const marks = steps.flatMap(({ kind }, i) =>
      kind === 'turn' || kind === 'phase'
        ? [svg('path', { class: kind, d: `M${i} ${kind === 'turn' ? 0 : 5}V10` })]
        : [],
    );
    ticks.replaceChildren(...marks);
    this.number();
    this.list();
  }

  /** The numbers of the turns, as many as there is room for. */
  number() {
    const row = $('#r-turns');
    const last = Math.max(1, this.steps.length - 1);
    let free = -Infinity;
    const labels = this.steps.flatMap(({ kind, turn }, i) => {
      const x = (i / last) * row.clientWidth;
      if (kind !== 'turn' || x < free) return [];
      free = x + APART;
      const label = html('span', {}, String(turn));
      label.style.left = `${(i / last) * 100}%`;
      return [label];
    });
    row.replaceChildren(...labels);
  }

  /** Which step is shown. */
  mark(i) {
    this.at = i;
    const said = this.said(i);
    this.slider.value = String(i);
    this.slider.setAttribute('aria-valuetext', said);
    $('#r-said').textContent = said;
    const kept = this.kept().includes(this.steps[i]?.v);
    const button = $('#r-keep');
    button.setAttribute('aria-pressed', String(kept));
    button.title = this.box.dataset[kept ? 'drop' : 'keep'];
    button.setAttribute('aria-label', button.title);
  }

  said(i) {
    const { turn, phase, label } = this.steps[i] || {};
    const when = turn ? this.box.dataset.turn.replace('{n}', turn) : this.box.dataset.setup;
    return [when, label === phase ? '' : phase, label].filter(Boolean).join(' · ');
  }

  /** The step that a version belongs to. */
  index(v) {
    const found = this.steps.findIndex((step) => step.v >= v);
    return found < 0 ? this.steps.length - 1 : found;
  }

  /** The beginning of the turn before, or of the next. */
  turn(way) {
    const turns = this.steps.flatMap(({ kind }, i) => (kind === 'turn' ? [i] : []));
    if (way > 0) return turns.find((i) => i > this.at) ?? this.steps.length - 1;
    return turns.findLast((i) => i < this.at) ?? 0;
  }

  // -- moments one keeps ----------------------------------------------------------

  kept() {
    try {
      return JSON.parse(memory.get(this.key) || '[]').filter(Number.isInteger);
    } catch {
      return [];
    }
  }

  turnKept() {
    const { v } = this.steps[this.at] || {};
    if (v === undefined) return;
    const now = this.kept();
    memory.set(
      this.key,
      JSON.stringify(now.includes(v) ? now.filter((n) => n !== v) : [...now, v].sort((a, b) => a - b)),
    );
    this.list();
    this.mark(this.at);
  }

  list() {
    $('#r-kept').replaceChildren(
      ...this.kept().map((v) => {
        const i = this.index(v);
        const button = html('button', { type: 'button', class: 'btn small' }, this.said(i).slice(0, LABEL));
        button.addEventListener('click', () => this.go(i));
        return html('li', {}, button);
      }),
    );
  }
}
