import { randomUUID } from 'node:crypto';
import type { Outcome, resumePayment } from '@butaca/contract';
import { resumePayment as resumeCall } from '@butaca/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { asProviderSees, queryAttempt } from '../../src/payments/attempts.ts';
import type { Provider } from '../../src/payments/provider.ts';
import { attemptsOf } from '../../src/payments/queries.ts';
import { recordChargeback } from '../../src/sale/staff/chargeback.ts';
import { reconcilePayments, sendRefunds } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { answerOf } from '../factories/client.ts';
import { stageOf } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';
import { bancardUnderTest } from './bancard.ts';
import { cybersourceUnderTest } from './cybersource.ts';
import { type GivenBackCase, type Reading, readingOf } from './given-back.ts';
import { anOutside, type Outside } from './outside.ts';
import { payPalUnderTest } from './paypal.ts';
import { paywayUnderTest } from './payway.ts';
import type { Begun, Fate, JourneyName, ProviderUnderTest, SentNotice } from './provider-under-test.ts';
import { aShop, ledgerOf, rowsOf } from './shop.ts';
import {
  mercadoPagoCardUnderTest,
  mercadoPagoPageUnderTest,
  modoUnderTest,
  polledWalletUnderTest,
  redirectWalletUnderTest,
  tigoUnderTest,
} from './wallets.ts';

/** One line for each provider (docs/adding-a-payment-provider.md). */
export const rows: Readonly<Record<string, (outside: Outside) => ProviderUnderTest>> = {
  payway: paywayUnderTest,
  cybersource: cybersourceUnderTest,
  bancard: bancardUnderTest,
  paypal: payPalUnderTest,
  'mercadopago by card': mercadoPagoCardUnderTest,
  'mercadopago on its page': mercadoPagoPageUnderTest,
  tigo: tigoUnderTest,
  'a wallet with a page': redirectWalletUnderTest,
  'a wallet with an app': polledWalletUnderTest,
  modo: modoUnderTest,
};

const MINUTE_MS = 60_000;
/** How old a purchase is before it is paid: less than ten of its twelve minutes are left. */
const HAD_MINUTES = 5;

