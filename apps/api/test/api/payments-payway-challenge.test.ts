import { charge, continuePayLink, payByLink, resumePayment } from '@butaca/contract';
import { afterAll, afterEach, expect, test } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { aSandbox } from '../../../sandbox/test/a-sandbox.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt, cardForm } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { balancesOf } from '../factories/ledger.ts';
import { aPayway, paywayCards } from '../factories/payway.ts';
import { stageOf, TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const outside = await aSandbox();
const bank = aPayway(outside, 3000);
const { db, close } = await freshDatabase();
const { app, buyer, purchase: aPurchase, stranger, close: closeCheckout } = await aCheckout(db, bank.provider);
afterAll(async () => {
  await closeCheckout();
  await close();
});
afterEach(() => outside.control({}));

type Buyer = Pick<typeof buyer, 'call'>;
const DEVICE = {
  language: 'pt-BR',
  colorDepth: '30',
  screenHeight: '844',
  screenWidth: '390',
  timeDifference: '180',
  userAgent: 'A browser',
};
const named = (fields: Readonly<Record<string, string>>) => Object.entries(fields).map(([name, value]) => ({ name, value }));

const pay = async ({ id, total }: { id: string; total: number }, number: string, who: Buyer = buyer, more: { firstPart?: number } = {}) =>
  who.call(charge, {
    params: { purchaseId: id },
    body: { ...cardForm, ...(await bank.card(number)), details: named(DEVICE), ...more, total },
  });
const goOn = (id: string, given: Readonly<Record<string, string>>, who: Buyer = buyer) =>
  who.call(resumePayment, { params: { purchaseId: id }, body: { given: named({ step: 'done', ...given }) } });
/** The provider is asked once a second at most. */
const becomes = (id: string, result: object) =>
  expect.poll(async () => answerOf(await buyer.confirm(id)), { timeout: limit(10_000), interval: 300 }).toMatchObject(result);
const paymentsOf = async (id: string) => {
  const rows = await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${id}`;
  const { payments } = (await outside.send(`${outside.origin}/gateway/payments.json`)).body as unknown as {
    payments: { reference: string; status: string; amount: number }[];
  };
  return payments.filter(({ reference }) => rows.some((row) => row.reference === reference));
};
const soldOf = async (id: string) => (await db`select 1 from place where purchase_id = ${id} and state = 'sold'`).length;
const attemptOf = async (id: string) => {
  const [row] = await db<{ state: string; kept: object }[]>`
    select state, kept from attempt where purchase_id = ${id} order by started_at desc limit 1`;
  return row;
};

test('a card whose issuer asks is charged after its buyer has answered, and not before', async () => {
  const purchase = await aPurchase();
  const asked = answerOf(await pay(purchase, paywayCards.challenge));
  expect(asked).toMatchObject({
    outcome: 'processing',
    next: { kind: 'challenge', origin: bank.pagesOrigin, url: `${bank.pagesOrigin}/gateway/three-ds/challenge` },
    purchase: { stage: 'paying' },
  });
  expect([await paymentsOf(purchase.id), await soldOf(purchase.id), await balancesOf(db, purchase.id)]).toEqual([[], 0, []]);
  const given = await bank.answerBank(asked.next ?? {}, 'passed');
  expect(answerOf(await goOn(purchase.id, given))).toMatchObject({ outcome: 'approved', purchase: { stage: 'paid' } });
  expect(await paymentsOf(purchase.id)).toMatchObject([{ status: 'approved', amount: purchase.total }]);
  expect(await soldOf(purchase.id)).toBe(2);
  expect((await balancesOf(db, purchase.id)).find(({ account }) => account === 'clearing:payway')?.balance).toBe(purchase.total);
});

test('an issuer who knows its buyer asks nothing; who looks at the device first asks after that', async () => {
  const known = await aPurchase();
  expect(answerOf(await pay(known, paywayCards.plain))).toMatchObject({ outcome: 'approved' });
  const purchase = await aPurchase();
  const device = answerOf(await pay(purchase, paywayCards.deviceAndChallenge));
  expect(device.next).toMatchObject({ kind: 'hidden_form', origin: bank.pagesOrigin, waitMs: 10_000 });
  const { instruction_value } = await bank.open(device.next ?? {});
  const asked = answerOf(await goOn(purchase.id, { instruction_value }));
  expect(asked.next).toMatchObject({ kind: 'challenge' });
  const given = await bank.answerBank(asked.next ?? {}, 'passed');
  expect(answerOf(await goOn(purchase.id, given))).toMatchObject({ outcome: 'approved' });
  expect(await paymentsOf(purchase.id)).toHaveLength(1);
});

test('who fails at the bank is declined in our words, and another card pays the same purchase', async () => {
  const purchase = await aPurchase();
  const asked = answerOf(await pay(purchase, paywayCards.challengeFails));
  const given = await bank.answerBank(asked.next ?? {}, 'passed');
  const declined = answerOf(await goOn(purchase.id, given));
  expect(declined).toMatchObject({
    outcome: 'declined',
    message: expect.stringContaining('no fue autorizado'),
    purchase: { stage: 'open' },
  });
  expect(JSON.stringify(declined)).not.toMatch(/AUTHENTICATED|card_declined/);
  expect(answerOf(await pay(purchase, paywayCards.plain))).toMatchObject({ outcome: 'approved' });
});

test('what a browser claims of the bank’s question proves nothing: unanswered and made-up answers take no money', async () => {
  const purchase = await aPurchase();
  const asked = answerOf(await pay(purchase, paywayCards.challenge));
  // Nobody has answered at the bank.
  expect(answerOf(await goOn(purchase.id, { instruction_value: 'passed' })).outcome).toBe('declined');
  expect((await paymentsOf(purchase.id)).filter(({ status }) => status === 'approved')).toEqual([]);
  const again = answerOf(await pay(purchase, paywayCards.challenge));
  // The answer of the first question is none of the second.
  const stale = await bank.answerBank(asked.next ?? {}, 'passed');
  expect(answerOf(await goOn(purchase.id, stale)).outcome).toBe('declined');
  expect(again.next?.fields).not.toEqual(asked.next?.fields);
  expect([await soldOf(purchase.id), await stageOf(db, purchase.id)]).toEqual([0, 'open']);
});

test('an answer that is lost is asked for, and pays once; two tabs that go on at once pay once', async () => {
  const purchase = await aPurchase();
  const asked = answerOf(await pay(purchase, paywayCards.challenge));
  const given = await bank.answerBank(asked.next ?? {}, 'passed');
  await outside.control({ loseAfterApproving: 1 });
  const answers = await Promise.all([goOn(purchase.id, given), goOn(purchase.id, given)]);
  for (const answer of answers) expect(['unknown', 'processing']).toContain(answerOf(answer).outcome);
  await outside.control({});
  await becomes(purchase.id, { outcome: 'approved' });
  expect([(await paymentsOf(purchase.id)).length, await soldOf(purchase.id)]).toEqual([1, 2]);
});

test('a question whose answer never reached us is nobody’s: the payment is given up, and the purchase is paid in another way', async () => {
  const purchase = await aPurchase();
  await outside.control({ loseInstructions: 1 });
  expect(answerOf(await pay(purchase, paywayCards.challenge))).toMatchObject({ outcome: 'unknown' });
  await reconcilePayments(app.sale);
  expect(await stageOf(db, purchase.id)).toBe('paying');
  await letMinutesPass(db, purchase.id, 4);
  await reconcilePayments(app.sale);
  expect([(await attemptOf(purchase.id))?.state, await stageOf(db, purchase.id)]).toEqual(['cancelled', 'open']);
  expect(answerOf(await pay(purchase, paywayCards.plain))).toMatchObject({ outcome: 'approved' });
});

test('a question that is asked about stays the buyer’s step: the page, the worker and a reload change nothing', async () => {
  const purchase = await aPurchase();
  const asked = answerOf(await pay(purchase, paywayCards.challenge));
  await letMinutesPass(db, purchase.id, 5);
  await reconcilePayments(app.sale);
  expect(answerOf(await buyer.confirm(purchase.id))).toMatchObject({ outcome: 'processing', next: asked.next });
  const given = await bank.answerBank(asked.next ?? {}, 'passed');
  expect(answerOf(await goOn(purchase.id, given))).toMatchObject({ outcome: 'approved' });
});

test('given up and answered at the same moment, the purchase is paid or its money goes back, never both', async () => {
  for (let round = 0; round < 4; round++) {
    const purchase = await aPurchase();
    const asked = answerOf(await pay(purchase, paywayCards.challenge));
    const given = await bank.answerBank(asked.next ?? {}, 'passed');
    await Promise.allSettled([buyer.cancelPayment(purchase.id), goOn(purchase.id, given)]);
    await expect
      .poll(
        async () => {
          await reconcilePayments(app.sale);
          const [payment] = await paymentsOf(purchase.id);
          return [(await attemptOf(purchase.id))?.state, await soldOf(purchase.id), payment?.status ?? 'none'];
        },
        { timeout: limit(10_000), interval: 300 },
      )
      .toSatisfy((now) => ['approved,2,approved', 'cancelled,0,none', 'reversed,0,annulled'].includes(String(now)));
  }
});

test('a stranger goes on with nobody’s question', async () => {
  const purchase = await aPurchase();
  const asked = answerOf(await pay(purchase, paywayCards.challenge));
  const given = await bank.answerBank(asked.next ?? {}, 'passed');
  const other = buyerAt(app, await stranger());
  expect(resultOf(await goOn(purchase.id, given, other))).toBe('not_found');
  expect(await soldOf(purchase.id)).toBe(0);
});

test('who pays by a link is asked too: the card is charged after the answer, and a made-up one takes no money', async () => {
  const payer = clientOf(app);
  const begin = async () => {
    const purchase = await aPurchase();
    const { code } = answerOf(await buyer.makeLink(purchase.id));
    const key = `payer-${purchase.id}`;
    const body = { ...cardForm, ...(await bank.card(paywayCards.challenge)), total: purchase.total };
    const asked = answerOf(await payer.call(payByLink, { params: { code }, body }, { key }));
    expect(asked).toMatchObject({ outcome: 'processing', next: { kind: 'challenge', origin: bank.pagesOrigin } });
    const answered = (given: Readonly<Record<string, string>>) =>
      payer.call(continuePayLink, { params: { code }, body: { click: key, given: named(given) } });
    return { purchase, asked, answered };
  };
  const cheated = await begin();
  expect(answerOf(await cheated.answered({ instruction_value: 'passed' })).outcome).toBe('declined');
  expect(await soldOf(cheated.purchase.id)).toBe(0);
  const { purchase, asked, answered } = await begin();
  // The question is the payer's: its buyer reads that there is one, and neither sees nor answers it.
  const told = answerOf(await buyer.confirm(purchase.id));
  expect([told.outcome, told.next, told.payerIsAsked]).toEqual(['processing', { kind: 'wait' }, true]);
  expect(answerOf(await goOn(purchase.id, { instruction_value: 'passed' }))).toMatchObject({ outcome: 'processing', payerIsAsked: true });
  expect([await soldOf(purchase.id), (await paymentsOf(purchase.id)).length]).toEqual([0, 0]);
  const given = await bank.answerBank(asked.next ?? {}, 'passed');
  expect(answerOf(await answered(given)).outcome).toBe('approved');
  expect([await soldOf(purchase.id), (await paymentsOf(purchase.id)).length]).toEqual([2, 1]);
});

const ofBoth = { firstPart: TICKET_TOTAL };
const takenOf = async (id: string) => (await paymentsOf(id)).filter(({ status }) => status === 'approved').map(({ amount }) => amount);

test('the first of two cards may be asked by its bank: passed, it waits for the second; failed, nothing is taken and the purchase is open', async () => {
  const passed = await aPurchase();
  const asked = answerOf(await pay(passed, paywayCards.challenge, buyer, ofBoth));
  expect(asked).toMatchObject({ outcome: 'processing', next: { kind: 'challenge' } });
  expect(await takenOf(passed.id)).toEqual([]);
  const given = await bank.answerBank(asked.next ?? {}, 'passed');
  expect(answerOf(await goOn(passed.id, given))).toMatchObject({ outcome: 'secured', amount: TICKET_TOTAL });
  expect([await takenOf(passed.id), await soldOf(passed.id)]).toEqual([[TICKET_TOTAL], 0]);
  expect(answerOf(await pay(passed, paywayCards.plain))).toMatchObject({ outcome: 'approved', amount: passed.total });
  expect([(await takenOf(passed.id)).length, await soldOf(passed.id)]).toEqual([2, 2]);

  const failed = await aPurchase();
  const doubted = answerOf(await pay(failed, paywayCards.challengeFails, buyer, ofBoth));
  const wrong = await bank.answerBank(doubted.next ?? {}, 'passed');
  expect(answerOf(await goOn(failed.id, wrong))).toMatchObject({ outcome: 'declined', purchase: { stage: 'open' } });
  expect([await takenOf(failed.id), await balancesOf(db, failed.id)]).toEqual([[], []]);
});

test('the second of two cards may be asked by its bank: passed, both are sold; failed or given up, the first goes on waiting', async () => {
  const purchase = await aPurchase();
  expect(answerOf(await pay(purchase, paywayCards.plain, buyer, ofBoth))).toMatchObject({ outcome: 'secured' });
  const doubted = answerOf(await pay(purchase, paywayCards.challengeFails));
  expect(doubted).toMatchObject({ outcome: 'processing', next: { kind: 'challenge' } });
  const wrong = await bank.answerBank(doubted.next ?? {}, 'passed');
  const declined = answerOf(await goOn(purchase.id, wrong));
  expect(declined).toMatchObject({ outcome: 'secured', missing: purchase.total - TICKET_TOTAL, message: expect.any(String) });

  expect(answerOf(await pay(purchase, paywayCards.challenge))).toMatchObject({ outcome: 'processing' });
  expect(answerOf(await buyer.cancelPayment(purchase.id))).toMatchObject({ outcome: 'secured', purchase: { stage: 'paying' } });
  expect([await takenOf(purchase.id), await soldOf(purchase.id)]).toEqual([[TICKET_TOTAL], 0]);

  const asked = answerOf(await pay(purchase, paywayCards.challenge));
  const given = await bank.answerBank(asked.next ?? {}, 'passed');
  const answers = await Promise.all([goOn(purchase.id, given), goOn(purchase.id, given)]);
  expect(answers.map((answer) => answerOf(answer).outcome)).toContain('approved');
  expect((await takenOf(purchase.id)).toSorted((a, b) => a - b)).toEqual([TICKET_TOTAL, purchase.total - TICKET_TOTAL]);
  expect(await soldOf(purchase.id)).toBe(2);
});
