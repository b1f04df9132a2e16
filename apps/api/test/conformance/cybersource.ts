import { aDevice, cybersourceAt, cybersourceMethod } from '../factories/cybersource.ts';
import { type Outside, TIMEOUT_MS } from './outside.ts';
import { noWebhooks, type ProviderUnderTest } from './provider-under-test.ts';

const cards = {
  approve: '4456530000001005',
  leave: '4456530000001005',
  decline: '4258210000474094',
  cancel: '4456530000001096',
  challenge: '4456530000001096',
  fail: '4456530000001104',
} as const;

/** Every payment shows the device page first; its issuer may ask after that. Only the charge at the end moves money. */
export function cybersourceUnderTest(outside: Outside): ProviderUnderTest {
  const there = cybersourceAt(outside, TIMEOUT_MS);
  const switches = {
    lost: { loseAfterApproving: 1 },
    down: { failAuthentication: 1 },
    'wrong amount': { wrongAmount: 1 },
    'wrong currency': { wrongCurrency: 1 },
    'refund lost': { loseRefund: 1 },
  };
  return {
    provider: there.provider,
    currency: 'ARS',
    method: { ...cybersourceMethod, id: 8 },
    form: (fate) => there.card(cards[fate]),
    async atTheProvider(fate, { next }) {
      if (next?.kind === 'hidden_form') {
        await there.open(next);
        return aDevice;
      }
      if (next?.kind !== 'challenge') throw new Error(`the buyer has no step: ${next?.kind}`);
      if (!(await there.open(next)).text.includes('simulación')) throw new Error('the page does not say that it is a simulation');
      await there.answerBank(next, fate === 'cancel' ? 'cancelled' : 'passed');
      return { TransactionId: 'the browser’s word' };
    },
    arm: (fault) => there.control(switches[fault]),
    calm: () => there.control({}),
    ownWords: /INSUFFICIENT|CONSUMER|AUTHENTICATION/,
    async returned({ reference }) {
      const [payment] = await there.paymentsOf(reference);
      return payment?.status === 'VOIDED' ? payment.cents : (payment?.refunded ?? 0);
    },
    missing: noWebhooks('Cybersource sends no calls; the worker searches'),
  };
}
