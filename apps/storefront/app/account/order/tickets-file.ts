import { getTicketsFile } from '@butaca/contract/order';
import { loadClient } from '../../calls/load-client.ts';

/** The tickets, or those of a part of a long order, as a PDF of A4; `log-in` when the session has expired. */
export async function ticketsFile(orderId: string, part?: number): Promise<File | 'failed' | 'log-in'> {
  const client = await loadClient();
  // No dialog of the frame: the page shows the failure itself.
  const outcome = await client.call(getTicketsFile, { params: { orderId, format: 'a4' }, query: { part } }, { purpose: 'charging' });
  if (outcome.status === 'ok') return outcome.data;
  return outcome.status === 'unauthorised' ? 'log-in' : 'failed';
}
