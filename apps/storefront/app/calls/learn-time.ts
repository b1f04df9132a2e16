import { serverClock } from '@butaca/browser/server-clock.ts';
import { loadClient } from './load-client.ts';

/** Asks the server what time it is; false without an answer. Any answer says so, and this is the smallest that no cache gives. */
export async function learnTime(): Promise<boolean> {
  const [{ listShowTypes }, client] = await Promise.all([import('@butaca/contract/catalogue'), loadClient()]);
  return (await client.ask(listShowTypes, {}, { asOf: serverClock.now() })) !== undefined;
}
