import { recordPrint } from '@butaca/contract/box-office';
import { ticketsFile } from '../account/order/tickets-file.ts';
import { loadClient } from '../calls/load-client.ts';
import { randomId } from '../calls/random-id.ts';

/** The tickets for the roll. That they are printed is written down first: without its line nobody gets paper. */
export async function printedTickets(orderId: string, reason?: string): Promise<File | 'failed' | 'log-in'> {
  const { call } = await loadClient();
  const recorded = await call(
    recordPrint,
    { params: { orderId }, body: reason === undefined ? {} : { reason } },
    { purpose: 'charging', idempotencyKey: randomId() },
  );
  if (recorded.status === 'unauthorised') return 'log-in';
  return recorded.status === 'ok' ? ticketsFile(orderId, 'receipt') : 'failed';
}
