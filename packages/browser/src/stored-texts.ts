/** Texts by key, as a browser stores them. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The browser's own storage; where it is forbidden, and on the server, an empty one that lives as long as the page. */
export function storageNamed(name: 'localStorage' | 'sessionStorage'): TextStore {
  try {
    if (typeof document !== 'undefined') return window[name];
  } catch {
    // A browser that forbids storage throws when the property is read.
  }
  const texts = new Map<string, string>();
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  };
}
