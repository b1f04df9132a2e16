import { randomUUID } from 'node:crypto';
import type { HostedProvider } from '../../../sandbox/src/hosted/provider.ts';
import { HostedSwitches } from '../../../sandbox/src/hosted/switches.ts';
import type { Begun, Fate, ProviderUnderTest } from './provider-under-test.ts';

const decisions = { approve: 'approved', challenge: 'approved', decline: 'declined', fail: 'declined', cancel: 'cancelled' } as const;

/** What is the same of all wallets: a page or an app of their own, that the sandbox's person answers. */
export function hostedParts(hosted: HostedProvider) {
  const { name, where } = hosted.character;
  const set = (switches: object) => {
    hosted.switches = HostedSwitches.parse({ webhooks: 'never', ...switches });
  };
  set({});
  const switches = {
    lost: { silent: true, silentMs: 50 },
    down: { failNext: 1 },
    'wrong amount': { wrongAmount: true },
    'wrong currency': { wrongCurrency: true },
    'refund lost': { loseRefunds: 1 },
  };
  const orderOf = ({ reference }: Pick<Begun, 'reference'>) => {
    const [order] = hosted.orders.ofReference(reference);
    if (!order) throw new Error(`${name} was not asked for this payment`);
    return order;
  };
  const decisionOf = (fate: Fate) => {
    if (fate === 'leave') throw new Error('who leaves decides nothing');
    return decisions[fate];
  };
  return {
    set,
    orderOf,
    /** Opens the page that the buyer was sent to, or the app's, and answers it; what comes back stands in the address. */
    async onItsPage(fate: Fate, begun: Begun): Promise<Readonly<Record<string, string>>> {
      const { next } = begun;
      const page = next?.kind === 'redirect' || next?.kind === 'qr' ? next.url : undefined;
      if (page === undefined) {
        if (where === 'window') throw new Error(`the buyer is sent to no page: ${next?.kind}`);
        await hosted.decide(orderOf(begun), decisionOf(fate));
        return {};
      }
      const shown = await fetch(page);
      if (!(await shown.text()).includes('Esto es una simulación')) throw new Error('the page does not say that it is a simulation');
      const answered = await fetch(page, { method: 'POST', body: new URLSearchParams({ do: decisionOf(fate) }), redirect: 'manual' });
      const back = answered.headers.get('location');
      if (where === 'phone') return {};
      // A page that lets its person try again is left by them.
      return back?.startsWith('http') ? Object.fromEntries(new URL(back).searchParams) : { status: 'rejected' };
    },
    arm: (fault: keyof typeof switches) => set(switches[fault]),
    calm: () => set({}),
    async notice(begun: Begun, kind: 'true' | 'forged') {
      const event = { id: randomUUID(), at: hosted.clock.now(), isFirst: true, isForged: kind === 'forged' };
      const sent = await hosted.character.webhook(orderOf(begun), event);
      if (!sent) throw new Error(`${name} has nothing to tell of this payment`);
      return { headers: sent.headers, body: sent.body, query: new URL(sent.url).search };
    },
    returned: (begun: Begun) =>
      orderOf(begun)
        .payments.flatMap(({ refunds }) => refunds)
        .reduce((sum, { amount }) => sum + amount, 0),
  } satisfies Partial<ProviderUnderTest> & Record<string, unknown>;
}
