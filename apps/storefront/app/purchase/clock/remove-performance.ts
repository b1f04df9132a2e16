import type { Purchase } from '@butaca/contract';
import { releaseGroup } from '@butaca/contract/places';

/** Gives back all places of one performance: the purchase as it is then, or null when it stayed as it was (C-20). */
export async function removePerformance(purchaseId: string, performanceId: number): Promise<Purchase | null> {
  const { client } = await import('../../calls/browser-client.ts');
  const outcome = await client.call(releaseGroup, { params: { purchaseId }, body: { performanceId } }, { purpose: 'page' });
  return outcome.status === 'ok' ? outcome.data : null;
}
