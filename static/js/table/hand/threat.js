// What the piece under the pointer is to be reckoned with for: where it may go, whom it may charge, how far it shoots.

import { $, say, svg } from '../../page/dom.js';
import { arrange } from '../board/marks.js';
import { yields } from '../board/yields.js';
import { game } from '../line/game.js';
import { d, middle, toUnits, units } from '../space/geom.js';
import { about, name, onTable } from './bands.js';

/** Milliseconds a pointer must rest before it is an asking. */
const REST = 200;
/** So many pieces at most are remembered of a version. */
const KEPT = 100;

export class Threats {
  constructor(hand) {
    this.hand = hand;
    this.known = new Map();
    this.now = '';
    this.layer = svg('g', { class: 'threats', 'clip-path': 'url(#table-clip)', 'aria-hidden': 'true' });
    this.names = svg('g', { class: 'threats', 'aria-hidden': 'true' });
    $('#layer-markers').append(this.layer);
    hand.board.marks.append(this.names);
    new MutationObserver(() => this.stale()).observe(document.body, { attributeFilter: ['data-version'] });
  }

  /** Nothing is shown while something is in the hand or drawn. */
  get busy() {
    const { hand } = this;
    return Boolean(hand.held || hand.tool || hand.leaf || hand.several?.any);
  }

  /** The pointer rests on this counter, or on none; `said`: it was reached by a key, and is told to listeners. */
  at(counter, rest = REST, said = false) {
    const id = !counter || this.busy ? '' : counter.dataset.group || counter.dataset.piece;
    if (id === this.now) return;
    this.now = id;
    clearTimeout(this.wait);
    this.clear();
    if (id) this.wait = setTimeout(() => void this.ask(id, said), rest);
  }

  clear() {
    if (!this.layer.childElementCount) return;
    this.layer.replaceChildren();
    this.names.replaceChildren();
    yields();
    this.hand.camera.room.classList.remove('is-reckoned');
  }

  /** The game went on: what is known holds no more. */
  stale() {
    this.known.clear();
    this.at(null);
  }

  async ask(id, said) {
    const { version } = document.body.dataset;
    const about = `${version} ${id}`;
    if (!this.known.has(about)) {
      const found = await this.fetch(id);
      if (this.known.size > KEPT) this.known.clear();
      if (version === document.body.dataset.version) this.known.set(about, found);
    }
    if (this.now !== id || this.busy) return;
    this.draw(this.known.get(about) || []);
    if (said) say((this.known.get(about) || []).map((one) => one.name).join(', '));
  }

  async fetch(id) {
    const { you, watch } = document.body.dataset;
    const query = new URLSearchParams({ ...(you ? { seat: you } : {}), ...(watch ? { watch } : {}), piece: id });
    try {
      const reply = await fetch(`/play/${game}/threat?${query}`, { headers: { accept: 'application/json' } });
      return reply.ok ? (await reply.json()).threats : [];
    } catch {
      return [];
    }
  }

  draw(threats) {
    const { hand } = this;
    const view = onTable(hand.view());
    const found = threats.map((one, n) => drawn(one, n, view, hand));
    this.hand.camera.room.classList.toggle('is-reckoned', found.length > 0);
    this.layer.replaceChildren(...found.map(({ shape }) => shape));
    this.names.replaceChildren(
      ...arrange(
        found.map((one) => one.name),
        view,
        hand.inv,
      ),
    );
    yields();
  }
}

function drawn({ kind, name: text, outlines, radius }, n, view, hand) {
  const places = outlines.map((points) => points.map(toUnits));
  const rims = radius ? [about(places.flat(), units(radius))] : places;
  const path = rims.map((points) => d(points, true)).join('');
  const shape = svg('path', { class: `threat ${kind}`, 'fill-rule': 'evenodd', d: path });
  return { shape, name: name(text, middle(places.flat()), rims.flat(), n, view, hand, 'threat-name') };
}
