import { useSyncExternalStore } from 'react';

/** A brief message of the frame. `key` is the text's key in the frame's catalogue, `detail` is shown after it as it is. */
export interface Notice {
  readonly key: 'Your user session has been disconnected' | 'auth.error.error' | 'signed-up';
  readonly detail?: string;
}

const NOTICE_MS = 8000;

let notice: Notice | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Shows a notice for a while, also over navigations, because it explains why one happened (C-35). */
export function notify(next: Notice) {
  clearTimeout(timer);
  timer = setTimeout(dismissNotice, NOTICE_MS);
  set(next);
}

export function dismissNotice() {
  clearTimeout(timer);
  set(null);
}

function set(next: Notice | null) {
  notice = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useNotice = (): Notice | null =>
  useSyncExternalStore(
    subscribe,
    () => notice,
    () => null,
  );
