"""What tests look at while what happens is shown on a table: scripts for the page."""

APART = """async () => {
  for (const _ of [0, 1]) await new Promise(requestAnimationFrame);
  const at = (node) => new DOMMatrix(getComputedStyle(node).transform);
  const stands = (node) => node.transform.baseVal.consolidate().matrix;
  const near = (a, b) => Math.hypot(a.e - b.e, a.f - b.f) < 0.1;
  const counters = [...document.querySelectorAll('#layer-counters .counter[data-group]')];
  return [...document.querySelectorAll('#unit-names > g')].filter((name) => {
    const unit = counters.filter((one) => one.dataset.group === name.dataset.unit);
    const bearers = unit.filter((one) => near(stands(one), stands(name)));
    const going = bearers.some((one) => one.getAnimations().some((way) => way.id !== 'glide'));
    return going && !bearers.some((one) => near(at(one), at(name)));
  }).map((name) => name.dataset.unit);
}"""
"""Units whose name is shown elsewhere than whom it stands on, while a picture moves him."""
WATCH = """() => {
  window.beats = 0;
  new MutationObserver((all) => (window.beats += all.some(({ addedNodes }) => addedNodes.length)))
    .observe(document.querySelector('.eye-beat'), { childList: true });
  window.captions = [];
  const banner = document.querySelector('.eye-banner');
  new MutationObserver(() => banner.matches('.is-caption') && window.captions.push(banner.textContent))
    .observe(banner, { childList: true });
}"""
UNTOLD = """() => {
  const log = document.querySelector('#log').textContent.replace(/\\s+/g, ' ');
  return window.captions.filter((one) => !one || !log.includes(one.replace(/\\s+/g, ' ')));
}"""
"""What was written below a picture and is no sentence of the log."""
WRITTEN = """() => {
  const goes = (one) => one.style.transform || one.getAnimations().length > 0;
  const all = [...document.querySelectorAll('#layer-counters > .counter')];
  const [moved, written] = [new Set(all.filter(goes).map(({ id }) => id)), new Set()];
  window.untouched = () => [...written].filter((id) => !moved.has(id));
  const counters = new MutationObserver((all) => all.forEach(({ target, attributeName, oldValue }) => {
    if (!target.matches('.counter')) return;
    written.add(target.id);
    if (attributeName === 'transform' && target.getAttribute('transform') !== oldValue) moved.add(target.id);
  }));
  const options = { attributeFilter: ['transform', 'style'], attributeOldValue: true, subtree: true };
  counters.observe(document.querySelector('#layer-counters'), options);
  const ground = new MutationObserver((all) => all.forEach(({ target }) => {
    if (!target.closest('#names')) written.add(target.id || target.tagName);
  }));
  ground.observe(document.querySelector('#layer-terrain'), { attributes: true, childList: true, subtree: true });
}"""
"""What is drawn anew on the table though it has not moved: kept from now on, and told by ``untouched``.

Who is on his way by now has moved before.  A name of ground gives way to whoever comes to stand on it.
"""
FRESH = """async (address) => {
  const frame = await (window.told[address] ?? (await fetch(address)).json());
  const drawn = new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg">${frame.patches.map(({ svg }) => svg).join('')}</svg>`, 'image/svg+xml');
  const fresh = [...drawn.documentElement.children];
  const here = [...document.querySelectorAll('#layer-counters > *')];
  const bare = (node) => {
    for (const part of [node, ...node.querySelectorAll('*')]) {
      part.classList.remove(
        'is-mute', 'is-seen', 'is-off', 'is-below', 'is-above', 'is-right', 'is-left', 'is-gathered',
        'is-tagged', 'is-large', 'is-own', 'is-plain', 'is-within', 'is-named', 'leads');
      if (!part.classList.length) part.removeAttribute('class');
      if (part !== node && part.matches('.aside, .bears, .banner, :has(> text)')) part.removeAttribute('transform');
      if (part.matches('.stalk')) part.removeAttribute('d');
      if (part.matches('.tag')) part.removeAttribute('width');
      if (part.closest('.bears')) ['--before', '--own'].forEach((name) => part.style.removeProperty(name));
      if (part !== node && part.getAttribute('style') === '') part.removeAttribute('style');
    }
    return node;
  };
  fresh.forEach(bare);
  const differs = (one) => {
    const found = document.getElementById(one.id)?.cloneNode(true);
    const there = found && bare(found);
    if (there?.getAttribute('style') === '') there.removeAttribute('style');
    const shape = (node) => [...node.attributes].map(({ name, value }) => `${name}=${value}`).sort().join()
      + new XMLSerializer().serializeToString(node).replace(/^<[^>]*>/, '');
    const shapes = [there ? shape(there) : 'not there', shape(document.importNode(one, true))];
    return shapes[0] === shapes[1] ? null : [one.id, ...shapes];
  };
  return { wrong: fresh.map(differs).filter(Boolean), more: here.length - fresh.length };
}"""
"""How the board differs from the same moment drawn fresh, but for labels, tags and who is gathered to a sign.

Drawn as the page was told it, if it was: what is hidden while a game goes on is open once it is over.
"""
TOLD = """(() => {
  const real = window.fetch;
  window.told = {};
  window.fetch = async (...asked) => {
    const reply = await real(...asked);
    const { pathname } = new URL(reply.url, location.href);
    if (/\\/frames\\/\\d+$/.test(pathname)) window.told[pathname] = reply.clone().json();
    return reply;
  };
})()"""
"""What a page is told of moments is kept, by where it was asked for."""
