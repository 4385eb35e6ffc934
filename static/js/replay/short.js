// The turning points of a battle as a short film, made in the browser: drawings of the server, painted one after the other.

import { $, toast } from '../page/dom.js';
import '../page/every.js';

/** Of the film in pixels: its picture, and the strip of words below it. */
const [WIDE, HIGH, STRIP] = [1280, 720, 104];
const RATE = 25;
/** Milliseconds that the title stays, the table before something happened and after it, and a change from one to the next. */
const [TITLE, BEFORE, AFTER, FADE] = [1600, 1100, 2600, 320];
const TYPES = ['video/mp4;codecs=avc1.42E01E', 'video/webm;codecs=vp9', 'video/webm'];

const button = $('#film');
const type = globalThis.MediaRecorder && TYPES.find((one) => MediaRecorder.isTypeSupported(one));

/** A drawing of the server, ready to be painted. */
async function drawn(v) {
  const reply = await fetch(`${button.dataset.at}${v}`);
  if (!reply.ok) throw new Error(String(reply.status));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await reply.text())}`;
  await image.decode();
  return image;
}

const frame = () => new Promise((next) => setTimeout(next, 1000 / RATE));

class Reel {
  constructor() {
    this.canvas = document.createElement('canvas');
    Object.assign(this.canvas, { width: WIDE, height: HIGH });
    this.pen = this.canvas.getContext('2d');
    const look = getComputedStyle(document.documentElement);
    this.ink = look.getPropertyValue('--ink');
    this.paper = look.getPropertyValue('--paper');
    this.font = look.getPropertyValue('--serif');
    this.clear();
  }

  clear() {
    this.pen.globalAlpha = 1;
    this.pen.fillStyle = this.paper;
    this.pen.fillRect(0, 0, WIDE, HIGH);
  }

  /** This stays for so long, after it has come up over what was there. */
  async show(image, title, lines, stays) {
    for (let at = 0; at < FADE + stays; at += 1000 / RATE) {
      this.pen.globalAlpha = Math.min(1, (at + 1000 / RATE) / FADE);
      if (at < FADE) this.paint(image, title, lines);
      else this.touch();
      await frame();
    }
  }

  paint(image, title, lines) {
    const { pen } = this;
    pen.fillStyle = this.paper;
    pen.fillRect(0, 0, WIDE, HIGH);
    if (image) {
      const room = HIGH - STRIP;
      const scale = Math.min(WIDE / image.naturalWidth, room / image.naturalHeight);
      const [w, h] = [image.naturalWidth * scale, image.naturalHeight * scale];
      pen.drawImage(image, (WIDE - w) / 2, (room - h) / 2, w, h);
    }
    pen.fillStyle = this.ink;
    pen.textAlign = 'center';
    const top = image ? HIGH - STRIP + 36 : HIGH / 2 - 20;
    pen.font = `600 30px ${this.font}`;
    pen.fillText(title, WIDE / 2, top, WIDE - 80);
    pen.font = `400 22px ${this.font}`;
    lines.slice(0, 2).forEach((line, i) => pen.fillText(line, WIDE / 2, top + 30 + 26 * i, WIDE - 80));
  }

  /** The recorder takes a frame only where something was painted. */
  touch() {
    this.pen.fillStyle = this.paper;
    this.pen.fillRect(0, 0, 1, 1);
  }
}

/** What the film shows: on the page already, else as far as the battle has come by now. */
async function script() {
  const { takes, takesAt } = button.dataset;
  if (takes) return { takes: JSON.parse(takes), live: false };
  const reply = await fetch(takesAt);
  if (!reply.ok) throw new Error(String(reply.status));
  return reply.json();
}

/** The film of these turning points. */
async function filmed({ takes, live }) {
  const shots = await Promise.all(takes.map(async (take) => [await drawn(take.before), await drawn(take.v)]));
  const reel = new Reel();
  const parts = [];
  const recorder = new MediaRecorder(reel.canvas.captureStream(RATE), {
    mimeType: type,
    videoBitsPerSecond: 4_000_000,
  });
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const over = new Promise((done) => recorder.addEventListener('stop', done));
  recorder.start();
  await reel.show(null, button.dataset.title, [button.dataset.line, live ? button.dataset.live : ''], TITLE);
  for (const [i, { title, lines }] of takes.entries()) {
    button.querySelector('span').textContent = `${i + 1} / ${takes.length}`;
    await reel.show(shots[i][0], title, [], BEFORE);
    await reel.show(shots[i][1], title, lines, AFTER);
  }
  recorder.stop();
  await over;
  return new Blob(parts, { type });
}

function given(blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `gunbai-${button.dataset.game}.${type.startsWith('video/mp4') ? 'mp4' : 'webm'}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

if (button && type) {
  button.hidden = false;
  const text = button.querySelector('span');
  const said = text.textContent;
  button.addEventListener('click', async () => {
    button.disabled = true;
    try {
      const told = await script();
      if (told.takes.length) given(await filmed(told));
      else toast(button.dataset.none, 'no');
    } catch {
      toast(button.dataset.gone, 'no');
    }
    button.disabled = false;
    text.textContent = said;
  });
}
