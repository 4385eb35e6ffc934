import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const started = [];
class Part {
  constructor(kind) {
    this.kind = kind;
    const quiet = () => undefined;
    this.gain = this.frequency = { setValueAtTime: quiet, exponentialRampToValueAtTime: quiet };
  }
  connect(next) {
    return next;
  }
  start() {
    started.push(this.kind);
  }
  stop() {}
}
const clock = { now: 0 };
globalThis.AudioContext = class {
  sampleRate = 8000;
  get currentTime() {
    return clock.now;
  }
  createOscillator = () => new Part('tone');
  createGain = () => new Part('gain');
  createBiquadFilter = () => new Part('band');
  createBufferSource = () => new Part('noise');
  createBuffer = (_, length) => ({ getChannelData: () => new Float32Array(length) });
};
const kept = new Map();
globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
const { chime, heard, wish } = await import('../../static/js/table/panels/sounding.js');

function sounds(said, what) {
  kept.set('gunbai-sound', said);
  started.length = 0;
  clock.now += 1;
  what();
  return started.length;
}

test('nothing sounds until it is asked for', () => {
  assert.equal(wish(), 'off');
  assert.equal(sounds('', chime) + sounds('off', () => heard('blow')), 0);
});

test('the go that comes may sound alone', () => {
  assert.equal(sounds('go', () => heard('blow')), 0);
  assert.ok(sounds('go', chime) > 0);
  assert.ok(sounds('on', chime) > 0, 'as it was asked for before');
});

test('each kind of picture has a sound of its own, and what has none is silent', () => {
  for (const kind of ['walk', 'rout', 'charge', 'shot', 'blow', 'test', 'cast', 'card', 'fall', 'banner'])
    assert.ok(sounds('all', () => heard(kind)) > 0, kind);
  assert.equal(sounds('all', () => heard('word')), 0);
});

test('what comes at the same moment sounds once', () => {
  const once = sounds('all', () => heard('shot'));
  assert.equal(sounds('all', () => [heard('shot'), heard('shot')]), once);
});
