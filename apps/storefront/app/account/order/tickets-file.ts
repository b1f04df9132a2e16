import { getTicketsFile } from '@butaca/contract/order';
import { loadClient } from '../../calls/load-client.ts';

/** The tickets as a PDF, or what to do without it. */
export async function ticketsFile(orderId: string, format: 'a4' | 'receipt'): Promise<File | 'failed' | 'log-in'> {
  const client = await loadClient();
  // The page says itself that it failed.
  const outcome = await client.call(getTicketsFile, { params: { orderId, format } }, { purpose: 'charging' });
  if (outcome.status === 'ok') return outcome.data;
  return outcome.status === 'unauthorised' ? 'log-in' : 'failed';
}
