// What only tables need on which bodies are led, units or formations: hands for whole bodies, and how they are written.

import { laidBy } from './board/labels.js';
import { Ranked } from './board/ranks.js';
import { Moves } from './hand/group.js';
import { Layout } from './hand/layout.js';
import { Manoeuvre } from './manoeuvre/hand.js';
import { Allot } from './question/allot.js';
import { Record } from './question/record.js';
import { TOOLS } from './tools.js';

laidBy(Ranked);
Object.assign(TOOLS, { moves: Moves, layout: Layout, manoeuvre: Manoeuvre, allot: Allot, form: Record });
