// What the hands say by themselves; everything else is worded by the server.

const WORDS = {
  en: {
    lost: 'connection lost, trying again', ok: 'connected', gone: 'The server did not answer. Try again.',
    wide: 'within reach', left: '{n} left', done: 'all shared out', go: 'Your go', copied: 'Copied',
    ruler: 'Click two points or counters to measure.', edge: '{n} between the edges', keys: 'Keys',
    help: [
      ['Tab, Enter', 'go through the counters, choose one'], ['arrows, Shift + arrows', 'move the cursor half a unit, a tenth'],
      ['Enter', 'set a corner; again on the spot: confirm'], ['Backspace', 'take the last corner back'],
      ['Escape', 'cancel'], ['R', 'turn what is being placed'],
      ['1, [ ]', 'one model of a unit, the one before, the next'], ['1 2 3 4', 'ranks of a unit that is placed'], ['U', 'undo'], ['+ − 0', 'zoom in, out, whole table'],
      ['arrows, T, [ ], + −', 'a formation: forward, back, wheel; about, turn; files'],
      ['I', 'hold the card of a counter'], ['B', 'the table in words'], ['M', 'measure'], ['L', 'log'], ['?', 'these keys'],
    ],
    at: '{x} from the west, {y} from the north',
    legal: 'Only as far as is allowed: {n}', watching: '{n} watching', close: 'Close', none: 'no counters',
    sealed: 'A side has answered in secret.', you: 'you', them: 'they', point: '.',
    short: 'Time left to answer: {n} s.',
    pin: 'Hold this card', sum: 'together',
    'step-forward': 'Forward {n}', 'step-back': 'Back {n}', 'step-wheel-left': 'Wheel left {n}°', 'step-wheel-right': 'Wheel right {n}°',
    'step-turn-left': 'Turn left', 'step-turn-right': 'Turn right', 'step-turn-about': 'About turn', 'step-files': 'Front of {n}',
    'step-face': 'Face {n}°', 'step-slide': 'Go {n}, bearing {way}°', 'no-steps': 'It stands where it stood.',
    aim: 'click the table', bearing: 'bearing {n} degrees', stay: 'Stay', more: '{n} details', 'not-to': 'That cannot go to {who}.',
  },
  es: {
    lost: 'sin conexión, se reintenta', ok: 'conectado', gone: 'El servidor no respondió. Inténtalo de nuevo.',
    wide: 'al alcance', left: 'quedan {n}', done: 'todo repartido', go: 'Te toca', copied: 'Copiado',
    ruler: 'Pulsa dos puntos o fichas para medir.', edge: '{n} entre los bordes', keys: 'Teclas',
    help: [
      ['Tab, Intro', 'recorrer las fichas, elegir una'], ['flechas, Mayús + flechas', 'mover el cursor media unidad, una décima'],
      ['Intro', 'fijar un vértice; otra vez allí: confirmar'], ['Retroceso', 'quitar el último vértice'],
      ['Escape', 'cancelar'], ['R', 'girar lo que se coloca'],
      ['1, [ ]', 'un modelo de la unidad, el anterior, el siguiente'], ['1 2 3 4', 'filas de la unidad que se coloca'], ['U', 'deshacer'], ['+ − 0', 'acercar, alejar, mesa entera'],
      ['flechas, T, [ ], + −', 'una formación: avanzar, retroceder, variar; media vuelta, girar; hileras'],
      ['I', 'fijar la ficha de una unidad'], ['B', 'la mesa en palabras'], ['M', 'medir'], ['L', 'registro'], ['?', 'estas teclas'],
    ],
    at: 'a {x} del oeste y {y} del norte',
    legal: 'Solo hasta donde se permite: {n}', watching: '{n} mirando', close: 'Cerrar', none: 'sin fichas',
    sealed: 'Un bando ha respondido en secreto.', you: 'tú', them: 'ellos', point: ',',
    short: 'Tiempo para responder: {n} s.',
    pin: 'Fijar esta ficha', sum: 'en total',
    'step-forward': 'Avanzar {n}', 'step-back': 'Retroceder {n}', 'step-wheel-left': 'Variar {n}° a la izquierda', 'step-wheel-right': 'Variar {n}° a la derecha',
    'step-turn-left': 'Girar a la izquierda', 'step-turn-right': 'Girar a la derecha', 'step-turn-about': 'Media vuelta', 'step-files': 'Frente de {n}',
    'step-face': 'Orientar a {n}°', 'step-slide': 'Ir {n}, rumbo {way}°', 'no-steps': 'Está donde estaba.',
    aim: 'pulsa en la mesa', bearing: 'rumbo {n} grados', stay: 'Quedarse', more: '{n} detalles', 'not-to': 'Eso no puede ir a {who}.',
  },
};

const chosen = WORDS[document.documentElement.lang] || WORDS.en;

/** A sentence in the page's language, with its numbers. */
export function word(key, facts = {}) {
  const text = chosen[key] ?? WORDS.en[key] ?? key;
  return typeof text === 'string' ? text.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? '') : text;
}
