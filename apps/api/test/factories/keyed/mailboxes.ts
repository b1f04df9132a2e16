import {
  correctMailbox,
  correctMailboxByStaff,
  putMailAside,
  sendMailAgain,
  sendMailboxCode,
  sendMailboxCodeByStaff,
  takeMailBack,
} from '@butaca/contract';
import { codeMailOf } from '../../../src/customers/index.ts';
import type { MailboxPurpose } from '../../../src/customers/queries-mail-codes.ts';
import { answerOf } from '../client.ts';
import { SECRET } from '../customers.ts';
import { anOrganiser } from '../office.ts';
import { haveUndelivered } from '../undelivered.ts';
import type { Scenarios } from './call.ts';
import type { Buyer, KeyedWorld } from './world.ts';

let addresses = 0;
const anAddress = () => `buzon-${++addresses}@correo.example`;

/** Orders whose mails were not delivered, and the codes for other mailboxes. */
export function refusedMails({ db, app, aBuyer, purchaseOf }: KeyedWorld) {
  /** A paid order whose tickets were not delivered, and another mailbox for it. */
  const refused = async (buyer: Buyer | null = null) => {
    const owner = buyer ?? (await aBuyer());
    const { id: orderId, total } = await purchaseOf(owner);
    answerOf(await owner.pay({ id: orderId, total }));
    return { buyer: owner, orderId, mailId: await haveUndelivered(db, { purchaseId: orderId }), email: anAddress() };
  };

  /** The code that was mailed to the order's new mailbox. */
  const proved = async ({ orderId, buyer, email }: Awaited<ReturnType<typeof refused>>, purpose: MailboxPurpose) => {
    const params = { orderId };
    // As if the minute between two codes were over, and the hour of a network.
    await db`delete from login_throttle`;
    await db`update mail_code set created_at = created_at - interval '2 minutes' where customer_id = ${buyer.customerId}`;
    if (purpose === 'confirm-mailbox') answerOf(await buyer.call(sendMailboxCode, { params, body: { email } }));
    else answerOf(await (await anOrganiser(db, app)).call(sendMailboxCodeByStaff, { params, body: { email } }));
    const [sent] = await db<{ id: string }[]>`
      select id from mail_code where purchase_id = ${orderId} and purpose = ${purpose} order by created_at desc limit 1`;
    return (await codeMailOf({ db, secret: SECRET }, sent?.id ?? ''))?.code ?? '';
  };
  return { refused, proved };
}

type Refused = Awaited<ReturnType<ReturnType<typeof refusedMails>['refused']>>;

/** What buyers and staff do about mails that did not arrive. */
export function mailboxCalls(world: KeyedWorld): Scenarios {
  const { db, app, ofOrder, reason } = world;
  const { refused, proved } = refusedMails(world);
  return {
    async sendMailboxCode() {
      const mine = await refused();
      const [alsoMine, theirs] = [await refused(mine.buyer), await refused()];
      const ask =
        ({ buyer, orderId, email }: Refused, to = email) =>
        (key: string | null) =>
          buyer.call(sendMailboxCode, { ...ofOrder(orderId), body: { email: to } }, { key });
      return {
        first: ask(mine),
        others: { 'another mailbox': ask(mine, anAddress()), 'another order': ask(alsoMine) },
        stranger: ask(theirs),
      };
    },
    async correctMailbox() {
      const mine = await refused();
      const [alsoMine, theirs] = [await refused(mine.buyer), await refused()];
      const correct = async (of: Refused) => {
        const body = { email: of.email, code: await proved(of, 'confirm-mailbox') };
        return (key: string | null) => of.buyer.call(correctMailbox, { ...ofOrder(of.orderId), body }, { key });
      };
      return { first: await correct(mine), others: { 'another order': await correct(alsoMine) }, stranger: await correct(theirs) };
    },
    async sendMailboxCodeByStaff() {
      const [office, other] = [await anOrganiser(db, app), await anOrganiser(db, app)];
      const [mine, alsoMine, theirs] = [await refused(), await refused(), await refused()];
      const ask =
        (who: typeof office, { orderId, email }: Refused, to = email) =>
        (key: string | null) =>
          who.call(sendMailboxCodeByStaff, { ...ofOrder(orderId), body: { email: to } }, { key });
      return {
        first: ask(office, mine),
        others: { 'another mailbox': ask(office, mine, anAddress()), 'another order': ask(office, alsoMine) },
        stranger: ask(other, theirs),
      };
    },
    async correctMailboxByStaff() {
      const [office, other] = [await anOrganiser(db, app), await anOrganiser(db, app)];
      const [mine, alsoMine, theirs] = [await refused(), await refused(), await refused()];
      const correct = async (who: typeof office, of: Refused) => {
        const body = { email: of.email, code: await proved(of, 'confirm-mailbox-by-staff') };
        return (why: string) => (key: string | null) =>
          who.call(correctMailboxByStaff, { ...ofOrder(of.orderId), body: { ...body, reason: why } }, { key });
      };
      const first = await correct(office, mine);
      return {
        first: first(reason),
        others: { 'another reason': first('Otra'), 'another order': (await correct(office, alsoMine))(reason) },
        stranger: (await correct(other, theirs))(reason),
      };
    },
    ...Object.fromEntries(
      Object.entries({ sendMailAgain, takeMailBack }).map(([name, call]) => [
        name,
        async () => {
          const [office, other] = [await anOrganiser(db, app), await anOrganiser(db, app)];
          const mails = [await refused(), await refused(), await refused()] as const;
          const params = ({ mailId }: Refused) => ({ params: { mailId } });
          if (call === takeMailBack)
            for (const mail of mails) answerOf(await office.call(putMailAside, { ...params(mail), body: { reason } }));
          const [mine, alsoMine, theirs] = mails;
          const act = (who: typeof office, mail: Refused) => (key: string | null) => who.call(call, { ...params(mail), body: {} }, { key });
          return { first: act(office, mine), others: { 'another mail': act(office, alsoMine) }, stranger: act(other, theirs) };
        },
      ]),
    ),
    async putMailAside() {
      const [office, other] = [await anOrganiser(db, app), await anOrganiser(db, app)];
      const [mine, alsoMine, theirs] = [await refused(), await refused(), await refused()];
      const put =
        (who: typeof office, { mailId }: Refused, why = reason) =>
        (key: string | null) =>
          who.call(putMailAside, { params: { mailId }, body: { reason: why } }, { key });
      return {
        first: put(office, mine),
        others: { 'another mail': put(office, alsoMine), 'another reason': put(office, mine, 'Otra') },
        stranger: put(other, theirs),
      };
    },
  };
}
