// What a browser remembers for whoever sits at it; nothing where it may not.

/** What this browser remembers; nothing where it may not. */
export const memory = {
  get(key) {
    try {
      return localStorage.getItem(`gunbai-${key}`);
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(`gunbai-${key}`, value);
    } catch {
      // A browser that remembers nothing is no reason to stop.
    }
  },
};

/** The same for this tab alone, until it is closed; nothing is kept of an empty text. */
export const tab = {
  get(key) {
    try {
      return sessionStorage.getItem(`gunbai-${key}`);
    } catch {
      return null;
    }
  },
  set(key, text) {
    try {
      if (text) sessionStorage.setItem(`gunbai-${key}`, text);
      else sessionStorage.removeItem(`gunbai-${key}`);
    } catch {
      // A browser that remembers nothing is no reason to stop.
    }
  },
};
