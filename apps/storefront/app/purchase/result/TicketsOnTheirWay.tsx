import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link } from 'react-router';
import { useUndelivered } from '../../account/mailbox/MissingMail.tsx';
import paymentTexts from '../../i18n/es/payment.json';
import { pathTo } from '../../paths.ts';

/** The mail leaves within seconds; a worker that is behind has a second look, and the order's page says it later, too. */
const LOOKS = { firstMs: 4000, everyMs: 12_000, times: 2 };

/** Where the tickets are: on their way to the mailbox, until it is known to have refused them. */
export function TicketsOnTheirWay({ orderId }: { orderId: string }) {
  const { t } = useTranslation(paymentTexts);
  const mail = useUndelivered(orderId, LOOKS, 'tickets');
  if (!mail) return <>{t('next.tickets')}</>;
  return (
    <span data-msg="mail_undelivered">
      {t('next.tickets.undelivered', { address: mail.address })} <Link to={pathTo('order', { orderId })}>{t('next.tickets.correct')}</Link>
    </span>
  );
}
