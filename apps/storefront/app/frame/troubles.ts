import { useSyncExternalStore } from 'react';

/** Titles of the frame's dialogs by their message key (C-03). */
export type Trouble = 'Attention';

let trouble: Trouble | null = null;
const listeners = new Set<() => void>();

/** Opens the frame's dialog; several failures at once are one dialog (AN-005). */
export function showTrouble(title: Trouble) {
  set(title);
}

export const closeTrouble = () => set(null);

function set(next: Trouble | null) {
  if (trouble === next) return;
  trouble = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTrouble = (): Trouble | null =>
  useSyncExternalStore(
    subscribe,
    () => trouble,
    () => null,
  );
