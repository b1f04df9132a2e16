import { loadBrand } from '@butaca/brand/load';
import { getOrder, listProducts } from '@butaca/contract';
import type { Db } from '../../../src/db/connect.ts';
import { anOutside } from '../../conformance/outside.ts';
import { payPalUnderTest } from '../../conformance/paypal.ts';
import { aBancard } from '../bancard.ts';
import { anAuthority } from '../bills.ts';
import { buyerAt } from '../buyer.ts';
import { aProduct } from '../catalogue.ts';
import { aCheckout } from '../checkout.ts';
import { answerOf, clientOf } from '../client.ts';
import type { aCounter } from '../counter.ts';
import { customersApp, haveBuyers, withoutCardLimits } from '../customers.ts';
import { aCybersource, cybersourceMethod } from '../cybersource.ts';

export const FACE = 1_000_000;

export type KeyedWorld = Awaited<ReturnType<typeof keyedWorld>>;
export type Buyer = Awaited<ReturnType<KeyedWorld['aBuyer']>>;

/** A shop, its counters and office, and other providers, in which every call that takes a key can be made as often as a test likes. */
export async function keyedWorld(db: Db) {
  const taxOffice = await anAuthority();
  const variants = ['m', 'l'].map((key) => ({ key, name: key, stock: 1000 }));
  const products = [aProduct({ name: 'Remera', mostPerPurchase: 9, variants })];
  const startsAt = Temporal.Instant.from('2040-05-18T23:30:00Z');
  const checkout = await aCheckout(
    db,
    undefined,
    [
      { rows: 300, startsAt, products, nominations: { closesHours: 24, oncePerDocument: false } },
      { rows: 300, startsAt: startsAt.add({ hours: 24 }) },
    ],
    { billing: taxOffice.packAt(db) },
  );
  const { app, sale, sales, gateway } = checkout;
  const elsewhere = sales[1];
  const { performanceId } = sale;
  const bank = await aCybersource();
  const { brand } = await loadBrand('butaca');
  const withBank = await customersApp(db, {
    payments: [bank.provider],
    brand: { ...brand, cardTries: withoutCardLimits, payments: { methods: [cybersourceMethod] } },
  });
  const atBancard = await aBancard();
  const inGuaranies = await customersApp(db, { brand: atBancard.brand, payments: [atBancard.provider] });
  const outside = await anOutside();
  const atPayPal = payPalUnderTest(outside);
  const inDollars = await customersApp(db, { payments: [atPayPal.provider], methods: [atPayPal.method] });

  // Those before are of `purchaseOf`.
  let nextSeat = 2000;
  const seat = () => nextSeat++;
  const aBuyer = async (at = app) => {
    const [{ customerId, token }] = await haveBuyers(db, 1);
    return { ...buyerAt(at, { token }), customerId };
  };
  type Buyer = Awaited<ReturnType<typeof aBuyer>>;
  const purchaseOf = ({ customerId }: Pick<Buyer, 'customerId'>, given: { seats?: number; deliveryTypeId?: number } = {}) =>
    checkout.purchase({ customerId, ...given });
  /** A paid order of the shop with its tickets. */
  const paid = async (given: { seats?: number; deliveryTypeId?: number } = {}) => {
    const buyer = await aBuyer();
    const purchase = await purchaseOf(buyer, given);
    answerOf(await buyer.pay(purchase));
    const { tickets } = answerOf(await buyer.call(getOrder, { params: { orderId: purchase.id }, query: {} }));
    return { buyer, orderId: purchase.id, tickets: tickets.map(({ id, code = '' }) => ({ id, code })) };
  };
  const open = async (clerk: Pick<Awaited<ReturnType<typeof aCounter>>, 'take'>, seats = 1) => {
    const { id } = answerOf(await clerk.take(sale, Array.from({ length: seats }, seat))).purchase;
    return { id, total: seats * FACE };
  };
  const ticketIdsOf = async (orderId: string) =>
    (await db<{ id: string }[]>`select id from ticket where purchase_id = ${orderId} and state = 'valid' order by place_id`).map(
      ({ id }) => id,
    );
  /** Sold for cash by a clerk of its own unless one is named. */
  const sold = async (clerk: Awaited<ReturnType<typeof aCounter>>, seats = 2) => {
    const purchase = await open(clerk, seats);
    answerOf(await clerk.sell(purchase));
    return { orderId: purchase.id, ticketIds: await ticketIdsOf(purchase.id) };
  };
  const ofPurchase = (purchaseId: string) => ({ params: { purchaseId } });
  const ofOrder = (orderId: string) => ({ params: { orderId } });
  const shop = answerOf(await clientOf(app).call(listProducts, { query: { venueId: undefined } })).items;
  const [shirt = 0, larger = 0] = shop.flatMap(({ variants }) => variants.map(({ id }) => id));
  const reason = 'Lo pidió por correo';

  return {
    db,
    app,
    sale,
    elsewhere,
    performanceId,
    gateway,
    taxOffice,
    bank,
    withBank,
    inGuaranies,
    inDollars,
    seat,
    aBuyer,
    /** A buyer with a password. */
    stranger: checkout.stranger,
    purchaseOf,
    paid,
    open,
    ticketIdsOf,
    sold,
    ofPurchase,
    ofOrder,
    shirt,
    larger,
    reason,
    close: async () => {
      await withBank.close();
      await inGuaranies.close();
      await atBancard.close();
      await inDollars.close();
      await outside.close();
      await checkout.close();
    },
  };
}
