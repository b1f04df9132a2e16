import {
  askForLink,
  askRecoveryCode,
  changePassword,
  confirmAddress,
  endNoticed,
  endOtherSessions,
  endSession,
  getPayLink,
  listSessions,
  logInWithLink,
  payByLink,
  recoverPassword,
  sendAddressCode,
} from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Tx } from '../../src/db/connect.ts';
import { checkLedger } from '../../src/payments/index.ts';
import { freshDatabase } from '../database.ts';
import { haveBalance } from '../factories/balance.ts';
import { buyerAt, cardForm } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { PASSWORD, signUpForm, visitorAt } from '../factories/customers.ts';
import { aMember, externalLogin } from '../factories/external-login.ts';
import { inOrder } from '../factories/in-order.ts';
import { aMailbox } from '../factories/mailbox.ts';
import { linksIn, remembered, withAddress, withPasskey } from '../factories/notices.ts';
import { stageOf, TICKET_TOTAL } from '../factories/purchase.ts';

// Pay links that somebody made in an account, once its owner proves the mailbox or sets a new password (decision 089): the balance is the owner's.

const database = await freshDatabase();
const { db } = database;
const checkout = await aCheckout(db, undefined, [{ rows: 120 }], { confirmAddress: 'none' });
const { app, gateway, sale } = checkout;
const provider = await externalLogin(db, { mode: 'OWN_SELF_LOGIN' });
const mailbox = await aMailbox(database);
afterAll(async () => {
  await mailbox.close();
  await provider.close();
  await checkout.close();
  await database.close();
});
beforeEach(async () => {
  gateway.state.next = [];
  await db`delete from login_throttle`;
});

const NEW = 'Candilejas2027';
const BALANCE = TICKET_TOTAL;
const REST = TICKET_TOTAL;

/** A customer with a balance, and an open purchase of two tickets whose link lets the balance pay one of them. */
async function anAccount(isConfirmed: boolean) {
  const { email } = signUpForm();
  const { token } = answerOf(await visitorAt(app).signUp(signUpForm({ email })));
  const [row] = await db<{ id: string }[]>`
    update customer set email_confirmed_at = case when ${isConfirmed} then now() end where email = ${email} returning id`;
  const customerId = row?.id ?? '';
  const buyer = buyerAt(app, { token });
  await haveBalance(db, { customerId, amount: BALANCE, currency: 'ARS', performanceId: sale.performanceId });
  const { id } = await checkout.purchase({ customerId });
  const { code } = answerOf(await buyer.makeLink(id, BALANCE));
  return { email, customerId, token, buyer, id, code };
}
type Account = Awaited<ReturnType<typeof anAccount>>;

const visitor = clientOf(app);
let clicks = 0;
const payer = {
  look: (code: string) => visitor.call(getPayLink, { params: { code }, query: {} }),
  pay: (code: string, total = REST) =>
    visitor.call(payByLink, { params: { code }, body: { ...cardForm, total } }, { key: `payer-click-${++clicks}` }),
};
const balanceOf = async ({ customerId }: Pick<Account, 'customerId'>) =>
  (await db<{ amount: number }[]>`select amount from balance where customer_id = ${customerId}`)[0]?.amount;

const linkMailed = /\/loginLink#(\S+)/;
const proofs = {
  'a mailed link': async ({ email }: Account) => {
    const client = clientOf(app, { jar: new Map() });
    await client.ok(askForLink, { body: { email } });
    const [mail] = await mailbox.mailsTo(email);
    return resultOf(await client.call(logInWithLink, { body: { link: linkMailed.exec(mail?.text ?? '')?.[1] ?? '' } }));
  },
  'an external log-in': async ({ email }: Account) => resultOf(await provider.browser().logIn(aMember({ email }))),
  'a recovery': async ({ email }: Account) => {
    const { requestId } = await visitor.ok(askRecoveryCode, { body: { email } });
    return resultOf(await visitor.call(recoverPassword, { body: { requestId, code: await mailbox.codeTo(email), password: NEW } }));
  },
  'a change of password': async ({ buyer }: Account) =>
    resultOf(await buyer.call(changePassword, { body: { current: PASSWORD, password: NEW } })),
  'a code in an open session': async ({ email, buyer }: Account) => {
    await buyer.ok(sendAddressCode, {});
    return resultOf(await buyer.call(confirmAddress, { body: { code: await mailbox.codeTo(email) } }));
  },
};
type Proof = keyof typeof proofs;
/** The proofs after which a link is as it was. */
const outlives: Readonly<Record<'never' | 'confirmed', readonly Proof[]>> = {
  never: ['a code in an open session'],
  confirmed: ['a mailed link', 'an external log-in'],
};
const cells = (Object.keys(proofs) as Proof[]).flatMap((proof) => [
  { proof, before: 'never' as const },
  // An address that is confirmed gets no code to confirm it.
  ...(proof === 'a code in an open session' ? [] : [{ proof, before: 'confirmed' as const }]),
]);

