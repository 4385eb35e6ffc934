// Talking to the server: levels and answers of the question, previews, the socket.

import { $, toast } from '../page/dom.js';
import { word } from '../page/words.js';

const body = document.body;
export const game = body.dataset.game;
export const seats = (body.dataset.seats || body.dataset.you || '').split(/\s+/).filter(Boolean);

/** A name for a command, so that the same one sent twice is done once. */
function command() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16).padStart(2, '0')).join('');
}

async function send(path, fields, tries = 4) {
  const form = new URLSearchParams(fields);
  for (let n = 0; ; n += 1) {
    try {
      return await fetch(path, { method: 'POST', body: form, headers: { 'x-requested-with': 'fetch' } });
    } catch (error) {
      if (n + 1 >= tries) throw error;
      await new Promise((wake) => setTimeout(wake, 400 * 2 ** n));
    }
  }
}

/** The fragment a response brings, or null after the reader was told what is wrong. */
async function fragment(response) {
  const text = await response.text();
  if ((response.headers.get('content-type') || '').startsWith('text/html') && !/^\s*<!doctype/i.test(text)) return text;
  if (response.status === 204) return null;
  toast(problem(text) || word('gone'), 'no');
  return null;
}

function problem(text) {
  try {
    const found = JSON.parse(text);
    return found.detail || found.title || '';
  } catch {
    return '';
  }
}

async function guarded(work) {
  const panel = $('#prompt > .ask');
  panel?.classList.add('is-busy');
  try {
    return await work();
  } catch {
    toast(word('gone'), 'no');
    return null;
  } finally {
    panel?.classList.remove('is-busy');
  }
}

/** The question panel at the level these picks lead to. */
export const level = (seat, at) =>
  guarded(async () => fragment(await fetch(`/play/${game}/prompt?seat=${encodeURIComponent(seat)}&at=${encodeURIComponent(JSON.stringify(at))}`)));

/** Give an answer; the next panel, or this one with the reason. */
export const answer = (question, at, value) =>
  guarded(async () =>
    fragment(
      await send(`/play/${game}/answers`, {
        seat: question.seat, ask: question.id, version: question.version, at: JSON.stringify(at),
        value: value === undefined ? '' : JSON.stringify(value), command: command(),
      }),
    ));

/** Undo, ask to take back, consent and the like. */
export const deed = (name, seat, yes = '1', about = '') =>
  guarded(async () => fragment(await send(`/play/${game}/${name}`, { seat, yes, on: yes, about, command: command() })));

/** Previews, one in flight: while one is out only the newest of the others is kept. */
export class Previews {
  constructor(show) {
    this.show = show;
    this.waiting = null;
    this.out = false;
    this.round = 0;
  }

  /** Ask for a preview; what was asked before and is not yet out is forgotten. */
  ask(question, raw, about) {
    this.waiting = { question, raw, about, round: this.round };
    if (!this.out) void this.next();
  }

  /** Whatever is still out is of no more interest. */
  forget() {
    this.round += 1;
    this.waiting = null;
  }

  async next() {
    const job = this.waiting;
    this.waiting = null;
    if (!job) return;
    this.out = true;
    try {
      const reply = await fetch(`/api/v1/games/${game}/preview`, {
        method: 'POST', headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ seat: job.question.seat, ask: job.question.id, answer: job.raw }),
      });
      if (reply.ok && job.round === this.round) this.show(await reply.json(), job.about);
      else if (job.round === this.round) this.show(null, job.about);
    } catch {
      if (job.round === this.round) this.show(null, job.about);
    } finally {
      this.out = false;
      void this.next();
    }
  }
}

/** The line on which the server tells; it comes back by itself after any cut. */
export class Line {
  constructor(hear, cut = () => {}) {
    this.hear = hear;
    this.cut = cut;
    this.seen = Number(body.dataset.version || 0);
    this.drawn = body.dataset.mark || '';
    this.tries = 0;
    this.open();
    setInterval(() => this.ping(), 20000);
    window.addEventListener('online', () => this.again(0));
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && this.socket.readyState > 1) this.again(0);
    });
  }

  open() {
    clearTimeout(this.timer);
    const { you, watch } = body.dataset;
    const query = new URLSearchParams({ since: String(this.seen), lang: document.documentElement.lang });
    if (this.drawn) query.set('drawn', this.drawn);
    if (you) query.set('seat', you);
    if (watch) query.set('watch', watch);
    if (body.dataset.as) query.set('as', body.dataset.as);
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/games/${game}?${query}`);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.silent = 0;
      this.status(true);
    };
    socket.onmessage = (event) => {
      this.silent = 0;
      this.take(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (socket !== this.socket) return;
      this.cut();
      this.status(false);
      this.again();
    };
  }

  take(message) {
    if (typeof message.v === 'number') {
      if (message.v < this.seen && !message.resync) return;
      this.seen = message.v;
      this.drawn = '';
      body.dataset.version = String(message.v);
    }
    this.hear(message);
  }

  /** Try again soon, and less often the longer it fails. */
  again(wait = Math.min(8000, 250 * 2 ** this.tries) * (0.7 + Math.random() * 0.6)) {
    this.tries += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.socket.readyState > 1) this.open();
    }, wait);
  }

  /** Something for others at the table; nothing while the line is cut. */
  send(message) {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }

  ping() {
    if (this.socket.readyState !== 1) return;
    this.silent = (this.silent || 0) + 1;
    if (this.silent > 3) this.socket.close();
    else this.socket.send('{"ping":true}');
  }

  status(on) {
    const box = $('#status');
    if (!box || box.classList.contains(on ? 'ok' : 'lost')) return;
    box.classList.toggle('ok', on);
    box.classList.toggle('lost', !on);
    box.textContent = word(on ? 'ok' : 'lost');
  }
}
