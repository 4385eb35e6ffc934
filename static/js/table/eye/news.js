// Which deeds are told to a reader, and what is known of each.

import { mine } from './follow.js';
import { HOUSE, ROLLED, WENT } from './lines.js';

/** Of one's own deeds those are told of which something came, that one shot or charged, and what was rolled. */
export const isNews = ({ weight, lead, act, card, dice, sure }) =>
  !mine(lead) || sure || weight === ROLLED || (weight === HOUSE && dice) || (weight < WENT && (act || !card));

/** What is known of a deed: of dice that join a line later it tells more, though that is the same line. */
export const known = ({ lead, rows }) =>
  `${lead.id} ${rows.length} ${rows.reduce((sum, { dataset }) => sum + (dataset.picture || '').length, 0)}`;