test.each(cells)('$proof, in an account that was confirmed before: $before; whether a pay link goes on', async ({ proof, before }) => {
  const [account, neighbour] = [await anAccount(before === 'confirmed'), await anAccount(before === 'confirmed')];
  expect(await proofs[proof](account)).toBe('ok');
  const isThere = outlives[before].includes(proof);
  expect(resultOf(await payer.look(account.code))).toBe(isThere ? 'ok' : 'not_found');
  expect(resultOf(await payer.pay(account.code))).toBe(isThere ? 'ok' : 'not_found');
  expect(await balanceOf(account)).toBe(isThere ? 0 : BALANCE);
  expect(await stageOf(db, account.id)).toBe(isThere ? 'paid' : 'open');
  expect(answerOf(await payer.pay(neighbour.code))).toMatchObject({ outcome: 'approved' });
  expect(await balanceOf(neighbour)).toBe(0);
  expect((await checkLedger(db)).faults).toEqual([]);
});

test.each(['passkey', 'device'] as const)('a %s that its owner ends by the link of a mail takes pay links with it', async (kind) => {
  const [account, neighbour] = [await anAccount(true), await anAccount(true)];
  if (kind === 'passkey') await withPasskey(app, account.token);
  else await remembered(app, account.email);
  const [link = ''] = (await mailbox.mailsTo(account.email)).flatMap(({ text }) => linksIn(text));
  expect(resultOf(await visitor.call(endNoticed, { body: { link } }))).toBe('ok');
  expect(resultOf(await payer.pay(account.code))).toBe('not_found');
  expect([await balanceOf(account), await stageOf(db, account.id)]).toEqual([BALANCE, 'open']);
  expect(answerOf(await payer.pay(neighbour.code))).toMatchObject({ outcome: 'approved' });
});

test.each(['one', 'all'] as const)('a session that its owner ends from elsewhere takes pay links with it: %s', async (which) => {
  const [account, neighbour] = [await anAccount(true), await anAccount(true)];
  const { token } = answerOf(await visitorAt(app).logIn(account.email));
  const owner = clientOf(app, { token, jar: new Map() });
  const { sessions } = await owner.ok(listSessions, {});
  const id = sessions.find(({ isThis }) => !isThis)?.id ?? '';
  if (which === 'one') await owner.ok(endSession, { params: { id } });
  else await owner.ok(endOtherSessions, {});
  expect(resultOf(await payer.pay(account.code))).toBe('not_found');
  expect([await balanceOf(account), await stageOf(db, account.id)]).toEqual([BALANCE, 'open']);
  expect(answerOf(await payer.pay(neighbour.code))).toMatchObject({ outcome: 'approved' });
});

test('an address that its owner ends takes no pay link with it', async () => {
  const account = await anAccount(true);
  await withAddress(app, account.token);
  const [link = ''] = (await mailbox.mailsTo(account.email)).flatMap(({ text }) => linksIn(text));
  expect(resultOf(await visitor.call(endNoticed, { body: { link } }))).toBe('ok');
  expect(resultOf(await payer.look(account.code))).toBe('ok');
});

test('after a change of password the buyer makes the link anew', async () => {
  const account = await anAccount(true);
  await proofs['a change of password'](account);
  const { code } = answerOf(await account.buyer.makeLink(account.id, BALANCE));
  expect(answerOf(await payer.pay(code))).toMatchObject({ outcome: 'approved' });
});

test('a link without a part of the balance ends as well', async () => {
  const account = await anAccount(true);
  const { code } = answerOf(await account.buyer.makeLink(account.id));
  await proofs['a recovery'](account);
  expect(resultOf(await payer.look(code))).toBe('not_found');
});

