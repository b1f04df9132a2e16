import { poll, sleep } from '@butaca/browser/poll.ts';
import type { UndeliveredMail } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import paymentTexts from '../../i18n/es/payment.json';
import { pathTo } from '../../paths.ts';

/** The mail leaves within seconds; a worker that is behind has a second look, and the order's page says it later, too. */
const FIRST_MS = 4000;
const LOOKS = { everyMs: 12_000, jitterMs: 3000, times: 2 };

/** Where the tickets are: on their way to the mailbox, until it is known to have refused them. */
export function TicketsOnTheirWay({ orderId }: { orderId: string }) {
  const { t } = useTranslation(paymentTexts);
  const mail = useUndeliveredTickets(orderId);
  if (!mail) return <>{t('next.tickets')}</>;
  return (
    <span data-msg="mail_undelivered">
      {t('next.tickets.undelivered', { address: mail.address })} <Link to={pathTo('order', { orderId })}>{t('next.tickets.correct')}</Link>
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
