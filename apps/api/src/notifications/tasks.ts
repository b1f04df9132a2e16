import type { LanguageCode } from '@butaca/brand/languages';
import type { TaskList } from 'graphile-worker';
import type { Db } from '#db/connect';
import { enqueue } from '#db/enqueue';
import { isQueued } from '#db/queue-state';
import type { Watch } from '#watch/watch';
import { billMailKey, type FiscalPack, printableBill } from '../bills/index.ts';
import { posterReader } from '../catalogue/index.ts';
import {
  alertMailOf,
  changeToTell,
  codeMailOf,
  correctionPace,
  customerById,
  exportToTell,
  linkMailOf,
  newsletterMailOf,
  showNewsOf,
  tellOfNotices,
  tellOfPassword,
  unpaidOrderPace,
} from '../customers/index.ts';
import { isUndelivered, mailboxesOf } from '../mailboxes/index.ts';
import {
  billPdf,
  codePicture,
  type DocumentBrand,
  type OrderRecord,
  partCount,
  readOrder,
  sheetsOf,
  type TicketCodes,
  ticketsPdf,
} from '../orders/index.ts';
import { claimMail, emailChangeMail, passwordMail, secondSignUpMail } from './account-mails.ts';
import { noticeMail } from './account-notice-mail.ts';
import { billMail } from './bill-mail.ts';
import { codeMail } from './code-mail.ts';
import { deliveryMail } from './delivery-mail.ts';
import { exportMail } from './export-mail.ts';
import { offerMail, pendingMail, returnMail } from './late-money-mails.ts';
import { logInLinkMail } from './log-in-link-mail.ts';
import { mailboxMail } from './mailbox-mail.ts';
import { type Mail, type Mailer, MailNotSent, withoutAttachments } from './mailer.ts';
import { type MailingTasks, mailing, type Send } from './mailing.ts';
import { moveMail, moveName } from './move-mail.ts';
import { newsletterMail } from './newsletter-mail.ts';
import { correctedOrder, latePurchase } from './queries.ts';
import { type MovedPerformance, purchaseToTell } from './queries-moves.ts';
import { organiserAddresses, refundToTell } from './queries-refunds.ts';
import { reservationToTell } from './queries-reservations.ts';
import { chargebackMail, refundMail } from './refund-mails.ts';
import { isStillNews, reservationMail } from './reservation-mails.ts';
import { languageOf, type Sender, senderIn } from './sender.ts';
import { alertMail, showNewsMail } from './show-alert-mails.ts';
import { type TicketPictures, ticketsMail } from './tickets-mail.ts';
import { isCollected, type TicketsBefore } from './tickets-words.ts';
import { welcomeMail } from './welcome-mail.ts';

/** What mails with tickets need from other modules. */
interface TicketsWorld {
  readonly codes: TicketCodes;
  readonly brand: DocumentBrand;
  /** The display name of a card brand. */
  readonly cardName: (brand: string) => string;
}

export interface NotificationDeps {
  readonly db: Db;
  /** Codes that are mailed follow from it. */
  readonly secret: string;
  readonly mailer: Mailer;
  readonly sender: Sender;
  /** The brand's: of what happened at no venue. */
  readonly timeZone: string;
  /** Places are held so much longer than buyers are told. */
  readonly graceSeconds: number;
  /** Whether customers log in here, or at a provider alone. */
  readonly hasOwnLogin: boolean;
  readonly tickets: TicketsWorld;
  /** Left out, no bills are made. */
  readonly billing?: FiscalPack | null;
  readonly watch: Pick<Watch, 'say'>;
}

/** The worker's jobs that send mail; each reads its data when it runs. */
export function notificationTasks(deps: NotificationDeps): TaskList {
  return mailing(mailTasks(deps), deps);
}

