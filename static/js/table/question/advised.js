// What a veteran would do has come: how it is drawn and taken over is fetched then, for most never ask.

import { $, svg, typing } from '../../page/dom.js';
import { way } from '../../page/swaps.js';
import { drawMarks, note } from '../board/marks.js';
import { toUnits } from '../space/geom.js';

/** Where the keys were as it was asked for, until they do anything else: then whoever asked has gone on meanwhile. */
let from = null;

export function advised(hand) {
  const asked = ({ target }) => target.closest('.counsel-slot') && (from = document.activeElement);
  hand.slot.addEventListener('submit', asked, true);
  document.addEventListener('keydown', () => (from = null), true);
  way('counsel', (slot, fragment) => {
    const { activeElement } = document;
    const waits = from && (from === activeElement || !from.isConnected);
    const inside = slot.contains(activeElement) || (waits && hand.guard.keys && !typing(activeElement));
    slot.replaceChildren(...fragment.children);
    void come(hand, $('.counsel', slot), inside);
    return [slot];
  });
}

/** What a veteran would do is asked for, or gone to where it stands already. */
export function counselled() {
  const asks = $('.counsel-slot form button');
  if (asks) asks.click();
  else $('.counsel-slot [data-counsel]')?.focus();
}

async function come(hand, box, inside) {
  const { Counsel } = await import(box.dataset.script);
  hand.counsel ||= new Counsel(hand, { svg, drawMarks, note, toUnits });
  hand.counsel.come(box, inside);
}
