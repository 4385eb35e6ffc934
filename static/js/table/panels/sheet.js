// The sheet of a phone, which is pulled up and down, and the veil between two players at one screen.

import { $, put } from '../../page/dom.js';
import { tab } from '../../page/memory.js';

/** How high it stands: its title alone, half of the screen, nearly all of it; how far a finger drags it from one to the next. */
const [LOW, HALF, HIGH] = [0, 1, 2];
const DRAGGED = 24;

/** The sheet is raised and sunk by its grip, or dragged by it; what it hides is framed anew. */
class Sheet {
  constructor(camera, sheet) {
    this.camera = camera;
    this.sheet = sheet;
    this.key = `sheet-${document.body.dataset.game}`;
    /** Raised over a table that had all the room, it lies on that, which stays as it is. */
    this.over = false;
    this.drags($('#grip'));
    sheet.addEventListener('click', (event) => this.pressed(event));
    if (tab.get(this.key) && this.lies) this.put(LOW);
    new ResizeObserver(() => this.sized()).observe(sheet);
  }

  get level() {
    const { classList } = this.sheet;
    return classList.contains('is-low') ? LOW : classList.contains('is-high') ? HIGH : HALF;
  }

  put(level) {
    const { camera, sheet } = this;
    this.over = level !== LOW && (this.over || (this.level === LOW && camera.home && !camera.framed));
    camera.under = this.over ? (camera.under ?? sheet.getBoundingClientRect().top) : null;
    put(sheet, 'is-high', level === HIGH);
    put(sheet, 'is-low', level === LOW);
    // The room knows it too: what lies on the table goes by it.
    put($('#main'), 'is-sunk', level === LOW);
    tab.set(this.key, level === LOW ? 'low' : '');
  }

  /** Another height: a table that is seen whole, or framed, takes the room there is. */
  sized() {
    const { camera } = this;
    camera.sizes = null;
    const fits = camera.home && !camera.framed && camera.scale === camera.fitScale();
    if (!this.over && !fits && (camera.home || camera.framed)) camera.resize();
  }

  /** Whether it lies over the table: sunk where it stands beside that it would but hide what is asked. */
  get lies() {
    return getComputedStyle(this.sheet).position === 'absolute';
  }

  /** All the room there is for the whole table. */
  sink() {
    if (this.lies) this.put(LOW);
    this.camera.sizes = null;
    this.camera.fit();
  }

  /** Sunk, its title and its tabs bring it back. */
  pressed({ target }) {
    if (this.level === LOW && target.closest('.tabs, #prompt') && !target.closest('button, a')) this.put(HALF);
  }

  drags(grip) {
    let from = null;
    grip.addEventListener('pointerdown', ({ clientY, pointerId }) => {
      from = clientY;
      grip.setPointerCapture(pointerId);
    });
    grip.addEventListener('pointerup', ({ clientY }) => {
      if (from !== null) this.drawn(clientY - from);
      from = null;
    });
    grip.addEventListener('pointercancel', () => (from = null));
    // The click that follows on a touch would go to what then lies under the finger.
    grip.addEventListener('touchend', (event) => event.cancelable && event.preventDefault());
    grip.addEventListener('click', ({ detail }) => detail || this.drawn(0));
  }

  /** Its grip was dragged so far, or pressed. */
  drawn(way) {
    if (Math.abs(way) < DRAGGED) this.put({ [LOW]: HALF, [HALF]: HIGH, [HIGH]: LOW }[this.level]);
    else this.put(Math.max(LOW, Math.min(HIGH, this.level - Math.sign(way))));
  }
}

export function sheeted(camera) {
  const node = $('.now');
  const sheet = node && $('#grip') && new Sheet(camera, node);
  $('#t-fit')?.addEventListener('click', () => (sheet ? sheet.sink() : camera.fit()));
  $('#tab-log')?.addEventListener('change', () => $('#log-new').replaceChildren());
}

/** While the veil is open nothing behind it is reached. */
export function veiled() {
  const veil = $('#veil[open]');
  const main = $('#main');
  if (main) main.inert = Boolean(veil);
  if (veil) veil.addEventListener('close', () => veiled(), { once: true });
  if (veil && !veil.matches(':focus-within')) $('button', veil)?.focus();
}

/** It is opened by whose go it is. */
export function unveils() {
  veiled();
  $('#veil form')?.addEventListener('submit', (event) => {
    event.preventDefault();
    $('#veil').close();
  });
}