test('a link of a reservation does not come back when the reservation is resumed', async () => {
  const account = await anAccount(true);
  await db`update purchase set stage = 'reserved', reserved_until = now() + interval '1 day' where id = ${account.id}`;
  await proofs['a change of password'](account);
  await db`update purchase set stage = 'open', reserved_until = null where id = ${account.id}`;
  expect(resultOf(await payer.look(account.code))).toBe('not_found');
});

test('a payment by the link that is under way ends as it would: approved, it has the balance that was set aside for it', async () => {
  const account = await anAccount(true);
  gateway.state.next.push('lost');
  expect(answerOf(await payer.pay(account.code))).toMatchObject({ outcome: 'unknown', link: { state: 'paying' } });
  await proofs['a recovery'](account);
  expect(answerOf(await payer.look(account.code))).toMatchObject({ state: 'paid', amount: REST, fromBalance: BALANCE });
  expect(await balanceOf(account)).toBe(0);
});

test('declined, it gives the balance back, and the next payment by the link gets nothing of it', async () => {
  const account = await anAccount(true);
  gateway.state.next.push('review');
  expect(answerOf(await payer.pay(account.code))).toMatchObject({ link: { state: 'paying' } });
  expect(await balanceOf(account)).toBe(0);
  await proofs['a recovery'](account);
  Object.assign(gateway.payments.at(-1) ?? {}, { status: 'rejected' });
  expect(answerOf(await payer.look(account.code))).toMatchObject({ state: 'payable', amount: 2 * TICKET_TOTAL });
  expect(await payer.pay(account.code)).toMatchObject({ failure: 'price_changed', data: { amount: 2 * TICKET_TOTAL } });
  expect(answerOf(await payer.pay(account.code, 2 * TICKET_TOTAL))).toMatchObject({ outcome: 'approved' });
  expect(await balanceOf(account)).toBe(BALANCE);
});

const change = 'a change of password';
const holdLink = (account: Account) => (tx: Tx) => tx`select from pay_link where purchase_id = ${account.id} for update`;
const holdCustomer = (account: Account) => (tx: Tx) => tx`select from customer where id = ${account.customerId} for update`;

test('a payer who starts just before the new password is charged, and finishes; one who starts just after is refused', async () => {
  const early = await anAccount(true);
  const [paid] = await inOrder(db, holdLink(early), [() => payer.pay(early.code), () => proofs[change](early)]);
  expect(answerOf(paid)).toMatchObject({ outcome: 'approved' });
  expect(await balanceOf(early)).toBe(0);

  const late = await anAccount(true);
  const before = gateway.charges.length;
  const [, refused] = await inOrder(db, holdLink(late), [() => proofs[change](late), () => payer.pay(late.code)]);
  expect(resultOf(refused)).toBe('not_found');
  expect([gateway.charges.length, await balanceOf(late), await stageOf(db, late.id)]).toEqual([before, BALANCE, 'open']);
});

test('a payer whose link lost its part of the balance while they pressed is refused, and charged nothing', async () => {
  const account = await anAccount(true);
  const lose = () => db`update pay_link set from_balance = 0 where purchase_id = ${account.id}`.execute();
  const [, refused] = await inOrder(db, holdLink(account), [lose, () => payer.pay(account.code)]);
  expect(resultOf(refused)).toBe('link_balance_gone');
  expect([await balanceOf(account), await stageOf(db, account.id)]).toEqual([BALANCE, 'open']);
});

test('a link that the ended session makes at the moment of the proof is none, whichever comes first', async () => {
  for (const isFirst of [true, false]) {
    const account = await anAccount(false);
    const make = () => account.buyer.makeLink(account.id, BALANCE);
    const prove = () => proofs['an external log-in'](account);
    const made = isFirst
      ? (await inOrder(db, holdCustomer(account), [make, prove]))[0]
      : (await inOrder(db, holdCustomer(account), [prove, make]))[1];
    expect(resultOf(made)).toBe(isFirst ? 'ok' : 'busy');
    if (made.status === 'ok') expect(resultOf(await payer.look(made.data.code))).toBe('not_found');
    expect(await db`select from pay_link where purchase_id = ${account.id}`).toHaveLength(0);
  }
});
