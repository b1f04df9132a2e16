import type { Switches } from '../../../sandbox/src/gateway/switches.ts';
import { aPayway, paywayCards } from '../factories/payway.ts';
import { type Outside, TIMEOUT_MS } from './outside.ts';
import { noWebhooks, type ProviderUnderTest } from './provider-under-test.ts';

const cards = {
  approve: paywayCards.plain,
  decline: paywayCards.unfunded,
  cancel: paywayCards.challenge,
  leave: paywayCards.challenge,
  challenge: paywayCards.deviceAndChallenge,
  fail: paywayCards.challengeFails,
} as const;

/** Payway answers most charges with their end; some issuers ask their buyers before. */
export function paywayUnderTest(outside: Outside): ProviderUnderTest {
  const { control, send, origin } = outside;
  const there = aPayway(outside, TIMEOUT_MS);
  const switches = {
    lost: { loseAfterApproving: 1 },
    down: { failNext: 1 },
    'wrong amount': { wrongAmount: true },
    'wrong currency': { wrongCurrency: true },
    'refund lost': { loseRefunds: 1 },
  } satisfies Record<string, Partial<Switches>>;
  return {
    provider: there.provider,
    currency: 'ARS',
    method: { id: 1, provider: 'payway', kind: 'card', name: 'Tarjeta', mark: 'card', channels: ['online'], options: {} },
    form: (fate) => there.card(cards[fate]),
    async atTheProvider(fate, { next }) {
      if (next?.kind === 'hidden_form') return { instruction_value: (await there.open(next)).instruction_value };
      if (next?.kind !== 'challenge') throw new Error(`the buyer has no step: ${next?.kind}`);
      return there.answerBank(next, fate === 'cancel' ? 'cancelled' : 'passed');
    },
    isChargedAtOnce: true,
    arm: (fault) => control(switches[fault]),
    calm: () => control({}),
    ownWords: /insufficient_amount|rejected/,
    async returned({ reference }) {
      const { payments } = (await send(`${origin}/gateway/payments.json`)).body;
      const made = payments as unknown as { reference: string; refunded: number }[];
      return made.find((each) => each.reference === reference)?.refunded ?? 0;
    },
    missing: {
      ...noWebhooks('Payway sends no calls; the worker asks'),
      'provider down': 'a charge that is not answered may have been made',
    },
  };
}
