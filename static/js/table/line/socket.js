// What the server tells by itself: htmx holds the line of the game and puts in place what comes over it, in order.

import { afresh } from '../../page/afresh.js';
import { $, toast } from '../../page/dom.js';
import { wake } from '../../page/swaps.js';
import { word } from '../../page/words.js';

const { body } = document;
const EVERY = 20_000;
/** Pings without an answer after which the line is taken for dead. */
const SILENT = 3;

export class Line {
  /** `hear` takes a message before htmx puts its content in place, `heard` after; `cut`: the line is gone for now. */
  constructor({ hear, heard, cut }) {
    this.seen = Number(body.dataset.version || 0);
    this.drawn = body.dataset.mark || '';
    this.silent = 0;
    this.placing = false;
    const on = (name, listen) =>
      document.addEventListener(`htmx:ws:${name}`, (event) => listen(/** @type {CustomEvent} */ (event).detail, event));
    on('before:connection', ({ connection }) => this.dialled(connection));
    on('after:connection', () => this.stands(true));
    on('close', () => (cut(), this.stands(false)));
    on('before:message:incoming', ({ message }, event) => {
      this.silent = 0;
      this.now = JSON.parse(message.data);
      message.json = async () => this.now;
      this.placing = this.takes(this.now);
      if (this.placing) hear(this.now);
      else event.preventDefault();
    });
    on('after:message:incoming', () => {
      this.placing = false;
      heard(this.now);
    });
    on('error', ({ error }) => this.placing && error instanceof Error && this.torn());
    setInterval(() => this.ping(), EVERY);
    window.addEventListener('online', () => this.again());
    document.addEventListener('visibilitychange', () => document.hidden || this.again());
    this.dial();
  }

  dial() {
    const node = $('#line');
    wake(node);
    node.dispatchEvent(new Event('dial'));
  }

  /** The address says what this page has seen. */
  dialled(connection) {
    const { game, you, watch, as } = body.dataset;
    const query = new URLSearchParams({ since: String(this.seen), lang: document.documentElement.lang });
    for (const [name, value] of Object.entries({ drawn: this.drawn, seat: you, watch, as }))
      if (value) query.set(name, value);
    connection.url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/games/${game}?${query}`;
    this.connection = connection;
  }

  /** Whether a message is not older than what is shown. */
  takes({ v, resync }) {
    if (typeof v !== 'number') return true;
    if (v < this.seen && !resync) return false;
    this.seen = v;
    this.drawn = '';
    body.dataset.version = String(v);
    return true;
  }

  /** What broke while it was put in place stands half there: the page is asked for anew, or says that it is behind. */
  torn() {
    this.placing = false;
    if (afresh()) return;
    toast(word('gone'), 'no');
    this.stands(false);
  }

  get open() {
    return this.connection?.socket?.readyState === WebSocket.OPEN;
  }

  /** A line that is cut is laid anew at once, not when its time comes. */
  again() {
    const { readyState = WebSocket.CLOSED } = this.connection?.socket || {};
    if (readyState < WebSocket.CLOSING) return;
    const node = $('#line');
    node.replaceWith(node.cloneNode());
    this.dial();
  }

  /** Something for others at the table; nothing while the line is cut. */
  send(message) {
    if (this.open) this.connection.socket.send(JSON.stringify(message));
  }

  ping() {
    this.silent += 1;
    if (this.silent > SILENT) this.connection?.socket?.close();
    else this.send({ ping: true });
  }

  stands(on) {
    this.silent = 0;
    const box = $('#status');
    if (!box || box.classList.contains(on ? 'ok' : 'lost')) return;
    box.classList.toggle('ok', on);
    box.classList.toggle('lost', !on);
    box.textContent = word(on ? 'ok' : 'lost');
  }
}
