import { poll, sleep } from '@butaca/browser/poll.ts';
import type { PaymentResult, UndeliveredMail } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import paymentTexts from '../../i18n/es/payment.json';
import { pathTo } from '../../paths.ts';
import { ticketCountOf } from '../ticket-count.ts';

/** The mail leaves within seconds; a worker that is behind has a second look, and the order's page says it later, too. */
const FIRST_MS = 4000;
const LOOKS = { everyMs: 12_000, jitterMs: 3000, times: 2 };

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
  const mail = useUndeliveredTickets(orderId);
  const { next, undelivered } = waysOf(payment);
  if (!mail) return <>{t(next)}</>;
  return (
    <span data-msg="mail_undelivered">
      {t(undelivered, { address: mail.address })} <Link to={pathTo('order', { orderId })}>{t('next.tickets.correct')}</Link>
    </span>
  );
}

function useUndeliveredTickets(orderId: string): UndeliveredMail | undefined {
  const [mail, setMail] = useState<UndeliveredMail>();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const look = async () => {
      const { getOrder } = await import('@butaca/contract/order');
      const order = await (await loadClient()).ask(getOrder, { params: { orderId }, query: {} }, { signal });
      return order?.undelivered?.find(({ kind }) => kind === 'tickets');
    };
    void sleep(FIRST_MS, signal)
      .then(() => poll(look, { ...LOOKS, signal }))
      .then(setMail);
    return () => leaving.abort();
  }, [orderId]);
  return mail;
}