/** Runs these journeys against every provider, in one theatre at one sandbox. */
export async function runJourneys(names: readonly JourneyName[]) {
  const outside = await anOutside();
  const underTest = new Map(Object.entries(rows).map(([name, row]) => [name, row(outside)]));
  const all = [...underTest.values()];
  const { db, close } = await freshDatabase();
  const shop = await aShop(db, all);
  afterAll(async () => {
    await shop.close();
    await close();
  });

  const PATIENT = { timeout: limit(10_000), interval: 200 };

  describe.each([...underTest.keys()])('%s', (name) => {
    const it = underTest.get(name) as ProviderUnderTest;
    const { app, buyer, customerId, office } = shop.of(it);
    const provider = app.sale.payments.providers.get(it.provider.name);
    if (!provider) throw new Error(`${it.provider.name} is not configured`);
    let onlookers: readonly string[];
    let before: unknown;
    let started: string[];
    beforeAll(async () => {
      await it.calm();
      onlookers = await shop.haveOnlookers(it);
    });
    beforeEach(async () => {
      await it.calm();
      started = [];
      before = await rowsOf(db, onlookers);
    });

    const stage = (id: string) => stageOf(db, id);
    const ticketsOf = async (id: string) =>
      (await db<{ count: number }[]>`select count(*)::int as count from ticket where purchase_id = ${id} and state = 'valid'`)[0]?.count;
    const reconcile = () => reconcilePayments(app.sale);

    async function attemptOf(id: string) {
      const [attempt] = await attemptsOf(db, id);
      if (!attempt) throw new Error('nothing was begun');
      return attempt;
    }

    /** Presses the button; answers the purchase with the payment that has begun. */
    async function begin(fate: Fate) {
      const purchase = await shop.purchase(customerId);
      started.push(purchase.id);
      const outcome = await buyer.pay(purchase, { paymentMethodId: it.method.id, ...(await it.form(fate, customerId)) });
      return { ...purchase, outcome, begun: await attemptOf(purchase.id) };
    }

    const comeBack = (id: string, given: Readonly<Record<string, string>>): Promise<Outcome<typeof resumePayment>> =>
      buyer.call(resumeCall, {
        params: { purchaseId: id },
        body: { given: Object.entries({ returned: '1', ...given }).map(([key, value]) => ({ name: key, value })) },
      });

    /** The buyer does what the payment waits for, step by step, and comes back after each. */
    async function follow(id: string, fate: Fate) {
      for (let steps = 0; steps < 3; steps++) {
        const attempt = await attemptOf(id);
        if (!it.atTheProvider || attempt.next === null) return;
        await comeBack(id, await it.atTheProvider(fate, attempt));
        if ((await attemptOf(id)).next?.kind !== 'challenge') return;
      }
    }

    const becomes = async (id: string, outcome: string) => {
      await expect.poll(async () => answerOf(await buyer.confirm(id)).outcome, PATIENT).toBe(outcome);
      return answerOf(await buyer.confirm(id));
    };

    async function paid() {
      const payment = await begin('approve');
      await follow(payment.id, 'approve');
      await becomes(payment.id, 'approved');
      return payment;
    }

    const noticeOf = (begun: Begun, kind: 'true' | 'forged' = 'true') => {
      if (!it.notice) throw new Error('this provider sends nothing');
      return it.notice(begun, kind);
    };
    const deliver = ({ headers, body, query = '' }: SentNotice) =>
      app.inject({ method: 'POST', url: `/v2/pagos/${it.provider.name}/aviso${query}`, headers, payload: body });
    const approveThere = async (begun: Begun) => (begun.next ? it.atTheProvider?.('approve', begun) : undefined);

    const journeys: Readonly<Record<JourneyName, () => Promise<void>>> = {
      approved: async () => {
        const { id } = await paid();
        expect(await attemptOf(id)).toMatchObject({ state: 'approved', next: null });
        expect([await stage(id), await ticketsOf(id)]).toEqual(['paid', 2]);
      },

      declined: async () => {
        const { id } = await begin('decline');
        await follow(id, 'decline');
        const result = await becomes(id, 'declined');
        expect(result.message).toMatch(/^[A-ZÁÉÍÓÚ][^{}<>_]+\.$/);
        expect(JSON.stringify(result)).not.toMatch(it.ownWords);
        expect([await stage(id), await ticketsOf(id)]).toEqual(['open', 0]);
      },

      cancelled: async () => {
        const { id } = await begin('cancel');
        await follow(id, 'cancel');
        await becomes(id, 'cancelled');
        expect([await stage(id), await ticketsOf(id)]).toEqual(['open', 0]);
      },

      abandoned: async () => {
        const { id, outcome } = await begin('leave');
        expect(answerOf(outcome).outcome).toBe('processing');
        await letMinutesPass(db, id, 5);
        await reconcile();
        expect(await stage(id)).toBe('paying');
        await letMinutesPass(db, id, 6);
        await reconcile();
        expect((await attemptOf(id)).state).toBe('cancelled');
        expect(['open', 'cancelled']).toContain(await stage(id));
      },

      // The first minutes of every payment, whatever its method: docs/payments.md#how-long-places-are-kept.
      'keeps its places': async () => {
        const purchase = await shop.purchase(customerId);
        const { id } = purchase;
        started.push(id);
        await letMinutesPass(db, id, HAD_MINUTES);
        if (it.isChargedAtOnce) await it.arm('lost');
        const form = await it.form(it.isChargedAtOnce ? 'approve' : 'leave', customerId);
        const shown = answerOf(await buyer.pay(purchase, { paymentMethodId: it.method.id, ...form }));
        expect(['processing', 'unknown']).toContain(shown.outcome);
        const clickedAt = Date.now();
        const minutesFrom = (at: number | undefined) => ((at ?? Number.NaN) - clickedAt) / MINUTE_MS;
        const own = answerOf(await buyer.order(id));
        expect([own.state, (await office.order(id)).state]).toEqual(['pending', 'pending']);
        // Ten from the click, which is more than the purchase had left.
        for (const until of [own.heldUntil, (await office.order(id)).heldUntil]) expect(minutesFrom(until)).toBeCloseTo(10, 0);
        expect(Math.abs(minutesFrom(await heldUntil(id)) - minutesFrom(own.heldUntil))).toBeLessThan(0.2);

        await letMinutesPass(db, id, 10.5);
        expect(answerOf(await buyer.order(id)).heldUntil).toBeUndefined();
        expect((await office.order(id)).heldUntil).toBeUndefined();
        expect(await heldUntil(id)).toBeLessThan(Date.now());
        // What has not been said to be kept for hours is not said to be over either.
        expect(
          await db`select from graphile_worker.jobs where key like 'tell-of-pending.' || ${(await attemptOf(id)).reference} || '%'`,
        ).toEqual([]);
      },

      'challenge passed': async () => {
        const { id } = await begin('challenge');
        await follow(id, 'challenge');
        await becomes(id, 'approved');
        expect(await ticketsOf(id)).toBe(2);
      },

      'challenge failed': async () => {
        const { id } = await begin('fail');
        await follow(id, 'fail');
        const result = await becomes(id, 'declined');
        expect(JSON.stringify(result)).not.toMatch(it.ownWords);
        expect([await stage(id), await ticketsOf(id)]).toEqual(['open', 0]);
      },

      'back in two tabs': async () => {
        const { id, begun } = await begin('approve');
        const given = (await approveThere(begun)) ?? {};
        await Promise.all([comeBack(id, given), comeBack(id, given), buyer.confirm(id)]);
        await becomes(id, 'approved');
        expect([(await attemptsOf(db, id)).length, await ticketsOf(id), await it.returned(begun)]).toEqual([1, 2, 0]);
      },

      'answer lost': async () => {
        if (it.isChargedAtOnce) await it.arm('lost');
        const { id, outcome, begun } = await begin('approve');
        let heard = answerOf(outcome).outcome;
        if (begun.next) {
          const given = await approveThere(begun);
          await it.arm('lost');
          heard = answerOf(await comeBack(id, given ?? {})).outcome;
        }
        expect(['unknown', 'processing']).toContain(heard);
        expect(await stage(id)).toBe('paying');
        await it.calm();
        await letMinutesPass(db, id, 1);
        await reconcile();
        await becomes(id, 'approved');
        expect([(await attemptsOf(db, id)).length, await ticketsOf(id)]).toEqual([1, 2]);
      },

      'webhook lost': async () => {
        const { id, begun } = await begin('approve');
        const given = await approveThere(begun);
        // Where only the buyer's return goes on with the payment, it is the worker who finds it afterwards.
        if (!it.notice && given) await comeBack(id, given);
        await letMinutesPass(db, id, 1);
        await reconcile();
        expect([await stage(id), await ticketsOf(id)]).toEqual(['paid', 2]);
      },

      'webhook instead of the buyer': async () => {
        const { id, begun } = await begin('approve');
        await approveThere(begun);
        expect((await deliver(await noticeOf(begun))).statusCode).toBe(200);
        await expect.poll(() => stage(id), PATIENT).toBe('paid');
        expect(await ticketsOf(id)).toBe(2);
      },

      'webhook doubled': async () => {
        const { id, begun } = await begin('approve');
        const given = await approveThere(begun);
        const notice = await noticeOf(begun);
        await Promise.all([deliver(notice), comeBack(id, given ?? {}), deliver(notice)]);
        await deliver(notice);
        await letMinutesPass(db, id, 1);
        await reconcile();
        expect([await stage(id), await ticketsOf(id), await it.returned(begun)]).toEqual(['paid', 2, 0]);
      },

      'webhook early': async () => {
        const { id, begun } = await begin('leave');
        expect((await deliver(await noticeOf(begun))).statusCode).toBe(200);
        expect([await stage(id), await ticketsOf(id)]).toEqual(['paying', 0]);
        await approveThere(await attemptOf(id));
        await letMinutesPass(db, id, 1);
        await reconcile();
        expect([await stage(id), await ticketsOf(id)]).toEqual(['paid', 2]);
      },

      'webhook reordered': async () => {
        const { id, begun } = await begin('approve');
        const first = await noticeOf(begun);
        await approveThere(begun);
        const second = await noticeOf(begun);
        for (const notice of [second, first]) expect((await deliver(notice)).statusCode).toBe(200);
        await expect.poll(() => stage(id), PATIENT).toBe('paid');
        expect([await ticketsOf(id), await it.returned(begun)]).toEqual([2, 0]);
      },

      'webhook forged': async () => {
        const { id, begun } = await begin('approve');
        await approveThere(begun);
        const { state } = await attemptOf(id);
        expect((await deliver(await noticeOf(begun, 'forged'))).statusCode).toBe(401);
        expect([(await attemptOf(id)).state, await ticketsOf(id)]).toEqual([state, 0]);
      },

      'wrong amount': () => misreported('wrong amount'),
      'wrong currency': () => misreported('wrong currency'),

      'approval after expiry': async () => {
        if (it.isChargedAtOnce) await it.arm('lost');
        const { id, begun } = await begin('approve');
        await approveThere(begun);
        await letMinutesPass(db, id, 25);
        const { performanceId } = shop.sale;
        // Its places and all that are free are sold meanwhile.
        await db`
        update place set state = 'sold', purchase_id = 'somebody', held_until = null
         where performance_id = ${performanceId} and (purchase_id = ${id} or state = 'free')`;
        await rereadAll();
        await reconcile();
        await letMinutesPass(db, id, 5);
        await reconcile();
        const { state } = await attemptOf(id);
        // Paid and given back in full, or never completed.
        expect(['reversed', 'refunded', 'cancelled']).toContain(state);
        expect([await ticketsOf(id), await it.returned(begun)]).toEqual([0, state === 'cancelled' ? 0 : begun.amount]);
        await db`update place set state = 'free', purchase_id = null where performance_id = ${performanceId} and purchase_id = 'somebody'`;
        await rereadAll();
      },

      'refund whole': () => refunded(2),

      'refund lost and repeated': async () => {
        const { id, begun } = await paid();
        await it.arm('refund lost');
        const { amount, outcome } = await office.refundSome(id);
        answerOf(outcome);
        await workOff(id);
        expect(await it.returned(begun)).toBe(amount);
      },

      'refund in part': () => refunded(1),

      'given back whole': async () => {
        const { id, begun } = await paid();
        await giveBackThere(id, begun.amount);
        for (let times = 0; times < 2; times++) {
          if (it.notice) expect((await deliver(await noticeOf(begun))).statusCode).toBe(200);
          await daysPass(id);
          expect(await refundsOf(id)).toEqual([{ way: 'elsewhere', state: 'done', amount: begun.amount }]);
        }
        expect(await it.returned(begun)).toBe(begun.amount);
        await readsAs('given back whole', id);
        expect(await office.refund(id, { ticketIds: [await aTicketOf(id)], amount: begun.amount / 2 })).toMatchObject({
          status: 'refusal',
        });
      },

      'given back in part': async () => {
        const { id, begun } = await paid();
        await giveBackThere(id, begun.amount / 2);
        await daysPass(id);
        await daysPass(id);
        expect(await refundsOf(id)).toEqual([{ way: 'elsewhere', state: 'done', amount: near(begun.amount / 2) }]);
        expect(near(begun.amount / 2)).toEqual(await it.returned(begun));
        await readsAs('given back in part', id);
      },

      'given back twice': async () => {
        const { id, begun } = await paid();
        for (const part of [begun.amount / 2, begun.amount / 2]) {
          await giveBackThere(id, part);
          if (it.notice) await deliver(await noticeOf(begun));
          await daysPass(id);
        }
        expect((await refundsOf(id)).reduce((sum, { amount }) => sum + amount, 0)).toBe(begun.amount);
        await readsAs('given back twice', id);
      },

      'given back before it is known': async () => {
        const { id, begun } = await givenBackUnknown(0.5);
        await becomes(id, 'approved');
        await daysPass(id);
        expect(await refundsOf(id)).toEqual([{ way: 'elsewhere', state: 'done', amount: near(begun.amount / 2) }]);
        await readsAs('given back before it is known', id);
      },

      'given back whole before it is known': async () => {
        const { id } = await givenBackUnknown(1);
        const { state } = await attemptOf(id);
        expect(await stage(id)).toBe('open');
        await daysPass(id);
        // Bancard tells of a payment that went back before it was known as of one that was never made.
        expect([state, it.provider.name]).toEqual(
          state === 'cancelled' ? [state, 'bancard'] : [expect.stringMatching(/^re(vers|fund)ed$/), it.provider.name],
        );
        await readsAs('given back whole before it is known', id, state === 'cancelled' ? { order: 'cancelled' } : {});
      },

      'given back after a refund': async () => {
        const { id, begun } = await paid();
        const { amount } = await office.refundSome(id, { count: 1 });
        await giveBackThere(id, begun.amount - amount);
        if (it.notice) await deliver(await noticeOf(begun));
        await daysPass(id);
        await daysPass(id);
        expect(await refundsOf(id)).toEqual([
          { way: 'provider', state: 'done', amount },
          { way: 'elsewhere', state: 'done', amount: begun.amount - amount },
        ]);
        await readsAs('given back after a refund', id);
      },

      'given back before a refund': async () => {
        const { id, begun } = await paid();
        await giveBackThere(id, begun.amount / 2);
        const { amount, outcome } = await office.refundSome(id, { count: 1 });
        answerOf(outcome);
        await daysPass(id);
        expect(await refundsOf(id)).toEqual([
          { way: 'elsewhere', state: 'done', amount: near(begun.amount / 2) },
          { way: 'provider', state: 'done', amount },
        ]);
        // Its own money moved, besides what the provider's people had given back.
        expect(near(begun.amount)).toEqual(await it.returned(begun));
        await readsAs('given back before a refund', id);
      },

      // As a settlement file tells of it, which every provider has; that of Mercado Pago and PayPal is told by a webhook as well.
      'charged back': async () => {
        const { id, begun } = await paid();
        const taken = { reference: begun.reference, amount: begun.amount };
        expect(await recordChargeback(app.sale, taken)).toBe('booked');
        expect(await recordChargeback(app.sale, taken)).toBe('known');
        expect(await refundsOf(id)).toEqual([{ way: 'chargeback', state: 'done', amount: begun.amount }]);
        await readsAs('charged back', id);
      },

      'provider down': async () => {
        await it.arm('down');
        const { id, outcome } = await begin('approve');
        expect(outcome).toMatchObject({ status: 'refusal', failure: 'payment_method_down' });
        expect([await stage(id), await ticketsOf(id)]).toEqual(['open', 0]);
      },
    };

    /** A share of a payment that was approved went back before anybody here knew of it. */
    async function givenBackUnknown(share: number) {
      if (it.isChargedAtOnce) await it.arm('lost');
      const { id, begun } = await begin('approve');
      if (begun.next) {
        const given = await approveThere(begun);
        await it.arm('lost');
        await comeBack(id, given ?? {});
      }
      await it.calm();
      await giveBackThere(id, begun.amount * share);
      await letMinutesPass(db, id, 1);
      await reconcile();
      return { id, begun };
    }

    /** What the buyer's order, the tables, the ledger and the office say of this case. */
    async function readsAs(name: GivenBackCase, id: string, here: Partial<Reading> = {}) {
      const { order, validTickets, ways, listed, isUndecided } = { ...readingOf(name), ...here };
      const [own, staff, money, refunds] = await Promise.all([buyer.order(id), office.order(id), office.money(), refundsOf(id)]);
      const { state, paid: kept, refunded = 0, tickets } = answerOf(own);
      const isValid = (ticket: { readonly state: string }) => ticket.state === 'valid';
      const ofOrder = money.refunds.filter(({ orderId }) => orderId === id);
      expect({
        buyer: [state, tickets.filter(isValid).length],
        staff: [staff.state, staff.tickets.filter(({ ticket }) => isValid(ticket)).length],
        booked: refunds.map(({ way }) => way),
        ways: staff.refunds.map(({ way, isDone }) => isDone && way).sort(),
        listed: ofOrder.map(({ refund }) => refund.way).sort(),
        isUndecided: ofOrder.some(({ givenBack }) => givenBack !== undefined),
        isUndecidedInOrder: staff.givenBack !== undefined,
      }).toEqual({
        buyer: [order, validTickets],
        staff: [order, validTickets],
        booked: ways,
        ways: [...ways].sort(),
        listed: [...listed].sort(),
        isUndecided,
        isUndecidedInOrder: isUndecided,
      });
      // What was never sold goes back as the payment itself, without a refund of an order.
      const unsold = await db<{ amount: number }[]>`
        select amount::int from attempt where purchase_id = ${id} and state in ('reversed', 'refunded')`;
      const back = [...refunds, ...unsold].reduce((sum, { amount }) => sum + amount, 0);
      expect([kept, refunded, staff.kept]).toEqual([(await ledgerOf(db, id))?.clearing, back, kept]);
    }

    /** As the provider's people do on its own pages: under no key of ours. */
    async function giveBackThere(id: string, amount: number) {
      const attempt = asProviderSees(await attemptOf(id));
      const said = await it.provider.ask(attempt);
      const paymentId = 'paymentId' in said ? said.paymentId : null;
      if (!paymentId) throw new Error(`there is no payment: ${said.result}`);
      const returnedBefore = await it.returned(await attemptOf(id));
      const { result } = it.provider.refund
        ? await it.provider.refund({ ...attempt, paymentId }, { amount, key: randomUUID(), returnedBefore })
        : await it.provider.reverse({ ...attempt, paymentId });
      expect(result).not.toBe('unknown');
    }

    /** The worker comes to what is due by then. */
    async function daysPass(id: string) {
      await letMinutesPass(db, id, 2 * 24 * 60);
      await reconcile();
      await sendRefunds(app.sale);
    }

    /** Until when the last of its places is held, by the tables. */
    const heldUntil = async (id: string) =>
      (
        await db<{ until: number }[]>`
        select (extract(epoch from max(held_until)) * 1000)::float8 as until from place where purchase_id = ${id} and state = 'held'`
      )[0]?.until;

    const refundsOf = async (id: string) => [
      ...(await db<{ way: string; state: string; amount: number }[]>`
        select way, state, amount::int from refund where purchase_id = ${id} order by started_at`),
    ];
    const aTicketOf = async (id: string) =>
      (await db<{ id: string }[]>`select id from ticket where purchase_id = ${id} order by id limit 1`)[0]?.id ?? '';
    const near = (amount: number) => expect.closeTo(amount, it.rounding ? -Math.ceil(Math.log10(2 * it.rounding)) : 0) as number;

    const rereadAll = () =>
      app.sale.live.reread(
        shop.sale.performanceId,
        Array.from({ length: 600 }, (_, seat) => seat),
      );

    /** The worker goes on until the refund is done. */
    async function workOff(id: string) {
      for (let times = 0; times < 2; times++) {
        await sendRefunds(app.sale);
        await letMinutesPass(db, id, 15);
      }
      const states = await db<{ state: string; way: string }[]>`select state, way from refund where purchase_id = ${id}`;
      expect([...states]).toEqual([{ state: 'done', way: 'provider' }]);
    }

    async function refunded(count: number) {
      const { id, begun } = await paid();
      const { amount, outcome } = await office.refundSome(id, { count });
      answerOf(outcome);
      await workOff(id);
      expect(await ticketsOf(id)).toBe(2 - count);
      expect(amount).toBe(count === 2 ? begun.amount : begun.amount / 2);
      expect(Math.abs((await it.returned(begun)) - amount)).toBeLessThanOrEqual(count === 2 ? 0 : (it.rounding ?? 0));
    }

    async function misreported(what: 'wrong amount' | 'wrong currency') {
      await it.arm(what);
      const { id } = await begin('approve');
      await follow(id, 'approve');
      expect((await queryAttempt(it.provider, await attemptOf(id))).result).toBe('unknown');
      expect([await stage(id), await ticketsOf(id)]).toEqual(['paying', 0]);
    }

    /** What the ledger has with the provider is what was approved, less what went back; nobody else's rows changed. */
    async function booksAreRight() {
      for (const id of started) {
        const [money] = await db<{ kept: number }[]>`
        select (coalesce((select sum(amount) from attempt where purchase_id = ${id} and state = 'approved'), 0)
              - coalesce((select sum(amount) from refund where purchase_id = ${id} and way in ('provider', 'elsewhere', 'chargeback') and state = 'done'), 0))::int as kept`;
        expect(await ledgerOf(db, id)).toEqual({ unbalanced: 0, clearing: money?.kept });
        const isPaid = (await stage(id)) === 'paid';
        expect(isPaid || money?.kept === 0).toBe(true);
      }
      expect(await rowsOf(db, onlookers)).toEqual(before);
    }

    test.each(names)('%s', async (journey) => {
      const why = it.missing[journey];
      if (why !== undefined) return expect([why.length > 10, mayLack(all, it, journey)]).toEqual([true, true]);
      await journeys[journey]();
      expect(claims(it.provider, journey)).not.toBe(false);
      await it.calm();
      await booksAreRight();
    });
  });
}

