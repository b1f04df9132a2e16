import { startPurchase } from '@butaca/contract';
import type { Scenarios } from './call.ts';
import type { Buyer, KeyedWorld } from './world.ts';

/** Places and products that a buyer takes. */
export function claims(world: KeyedWorld): Scenarios {
  const { sale, elsewhere, performanceId, seat, aBuyer, purchaseOf, shirt } = world;

  return {
    async takePlaces() {
      const [ana, luis] = [await aBuyer(), await aBuyer()];
      const [one, two, three] = [seat(), seat(), seat()];
      const other = await purchaseOf(ana);
      return {
        first: (key) => ana.take(sale, [one], { key }),
        others: {
          'another place': (key) => ana.take(sale, [two], { key }),
          'another performance': (key) => ana.take(elsewhere, [one], { key }),
          'another call': (key) => ana.takeBest(sale, 1, { key }),
          'a later click': (key) => ana.takeMore(other.id, sale, [two], { key }),
          'a purchase of products': (key) => ana.selectProducts('0', sale, [{ variantId: shirt, quantity: 1 }], { key }),
          'the payment of another purchase': (key) => ana.pay(other, { key }),
        },
        stranger: (key) => luis.take(sale, [three], { key }),
        caller: ana.customerId,
      };
    },
    async takeQuantities() {
      const [ana, luis] = [await aBuyer(), await aBuyer()];
      return {
        first: (key) => ana.takeBest(elsewhere, 1, { key }),
        others: {
          'three of them': (key) => ana.takeBest(elsewhere, 3, { key }),
          'another performance': (key) => ana.takeBest(sale, 1, { key }),
        },
        stranger: (key) => luis.takeBest(elsewhere, 1, { key }),
      };
    },
    async startPurchase() {
      const [ana, luis] = [await aBuyer(), await aBuyer()];
      const start = (who: Buyer, placeIds: number[]) => (key: string | null) =>
        who.call(startPurchase, { body: { performanceId, placeIds } }, { key });
      return { first: start(ana, [seat()]), others: { 'another place': start(ana, [seat()]) }, stranger: start(luis, [seat()]) };
    },
    async takeMore() {
      const [ana, luis] = [await aBuyer(), await aBuyer()];
      const [mine, alsoMine, theirs] = [await purchaseOf(ana), await purchaseOf(ana), await purchaseOf(luis)];
      const [one, two, three] = [seat(), seat(), seat()];
      const variants = [{ variantId: shirt, quantity: 1 }];
      return {
        first: (key) => ana.takeMore(mine.id, sale, [one], { key }),
        others: {
          'another place': (key) => ana.takeMore(mine.id, sale, [two], { key }),
          'another purchase': (key) => ana.takeMore(alsoMine.id, sale, [two], { key }),
          'another performance': (key) => ana.takeMore(mine.id, elsewhere, [one], { key }),
          'products of the same purchase': (key) => ana.selectProducts(mine.id, sale, variants, { key }),
          'the payment of the other purchase': (key) => ana.pay(alsoMine, { key }),
        },
        stranger: (key) => luis.takeMore(theirs.id, sale, [three], { key }),
        caller: ana.customerId,
      };
    },
    async selectProducts() {
      const [ana, luis] = [await aBuyer(), await aBuyer()];
      const [mine, alsoMine, theirs] = [await purchaseOf(ana), await purchaseOf(ana), await purchaseOf(luis)];
      const choose =
        (who: Buyer, id: string, quantity = 1) =>
        (key: string | null) =>
          who.selectProducts(id, sale, [{ variantId: shirt, quantity }], { key });
      const one = seat();
      return {
        first: choose(ana, mine.id),
        others: {
          'two of them': choose(ana, mine.id, 2),
          'another purchase': choose(ana, alsoMine.id),
          'a purchase of its own': choose(ana, '0'),
          'places of the other purchase': (key) => ana.takeMore(alsoMine.id, sale, [one], { key }),
        },
        stranger: choose(luis, theirs.id),
      };
    },
  };
}
