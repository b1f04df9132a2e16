import { expect, test } from 'vitest';
import type { TheirPayment } from '../../../../rehearsal/storm/books.ts';
import { characterOf, fatesOf, PROVIDERS, planDirectSales, planKills, planStorm } from '../../../../rehearsal/storm/fates.ts';
import { judgeStorm, type OurPayment } from '../../../../rehearsal/storm/sheet.ts';
import { PayPalSwitches } from '../../../sandbox/src/paypal/switches.ts';

const paid: OurPayment = {
  provider: 'payway',
  reference: 'a'.repeat(32),
  number: 100_000_000_000_001,
  purchaseId: 'purchase-1',
  state: 'approved',
  stage: 'paid',
  part: 0,
  price: 1_150_000,
  amount: 1_150_000,
  currency: 'ARS',
  askedAmount: 1_150_000,
  askedCurrency: 'ARS',
  kept: 1_150_000,
  owed: 0,
  fromBalance: 0,
  balanceUsed: 0,
  sum: 0,
  validTickets: 1,
  buyer: 'julia@correo.example',
  isListed: false,
};
const there: TheirPayment = { provider: 'payway', key: paid.reference, currency: 'ARS', taken: 1_150_000, returned: 0 };
const notPaid = { ...paid, state: 'cancelled', stage: 'expired', kept: 0, validTickets: 0 };
const returned = { ...notPaid, state: 'refunded' };
const doubtful = { ...notPaid, state: 'unknown', isListed: true };

const placesOf = (ours: OurPayment, theirs: readonly TheirPayment[]) => {
  const { providers, held } = judgeStorm([ours], theirs);
  const at = Object.entries(providers[0]?.at ?? {}).flatMap(([place, { payments }]) => (payments > 0 ? [place] : []));
  return { at, held };
};

test('the same seed plans the same purchases, another one others, and every provider has its share', () => {
  expect(planStorm(7, 300)).toEqual(planStorm(7, 300));
  expect(planStorm(8, 300)).not.toEqual(planStorm(7, 300));
  for (const provider of PROVIDERS) expect(planStorm(7, 400).filter((each) => each.provider === provider).length).toBeGreaterThan(30);
  expect(planDirectSales(7, 300)).toEqual(planDirectSales(7, 300));
  const numbers = [...planStorm(7, 300), ...planDirectSales(7, 300)].map(({ number }) => number).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 300 }, (_, index) => index));
  expect(planKills(1000, 2).map(({ victim }) => victim)).toEqual(['api', 'worker', 'api', 'worker']);
});

test('webhooks of PayPal are lost, doubled, early and forged in a storm, and each fate switches its own fault on', () => {
  const plan = planStorm(7, 1000).filter(({ provider }) => provider === 'paypal');
  const ways = { 'webhook lost': 'never', 'webhook twice': 'twice', 'webhook early': 'early', 'webhook forged': 'forged' } as const;
  for (const [fate, webhooks] of Object.entries(ways)) {
    expect(plan.filter((each) => each.fate === fate).length, fate).toBeGreaterThan(2);
    const switches = characterOf('paypal').fates[fate as keyof typeof ways]?.switches;
    expect(PayPalSwitches.parse(switches)).toMatchObject({ webhooks });
  }
  for (const { fate } of plan) expect(PayPalSwitches.safeParse(characterOf('paypal').fates[fate]?.switches ?? {}).success, fate).toBe(true);
});

test('a storm of 1,000 meets every fate of every provider, on its page and by card', () => {
  const met = Map.groupBy(planStorm(7, 1000), ({ provider, byCard }) => `${provider} ${byCard}`);
  for (const planned of met.values()) {
    const [{ provider, byCard } = { provider: 'payway', byCard: false } as const] = planned;
    const fates = Object.keys(fatesOf(provider, byCard));
    expect(new Set(planned.map(({ fate }) => fate)), provider).toEqual(new Set(fates));
  }
  expect(met.size).toBe(PROVIDERS.length + 1);
});

test('a storm of 1,000 is paid in every way: kept cards after they were kept, links, two cards, balances, cash and terminals', () => {
  const planned = planStorm(7, 1000);
  for (const is of [
    (each: (typeof planned)[number]) => each.byLink,
    (each: (typeof planned)[number]) => each.fromBalance > 0,
    (each: (typeof planned)[number]) => each.twoCards === 'first',
    (each: (typeof planned)[number]) => each.twoCards === 'second',
  ])
    expect(planned.filter(is).length).toBeGreaterThan(10);
  const withKept = planned.filter(({ keptCard }) => keptCard === 'pays');
  expect(withKept.length).toBeGreaterThan(10);
  for (const { buyer, number } of withKept)
    expect(planned.find((each) => each.number === buyer)).toMatchObject({
      keptCard: 'keeps',
      fate: 'paid',
      buyer,
      number: expect.toSatisfy((kept) => kept < number),
    });
  const atCounters = planDirectSales(7, 1000).filter(({ lane }) => lane === 'counter');
  expect(new Set(atCounters.map(({ way, fate }) => `${way} ${fate}`)).size).toBe(3 * 3);
});

