import { loadBrand } from '@butaca/brand/load';
import {
  authenticatePayer,
  changePlaces,
  clearName,
  continuePayLink,
  createPayPalOrder,
  getDrawers,
  getOrder,
  handOverProducts,
  type InputOf,
  listOfficeBills,
  listProducts,
  moveCash,
  moveDelivery,
  nominate,
  payAuthenticated,
  payByLink,
  payInFrame,
  readCode,
  recordPrint,
  resumePayment,
  retryBill,
  saveCard,
  setUpAuthentication,
  startPurchase,
  voidSale,
} from '@butaca/contract';
import type { Db } from '../../src/db/connect.ts';
import { anOutside } from '../conformance/outside.ts';
import { payPalUnderTest } from '../conformance/paypal.ts';
import { aBancard } from './bancard.ts';
import { anAuthority } from './bills.ts';
import { buyerAt, buyerWith, cardForm } from './buyer.ts';
import { aProduct } from './catalogue.ts';
import { aCheckout } from './checkout.ts';
import { answerOf, clientOf } from './client.ts';
import { aCounter } from './counter.ts';
import { customersApp, haveBuyers, withoutCardLimits } from './customers.ts';
import { aCybersource, aDevice, cybersourceMethod, named } from './cybersource.ts';
import { anOrganiser } from './office.ts';
import { TICKET_TOTAL } from './purchase.ts';

/** One call under a key; null sends none. */
type Ask = (key: string | null) => Promise<{ readonly status: string; readonly failure?: string; readonly data?: unknown }>;

/** What is asked with one key. */
export interface KeyedCall {
  readonly first: Ask;
  /** By the same caller, with something else asked: another body, another subject, or both. The first of them could be done as well. */
  readonly others: Readonly<Record<string, Ask>>;
  /** By another caller, about something of theirs; left out where it would be the same one. */
  readonly stranger?: Ask;
  /** The customer who asks, where a test looks for it. */
  readonly caller?: string;
}

/** A call that is refused once it has used its key, and one that is not. */
interface RefusedFirst {
  readonly refused: Ask;
  readonly failure: string;
  readonly again: Ask;
}

const FACE = 1_000_000;

