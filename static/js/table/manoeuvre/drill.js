// The steps of a manoeuvre as a list in the panel: how they join, what each costs, what they come to.

import { $, clause, html, put } from '../../page/dom.js';
import { course, cost, width } from '../space/formation.js';
import { number, said, units } from '../space/geom.js';
import { word } from '../../page/words.js';

const STRAIGHT = { forward: 1, back: -1 };
const CIRCLE = 36000;
const DEGREE = 100;

/** These steps and one more; with the last it makes one where that is the same movement, or nothing where it undoes it. */
export function joined(steps, step, open, before) {
  const last = steps[steps.length - 1];
  const rest = steps.slice(0, -1);
  const same = last?.name === step.name;
  if (step.name in STRAIGHT) {
    const had = last && last.name in STRAIGHT ? last.by * STRAIGHT[last.name] : 0;
    return [...(had ? rest : steps), ...measured(had + step.by * STRAIGHT[step.name], ['back', 'forward'], open)];
  }
  if (step.name === 'wheel') {
    const had = same && Math.sign(last.by) === Math.sign(step.by) ? last.by : 0;
    return [...(had ? rest : steps), ...measured(had + step.by, ['wheel', 'wheel'], open)];
  }
  if (step.name === 'slide') {
    const had = same && last.way === step.way ? last.by : 0;
    return [
      ...(had ? rest : steps),
      ...measured(Math.max(0, had + step.by), ['slide', 'slide'], open).map((one) => ({ ...one, way: step.way })),
    ];
  }
  if (step.name === 'turn' && same && (last.by + step.by) % CIRCLE === 0) return rest;
  if (step.name === 'files' && same && before?.files === step.by) return rest;
  return [...(same && step.name !== 'turn' ? rest : steps), step];
}

/** A step of this size if it is open and is one at all; the first name is for what is below zero. */
function measured(by, [below, above], open) {
  const name = by < 0 ? below : above;
  if (!by || !(name in open)) return [];
  const most = open[name] || (name === 'wheel' ? CIRCLE / 2 : Infinity);
  const far = Math.min(most, Math.abs(by));
  return [{ name, by: name === 'wheel' ? far * Math.sign(by) : far }];
}

/** What each step costs on open ground; a wider front wheels at a higher price. */
const costs = (start, steps, rates) =>
  course(start, steps)
    .slice(0, -1)
    .map((body, n) => Math.ceil(cost(steps[n], rates) * (steps[n].name === 'wheel' ? width(body) / width(start) : 1)));

/** What steps cost together on open ground. */
export const estimate = (start, steps, rates) => costs(start, steps, rates).reduce((sum, one) => sum + one, 0);

export class Drill {
  constructor(panel, domain) {
    this.domain = domain;
    this.list = $('[data-steps]', panel);
    this.used = $('[data-used]', panel);
    this.bar = $('[data-bar]', panel);
    this.rows = [];
    // Where a way of its own follows from the one step there is, the server alone knows the cost.
    const open = Object.keys(domain.steps);
    this.priced = open.join() !== 'wheel' && open.every((name) => name in domain.rates);
  }

  /** A step in words. */
  says({ name, by, way }) {
    if (name === 'slide') return word('step-slide', { n: said(units(by)), way: Math.round(way / DEGREE) });
    const side = by < 0 ? 'left' : 'right';
    const key =
      name === 'wheel'
        ? `wheel-${side}`
        : name === 'turn'
          ? Math.abs(by) > 9000
            ? 'turn-about'
            : `turn-${side}`
          : name;
    const angle = (Math.round(Math.abs(by) / 10) / 10).toString().replace('.', word('point'));
    return word(`step-${key}`, { n: name in STRAIGHT ? said(units(by)) : name === 'files' ? by : angle });
  }

  /** The last step in words. */
  last(steps) {
    return steps.length ? this.says(steps[steps.length - 1]) : word('no-steps');
  }

  /** What they come to, as the hand reckons it. */
  sum(start, steps) {
    return `${number(units(estimate(start, steps, this.domain.rates)))} / ${said(units(this.domain.allowance))}`;
  }

  /** Bring the list up to date; the server's sum goes before the hand's. */
  tell(start, steps, fresh) {
    if (!this.list) return;
    const found = costs(start, steps, this.domain.rates);
    this.fit(steps.length);
    steps.forEach((step, n) => {
      write(this.rows[n].firstElementChild, this.says(step));
      write(this.rows[n].lastElementChild, this.priced ? number(units(found[n])) : '');
    });
    const all = found.reduce((sum, one) => sum + one, 0);
    this.total(fresh?.notes[0], this.priced ? this.sum(start, steps) : '');
    this.bar.setAttribute(
      'width',
      String(
        Math.min(100, this.domain.allowance && this.priced ? Math.round((1000 * all) / this.domain.allowance) / 10 : 0),
      ),
    );
    this.bar.classList.toggle('no', Boolean(fresh?.no));
  }

  /** What they come to, by what clause. */
  total(told, reckoned) {
    const id = told?.clause || '';
    if (this.used.dataset.clause !== id) this.used.replaceChildren(html('span', {}), id ? clause(id) : '');
    this.used.dataset.clause = id;
    write(this.used.firstElementChild, told?.text || reckoned);
    put(this.used, 'is-bare', !id && !(told?.text || reckoned));
  }

  fit(count) {
    while (this.rows.length > count) this.rows.pop().remove();
    while (this.rows.length < count) {
      const row = html('li', {}, html('span', {}), html('b', {}));
      this.rows.push(row);
      this.list.append(row);
    }
  }
}

function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
