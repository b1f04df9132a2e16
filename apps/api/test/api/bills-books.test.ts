import { afterAll, expect, test } from 'vitest';
import { checkBooks } from '../../src/bills/index.ts';
import { freshDatabase, ownerOf } from '../database.ts';
import { anAuthority, letBillsWait } from '../factories/bills.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { anOrganiser } from '../factories/office.ts';
import { TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

/** Orders of every kind side by side: sound ones that are nearly at fault, and each fault with what it is about. */
const { db, close } = await freshDatabase();
const authority = await anAuthority();
const shop = await aCheckout(db, undefined, [{ rows: 40 }], { billing: authority.packAt(db) });
const organiser = await anOrganiser(db, shop.app);
afterAll(async () => {
  await shop.close();
  await close();
});

const issue = () => authority.issue(db);
async function bought(seats = 2) {
  const { id } = await shop.purchase({ seats });
  answerOf(await shop.buyer.pay({ id, total: seats * TICKET_TOTAL }));
  return id;
}
async function refused() {
  const id = await bought();
  authority.arca.control({ rejectNext: { code: 10015, times: 1, where: 'errors' } });
  await issue();
  return id;
}
/** Sold before there were bills. */
let early = '';
/** Refused, and never corrected. */
let lasting = '';
/** For everything that the books compare by time, and for the authority's ticket of access. */
async function wait(seconds: number): Promise<void> {
  await letBillsWait(db, seconds);
  await letMinutesPass(db, early, seconds / 60);
  authority.arca.control({ expireTickets: true });
}
const faults = async () => (await checkBooks(db)).faults.map(({ what, purchaseId, amount }) => [what, purchaseId, amount]);

test('the books find no fault with what is only nearly one', async () => {
  early = await bought();
  await ownerOf(db).begin(async (tx) => {
    await tx`alter table bill disable trigger user`;
    await tx`delete from bill`;
    await tx`alter table bill enable trigger user`;
  });
  const whole = await bought(3);
  const part = await bought();
  await bought();
  await issue();
  // All of it went back, in two parts, or some.
  await organiser.refundSome(whole, { count: 1 });
  await organiser.refundSome(whole);
  await organiser.refundSome(part, { count: 1 });
  await issue();
  // Not paid, so not billed; refused and waiting for nearly a day.
  const declined = await shop.purchase();
  shop.gateway.state.next.push('decline');
  expect(answerOf(await shop.buyer.pay({ id: declined.id, total: 2 * TICKET_TOTAL })).outcome).toBe('declined');
  answerOf(await shop.buyer.cancel(declined.id));
  lasting = await refused();
  authority.arca.control({ wsfe: 'unavailable' });
  await bought();
  await issue();
  await wait(86_000);
  expect(await faults()).toEqual([]);
  authority.arca.control({ wsfe: 'up' });
  await wait(60);
  await issue();
});

test('the books name each fault with its purchase and its amount, and nothing of its neighbours', async () => {
  const [unlike, unbilled, unsold, less, more, uncredited] = [
    await bought(),
    await bought(),
    await bought(),
    await bought(),
    await bought(),
    await bought(),
  ];
  await issue();
  for (const id of [less, more, uncredited]) await organiser.refundSome(id, { count: 1 });
  const waiting = await bought();
  await wait(86_500);
  early = await bought();
  await ownerOf(db).begin(async (tx) => {
    await tx`alter table purchase disable trigger user`;
    await tx`alter table bill disable trigger user`;
    await tx`update purchase set stage = 'cancelled' where id = ${unsold}`;
    await tx`delete from bill where purchase_id = ${unbilled} or (purchase_id = ${uncredited} and kind = 'credit_note')`;
    await tx`update bill set document = jsonb_set(document, '{lines,0,amount}', to_jsonb((document #>> '{lines,0,amount}')::bigint + 100)) where purchase_id = ${unlike}`;
    await tx`update bill set amount = amount - 100 where purchase_id = ${less} and kind = 'credit_note'`;
    await tx`update bill set amount = amount + ${2 * TICKET_TOTAL} where purchase_id = ${more} and kind = 'credit_note'`;
    await tx`alter table bill enable trigger user`;
    await tx`alter table purchase enable trigger user`;
  });
  // In this order, so that a report reads the same twice.
  expect(await faults()).toEqual(
    [
      ['the lines of a document are not its amount', unlike, -100],
      ['paid and not billed', unbilled, 2 * TICKET_TOTAL],
      ['refunded and not credited', uncredited, TICKET_TOTAL],
      ['billed and not sold', unsold, 2 * TICKET_TOTAL],
      ['the credit note is not what was refunded', less, -100],
      ['the credit note is not what was refunded', more, 2 * TICKET_TOTAL],
      ['more was credited than billed', more, TICKET_TOTAL],
      ['refused and not corrected for a day', lasting, 2 * TICKET_TOTAL],
      ['not authorised for a day', less, TICKET_TOTAL - 100],
      ['not authorised for a day', more, 3 * TICKET_TOTAL],
      ['not authorised for a day', waiting, 2 * TICKET_TOTAL],
    ].toSorted(),
  );
});
