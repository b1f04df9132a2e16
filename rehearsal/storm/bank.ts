import type { NextAction } from '@butaca/contract';
import { askSandbox } from './ask-sandbox.ts';
import { DEVICE } from './card-forms.ts';
import type { Fate, ProviderName } from './fates.ts';

type Given = { readonly name: string; readonly value: string }[];

/** What the hidden page of a step hands over to the shop's. */
export async function showDevice(provider: ProviderName, step: NextAction): Promise<Given> {
  return provider === 'payway' ? handedOver(await open(step)) : DEVICE;
}

/** What the card's holder answers on the page of the bank, and what that hands over; null for one who closes it. */
export async function answerBank(provider: ProviderName, step: NextAction, fate: Fate): Promise<Given | null> {
  const page = await open(step);
  if (fate === 'challenge abandoned') return null;
  if (provider === 'mercadopago') {
    await post(step.url ?? '', { do: fate === 'challenge failed' ? 'declined' : 'approved' });
    return [{ name: 'status', value: 'COMPLETE' }];
  }
  // The issuer of `asksAndRefuses` is not content with who says to be the holder.
  const fields = { ...hiddenFields(page), end: fate === 'challenge cancelled' ? 'cancelled' : 'passed' };
  const answered = await post(new URL(/<form method="post" action="([^"]*)"/.exec(page)?.[1] ?? '', step.url).href, fields);
  return provider === 'payway' ? handedOver(answered) : [{ name: 'TransactionId', value: hiddenFields(answered).TransactionId ?? '' }];
}

const open = ({ url = '', fields = [] }: NextAction) => post(url, Object.fromEntries(fields.map(({ name, value }) => [name, value])));

const hiddenFields = (page: string): Record<string, string> =>
  Object.fromEntries([...page.matchAll(/name="(\w+)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [name, value]));

const handedOver = (page: string): Given => [{ name: 'instruction_value', value: /"instruction_value":"([^"]*)"/.exec(page)?.[1] ?? '' }];

async function post(url: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const response = await askSandbox(url, { method: 'POST', body: new URLSearchParams(fields) });
  return response.text();
}
