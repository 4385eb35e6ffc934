// The question as the panel shows it: taken up, kept while something is being drawn, answered.

import { $, $$, svg } from '../../page/dom.js';
import { way } from '../../page/swaps.js';
import { nest } from '../space/geom.js';
import { Assent } from '../hand/assent.js';
import { Glance, closer } from '../hand/glance.js';
import { Guard, SEEN } from '../hand/guard.js';
import { Ordered } from '../hand/ordered.js';
import { advised } from './advised.js';
import { Commit } from './commit.js';
import { lone, pick, told, unpick } from './leaf.js';
import { alike, beside, draws, keepQuick, ready, refuse, spared, then } from './ready.js';
import './odds.js';
import { more } from './more.js';
import { back, drop, held, marks, stands, waits } from './held.js';
import { answer, deed, level, parting } from '../line/answers.js';
import { Previews } from '../line/previews.js';

/** Questions that are answered by drawing on the table. */
const DRAWN = ['walk', 'place', 'moves', 'layout', 'manoeuvre'];

export class Asked {
  constructor(board, camera, heard) {
    this.board = board;
    this.camera = camera;
    this.heard = heard;
    this.tool = null;
    this.leaf = null;
    this.roots = new Map();
    /** Those of them that may be taken into the hand, for there is something to order them. */
    this.takes = new Set();
    /** The piece in the hand; what has been found out of where pieces may go, by piece. */
    this.held = null;
    this.reaches = new Map();
    /** What is drawn was drawn with a piece in the hand, and waits to be confirmed beside it. */
    this.armed = false;
    this.quick = null;
    /** The level that is on its way, and the request that is on its way. */
    this.aim = null;
    this.going = null;
    this.question = null;
    /** What a veteran would order, once it was asked for. */
    this.counsel = null;
    /** When it took the place of another. */
    this.came = -SEEN;
    this.slot = $('#prompt');
    this.marks = svg('g', { id: 'hand-marks' });
    board.marks.append(this.marks);
    this.previews = new Previews((reply, about) => this.told(reply, about));
  }

  /** The question is taken up, now and whenever another comes. */
  listen() {
    this.guard = new Guard(this.camera.table);
    this.commit = new Commit(this, this.guard);
    this.glance = new Glance(this);
    this.assent = new Assent(this);
    this.ordered = new Ordered(this);
    advised(this);
    this.guard.watch(this.slot);
    spared(this.slot);
    more(this.slot);
    this.guard.watch(this.assent.node);
    this.slot.addEventListener('click', (event) => this.click(event));
    way('question', (_, fragment) => this.incoming($('.ask', fragment)));
    for (const name of ['reply', 'level'])
      way(name, (_, fragment) => this.replied($('.ask', fragment), Number($('[data-now]', fragment)?.dataset.now)));
    this.adopt();
  }

  get panel() {
    return $('.ask', this.slot);
  }

  // -- the question that is shown ----------------------------------------------

