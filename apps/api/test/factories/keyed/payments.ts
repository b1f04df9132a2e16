import {
  authenticatePayer,
  continuePayLink,
  createPayPalOrder,
  type InputOf,
  payAuthenticated,
  payByLink,
  payInFrame,
  resumePayment,
  saveCard,
  setUpAuthentication,
} from '@butaca/contract';
import { buyerWith, cardForm } from '../buyer.ts';
import { answerOf, clientOf } from '../client.ts';
import { aDevice, cybersourceMethod, named } from '../cybersource.ts';
import { TICKET_TOTAL } from '../purchase.ts';
import type { KeyedCall, Scenarios } from './call.ts';
import type { Buyer, KeyedWorld } from './world.ts';

/** Payments of the shop: cards, the steps after them, other providers, and pay links. */
export function payments(world: KeyedWorld): Scenarios {
  const { app, sale, bank, withBank, inGuaranies, inDollars, seat, aBuyer, purchaseOf, ofPurchase } = world;
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
  };
}
