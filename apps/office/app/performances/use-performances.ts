import { listOfficePerformances } from '@butaca/contract/office';
import { useQuery } from '@tanstack/react-query';
import { client } from '../client.ts';
import { endSession } from '../session/store.ts';

/** While the page is looked at; in the background nothing is asked, and coming back asks at once. */
const POLL_MS = 2000;

export const usePerformances = () =>
  useQuery({ queryKey: ['performances'], queryFn: ({ signal }) => readPerformances(signal), refetchInterval: POLL_MS });

/** Throws when there is no answer; a session that is over, or no longer an organiser’s, ends here too. */
async function readPerformances(signal: AbortSignal) {
  const outcome = await client.call(listOfficePerformances, {}, { purpose: 'background', signal });
  if (outcome.status === 'ok') return outcome.data;
  if (outcome.status === 'unauthorised') endSession('over');
  if (outcome.status === 'refusal' && outcome.failure === 'not_for_you') endSession('not-for-you');
  throw new Error(outcome.status);
}
