import { limit } from '../../../../scripts/test/limits.ts';
import { Bancard } from '../../../sandbox/src/bancard/bancard.ts';
import { readConfig } from '../../../sandbox/src/config.ts';
import { PayPal } from '../../../sandbox/src/paypal/paypal.ts';
import { Wallets } from '../../../sandbox/src/wallets.ts';
import { aSandbox } from '../../../sandbox/test/a-sandbox.ts';

/** One sandbox with every provider, over HTTP. What it tells the shop is sent by the tests, which say when and how often. */
export async function anOutside() {
  const config = readConfig({});
  const services = { wallets: new Wallets(config.wallets), bancard: new Bancard(config.bancard), paypal: new PayPal(config.paypal) };
  return { ...(await aSandbox(services)), ...services, config };
}

export type Outside = Awaited<ReturnType<typeof anOutside>>;

/** Long enough for a slow machine. */
export const TIMEOUT_MS = limit(6000);
