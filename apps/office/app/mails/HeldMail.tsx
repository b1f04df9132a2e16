import { serverClock } from '@butaca/browser/server-clock.ts';
import type { OfficeMail } from '@butaca/contract/undelivered';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import officeTexts from '../i18n/es/office.json';
import { momentText } from '../orders/moment.ts';
import styles from '../orders/Orders.module.css';

/** Of a mail that was not sent, because its mailbox had many that nobody there had asked for: why, what happens by itself, and from when it may go. */
export function HeldMail({ mail: { kind, freeAt } }: { mail: OfficeMail }) {
  const { t } = useTranslation(officeTexts);
  const of = kind === 'account' ? 'account' : 'order';
  const mayGo =
    freeAt === undefined || freeAt <= serverClock.now() ? t('mails.held.now') : t('mails.held.until', { when: momentText(freeAt) });
  return (
    <>
      <span className={styles.soft}>{t(`mails.held.why.${of}`)}</span>
      <span className={styles.soft}>{t(`mails.held.then.${of}`)}</span>
      <span className={styles.soft}>{mayGo}</span>
    </>
  );
}
