import { setTimeout as sleep } from 'node:timers/promises';
import {
  acceptOffer,
  charge,
  chargeCash,
  confirmPayment,
  createClient,
  declineOffer,
  type Endpoint,
  getAvailability,
  getPurchase,
  type InputOf,
  invalidatePurchase,
  listPaymentMethods,
  type Outcome,
  type PaymentResult,
  type Purchase,
  releaseGroup,
  selectDelivery,
  selectPaymentMethod,
  setPlaces,
  type Taken,
  takeMore,
  takePlaces,
  takeQuantities,
} from '@butaca/contract';
import type { Random } from './plan.ts';
import type { Customer, Performance, Stage } from './stage.ts';
import type { Run, SeenPurchase, Times, Witness } from './witness.ts';

/** Then a buyer clicks again; who pays is more patient. */
const CALL_WITHIN_MS = 5000;
const PAYMENT_WITHIN_MS = 20_000;
/** What is not answered is asked again for so long. */
const PATIENCE_MS = 30_000;
const CARD_PAYMENT = 1;
const E_TICKET = 1;

/** Cards by what they come to, as often as they are in this list. */
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

interface Reply<E extends Endpoint> extends Times {
  readonly outcome: Outcome<E>;
  /** A try of it was not answered, or with a fault: it may still be carried out, at any later time. */
  readonly lingers: boolean;
}
type Claim = typeof takePlaces | typeof takeQuantities | typeof takeMore;
type Answered<E extends Endpoint> = Reply<E> & { readonly outcome: Extract<Outcome<E>, { status: 'ok' | 'refusal' | 'unreadable' }> };

export interface Shopping {
  readonly stage: Stage;
  readonly witness: Witness;
  /** Draws what this one does. */
  readonly random: Random;
  /** Draws where calls go and when they are repeated, which depends on timing and must not move the choices. */
  readonly routes: Random;
  readonly customer: Customer;
  /** Different for every one of them: their clicks are named after it. */
  readonly name: string;
  /** Nothing new is asked after it. */
  readonly signal: AbortSignal;
}

/** A purchase in the hands of its customer. */
interface Basket {
  readonly id: string;
  readonly run: Run;
  readonly performance: Performance;
  purchase: Purchase;
  /** A call about it may still be carried out, so what it holds is not known exactly. */
  unsure: boolean;
}

/** A buyer who clicks, at one process or another and sometimes at two at once, and tells the witness of every answer. */
export class Shopper {
  readonly #shopping: Shopping;
  #clicks = 0;

  constructor(shopping: Shopping) {
    this.#shopping = shopping;
  }

  /** Buys again and again until it is told to stop. */
  async buy(): Promise<void> {
    const { random, signal } = this.#shopping;
    while (!signal.aborted) {
      await sleep(random.between(10, 300));
      if (random.chance(0.06)) await this.#beginMany();
      else await this.#buyOnce();
    }
  }

  /** Sells at a counter, again and again. */
  async sell(): Promise<void> {
    const { random, signal } = this.#shopping;
    while (!signal.aborted) {
      await sleep(random.between(50, 400));
      const basket = await this.#begin({ type: 'box' });
      if (basket && random.chance(0.8)) await this.#payCash(basket);
      // What is left unpaid is let go by the next sale, so nothing more is known of it.
      if (basket) this.#shopping.witness.beliefs.doubt(basket.id, performance.now());
    }
  }

