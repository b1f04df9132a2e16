import { ClickKey } from '@butaca/browser/click-key.ts';
import { recordPrint } from '@butaca/contract/box-office';
import { getTicketsFile } from '@butaca/contract/order';
import { isKeyReused } from '../calls/key-reused.ts';
import { loadClient } from '../calls/load-client.ts';
import { counterCall } from '../calls/until-answered.ts';

const click = new ClickKey();

/** The tickets for the roll. That they are printed is written down first: without its line nobody gets paper. */
export async function printedTickets(orderId: string, reason?: string): Promise<File | 'failed' | 'said by the frame' | 'log-in'> {
  const call = counterCall((await loadClient()).call);
  const body = reason === undefined ? {} : { reason };
  const recorded = await click.keyed(call)(recordPrint, { params: { orderId }, body }, { purpose: 'charging' });
  if (recorded.status === 'unauthorised') return 'log-in';
  if (isKeyReused(recorded)) return 'said by the frame';
  if (recorded.status !== 'ok') return 'failed';
  const printed = await call(getTicketsFile, { params: { orderId, format: 'receipt' }, query: {} }, { purpose: 'charging' });
  if (printed.status === 'unauthorised') return 'log-in';
  return printed.status === 'ok' ? printed.data : 'failed';
}
