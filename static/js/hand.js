// What the question wants of the hand: picks, ways, spots, forms; and the answer given.

import { $, $$, clause, html, htmlNodes, icon, say, svg } from './dom.js';
import { nest, round } from './geom.js';
import { code, radius, side, stands } from './board.js';
import { Assign, Order, Split, breakdown } from './forms.js';
import { arrange, drawMarks, drawNotes, note } from './marks.js';
import { Place } from './place.js';
import { Previews, answer, deed, level } from './net.js';
import { Walk } from './walk.js';

const TOOLS = { walk: Walk, place: Place, split: Split, order: Order, assign: Assign };

export class Hand {
  constructor(board, camera, heard) {
    Object.assign(this, { board, camera, heard, tool: null, leaf: null, roots: new Map(), quick: null, question: null });
    this.slot = $('#prompt');
    this.marks = svg('g', { id: 'hand-marks' });
    board.marks.append(this.marks);
    this.previews = new Previews((reply, about) => this.told(reply, about));
    this.slot.addEventListener('click', (event) => this.click(event));
    camera.changed = () => this.tool?.redraw?.();
    new MutationObserver(() => this.adopt()).observe(this.slot, { childList: true });
    this.adopt();
  }

  get panel() {
    return $('.ask', this.slot);
  }

