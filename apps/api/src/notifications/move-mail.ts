import { paymentPage } from '@butaca/contract';
import type { Mail } from './mailer.ts';
import { plainMail } from './plain-mail.ts';
import type { MovedPerformance, PurchaseToTell } from './queries-moves.ts';
import { listed, momentOf, type Sender, wordsOf } from './sender.ts';

/** Identifies the news in mail names: stable when the job is repeated, new when a performance moves again. */
export const moveName = (moved: readonly MovedPerformance[]): string =>
  `moved.${moved.map(({ id, revision }) => `${id}.${revision}`).join('.')}`;

/** Tells a buyer who has not paid yet that what they chose has another date. */
export function moveMail({ id, stage, until, buyer, moved }: PurchaseToTell, sender: Sender): Mail {
  const t = wordsOf(sender);
  const isReserved = stage === 'reserved';
  const show = listed(
    moved.map(({ showName }) => showName),
    sender,
  );
  const [first] = moved;
  const end = until && first ? momentOf(until, first.timeZone, sender) : '';
  return plainMail(
    buyer,
    {
      name: `tell-of-move.${id}.${moveName(moved)}`,
      subject: isReserved ? t('reservation.moved.subject', { show }) : t('tickets.subject.moved', { shows: show }),
      paragraphs: [
        ...moved.map(({ showName, startsAt, was, timeZone }) =>
          t('moved.text', { show: showName, when: momentOf(startsAt, timeZone, sender), before: momentOf(was, timeZone, sender) }),
        ),
        ...(isReserved ? [t('moved.reserved', { end })] : stage === 'open' ? [t('moved.open', { end })] : [t('moved.paying')]),
      ],
      action: isReserved
        ? { label: t('reservation.action'), url: `${sender.publicOrigin}/myBookings` }
        : { label: t('seeOrder'), url: `${sender.publicOrigin}${paymentPage(id)}` },
    },
    sender,
  );
}
