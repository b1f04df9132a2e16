const KEY = 'butaca.last-performance';

/** Kept at each visit of a performance page, for the way back after a purchase has ended (PT-026). */
export function rememberPerformance(path: string) {
  try {
    localStorage.setItem(KEY, path);
  } catch {
    // Without storage the way back is the billboard.
  }
}

export function lastPerformance(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
