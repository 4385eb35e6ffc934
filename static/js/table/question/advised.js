// What a veteran would do has come: how it is drawn and taken over is fetched then, for most never ask.

import { $, svg, typing } from '../../page/dom.js';
import { way } from '../../page/swaps.js';
import { drawMarks, note } from '../board/marks.js';
import { toUnits } from '../space/geom.js';

export function advised(hand) {
  way('counsel', (slot, fragment) => {
    const inside = slot.contains(document.activeElement) || (hand.guard.keys && !typing(document.activeElement));
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
