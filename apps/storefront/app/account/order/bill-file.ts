import type { Client } from '@butaca/contract';
import { getBillFile } from '@butaca/contract/bill';

/** A bill of an order as a PDF; `log-in` when the session has expired. */
export async function billFile(call: Client['call'], orderId: string, billId: string): Promise<File | 'failed' | 'log-in'> {
  // No dialog of the frame: the page shows the failure itself.
  const outcome = await call(getBillFile, { params: { orderId, billId } }, { purpose: 'charging' });
  if (outcome.status === 'ok') return outcome.data;
  return outcome.status === 'unauthorised' ? 'log-in' : 'failed';
}
