import type { OfficeMail } from '@butaca/contract/undelivered';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import officeTexts from '../i18n/es/office.json';

export type MailDone = 'again' | 'aside' | 'back';

/** What was done with a mail, and the mail as it was then. */
export interface DoneMail {
  readonly done: MailDone;
  readonly mail: OfficeMail;
}

/** While its mail is under way: what is asked for again until the mail server has answered. */
export const isUnderWay = ({ done, mail: { id } }: DoneMail, mails: readonly OfficeMail[]): boolean =>
  done === 'again' && mails.some((mail) => mail.id === id && mail.ending === undefined && mail.againAt !== undefined);

/** What was done, until the mail server's answer takes its place: it arrived after all, or was refused once more. */
export function MailNews({ news: { done, mail }, mails }: { news: DoneMail; mails: readonly OfficeMail[] }) {
  const { t } = useTranslation(officeTexts);
  const now = mails.find(({ id }) => id === mail.id);
  if (done !== 'again' || !now) return <Notice kind="success">{t(`mails.done.${done}`)}</Notice>;
  const { address, reason, times, ending } = now;
  if (ending !== undefined && ending !== 'aside') return <Notice kind="success">{t(`mails.news.${ending}`, { address })}</Notice>;
  if (ending === undefined && times > mail.times && reason === 'held')
    return <Notice kind="warning">{t('mails.news.held', { address })}</Notice>;
  if (ending === undefined && times > mail.times)
    return (
      <Notice kind="warning">
        {t('mails.news.refused', { address })} {t(`mails.reason.${reason}`)}
      </Notice>
    );
  return <Notice kind="success">{t('mails.done.again')}</Notice>;
}
