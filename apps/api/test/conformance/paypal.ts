import { returnedOf } from '../../../sandbox/src/paypal/order.ts';
import { PayPalSwitches } from '../../../sandbox/src/paypal/switches.ts';
import { paypal } from '../../src/payments/providers/paypal/paypal.ts';
import { TICKET_TOTAL } from '../factories/purchase.ts';
import { type Outside, TIMEOUT_MS } from './outside.ts';
import { type Begun, noChallenge, type ProviderUnderTest, withoutCard } from './provider-under-test.ts';

const RATE = 1450;

/** The buyer approves on PayPal's page, and only then is it captured. */
export function payPalUnderTest({ paypal: there, origin, config }: Outside): ProviderUnderTest {
  const orderOf = ({ reference }: Pick<Begun, 'reference'>) => there.ofReference(reference);
  const arm = (switches: object) => {
    there.switches = PayPalSwitches.parse({ webhooks: 'never', ...switches });
  };
  arm({});
  return {
    provider: paypal({ url: `${origin}/paypal`, pagesOrigin: origin, ...config.paypal, timeoutMs: TIMEOUT_MS }),
    currency: 'ARS',
    method: {
      id: 7,
      provider: 'paypal',
      kind: 'wallet',
      name: 'PayPal',
      mark: 'paypal',
      channels: ['online'],
      options: { currency: 'USD', rate: RATE, rateDate: '2026-11-20' },
    },
    form: (fate) => {
      if (fate === 'decline') arm({ declineNext: 1 });
      return withoutCard;
    },
    /** Opens the page that the buyer was sent to, and answers it; what comes back stands in the address. */
    async atTheProvider(fate, begun) {
      const next = begun.next;
      if (next?.kind !== 'redirect') throw new Error(`the buyer is sent to no page: ${next?.kind}`);
      const shown = await fetch(next.url);
      if (!(await shown.text()).includes('Esto es una simulación')) throw new Error('the page does not say that it is a simulation');
      const answered = await fetch(`${origin}/paypal/checkoutnow/${new URL(next.url).searchParams.get('token')}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ answer: fate === 'cancel' ? 'cancel' : 'approve' }),
        redirect: 'manual',
      });
      return Object.fromEntries(new URL(answered.headers.get('location') ?? '').searchParams);
    },
    arm: (fault) => {
      const switches = {
        lost: { loseCaptures: 1 },
        down: { isDown: true },
        'wrong amount': { wrongAmount: 1 },
        'wrong currency': { wrongCurrency: 1 },
        'refund lost': { loseRefunds: 1 },
      } as const;
      arm(switches[fault]);
    },
    calm: () => arm({}),
    ownWords: /INSTRUMENT_DECLINED/,
    async notice(begun, kind) {
      const order = orderOf(begun);
      if (!order) throw new Error('PayPal was not asked for this payment');
      return there.notice(order, kind === 'forged');
    },
    /** In pesos again, at the rate of the payment; all of it when all of it went back. */
    returned: (begun) => {
      const order = orderOf(begun);
      const cents = order?.capture ? returnedOf(order.capture) : 0;
      return order && cents === Math.round(Number(order.amount.value) * 100) ? 2 * TICKET_TOTAL : cents * RATE;
    },
    // Half a cent of a dollar.
    rounding: RATE / 2,
    missing: noChallenge('the buyer proves who they are on PayPal’s own page'),
  };
}
