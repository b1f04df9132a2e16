import { createStore } from '@butaca/browser/create-store.ts';
import { loadClient } from '../calls/load-client.ts';
import { currentSession } from '../session/store.ts';
import { purchaseClock } from './clock/purchase-clock.ts';
import type { PlacesRules } from './limits.ts';

/** The limits of a performance's places, with what the account has beside its purchase once it was asked; without an answer those of everybody. */
export function placesLimits(performanceId: number, usual: PlacesRules) {
  const rules = createStore(usual);
  return {
    rules,
    async read() {
      const read = currentSession() ? await readPlacesRules(performanceId, purchaseClock.get().purchase?.id) : null;
      if (read) rules.set(read);
    },
  };
}

/** Null without an answer. */
export async function readPlacesRules(performanceId: number, purchaseId: string | undefined): Promise<PlacesRules | null> {
  const [client, { listPlacesRules }] = await Promise.all([loadClient(), import('@butaca/contract/places')]);
  const answer = await client.ask(listPlacesRules, { params: { performanceId }, query: { purchaseId } });
  const [first, ...others] = answer?.items ?? [];
  return first ? [first, ...others] : null;
}
