import { listRunningPurchases } from '@butaca/contract/purchase';
import { loadClient } from '../../calls/load-client.ts';
import { purchaseClock } from './purchase-clock.ts';

/** After a log-in: the purchase that runs in the account goes on in this browser, on whatever device it was started. */
export async function followAccount(): Promise<void> {
  const running = await (await loadClient()).ask(listRunningPurchases, {});
  if (running) await purchaseClock.follow(running.items);
}
