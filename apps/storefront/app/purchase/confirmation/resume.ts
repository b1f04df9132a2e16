import { ClickKey } from '@butaca/browser/click-key.ts';
import type { PaymentResult } from '@butaca/contract';
import { resumePayment } from '@butaca/contract/payment';
import { loadClient } from '../../calls/load-client.ts';

/** What a step gave the browser, by name; it proves nothing. */
export type StepGiven = Readonly<Record<string, string>>;

const click = new ClickKey();

/** Goes on with a payment after its step, whose `url` tells it from the next one. Undefined when nothing is known of what became of it. */
export async function resume(purchaseId: string, given: StepGiven, url?: string): Promise<PaymentResult | undefined> {
  const client = await loadClient();
  const call = click.keyed(client.call, url);
  const outcome = await call(resumePayment, { params: { purchaseId }, body: { given: namedFields(given) } }, { purpose: 'charging' });
  return outcome.status === 'ok' ? outcome.data : undefined;
}

/** For the wire, which takes at least one. */
export const namedFields = (given: StepGiven) => Object.entries({ step: 'done', ...given }).map(([name, value]) => ({ name, value }));

const MOST_GIVEN = 18;

/** What a provider wrote into the address that the browser came back to; null when that is nothing but ours. */
export function givenInAddress(search: string, own: readonly string[]): StepGiven | null {
  const theirs = [...new URLSearchParams(search)].filter(([name]) => !own.includes(name) && /^\w{1,60}$/.test(name)).slice(0, MOST_GIVEN);
  return theirs.length === 0 ? null : Object.fromEntries(theirs.map(([name, value]) => [name, value.slice(0, 4096)]));
}
