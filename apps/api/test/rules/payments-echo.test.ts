import { expect, test } from 'vitest';
import { beginAttempt, type Provider, queryAttempt } from '../../src/payments/index.ts';
import { aBeginning, anAttemptRow } from '../factories/provider.ts';

const attempt = anAttemptRow();
const { reference: _, number: __, amount: ___, currency: ____, instalments: _____, ...once } = aBeginning();

/** A provider that repeats the request like this, whatever it was. */
function repeating(echo: { reference?: string; amount?: number; currency?: string }) {
  const { reference, amount, currency } = attempt;
  const approved = {
    result: 'approved' as const,
    paymentId: '77',
    echo: { reference, amount, currency, ...echo },
    facts: { http: 201 },
  };
  return { approved, provider: { begin: async () => approved, ask: async () => approved } as unknown as Provider };
}

test('an answer about the same reference, amount and currency is believed as it came', async () => {
  const { approved, provider } = repeating({});
  expect(await beginAttempt(provider, attempt, once)).toBe(approved);
  expect(await queryAttempt(provider, attempt)).toBe(approved);
});

test.each([
  ['reference', { reference: 'another' }, 'another 2300000 ARS'],
  ['amount', { amount: 2_299_900 }, 'ours 2299900 ARS'],
  ['currency', { currency: 'USD' }, 'ours 2300000 USD'],
])('an answer about another %s proves nothing, and what it said is kept', async (_, echo, mismatch) => {
  const { provider } = repeating(echo);
  const unknown = { result: 'unknown', facts: { http: 201, claimed: 'approved', mismatch } };
  expect(await beginAttempt(provider, attempt, once)).toEqual(unknown);
  expect(await queryAttempt(provider, attempt)).toEqual(unknown);
});
