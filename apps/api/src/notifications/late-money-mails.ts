import { paymentPage } from '@butaca/contract';
import { formatOrderNumber } from '@butaca/contract/rules/order-number';
import type { Jobs } from '#db/enqueue';
import type { Mail } from './mailer.ts';
import { plainMail } from './plain-mail.ts';
import type { LatePerformance, LatePurchase } from './queries.ts';
import { listed, momentOf, type Sender, wordsOf } from './sender.ts';

/** Tells a buyer whose places were gone when the money came that equal ones are held, until when, and how to answer. */
export function offerMail(purchase: LatePurchase, until: Temporal.Instant, sender: Sender): Mail {
  const t = wordsOf(sender);
  const offered = purchase.performances.filter(({ isOffered }) => isOffered);
  const end = momentOf(until, offered[0]?.timeZone ?? 'UTC', sender);
  return mailAbout(purchase, sender, {
    name: `tell-of-offer.${purchase.id}`,
    subject: t('offer.subject', { shows: showsOf(offered, sender) }),
    paragraphs: [t('offer.gone', { evenings: eveningsOf(offered, sender) }), t('offer.kept', { end }), t('offer.choose')],
    action: t('offer.action'),
  });
}

/** Tells a buyer that the payment with this reference is returned in full; another payment may have paid for the purchase. */
export function returnMail(purchase: LatePurchase, reference: string, sender: Sender): Mail {
  const t = wordsOf(sender);
  const { performances } = purchase;
  const evenings = eveningsOf(performances, sender);
  const why = whyReturned(purchase, reference);
  // Its provider has not confirmed that it took the money.
  const isUnproven = [...purchase.undecided, ...purchase.typed].includes(reference);
  return mailAbout(purchase, sender, {
    name: `tell-of-return.${reference}`,
    subject: t(why === 'return.typed' ? 'return.typed.subject' : isUnproven ? 'return.unproven.subject' : 'return.subject', {
      shows: showsOf(performances, sender),
    }),
    paragraphs: [t(why, { evenings }), t(isUnproven ? 'return.unproven.full' : 'return.full')],
    action: t('return.action'),
  });
}

function whyReturned({ isPaid, ofTwoCards, ofCancelled, undecided, typed }: LatePurchase, reference: string) {
  if (ofCancelled.includes(reference)) return 'return.cancelled';
  if (undecided.includes(reference)) return 'return.unproven';
  if (typed.includes(reference)) return 'return.typed';
  if (ofTwoCards.includes(reference)) return 'return.twoCards';
  return isPaid ? 'return.again' : 'return.late';
}

/**
 * `waiting`: the provider has not confirmed the payment yet, with the time until which its places are held. `over`: it was not confirmed, and nothing was
 * charged, or what is charged later goes back; the places may be kept for another payment. `cancelled`: a performance was cancelled, and nobody has to pay.
 */
export function pendingMail(
  purchase: LatePurchase,
  {
    reference,
    news,
    // Jobs of a server of the version before say nothing of it, and took every slow payment for one.
    maySlip = purchase.slow.includes(reference),
    mayStillCome = false,
    timeZone,
  }: Omit<Jobs['tell-of-pending'], 'purchaseId'> & { readonly timeZone: string },
  sender: Sender,
): Mail {
  const t = wordsOf(sender);
  const { performances, heldUntil, hasPlaces } = purchase;
  const evenings = eveningsOf(performances, sender);
  const isSlip = news !== 'over' && maySlip;
  const hadSlip = news === 'over' && maySlip;
  if (news === 'cancelled')
    return mailAbout(purchase, sender, {
      name: `tell-of-pending.${reference}.${news}`,
      subject: t(isSlip ? 'pending.cancelled.slip.subject' : 'pending.cancelled.subject', { shows: showsOf(performances, sender) }),
      paragraphs: [
        t('pending.cancelled', { evenings }),
        ...(isSlip ? [t('pending.cancelled.slip')] : []),
        t(isSlip ? 'pending.cancelled.slip.then' : 'pending.cancelled.then'),
      ],
      action: t('return.action'),
    });
  // By the brand's clock, as the page says it.
  const end = heldUntil && momentOf(heldUntil, timeZone, sender);
  const notKept = t(news === 'over' ? 'pending.over.places' : 'pending.notKept');
  const slip = isSlip && end ? purchase.slips[reference] : undefined;
  const places = end ? t('pending.kept', { end }) : notKept;
  return mailAbout(purchase, sender, {
    name: `tell-of-pending.${reference}.${news}`,
    subject: t(mayStillCome ? 'pending.late.subject' : `pending.${news}.subject`, { shows: showsOf(performances, sender) }),
    paragraphs: [
      t(mayStillCome ? 'pending.late' : `pending.${news}`, { evenings }),
      ...(isSlip ? [end ? t('pending.slip', { end }) : t('pending.slip.late')] : []),
      ...(hadSlip ? [t('pending.over.slip')] : []),
      ...(hasPlaces ? [places] : []),
      t(isSlip ? 'pending.slip.then' : mayStillCome ? 'pending.late.then' : hadSlip ? 'pending.over.slip.then' : `pending.${news}.then`),
    ],
    action: slip ? t('pending.slip.action') : t('return.action'),
    url: slip,
  });
}

const showsOf = (performances: readonly LatePerformance[], sender: Sender): string =>
  listed(
    performances.map(({ showName }) => showName),
    sender,
  );

/** `Hamlet (viernes, 4 de diciembre, 20:30)`, each by its venue's clock. */
const eveningsOf = (performances: readonly LatePerformance[], sender: Sender): string =>
  listed(
    performances.map(({ showName, startsAt, timeZone }) => `${showName} (${momentOf(startsAt, timeZone, sender)})`),
    sender,
  );

interface Contents {
  /** The same for every retry of a mail. */
  readonly name: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action: string;
  /** Where it leads; left out, to the payment's page. */
  readonly url?: string | undefined;
}

const mailAbout = (purchase: LatePurchase, sender: Sender, { name, subject, paragraphs, action, url }: Contents): Mail =>
  plainMail(
    purchase,
    {
      name,
      subject,
      paragraphs: [...paragraphs, wordsOf(sender)('orderNumber', { number: formatOrderNumber(purchase.number) })],
      action: { label: action, url: url ?? `${sender.publicOrigin}${paymentPage(purchase.id)}` },
    },
    sender,
  );
