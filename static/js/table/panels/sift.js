// What of the log is shown: all, the dice, who went where; or what was said instead.

import { $, $$ } from '../../page/dom.js';
import { prefer } from '../../page/prefers.js';

/** Whether a line is of this kind. */
export const KINDS = {
  dice: (row) => Boolean($('.die', row)),
  moves: (row) => /"kind":"(walk|rout|charge|place)"/.test(row.dataset.picture || ''),
};

/** Lines that are sought stand one by one, without the stories they are part of; `kind`: empty for all. */
export function sifted(rows, kind) {
  const fits = KINDS[kind];
  let any = !fits;
  for (const row of rows) {
    const hides = Boolean(fits) && row.dataset.seq !== undefined && !fits(row);
    if (row.hidden !== hides) row.hidden = hides;
    any ||= row.dataset.seq !== undefined && !hides;
  }
  return any;
}

/** The choice above the log: whoever made it finds it again. */
export function sift(stories) {
  const box = $('.subtabs');
  const chosen = () => $$('input', box).find((one) => one.checked && one.value in KINDS)?.value || '';
  box?.addEventListener('change', ({ target }) => {
    // What was said is turned to for a while: the next battle is not followed by its talk.
    if (target.value !== 'talk') prefer('log', target.value, box.dataset.account !== undefined);
    stories.only = chosen();
    stories.fold();
    if (stories.list) stories.list.scrollTop = 0;
  });
  stories.only = box ? chosen() : '';
  if (stories.only) stories.fold();
}
