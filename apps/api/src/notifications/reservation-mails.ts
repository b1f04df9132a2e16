import { formatMoney, type MoneyLocale } from '@butaca/brand/money';
import type { Mail } from './mailer.ts';
import { plainMail } from './plain-mail.ts';
import type { ReservationToTell } from './queries-reservations.ts';
import { momentOf, type Sender, wordsOf } from './sender.ts';

type ReservationNews = 'made' | 'reminder' | 'expired';

/** Whether the news still hold: who has paid or given it up is reminded of nothing. */
export const isStillNews = ({ stage }: ReservationToTell, news: ReservationNews): boolean =>
  news === 'expired' ? stage === 'expired' : stage === 'reserved' || stage === 'open';

/** Tells a customer that places are reserved, that they are about to go back on sale, or that they have. */
export function reservationMail(reservation: ReservationToTell, news: ReservationNews, locale: MoneyLocale, sender: Sender): Mail {
  const { id, buyer, showName: show, places, total, until, timeZone } = reservation;
  const t = wordsOf(sender);
  const kept = { show, what: t('reservation.places', { count: places }), end: momentOf(until, timeZone, sender) };
  const paragraphs = {
    made: [t('reservation.made.kept', kept), t('reservation.made.price', { amount: formatMoney(total, locale) })],
    reminder: [t('reservation.reminder.ends', kept), t('reservation.reminder.then')],
    expired: [t('reservation.expired.text', { show })],
  }[news];
  return plainMail(
    buyer,
    {
      name: `tell-of-reservation.${news}.${id}`,
      subject: t(`reservation.${news}.subject`, { show }),
      paragraphs,
      action: { label: t('reservation.action'), url: `${sender.publicOrigin}/myBookings` },
    },
    sender,
  );
}
