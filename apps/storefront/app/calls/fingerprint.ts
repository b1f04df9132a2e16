import { randomId } from './random-id.ts';

const KEY = 'butaca.fingerprint';
let inMemory: string | undefined;

/** A random value per browser (CA-003), unrelated to the device. */
export function fingerprint(): string {
  inMemory ??= stored() ?? keep(randomId());
  return inMemory;
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(id: string): string {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // Without storage it lives as long as the page.
  }
  return id;
}
