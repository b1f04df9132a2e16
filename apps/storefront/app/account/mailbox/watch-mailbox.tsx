import { poll, sleep } from '@butaca/browser/poll.ts';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { dismissNotice, notify } from '../../frame/NoticeArea.tsx';
import mailboxTexts from '../../i18n/es/mailbox.json';
import { currentSession } from '../../session/store.ts';
import { changeEmailPath } from './email-section.ts';

/** The welcome leaves within seconds; if the worker is further behind, the page of the purchase says it. */
const FIRST_MS = 3000;
/** Few, because many people sign up when a sale opens. */
const LOOKS = { everyMs: 4000, jitterMs: 2000, times: 3 };

let watching: AbortController | undefined;

/** Looks whether the address of a new account refuses its welcome, and says so over whatever page is open by then. */
export async function watchMailbox(): Promise<void> {
  endMailboxWatch();
  watching = new AbortController();
  const { signal } = watching;
  const email = currentSession()?.user.email;
  await sleep(FIRST_MS, signal);
  const look = async () => {
    // Logged out, or logged in as somebody else, meanwhile.
    if (currentSession()?.user.email !== email) return void endMailboxWatch();
    const [client, { getCustomer }] = await Promise.all([loadClient(), import('@butaca/contract/account')]);
    const outcome = await client.call(getCustomer, {}, { signal, purpose: 'background' });
    return outcome.status === 'ok' ? outcome.data.undelivered : undefined;
  };
  const mail = await poll(look, { ...LOOKS, signal });
  if (!mail || signal.aborted) return;
  const Text = () => {
    const { t } = useTranslation(mailboxTexts);
    return (
      <>
        {t('signed-up', { address: mail.address })}{' '}
        <Link to={changeEmailPath()} onClick={dismissNotice}>
          {t('signed-up.change')}
        </Link>
      </>
    );
  };
  notify({ key: 'account_mailbox', Text, stays: true });
}

/** A page says it by itself. */
export const endMailboxWatch = () => watching?.abort();
