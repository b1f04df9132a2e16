import type { UndeliveredMail } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link } from 'react-router';
import mailboxTexts from '../../i18n/es/mailbox.json';
import { pathTo } from '../../paths.ts';
import { useUndelivered } from './use-undelivered.ts';

interface MissingMailProps {
  readonly orderId: string;
  readonly mail: UndeliveredMail | undefined;
  /** Of what, for a screen reader, where several stand on one page. */
  readonly show?: string;
}

/** In a few words: that a mail of an order did not arrive, with the way to its page, which says why and what to do. */
export function MissingMail({ orderId, mail, show }: MissingMailProps) {
  const { t } = useTranslation(mailboxTexts);
  if (!mail) return null;
  const kind = mail.reason === 'held' ? 'held' : 'missing';
  const way = t(`order.${kind}.way`);
  return (
    <span data-msg="mail_undelivered">
      {t(`order.${kind}`, { address: mail.address })}{' '}
      <Link className="screen-only" to={pathTo('order', { orderId })} aria-label={show === undefined ? undefined : `${way}: ${show}`}>
        {way}
      </Link>
    </span>
  );
}

/** A mail about a payment that waits leaves after two minutes. */
const LOOKS = { firstMs: 4000, everyMs: 30_000, times: 6 };

/** The same on a page that has read no order. */
export function MissingMailOf({ orderId }: { orderId: string }) {
  return <MissingMail orderId={orderId} mail={useUndelivered(orderId, LOOKS)} />;
}
