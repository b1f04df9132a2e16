import type { Customer } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect } from 'react';
import { Link } from 'react-router';
import mailboxTexts from '../../i18n/es/mailbox.json';
import { changeEmailPath } from './email-section.ts';
import { RefusedMail } from './RefusedMail.tsx';
import { endMailboxWatch } from './watch-mailbox.tsx';

/** Says that the account's address takes no mail, as `getCustomer` answered it, and what can be done about it. */
export function AccountMailbox({ customer }: { customer: Pick<Partial<Customer>, 'undelivered'> }) {
  const { t } = useTranslation(mailboxTexts);
  const mail = customer.undelivered;
  const isTold = mail !== undefined;
  useEffect(() => {
    if (isTold) endMailboxWatch();
  }, [isTold]);
  if (!mail) return null;
  return (
    <RefusedMail mail={mail} message="account_mailbox" actions={<Link to={changeEmailPath()}>{t('account.change')}</Link>}>
      <p>{t('account.text')}</p>
    </RefusedMail>
  );
}
