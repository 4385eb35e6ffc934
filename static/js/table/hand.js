// What the question wants of the hand: picks, ways, spots, forms; and the answer given.

import { $, $$, say, svg } from '../page/dom.js';
import { way } from '../page/swaps.js';
import { nest } from './space/geom.js';
import { code, side } from './board/counters.js';
import { Glance, closer, shown, whyNot } from './hand/glance.js';
import { alike, keepQuick, ready, refuse, then } from './question/ready.js';
import { answer, deed, level } from './line/answers.js';
import { Previews } from './line/previews.js';
import { DRAWN, toolOf } from './tools.js';

export class Hand {
  constructor(board, camera, heard) {
    this.board = board;
    this.camera = camera;
    this.heard = heard;
    this.tool = null;
    this.leaf = null;
    this.roots = new Map();
    this.quick = null;
    this.question = null;
    /** What lies under a place of the screen. */
    this.under = null;
    this.slot = $('#prompt');
    this.marks = svg('g', { id: 'hand-marks' });
    board.marks.append(this.marks);
    this.previews = new Previews((reply, about) => this.told(reply, about));
    this.glance = new Glance(this);
    this.slot.addEventListener('click', (event) => this.click(event));
    camera.changed = () => this.scaled();
    this.scaled();
    way('question', (_, fragment) => this.incoming($('.ask', fragment)));
    way('reply', (_, fragment) => this.replied($('.ask', fragment), Number($('[data-now]', fragment)?.dataset.now)));
    way('level', (_, fragment) => this.swap($('.ask', fragment)));
    this.adopt();
  }

  get panel() {
    return $('.ask', this.slot);
  }

  get inv() {
    return this.camera.inv;
  }

  scaled() {
    this.board.units.scaled(this.camera.scale);
    this.tool?.redraw?.();
  }

  right() {
    return this.camera.x + this.camera.px(this.camera.table.clientWidth);
  }

  /** The part of the table that is seen. */
  view() {
    const free = this.camera.free();
    return { x: this.camera.x, y: this.camera.y, w: this.camera.px(free.w), h: this.camera.px(free.h) };
  }

  // -- the question that is shown ----------------------------------------------

  /** Take up the question as the panel now shows it. */
  adopt() {
    const { panel } = this;
    if (!panel || panel === this.known) return;
    const before = this.question;
    this.known = panel;
    this.drop();
    const data = panel.dataset;
    this.question = {
      id: data.ask || '',
      version: Number(data.version || 0),
      seat: data.seat || '',
      state: data.state,
      kind: data.kind,
      at: JSON.parse(data.at || '[]'),
      over: JSON.parse(data.over || data.at || '[]'),
      domain: data.domain ? JSON.parse(data.domain) : null,
      lit: JSON.parse(data.lit || '[]'),
      secret: data.secret !== undefined,
      consents: data.consents || '',
    };
    keepQuick(this, before);
    this.remember();
    const Tool = this.question.state === 'mine' && toolOf(this.question);
    this.light();
    if (Tool && this.question.domain) this.tool = new Tool(this, this.question.domain);
    const drawing = Boolean(Tool) && DRAWN.includes(this.question.kind);
    document.body.classList.toggle('is-drawing', drawing);
    this.camera.table.style.outline = drawing ? 'none' : '';
    this.camera.table.style.boxShadow = drawing ? 'none' : '';
    if (drawing) this.camera.table.focus({ preventScroll: true });
    else if (this.question.at.length && document.activeElement === document.body)
      $('button[data-key]', panel)?.focus({ preventScroll: true });
    closer(this);
    this.heard(this.question, before);
  }

  /** Let go of everything that was drawn for the last question. */
  drop() {
    this.tool?.clear();
    this.tool = null;
    this.leaf = null;
    this.previews.forget();
    this.glance.forget();
    this.marks.replaceChildren();
    this.camera.unframe();
  }

  get buttons() {
    return this.panel ? $$('button[data-key]', this.panel) : [];
  }

  /** The counters a question begins with stay within reach while nothing is drawn. */
  remember() {
    if (this.question.at.length) return;
    this.roots = new Map(this.buttons.filter((b) => b.dataset.piece).map((b) => [b.dataset.piece, b.dataset.key]));
    if (this.question.state !== 'mine') this.roots.clear();
  }

  /** Light up what may be chosen on the table. */
  light() {
    const q = this.question;
    const open =
      q.state === 'mine'
        ? this.buttons.filter((b) => b.dataset.piece && !b.dataset.at).map((b) => b.dataset.piece)
        : [];
    const on = [...q.at.filter((key) => this.board.members(key).length), q.domain?.piece, q.domain?.group].filter(
      Boolean,
    );
    const lit = q.lit.filter((id) => !on.includes(id));
    if (this.tool?.tell && q.kind === 'allot') this.tool.tell();
    else if (!q.at.length) this.board.mark({ open, on, lit });
    else this.board.mark({ targets: open.filter((id) => !on.includes(id)), on, lit });
  }

