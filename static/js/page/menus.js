// Menus that are open close where one goes on elsewhere, and with Escape: the keys are then where they were opened.

import { $, $$ } from './dom.js';

/** The menu in which something lies.  @type {(target: any) => any} */
const menuOf = (target) => (target instanceof Element && target.closest('.menu')) || null;

document.addEventListener('click', ({ target }) => {
  for (const menu of $$('.menu[open]')) if (menu !== menuOf(target)) menu.removeAttribute('open');
});
document.addEventListener(
  'keydown',
  (event) => {
    const own = menuOf(event.target);
    const menu = own?.open ? own : $('.menu[open]');
    if (event.key !== 'Escape' || !menu) return;
    event.stopPropagation();
    menu.removeAttribute('open');
    $('summary', menu).focus();
  },
  true,
);
