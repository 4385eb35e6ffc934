// What a reader chooses while playing: this browser remembers it, and the account if there is one.

const YEAR = 31_536_000;

/** Keep a preference; empty: as usual. */
export function prefer(name, value, account = false) {
  document.cookie = `gunbai-${name}=${value}; path=/; max-age=${value ? YEAR : 0}; samesite=lax`;
  if (!account) return;
  fetch('/api/v1/me', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prefs: { [name]: value } }),
  }).catch(() => null);
}
