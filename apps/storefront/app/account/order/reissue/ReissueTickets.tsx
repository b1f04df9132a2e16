import { serverClock } from '@butaca/browser/server-clock.ts';
import type { Order, Reissue } from '@butaca/contract';
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

/** Has the tickets issued anew that the buyer carries, while somebody can still enter with one of them. */
export function ReissueTickets({ order }: { order: Order }) {
  const { t } = useTranslation(orderTexts);
  const account = useSession()?.user.email;
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState<Reissue>();
  const { revalidate } = useRevalidator();
  const news = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (done) news.current?.focus();
  }, [done]);

  const over = new Set(order.performances.flatMap((performance) => (endOf(performance) < serverClock.now() ? [performance.id] : [])));
  const tickets = order.tickets.filter(({ code, performanceId }) => code !== undefined && !over.has(performanceId));
  const mailbox = order.mailbox === undefined ? account : maskedEmail(order.mailbox);
  if (tickets.length === 0 || mailbox === undefined) return null;
  return (
    <>
      <Button wide kind="quiet" onClick={() => setOpen(true)}>
        {t('reissue.open')}
      </Button>
      <div ref={news} tabIndex={-1}>
        {done && (
          <Notice kind="success" message="tickets_reissued" title={t('reissue.done', { count: done.ticketCount })}>
            <p>{t('reissue.done.text', { email: mailbox })}</p>
            {done.leftCount > 0 && <p>{t('reissue.left', { count: done.leftCount })}</p>}
          </Notice>
        )}
      </div>
      {isOpen && (
        <Suspense>
          <ReissueDialog
            order={order}
            tickets={tickets}
            mailbox={mailbox}
            onDone={async (reissue) => {
              setOpen(false);
              await revalidate();
              setDone(reissue);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