  // -- what comes in -------------------------------------------------------------

  /** A panel from the server: it never throws away what is being drawn for the same question. */
  incoming(fresh) {
    const q = this.question;
    const same = q?.id && fresh.dataset.ask === q.id && Number(fresh.dataset.version) === q.version;
    if (same && (q.at.length || this.tool?.dirty || this.leaf)) {
      for (const name of ['.foot-slot', '.consent-slot']) {
        const part = $(name, fresh);
        if (part) $(name, this.panel)?.replaceWith(part);
      }
      return [this.panel];
    }
    return same && alike(this.panel, fresh) ? [] : this.swap(fresh);
  }

  /** The panel is this one; what has come. */
  swap(fresh) {
    if (this.veiled(fresh)) return [];
    const inside = this.slot.contains(document.activeElement);
    this.slot.replaceChildren(fresh);
    this.adopt();
    if (inside && !this.tool) ($('button[data-key]', this.slot) || $('#asked'))?.focus({ preventScroll: true });
    return [fresh];
  }

  /** Two at one screen: a secret question to the other comes behind the veil, which the server draws with the page. */
  veiled(fresh) {
    const { seats, game, you } = document.body.dataset;
    const before = this.question;
    const same = before?.secret && before.state === 'mine' && before.seat === fresh.dataset.seat;
    const secret = fresh.dataset.secret !== undefined && fresh.dataset.ask !== before?.id && !same;
    if (!seats.includes(' ') || !secret) return false;
    location.assign(`/play/${game}?seat=${encodeURIComponent(you)}`);
    return true;
  }

  /** A panel that answers what was sent, as of a version; older than what is shown, it is let go. */
  replied(fresh, version) {
    return version < Number(document.body.dataset.version) ? [] : this.swap(fresh);
  }

  // -- what the panel does ---------------------------------------------------------

  click(event) {
    const button = event.target.closest('button');
    if (!button) return;
    const { act, deed: what, key } = button.dataset;
    if (act) this.act(act, button);
    else if (what) void this.deed(what, button.dataset.yes, button.dataset.about);
    else if (key !== undefined && !('more' in button.dataset)) this.pick(button);
    else if (key !== undefined && !button.hasAttribute('hx-get')) void this.to([...this.question.at, key]);
  }

  act(act, button) {
    if (act === 'confirm') this.confirm();
    else if (act === 'corner') this.tool?.back?.();
    else if (act === 'cancel') this.cancel();
    else if (this.tool?.act) this.tool.act(act, button);
    else if (act === 'turn') this.tool?.turn();
  }

  confirm() {
    if (this.leaf) void this.send(this.leaf.at);
    else this.tool?.confirm();
  }

  /** Step back: the drawing first, then the level above. */
  cancel() {
    if (this.leaf) return this.unpick();
    if (this.tool?.dirty && this.tool.key({ key: 'Escape' })) return undefined;
    if (this.question?.at.length) void this.to(this.question.over.slice(0, -1));
    return undefined;
  }

  deed(name, yes = '1', about = '') {
    return deed(name, this.question.seat || document.body.dataset.you, yes, about);
  }

  undo() {
    $('[data-deed=undo]', this.panel)?.click();
  }

  /** Go to a level of the question. */
  to(at) {
    return level(this.question.seat, at);
  }

  // -- a choice with nothing below it ------------------------------------------------

  /** Choose a leaf: what has consequences to show is shown first and then confirmed. */
  pick(button) {
    const base = button.dataset.at ? JSON.parse(button.dataset.at) : this.question.at;
    const at = [...base, button.dataset.key];
    if (this.leaf?.button === button) return this.confirm();
    this.unpick();
    this.glance.at(null);
    this.leaf = { at, button, label: button.textContent.trim(), piece: button.dataset.piece, asked: false };
    this.previews.ask(this.question, nest(at, null), `leaf ${at.join(' ')}`);
    return undefined;
  }

  /** While one option waits to be confirmed the others make room for what follows from it; the table still shows them. */
  fold(yes) {
    if (yes && !this.leaf?.piece) return;
    for (const part of $$('.opts, .choices, .ends, .closed, .closed-more', this.panel)) {
      if (!$('[data-at]', part) && !part.closest('.foot-slot')) part.hidden = yes;
    }
  }

  unpick() {
    this.fold(false);
    this.leaf?.button.setAttribute('aria-pressed', 'false');
    if (this.leaf) this.light();
    this.leaf = null;
    this.previews.forget();
    this.marks.replaceChildren();
    this.camera.unframe();
    this.then(null);
    this.refuse(null);
    const row = $('.acts', this.panel);
    if (row && !this.tool) row.hidden = true;
  }

