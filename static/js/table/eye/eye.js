// One sees what happened: new lines of the log are played on the table, one after the other.

import { $$, calm } from '../../page/dom.js';
import { later } from '../board/later.js';
import { heard } from '../panels/sounding.js';
import { Asks } from './asks.js';
import { isAway, plain, reads, share } from './beat.js';
import { route } from './drawn.js';
import { Queue } from './queue.js';
import { Stage } from './stage.js';
import { PACES, chosen } from './will.js';

const none = () => ({ moves: [], gone: [], rows: [] });

export class Eye {
  /** `speed`: how many times as quick as usual, besides what the reader has chosen. */
  constructor(board, speed = () => 1) {
    this.board = board;
    this.stage = new Stage(board);
    this.queue = new Queue({
      play: (beat, pace) => (this.begins(beat), this.stage.play(beat, pace * PACES[chosen()] * speed(), calm())),
      settle: (beat) => (this.stage.settle(beat), this.shown()),
      breath: () => new Promise((done) => later(done, done)),
      lasts: (beat) => this.stage.lasts(beat) / (PACES[chosen()] || 1),
      calm,
      ended: () => {
        this.stage.clear();
        this.stage.layer.classList.remove('is-playing');
        this.follow?.ended();
        this.asks.draw();
      },
    });
    /** What goes along with beats, if anything does. */
    this.follow = null;
    this.asks = new Asks(this.stage, board);
    this.news = none();
    /** Is told that something was shown, or passed over. */
    this.shown = () => {};
    /** The ways that were gone, by the lines that tell of them. */
    this.trodden = new Map();
    /** Whether what comes now may be played. */
    this.open = false;
    board.witness = this;
    document.addEventListener('visibilitychange', () => document.hidden && this.skip());
  }

  begins(beat) {
    heard(beat.kind);
    this.follow?.beat(beat);
  }

  /** Whether anything is played at all. */
  get awake() {
    return chosen() !== 'off' && !document.hidden;
  }

  /** News come: until `told` all that changes on the board belongs to them. */
  hear(away = false) {
    this.news = none();
    if (away) this.skip();
    this.open = this.awake && !away;
  }

  /** Of the board: these have moved.  Those that glide at once come back. */
  moved(moves) {
    if (!this.open || calm()) return moves;
    for (const { node, from } of moves) this.stage.hold(node, from);
    this.news.moves.push(...moves.map((move) => ({ ...move, names: this.board.names(move.node) })));
    return [];
  }

  /** Of the board: this counter goes. */
  gone(node) {
    if (!this.open) return void this.stage.held.delete(node);
    const clone = this.stage.likeness(node);
    this.news.gone.push({ clone, node: clone, names: this.board.names(node) });
  }

  /** New lines of the log, newest first. */
  lines(rows) {
    this.news.rows.push(...rows);
    this.stage.fallen.turn(rows.filter((row) => row.matches('.mark')).length);
  }

  /** Of the hand: this is asked now. */
  asked(panel) {
    this.asks.take(panel);
  }

  /** Of the board: its units were named; the name of one that is shown elsewhere goes with it. */
  named() {
    this.stage.accompany();
  }

  /** All news are in place: they are played, and the rest of the board is let go. */
  told() {
    this.asks.draw();
    if (!this.open) return;
    this.open = false;
    const { moves, gone, rows } = this.news;
    const beats = [...rows].reverse().flatMap(reads);
    const left = share(beats, moves, gone);
    for (const beat of beats) for (const { node } of beat.legs) this.stage.expect(node, 1);
    for (const beat of beats.filter(({ legs }) => legs.length))
      this.trodden.set(beat.row.id, route(beat, { by: [], at: [] }));
    for (const { clone } of left.gone) this.stage.held.delete(clone), clone.remove();
    this.glide(left.moves);
    this.add(beats);
  }

  /** What no line tells of goes at once. */
  glide(moves) {
    const free = moves.filter(({ node }) => !this.stage.held.get(node));
    for (const { node } of free) this.stage.release(node);
    if (free.length) this.board.glide(free);
  }

