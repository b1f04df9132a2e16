import { useClickKey } from '@butaca/browser/click-key.ts';
import type { Order } from '@butaca/contract';
import { maskedEmail } from '@butaca/contract/rules/email';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import orderTexts from '../../../i18n/es/order.json';
import { pathTo } from '../../../paths.ts';
import { useSession } from '../../../session/store.ts';
import { takeBack, takesNoMail } from './mailbox-calls.ts';

/** Says that the order's mails go to another address than the account's, and takes them back with one click. */
export function OwnMailbox({ order }: { order: Order }) {
  const { t } = useTranslation(orderTexts);
  const account = useSession()?.user.email;
  const [state, setState] = useState<'idle' | 'busy' | 'failed' | 'back'>('idle');
  const [refuses, setRefuses] = useState(false);
  const click = useClickKey();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const root = useRef<HTMLDivElement>(null);
  const isBack = state === 'back' && order.mailbox === undefined;
  // The button is gone.
  useEffect(() => {
    if (isBack) root.current?.focus();
  }, [isBack]);

  if (account === undefined) return null;
  if (isBack)
    return (
      <div ref={root} tabIndex={-1}>
        <Notice kind={refuses ? 'warning' : 'success'} message="mailbox_taken_back" title={t('mail.done.title', { email: account })}>
          {refuses && t('mail.back.refuses')}
        </Notice>
      </div>
    );
  if (order.mailbox === undefined) return null;

  const back = async () => {
    setState('busy');
    const result = await takeBack(order.id, account, click);
    if (result === 'log-in') return void navigate(pathTo('login', {}, { next: pathname }));
    const takesNone = result === 'ok' && (await takesNoMail());
    setRefuses(takesNone);
    setState(result === 'ok' ? 'back' : 'failed');
    if (result === 'ok') await revalidate();
  };
  return (
    <>
      <Notice
        kind="info"
        message="mailbox_elsewhere"
        title={t('mail.elsewhere', { email: maskedEmail(order.mailbox) })}
        actions={
          <Button small kind="secondary" busy={state === 'busy' || state === 'back'} onClick={() => void back()}>
            {t('mail.back')}
          </Button>
        }
      />
      {state === 'failed' && <Notice kind="error">{t('mail.problem.failed')}</Notice>}
    </>
  );
}