  told(reply, about) {
    if (!about?.startsWith?.('leaf ')) return void this.tool?.show(reply, about);
    if (!this.leaf) return undefined;
    const heavy = reply && (reply.no || reply.lines.length || reply.marks.length || reply.notes.length);
    if (!heavy) return void this.send(this.leaf.at);
    this.leaf.button.setAttribute('aria-pressed', 'true');
    if (this.leaf.piece) this.board.mark({ targets: [this.leaf.piece], on: this.question.at, lit: this.question.lit });
    this.refuse(reply.no);
    this.then(reply);
    $('.acts', this.panel).hidden = false;
    const say = $('[data-say]', this.panel);
    say.textContent = this.question.at.length ? `${this.label}: ${this.leaf.label}` : this.leaf.label;
    this.fold(true);
    this.ready(!reply.no);
    shown(this, reply);
    $('[data-act=confirm]', this.panel).focus({ preventScroll: true });
    return undefined;
  }

  // -- for the tools -----------------------------------------------------------------

  get label() {
    return $('[data-say]', this.panel)?.dataset.say || '';
  }

  preview(value, about) {
    this.previews.ask(this.question, nest(this.question.at, value), about);
  }

  give(value) {
    void this.send(this.question.at, value);
  }

  async send(at, value) {
    if (this.sending) return;
    this.sending = true;
    this.previews.forget();
    try {
      await answer(this.question, at, value);
    } finally {
      this.sending = false;
    }
  }

  /** Whether the answer may be given, how much of it, or in other words. */
  ready(yes, amount = '', label = '') {
    ready(this.panel, yes, { amount, label, keep: Boolean(this.leaf) });
  }

  /** The reason why not, in the panel. */
  refuse(no) {
    refuse(this.panel, no);
  }

  /** What follows from the answer, before it is given. */
  then(reply) {
    then(this.panel, this.question.kind, reply);
  }

  announce(text) {
    say(text);
  }

  sideOf(piece) {
    const node = piece && this.board.counter(piece);
    return node ? side(node) : this.listed(piece)?.side || '';
  }

  codeOf(piece) {
    const node = piece && this.board.counter(piece);
    return node ? code(node) : this.listed(piece)?.code || '';
  }

  /** What the lists say of a piece that is not on the table: its side, and its code from the name of its choice. */
  listed(piece) {
    const row = piece && $(`#bands [data-piece="${CSS.escape(piece)}"]`);
    if (!row) return null;
    return { side: side(row.closest('.band')), code: row.dataset.code || this.label.split(' ')[0] };
  }

  mySide() {
    return side($('.go')) || 'a';
  }

  // -- counters ----------------------------------------------------------------------

  /** A counter was chosen on the table or in a list. */
  choose(counter) {
    this.take(this.board.names(counter));
  }

  /** What goes by the first of these ids that means anything now: a counter, or its unit. */
  take(ids) {
    const button = this.option(ids);
    const shut = ids.find((id) => this.closed(id));
    const root = ids.find((id) => this.roots.has(id));
    if (button) button.click();
    else if (shut) whyNot(this, this.board.one(ids), this.closed(shut));
    else if (root !== undefined && !this.tool?.dirty && this.question.at.length) void this.to([this.roots.get(root)]);
    else this.board.flash(ids);
  }

  /** The open option that one of these ids stands for. */
  option(ids) {
    return ids.map((id) => this.buttons.find((b) => b.dataset.piece === id && !b.dataset.at)).find(Boolean);
  }

  closed(id) {
    return $(`[data-shut-piece="${CSS.escape(id)}"]`, this.panel);
  }

  /** Whether a click on this counter belongs to the way that is being drawn. */
  owns(counter) {
    if (!this.tool || !counter) return false;
    const id = counter.dataset.piece;
    if (this.tool.mine?.(counter)) return true;
    return (
      this.tool.dirty ||
      id === this.question.domain?.piece ||
      !this.board.names(counter).some((name) => this.roots.has(name))
    );
  }

  /** The pointer rests somewhere: its unit shows itself, an option what it would do. */
  hover(p, counter) {
    this.board.mates(counter);
    if (this.tool) this.tool.hover(p, counter);
    else this.glance.at(counter ? this.option(this.board.names(counter)) : null);
  }

  /** A counter was reached by the Tab key. */
  focus(counter) {
    this.board.mates(counter);
    this.tool?.pick?.(counter.dataset.piece);
    if (!this.tool) this.glance.at(this.option(this.board.names(counter)));
  }

  leave() {
    this.board.mates(null);
    this.glance.at(null);
    this.tool?.leave();
  }

  tap(p, counter) {
    if (this.tool && (!counter || this.owns(counter)) && this.tool.domain) this.tool.tap(p, counter);
    else if (counter) this.choose(counter);
    else if (this.leaf) this.unpick();
  }

  key(event) {
    if (this.tool?.key(event)) return true;
    if (event.key === 'Enter' && this.leaf) {
      this.confirm();
      return true;
    }
    if (event.key === 'Escape' && (this.leaf || this.question?.at.length)) {
      this.cancel();
      return true;
    }
    return false;
  }
}
