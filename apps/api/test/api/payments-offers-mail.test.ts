import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { mailsSent } from '../factories/mail-tasks.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, url, close } = await freshDatabase();
const { buyer, gateway, purchase: aPurchase, sale, close: closeCheckout } = await aCheckout(db);
afterAll(async () => {
  await closeCheckout();
  await close();
});

/** What the worker sends until nothing is left to do. */
const mailsAboutOffers = async () => (await mailsSent({ db, url })).filter(({ messageId }) => messageId.startsWith('<tell-of'));

async function anOffer() {
  const purchase = await aPurchase();
  gateway.state.next.push('lost');
  await buyer.pay(purchase);
  await letMinutesPass(db, purchase.id, 30);
  await db`update place set state = 'sold', purchase_id = 'somebody', held_until = null
            where performance_id = ${sale.performanceId} and place_id = ${purchase.placeIds[0] as number}`;
  await buyer.confirm(purchase.id);
  return purchase;
}

test('an offer is mailed to the buyer at once, and so is the refund', async () => {
  const { id } = await anOffer();
  const link = `https://entradas.example/payConfirm?idProcesoDeCompra=${id}`;
  expect(await mailsAboutOffers()).toMatchObject([
    { subject: 'Te guardamos otros lugares para Hamlet', to: { name: 'Julia Paredes' }, text: expect.stringContaining(link) },
  ]);
  await buyer.declineOffer(id);
  expect(await mailsAboutOffers()).toMatchObject([{ subject: 'Te devolvemos el dinero de Hamlet', text: expect.stringContaining(link) }]);
});

test('an offer answered before the mail went out is not mailed', async () => {
  const { id } = await anOffer();
  await buyer.acceptOffer(id);
  expect(await mailsAboutOffers()).toEqual([]);
});

test.each(['accepted', 'declined'] as const)(
  'an offer that is %s before the cancelled performance was noticed is mailed as what it is, and its page says the same',
  async (answer) => {
    const { id } = await anOffer();
    await mailsAboutOffers();
    await db`update performance set state = 'cancelled' where id = ${sale.performanceId}`;
    await (answer === 'accepted' ? buyer.acceptOffer(id) : buyer.declineOffer(id));
    await db`update performance set state = 'on_sale' where id = ${sale.performanceId}`;
    const [mail, ...others] = await mailsAboutOffers();
    expect([mail?.subject, others]).toEqual(['Te devolvemos el dinero de Hamlet', []]);
    expect(mail?.text).toMatch(/La función se canceló, y tu pago para Hamlet .* no quedó en una compra/);
    expect(mail?.text).toContain('Te devolvemos el pago completo');
    expect(mail?.text).not.toContain('tarde');
    expect(answerOf(await buyer.confirm(id))).toMatchObject({ outcome: 'refunded', isPerformanceCancelled: true });
  },
);

test('a refund is mailed also when the purchase’s hold no longer exists', async () => {
  const { id } = await anOffer();
  await buyer.declineOffer(id);
  await db`delete from hold where purchase_id = ${id}`;
  expect(await mailsAboutOffers()).toMatchObject([{ subject: 'Te devolvemos el dinero de Hamlet' }]);
});
