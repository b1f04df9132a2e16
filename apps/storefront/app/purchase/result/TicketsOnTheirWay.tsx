import type { PaymentResult } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link } from 'react-router';
import { useUndelivered } from '../../account/mailbox/MissingMail.tsx';
import paymentTexts from '../../i18n/es/payment.json';
import { pathTo } from '../../paths.ts';
import { ticketCountOf } from '../ticket-count.ts';

/** The mail leaves within seconds; a worker that is behind has a second look, and the order's page says it later, too. */
const LOOKS = { firstMs: 4000, everyMs: 12_000, times: 2 };

const ways = {
  eticket: { next: 'next.tickets', undelivered: 'next.tickets.undelivered', see: 'see tickets' },
  box_office: { next: 'next.box_office', undelivered: 'next.undelivered', see: 'see order' },
  point: { next: 'next.point', undelivered: 'next.undelivered', see: 'see order' },
  home: { next: 'next.home', undelivered: 'next.undelivered', see: 'see order' },
  products: { next: 'next.products', undelivered: 'next.undelivered', see: 'see order' },
} as const;

/** What is said of the tickets of a paid purchase, by how they reach the buyer; of products alone there are none. */
export const waysOf = ({ purchase, deliveryKind = 'eticket' }: PaymentResult) =>
  ways[ticketCountOf(purchase) === 0 ? 'products' : deliveryKind];

/** Where the tickets are: on their way to the mailbox, until it is known to have refused them, or where they are collected or brought. */
export function TicketsOnTheirWay({ payment }: { payment: PaymentResult }) {
  const { t } = useTranslation(paymentTexts);
  const orderId = payment.orderId ?? payment.purchase.id;
  const mail = useUndelivered(orderId, LOOKS, 'tickets');
  const { next, undelivered } = waysOf(payment);
  if (!mail) return <>{t(next)}</>;
  return (
    <span data-msg="mail_undelivered">
      {t(undelivered, { address: mail.address })} <Link to={pathTo('order', { orderId })}>{t('next.tickets.correct')}</Link>
    </span>
  );
}
