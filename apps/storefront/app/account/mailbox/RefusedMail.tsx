import type { UndeliveredMail } from '@butaca/contract';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { ReactNode } from 'react';
import mailboxTexts from '../../i18n/es/mailbox.json';

interface RefusedMailProps {
  readonly mail: UndeliveredMail;
  /** For checks. */
  readonly message: string;
  /** What it means on this page. */
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

/** Says which address did not take a mail, and why. */
export function RefusedMail({ mail: { address, reason, isRefused }, message, children, actions }: RefusedMailProps) {
  const { t } = useTranslation(mailboxTexts);
  const title = reason === 'held' ? 'held.title' : isRefused ? 'refused.title' : 'silent.title';
  return (
    <Notice kind="warning" message={message} title={t(title, { address })} actions={actions}>
      <p>{t(`reason.${reason}`)}</p>
      {children}
    </Notice>
  );
}
