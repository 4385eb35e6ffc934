// Which hand each kind of question takes.

import { Aim } from './hand/aim.js';
import { Assign, Order, Split } from './question/plain.js';
import { Place } from './hand/place.js';
import { Walk } from './hand/walk.js';

/** Those of every table; where bodies are led there are more. */
export const TOOLS = {
  walk: Walk,
  place: Place,
  split: Split,
  order: Order,
  assign: Assign,
};
/** The hand for a question; a place of which only the direction counts takes another. */
export const toolOf = ({ kind, domain }) => (kind === 'place' && domain?.aim ? Aim : TOOLS[kind]);
