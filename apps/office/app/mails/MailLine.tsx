import { useClickKey } from '@butaca/browser/click-key.ts';
import { serverClock } from '@butaca/browser/server-clock.ts';
import type { OfficeMail } from '@butaca/contract/undelivered';
import { Button } from '@butaca/ui/components/Button.tsx';
import { classes } from '@butaca/ui/components/classes.ts';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { Tag } from '@butaca/ui/components/Tag.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type ReactNode, useState } from 'react';
import officeTexts from '../i18n/es/office.json';
import { momentText } from '../orders/moment.ts';
import styles from '../orders/Orders.module.css';
import { type MailProblem, sendAgain, takeBack } from './calls.ts';
import type { MailDone } from './MailNews.tsx';

export interface MailLineProps {
  readonly mail: OfficeMail;
  /** With the mail as it is now. */
  readonly onDone: (done: MailDone, mail: OfficeMail) => void;
  /** Asks for another address, where its order can have one. */
  readonly onCorrect: (mail: OfficeMail) => void;
  /** Asks for the reason. */
  readonly onAside: (mail: OfficeMail) => void;
  /** Where it stands alone, beside whose it is: its order. */
  readonly about?: ReactNode;
}

/** A mail that no mailbox took: of what, to where, why in plain words, and what can be done with it. */
export function MailLine({ mail, onDone, onCorrect, onAside, about }: MailLineProps) {
  const { t } = useTranslation(officeTexts);
  const [busy, setBusy] = useState<'again' | 'back'>();
  const [problem, setProblem] = useState<MailProblem>();
  const click = useClickKey();
  const {
    id,
    kind,
    address,
    buyerName,
    at,
    firstAt,
    times,
    reason,
    answer,
    isToBuyer,
    againAt,
    ending,
    orderId,
    orderNumber,
    asideReason,
  } = mail;
  const isOpen = ending === undefined;
  const isHeld = reason === 'held';
  // Several mails go to one address, and one order has several.
  const which = [t(`mails.kind.${kind}`), orderNumber, address, momentText(at)].filter(Boolean).join(', ');

  const run = async (done: 'again' | 'back') => {
    if (busy) return;
    setBusy(done);
    setProblem(undefined);
    const result = await (done === 'again' ? sendAgain(id, click) : takeBack(id, click));
    setBusy(undefined);
    if (typeof result === 'string') setProblem(result);
    else onDone(done, result);
  };
  const named = (text: string) => (
    <span>
      {text}
      <span className="visually-hidden">: {which}</span>
    </span>
  );

  return (
    <li className={classes(styles.line, styles.tall)}>
      <div className={styles.lineMain}>
        <strong>{t(`mails.kind.${kind}`)}</strong>
        <span className={styles.address}>{[about && buyerName, address].filter(Boolean).join(' · ')}</span>
        {about}
        <span className={isOpen ? styles.trouble : styles.soft}>{t(`mails.reason.${reason}`)}</span>
        <span className={styles.soft}>
          {isHeld
            ? t('mails.held.since', { when: momentText(firstAt) })
            : [momentText(at), t('mails.times', { count: times }), answer && t('mails.answer', { answer })].filter(Boolean).join(' · ')}
        </span>
        {isHeld && isOpen && <HeldMail mail={mail} />}
        {asideReason && <span className={styles.address}>{t('mails.aside.why', { reason: asideReason })}</span>}
      </div>
      <span className={styles.lineEnd}>
        <State mail={mail} />
      </span>
      {isOpen && (
        <div className={styles.lineVerbs}>
          <Button small kind="secondary" busy={busy === 'again'} disabled={againAt !== undefined} onClick={() => void run('again')}>
            {named(t('mails.again'))}
          </Button>
          {orderId !== undefined && isToBuyer && kind !== 'code' && (
            <Button small kind="secondary" onClick={() => onCorrect(mail)}>
              {named(t('mails.correct'))}
            </Button>
          )}
          <Button small kind="quiet" onClick={() => onAside(mail)}>
            {named(t('mails.aside'))}
          </Button>
        </div>
      )}
      {ending === 'aside' && (
        <div className={styles.lineVerbs}>
          <Button small kind="secondary" busy={busy === 'back'} onClick={() => void run('back')}>
            {named(t('mails.back'))}
          </Button>
        </div>
      )}
      {problem && <Notice kind="error">{t(`mails.problem.${problem}`)}</Notice>}
    </li>
  );
}

function State({ mail: { againAt, reason, ending, endedAt, endedBy } }: { mail: OfficeMail }) {
  const { t } = useTranslation(officeTexts);
  if (ending === undefined && againAt !== undefined) return <Tag tone="plain">{t('mails.waiting')}</Tag>;
  if (ending === undefined) return <Tag tone="danger">{t(reason === 'held' ? 'mails.held' : 'mails.open')}</Tag>;
  const when = endedAt === undefined ? '' : momentText(endedAt);
  return (
    <span className={styles.soft}>
      {ending === 'aside' ? t('mails.ending.aside', { when, who: endedBy ?? t('orders.erased') }) : t(`mails.ending.${ending}`, { when })}
    </span>
  );
}

/** Of a mail that was not sent, because its mailbox had many that nobody there had asked for: why, what happens by itself, and from when it may go. */
function HeldMail({ mail: { kind, freeAt } }: { mail: OfficeMail }) {
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
