import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { quote } from '../../src/catalogue/pricing.ts';
import type { Promotion } from '../../src/catalogue/sale.ts';
import { choosePromotions } from '../../src/sale/promotions/combine-promotions.ts';
import { bestPromotion, type Candidate, type Judged, judgePromotion } from '../../src/sale/promotions/judge-promotions.ts';

const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, each) => total + each, 0);

const aPromotion = (given: Partial<Promotion> = {}): Promotion => ({
  id: 1,
  name: 'Promoción',
  note: null,
  kind: 'percentage',
  percent: 2000,
  take: null,
  pay: null,
  price: null,
  channels: ['online', 'box_office'],
  sectorIds: null,
  priceTypes: null,
  needsCode: false,
  cards: null,
  perCustomer: null,
  perCard: null,
  perDocument: null,
  isOpen: () => true,
  ...given,
});
const forTwo = (given: Partial<Promotion> = {}) => aPromotion({ kind: 'n_for_m', percent: null, take: 2, pay: 1, ...given });

const aTicket = (placeId: number, face: number, given: Partial<Candidate> = {}): Candidate => ({
  placeId,
  sectorId: 1,
  priceTypeName: 'General',
  face,
  ...given,
});
const facts = { channel: 'online', displayUnit: 100, claims: new Map<number, number>(), card: null, mixes: false } as const;
const discountsOf = (promotion: Promotion, tickets: readonly Candidate[]) => {
  const { discounts } = judgePromotion(promotion, tickets, facts);
  return tickets.map(({ placeId }) => discounts.get(placeId) ?? 0);
};

describe('a promotion', () => {
  test('by percentage takes its share off each ticket, rounded to what is shown', () => {
    expect(discountsOf(aPromotion({ percent: 3333 }), [aTicket(1, 1_000_000), aTicket(2, 12_300)])).toEqual([333_300, 4100]);
    expect(discountsOf(aPromotion({ percent: 10_000 }), [aTicket(1, 12_300)])).toEqual([12_300]);
  });

  test('n for m makes the cheapest of each group free and spreads that over the group; the rest is paid whole', () => {
    expect(discountsOf(forTwo(), [aTicket(1, 1_000_000), aTicket(2, 1_000_000), aTicket(3, 1_000_000)])).toEqual([500_000, 500_000, 0]);
    // 600.000 is free; the ticket of 900.000 carries three fifths of it.
    expect(discountsOf(forTwo(), [aTicket(1, 600_000), aTicket(2, 900_000)])).toEqual([240_000, 360_000]);
    expect(discountsOf(forTwo({ take: 3, pay: 2 }), [aTicket(1, 100_000), aTicket(2, 100_000), aTicket(3, 100_000)])).toEqual([
      33_400, 33_300, 33_300,
    ]);
  });

  test('by fixed price costs no ticket more than before', () => {
    const promotion = aPromotion({ kind: 'fixed_price', percent: null, price: 700_000 });
    expect(discountsOf(promotion, [aTicket(1, 1_000_000), aTicket(2, 500_000)])).toEqual([300_000, 0]);
  });

  test('is for its sectors and price types alone', () => {
    const tickets = [aTicket(1, 100_000), aTicket(2, 100_000, { sectorId: 2 }), aTicket(3, 100_000, { priceTypeName: 'Jubilados' })];
    expect(discountsOf(aPromotion({ sectorIds: [2] }), tickets)).toEqual([0, 20_000, 0]);
    expect(discountsOf(aPromotion({ priceTypes: ['General'] }), tickets)).toEqual([20_000, 20_000, 0]);
  });

  test('with a code reduces as many tickets as its use allows, the dearest ones, and none without it', () => {
    const promotion = aPromotion({ needsCode: true, percent: 5000 });
    const given = [aTicket(1, 100_000), aTicket(2, 300_000), aTicket(3, 200_000)];
    expect(judgePromotion(promotion, given, facts).obstacle).toBe('code');
    const { discounts } = judgePromotion(promotion, given, { ...facts, claims: new Map([[1, 2]]) });
    expect(Object.fromEntries(discounts)).toEqual({ 2: 150_000, 3: 100_000 });
    expect(judgePromotion(forTwo({ needsCode: true }), given, { ...facts, claims: new Map([[1, 1]]) }).obstacle).toBe('limit');
  });

  test('for cards is for those of its brands and ranges alone, and for none that is not known', () => {
    const given = [aTicket(1, 100_000)];
    const obstacleOf = (cards: Promotion['cards'], card: { brand: string; bin: string } | null) =>
      judgePromotion(aPromotion({ cards }), given, { ...facts, card }).obstacle;
    const bank = { brands: null, bins: [[450_790, 450_799] as const] };
    expect(obstacleOf(bank, null)).toBe('card');
    for (const [bin, obstacle] of [
      ['450789', 'card'],
      ['450790', null],
      ['450799', null],
      ['450800', 'card'],
    ] as const)
      expect(obstacleOf(bank, { brand: 'visa', bin }), bin).toBe(obstacle);
    const visa = { brands: ['visa'], bins: null };
    expect(obstacleOf(visa, { brand: 'visa', bin: '411111' })).toBe(null);
    expect(obstacleOf(visa, { brand: 'mastercard', bin: '529991' })).toBe('card');
    expect(obstacleOf({ ...bank, ...visa, bins: bank.bins }, { brand: 'mastercard', bin: '450790' })).toBe('card');
  });

  test('for cards with a limit reduces as many tickets as are left, the dearest ones', () => {
    const promotion = aPromotion({ cards: { brands: ['visa'], bins: null }, perCard: 3, percent: 5000 });
    const given = [aTicket(1, 100_000), aTicket(2, 300_000), aTicket(3, 200_000)];
    const card = { brand: 'visa', bin: '450799' };
    const { discounts } = judgePromotion(promotion, given, { ...facts, card, claims: new Map([[1, 2]]) });
    expect(Object.fromEntries(discounts)).toEqual({ 2: 150_000, 3: 100_000 });
    expect(judgePromotion(promotion, given, { ...facts, card, claims: new Map([[1, 0]]) }).obstacle).toBe('limit');
  });

  test.each([
    ['not_now', aPromotion({ isOpen: () => false }), 0],
    ['channel', aPromotion({ channels: ['box_office'] }), 0],
    ['sector', aPromotion({ sectorIds: [9] }), 0],
    ['price_type', aPromotion({ priceTypes: ['Jubilados'] }), 0],
    ['too_few', forTwo({ take: 4, pay: 3 }), 2],
    ['no_saving', aPromotion({ kind: 'fixed_price', percent: null, price: 100_000 }), 0],
  ] as const)('that does not apply says why: %s', (obstacle, promotion, lacks) => {
    const judged = judgePromotion(promotion, [aTicket(1, 100_000), aTicket(2, 100_000)], facts);
    expect(judged).toMatchObject({ obstacle, lacks, saved: 0 });
    expect(judged.discounts.size).toBe(0);
  });
});

