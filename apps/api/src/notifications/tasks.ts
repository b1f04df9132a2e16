import type { LanguageCode } from '@butaca/brand/languages';
import type { Task, TaskList } from 'graphile-worker';
import type { Db } from '#db/connect';
import type { Jobs } from '#db/enqueue';
import type { Watch } from '#watch/watch';
import { type FiscalPack, printableBill } from '../bills/index.ts';
import {
  alertMailOf,
  codeMailOf,
  customerById,
  exportToTell,
  linkMailOf,
  newsletterMailOf,
  showNewsOf,
  tellOfNotices,
  tellOfPassword,
} from '../customers/index.ts';
import { billPdf, type DocumentBrand, partCount, readOrder, sheetsOf, type TicketCodes, ticketsPdf } from '../orders/index.ts';
import { claimMail, passwordMail, secondSignUpMail } from './account-mails.ts';
import { noticeMail } from './account-notice-mail.ts';
import { billMail } from './bill-mail.ts';
import { codeMail } from './code-mail.ts';
import { deliveryMail } from './delivery-mail.ts';
import { exportMail } from './export-mail.ts';
import { offerMail, pendingMail, returnMail } from './late-money-mails.ts';
import { logInLinkMail } from './log-in-link-mail.ts';
import { type Mailer, MailRefused, withoutAttachments } from './mailer.ts';
import { newsletterMail } from './newsletter-mail.ts';
import { latePurchase } from './queries.ts';
import { organiserAddresses, refundToTell } from './queries-refunds.ts';
import { reservationToTell } from './queries-reservations.ts';
import { chargebackMail, refundMail } from './refund-mails.ts';
import { isStillNews, reservationMail } from './reservation-mails.ts';
import { languageOf, type Sender, senderIn } from './sender.ts';
import { alertMail, showNewsMail } from './show-alert-mails.ts';
import { ticketsMail } from './tickets-mail.ts';
import { isCollected } from './tickets-words.ts';
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
  /** Whether customers log in here, or at a provider alone. */
  readonly hasOwnLogin: boolean;
  readonly tickets: TicketsWorld;
  /** Left out, no bills are made. */
  readonly billing?: FiscalPack | null;
  readonly watch: Pick<Watch, 'say'>;
}

/** The worker's jobs that send mail; each reads its data when it runs, and throws to be retried. What is refused for good is given up. */
export function notificationTasks(deps: NotificationDeps): TaskList {
  return Object.fromEntries(Object.entries(mailTasks(deps)).map(([name, task]) => [name, givingUp(task, deps.watch)]));
}

/** A task that gives up a mail which its server refuses for good. */
export const givingUp =
  (task: (payload: unknown) => Promise<void>, watch: NotificationDeps['watch']): Task =>
  async (payload, { job }) => {
    try {
      await task(payload);
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      watch.say('job-gave-up', { task: job.task_identifier, jobId: job.id, attempt: job.attempts, error });
    }
  };

