import { serverClock } from '@butaca/browser/server-clock.ts';
import type { Order, Reissue, Ticket } from '@butaca/contract';
import { maskedEmail } from '@butaca/contract/rules/email';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import orderTexts from '../../../i18n/es/order.json';
import { useSession } from '../../../session/store.ts';
import { endOf } from '../../orders/end-of.ts';

const ReissueDialog = lazy(() => import('./ReissueDialog.tsx'));

interface ReissueTicketsProps {
  readonly order: Order;
  /** The order is shown as it was last read. */
  readonly isUnread: boolean;
  /** The codes of the order that is shown are void, or may be: another reading is under way. */
  readonly onVoided: () => void;
}

/** Has the tickets issued anew that the buyer carries, while somebody can still enter with one of them. */
export function ReissueTickets({ order, isUnread, onVoided }: ReissueTicketsProps) {
  const { t } = useTranslation(orderTexts);
  const account = useSession()?.user.email;
  /** As it was when the dialog was opened: a click means what its buyer saw. */
  const [asked, setAsked] = useState<{ readonly order: Order; readonly tickets: readonly Ticket[] }>();
  const [answered, setAnswered] = useState<Reissue>();
  /** How often tickets had been issued anew before a click whose answer was lost. */
  const [timesBefore, setTimesBefore] = useState<number>();
  const { revalidate } = useRevalidator();
  const news = useRef<HTMLDivElement>(null);
  const { reissues = [] } = order;
  const found = timesBefore !== undefined && reissues.length > timesBefore ? reissues.at(-1) : undefined;
  const done = answered ?? found;
  useEffect(() => {
    if (!done) return;
    setAsked(undefined);
    // Once the dialog has given the focus back.
    const frame = requestAnimationFrame(() => news.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [done]);

  const over = new Set(order.performances.flatMap((performance) => (endOf(performance) < serverClock.now() ? [performance.id] : [])));
  const tickets = order.tickets.filter(({ code, performanceId }) => code !== undefined && !over.has(performanceId));
  const mailbox = order.mailbox === undefined ? account : maskedEmail(order.mailbox);
  if (mailbox === undefined) return null;
  const readAgain = () => {
    onVoided();
    void revalidate();
  };
  return (
    <>
      {tickets.length > 0 && !isUnread && (
        <Button wide kind="quiet" onClick={() => setAsked({ order, tickets })}>
          {t('reissue.open')}
        </Button>
      )}
      <div ref={news} tabIndex={-1}>
        {done && (
          <Notice kind="success" message="tickets_reissued" title={t('reissue.done', { count: done.ticketCount })}>
            <p>{t(isUnread ? 'reissue.done.mail' : 'reissue.done.text', { email: mailbox })}</p>
            {done.leftCount > 0 && <p>{t('reissue.left', { count: done.leftCount })}</p>}
          </Notice>
        )}
      </div>
      {asked && (
        <Suspense>
          <ReissueDialog
            order={asked.order}
            tickets={asked.tickets}
            mailbox={mailbox}
            onDone={(reissue) => {
              setAsked(undefined);
              setTimesBefore(undefined);
              setAnswered(reissue);
              readAgain();
            }}
            onUnknown={() => {
              setAnswered(undefined);
              setTimesBefore(asked.order.reissues?.length ?? 0);
            }}
            onClose={(isUnknown) => {
              setAsked(undefined);
              if (isUnknown) readAgain();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
