// A short tone when it is your go, for those who want one.

import { $, memory } from '../../page/dom.js';

let context = null;

/** Two soft notes; nothing where sound is off. */
export function chime() {
  if (memory.get('sound') !== 'on') return;
  try {
    context ??= new AudioContext();
    [523, 784].forEach((pitch, i) => tone(pitch, context.currentTime + i * 0.14));
  } catch {
    // No sound device: the title and the panel say it too.
  }
}

function tone(pitch, at) {
  const wave = context.createOscillator();
  const gain = context.createGain();
  wave.frequency.value = pitch;
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(0.12, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.32);
  wave.connect(gain).connect(context.destination);
  wave.start(at);
  wave.stop(at + 0.34);
}

/** The button that turns it on and off. */
export function soundButton() {
  const button = $('#sound');
  if (!button) return;
  const show = () => button.setAttribute('aria-pressed', String(memory.get('sound') === 'on'));
  button.addEventListener('click', () => {
    memory.set('sound', memory.get('sound') === 'on' ? 'off' : 'on');
    show();
    chime();
  });
  show();
}