const face = fc.integer({ min: 0, max: 1_000_000 }).map((units) => units * 100);
const tickets = fc
  .array(fc.record({ face, sectorId: fc.constantFrom(1, 2), priceTypeName: fc.constantFrom('General', 'Jubilados') }), { maxLength: 10 })
  .map((list) => list.map((ticket, placeId) => ({ ...ticket, placeId })));
const sectorIds = fc.constantFrom(null, [1], [2], [1, 2]);
const promotion = fc.oneof(
  fc.record({ percent: fc.integer({ min: 1, max: 10_000 }), sectorIds }).map((given) => aPromotion(given)),
  fc.record({ price: face, sectorIds }).map((given) => aPromotion({ kind: 'fixed_price', percent: null, ...given })),
  fc
    .record({ take: fc.integer({ min: 2, max: 5 }), less: fc.integer({ min: 1, max: 4 }), sectorIds })
    .map(({ take, less, ...given }) => forTwo({ take, pay: Math.max(1, take - less), ...given })),
);
const promotions = fc.array(promotion, { maxLength: 4 }).map((list) => list.map((each, index) => ({ ...each, id: index + 1 })));

describe('whatever the tickets and promotions', () => {
  test('no ticket costs less than nothing, the parts are the whole, and every amount is one that is shown (CO-023)', () => {
    fc.assert(
      fc.property(promotion, tickets, (each, given) => {
        const { discounts, saved, obstacle } = judgePromotion(each, given, facts);
        expect(sum(discounts.values())).toBe(saved);
        expect(obstacle === null).toBe(saved > 0);
        for (const { placeId, face } of given) {
          const discount = discounts.get(placeId) ?? 0;
          expect(discount >= 0 && discount <= face && discount % 100 === 0).toBe(true);
        }
      }),
    );
  });

  test('n for m takes off exactly the cheapest of each group', () => {
    fc.assert(
      fc.property(fc.array(face, { minLength: 2, maxLength: 12 }), fc.integer({ min: 2, max: 5 }), (faces, take) => {
        const given = faces.map((each, placeId) => aTicket(placeId, each));
        const dearest = faces.toSorted((a, b) => b - a);
        const free = dearest.filter((_, index) => index % take === take - 1);
        expect(judgePromotion(forTwo({ take, pay: take - 1 }), given, facts).saved).toBe(sum(free));
      }),
    );
  });

  test('the order of the tickets changes nothing', () => {
    fc.assert(
      fc.property(promotion, tickets, fc.infiniteStream(fc.nat()), (each, given, random) => {
        const shuffled = given.map((ticket) => ({ ticket, at: random.next().value as number })).toSorted((a, b) => a.at - b.at);
        const again = judgePromotion(
          each,
          shuffled.map(({ ticket }) => ticket),
          facts,
        );
        expect(Object.fromEntries(again.discounts)).toEqual(Object.fromEntries(judgePromotion(each, given, facts).discounts));
      }),
    );
  });

  test('one promotion holds for all tickets of a selection, the one that saves most, and is never mixed with another (FL-008)', () => {
    fc.assert(
      fc.property(promotions, tickets, (all, given) => {
        const judged = all.map((each) => judgePromotion(each, given, facts));
        const best = bestPromotion(judged);
        expect(best?.saved ?? 0).toBe(Math.max(0, ...judged.map(({ saved }) => saved)));
        if (!best) return;
        // What it takes off is what it would take off if there were no other.
        expect(best).toEqual(judgePromotion(best.promotion, given, facts));
        expect(best).toBe(judged.find(({ saved }) => saved === best.saved));
        expect(choosePromotions(judged, given, facts)).toEqual([best]);
      }),
    );
  });

  test('a ticket’s components are its price: the discount with its share of the taxes, and charges of what is left', () => {
    const charge = fc.record({
      kind: fc.constantFrom('service' as const, 'anti_fraud_qr' as const),
      percent: fc.integer({ min: 0, max: 5000 }),
      fixed: fc.integer({ min: 0, max: 100_000 }),
      taxRate: fc.constantFrom(0, 1050, 2100),
    });
    fc.assert(
      fc.property(face, fc.double({ min: 0, max: 1, noNaN: true }), fc.array(charge, { maxLength: 2 }), (faceValue, share, charges) => {
        const discount = Math.floor((faceValue / 100) * share) * 100;
        const line = { taxRate: 2100, charges, quantity: 1 };
        const reduced = quote([{ ...line, faceValue, discount }], 100);
        const cheaper = quote([{ ...line, faceValue: faceValue - discount }], 100);
        expect({ final: reduced.final, net: reduced.net, charges: reduced.charges }).toEqual({
          final: cheaper.final,
          net: cheaper.net,
          charges: cheaper.charges,
        });
        expect(reduced.face).toBe(faceValue);
        expect(sum(reduced.components.map(({ amount }) => amount))).toBe(reduced.final);
      }),
    );
  });
});

