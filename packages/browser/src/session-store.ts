import { readStoredSession, type StoredSession, type StoredUser, writeStoredSession } from '@butaca/contract/stored-session';
import { createStore, useStore } from './create-store.ts';
import { type ServerClock, serverClock } from './server-clock.ts';
import { isOpen } from './shop-session.ts';

interface Options {
  /** In the browser's storage. */
  readonly key: string;
  readonly sessionMinutes: () => number;
  /** Called after each change in this tab or another one, before the listeners. */
  readonly onChange?: () => void;
  /** The page's own, unless a test has another. */
  readonly clock?: Pick<ServerClock, 'now' | 'isKnown' | 'onKnown'>;
}

/**
 * The session of this browser, shared by all its tabs. Until the server has said what time it is, a stored one counts as open: the device's
 * clock ends none.
 */
export function createSessionStore({ key, sessionMinutes, onChange, clock = serverClock }: Options) {
  /** Counts the changes: the session itself is read from storage, which other tabs change too. */
  const changes = createStore(0, {
    start: () => {
      const otherTab = (event: StorageEvent) => {
        if (event.key === key || event.key === null) changed();
      };
      window.addEventListener('storage', otherTab);
      return () => window.removeEventListener('storage', otherTab);
    },
  });
  let read: { readonly text: string | null; readonly session: StoredSession | null } | undefined;

  function stored(): StoredSession | null {
    const text = readStorage(key);
    if (read?.text !== text) read = { text, session: readStoredSession(text) };
    return read.session;
  }

  /** Whether it would be over if the clock is right. */
  function seemsOver(): boolean {
    const session = stored();
    return session !== null && !isOpen(session.loggedInAt, clock.now(), sessionMinutes());
  }

  const isOver = () => clock.isKnown() && seemsOver();

  /** The open session, or null; changes nothing. */
  const get = (): StoredSession | null => (isOver() ? null : stored());

  function changed() {
    onChange?.();
    changes.set(changes.get() + 1);
  }

  /** False when the browser does not store it. */
  function open(token: string, user: Omit<StoredUser, 'hasAlias'> & { readonly hasAlias?: boolean | undefined }): boolean {
    return store({ token, loggedInAt: clock.now(), user: { ...user, hasAlias: user.hasAlias ?? false } });
  }

  /** What its owner changed: the name that is shown, the address. */
  function rename(change: Partial<Pick<StoredUser, 'name' | 'email'>>) {
    const session = get();
    if (session) store({ ...session, user: { ...session.user, ...change } });
  }

  function store(session: StoredSession): boolean {
    try {
      localStorage.setItem(key, writeStoredSession(session));
    } catch {
      return false;
    }
    changed();
    return true;
  }

  /** Throws what the browser's storage throws. */
  function clear() {
    localStorage.removeItem(key);
    changed();
  }

  clock.onKnown(() => isOver() && changed());

  return {
    get,
    open,
    rename,
    clear,
    /** Whether it counts as open only because the server has not said yet what time it is. */
    isDoubtful: () => !clock.isKnown() && seemsOver(),
    /** Removes a session that has expired, or that cannot be read, so that its token is not treated as present (SE-003); whether there was one. */
    clearExpired(): boolean {
      const isThere = readStorage(key) !== null && !get();
      if (isThere) clear();
      return isThere;
    },
    /** Null on the server and until the page is hydrated, because public pages hold nothing personal. */
    useSession: (): StoredSession | null => useStore({ get, subscribe: changes.subscribe }, () => null),
  };
}

function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
