import { formatMoney, type MoneyLocale } from '@butaca/brand/money';
import { greetingOf, recipientOf } from './greeting.ts';
import { escapeHtml, mailPage } from './mail-page.ts';
import type { Mail } from './mailer.ts';
import type { ReservationToTell } from './queries-reservations.ts';
import type { Sender } from './welcome-mail.ts';

type ReservationNews = 'made' | 'reminder' | 'expired';

/** Whether the news still hold: who has paid or given it up is reminded of nothing. */
export const isStillNews = ({ stage }: ReservationToTell, news: ReservationNews): boolean =>
  news === 'expired' ? stage === 'expired' : stage === 'reserved' || stage === 'open';

/** Tells a customer that places are reserved, that they are about to go back on sale, or that they have. */
export function reservationMail(reservation: ReservationToTell, news: ReservationNews, locale: MoneyLocale, sender: Sender): Mail {
  const { id, buyer, showName, places, total, until, timeZone } = reservation;
  const end = until.toZonedDateTimeISO(timeZone).toLocaleString(sender.locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const what = places === 1 ? 'un lugar' : `${places} lugares`;
  const { subject, paragraphs } = {
    made: {
      subject: `Tu reserva para ${showName}`,
      paragraphs: [
        `Te guardamos ${what} para ${showName} hasta el ${end}.`,
        `Hoy cuesta ${formatMoney(total, locale)}; se paga el precio del día del pago. Lo que no pagues hasta entonces vuelve a la venta.`,
      ],
    },
    reminder: {
      subject: `Tu reserva para ${showName} vence pronto`,
      paragraphs: [
        `Tu reserva de ${what} para ${showName} vence el ${end}.`,
        'Si no la pagás hasta entonces, los lugares vuelven a la venta.',
      ],
    },
    expired: {
      subject: `Venció tu reserva para ${showName}`,
      paragraphs: [`Tu reserva para ${showName} venció sin pago y los lugares volvieron a la venta. No se te cobró nada.`],
    },
  }[news];
  const link = `${sender.publicOrigin}/myBookings`;
  return {
    to: { name: recipientOf(buyer), address: buyer.email },
    subject,
    text: [`${greetingOf(buyer.firstName)}:`, ...paragraphs, `Mis reservas: ${link}`, sender.brandName].join('\n\n'),
    html: mailPage({
      brandName: sender.brandName,
      title: greetingOf(buyer.firstName),
      body: paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join(''),
      action: { label: 'Mis reservas', url: link },
    }),
    messageId: `<tell-of-reservation.${news}.${id}@${new URL(sender.publicOrigin).hostname}>`,
  };
}
