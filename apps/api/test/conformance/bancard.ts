import { BancardSwitches } from '../../../sandbox/src/bancard/switches.ts';
import { bancard } from '../../src/payments/providers/bancard/bancard.ts';
import { cardIdFor, userIdOf } from '../../src/payments/providers/bancard/card-ids.ts';
import { type Outside, TIMEOUT_MS } from './outside.ts';
import { type Begun, noParts, type ProviderUnderTest, withoutCard } from './provider-under-test.ts';

/** The card is typed into Bancard's frame; one that is saved may have its bank ask there. */
export function bancardUnderTest({ bancard: there, origin, config }: Outside): ProviderUnderTest {
  const { publicKey, privateKey } = config.bancard;
  const set = (switches: object) => {
    there.switches = BancardSwitches.parse({ confirms: 'never', ...switches });
  };
  set({});
  const switches = {
    lost: { silent: true, silentMs: 50 },
    down: { failNext: 1 },
    'wrong amount': { wrongAmount: true },
    'wrong currency': { wrongCurrency: true },
    'refund lost': { loseRollbacks: 1 },
  };
  const processOf = ({ number }: Pick<Begun, 'number'>) => {
    const process = there.ofShopProcess(number);
    if (!process) throw new Error('Bancard has no such payment');
    return process;
  };
  return {
    provider: bancard({ url: `${origin}/bancard`, publicKey, privateKey, timeoutMs: TIMEOUT_MS }),
    currency: 'PYG',
    method: { id: 21, provider: 'bancard', kind: 'wallet', name: 'Bancard', mark: 'card', channels: ['online'], options: {} },
    form(fate, buyerId) {
      if (fate !== 'challenge' && fate !== 'fail') return withoutCard;
      const owner = { cardId: cardIdFor(buyerId), userId: userIdOf(buyerId) };
      const number = { key: 'asked by its bank', masked: '5418********0014' };
      there.cards.add({ ...owner, ...number, brand: 'MasterCard', kind: 'credit', code: '00', threeDSecure: true });
      const saved = there.cards.all().find(({ userId }) => userId === owner.userId);
      return { ...withoutCard, details: [{ name: 'savedCard', value: String(saved?.cardId) }] };
    },
    async atTheProvider(fate, begun) {
      if (begun.next?.kind !== 'frame') throw new Error(`the buyer is shown no frame: ${begun.next?.kind}`);
      const shown = await fetch(begun.next.url);
      if (!(await shown.text()).includes('simulación')) throw new Error('the frame does not say that it is a simulation');
      const decision = fate === 'cancel' ? 'cancelled' : fate === 'decline' || fate === 'fail' ? 'declined' : 'approved';
      const { message } = await there.decide(processOf(begun), decision, '4907860500000016');
      return { message };
    },
    arm: (fault) => set(switches[fault]),
    calm: () => set({}),
    notice: async (begun, kind) => ({
      headers: { 'content-type': 'application/json' },
      body: there.confirmation(processOf(begun), kind === 'forged'),
    }),
    ownWords: /interno|response_code|\b05\b/,
    returned: (begun) => {
      const { rolledBackAt, code, amount } = processOf(begun);
      return rolledBackAt !== null && code === '00' ? Math.round(Number(amount) * 100) : 0;
    },
    missing: noParts('Bancard rolls back all of a payment and no parts'),
  };
}
