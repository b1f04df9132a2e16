import { Batcher } from '#db/batcher';
import type { Db } from '#db/connect';
import { withLockTimeout } from '#db/lock-timeout';
import type { Watch } from '#watch/watch';
import { isOwnedBy } from '../../orders/index.ts';
import { isOpen, lockOpenPurchase, type OwnPurchase } from '../purchase.ts';
import { lockPurchases, type PurchaseRow } from '../queries-purchases.ts';
import type { ChosenDelivery } from './delivery.ts';
import { type DeliveryAddress, setChoices, writeAddresses } from './queries-checkout.ts';

export interface CheckoutChoice extends OwnPurchase {
  /** Whole: how, where to fetch them, or where they are brought. */
  readonly delivery?: ChosenDelivery;
  readonly paymentMethodId?: number;
}

/**
 * Keeps how tickets are to be delivered and paid. Choices that arrive together are written in one transaction. One that cannot be
 * written at once gets a transaction of its own, where it waits for the lock or is refused for its reason, and delays no other.
 */
export class CheckoutChoices {
  readonly #db: Db;
  readonly #batcher: Batcher<CheckoutChoice, PurchaseRow | 'alone'>;

  constructor(db: Db, watch: Watch) {
    this.#db = db;
    this.#batcher = new Batcher({
      keyOf: ({ purchaseId }) => purchaseId,
      work: (choices) => keepTogether(db, choices),
      counted: { as: 'choices', counts: watch.counts },
    });
  }

  /** Answers the purchase with the choice in it. */
  async keep(choice: CheckoutChoice): Promise<PurchaseRow> {
    const kept = await this.#batcher.add(choice);
    return kept === 'alone' ? keepAlone(this.#db, choice) : kept;
  }
}

const keepTogether = (db: Db, choices: readonly CheckoutChoice[]): Promise<(PurchaseRow | 'alone')[]> =>
  db.begin(async (tx) => {
    const purchases = await lockPurchases(
      tx,
      choices.map(({ purchaseId }) => purchaseId),
      'skip',
    );
    const verdicts = choices.map((choice) => judge(choice, purchases.get(choice.purchaseId)));
    const chosen = verdicts.filter((verdict) => verdict !== 'alone');
    if (chosen.length > 0) await setChoices(tx, chosen);
    await writeAddresses(
      tx,
      choices.flatMap((choice, index) => (verdicts[index] === 'alone' ? [] : addressOf(choice, purchases.get(choice.purchaseId)))),
    );
    return verdicts;
  }) as Promise<(PurchaseRow | 'alone')[]>;

/** The copy of the address that tickets are brought to; null where another delivery takes its place. */
function addressOf({ purchaseId, delivery }: CheckoutChoice, before: PurchaseRow | undefined): DeliveryAddress[] {
  if (!delivery || (!delivery.address && before?.deliveryAddressId === null)) return [];
  return [{ purchaseId, address: delivery.address?.text ?? null }];
}

/** `alone`: another transaction has locked it, or it cannot be changed any more. */
function judge(choice: CheckoutChoice, purchase: PurchaseRow | undefined): PurchaseRow | 'alone' {
  return purchase && isOwnedBy(purchase, choice) && isOpen(purchase) ? withChoice(purchase, choice) : 'alone';
}

const keepAlone = (db: Db, choice: CheckoutChoice): Promise<PurchaseRow> =>
  withLockTimeout(db, async (tx) => {
    const before = await lockOpenPurchase(tx, choice);
    const purchase = withChoice(before, choice);
    await setChoices(tx, [purchase]);
    await writeAddresses(tx, addressOf(choice, before));
    return purchase;
  });

/** A part that is left out keeps its value. */
const withChoice = (purchase: PurchaseRow, { delivery, paymentMethodId }: CheckoutChoice): PurchaseRow => ({
  ...purchase,
  ...(delivery && {
    deliveryTypeId: delivery.typeId,
    deliveryPointId: delivery.pointId,
    deliveryZoneId: delivery.zoneId,
    deliveryAddressId: delivery.address?.id ?? null,
  }),
  paymentMethodId: paymentMethodId ?? purchase.paymentMethodId,
});
