// A page that no longer agrees with the server is asked for anew, but not again and again.

import { tab } from './memory.js';

/** How long a page that broke is not asked for once more. */
const AGAIN = 60_000;

/** The page is asked for anew, unless it just was; whether it is. */
export function afresh() {
  if (Date.now() - Number(tab.get('torn') || 0) < AGAIN) return false;
  tab.set('torn', String(Date.now()));
  location.reload();
  return true;
}
