import { notify } from '../frame/notices.ts';
import { cancelPurchase } from '../frame/purchase-pieces.ts';
import { pathTo } from '../paths.ts';
import { clearSession, currentSession } from './store.ts';

/**
 * Ends the session here at once and goes to the billboard. The server's call runs in the background, and its outcome changes
 * nothing on the screen (SE-004..SE-011). A running purchase shows its dialog, otherwise there is a notice (C-35).
 */
export async function logOut(navigate: (to: string) => void | Promise<void>) {
  const token = currentSession()?.token;
  try {
    clearSession();
    const key = 'Your user session has been disconnected';
    if (!(await cancelPurchase(key))) notify({ key });
  } catch (error) {
    notify({ key: 'auth.error.error', detail: error instanceof Error ? error.message : String(error) });
  }
  if (token) void revoke(token);
  await navigate(pathTo('cartelera', {}));
}

async function revoke(token: string) {
  const [{ clientWith }, { logOut: endpoint }] = await Promise.all([
    import('../calls/browser-client.ts'),
    import('@butaca/contract/customers'),
  ]);
  // The token is no longer in storage, so this one call brings its own.
  await clientWith(() => token).ask(endpoint, {});
}
