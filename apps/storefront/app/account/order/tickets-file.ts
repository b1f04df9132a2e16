import { getTicketsFile } from '@butaca/contract/order';
import { loadClient } from '../../calls/load-client.ts';

/** The tickets as a PDF; `log-in` when the session has expired. */
export async function ticketsFile(orderId: string, format: 'a4' | 'receipt'): Promise<File | 'failed' | 'log-in'> {
  const client = await loadClient();
  // No dialog of the frame: the page shows the failure itself.
  const outcome = await client.call(getTicketsFile, { params: { orderId, format } }, { purpose: 'charging' });
  if (outcome.status === 'ok') return outcome.data;
  return outcome.status === 'unauthorised' ? 'log-in' : 'failed';
}