  /** What a line shows that was told before: who goes in it went this way. */
  retold(row) {
    return reads(row).map((beat) => (beat.way.length ? beat : { ...beat, way: this.trodden.get(row.id) || [] }));
  }

  /** Lines that were told before are played again, oldest first; nothing on the board moves. */
  again(rows) {
    const beats = chosen() === 'off' ? [] : rows.flatMap((row) => this.retold(row)).map(replayed);
    this.skip();
    if (beats.length) this.add(beats);
    else this.board.flash(rows.flatMap(({ dataset }) => dataset.pieces?.split(' ') || []));
  }

  add(beats) {
    if (beats.length) this.stage.layer.classList.add('is-playing');
    this.queue.add(beats);
  }

  skip() {
    this.queue.skip();
  }

  /** At a press all that is still on its way is where it stands.  Whether the press was at what was not there yet. */
  finish(counter, at) {
    const passed = this.queue.busy && isAway([...this.stage.held.keys()], counter, at);
    this.skip();
    return passed;
  }

  /** How many of these lines, newest first, are still to be shown, or come after one that is. */
  unshown(rows) {
    const news = this.open ? this.news.rows : [];
    const beats = [this.queue.now, ...this.queue.waiting].filter((beat) => beat && !beat.again);
    const left = new Set([...news, ...beats.flatMap(({ row, also = [] }) => [row, ...also.map((one) => one.row)])]);
    return rows.findLastIndex((row) => left.has(row)) + 1;
  }

  /** Parts of a list show what they are about while they are looked at; `rows` says which lines those are. */
  looks(list, rows) {
    const look = (event) => {
      const found = rows(event) || [];
      if (found[0] === this.looked) return;
      this.looked = found[0];
      const beat = found[0] && !this.queue.busy && (found.flatMap((row) => this.retold(row))[0] || plain(found[0]));
      if (beat) this.stage.show(beat);
      else this.stage.hush();
    };
    const away = () => ((this.looked = null), this.stage.hush());
    // What comes under a pointer that rests is not looked at.
    list.addEventListener('pointermove', (event) => rests(event) || look(event));
    list.addEventListener('focusin', look);
    list.addEventListener('pointerleave', away);
    list.addEventListener('focusout', away);
  }

  /** Lines of the log show what they are about while they are looked at, and are played again when they are pressed. */
  watch(list) {
    this.looks(list, ({ target }) => [about(target)].filter(Boolean));
    list.addEventListener('click', (event) => this.pressed(event));
    list.addEventListener('keydown', (event) => this.through(list, event));
  }

  pressed({ target }) {
    const story = target.closest('.again')?.closest('.story');
    const row = target.closest(LINE);
    if (story) this.again($$(LINE, story).reverse());
    else if (row && !target.closest('a, button, summary')) this.again([row]);
  }

  /** The arrows go from line to line of the log, Enter plays the one that has the focus. */
  through(list, event) {
    const rows = $$(`${LINE}, .story summary`, list).filter((row) => row.checkVisibility());
    const at = rows.indexOf(document.activeElement);
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (way && (at >= 0 || event.target === list) && rows.length) {
      const next = rows[Math.max(0, Math.min(rows.length - 1, at + way))];
      if (!next.matches('summary')) next.tabIndex = -1;
      next.focus();
    } else if (event.key === 'Enter' && rows[at]?.matches(LINE)) this.again([rows[at]]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** A beat that was seen before. */
const replayed = (beat) => ({ ...beat, again: true });

/** Whether the pointer is where it was. */
let last = '';
function rests({ screenX, screenY }) {
  const now = `${screenX} ${screenY}`;
  const same = now === last;
  last = now;
  return same;
}

/** Lines that show something on the table. */
const LINE = ':is([data-picture], [data-seq][data-pieces])';

/** The line that something in the log belongs to; of a story that is folded the one it begins with. */
function about(node) {
  const head = node.closest?.('summary')?.closest('.story');
  return head ? $$(LINE, head).pop() : node.closest?.(LINE) || null;
}
