import { getPayLink, payByLink } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { cardForm } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf } from '../factories/client.ts';
import { balancesOf } from '../factories/ledger.ts';
import { letMinutesPass } from '../factories/time.ts';

/** What a payer by link is told of their own card, where others pay the same link. */
const { db, close } = await freshDatabase();
const { app, buyer, gateway, sale, purchase: aPurchase, close: closeCheckout } = await aCheckout(db);
afterAll(async () => {
  await closeCheckout();
  await close();
});

const visitor = clientOf(app, { ip: '198.51.100.41' });
let clicks = 0;
const payer = {
  look: (code: string, ...keys: string[]) =>
    visitor.call(getPayLink, { params: { code }, query: keys.length === 0 ? {} : { clicks: keys.join(',') } }),
  pay: (code: string, total: number, key: string) =>
    visitor.call(payByLink, { params: { code }, body: { ...cardForm, email: 'tia@correo.example', total } }, { key }),
};
const aLink = async () => {
  const purchase = await aPurchase();
  return { ...purchase, code: answerOf(await buyer.makeLink(purchase.id)).code };
};
const ticketsOf = async (id: string) => (await db`select from ticket where purchase_id = ${id} and state = 'valid'`).length;
const collected = async (id: string) =>
  (await balancesOf(db, id)).filter(({ account }) => account === 'clearing:payway').reduce((sum, { balance }) => sum + balance, 0);

test('of two strangers who pay one link at once each is told what came of their own click, and nobody of another’s', async () => {
  const [link, other] = [await aLink(), await aLink()];
  const [first, second] = [`race-click-${++clicks}`, `race-click-${++clicks}`];
  const before = gateway.charges.length;
  await Promise.all([first, second].map((key) => payer.pay(link.code, link.total, key)));
  await expect.poll(async () => answerOf(await payer.look(link.code)).state).toBe('paid');
  const mine = async (...keys: string[]) => answerOf(await payer.look(link.code, ...keys)).mine;
  expect([await mine(first), await mine(second)].map((each) => each?.outcome).sort()).toEqual(['approved', 'cancelled']);
  expect([gateway.charges.length - before, await ticketsOf(link.id), await collected(link.id)]).toEqual([1, 2, link.total]);
  // A payer who pressed twice is told of the press that was charged.
  expect([await mine(first, second), await mine(second, first)]).toEqual([{ outcome: 'approved' }, { outcome: 'approved' }]);
  expect(await mine('guessed-click')).toEqual({ outcome: 'cancelled' });
  expect(await mine()).toBeUndefined();
  expect(answerOf(await payer.look(other.code, first)).mine).toEqual({ outcome: 'cancelled' });
  const refused = await app.inject({ url: `/v2/operacion/cambio/pago/${link.code}?idClic=${'abcdefgh,'.repeat(5)}abcdefgh` });
  expect(refused.json()).toMatchObject({ nCode: 400, oData: { listaCampo: [{ cCampo: 'idClic', cMotivo: 'invalid' }] } });
});

test('the buyer’s own click is none of a payer’s', async () => {
  const bought = await aLink();
  await buyer.pay(bought, { key: 'own-click' });
  expect(answerOf(await payer.look(bought.code, 'own-click')).mine).toEqual({ outcome: 'cancelled' });
});

// Last, since it sells the house out.
test('a payer whose card was charged too late reads that it goes back, and another payer does not', async () => {
  const link = await aLink();
  gateway.state.next.push('lost');
  expect(answerOf(await payer.pay(link.code, link.total, 'too-late-click')).outcome).toBe('unknown');
  await letMinutesPass(db, link.id, 30);
  await db`update place set state = 'sold', purchase_id = 'somebody'
            where performance_id = ${sale.performanceId} and (purchase_id = ${link.id} or state = 'free')`;
  const seen = answerOf(await payer.look(link.code, 'too-late-click'));
  expect([seen.state, ['late', 'refunded'].includes(seen.mine?.outcome ?? '')]).toEqual(['over', true]);
  expect(answerOf(await payer.look(link.code, 'somebody-else')).mine).toEqual({ outcome: 'cancelled' });
});
