import { afterLogIn } from './next.ts';

const KEY = 'butaca.link-next';

/** Kept for the tab that the mailed link opens, in this same browser. */
export function keepLinkNext(next: string): void {
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Then the link leads to the billboard.
  }
}

export function takeLinkNext(): string {
  try {
    const next = localStorage.getItem(KEY);
    localStorage.removeItem(KEY);
    return afterLogIn(next);
  } catch {
    return '/';
  }
}
