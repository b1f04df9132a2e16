import { createStore, useStore } from '@butaca/browser/create-store.ts';

/** A brief message of the frame. `key` is the text's key in the frame's catalogue, `detail` is shown after it as it is. */
export interface Notice {
  readonly key: 'Your user session has been disconnected' | 'auth.error.error' | 'signed-up';
  readonly detail?: string;
}

const NOTICE_MS = 8000;

const notice = createStore<Notice | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a notice for a while, also over navigations, because it explains why one happened (C-35). */
export function notify(next: Notice) {
  clearTimeout(timer);
  timer = setTimeout(dismissNotice, NOTICE_MS);
  notice.set(next);
}

export function dismissNotice() {
  clearTimeout(timer);
  notice.set(null);
}

export const useNotice = (): Notice | null => useStore(notice, () => null);
