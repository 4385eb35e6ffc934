// Which hand each kind of question takes.

import { Aim } from './hand/aim.js';
import { Allot } from './question/allot.js';
import { Assign, Order, Split } from './question/plain.js';
import { Layout } from './hand/layout.js';
import { Manoeuvre } from './manoeuvre/hand.js';
import { Moves } from './hand/group.js';
import { Place } from './hand/place.js';
import { Record } from './question/record.js';
import { Walk } from './hand/walk.js';

const TOOLS = {
  walk: Walk,
  place: Place,
  moves: Moves,
  layout: Layout,
  manoeuvre: Manoeuvre,
  split: Split,
  order: Order,
  assign: Assign,
  allot: Allot,
  form: Record,
};
/** The hand for a question; a place of which only the direction counts takes another. */
export const toolOf = ({ kind, domain }) => (kind === 'place' && domain?.aim ? Aim : TOOLS[kind]);
