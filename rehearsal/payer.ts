import { setTimeout as sleep } from 'node:timers/promises';
import {
  acceptOffer,
  cancelPayment,
  charge,
  chargeCash,
  confirmPayment,
  declineOffer,
  type InputOf,
  listPaymentMethods,
  type PaymentResult,
  selectDelivery,
  selectPaymentMethod,
} from '@butaca/contract';
import { type Basket, placesOf, see } from './basket.ts';
import { type Calls, type Errand, isOver, refusedAs, type Shopping } from './calls.ts';
import type { Times } from './witness.ts';

const CARD_PAYMENT = 1;
const WALLET_PAYMENT = 17;
export const E_TICKET = 1;

/** Test cards by their outcome; one that is listed several times is drawn more often. */
const CARDS = [
  ...Array.from({ length: 10 }, () => '4507990000004905'),
  '5299910010000015',
  '4258210000474094', // no funds
  '5204230010000012', // no funds
  '4509953566233704', // approved slowly
  '5200000000002235', // approved, and the answer is lost
  '5200000000002235',
  '4000000000002701', // approved, long silence
  '4000000000002719', // long silence, approved later
  '4000000000009235', // in review, then approved
  '4000000000009235',
  '4000000000009235',
  '5200000000002482', // in review, then rejected
];

/** What a browser gives for a token. */
export const typedCard = (number: string) => ({
  card_number: number,
  card_expiration_month: '08',
  card_expiration_year: '40',
  security_code: '123',
  card_holder_name: 'JULIA PAREDES',
  card_holder_identification: { type: 'dni', number: '30123456' },
});

/** In review, then approved. */
export const REVIEWED_CARD = '4000000000009235';

/** Pays for baskets by card, on Mercado Pago's page or in cash, and reports every answer to the witness. */
export class Payer {
  readonly #shopping: Shopping;
  readonly #calls: Calls;

  constructor(shopping: Shopping, calls: Calls) {
    this.#shopping = shopping;
    this.#calls = calls;
  }

