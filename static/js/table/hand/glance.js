// A look at what an option would do, while the pointer or the focus rests on it.

import { $, $$, html, say, svg } from '../../page/dom.js';
import { radius, stands } from '../board/counters.js';
import { distance, nest, round, toUnits } from '../space/geom.js';
import { arrange, drawMarks, drawNotes, note } from '../board/marks.js';
import { Previews } from '../line/previews.js';

const REST = 90;
/** How much of the table is shown about what was brought near. */
const AROUND = 60;

export class Glance {
  constructor(hand) {
    this.hand = hand;
    this.layer = svg('g', { class: 'glance' });
    hand.board.marks.append(this.layer);
    this.known = new Map();
    this.previews = new Previews((reply, about) => {
      if (reply) this.known.set(about, reply);
      this.show(about);
    });
    hand.slot.addEventListener('pointerover', (event) => this.at(event.target.closest('button[data-key]')));
    hand.slot.addEventListener('pointerleave', () => this.at(null));
    hand.slot.addEventListener(
      'focusin',
      (event) => event.target.matches(':focus-visible') && this.at(event.target.closest('button[data-key]')),
    );
    hand.slot.addEventListener('focusout', () => this.at(null));
  }

  /** The button of an option that is looked at, or none; only what has nothing below it can be shown. */
  at(button) {
    const leaf = button && this.may(button) ? button : null;
    const now = leaf ? JSON.stringify([...this.hand.question.at, leaf.dataset.key]) : '';
    if (now === this.now) return;
    this.now = now;
    clearTimeout(this.wait);
    this.previews.forget();
    this.layer.replaceChildren();
    if (!leaf) return;
    if (this.known.has(now)) this.show(now);
    else
      this.wait = setTimeout(
        () => this.previews.ask(this.hand.question, nest([...this.hand.question.at, leaf.dataset.key], null), now),
        REST,
      );
  }

  may(button) {
    const { hand } = this;
    return (
      hand.question.state === 'mine' &&
      button.dataset.piece &&
      !('more' in button.dataset) &&
      !button.dataset.at &&
      !hand.tool &&
      !hand.leaf
    );
  }

  show(about) {
    const reply = this.known.get(about);
    if (about !== this.now || !reply || this.hand.leaf) return void this.layer.replaceChildren();
    const { inv } = this.hand;
    this.layer.replaceChildren(
      ...drawMarks(reply.marks, { inv, side: this.hand.mySide(), rims: rims(this.hand) }),
      ...arrange(drawNotes(reply.marks, inv), this.hand.view(), inv),
    );
  }

  /** Another question: what is known is no longer true. */
  forget() {
    this.known.clear();
    this.now = null;
    this.at(null);
  }
}

/** What an option would do, drawn to be confirmed and brought near. */
export function shown(hand, { marks }) {
  near(
    hand,
    marks.flatMap((mark) => mark.points.map(toUnits)),
  );
  const { inv } = hand;
  hand.marks.replaceChildren(
    ...drawMarks(marks, { inv, side: hand.mySide(), rims: rims(hand) }),
    ...arrange(drawNotes(marks, inv), hand.view(), inv),
  );
}

const rims = (hand) => hand.board.all().map((node) => ({ at: stands(node), r: radius(node) }));

/** On a small screen the counters a question tells of are brought near. */
export function closer(hand) {
  const { lit, at, state } = hand.question;
  if (hand.tool || state !== 'mine' || at.length || !lit.length || !matchMedia('(max-width: 720px)').matches) return;
  const ids = [...lit, ...hand.buttons.map((button) => button.dataset.piece)].filter(Boolean);
  near(hand, ids.flatMap((id) => hand.board.members(id)).map(stands));
  // Whoever is taken of them is brought near in his turn, with as far as he goes.
  hand.camera.home ||= Boolean(hand.camera.framed);
}

/** Bring these points into sight as large as it goes. */
function near(hand, points) {
  if (!points.length) return;
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  const at = { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
  hand.camera.frame(at, Math.max(...points.map((p) => distance(at, p))) + AROUND, true);
}

/** The reason that a line of the panel gives, and its clause. */
export function reasonOf(line) {
  const clause = $('.clause', line)?.textContent || '';
  const whole = ($('.why', line) || line).textContent;
  const text = whole.replace($('s', line)?.textContent || '', '').replace(clause, '');
  return { text: text.trim(), clause };
}

/** How long it is said why not. */
const SAID = 4000;

/** Why not, said in a row of a list for a moment. */
export function saidIn(row, { text, clause: id }) {
  const line = html('span', { class: 'row-why', role: 'note' }, text, id ? ` ${id}` : '');
  for (const old of $$('.row-why')) old.remove();
  row.after(line);
  say(text);
  setTimeout(() => line.remove(), SAID);
}

/** Why not, said beside a counter for a moment; `mute` where it is told to listeners otherwise. */
export function saidAt(hand, node, reasons, mute = false) {
  if (!node) return;
  const p = stands(node);
  const by = radius(node) + 6;
  const at = { x: round(p.x + by), y: round(p.y + by) };
  const boxes = reasons.map(({ text, clause }) => note(at, text, { kind: 'no', clause, wide: 34 }));
  const group = svg('g', { class: 'why-not' }, ...arrange(boxes, hand.view(), hand.inv));
  for (const old of $$('.why-not', hand.marks)) old.remove();
  hand.marks.append(group);
  if (!mute) say(reasons.map(({ text }) => text).join(' '));
  setTimeout(() => group.remove(), SAID);
}
