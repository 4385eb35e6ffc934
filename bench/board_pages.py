"""What ``bench board`` runs inside the browser: the bare page of the floor, and clocks about the page of a game."""

BARE = """<!doctype html><title>-</title><style>html, body { margin: 0 } svg { width: 1440px; height: 960px }</style>
<svg id="t" viewBox="0 0 1440 960"></svg>
<script>
  const whole = (off) => Array.from({ length: 400 }, (_, n) =>
    `<g id="p${n}" transform="translate(${20 + (n % 40) * 35 + off} ${40 + Math.floor(n / 40) * 90})">` +
    `<circle r="11" fill="#27a" stroke="#124" stroke-width="1.5"/>` +
    `<path d="M0-11V-17" stroke="#124" stroke-width="2"/></g>`).join('');
  const table = document.getElementById('t');
  table.innerHTML = whole(0);
  // How long a deed took, and until the frame after it had been painted.
  const painted = (deed) => new Promise((done) => setTimeout(() => {
    const began = performance.now();
    deed();
    const script = performance.now() - began;
    requestAnimationFrame(() => {
      const after = new MessageChannel();
      after.port1.onmessage = () => done([script, performance.now() - began]);
      after.port2.postMessage(0);
    });
  }, 20 + Math.random() * 16));
</script>"""
"""Four hundred counters, and nothing else."""

BARE_SOME = """async (count) => {
  const at = Math.random() * 100;
  return painted(() => {
    for (let n = 0; n < count; n += 1) {
      const node = document.getElementById(`p${(n * 37) % 400}`);
      node.setAttribute('transform', `translate(${200 + at + 20 * n} ${300 + at})`);
    }
  });
}"""
"""So many counters are moved."""

BARE_WHOLE = """async () => painted(() => { table.innerHTML = whole(Math.random()); })"""
"""All counters are drawn anew."""

BARE_DRAG = """() => {
  const node = document.getElementById('p205');
  document.addEventListener('pointermove', (event) =>
    node.setAttribute('transform', `translate(${event.clientX} ${event.clientY})`));
}"""
"""One counter follows the pointer."""

GAPS = """
  const frames = () => {
    const at = [];
    let on = true;
    const frame = (now) => { at.push(now); if (on) requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
    return () => { on = false; return at.slice(1).map((now, n) => now - at[n]); };
  };"""
"""The instants of all frames from now on are kept, until what it gives is called."""

FRAMES = f"() => {{ {GAPS} window.frameGaps = frames(); }}"
"""The same; ``frameGaps`` ends it."""

BARE_GOING = (
    f"async (count) => {{ {GAPS} "
    + """
  const going = Array.from({ length: count }, (_, n) => document.getElementById(`p${n * 9}`)).map((node) =>
    node.animate([{ transform: getComputedStyle(node).transform }, { transform: 'translate(700px, 480px)' }], 2000));
  const gaps = frames();
  performance.mark('goes');
  await Promise.all(going.map(({ finished }) => finished));
  performance.mark('goes');
  return gaps();
}"""
)
"""So many counters go somewhere at once; the gaps between frames meanwhile, in milliseconds."""

LATEST = 60_000
"""Milliseconds within which a page has shown all that it was told of."""

GOING = (
    f"async (count) => {{ const latest = {LATEST}; "
    + """
  const shows = () => document.getElementById('layer-eye').classList.contains('is-playing');
  const nodes = [...document.querySelectorAll('#layer-counters .counter[data-r]')].slice(0, count);
  const going = () => nodes.filter((node) => node.getAnimations().length).length;
  const seen = [];
  const until = async (there, what) => {
    for (const late = performance.now() + latest; !there(); ) {
      if (performance.now() > late) throw new Error(`the page never ${what}`);
      const at = await new Promise(requestAnimationFrame);
      const count = going();
      if (count) performance.mark('goes');
      seen.push({ at, count });
    }
  };
  await until(() => !shows() && !going(), 'came to rest');
  document.body.dataset.pictures = 'slow';
  seen.length = 0;
  const moved = nodes.map((node) => {
    const { e, f } = node.transform.baseVal.consolidate().matrix;
    const copy = node.cloneNode(false);
    copy.setAttribute('transform', `translate(${e + 40} ${f + 250})`);
    copy.setAttribute('data-same', '');
    return copy.outerHTML;
  });
  const picture = JSON.stringify({ kind: 'walk', by: nodes.map((node) => node.dataset.piece) });
  const row = `<li id="e-99999999" data-seq="99999999" data-picture='${picture}'><div>All go.</div></li>`;
  const content = `<svg hx-swap-oob="counters:#layer-counters">${moved.join('')}</svg>`
    + `<ol hx-swap-oob="lines:#log .scroll">${row}</ol>`;
  const data = JSON.stringify({ v: Number(document.body.dataset.version), gone: [], content });
  window.lines.at(-1).dispatchEvent(new MessageEvent('message', { data }));
  await until(shows, 'showed what came');
  await until(() => !shows(), 'had shown what came');
  const gaps = seen.slice(1).flatMap(({ at, count }, n) => (count ? [at - seen[n].at] : []));
  return [Math.max(...seen.map(({ count }) => count)), gaps];
}"""
)
"""A message comes in which so many have gone somewhere: how many are seen going at once, and the gaps between frames
while any is.

It is marked each time that any is seen going.  All frames are looked at from before it comes until the page says that
what came is over, so that nothing that goes is missed; what was shown before is over then.
"""

HOOK = """(() => {
  const Real = window.WebSocket;
  const arrived = new Map();
  window.heard = [];
  window.lines = [];
  window.WebSocket = class extends Real {
    constructor(...args) {
      super(...args);
      window.lines.push(this);
      this.addEventListener('message', (event) => arrived.set(event.data, performance.now()));
    }
  };
  // From the message's arrival: until all it changes is in place, and until the frame after it had been painted.
  document.addEventListener('htmx:ws:after:message:incoming', ({ detail }) => queueMicrotask(() => {
    const { data } = detail.message;
    const [began, script] = [arrived.get(data), performance.now() - arrived.get(data)];
    arrived.delete(data);
    requestAnimationFrame(() => {
      const after = new MessageChannel();
      after.port1.onmessage = () => {
        const paint = performance.now() - began;
        const [patches, whole] = [data.split('<g id=\\\\"p-').length - 1, data.includes('"whole":true')];
        window.heard.push({ script, paint, bytes: data.length, patches, whole });
      };
      after.port2.postMessage(0);
    });
  }));
})()"""
"""Every message of a line is timed."""

LOADED = "() => performance.getEntriesByType('navigation')[0].loadEventEnd"
"""Milliseconds from the request to a page with all its scripts run."""