const mixing = (claims = new Map<number, number>()) => ({ ...facts, mixes: true, claims });
const chosenOf = (all: readonly Promotion[], given: readonly Candidate[], terms = mixing()) =>
  choosePromotions(
    all.map((each) => judgePromotion(each, given, terms)),
    given,
    terms,
  );
const savedIn = (chosen: readonly Judged[]) => sum(chosen.map(({ saved }) => saved));

/** The most that any division of tickets among promotions saves: every ticket tried with each of them, and with none. */
function mostByTrying(all: readonly Promotion[], given: readonly Candidate[], terms: ReturnType<typeof mixing>): number {
  const divide = (index: number, shares: readonly (readonly Candidate[])[]): number => {
    const ticket = given[index];
    if (!ticket) return sum(shares.map((share, at) => judgePromotion(all[at] as Promotion, share, terms).saved));
    const withOne = shares.map((_, at) =>
      divide(
        index + 1,
        shares.map((share, other) => (other === at ? [...share, ticket] : share)),
      ),
    );
    return Math.max(divide(index + 1, shares), ...withOne);
  };
  return divide(
    0,
    all.map(() => []),
  );
}

describe('where a brand mixes promotions (FL-008)', () => {
  const few = tickets.map((list) => list.slice(0, 5));
  const some = promotions.map((list) => list.slice(0, 3));
  const limits = fc.array(fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }), { minLength: 3, maxLength: 3 });
  /** Some of them for who has entered a code, with so many tickets left. */
  const claimed = (all: readonly Promotion[], left: readonly (number | undefined)[]) => ({
    all: all.map((each, index) => ({ ...each, needsCode: left[index] !== undefined })),
    terms: mixing(new Map(all.flatMap(({ id }, index) => (left[index] === undefined ? [] : [[id, left[index]] as const])))),
  });

  test('three tickets have 2x1 for the two of the stalls and a share off the one of the gallery', () => {
    const given = [aTicket(1, 100_000), aTicket(2, 100_000), aTicket(3, 60_000, { sectorId: 2 })];
    const all = [forTwo({ id: 1, sectorIds: [1] }), aPromotion({ id: 2, percent: 1000 })];
    const chosen = chosenOf(all, given);
    expect(chosen.map(({ promotion, discounts }) => [promotion.id, Object.fromEntries(discounts)])).toEqual([
      [1, { 1: 50_000, 2: 50_000 }],
      [2, { 3: 6000 }],
    ]);
  });

  test('the division that saves most is found, whatever the tickets, promotions and limits', () => {
    fc.assert(
      fc.property(some, few, limits, (given, list, left) => {
        const { all, terms } = claimed(given, left);
        expect(savedIn(chosenOf(all, list, terms))).toBe(mostByTrying(all, list, terms));
      }),
    );
  });

  test('each ticket is reduced by one promotion at most and never below nothing, and each promotion is as it would be with its tickets alone', () => {
    fc.assert(
      fc.property(promotions, tickets, (all, given) => {
        const chosen = chosenOf(all, given);
        const reduced = chosen.flatMap(({ discounts }) => [...discounts]);
        expect(new Set(reduced.map(([placeId]) => placeId)).size).toBe(reduced.length);
        for (const [placeId, discount] of reduced) {
          const { face } = given.find((ticket) => ticket.placeId === placeId) as Candidate;
          expect(discount > 0 && discount <= face && discount % 100 === 0).toBe(true);
        }
        for (const { discounts, saved } of chosen) expect(sum(discounts.values())).toBe(saved);
        const alone = all.map((each) => judgePromotion(each, given, mixing()).saved);
        expect(savedIn(chosen)).toBeGreaterThanOrEqual(Math.max(0, ...alone));
        expect(new Set(chosen.map(({ promotion }) => promotion.id)).size).toBe(chosen.length);
      }),
    );
  });

  test('the order of the tickets changes nothing', () => {
    fc.assert(
      fc.property(promotions, tickets, (all, given) => {
        const facing = (list: readonly Candidate[]) =>
          chosenOf(all, list).map(({ promotion, discounts }) => [promotion.id, [...discounts].toSorted(([a], [b]) => a - b)]);
        expect(facing(given.toReversed())).toEqual(facing(given));
      }),
    );
  });

  test('a selection of many prices is priced soon, and no worse than by the best promotion alone', { timeout: limit(5000) }, () => {
    const given = Array.from({ length: 40 }, (_, index) => aTicket(index, 100_000 + index * 1000, { sectorId: (index % 2) + 1 }));
    const all = [
      forTwo({ id: 1, sectorIds: [1] }),
      forTwo({ id: 2, take: 3, pay: 2 }),
      aPromotion({ id: 3, percent: 1500, sectorIds: [2] }),
    ];
    const chosen = chosenOf(all, given);
    expect(savedIn(chosen)).toBeGreaterThanOrEqual(Math.max(...all.map((each) => judgePromotion(each, given, mixing()).saved)));
  });

  test('ten tickets of ten prices with the promotions that need a search are priced in a moment', { timeout: limit(20_000) }, () => {
    const given = Array.from({ length: 10 }, (_, index) => aTicket(index, 100_000 + index * 1000));
    const all = [forTwo({ id: 1 }), forTwo({ id: 2, take: 3, pay: 2 }), forTwo({ id: 3, take: 4, pay: 3 }), aPromotion({ id: 4 })];
    expect(savedIn(chosenOf(all, given))).toBeGreaterThan(0);
    const many = Array.from({ length: 50 }, (_, index) => forTwo({ id: index + 1, take: (index % 5) + 2, pay: 1 }));
    expect(savedIn(chosenOf(many, given))).toBeGreaterThan(0);
  });
});