function mailTasks({
  db,
  secret,
  mailer,
  sender: ofBrand,
  timeZone,
  hasOwnLogin,
  tickets: { codes, brand: printed, cardName },
  billing,
}: NotificationDeps) {
  const senderTo = ({ language }: { readonly language: LanguageCode | null }) => senderIn(ofBrand, language);
  return {
    'welcome-customer': async (payload: unknown) => {
      const customer = await customerById(db, (payload as Jobs['welcome-customer']).customerId);
      // An account erased before its mail went out gets none.
      if (customer) await mailer.send(welcomeMail(customer, senderTo(customer)));
    },
    'mail-code': async (payload: unknown) => {
      const mail = await codeMailOf({ db, secret }, (payload as Jobs['mail-code']).codeId);
      // A code that was used, replaced by a newer one or is no longer valid needs no mail.
      if (mail) await mailer.send(codeMail(mail, senderTo(mail)));
    },
    'mail-log-in-link': async (payload: unknown) => {
      const mail = await linkMailOf({ db, secret }, (payload as Jobs['mail-log-in-link']).linkId);
      // An address without an account gets none, and neither does a link that was used meanwhile.
      if (mail) await mailer.send(logInLinkMail(mail, senderTo(mail)));
    },
    'mail-newsletter': async (payload: unknown) => {
      const mail = await newsletterMailOf({ db, secret }, (payload as Jobs['mail-newsletter']).subscriptionId);
      // Who has left meanwhile, or whose link is too old by now, gets none.
      if (mail) await mailer.send(newsletterMail(mail, senderTo(mail)));
    },
    'mail-alert': async (payload: unknown) => {
      const mail = await alertMailOf({ db, secret }, (payload as Jobs['mail-alert']).alertId);
      if (mail) await mailer.send(alertMail(mail, senderTo(mail)));
    },
    'tell-of-show': async (payload: unknown) => {
      const mail = await showNewsOf({ db, secret }, payload as Jobs['tell-of-show']);
      // Who has left meanwhile gets none, and nobody does for places that are gone again.
      if (mail) await mailer.send(showNewsMail(mail, senderTo(mail)));
    },
    'tell-of-password': (payload: unknown) => {
      const change = payload as Jobs['tell-of-password'];
      return tellOfPassword({ db, secret }, change, (customer) => mailer.send(passwordMail(customer, change.changeId, senderTo(customer))));
    },
    'tell-of-claim': async (payload: unknown) => {
      const claim = payload as Jobs['tell-of-claim'];
      const customer = await customerById(db, claim.customerId);
      if (customer) await mailer.send(claimMail(customer, claim, senderTo(customer)));
    },
    'tell-of-notices': (payload: unknown) =>
      tellOfNotices({ db, secret, hasOwnLogin }, (payload as Jobs['tell-of-notices']).customerId, (mail) =>
        mailer.send(noticeMail(mail, timeZone, senderTo(mail))),
      ),
    'tell-of-sign-up': async (payload: unknown) => {
      const { customerId, signUpId } = payload as Jobs['tell-of-sign-up'];
      const customer = await customerById(db, customerId);
      if (customer) await mailer.send(secondSignUpMail(customer, signUpId, senderTo(customer)));
    },
    'tell-of-export': async (payload: unknown) => {
      const ready = await exportToTell(db, (payload as Jobs['tell-of-export']).exportId);
      if (ready) await mailer.send(exportMail(ready, senderTo(ready)));
    },
    'send-tickets': async (payload: unknown) => {
      const { purchaseId, copy, isChange } = payload as Jobs['send-tickets'];
      const order = await readOrder(db, purchaseId);
      // The box office hands over what it sells; the buyer's account may be erased by now.
      if (!order?.buyer || order.channel === 'box_office') return;
      const addressed = { ...order, buyer: order.buyer };
      const sender = senderTo(order);
      const brand = { ...printed, language: languageOf(sender) };
      const [first, ...others] = sheetsOf(order, codes, brand.language);
      if (!first && order.products.length === 0) return;
      const isAttached = !isCollected(addressed) && partCount(order) === 1;
      const pdf = first && isAttached ? await ticketsPdf([first, ...others], { format: 'a4', brand }) : null;
      try {
        await mailer.send(ticketsMail(addressed, { sender, brand, pdf, cardName, copy, isChange }));
      } catch (error) {
        // Some mailboxes take less than a page of A4 for each ticket; the tickets are on the order's page, too.
        if (!(error instanceof MailRefused && error.isTooLarge)) throw error;
        await mailer.send(withoutAttachments(ticketsMail(addressed, { sender, brand, pdf: null, cardName, copy, isChange })));
      }
    },
    'send-bill': async (payload: unknown) => {
      const { purchaseId, billId } = payload as Jobs['send-bill'];
      const bill = billing ? await printableBill(db, billing, { purchaseId, id: billId }) : undefined;
      // The counter prints the bills of what it sells; the buyer's account may be erased by now.
      if (!bill || bill === 'pending' || !bill.order.buyer || bill.order.channel === 'box_office') return;
      const { buyer } = bill.order;
      const pdf = await billPdf(bill.sheet, printed);
      await mailer.send(billMail({ bill, buyer, purchaseId, billId, pdf }, printed, senderTo(bill.order)));
    },
    'tell-of-offer': async (payload: unknown) => {
      const purchase = await latePurchase(db, (payload as Jobs['tell-of-offer']).purchaseId);
      // An offer that was answered, or has ended, needs no mail.
      if (purchase?.offeredUntil) await mailer.send(offerMail(purchase, purchase.offeredUntil, senderTo(purchase)));
    },
    'tell-of-return': async (payload: unknown) => {
      const { purchaseId, reference } = payload as Jobs['tell-of-return'];
      const purchase = await latePurchase(db, purchaseId);
      if (purchase) await mailer.send(returnMail(purchase, reference, senderTo(purchase)));
    },
    'tell-of-pending': async (payload: unknown) => {
      const { purchaseId, ...news } = payload as Jobs['tell-of-pending'];
      const purchase = await latePurchase(db, purchaseId);
      const state = purchase?.attempts[news.reference];
      const isNews = news.news === 'waiting' ? state === 'pending' : state === 'declined' || state === 'cancelled';
      // Whoever has paid otherwise since then knows.
      if (purchase && isNews && !purchase.isPaid) await mailer.send(pendingMail(purchase, news, senderTo(purchase)));
    },
    'tell-of-refund': async (payload: unknown) => {
      const refund = await refundToTell(db, payload as Jobs['tell-of-refund']);
      if (refund) await mailer.send(refundMail(refund, printed.locale, senderTo(refund)));
    },
    'tell-of-reservation': async (payload: unknown) => {
      const { purchaseId, news } = payload as Jobs['tell-of-reservation'];
      const reservation = await reservationToTell(db, purchaseId);
      if (reservation && isStillNews(reservation, news))
        await mailer.send(reservationMail(reservation, news, printed.locale, senderTo(reservation)));
    },
    'tell-of-delivery': async (payload: unknown) => {
      const { purchaseId, state } = payload as Jobs['tell-of-delivery'];
      const order = await readOrder(db, purchaseId);
      const mail = order?.buyer ? deliveryMail({ ...order, buyer: order.buyer }, state, senderTo(order)) : null;
      if (mail) await mailer.send(mail);
    },
    'tell-of-chargeback': async (payload: unknown) => {
      const [refund, organisers] = await Promise.all([refundToTell(db, payload as Jobs['tell-of-chargeback']), organiserAddresses(db)]);
      if (refund) for (const { email } of organisers) await mailer.send(chargebackMail(refund, printed.locale, ofBrand, email));
    },
  };
}
