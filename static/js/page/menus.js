// Menus that are open close where one goes on elsewhere, and with Escape: the keys are then where they were opened.

import { $ } from './dom.js';

function shut() {
  const menu = $('.menu[open]');
  menu?.removeAttribute('open');
  return menu;
}

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || !target.closest('.menu')) shut();
});
document.addEventListener(
  'keydown',
  (event) => {
    if (event.key !== 'Escape' || !$('.menu[open]')) return;
    event.stopPropagation();
    $('summary', shut()).focus();
  },
  true,
);
