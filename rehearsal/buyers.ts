import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Endpoint,
  getAvailability,
  getPurchase,
  type InputOf,
  invalidatePurchase,
  type Purchase,
  releaseGroup,
  selectDelivery,
  setPlaces,
  type Taken,
  takeMore,
  takePlaces,
  takeQuantities,
} from '@butaca/contract';
import { type Basket, placesOf, see, seenOf } from './basket.ts';
import { type Answered, Calls, isOver, refusedAs, type Shopping } from './calls.ts';
import { E_TICKET, Payer, REVIEWED_CARD } from './payer.ts';
import type { Performance } from './stage.ts';

type Claim = typeof takePlaces | typeof takeQuantities | typeof takeMore;
/** A buyer or a counter who clicks, at one process or another and sometimes at two at once, and reports every answer to the witness. */
export class Shopper {
  readonly #shopping: Shopping;
  readonly #calls: Calls;
  readonly #payer: Payer;

  constructor(shopping: Shopping) {
    this.#shopping = shopping;
    this.#calls = new Calls(shopping);
    this.#payer = new Payer(shopping, this.#calls);
  }

  /** Buys again and again until the signal aborts. */
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
      if (basket && random.chance(0.8)) await this.#payer.byCash(basket);
      // The next sale releases an unpaid one, so nothing more is known about its places.
      if (basket) this.#shopping.witness.beliefs.doubt(basket.id, performance.now());
    }
  }

  async #buyOnce(): Promise<void> {
    const { random, signal, errand } = this.#shopping;
    if (random.chance(0.3)) await this.#calls.ask(getAvailability, { params: { performanceId: this.#performance().id }, query: {} });
    const basket = await this.#begin({ twice: random.chance(0.25) });
    if (!basket) return;
    for (let changes = random.below(errand ? 2 : 4); changes > 0 && !signal.aborted; changes--) await this.#change(basket);
    await this.#end(basket);
  }

  /** Starts more purchases than one customer may have, at both processes at once. */
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
    const key = this.#calls.newKey('take');
    const run = witness.runs.begin(customer.customerId);
    const click = (at?: string): Promise<Answered<Claim> | null> =>
      named
        ? this.#calls.persist(takePlaces, { body: { performanceId: hall.id, placeIds: places, ...kind } }, key, at)
        : this.#calls.persist(takeQuantities, { body: { performanceId: hall.id, quantities: [{ quantity: wanted }], ...kind } }, key, at);
    const replies = await this.#calls.press(click, twice);
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
    // Repeats the first click after a later click may have been answered.
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
        const reply = await this.#calls.persist(getPurchase, { params: { purchaseId: basket.id } });
        if (reply?.outcome.status === 'ok') see(basket, reply.outcome.data, { witness: this.#shopping.witness, times: reply });
        return;
      }
      case 'delivery': {
        const reply = await this.#calls.persist(selectDelivery, { params: { purchaseId: basket.id }, body: { deliveryTypeId: E_TICKET } });
        if (reply?.outcome.status === 'ok') see(basket, reply.outcome.data, { witness: this.#shopping.witness, times: reply });
        return;
      }
    }
  }

  async #more(basket: Basket): Promise<void> {
    const { random } = this.#shopping;
    const quantity = random.between(1, 2);
    const named = random.chance(0.4);
    const places = this.#places(basket.performance, quantity);
    const key = this.#calls.newKey('more');
    const body = {
      performanceId: basket.performance.id,
      ...(named ? { placeIds: places } : { quantities: [{ quantity }] }),
    };
    const had = placesOf(basket.purchase).map(({ placeId }) => placeId);
    const click = (at?: string) => this.#calls.persist(takeMore, { params: { purchaseId: basket.id }, body }, key, at);
    const asked = basket.unsure ? null : named ? places : quantity;
    for (const reply of await this.#calls.press(click, random.chance(0.2))) {
      if (!isOver(reply)) basket.unsure = true;
      const taken = reply && this.#claimed(reply, { key, asked, had });
      if (taken) basket.purchase = taken.purchase;
    }
  }

  /** Releases one place and claims another. */
  async #set(basket: Basket): Promise<void> {
    const kept = placesOf(basket.purchase)
      .map(({ placeId }) => placeId)
      .slice(1);
    const placeIds = [...new Set([...kept, ...this.#places(basket.performance, 1)])];
    await this.#mayFree(basket, setPlaces, { params: { purchaseId: basket.id }, body: { performanceId: basket.performance.id, placeIds } });
  }

  async #end(basket: Basket): Promise<void> {
    const { random, errand, stage } = this.#shopping;
    const sellsOut = basket.performance === stage.performances[0];
    const pays = random.chance(sellsOut ? 0.03 : errand ? 0.95 : 0.7);
    if (pays) return this.#pay(basket);
    // The other baskets are abandoned.
    if (random.chance(0.7)) return this.#cancel(basket);
  }

  async #cancel(basket: Basket): Promise<void> {
    const { witness } = this.#shopping;
    witness.beliefs.doubt(basket.id, performance.now());
    const reply = await this.#calls.persist(invalidatePurchase, { params: { purchaseId: basket.id } });
    if (!reply) return;
    if (isOver(reply)) witness.beliefs.sure(basket.id);
    if (reply.outcome.status === 'ok' || (reply.outcome.status === 'refusal' && reply.outcome.failure === 'purchase_over'))
      basket.run.endedAt = performance.now();
  }

  async #pay(basket: Basket): Promise<void> {
    const { random, errand } = this.#shopping;
    if (errand && errand !== 'is reviewed') return this.#payer.byWallet(basket, errand);
    for (let tries = 0; tries < 2; tries++) {
      const result = await this.#payer.byCard(basket, errand ? REVIEWED_CARD : undefined);
      if (result?.outcome !== 'declined') return;
      if (random.chance(0.4)) return this.#cancel(basket);
    }
  }

  /** Checks a claim's answer: all requested places and only new ones, or a refusal. `asked` is null when the expected places are not certain. */
  #claimed(
    reply: Answered<Claim>,
    { key, asked, had }: { key: string; asked: readonly number[] | number | null; had: readonly number[] },
  ): Taken | null {
    const { witness } = this.#shopping;
    const { outcome } = reply;
    if (outcome.status !== 'ok') {
      const refused = refusedAs(outcome);
      // The server deletes the answers kept for clicks once the purchase has ended.
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

  /** A call that may release places: until it is answered it is unknown whether they are still held. */
  async #mayFree(basket: Basket, endpoint: typeof releaseGroup | typeof setPlaces, input: unknown): Promise<void> {
    const { beliefs } = this.#shopping.witness;
    beliefs.doubt(basket.id, performance.now());
    const reply = await this.#calls.persist(endpoint as Endpoint, input as InputOf<Endpoint>);
    if (isOver(reply)) beliefs.sure(basket.id);
    else basket.unsure = true;
    if (reply?.outcome.status !== 'ok') return;
    const data = reply.outcome.data as Purchase | Taken;
    see(basket, 'purchase' in data ? data.purchase : data, { witness: this.#shopping.witness, times: reply });
  }

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