/** Whether the provider's capabilities have this journey; undefined of those that they say nothing of. */
function claims({ capabilities }: Provider, journey: JourneyName): boolean | undefined {
  switch (journey) {
    case 'challenge passed':
    case 'challenge failed':
      return capabilities.threeDSecure;
    case 'refund in part':
    case 'given back in part':
    case 'given back twice':
    case 'given back before it is known':
    case 'given back after a refund':
    case 'given back before a refund':
      return capabilities.partialRefund;
    case 'cancelled':
      return capabilities.tellsCancelled;
    case 'webhook forged':
      return capabilities.signsWebhooks;
    case 'provider down':
      return !capabilities.asksElsewhere;
    default:
      return undefined;
  }
}

/** Whether the provider's own interface and capabilities bear out that it has no such journey. */
function mayLack(
  all: readonly ProviderUnderTest[],
  { provider, isChargedAtOnce = false }: ProviderUnderTest,
  journey: JourneyName,
): boolean {
  if (claims(provider, journey) === false) return journey !== 'refund in part' || provider.refund === undefined;
  const rowsOfIt = all.filter((each) => each.provider.name === provider.name);
  const another = () => rowsOfIt.some((each) => each.missing[journey] === undefined);
  switch (journey) {
    case 'challenge passed':
    case 'challenge failed':
    case 'cancelled':
    case 'webhook forged':
      return another();
    case 'webhook instead of the buyer':
    case 'webhook doubled':
    case 'webhook early':
    case 'webhook reordered':
      return provider.webhook === undefined || another();
    // A charge that is not answered may have been made: `answer lost` shows that this one is.
    case 'abandoned':
    case 'back in two tabs':
    case 'provider down':
      return isChargedAtOnce;
    default:
      // Every provider approves, declines, loses answers, errs, comes late and gives back.
      return false;
  }
}