  get inv() {
    return Number(getComputedStyle(this.board.marks.ownerSVGElement).getPropertyValue('--inv')) || 1;
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
      id: data.ask, version: Number(data.version), seat: data.seat, state: data.state, kind: data.kind,
      at: JSON.parse(data.at || '[]'), domain: data.domain ? JSON.parse(data.domain) : null,
    };
    window.htmx?.process?.(panel);
    this.keepQuick(before);
    this.remember();
    const Tool = this.question.state === 'mine' && TOOLS[this.question.kind];
    if (Tool && this.question.domain) this.tool = new Tool(this, this.question.domain);
    document.body.classList.toggle('is-drawing', this.question.kind === 'walk' || this.question.kind === 'place');
    this.light();
    const drawing = Boolean(Tool) && (this.question.kind === 'walk' || this.question.kind === 'place');
    this.camera.table.style.outline = drawing ? 'none' : '';
    this.camera.table.style.boxShadow = drawing ? 'none' : '';
    if (drawing) this.camera.table.focus({ preventScroll: true });
    else if (this.question.at.length && document.activeElement === document.body) $('button[data-key]', panel)?.focus({ preventScroll: true });
    this.heard(this.question, before);
  }

  /** Let go of everything that was drawn for the last question. */
  drop() {
    this.tool?.clear();
    this.tool = null;
    this.leaf = null;
    this.previews.forget();
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

  /** Short ways side by side stay above the hand, so that one may change to another. */
  keepQuick(before) {
    const { at, id } = this.question;
    const { quick } = this;
    if (quick && id === quick.id && at.length === quick.at.length + 1 && quick.at.every((key, i) => key === at[i]) && quick.keys.includes(at[at.length - 1])) {
      const copies = quick.nodes.map((node) => node.cloneNode(true));
      $('.no-slot', this.panel)?.after(...copies);
      for (const button of $$('button[data-key]', this.panel)) {
        if (copies.some((copy) => copy.contains(button))) {
          button.setAttribute('aria-pressed', String(button.dataset.key === at[at.length - 1]));
          button.dataset.at = JSON.stringify(quick.at);
        }
      }
      window.htmx?.process?.(this.panel);
      return;
    }
    const row = $('.opts:not(.wrap)', this.panel);
    const keys = row ? $$('[data-key]', row).map((b) => b.dataset.key) : [];
    if (keys.length > 1 && before !== null) this.quick = { id, at, keys, nodes: [row.cloneNode(true)] };
  }

  /** Light up what may be chosen on the table. */
  light() {
    const q = this.question;
    const open = q.state === 'mine' ? this.buttons.filter((b) => b.dataset.piece && !b.dataset.at).map((b) => b.dataset.piece) : [];
    const on = q.at.filter((key) => this.board.counter(key));
    if (q.domain?.piece) on.push(q.domain.piece);
    if (!q.at.length) this.board.mark({ open, on });
    else this.board.mark({ targets: open.filter((id) => !on.includes(id)), on });
  }

  // -- what comes in -------------------------------------------------------------

  /** A panel from the server: it never throws away what is being drawn for the same question. */
  incoming(text) {
    const fresh = $('.ask', htmlNodes(text));
    if (!fresh) return;
    const q = this.question;
    const same = q && fresh.dataset.ask === q.id && fresh.dataset.ask !== '' && Number(fresh.dataset.version) === q.version;
    if (same && (q.at.length || this.tool?.dirty || this.leaf)) {
      const foot = $('.foot-slot', fresh);
      if (foot) $('.foot-slot', this.panel)?.replaceWith(foot);
    } else if (!same || fresh.outerHTML !== this.panel.outerHTML) this.swap(fresh);
  }

  swap(fresh) {
    if (this.veiled(fresh)) return;
    const inside = this.slot.contains(document.activeElement);
    this.slot.replaceChildren(fresh);
    this.adopt();
    if (inside && !this.tool) ($('button[data-key]', this.slot) || $('#asked'))?.focus({ preventScroll: true });
  }

  /** Two at one screen: a new secret question comes behind the veil, which the server draws with the page. */
  veiled(fresh) {
    const { seats, game, you } = document.body.dataset;
    const secret = fresh.dataset.secret !== undefined && fresh.dataset.ask !== this.question?.id;
    if (!seats.includes(' ') || !secret) return false;
    location.assign(`/play/${game}?seat=${encodeURIComponent(you)}`);
    return true;
  }

  /** A panel that answers what was sent; older than what is shown, it is let go. */
  replied(text) {
    if (text === null) return;
    const fresh = $('.ask', htmlNodes(text));
    if (fresh && Number(fresh.dataset.version) >= (this.question?.version || 0)) this.swap(fresh);
  }

  // -- what the panel does ---------------------------------------------------------

  click(event) {
    const button = event.target.closest('button');
    if (!button) return;
    const { act, deed: what, key } = button.dataset;
    if (act) this.act(act);
    else if (what) void this.deed(what, button.dataset.yes);
    else if (key !== undefined && !('more' in button.dataset)) this.pick(button);
    else if (key !== undefined && !button.hasAttribute('hx-get')) void this.to([...this.question.at, key]);
  }

  act(act) {
    if (act === 'confirm') this.confirm();
    if (act === 'corner') this.tool?.back?.();
    if (act === 'turn') this.tool?.turn();
    if (act === 'cancel') this.cancel();
  }

  confirm() {
    if (this.leaf) void this.send(this.leaf.at);
    else this.tool?.confirm();
  }

  /** Step back: the drawing first, then the level above. */
  cancel() {
    if (this.leaf) return this.unpick();
    if (this.tool?.dirty && this.tool.key({ key: 'Escape' })) return undefined;
    if (this.question?.at.length) void this.to(this.question.at.slice(0, -1));
    return undefined;
  }

  async deed(name, yes = '1') {
    this.replied(await deed(name, this.question.seat || document.body.dataset.you, yes));
  }

  /** Undo if that is offered now. */
  undo() {
    $('[data-deed=undo]', this.panel)?.click();
  }

  /** Go to a level of the question. */
  async to(at) {
    const text = await level(this.question.seat, at);
    if (text !== null) this.swap($('.ask', htmlNodes(text)) || this.panel);
  }

  // -- a choice with nothing below it ------------------------------------------------

  /** Choose a leaf: what has consequences to show is shown first and then confirmed. */
  pick(button) {
    const base = button.dataset.at ? JSON.parse(button.dataset.at) : this.question.at;
    const at = [...base, button.dataset.key];
    if (this.leaf?.button === button) return this.confirm();
    this.unpick();
    this.leaf = { at, button, label: button.textContent.trim(), piece: button.dataset.piece, asked: false };
    this.previews.ask(this.question, nest(at, null), `leaf ${at.join(' ')}`);
    return undefined;
  }

  /** While one option waits to be confirmed the others make room for what follows from it; the table still shows them. */
  fold(yes) {
    if (yes && !this.leaf?.piece) return;
    for (const part of $$('.opts, .choices, .closed, .closed-more', this.panel)) {
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
    if (this.leaf.piece) this.board.mark({ targets: [this.leaf.piece], on: this.question.at });
    this.refuse(reply.no);
    this.then(reply);
    const marks = drawMarks(reply.marks, { inv: this.inv, side: this.mySide() });
    this.marks.replaceChildren(...marks, ...arrange(drawNotes(reply.marks, this.inv), this.view(), this.inv));
    $('.acts', this.panel).hidden = false;
    const say = $('[data-say]', this.panel);
    say.textContent = this.question.at.length ? `${this.label}: ${this.leaf.label}` : this.leaf.label;
    this.fold(true);
    this.ready(!reply.no);
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

  /** Give the answer the tool has made. */
  give(value) {
    void this.send(this.question.at, value);
  }

  async send(at, value) {
    if (this.sending) return;
    this.sending = true;
    try {
      this.replied(await answer(this.question, at, value));
    } finally {
      this.sending = false;
    }
  }

  /** Whether the answer may be given, and how much of it. */
  ready(yes, amount = '') {
    const button = $('[data-act=confirm]', this.panel);
    if (!button) return;
    button.disabled = !yes;
    const text = $('[data-say]', button);
    if (!this.leaf) text.textContent = amount ? `${text.dataset.say} ${amount}` : text.dataset.say;
  }

  /** The reason why not, in the panel; nothing takes it away. */
  refuse(no) {
    const slot = $('.no-slot', this.panel);
    if (!slot) return;
    const now = no ? `${no.text} ${no.clause}` : '';
    if (slot.dataset.now === now) return;
    slot.dataset.now = now;
    const words = no && html('span', {}, no.text, no.clause ? ' ' : '', no.clause ? clause(no.clause) : '');
    slot.replaceChildren(...(no ? [html('p', { class: 'refusal', role: 'status' }, icon('cross'), words)] : []));
  }

  /** What follows from the answer, before it is given. */
  then(reply) {
    const slot = $('.then-slot', this.panel);
    if (!slot) return;
    const narrow = matchMedia('(max-width: 720px)').matches;
    const walk = this.question.kind === 'walk';
    const notes = walk && (narrow || reply?.no) ? [] : (reply?.notes || []).slice(walk ? 1 : 0);
    if (!reply || (!reply.lines.length && !notes.length)) return void slot.replaceChildren();
    slot.replaceChildren(html('div', { class: 'then' }, breakdown(reply.lines, notes)));
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
    return { side: row.closest('.band')?.classList.contains('b') ? 'b' : 'a', code: this.label.split(' ')[0] };
  }

  mySide() {
    return $('.go')?.classList.contains('b') ? 'b' : 'a';
  }

  // -- counters ----------------------------------------------------------------------

  /** A counter was chosen on the table or in a list. */
  choose(counter) {
    const id = counter.dataset.piece;
    const button = this.buttons.find((b) => b.dataset.piece === id && !b.dataset.at);
    if (button) button.click();
    else if (this.closed(id)) this.why(this.board.counter(id), this.closed(id));
    else if (this.roots.has(id) && !this.tool?.dirty && this.question.at.length) void this.to([this.roots.get(id)]);
    else this.board.flash([id]);
  }

  closed(id) {
    return $(`[data-shut-piece="${CSS.escape(id)}"]`, this.panel);
  }

  /** Why a counter may not be chosen, said beside it. */
  why(node, line) {
    if (!node) return;
    const id = $('.clause', line)?.textContent || '';
    const text = ($('.why', line) || line).textContent.replace($('s', line)?.textContent || '', '').replace(id, '').trim();
    const p = stands(node);
    const by = (radius(node) + 6) * 1;
    const box = note({ x: round(p.x + by), y: round(p.y + by) }, text, { kind: 'no', clause: id, wide: 34 });
    this.marks.append(box);
    say(text);
    setTimeout(() => box.remove(), 4000);
  }

  /** Whether a click on this counter belongs to the way that is being drawn. */
  owns(counter) {
    if (!this.tool || !counter) return false;
    const id = counter.dataset.piece;
    return this.tool.dirty || id === this.question.domain?.piece || !this.roots.has(id);
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