  async #buyOnce(): Promise<void> {
    const { random, signal } = this.#shopping;
    if (random.chance(0.3)) await this.#ask(getAvailability, { params: { performanceId: this.#performance().id } });
    const basket = await this.#begin({ twice: random.chance(0.25) });
    if (!basket) return;
    for (let changes = random.below(4); changes > 0 && !signal.aborted; changes--) await this.#change(basket);
    await this.#end(basket);
  }

  /** More than one customer may have, at both processes at once. */
  async #beginMany(): Promise<void> {
    const { random } = this.#shopping;
    const baskets = await Promise.all(Array.from({ length: 5 }, () => this.#begin({ quantity: 1 })));
    for (const basket of baskets) if (basket) await (random.chance(0.3) ? this.#end(basket) : this.#cancel(basket));
  }

  async #begin({ twice = false, type, quantity }: { twice?: boolean; type?: 'box'; quantity?: number }): Promise<Basket | null> {
    const { random, witness, customer } = this.#shopping;
    const hall = this.#performance();
    const wanted = quantity ?? random.between(1, 4);
    const kind = type ? { type } : {};
    const named = random.chance(0.5);
    const places = this.#places(hall, wanted);
    const key = this.#key('take');
    const run = witness.runs.begin(customer.customerId);
    const click = (at?: string): Promise<Answered<Claim> | null> =>
      named
        ? this.#persist(takePlaces, { body: { performanceId: hall.id, placeIds: places, ...kind } }, key, at)
        : this.#persist(takeQuantities, { body: { performanceId: hall.id, quantities: [{ quantity: wanted }], ...kind } }, key, at);
    const replies = await this.#press(click, twice);
    let basket: Basket | null = null;
    const asked = named ? places : wanted;
    for (const reply of replies) {
      if (!reply) continue;
      const taken = this.#claimed(reply, { key, asked, had: [] });
      if (taken) basket = { id: taken.purchase.id, run, performance: hall, purchase: taken.purchase, unsure: false };
      else if (reply.outcome.status === 'refusal' && reply.outcome.failure === 'too_many_purchases')
        witness.runs.refusedAsTooMany(run, key, reply);
    }
    if (!basket && replies.every(isOver)) run.endedAt = performance.now();
    // The first click once more, when a later one may have been answered meanwhile.
    if (basket && random.chance(0.15)) {
      await this.#more(basket);
      const again = await click();
      const claimed = again && this.#claimed(again, { key, asked: null, had: [] });
      if (claimed) basket.purchase = claimed.purchase;
    }
    return basket;
  }

  async #change(basket: Basket): Promise<void> {
    const { random } = this.#shopping;
    await sleep(random.between(5, 150));
    const act = random.pick(['more', 'more', 'set', 'release', 'read', 'delivery'] as const);
    switch (act) {
      case 'more':
        return this.#more(basket);
      case 'set':
        return this.#set(basket);
      case 'release':
        return this.#mayFree(basket, releaseGroup, { params: { purchaseId: basket.id }, body: { performanceId: basket.performance.id } });
      case 'read': {
        const reply = await this.#persist(getPurchase, { params: { purchaseId: basket.id } });
        if (reply?.outcome.status === 'ok') this.#see(basket, reply.outcome.data, reply);
        return;
      }
      case 'delivery': {
        const reply = await this.#persist(selectDelivery, { params: { purchaseId: basket.id }, body: { deliveryTypeId: E_TICKET } });
        if (reply?.outcome.status === 'ok') this.#see(basket, reply.outcome.data, reply);
        return;
      }
    }
  }

  async #more(basket: Basket): Promise<void> {
    const { random } = this.#shopping;
    const quantity = random.between(1, 2);
    const named = random.chance(0.4);
    const places = this.#places(basket.performance, quantity);
    const key = this.#key('more');
    const body = {
      performanceId: basket.performance.id,
      ...(named ? { placeIds: places } : { quantities: [{ quantity }] }),
    };
    const had = placesOf(basket.purchase).map(({ placeId }) => placeId);
    const click = (at?: string) => this.#persist(takeMore, { params: { purchaseId: basket.id }, body }, key, at);
    const asked = basket.unsure ? null : named ? places : quantity;
    for (const reply of await this.#press(click, random.chance(0.2))) {
      if (!isOver(reply)) basket.unsure = true;
      const taken = reply && this.#claimed(reply, { key, asked, had });
      if (taken) basket.purchase = taken.purchase;
    }
  }

  /** Gives one back and asks for another. */
  async #set(basket: Basket): Promise<void> {
    const kept = placesOf(basket.purchase)
      .map(({ placeId }) => placeId)
      .slice(1);
    const placeIds = [...new Set([...kept, ...this.#places(basket.performance, 1)])];
    await this.#mayFree(basket, setPlaces, { params: { purchaseId: basket.id }, body: { performanceId: basket.performance.id, placeIds } });
  }

  async #end(basket: Basket): Promise<void> {
    const { random } = this.#shopping;
    const sellsOut = basket.performance === this.#shopping.stage.performances[0];
    const pays = random.chance(sellsOut ? 0.03 : 0.7);
    if (pays) return this.#pay(basket);
    // The others forget about it.
    if (random.chance(0.7)) return this.#cancel(basket);
  }

  async #cancel(basket: Basket): Promise<void> {
    const { witness } = this.#shopping;
    witness.beliefs.doubt(basket.id, performance.now());
    const reply = await this.#persist(invalidatePurchase, { params: { purchaseId: basket.id } });
    if (!reply) return;
    if (isOver(reply)) witness.beliefs.sure(basket.id);
    if (reply.outcome.status === 'ok' || (reply.outcome.status === 'refusal' && reply.outcome.failure === 'purchase_over'))
      basket.run.endedAt = performance.now();
  }

  async #pay(basket: Basket): Promise<void> {
    const { random } = this.#shopping;
    for (let tries = 0; tries < 2; tries++) {
      const result = await this.#payByCard(basket);
      if (result?.outcome !== 'declined') return;
      if (random.chance(0.4)) return this.#cancel(basket);
    }
  }

  async #payByCard(basket: Basket): Promise<PaymentResult | null> {
    const { random } = this.#shopping;
    const params = { purchaseId: basket.id };
    const delivery = await this.#persist(selectDelivery, { params, body: { deliveryTypeId: E_TICKET } });
    if (delivery?.outcome.status !== 'ok') return null;
    this.#see(basket, delivery.outcome.data, delivery);
    const methods = await this.#persist(listPaymentMethods, { params });
    const card = methods?.outcome.status === 'ok' ? methods.outcome.data.items.find(({ kind }) => kind === 'card') : undefined;
    const chosen = await this.#persist(selectPaymentMethod, { params, body: { paymentMethodId: CARD_PAYMENT } });
    if (chosen?.outcome.status !== 'ok' || !card?.tokenUrl || !card.publicKey) return null;
    this.#see(basket, chosen.outcome.data, chosen);
    const number = random.pick(CARDS);
    const token = await this.#tokenOf(number, { url: card.tokenUrl, key: card.publicKey });
    if (token === null) return null;
    const body = {
      paymentMethodId: CARD_PAYMENT,
      token,
      bin: number.slice(0, 6),
      lastFour: number.slice(-4),
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

  async #payCash(basket: Basket): Promise<void> {
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
    const key = this.#key('pay');
    witness.beliefs.doubt(basket.id, performance.now());
    const click = (at?: string) => this.#persist(endpoint as typeof charge, input as InputOf<typeof charge>, key, at);
    const replies = await this.#press(click, random.chance(0.25));
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

  /** A result page that asks again and again, and a buyer who answers what is offered. */
  async #untilKnown(basket: Basket, first: PaymentResult): Promise<PaymentResult> {
    const { random, signal } = this.#shopping;
    let result = first;
    for (let looks = 0; looks < 12 && !signal.aborted; looks++) {
      if (result.outcome === 'offered') {
        const answer = random.pick([acceptOffer, declineOffer]);
        const reply = await this.#persist(answer, { params: { purchaseId: basket.id }, body: {} });
        if (reply?.outcome.status === 'ok') this.#paid(basket, reply.outcome.data, reply);
        return result;
      }
      if (!['pending', 'processing', 'unknown'].includes(result.outcome)) break;
      await sleep(1000);
      const reply = await this.#persist(confirmPayment, { params: { purchaseId: basket.id }, body: {} });
      if (reply?.outcome.status !== 'ok') break;
      result = reply.outcome.data;
      this.#paid(basket, result, reply);
    }
    return result;
  }

  #paid(basket: Basket, { outcome, purchase, amount }: PaymentResult, times: Times): void {
    const { witness, customer } = this.#shopping;
    this.#see(basket, purchase, times);
    if (outcome !== 'approved') return;
    basket.run.endedAt = performance.now();
    const total = amount ?? purchase.totals?.total ?? 0;
    witness.approvals.push({ purchaseId: basket.id, customerId: customer.customerId, total, places: placesOf(purchase) });
  }

  /** What a claim was answered with: all that was asked for, new, or a refusal. `asked` is null where that is not known for certain. */
  #claimed(
    reply: Answered<Claim>,
    { key, asked, had }: { key: string; asked: readonly number[] | number | null; had: readonly number[] },
  ): Taken | null {
    const { witness } = this.#shopping;
    const { outcome } = reply;
    if (outcome.status !== 'ok') {
      const refused = refusedAs(outcome);
      // The answer to a click is forgotten once its purchase is over.
      if (!['purchase_over', 'purchase_paying', 'busy', 'too_many_requests'].includes(refused)) witness.clicks.refused(key, refused, reply);
      return null;
    }
    const { purchase, placeIds } = outcome.data;
    witness.clicks.succeeded(key, `${purchase.id} ${[...placeIds].sort((a, b) => a - b)}`, reply);
    const wanted = typeof asked === 'number' ? asked : asked?.filter((place) => !had.includes(place)).length;
    if (asked !== null && (placeIds.length !== wanted || placeIds.some((place) => had.includes(place))))
      witness.findings.add('claims', `${key} asked for ${JSON.stringify(asked)}, had ${had}, and was given ${placeIds}`);
    witness.beliefs.see(seenOf(purchase), reply);
    return outcome.data;
  }

  /** A call that may give places back: until it is answered it is unknown whether they are still held. */
  async #mayFree(basket: Basket, endpoint: typeof releaseGroup | typeof setPlaces, input: unknown): Promise<void> {
    const { beliefs } = this.#shopping.witness;
    beliefs.doubt(basket.id, performance.now());
    const reply = await this.#persist(endpoint as Endpoint, input as InputOf<Endpoint>);
    if (isOver(reply)) beliefs.sure(basket.id);
    else basket.unsure = true;
    if (reply?.outcome.status !== 'ok') return;
    const data = reply.outcome.data as Purchase | Taken;
    this.#see(basket, 'purchase' in data ? data.purchase : data, reply);
  }

  #see(basket: Basket, purchase: Purchase, times: Times): void {
    basket.purchase = purchase;
    this.#shopping.witness.beliefs.see(seenOf(purchase), times);
  }

  /** A click, or the same one at both groups of processes at once. */
  #press<Answer>(click: (at?: string) => Promise<Answer>, twice: boolean): Promise<Answer[]> {
    return Promise.all(twice ? this.#shopping.stage.origins.map((origin) => click(origin)) : [click()]);
  }

  /** Asks until there is an answer, at the other process too; null when there is none in time. Only of what may be repeated. */
  async #persist<E extends Endpoint>(endpoint: E, input: InputOf<E>, key?: string, at?: string): Promise<Answered<E> | null> {
    const { routes, signal } = this.#shopping;
    const until = performance.now() + PATIENCE_MS;
    for (let tries = 0, lingers = false; ; tries++) {
      if (signal.aborted) return null;
      const reply = await this.#ask(endpoint, input, key, tries === 0 ? at : undefined);
      const { outcome } = reply;
      lingers ||= reply.lingers;
      const busy = outcome.status === 'refusal' && (outcome.failure === 'busy' || outcome.failure === 'too_many_requests') && tries < 5;
      if (!busy && (outcome.status === 'ok' || outcome.status === 'refusal' || outcome.status === 'unreadable'))
        return { ...reply, outcome, lingers };
      if (performance.now() > until) return null;
      await sleep(routes.between(200, 1000));
    }
  }

  async #ask<E extends Endpoint>(endpoint: E, input: InputOf<E>, key?: string, at?: string): Promise<Reply<E>> {
    const { stage, witness, routes, customer } = this.#shopping;
    const sentAt = performance.now();
    const withinMs = endpoint.path.includes('/Cobrar') ? PAYMENT_WITHIN_MS : CALL_WITHIN_MS;
    let lingers = false;
    const client = createClient({
      host: at ?? routes.pick(stage.origins),
      fetch: async (url, init) => {
        const response = await fetch(url, { ...init, signal: AbortSignal.timeout(withinMs) }).catch(() => null);
        witness.answered(endpoint.path, response);
        if (response === null || response.status >= 500) lingers = true;
        if (response === null) throw new Error('no answer');
        return response;
      },
      token: () => customer.token,
      fingerprint: () => 'rehearsal',
      headerNames: { fingerprint: 'x-fingerprint', country: 'idPais' },
      countryCode: 1,
      onTrouble: () => {},
      wait: (ms) => sleep(ms),
    });
    const outcome = await client.call(endpoint, input, key === undefined ? {} : { idempotencyKey: key });
    return { outcome, lingers, sentAt, receivedAt: performance.now() };
  }

  /** A card's token, as browsers get it. */
  async #tokenOf(number: string, { url, key }: { url: string; key: string }): Promise<string | null> {
    const card = {
      card_number: number,
      card_expiration_month: '08',
      card_expiration_year: '40',
      security_code: '123',
      card_holder_name: 'JULIA PAREDES',
      card_holder_identification: { type: 'dni', number: '30123456' },
    };
    const init = { method: 'POST', headers: { 'content-type': 'application/json', apikey: key }, body: JSON.stringify(card) };
    for (let tries = 0; tries < 10 && !this.#shopping.signal.aborted; tries++) {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(3000) }).catch(() => null);
      if (response?.status === 201) return ((await response.json()) as { id: string }).id;
      await sleep(500);
    }
    return null;
  }

  #key = (what: string) => `${what}-${this.#shopping.name}-${String(++this.#clicks).padStart(4, '0')}`;

  #performance(): Performance {
    const { random, stage } = this.#shopping;
    const [small, middle, large] = stage.performances as [Performance, Performance, Performance];
    return random.pick([small, middle, middle, large, large, large]);
  }

  /** Side by side; often the most popular ones. */
  #places({ places }: Performance, quantity: number): number[] {
    const { random } = this.#shopping;
    const first = random.below((random.chance(0.3) ? Math.min(places, 60) : places) - quantity);
    return Array.from({ length: quantity }, (_, index) => first + index);
  }
}

const refusedAs = (outcome: { readonly failure: string } | { readonly code: number }): string =>
  'failure' in outcome ? outcome.failure : String(outcome.code);

/** Nothing of a call is still to come. */
const isOver = (reply: Pick<Reply<Endpoint>, 'lingers'> | null): boolean => reply !== null && !reply.lingers;

const placesOf = ({ performances }: Purchase) =>
  performances.flatMap(({ id, places = [] }) => places.map(({ placeId }) => ({ performanceId: id, placeId })));

function seenOf(purchase: Purchase): SeenPurchase {
  const { id, stage, deadline = 0, serverNow = 0 } = purchase;
  const sold = stage === 'paid';
  return { purchaseId: id, sold, places: sold || stage === 'open' ? placesOf(purchase) : [], leftMs: deadline - serverNow };
}