  /** Take up the question as the panel now shows it. */
  adopt() {
    const { panel } = this;
    if (!panel || panel === this.known) return;
    const before = this.question;
    this.known = panel;
    stands();
    this.armed = false;
    this.assent.focuses = false;
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
      returning: JSON.parse(data.returning || '[]'),
      consents: data.consents || '',
    };
    if (before && before.id !== this.question.id) {
      this.guard.turn();
      this.came = performance.now();
    }
    // What is asked of the same piece is seen from where one looks already.
    if (before?.id !== this.question.id || !this.question.at.length) this.camera.unframe();
    if (before?.id !== this.question.id || before.at.length !== this.question.at.length) this.slot.scrollTop = 0;
    if (!this.held?.keeps(this.question)) this.letGo();
    keepQuick(this, before);
    this.remember();
    this.ordered.adopt(this.question);
    const Tool = this.question.state === 'mine' && this.toolOf(this.question);
    this.light();
    if (Tool && this.question.domain) this.tool = new Tool(this, this.question.domain);
    const drawing = Boolean(Tool) && DRAWN.includes(this.question.kind);
    draws(this.camera.table, drawing);
    if (drawing) this.camera.table.focus({ preventScroll: true });
    else if (this.question.at.length && document.activeElement === document.body) this.attend();
    closer(this);
    this.counsel?.draw();
    this.board.witness?.asked(panel);
    const deeper = before?.id === this.question.id && this.question.at.length > before.at.length;
    if (deeper && !this.tool && this.question.state === 'mine') lone(this);
    this.heard(this.question, before);
  }

  /** Let go of everything that was drawn for the last question. */
  drop() {
    this.tool?.clear();
    this.tool = null;
    this.leaf = null;
    this.commit.reset();
    this.previews.forget();
    this.glance.forget();
    this.assent.hide();
    this.marks.replaceChildren();
  }

  /** Nothing is in the hand any more. */
  letGo() {
    this.held?.clear();
    this.held = null;
  }

  get buttons() {
    return this.panel ? $$('button[data-key]', this.panel) : [];
  }

  /** The counters a question begins with stay within reach while nothing is drawn. */
  remember() {
    if (this.question.at.length) return;
    const open = this.question.state === 'mine' ? this.buttons.filter((b) => b.dataset.piece) : [];
    this.roots = new Map(open.map((b) => [b.dataset.piece, b.dataset.key]));
    this.takes = new Set(open.filter((b) => 'more' in b.dataset).map((b) => b.dataset.piece));
  }

  /** Light up what may be chosen on the table. */
  light() {
    const q = this.question;
    const open =
      q.state === 'mine'
        ? this.buttons.filter((b) => b.dataset.piece && !b.dataset.at).map((b) => b.dataset.piece)
        : [];
    const chosen = q.at.filter((key) => this.board.members(key).length);
    const waits = this.leaf?.piece;
    const on = [...chosen, q.domain?.piece, q.domain?.group, this.held?.id, waits].filter(Boolean);
    const lit = q.lit.filter((id) => !on.includes(id));
    if (this.tool?.tell && q.kind === 'allot') this.tool.tell();
    else if (!q.at.length) this.board.mark({ open, on, lit });
    else this.board.mark({ targets: open.filter((id) => !on.includes(id) || id === waits), on, lit });
  }

  // -- what comes in -------------------------------------------------------------

  /** A panel from the server: it never throws away what is being drawn for the same question. */
  incoming(fresh) {
    const q = this.question;
    const same = q?.id && fresh.dataset.ask === q.id;
    if (same) this.stays(fresh.dataset.version);
    if (same && (q.at.length || this.tool?.dirty || this.leaf || this.held)) {
      this.besides(fresh);
      return [this.panel];
    }
    if (same && alike(this.panel, marks(fresh))) return [];
    return this.swap(fresh, same);
  }

  /** Counsel that was given, or is on its way, is still about this. */
  keeps(fresh) {
    const [part, old] = [$('.counsel-slot', fresh), $('.counsel-slot', this.panel)];
    if (part && old) part.replaceWith(old);
  }

  /** What is said beside the question is as it came; the focus stays on what is the same. */
  besides(fresh) {
    for (const name of ['.foot-slot', '.consent-slot']) {
      const [part, old] = [$(name, fresh), $(name, this.panel)];
      if (part && old && !old.isEqualNode(part)) old.replaceWith(part);
    }
    const before = { ...this.question };
    this.question.consents = this.panel.dataset.consents = fresh.dataset.consents || '';
    this.heard(this.question, before);
  }

  /** Whether what is asked has just taken the place of something else: a key was meant for that. */
  get young() {
    return performance.now() - this.came < SEEN;
  }

  /** The same is still asked, as of a later version: what is drawn for it is given as of that. */
  stays(version) {
    this.question.version = Number(version);
    this.panel.dataset.version = version;
  }

  /** The panel is this one; what has come.  `same`: it is about the same question. */
  swap(fresh, same = false) {
    if (this.veiled(fresh)) return [];
    const at = /** @type {any} */ (document.activeElement);
    const inside = this.slot.contains(at);
    if (same) this.keeps(fresh);
    this.slot.replaceChildren(marks(fresh));
    this.adopt();
    if (inside && at.isConnected) at.focus({ preventScroll: true });
    else if (inside && !this.tool) this.attend();
    return [fresh];
  }

  /** The focus goes to what is asked; who works by keys goes on at the first option where that settles nothing. */
  attend() {
    const [first] = this.buttons;
    const safe = this.guard.keys && first && 'more' in first.dataset;
    (safe ? first : $('#asked', this.slot))?.focus({ preventScroll: true });
  }

  /** Two at one screen: a secret question to the other comes behind the veil, which the server draws with the page. */
  veiled(fresh) {
    const { seats, game, you } = document.body.dataset;
    const before = this.question;
    const same = before?.secret && before.state === 'mine' && before.seat === fresh.dataset.seat;
    const secret = fresh.dataset.secret !== undefined && fresh.dataset.ask !== before?.id && !same;
    if (!seats.includes(' ') || !secret) return false;
    drop();
    location.assign(`/play/${game}?seat=${encodeURIComponent(you)}`);
    return true;
  }

  /** A panel that answers what was sent, as of a version; what is asked no more is let go. */
  replied(fresh, version) {
    const now = Number(document.body.dataset.version);
    if (version >= now) return this.swap(fresh);
    if (fresh.dataset.ask !== this.question?.id) return [];
    fresh.dataset.version = String(now); // the same is still asked: it is answered as of what has been told since
    return this.swap(fresh);
  }

  // -- what the panel does ---------------------------------------------------------

  click(event) {
    const button = event.target.closest('button');
    if (!button) return;
    const { act, deed: what, key } = button.dataset;
    if (!waits(button)) back();
    if (act) this.act(act, button);
    else if (what) held(button, (leaves) => void this.deed(what, button.dataset, leaves));
    else if (key !== undefined && !('more' in button.dataset)) this.pick(button);
    else if (key !== undefined && !button.hasAttribute('hx-get')) void this.to([...baseOf(this, button), key]);
  }

  act(act, button) {
    if (act === 'confirm') this.confirm();
    else if (act === 'corner') this.tool?.back?.();
    else if (act === 'cancel') this.cancel();
    else if (this.tool?.act) this.tool.act(act, button);
    else if (act === 'turn') this.tool?.turn();
  }

  /** What stands is given; `sure`: nobody need see it first, for it was said before. */
  confirm(sure = false) {
    this.sure = sure;
    if (this.leaf) this.given(this.leaf.at);
    else this.tool?.confirm();
    this.sure = false;
  }

  given(at, value) {
    if (this.sure) return void this.send(at, value);
    this.commit.give(
      at,
      () => void this.send(at, value),
      () => this.confirm(),
    );
    return undefined;
  }

  /** Step back: the drawing first, then the level above. */
  cancel() {
    if (this.leaf) return this.unpick();
    if (this.tool?.dirty && this.tool.key({ key: 'Escape' })) return undefined;
    if (this.question?.at.length) void this.to(this.question.over.slice(0, -1));
    return undefined;
  }

  /** `leaves`: the page is being left.  A second click of two comes while the first is on its way. */
  deed(name, { yes = '1', about = '' }, leaves = false) {
    if ($('#prompt > .ask.is-busy') && !leaves) return undefined;
    return (leaves ? parting : deed)(name, this.question.seat || document.body.dataset.you, yes, about);
  }

  undo() {
    $('[data-deed=undo]', this.panel)?.click();
  }

  /** Go to a level of the question once what is on its way has come, of several to the last; whether that is still meant then. */
  async to(at) {
    back();
    this.aim = at;
    await this.going;
    if (this.aim !== at) return false;
    this.going = level(this.question.seat, at).catch(() => {});
    await this.going;
    if (this.aim !== at) return false;
    this.aim = null;
    return true;
  }

  // -- a choice with nothing below it ------------------------------------------------

  pick(button) {
    pick(this, button);
  }

  unpick() {
    unpick(this);
  }

  told(reply, about) {
    if (about?.startsWith?.('leaf ')) told(this, reply);
    else this.tool?.show(reply, about);
  }

  /** The other orders of a piece stay above the hand that one of them has opened. */
  beside(orders, chosen) {
    beside(this, orders, chosen);
  }

  /** The hand for a question; whoever holds the tools says which. */
  toolOf(_question) {
    return null;
  }

  // -- for the tools -----------------------------------------------------------------

  get label() {
    return $('[data-say]', this.panel)?.dataset.say || '';
  }

  preview(value, about) {
    this.previews.ask(this.question, nest(this.question.at, value), about);
  }

  give(value) {
    this.given(this.question.at, value);
  }

  async send(at, value) {
    if (this.sending) return;
    back();
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
    this.commit.ready(yes);
    if (yes && !this.leaf && this.commit.drops) return void this.confirm(true);
    return void this.assent.tell();
  }

  /** The reason why not, in the panel. */
  refuse(no, soft = false) {
    refuse(this.panel, no, soft);
  }

  /** What follows from the answer, before it is given. */
  then(reply) {
    then(this.panel, this.question.kind, reply);
  }
}

/** The level that an option is one of. */
const baseOf = (hand, { dataset }) => (dataset.at ? JSON.parse(dataset.at) : hand.question.at);
