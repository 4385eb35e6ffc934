// Day or night as chosen before.  A classic script in the head: it runs before anything is painted.
(() => {
  const root = document.documentElement;
  const kept = (document.cookie.match(/(?:^|; )gunbai-theme=(light|dark)/) || [])[1];
  if (kept) root.dataset.theme = kept;

  /** The other one, remembered in a cookie. */
  function change() {
    const dark = root.dataset.theme
      ? root.dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
    const next = dark ? 'light' : 'dark';
    root.dataset.theme = next;
    document.cookie = `gunbai-theme=${next}; path=/; max-age=31536000; samesite=lax`;
  }

  document.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('#theme')) change();
  });
})();