  async byCard(basket: Basket, number = this.#shopping.random.pick(CARDS)): Promise<PaymentResult | null> {
    const { random } = this.#shopping;
    const params = { purchaseId: basket.id };
    if (!(await this.#chooseDelivery(basket))) return null;
    const methods = await this.#calls.persist(listPaymentMethods, { params });
    const card = methods?.outcome.status === 'ok' ? methods.outcome.data.items.find(({ kind }) => kind === 'card') : undefined;
    const chosen = await this.#calls.persist(selectPaymentMethod, { params, body: { paymentMethodId: CARD_PAYMENT } });
    if (chosen?.outcome.status !== 'ok' || !card?.tokenUrl || !card.publicKey) return null;
    see(basket, chosen.outcome.data, { witness: this.#shopping.witness, times: chosen });
    const token = await this.#tokenOf(number, { url: card.tokenUrl, key: card.publicKey });
    if (token === null) return null;
    const body = {
      paymentMethodId: CARD_PAYMENT,
      token,
      bin: number.slice(0, 6),
      // Each buyer has a card of their own: one that many try at once is taken for a stolen one.
      lastFour: String(1000 + Math.floor(random.between(0, 8999))),
      instalments: 1,
      holder: 'Julia Paredes',
      documentType: 'dni' as const,
      documentNumber: '30123456',
      email: 'julia@correo.example',
      total: basket.purchase.totals?.total ?? 0,
      acceptsTerms: true,
    };
    const result = await this.#charge(basket, charge, { params, body });
    return result && this.#untilKnown(basket, result);
  }

  /** On Mercado Pago's page, in cash if its buyer likes; what is called off may be paid with a card. */
  async byWallet(basket: Basket, errand: Exclude<Errand, 'is reviewed'>): Promise<void> {
    const { random, witness, stage } = this.#shopping;
    if (!(await this.#chooseDelivery(basket))) return;
    const params = { purchaseId: basket.id };
    const body = { paymentMethodId: WALLET_PAYMENT, total: basket.purchase.totals?.total ?? 0, acceptsTerms: true };
    const begun = await this.#charge(basket, charge, { params, body });
    const page = begun?.next?.url;
    if (!page || errand === 'leaves the page') return;
    if (errand === 'pays' || errand === 'pays in two tabs') {
      const isPaid = await stage.wallet.press(page, 'approved');
      if (isPaid && errand === 'pays in two tabs' && (await stage.wallet.approve(await this.#referenceOf(basket))))
        witness.acts.saw('paid in two tabs');
      await this.#untilKnown(basket, begun);
      return;
    }
    await stage.wallet.press(page, 'pending');
    const waiting = await this.#look(basket);
    // No more of its performance may wait, so its page takes nothing but what is paid at once.
    if (waiting?.outcome !== 'pending') {
      await stage.wallet.press(page, 'approved');
      await this.#untilKnown(basket, waiting ?? begun);
      return;
    }
    if (errand === 'never pays the slip') return witness.acts.saw('never confirmed');
    await sleep(random.between(500, 4000));
    if (errand === 'waits for cash') return this.#cashComes(basket, waiting);
    await this.#callOff(basket, errand === 'calls off as it comes');
  }

  async #cashComes(basket: Basket, waiting: PaymentResult): Promise<void> {
    const { random, witness, stage } = this.#shopping;
    if (!(await stage.wallet.approve(await this.#referenceOf(basket)))) return;
    witness.acts.saw('confirmed later');
    // Nobody has to look: the provider tells, and the worker asks.
    if (random.chance(0.6)) await this.#untilKnown(basket, waiting);
  }

  async #callOff(basket: Basket, asItComes: boolean): Promise<void> {
    const { random, witness, stage } = this.#shopping;
    const reference = await this.#referenceOf(basket);
    witness.beliefs.doubt(basket.id, performance.now());
    // The cash is there a moment before, or at the same moment, where either may be first.
    const cash = asItComes ? stage.wallet.approve(reference) : Promise.resolve(false);
    if (random.chance(0.5)) await cash;
    const [replies, hasCome] = await Promise.all([
      this.#calls.press(
        (at) => this.#calls.persist(cancelPayment, { params: { purchaseId: basket.id }, body: {} }, undefined, at),
        random.chance(0.3),
      ),
      cash,
    ]);
    if (hasCome) witness.acts.saw('called off while it was confirmed');
    if (replies.every(isOver)) witness.beliefs.sure(basket.id);
    let isOpen = false;
    for (const reply of replies) {
      if (reply?.outcome.status !== 'ok') continue;
      const { outcome, purchase } = reply.outcome.data;
      this.#paid(basket, reply.outcome.data, reply);
      isOpen ||= outcome === 'cancelled' && purchase.stage === 'open';
    }
    if (isOpen && (await this.byCard(basket))?.outcome === 'approved' && !hasCome) witness.acts.saw('called off and paid otherwise');
  }

  /** What the buyer reads when they come back from the page; null without an answer. */
  async #look(basket: Basket): Promise<PaymentResult | null> {
    const reply = await this.#calls.persist(confirmPayment, { params: { purchaseId: basket.id }, body: {} });
    if (reply?.outcome.status !== 'ok') return null;
    this.#paid(basket, reply.outcome.data, reply);
    return reply.outcome.data;
  }

  /** Of the latest payment of this purchase, as its provider knows it. */
  async #referenceOf({ id }: Basket): Promise<string> {
    const [attempt] = await this.#shopping.stage.db<{ reference: string }[]>`
      select reference from attempt where purchase_id = ${id} order by started_at desc limit 1`;
    return attempt?.reference ?? '';
  }

  async #chooseDelivery(basket: Basket): Promise<boolean> {
    const reply = await this.#calls.persist(selectDelivery, { params: { purchaseId: basket.id }, body: { deliveryTypeId: E_TICKET } });
    if (reply?.outcome.status !== 'ok') return false;
    see(basket, reply.outcome.data, { witness: this.#shopping.witness, times: reply });
    return true;
  }

  async byCash(basket: Basket): Promise<void> {
    const body = { total: basket.purchase.totals?.total ?? 0, acceptsTerms: true, holder: 'Julia Paredes' };
    await this.#charge(basket, chargeCash, { params: { purchaseId: basket.id }, body });
  }

  /** The button that pays, sometimes pressed twice. */
  async #charge<E extends typeof charge | typeof chargeCash>(
    basket: Basket,
    endpoint: E,
    input: InputOf<E>,
  ): Promise<PaymentResult | null> {
    const { random, witness } = this.#shopping;
    const key = this.#calls.newKey('pay');
    witness.beliefs.doubt(basket.id, performance.now());
    const click = (at?: string) => this.#calls.persist(endpoint as typeof charge, input as InputOf<typeof charge>, key, at);
    const replies = await this.#calls.press(click, random.chance(0.25));
    if (replies.every(isOver)) witness.beliefs.sure(basket.id);
    let result: PaymentResult | null = null;
    for (const reply of replies) {
      if (!reply) continue;
      if (reply.outcome.status !== 'ok') witness.clicks.refused(key, refusedAs(reply.outcome), reply);
      else {
        result = reply.outcome.data;
        this.#paid(basket, result, reply);
        if (result.outcome === 'approved') witness.clicks.succeeded(key, `approved ${result.orderId} ${result.amount}`, reply);
      }
    }
    return result;
  }

  /** Polls like the result page until the payment has an outcome, and answers an offer like a buyer. */
  async #untilKnown(basket: Basket, first: PaymentResult): Promise<PaymentResult> {
    const { random, signal } = this.#shopping;
    let result = first;
    for (let looks = 0; looks < 12 && !signal.aborted; looks++) {
      if (result.outcome === 'offered') {
        const answer = random.pick([acceptOffer, declineOffer]);
        const reply = await this.#calls.persist(answer, { params: { purchaseId: basket.id }, body: {} });
        if (reply?.outcome.status === 'ok') this.#paid(basket, reply.outcome.data, reply);
        return result;
      }
      if (!['pending', 'processing', 'unknown'].includes(result.outcome)) break;
      await sleep(1000);
      const now = await this.#look(basket);
      if (now === null) break;
      result = now;
    }
    return result;
  }

  #paid(basket: Basket, { outcome, purchase, amount, heldUntil, maySlip }: PaymentResult, times: Times): void {
    const { witness, customer } = this.#shopping;
    see(basket, purchase, { witness: this.#shopping.witness, times: times });
    // A page that says until when places are kept for what waits is believed; a card's issuer may end that earlier.
    if (maySlip && heldUntil !== undefined) {
      const kept = {
        purchaseId: basket.id,
        sold: false,
        places: placesOf(purchase),
        leftMs: heldUntil - (purchase.serverNow ?? heldUntil),
      };
      witness.beliefs.see(kept, times);
    }
    if (outcome !== 'approved') return;
    basket.run.endedAt = performance.now();
    const total = amount ?? purchase.totals?.total ?? 0;
    witness.approvals.push({ purchaseId: basket.id, customerId: customer.customerId, total, places: placesOf(purchase) });
  }

  /** A card's token, as browsers get it. */
  async #tokenOf(number: string, { url, key }: { url: string; key: string }): Promise<string | null> {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', apikey: key }, body: JSON.stringify(typedCard(number)) };
    for (let tries = 0; tries < 10 && !this.#shopping.signal.aborted; tries++) {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(3000) }).catch(() => null);
      if (response?.status === 201) return ((await response.json()) as { id: string }).id;
      await sleep(500);
    }
    return null;
  }
}
