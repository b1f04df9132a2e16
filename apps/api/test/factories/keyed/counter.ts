import { changePlaces, getDrawers, handOverProducts, moveCash, recordPrint, voidSale } from '@butaca/contract';
import { answerOf } from '../client.ts';
import { aCounter } from '../counter.ts';
import type { Scenarios } from './call.ts';
import { FACE, type KeyedWorld } from './world.ts';

/** What clerks do. */
export function counterCalls(world: KeyedWorld): Scenarios {
  const { db, app, sale, performanceId, seat, aBuyer, open, sold, ofOrder, shirt, larger, reason } = world;
  /** A sale of one clerk at two places, and one of another clerk. */
  const atCounter = async () => {
    const clerk = await aCounter(db, app);
    const there = await clerk.logInElsewhere();
    const other = await aCounter(db, app);
    return { clerk, other, mine: await open(clerk), alsoMine: await open(there), theirs: await open(other) };
  };

  return {
    async chargeCash() {
      const { clerk, other, mine, alsoMine, theirs } = await atCounter();
      return {
        first: (key) => clerk.sell(mine, { key }),
        others: {
          'another name': (key) => clerk.sell(mine, { key, holder: 'Rosa Luz' }),
          'another sale': (key) => clerk.sell(alsoMine, { key }),
        },
        stranger: (key) => other.sell(theirs, { key }),
      };
    },
    async chargeTerminal() {
      const { clerk, other, mine, alsoMine, theirs } = await atCounter();
      const [coupon, theirCoupon] = [String(90_000 + seat()), String(90_000 + seat())];
      return {
        first: (key) => clerk.sellOnTerminal(mine, { key, coupon }),
        others: {
          'another coupon': (key) => clerk.sellOnTerminal(mine, { key, coupon: String(90_000 + seat()) }),
          'another sale': (key) => clerk.sellOnTerminal(alsoMine, { key, coupon: String(90_000 + seat()) }),
        },
        stranger: (key) => other.sellOnTerminal(theirs, { key, coupon: theirCoupon }),
      };
    },
    async recordPrint() {
      const [clerk, other] = [await aCounter(db, app), await aCounter(db, app)];
      const [mine, alsoMine, theirs] = [await sold(clerk), await sold(clerk), await sold(other)];
      const print = (who: typeof clerk, orderId: string, why: string) => (key: string | null) =>
        who.call(recordPrint, { ...ofOrder(orderId), body: { reason: why } }, { key });
      return {
        first: print(clerk, mine.orderId, 'Se mojó'),
        others: { 'another reason': print(clerk, mine.orderId, 'Se rompió'), 'another sale': print(clerk, alsoMine.orderId, 'Se mojó') },
        stranger: print(other, theirs.orderId, 'Se mojó'),
      };
    },
    async voidSale() {
      const [clerk, other] = [await aCounter(db, app), await aCounter(db, app)];
      const [mine, alsoMine, theirs] = [await sold(clerk), await sold(clerk), await sold(other)];
      const undo =
        (who: typeof clerk, { orderId, ticketIds }: typeof mine, which = 0) =>
        (key: string | null) =>
          who.call(voidSale, { ...ofOrder(orderId), body: { ticketIds: [ticketIds[which] ?? ''], amount: FACE, reason } }, { key });
      return {
        first: undo(clerk, mine),
        others: { 'the other ticket': undo(clerk, mine, 1), 'another sale': undo(clerk, alsoMine) },
        stranger: undo(other, theirs),
      };
    },
    async changePlaces() {
      const [clerk, other] = [await aCounter(db, app), await aCounter(db, app)];
      const [mine, alsoMine, theirs] = [await sold(clerk), await sold(clerk), await sold(other)];
      const move = (who: typeof clerk, { orderId, ticketIds }: typeof mine, placeId = seat()) => {
        const changes = [{ ticketId: ticketIds[0] ?? '', placeId }];
        return (key: string | null) => who.call(changePlaces, { ...ofOrder(orderId), body: { changes, reason } }, { key });
      };
      return {
        first: move(clerk, mine),
        others: { 'another place': move(clerk, mine), 'another sale': move(clerk, alsoMine) },
        stranger: move(other, theirs),
      };
    },
    async handOverProducts() {
      const [clerk, other] = [await aCounter(db, app), await aCounter(db, app)];
      const orders = [];
      for (let count = 0; count < 3; count++) {
        const buyer = await aBuyer();
        const variants = [shirt, larger].map((variantId) => ({ variantId, quantity: 1 }));
        const { id, totals } = answerOf(await buyer.selectProducts('0', sale, variants));
        answerOf(await buyer.pay({ id, total: totals?.total ?? 0 }));
        orders.push(id);
      }
      const [mine = '', alsoMine = '', theirs = ''] = orders;
      const give =
        (who: typeof clerk, orderId: string, variantId = shirt, of = performanceId) =>
        (key: string | null) =>
          who.call(handOverProducts, { ...ofOrder(orderId), body: { performanceId: of, variantId } }, { key });
      return {
        first: give(clerk, mine),
        others: {
          'another product': give(clerk, mine, larger),
          'another evening': give(clerk, mine, shirt, performanceId + 1),
          'another order': give(clerk, alsoMine),
        },
        stranger: give(other, theirs),
      };
    },
    async moveCash() {
      const [clerk, other] = [await aCounter(db, app), await aCounter(db, app)];
      const moving = async (who: typeof clerk) => {
        await sold(who);
        const drawerId = answerOf(await who.call(getDrawers, {})).open?.id ?? '';
        return (amount: number, another: { drawerId?: string; direction?: 'out'; reason?: string } = {}) =>
          (key: string | null) =>
            who.call(moveCash, { body: { drawerId, direction: 'in', amount, reason, ...another } }, { key });
      };
      const [mine, theirs] = [await moving(clerk), await moving(other)];
      const others = {
        'another amount': mine(6000),
        'the other way': mine(5000, { direction: 'out' }),
        'another reason': mine(5000, { reason: 'Otro motivo' }),
        'another drawer': mine(5000, { drawerId: 'x'.repeat(22) }),
      };
      return { first: mine(5000), others, stranger: theirs(5000) };
    },
  };
}
