import { expect, test } from 'vitest';
import { type AttemptRow, type CardGateway, chargeAttempt, queryAttempt } from '../../src/payments/index.ts';

const attempt: AttemptRow = {
  purchaseId: 'of-ana',
  reference: 'ours',
  provider: 'payway',
  amount: 2_300_000,
  currency: 'ARS',
  split: [],
  instalments: 1,
  brand: 'visa',
  lastFour: '4905',
  state: 'started',
  declineReason: null,
  declineCount: null,
  ageSeconds: 0,
};
const card = { token: 't', bin: '450799', gatewayMethodId: 1, customer: { id: 'ana', email: 'ana@correo.example', ip: '203.0.113.7' } };

/** A provider that repeats the request like this, whatever it was. */
function repeating(echo: { reference?: string; amount?: number; currency?: string }) {
  const { reference, amount, currency } = attempt;
  const approved = {
    result: 'approved' as const,
    paymentId: '77',
    echo: { reference, amount, currency, ...echo },
    facts: { http: 201 },
  };
  return { approved, provider: { charge: async () => approved, query: async () => approved } as unknown as CardGateway };
}

test('an answer about the same reference, amount and currency is believed as it came', async () => {
  const { approved, provider } = repeating({});
  expect(await chargeAttempt(provider, attempt, card)).toBe(approved);
  expect(await queryAttempt(provider, attempt)).toBe(approved);
});

test.each([
  ['reference', { reference: 'another' }, 'another 2300000 ARS'],
  ['amount', { amount: 2_299_900 }, 'ours 2299900 ARS'],
  ['currency', { currency: 'USD' }, 'ours 2300000 USD'],
])('an answer about another %s proves nothing, and what it said is kept', async (_, echo, mismatch) => {
  const { provider } = repeating(echo);
  const unknown = { result: 'unknown', facts: { http: 201, claimed: 'approved', mismatch } };
  expect(await chargeAttempt(provider, attempt, card)).toEqual(unknown);
  expect(await queryAttempt(provider, attempt)).toEqual(unknown);
});
