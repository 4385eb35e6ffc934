// Which hand each kind of question takes.

import { Aim } from './aim.js';
import { Allot } from './allot.js';
import { Assign, Order, Split } from './forms.js';
import { Layout } from './layout.js';
import { Manoeuvre } from './manoeuvre.js';
import { Moves } from './group.js';
import { Place } from './place.js';
import { Record } from './record.js';
import { Walk } from './walk.js';

const TOOLS = { walk: Walk, place: Place, moves: Moves, layout: Layout, manoeuvre: Manoeuvre, split: Split, order: Order, assign: Assign, allot: Allot, form: Record };
/** The hand for a question; a place of which only the direction counts takes another. */
export const toolOf = ({ kind, domain }) => (kind === 'place' && domain?.aim ? Aim : TOOLS[kind]);

/** Those that draw on the table. */
export const DRAWN = ['walk', 'place', 'moves', 'layout', 'manoeuvre'];
