import { poll, sleep } from '@butaca/browser/poll.ts';
import type { UndeliveredMail } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import mailboxTexts from '../../i18n/es/mailbox.json';
import { pathTo } from '../../paths.ts';

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

interface Looks {
  readonly firstMs: number;
  readonly everyMs: number;
  readonly times: number;
}

const JITTER_MS = 3000;

/** A mail of an order that did not arrive, once it is known; `tickets` alone where only they matter. */
export function useUndelivered(orderId: string, { firstMs, everyMs, times }: Looks, only?: 'tickets'): UndeliveredMail | undefined {
  const [mail, setMail] = useState<UndeliveredMail>();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const look = async () => {
      const { getOrder } = await import('@butaca/contract/order');
      const order = await (await loadClient()).ask(getOrder, { params: { orderId }, query: {} }, { signal });
      return order?.undelivered?.find(({ kind }) => only === undefined || kind === only);
    };
    void sleep(firstMs, signal)
      .then(() => poll(look, { everyMs, jitterMs: JITTER_MS, times, signal }))
      .then(setMail);
    return () => leaving.abort();
  }, [orderId, firstMs, everyMs, times, only]);
  return mail;
}
