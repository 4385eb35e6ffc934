// Sounds of the table, made here and in no file: wood, steel, skin and paper.  Nothing sounds until somebody asks for it.

import { memory } from '../../page/memory.js';

/** What somebody may wish: nothing, the go that comes to him alone, or what happens on the table too. */
export const WISHES = ['off', 'go', 'all'];
/** What a sound is made of: pitches in hertz with how long each rings in seconds, noise through a band, how loud. */
const SOUNDS = {
  go: {
    tones: [
      [392, 0.5],
      [587, 0.7, 0.16],
    ],
    wave: 'sine',
    loud: 0.1,
  },
  walk: {
    tones: [
      [190, 0.07],
      [170, 0.07, 0.12],
    ],
    wave: 'triangle',
    noise: [700, 0.04],
    loud: 0.08,
  },
  rout: {
    tones: [
      [150, 0.07],
      [135, 0.07, 0.09],
      [150, 0.07, 0.18],
    ],
    wave: 'triangle',
    noise: [500, 0.05],
    loud: 0.09,
  },
  charge: {
    tones: [
      [92, 0.25],
      [92, 0.25, 0.14],
      [104, 0.4, 0.28],
    ],
    wave: 'sine',
    noise: [220, 0.08],
    loud: 0.2,
  },
  shot: { tones: [[320, 0.05]], wave: 'triangle', noise: [2400, 0.12], loud: 0.12 },
  blow: {
    tones: [
      [2093, 0.35],
      [2961, 0.25],
      [3951, 0.18],
    ],
    wave: 'sine',
    noise: [5200, 0.05],
    loud: 0.05,
  },
  test: {
    tones: [
      [820, 0.04],
      [690, 0.05, 0.07],
    ],
    wave: 'triangle',
    loud: 0.08,
  },
  cast: {
    tones: [
      [523, 0.9],
      [784, 0.8, 0.08],
      [1175, 0.7, 0.16],
    ],
    wave: 'sine',
    loud: 0.05,
  },
  card: { tones: [], noise: [3200, 0.06], loud: 0.1 },
  fall: {
    tones: [
      [74, 0.5],
      [58, 0.6, 0.05],
    ],
    wave: 'sine',
    noise: [160, 0.1],
    loud: 0.22,
  },
  banner: {
    tones: [
      [82, 0.7],
      [82, 0.9, 0.3],
    ],
    wave: 'sine',
    noise: [180, 0.12],
    loud: 0.2,
  },
};
/** Sounds that come closer together than this, in seconds, are one. */
const APART = 0.06;

let context = null;
let last = -1;

export const wish = () => {
  const said = memory.get('sound');
  return said === 'on' ? 'go' : WISHES.includes(said) ? said : 'off';
};

/** It has become somebody's go. */
export function chime() {
  if (wish() !== 'off') sound('go');
}

/** A picture of this kind is shown. */
export function heard(kind) {
  if (wish() === 'all' && kind in SOUNDS) sound(kind);
}

function sound(kind) {
  try {
    context ??= new AudioContext();
    const now = context.currentTime;
    if (now - last < APART && last >= 0) return;
    last = now;
    const { tones, wave, noise, loud } = SOUNDS[kind];
    for (const [pitch, long, after = 0] of tones) tone(pitch, long, now + after, wave, loud);
    if (noise) hiss(...noise, now, loud);
  } catch {
    // No sound device: the page says it too.
  }
}

function tone(pitch, long, at, wave, loud) {
  const source = context.createOscillator();
  source.type = wave;
  source.frequency.setValueAtTime(pitch * 1.04, at);
  source.frequency.exponentialRampToValueAtTime(pitch, at + 0.04);
  ring(source, long, at, loud).connect(context.destination);
  source.start(at);
  source.stop(at + long + 0.02);
}

/** Noise about a pitch, that dies away. */
function hiss(pitch, long, at, loud) {
  const source = context.createBufferSource();
  const length = Math.ceil(context.sampleRate * long);
  source.buffer = context.createBuffer(1, length, context.sampleRate);
  const data = source.buffer.getChannelData(0);
  for (let i = 0; i < length; i += 1) data[i] = Math.random() * 2 - 1;
  const band = context.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.value = pitch;
  ring(source, long, at, loud).connect(band).connect(context.destination);
  source.start(at);
}

function ring(source, long, at, loud) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  return source.connect(gain);
}