/** A world in which every call that takes a key can be made, as often as a test likes; by its name in the contract. */
export async function keyedCalls(db: Db) {
  const taxOffice = await anAuthority();
  const variants = ['m', 'l'].map((key) => ({ key, name: key, stock: 1000 }));
  const products = [aProduct({ name: 'Remera', mostPerPurchase: 9, variants })];
  const startsAt = Temporal.Instant.from('2040-05-18T23:30:00Z');
  const checkout = await aCheckout(
    db,
    undefined,
    [
      { rows: 200, startsAt, products, nominations: { closesHours: 24, oncePerDocument: false } },
      { rows: 200, startsAt: startsAt.add({ hours: 24 }) },
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

  let nextSeat = 1000;
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

  const bankCards = { frictionless: '4456530000001005', challenge: '4456530000001096' };
  const bankForm = async (card: keyof typeof bankCards) => ({
    ...cardForm,
    ...(await bank.card(bankCards[card])),
    paymentMethodId: cybersourceMethod.id,
  });
  /** A payment at the bank that waits for its buyer's next step: the device's data, or the answer to a challenge. */
  const waiting = async (who: Buyer, step: 'device' | 'challenge') => {
    const { id, total } = await purchaseOf(who);
    const body = { ...(await bankForm(step === 'device' ? 'frictionless' : 'challenge')), total };
    answerOf(await who.call(setUpAuthentication, { ...ofPurchase(id), body }));
    if (step === 'device') return id;
    const asked = answerOf(await who.call(authenticatePayer, { ...ofPurchase(id), body: { given: named(aDevice) } }));
    await bank.answerBank(asked.next ?? {}, 'passed');
    return id;
  };
  const givenAt = { device: named(aDevice), challenge: named({ TransactionId: 'a' }) };
  const resuming =
    (endpoint: typeof resumePayment | typeof authenticatePayer | typeof payAuthenticated, step: keyof typeof givenAt) =>
    async (): Promise<KeyedCall> => {
      const [ana, luis] = [await aBuyer(withBank), await aBuyer(withBank)];
      const [mine, alsoMine, theirs] = [await waiting(ana, step), await waiting(ana, step), await waiting(luis, step)];
      const goOn =
        (who: Buyer, id: string, more: typeof givenAt.device = []) =>
        (key: string | null) =>
          who.call(endpoint, { ...ofPurchase(id), body: { given: [...givenAt[step], ...more] } }, { key });
      return {
        first: goOn(ana, mine),
        others: { 'another step': goOn(ana, mine, named({ more: 'b' })), 'another purchase': goOn(ana, alsoMine) },
        stranger: goOn(luis, theirs),
      };
    };

  /** A sale of one clerk at two places, and one of another clerk. */
  const atCounter = async () => {
    const clerk = await aCounter(db, app);
    const there = await clerk.logInElsewhere();
    const other = await aCounter(db, app);
    return { clerk, other, mine: await open(clerk), alsoMine: await open(there), theirs: await open(other) };
  };

  const scenarios: Readonly<Record<string, () => Promise<KeyedCall>>> = {
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
    async charge() {
      const [ana, luis] = [await aBuyer(), await aBuyer()];
      const one = seat();
      const [mine, alsoMine, theirs] = [await purchaseOf(ana), await purchaseOf(ana), await purchaseOf(luis)];
      return {
        first: (key) => ana.pay(mine, { key }),
        others: {
          'another card': (key) => ana.pay(mine, { key, lastFour: '1111' }),
          'another purchase': (key) => ana.pay(alsoMine, { key }),
          'a new purchase': (key) => ana.take(sale, [one], { key }),
        },
        stranger: (key) => luis.pay(theirs, { key }),
      };
    },
    async setUpAuthentication() {
      const [ana, luis] = [await aBuyer(withBank), await aBuyer(withBank)];
      const [mine, alsoMine, theirs] = [await purchaseOf(ana), await purchaseOf(ana), await purchaseOf(luis)];
      const form = await bankForm('challenge');
      const setUp =
        (who: Buyer, { id, total }: { id: string; total: number }, more = {}) =>
        (key: string | null) =>
          who.call(setUpAuthentication, { ...ofPurchase(id), body: { ...form, total, ...more } }, { key });
      return {
        first: setUp(ana, mine),
        others: { 'another person': setUp(ana, mine, { holder: 'Rosa Luz' }), 'another purchase': setUp(ana, alsoMine) },
        stranger: setUp(luis, theirs),
      };
    },
    resumePayment: resuming(resumePayment, 'device'),
    authenticatePayer: resuming(authenticatePayer, 'device'),
    payAuthenticated: resuming(payAuthenticated, 'challenge'),
    async payInFrame() {
      const [ana, luis] = [await aBuyer(inGuaranies), await aBuyer(inGuaranies)];
      const [mine, alsoMine, theirs] = [await purchaseOf(ana), await purchaseOf(ana), await purchaseOf(luis)];
      const pay =
        (who: Buyer, { id, total }: { id: string; total: number }) =>
        (key: string | null) =>
          who.call(payInFrame, { ...ofPurchase(id), body: { total, acceptsTerms: true } }, { key });
      return {
        first: pay(ana, mine),
        others: { 'another purchase': pay(ana, alsoMine), 'another price': pay(ana, { ...mine, total: 1 }) },
        stranger: pay(luis, theirs),
      };
    },
    async saveCard() {
      const [ana, luis] = [await aBuyer(inGuaranies), await aBuyer(inGuaranies)];
      const [mine, alsoMine, theirs] = [await purchaseOf(ana), await purchaseOf(ana), await purchaseOf(luis)];
      const save = (who: Buyer, id: string) => (key: string | null) => who.call(saveCard, { ...ofPurchase(id), body: {} }, { key });
      return { first: save(ana, mine.id), others: { 'another purchase': save(ana, alsoMine.id) }, stranger: save(luis, theirs.id) };
    },
    async createPayPalOrder() {
      const [ana, luis] = [await aBuyer(inDollars), await aBuyer(inDollars)];
      const [mine, alsoMine, theirs] = [await purchaseOf(ana), await purchaseOf(ana), await purchaseOf(luis)];
      const order =
        (who: Buyer, { id, total }: { id: string; total: number }) =>
        (key: string | null) =>
          who.call(createPayPalOrder, { ...ofPurchase(id), query: { total, acceptsTerms: true } }, { key });
      return {
        first: order(ana, mine),
        others: { 'another purchase': order(ana, alsoMine), 'another price': order(ana, { ...mine, total: 1 }) },
        stranger: order(luis, theirs),
      };
    },
    async payByLink() {
      const [mine, theirs] = [await aLink(), await aLink()];
      return { first: mine.pay(), others: { 'another card': mine.pay({ lastFour: '1111' }) }, stranger: theirs.pay() };
    },
    async continuePayLink() {
      const link = await aLink(withBank);
      const begun = `begun-${link.code}`;
      const form = await bankForm('frictionless');
      answerOf((await link.pay(form)(begun)) as never);
      const goOn =
        (more: typeof givenAt.device = []) =>
        (key: string | null) =>
          link.payer.call(
            continuePayLink,
            { params: { code: link.code }, body: { click: begun, given: [...givenAt.device, ...more] } },
            { key },
          );
      return { first: goOn(), others: { 'another step': goOn(named({ more: 'b' })), 'the payment': link.pay(form) } };
    },
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
        (who: typeof clerk, orderId: string, variantId = shirt) =>
        (key: string | null) =>
          who.call(handOverProducts, { ...ofOrder(orderId), body: { performanceId, variantId } }, { key });
      return {
        first: give(clerk, mine),
        others: { 'another product': give(clerk, mine, larger), 'another order': give(clerk, alsoMine) },
        stranger: give(other, theirs),
      };
    },
    async moveCash() {
      const [clerk, other] = [await aCounter(db, app), await aCounter(db, app)];
      const moving = async (who: typeof clerk) => {
        await sold(who);
        const drawerId = answerOf(await who.call(getDrawers, {})).open?.id ?? '';
        return (amount: number) => (key: string | null) =>
          who.call(moveCash, { body: { drawerId, direction: 'in', amount, reason } }, { key });
      };
      const [mine, theirs] = [await moving(clerk), await moving(other)];
      return { first: mine(5000), others: { 'another amount': mine(6000) }, stranger: theirs(5000) };
    },
    async refundOrder() {
      const [office, other] = [await anOrganiser(db, app), await anOrganiser(db, app)];
      const [mine, alsoMine, theirs] = [await paid(), await paid(), await paid()];
      const { amount } = answerOf(await office.preview(mine.orderId, [mine.tickets[0]?.id ?? '']));
      const refund =
        (who: typeof office, { orderId, tickets }: typeof mine, which = 0) =>
        (key: string | null) =>
          who.refund(orderId, { ticketIds: [tickets[which]?.id ?? ''], amount }, { key });
      return {
        first: refund(office, mine),
        others: { 'the other ticket': refund(office, mine, 1), 'another order': refund(office, alsoMine) },
        stranger: refund(other, theirs),
      };
    },
    async resendTickets() {
      const [office, other] = [await anOrganiser(db, app), await anOrganiser(db, app)];
      const [mine, alsoMine, theirs] = [await paid(), await paid(), await paid()];
      return {
        first: (key) => office.resend(mine.orderId, { key }),
        others: { 'another order': (key) => office.resend(alsoMine.orderId, { key }) },
        stranger: (key) => other.resend(theirs.orderId, { key }),
      };
    },
    async clearName() {
      const [office, other] = [await anOrganiser(db, app), await anOrganiser(db, app)];
      const [mine, alsoMine, theirs] = [await paid(), await paid(), await paid()];
      for (const { buyer, orderId, tickets } of [mine, alsoMine, theirs]) {
        const who = { firstName: 'Ana', lastName: 'Paz', documentType: 'dni', version: undefined } as const;
        const items = tickets.map(({ id: ticketId }, index) => ({ ...who, documentNumber: `3011122${index}`, ticketId }));
        answerOf(await buyer.call(nominate, { ...ofOrder(orderId), body: { items } }));
      }
      const clear =
        (who: typeof office, { orderId, tickets }: typeof mine, which = 0) =>
        (key: string | null) =>
          who.call(clearName, { ...ofOrder(orderId), body: { ticketId: tickets[which]?.id ?? '', reason } }, { key });
      return {
        first: clear(office, mine),
        others: { 'the other ticket': clear(office, mine, 1), 'another order': clear(office, alsoMine) },
        stranger: clear(other, theirs),
      };
    },
    async moveDelivery() {
      const [office, other] = [await anOrganiser(db, app), await anOrganiser(db, app)];
      const fetched = { deliveryTypeId: 2 };
      const [mine, alsoMine, theirs] = [await paid(fetched), await paid(fetched), await paid(fetched)];
      const move =
        (who: typeof office, { orderId }: typeof mine, note = 'Sobre 12') =>
        (key: string | null) =>
          who.call(moveDelivery, { ...ofOrder(orderId), body: { state: 'prepared', note } }, { key });
      return {
        first: move(office, mine),
        others: { 'another note': move(office, mine, 'Sobre 13'), 'another order': move(office, alsoMine) },
        stranger: move(other, theirs),
      };
    },
    async retryBill() {
      const [office, other] = [await anOrganiser(db, app), await anOrganiser(db, app)];
      const refused = async () => {
        await taxOffice.issue(db);
        const { orderId } = await paid();
        // The credit notes of what was issued just now are asked for beside it: all are refused.
        const rejectNext = { code: 10015, message: 'El documento no existe', times: 1000, where: 'observations' } as const;
        taxOffice.arca.control({ rejectNext });
        await taxOffice.issue(db);
        taxOffice.arca.control({ rejectNext: null });
        const found = answerOf(await office.call(listOfficeBills, {})).items.find((each) => each.orderId === orderId);
        return { orderId, billId: found?.bill.id ?? '' };
      };
      const [mine, alsoMine, theirs] = [await refused(), await refused(), await refused()];
      const retry =
        (who: typeof office, params: typeof mine, why = reason) =>
        (key: string | null) =>
          who.call(retryBill, { params, body: { reason: why, receiver: undefined } }, { key });
      return {
        first: retry(office, mine),
        others: { 'another reason': retry(office, mine, 'Otra'), 'another bill': retry(office, alsoMine) },
        stranger: retry(other, theirs),
      };
    },
    async settleDoubt() {
      const [office, other] = [await anOrganiser(db, app), await anOrganiser(db, app)];
      const doubtful = async () => {
        const buyer = await aBuyer();
        const purchase = await purchaseOf(buyer);
        gateway.state.next.push('review');
        answerOf(await buyer.pay(purchase));
        const [attempt] = await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${purchase.id}`;
        return attempt?.reference ?? '';
      };
      const [mine, alsoMine, theirs] = [await doubtful(), await doubtful(), await doubtful()];
      const settle =
        (who: typeof office, reference: string, why = reason) =>
        (key: string | null) =>
          who.settle(reference, { verb: 'give_back', reason: why }, { key });
      return {
        first: settle(office, mine),
        others: { 'another reason': settle(office, mine, 'Otra'), 'another payment': settle(office, alsoMine) },
        stranger: settle(other, theirs),
      };
    },
    async readCode() {
      const [door, other] = [await aBuyer(), await aBuyer()];
      await db`update customer set role = 'door' where id = any (${[door.customerId, other.customerId]}::text[])`;
      const [{ tickets }, theirs] = [await paid(), await paid()];
      const read =
        (who: Buyer, code = '') =>
        (key: string | null) =>
          who.call(readCode, { body: { performanceId, code, door: undefined } }, { key });
      return {
        first: read(door, tickets[0]?.code),
        others: { 'another code': read(door, tickets[1]?.code), 'what is no code': read(door, 'nada') },
        stranger: read(other, theirs.tickets[0]?.code),
      };
    },
  };

  const refusedFirst: Readonly<Record<string, () => Promise<RefusedFirst>>> = {
    async takePlaces() {
      const [ana, luis] = [await aBuyer(), await aBuyer()];
      const [taken, free] = [seat(), seat()];
      answerOf(await luis.take(sale, [taken]));
      return {
        refused: (key) => ana.take(sale, [taken], { key }),
        failure: 'places_taken',
        again: (key) => ana.take(sale, [free], { key }),
      };
    },
    async takeMore() {
      const [ana, luis] = [await aBuyer(), await aBuyer()];
      const [taken, free] = [seat(), seat()];
      answerOf(await luis.take(sale, [taken]));
      const { id } = await purchaseOf(ana);
      return {
        refused: (key) => ana.takeMore(id, sale, [taken], { key }),
        failure: 'places_taken',
        again: (key) => ana.takeMore(id, sale, [free], { key }),
      };
    },
    async selectProducts() {
      const ana = await aBuyer();
      const { id } = await purchaseOf(ana);
      const choose = (quantity: number) => (key: string | null) => ana.selectProducts(id, sale, [{ variantId: shirt, quantity }], { key });
      return { refused: choose(10), failure: 'product_refused', again: choose(1) };
    },
    async charge() {
      const ana = await aBuyer();
      const { id, total } = await purchaseOf(ana);
      return {
        refused: (key) => ana.pay({ id, total: 1 }, { key }),
        failure: 'total_changed',
        again: (key) => ana.pay({ id, total }, { key }),
      };
    },
    async chargeCash() {
      const clerk = await aCounter(db, app);
      const { id, total } = await open(clerk);
      return {
        refused: (key) => clerk.sell({ id, total: 1 }, { key }),
        failure: 'total_changed',
        again: (key) => clerk.sell({ id, total }, { key }),
      };
    },
    async voidSale() {
      const clerk = await aCounter(db, app);
      const { orderId, ticketIds } = await sold(clerk);
      const undo = (amount: number) => (key: string | null) =>
        clerk.call(voidSale, { ...ofOrder(orderId), body: { ticketIds: ticketIds.slice(1), amount, reason } }, { key });
      return { refused: undo(FACE + 1), failure: 'refund_changed', again: undo(FACE) };
    },
    async refundOrder() {
      const office = await anOrganiser(db, app);
      const { orderId, tickets } = await paid();
      const ticketIds = [tickets[0]?.id ?? ''];
      const { amount } = answerOf(await office.preview(orderId, ticketIds));
      return {
        refused: (key) => office.refund(orderId, { ticketIds, amount: amount + 100 }, { key }),
        failure: 'refund_changed',
        again: (key) => office.refund(orderId, { ticketIds, amount }, { key }),
      };
    },
    async moveDelivery() {
      const office = await anOrganiser(db, app);
      const { orderId } = await paid({ deliveryTypeId: 2 });
      const move = (state: 'sent' | 'prepared') => (key: string | null) =>
        office.call(moveDelivery, { ...ofOrder(orderId), body: { state, note: undefined } }, { key });
      return { refused: move('sent'), failure: 'not_the_next_step', again: move('prepared') };
    },
  };

  async function aLink(at = app) {
    const buyer = await aBuyer(at);
    const purchase = await purchaseOf(buyer, { seats: 1 });
    const { code } = answerOf(await buyer.makeLink(purchase.id));
    const payer = buyerWith(clientOf(at));
    return {
      code,
      payer,
      pay:
        (form: Partial<InputOf<typeof payByLink>['body']> = {}) =>
        (key: string | null) =>
          payer.call(payByLink, { params: { code }, body: { ...cardForm, ...form, total: TICKET_TOTAL } }, { key }),
    };
  }

  return {
    scenarios,
    refusedFirst,
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
