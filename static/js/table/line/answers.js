// Telling the server: levels and answers of the question, deeds; htmx puts the panel it gives back in place.

import { $, toast } from '../../page/dom.js';
import { word } from '../../page/words.js';
import { game } from './game.js';

const TRIES = 4;
const WAIT = 400;

/** A name for a command, so that the same one sent twice is done once. */
function command() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16).padStart(2, '0')).join('');
}

/** A request that does not get through is sent again, a few times and ever later. */
async function stubborn(path, request) {
  for (let n = 1; ; n += 1) {
    try {
      return await fetch(path, request);
    } catch (error) {
      if (n >= TRIES || request.signal?.aborted) throw error;
      await new Promise((wake) => setTimeout(wake, WAIT * 2 ** (n - 1)));
    }
  }
}

/** Ask for a panel; it is busy until one has come. */
async function panel(verb, path, values, swap) {
  const asked = $('#prompt > .ask');
  asked?.classList.add('is-busy');
  await window.htmx.ajax(verb, `/play/${game}/${path}`, {
    source: '#prompt',
    target: '#prompt',
    swap,
    values,
    fetch: stubborn,
  });
  asked?.classList.remove('is-busy');
}

/** The question panel at the level these picks lead to. */
export const level = (seat, at) => panel('GET', 'prompt', { seat, at: JSON.stringify(at) }, 'level');

/** Give an answer; the next panel, or this one with the reason. */
export const answer = (question, at, value) =>
  panel(
    'POST',
    'answers',
    {
      seat: question.seat,
      ask: question.id,
      version: question.version,
      at: JSON.stringify(at),
      value: value === undefined ? '' : JSON.stringify(value),
      command: command(),
    },
    'reply',
  );

/** Undo, ask to take back, consent and the like. */
export const deed = (name, seat, yes = '1', about = '') => panel('POST', name, told(seat, yes, about), 'reply');

const told = (seat, yes, about) => ({ seat, yes, on: yes, about, command: command() });

/** The same from a page that is being left: no panel is waited for. */
export const parting = (name, seat, yes, about) =>
  fetch(`/play/${game}/${name}`, {
    method: 'POST',
    body: new URLSearchParams(told(seat, yes, about)),
    keepalive: true,
    redirect: 'manual',
  }).catch(() => {});

function problem(text) {
  try {
    const found = JSON.parse(text);
    return found.detail || found.title || '';
  } catch {
    return '';
  }
}

const isPart = ({ response, text }) =>
  (response.headers.get('content-type') || '').startsWith('text/html') && !/^\s*<!doctype/i.test(text);

// What is no part of a page is a reason: the reader is told, and nothing is put in place.
document.addEventListener('htmx:after:request', (event) => {
  const { ctx } = /** @type {CustomEvent} */ (event).detail;
  if (ctx.response.status === 204 || isPart(ctx)) return;
  event.preventDefault();
  toast(problem(ctx.text) || word('gone'), 'no');
});
document.addEventListener('htmx:error', () => toast(word('gone'), 'no'));