function mailTasks({
  db,
  secret,
  sender: ofBrand,
  timeZone,
  graceSeconds,
  hasOwnLogin,
  tickets: { codes, brand: printed, cardName },
  billing,
  watch,
}: NotificationDeps) {
  /** Of mails about what nobody has paid (decision 104). */
  const paceOf = ({ email, isProved }: { readonly email: string; readonly isProved: boolean }) =>
    isProved ? null : unpaidOrderPace({ db, secret }, email);
  const readPosters = posterReader({ db, watch });
  const senderTo = ({ language }: { readonly language: LanguageCode | null }) => senderIn(ofBrand, language);
  async function sendTickets(
    { purchaseId, copy, before, moved = [] }: TicketsToSend,
    send: (mail: Mail) => ReturnType<Send>,
  ): Promise<void> {
    const order = await readOrder(db, purchaseId);
    // The box office hands over what it sells; the buyer's account may be erased by now.
    if (!order?.buyer || order.channel === 'box_office') return;
    const was = new Map(moved.map((performance) => [performance.id, performance.was]));
    const performances = order.performances.map((performance) => ({ ...performance, movedFrom: was.get(performance.id) ?? null }));
    const addressed = { ...order, performances, buyer: order.buyer };
    const sender = senderTo(order);
    const brand = { ...printed, language: languageOf(sender) };
    const [first, ...others] = sheetsOf(order, codes, brand.language);
    if (!first && order.products.length === 0) return;
    const isAttached = !isCollected(addressed) && partCount(order) === 1;
    const posters = await readPosters(order.performances.map(({ id }) => id));
    const pdf = first && isAttached ? await ticketsPdf([first, ...others], { format: 'a4', brand, posters }) : null;
    const pictures = { posters, codes: pdf ? await codePictures(order, codes) : new Map() };
    try {
      await send(ticketsMail(addressed, { sender, brand, pdf, pictures, cardName, copy, before }));
    } catch (error) {
      // Some mailboxes take less than a page of A4 for each ticket; the tickets are on the order's page, too.
      if (!(error instanceof MailNotSent && error.isTooLarge)) throw error;
      const small = ticketsMail(addressed, { sender, brand, pdf: null, pictures: NO_PICTURES, cardName, copy, before });
      await send(withoutAttachments(small));
    }
  }
  return {
    'welcome-customer': async (payload, send) => {
      const customer = await customerById(db, payload.customerId);
      // An account erased before its mail went out gets none.
      if (customer) await send(welcomeMail(customer, senderTo(customer)), ofCustomer(customer.id));
    },
    'mail-code': async (payload, send) => {
      const mail = await codeMailOf({ db, secret }, payload.codeId);
      // A code that was used, replaced by a newer one or is no longer valid needs no mail.
      if (!mail) return;
      const { customerId, purpose, purchaseId } = mail;
      await send(codeMail(mail, senderTo(mail)), { ...ofCustomer(customerId, [purpose, purchaseId]), purchaseId });
    },
    'mail-log-in-link': async (payload, send) => {
      const mail = await linkMailOf({ db, secret }, payload.linkId);
      // An address without an account gets none, and neither does a link that was used meanwhile.
      if (mail) await send(logInLinkMail(mail, senderTo(mail)), ofCustomer(mail.customerId));
    },
    'mail-newsletter': async (payload, send) => {
      const mail = await newsletterMailOf({ db, secret }, payload.subscriptionId);
      // Who has left meanwhile, or whose link is too old by now, gets none.
      if (mail) await send(newsletterMail(mail, senderTo(mail)), { about: payload.subscriptionId });
    },
    'mail-alert': async (payload, send) => {
      const mail = await alertMailOf({ db, secret }, payload.alertId);
      if (mail) await send(alertMail(mail, senderTo(mail)), { about: payload.alertId });
    },
    'tell-of-show': async (payload, send) => {
      const mail = await showNewsOf({ db, secret }, payload);
      // Who has left meanwhile gets none, and nobody does for places that are gone again.
      if (mail) await send(showNewsMail(mail, senderTo(mail)), { about: `${payload.alertId}.${payload.news}` });
    },
    'tell-of-password': (change, send) =>
      tellOfPassword({ db, secret }, change, (customer) =>
        send(passwordMail(customer, change.changeId, senderTo(customer)), ofCustomer(customer.id)),
      ),
    'tell-of-email': async ({ codeId, to }, send) => {
      const change = await changeToTell(db, codeId);
      const customer = change && (await customerById(db, change.customerId));
      if (customer)
        await send(
          emailChangeMail({ ...customer, email: change[to] }, { codeId, to, ...change }, senderTo(customer)),
          ofCustomer(customer.id, [to]),
        );
    },
    'tell-of-claim': async (claim, send) => {
      const customer = await customerById(db, claim.customerId);
      if (customer) await send(claimMail(customer, claim, senderTo(customer)), ofCustomer(customer.id));
    },
    'tell-of-mailbox': async ({ customerId, purchaseId, changeId, afterDays }, send) => {
      // Of the account alone: an undelivered mail of the order would let its mailbox be changed once more.
      const subject = ofCustomer(customerId, [purchaseId]);
      if (afterDays !== undefined && !(await isUndelivered(db, { task: 'tell-of-mailbox', about: subject.about }))) return;
      const [customer, { number, isPaid }, [moved]] = await Promise.all([
        customerById(db, customerId),
        correctedOrder(db, purchaseId),
        mailboxesOf(db, [purchaseId]),
      ]);
      if (customer)
        await send(
          mailboxMail(customer, { changeId, purchaseId, number, mailbox: moved?.email ?? null }, senderTo(customer)),
          subject,
          // Of what is held the next repetition is a try.
          customer.isEmailConfirmed ? null : correctionPace({ db, secret }, customer.email, { isPaid }),
        );
    },
    'tell-of-notices': (payload, send) =>
      tellOfNotices({ db, secret, hasOwnLogin }, payload.customerId, (mail) =>
        send(noticeMail(mail, timeZone, senderTo(mail)), ofCustomer(payload.customerId)),
      ),
    'tell-of-sign-up': async (payload, send) => {
      const { customerId, signUpId } = payload;
      const customer = await customerById(db, customerId);
      if (customer) await send(secondSignUpMail(customer, signUpId, senderTo(customer)), ofCustomer(customer.id));
    },
    'tell-of-export': async (payload, send) => {
      const ready = await exportToTell(db, payload.exportId);
      if (ready) await send(exportMail(ready, senderTo(ready)), ofCustomer(ready.customerId));
    },
    'send-tickets': async (payload, send) => {
      const { purchaseId, copy, isChange = false, isReissue = false } = payload;
      const before = isReissue ? 'reissued' : isChange ? 'changed' : null;
      await sendTickets({ purchaseId, copy, before }, (mail) => send(mail, ofPurchase(purchaseId)));
    },
    'tell-of-move': async (moves, send) => {
      const purchase = await purchaseToTell(db, moves, graceSeconds);
      if (!purchase) return;
      const { id, stage, moved } = purchase;
      const subject = ofPurchase(id, 'moved');
      if (stage === 'paid')
        await sendTickets({ purchaseId: id, copy: moveName(moved), before: 'moved', moved }, (mail) => send(mail, subject));
      else await send(moveMail(purchase, senderTo(purchase)), subject, paceOf({ ...purchase, email: purchase.buyer.email }));
    },
    'send-bill': async (payload, send) => {
      const { purchaseId, billId } = payload;
      const bill = billing ? await printableBill(db, billing, { purchaseId, id: billId }) : undefined;
      // The counter prints the bills of what it sells; the buyer's account may be erased by now.
      if (!bill || bill === 'pending' || !bill.order.buyer || bill.order.channel === 'box_office') return;
      // A credit note is mailed after its bill.
      if (bill.creditsId !== null && (await isQueued(db, billMailKey(bill.creditsId)))) {
        await db.begin((tx) => enqueue(tx, 'send-bill', payload, { key: billMailKey(billId), afterMinutes: 1 }));
        return;
      }
      const { buyer } = bill.order;
      const pdf = await billPdf(bill.sheet, printed);
      const mail = billMail({ bill, buyer, purchaseId, billId, pdf }, printed, senderTo(bill.order));
      await send(mail, { ...ofPurchase(purchaseId, billId), billId });
    },
    'tell-of-offer': async (payload, send) => {
      const purchase = await latePurchase(db, payload.purchaseId);
      // An offer that was answered, or has ended, needs no mail.
      if (purchase?.offeredUntil) await send(offerMail(purchase, purchase.offeredUntil, senderTo(purchase)), ofPurchase(purchase.id));
    },
    'tell-of-return': async (payload, send) => {
      const { purchaseId, reference } = payload;
      const purchase = await latePurchase(db, purchaseId);
      if (purchase) await send(returnMail(purchase, reference, senderTo(purchase)), ofPurchase(purchaseId, reference));
    },
    'tell-of-pending': async ({ purchaseId, ...news }, send) => {
      const purchase = await latePurchase(db, purchaseId, { graceSeconds });
      const state = purchase?.attempts[news.reference];
      const isCancelled = purchase?.ofCancelled.includes(news.reference) ?? false;
      const isOver = state === 'declined' || state === 'cancelled';
      const isNews = {
        waiting: state === 'pending' && !isCancelled,
        over: isOver && !isCancelled,
        // If it is paid meanwhile, the mail of its money says it.
        cancelled: isCancelled && (isOver || state === 'pending'),
      }[news.news];
      // A buyer who has paid otherwise since then knows.
      if (purchase && isNews && !purchase.isPaid)
        await send(
          pendingMail(purchase, { ...news, timeZone }, senderTo(purchase)),
          ofPurchase(purchaseId, `${news.reference}.${news.news}`),
          paceOf(purchase),
        );
    },
    'tell-of-refund': async (payload, send) => {
      const refund = await refundToTell(db, payload);
      if (refund) await send(refundMail(refund, printed.locale, senderTo(refund)), ofPurchase(refund.purchaseId, refund.id));
    },
    'tell-of-reservation': async (payload, send) => {
      const { purchaseId, news } = payload;
      const reservation = await reservationToTell(db, purchaseId);
      if (reservation && isStillNews(reservation, news))
        await send(
          reservationMail(reservation, news, printed.locale, senderTo(reservation)),
          ofPurchase(purchaseId, news),
          paceOf({ ...reservation, email: reservation.buyer.email }),
        );
    },
    'tell-of-delivery': async (payload, send) => {
      const { purchaseId, state } = payload;
      const order = await readOrder(db, purchaseId);
      const mail = order?.buyer ? deliveryMail({ ...order, buyer: order.buyer }, state, senderTo(order)) : null;
      if (mail) await send(mail, ofPurchase(purchaseId, state));
    },
    'tell-of-chargeback': async (payload, send) => {
      const [refund, organisers] = await Promise.all([refundToTell(db, payload), organiserAddresses(db)]);
      if (!refund) return;
      const failures: unknown[] = [];
      // One whose mailbox does not take it keeps no other from being told.
      for (const { id, email } of organisers) {
        const subject = { about: `${refund.id}.${id}`, customerId: id, purchaseId: refund.purchaseId };
        await send(chargebackMail(refund, printed.locale, ofBrand, email), subject).catch((error) => failures.push(error));
      }
      if (failures.length > 0) throw failures.find((error) => !(error instanceof MailNotSent && error.isForGood)) ?? failures[0];
    },
  } satisfies MailingTasks;
}

interface TicketsToSend {
  readonly purchaseId: string;
  /** Names a copy; left out, it is the first mail of them. */
  readonly copy?: string | undefined;
  readonly before: TicketsBefore;
  /** Performances of it that have moved. */
  readonly moved?: readonly MovedPerformance[];
}

const NO_PICTURES: TicketPictures = { posters: new Map(), codes: new Map() };

/** Of the tickets that open a door. */
const codePictures = async ({ tickets }: OrderRecord, codes: TicketCodes) =>
  new Map(
    await Promise.all(
      tickets
        .filter(({ state }) => state === 'valid')
        .map(async (ticket): Promise<[string, Buffer]> => [ticket.id, await codePicture(codes.sign(ticket))]),
    ),
  );

/** Of an account: the same mail for every one of its kind, so that a later one that arrives ends an earlier one. */
const ofCustomer = (customerId: string, what: readonly (string | null)[] = []) => ({
  about: [customerId, ...what].filter(Boolean).join('.'),
  customerId,
});

/** To the buyer of an order: of the order, or of something of it. */
const ofPurchase = (purchaseId: string, what = '') => ({ about: [purchaseId, what].filter(Boolean).join('.'), purchaseId });
