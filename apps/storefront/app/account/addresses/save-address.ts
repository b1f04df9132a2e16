import type { Address } from '@butaca/contract/account';
import { loadClient } from '../../calls/load-client.ts';
import { accountOutcome } from '../account-outcome.ts';
import type { NewAddress } from './AddressForm.tsx';

/** Adds an address to the account; all of its addresses then, the preferred one first. */
export async function saveNewAddress(values: NewAddress) {
  const { addAddress } = await import('@butaca/contract/account');
  return addressesIn(accountOutcome(await (await loadClient()).call(addAddress, { body: values })));
}

export const addressesIn = (outcome: ReturnType<typeof accountOutcome<{ readonly addresses: Address[] }>>) =>
  outcome.status === 'done' ? { ...outcome, data: outcome.data.addresses } : outcome;
