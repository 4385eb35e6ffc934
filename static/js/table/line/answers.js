// Telling the server: levels and answers of the question, deeds; the panel it gives back.

import { $, toast } from '../../page/dom.js';
import { word } from '../../page/words.js';
import { game } from './game.js';

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
