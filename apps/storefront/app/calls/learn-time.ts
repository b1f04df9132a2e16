import { elapsedMs, serverClock } from '@butaca/browser/server-clock.ts';
import { readCallSettings } from './settings.ts';

/** The public call with the smallest answer (`listShowTypes`), by its path alone: a first visit may ask, and the client is as large as half of it. */
export const SMALLEST_CALL = '/v2/EspectaculoCartelTipos';

/** Asks the server what time it is; false without an answer. Any answer says so that no cache gives, which an address of its own sees to. */
export async function learnTime(): Promise<boolean> {
  const sentAt = elapsedMs();
  const answer = await fetch(`${readCallSettings().host}${SMALLEST_CALL}?desde=${serverClock.now()}`, { cache: 'no-store' });
  if (answer.ok) serverClock.hearFresh(answer, elapsedMs() - sentAt);
  return answer.ok;
}
