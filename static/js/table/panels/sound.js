// The buttons that say what sounds, and have it otherwise.

import { $$, icon } from '../../page/dom.js';
import { memory } from '../../page/memory.js';
import { chime, heard, WISHES, wish } from './sounding.js';

/** The buttons that say what sounds, and have it otherwise when they are pressed. */
export function soundButton() {
  const buttons = $$('[data-sound]');
  const show = () => {
    for (const button of buttons) {
      const said = button.dataset[wish()];
      button.title = said;
      if (button.matches('.iconbtn')) button.setAttribute('aria-label', said);
      else button.lastChild.textContent = said;
      button.querySelector('svg').replaceWith(icon(wish() === 'off' ? 'mute' : wish() === 'go' ? 'drum' : 'sound'));
    }
  };
  for (const button of buttons)
    button.addEventListener('click', () => {
      memory.set('sound', WISHES[(WISHES.indexOf(wish()) + 1) % WISHES.length]);
      show();
      if (wish() === 'all') heard('blow');
      else chime();
    });
  show();
}
