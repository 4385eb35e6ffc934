// Day or night as chosen before.  A classic script in the head: it runs before anything is painted.
(() => {
  const root = document.documentElement;
  let kept = '';
  try {
    kept = localStorage.getItem('gunbai-theme') || '';
  } catch {
    kept = '';
  }
  if (kept === 'dark' || kept === 'light') root.dataset.theme = kept;

  /** The other one, remembered here and told to the server by a cookie. */
  function change() {
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    const next = dark ? 'light' : 'dark';
    root.dataset.theme = next;
    document.cookie = `gunbai-theme=${next}; path=/; max-age=31536000; samesite=lax`;
    try {
      localStorage.setItem('gunbai-theme', next);
    } catch {
      // The cookie is enough.
    }
  }

  document.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('#theme')) change();
  });
})();