test.each([
  ['paid', paid, [there]],
  ['given back', returned, [{ ...there, returned: there.taken }]],
  ['given back', { ...paid, kept: 0, validTickets: 0 }, [{ ...there, returned: there.taken }]],
  ['never charged', notPaid, []],
  ['never charged', notPaid, [{ ...there, taken: 0 }]],
  ['in doubt', doubtful, [there]],
] as const)('a payment that is %s is there and nowhere else', (place, ours, theirs) => {
  expect(placesOf(ours, theirs)).toEqual({ at: [place], held: true });
});

test('a payment in another currency is compared with what was asked for there', () => {
  const asked = { ...paid, askedAmount: 793, askedCurrency: 'USD' };
  expect(placesOf(asked, [{ ...there, currency: 'USD', taken: 793 }])).toEqual({ at: ['paid'], held: true });
  expect(placesOf(asked, [{ ...there, currency: 'USD', taken: 792 }]).held).toBe(false);
  expect(placesOf(asked, [{ ...there, currency: 'EUR', taken: 793 }]).held).toBe(false);
});

test.each<[string, OurPayment, readonly TheirPayment[]]>([
  ['a cent less was taken', paid, [{ ...there, taken: there.taken - 1 }]],
  ['a cent of it was given back', paid, [{ ...there, returned: 1 }]],
  ['the provider has nothing of it', paid, []],
  ['it was taken twice', paid, [there, there]],
  ['it was taken in another currency', paid, [{ ...there, currency: 'USD' }]],
  ['it has no tickets', { ...paid, validTickets: 0 }, [there]],
  ['its purchase is not paid', { ...paid, stage: 'expired' }, [there]],
  ['a cent of it is not booked', { ...paid, kept: paid.kept - 1 }, [there]],
  ['its entries do not sum to zero', { ...paid, sum: 1 }, [there]],
  ['it is owed and no refund is under way', { ...paid, owed: 1 }, [there]],
  ['it was taken, and is cancelled here', notPaid, [there]],
  ['it was given back but for a cent', returned, [{ ...there, returned: there.taken - 1 }]],
  ['more was given back than taken', returned, [{ ...there, returned: there.taken + 1 }]],
  ['its money went back and its ticket is still good', { ...returned, validTickets: 1 }, [{ ...there, returned: there.taken }]],
  ['it is in doubt, and no screen shows it', { ...doubtful, isListed: false }, [there]],
  ['it is in doubt, and nobody’s', { ...doubtful, buyer: null }, [there]],
  ['the provider took money for a payment that is none of ours', paid, [there, { ...there, key: 'b'.repeat(32) }]],
])('the storm is broken when %s', (_, ours, theirs) => {
  expect(judgeStorm([ours], theirs)).toMatchObject({ held: false, broken: [{ provider: 'payway' }] });
});

test('a sale at a counter is what is in the drawer and on the terminal, to the cent', () => {
  const sale = { ...paid, provider: 'cash' };
  const drawer = { ...there, provider: 'cash' };
  expect(placesOf(sale, [drawer])).toEqual({ at: ['paid'], held: true });
  expect(placesOf(sale, [{ ...drawer, taken: drawer.taken - 1 }]).held).toBe(false);
  expect(placesOf(sale, []).held).toBe(false);
  const voided = { ...sale, kept: 0, validTickets: 0 };
  expect(placesOf(voided, [{ ...drawer, returned: drawer.taken }])).toEqual({ at: ['given back'], held: true });
  expect(placesOf(voided, [{ ...drawer, returned: drawer.taken - 1 }]).held).toBe(false);
});

test('a balance is spent exactly when its purchase is paid: one that is gone for nothing, or not taken, fits nowhere', () => {
  const inParts = { ...paid, price: 1_550_000, fromBalance: 400_000, balanceUsed: 400_000 };
  expect(placesOf(inParts, [there])).toEqual({ at: ['paid'], held: true });
  expect(placesOf({ ...inParts, balanceUsed: 0 }, [there]).held).toBe(false);
  const back = { ...notPaid, fromBalance: 400_000, balanceUsed: 0 };
  expect(placesOf(back, [])).toEqual({ at: ['never charged'], held: true });
  expect(placesOf({ ...back, balanceUsed: 400_000 }, []).held).toBe(false);
});

test('two cards pay the price between them: one alone, or a cent less, fits nowhere, and neither does one that waits for nothing', () => {
  const [first, second] = [
    { ...paid, part: 1, amount: 400_000, askedAmount: 400_000, kept: 400_000 },
    { ...paid, reference: 'b'.repeat(32), part: 2, amount: 750_000, askedAmount: 750_000, kept: 750_000 },
  ];
  const took = [
    { ...there, taken: 400_000 },
    { ...there, key: second.reference, taken: 750_000 },
  ];
  expect(judgeStorm([first, second], took)).toMatchObject({
    held: true,
    providers: [{ at: { paid: { payments: 2, amount: 1_150_000 } } }],
  });
  expect(judgeStorm([first], took.slice(0, 1)).held).toBe(false);
  expect(judgeStorm([{ ...first, price: 1_150_001 }, second], took).held).toBe(false);
  const waits = { ...first, state: 'secured', stage: 'paying', owed: 400_000, validTickets: 0 };
  expect(judgeStorm([waits], took.slice(0, 1)).held).toBe(false);
  expect(placesOf({ ...waits, isListed: true }, took.slice(0, 1))).toEqual({ at: ['in doubt'], held: true });
});
