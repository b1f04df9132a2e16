import { sleep } from '@butaca/browser/poll.ts';
import type { Order } from '@butaca/contract';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import mailboxTexts from '../../../i18n/es/mailbox.json';
import orderTexts from '../../../i18n/es/order.json';
import { useSession } from '../../../session/store.ts';
import { changeEmailPath } from '../../mailbox/email-section.ts';
import { RefusedMail } from '../../mailbox/RefusedMail.tsx';
import { MailboxDialog } from './MailboxDialog.tsx';

interface UndeliveredNoticeProps {
  readonly order: Order;
  /** Where the mails go, as long as that is news. */
  readonly corrected: string | undefined;
  readonly onCorrected: (email: string) => void;
}

/** Says that mails of the order did not arrive, that nothing is lost by it, and offers another address for them. */
export function UndeliveredNotice({ order, corrected, onCorrected }: UndeliveredNoticeProps) {
  const { t } = useTranslation(orderTexts);
  const [isAsked, setAsked] = useState(false);
  const { revalidate } = useRevalidator();
  const [mail] = order.undelivered ?? [];
  const hasTickets = order.tickets.some(({ state }) => state === 'valid');
  const isOnPaper = order.delivery !== undefined && order.delivery.kind !== 'eticket';

  if (corrected !== undefined) return <Corrected email={corrected} />;
  if (!mail) return null;
  const correct = (
    <Button small onClick={() => setAsked(true)}>
      {t(mail.reason === 'held' ? 'mail.prove' : 'mail.correct')}
    </Button>
  );
  return (
    <>
      <RefusedMail mail={mail} message="mail_undelivered" actions={correct}>
        <p>{t(hasTickets ? (isOnPaper ? 'mail.tickets-on-paper' : 'mail.tickets-are-here') : 'mail.all-is-here')}</p>
      </RefusedMail>
      {isAsked && (
        <MailboxDialog
          orderId={order.id}
          undelivered={mail}
          onClose={() => setAsked(false)}
          onCorrected={(email) => {
            setAsked(false);
            onCorrected(email);
            void revalidate();
          }}
        />
      )}
    </>
  );
}

/** By then the worker has tried the new mailbox: what it refuses in its turn is told again. */
const LOOK_AGAIN_MS = 6000;

/** What was not delivered is on its way; the account's own address is another matter. */
function Corrected({ email }: { email: string }) {
  const { t } = useTranslation(orderTexts);
  const { t: ofMailbox } = useTranslation(mailboxTexts);
  const account = useSession()?.user.email;
  const root = useRef<HTMLDivElement>(null);
  const { revalidate } = useRevalidator();
  // The button that opened the dialog is gone.
  useEffect(() => root.current?.focus(), []);
  useEffect(() => {
    const leaving = new AbortController();
    void sleep(LOOK_AGAIN_MS, leaving.signal).then(() => {
      if (!leaving.signal.aborted) void revalidate();
    });
    return () => leaving.abort();
  }, [revalidate]);
  return (
    <div ref={root} tabIndex={-1}>
      <Notice kind="success" message="mailbox_corrected" title={t('mail.done.title', { email })}>
        <p>{t('mail.done.text')}</p>
        {account !== undefined && account !== email && (
          <p>
            {t('mail.done.account', { account })} <Link to={changeEmailPath()}>{ofMailbox('account.change')}</Link>
          </p>
        )}
      </Notice>
    </div>
  );
}
