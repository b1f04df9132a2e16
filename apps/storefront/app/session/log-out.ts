import type { TopBarVariant } from '../chrome/variants.ts';
import type { Notice } from '../frame/NoticeArea.tsx';
import { pathTo } from '../paths.ts';

const DISCONNECTED = 'Your user session has been disconnected';

export interface LogOutWorld {
  readonly token: string | undefined;
  /** Removes user and token; throws what the browser's storage throws. */
  readonly clear: () => void;
  /** Clears process, timers and purchase, and gives its places back; false when no purchase was running. */
  readonly cancelPurchase: (message: string) => Promise<boolean>;
  readonly notify: (notice: Notice) => void;
  /** Ends the session on the server too; its outcome changes nothing here. */
  readonly revoke: (token: string) => void;
  /** Loads the log-out of an external login; nothing waits for it (SE-010). */
  readonly leaveProvider: () => void;
  readonly bar: Pick<TopBarVariant, 'simple'>;
  readonly pathname: string;
  readonly go: (path: string) => void | Promise<void>;
}

/**
 * Ends the session here at once and goes to the billboard (SE-004..SE-014). A running purchase shows its dialog, otherwise there is a
 * notice (C-35).
 */
export async function logOut({
  token,
  clear,
  cancelPurchase,
  notify,
  revoke,
  leaveProvider,
  bar,
  pathname,
  go,
}: LogOutWorld): Promise<void> {
  const home = pathTo('cartelera', {});
  let leaves = leavesAfterLogOut(bar, pathname);
  try {
    clear();
    if (!(await cancelPurchase(DISCONNECTED))) notify({ key: DISCONNECTED });
  } catch (error) {
    notify({ key: 'auth.error.error', detail: error instanceof Error ? error.message : String(error) });
    leaves = pathname !== home;
  }
  if (token !== undefined) revoke(token);
  leaveProvider();
  if (leaves) await go(home);
}

/** Billboard, login, sign-up, performances and landings. */
const MAY_STAY = /^\/(?:(?:login|signup)\/?|funcion(?:\/.*)?|landing\/.*)?$/i;

/** Simpler bars leave a visitor where they are on some pages (SE-012). */
const leavesAfterLogOut = ({ simple }: LogOutWorld['bar'], pathname: string): boolean => !(simple && MAY_STAY.test(pathname));
