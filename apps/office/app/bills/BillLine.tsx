import { dateText } from '@butaca/brand/dates';
import type { OfficeBill } from '@butaca/contract/bill';
import { Button } from '@butaca/ui/components/Button.tsx';
import { classes } from '@butaca/ui/components/classes.ts';
import { Money } from '@butaca/ui/components/Money.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { Tag } from '@butaca/ui/components/Tag.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type ReactNode, useState } from 'react';
import officeTexts from '../i18n/es/office.json';
import { momentText } from '../orders/moment.ts';
import styles from '../orders/Orders.module.css';
import { saveFile } from '../save-file.ts';
import { settings } from '../settings.ts';
import { readBillFile } from './calls.ts';

const tones = { pending: 'plain', authorised: 'strong', refused: 'danger' } as const;

interface BillLineProps {
  readonly orderId: string;
  readonly bill: OfficeBill;
  readonly onRetry: () => void;
  /** Where it stands alone: its order, and how long it has been waiting. */
  readonly about?: ReactNode;
}

/** A bill or a credit note with what the authority said of it, and what can be done with it. */
export function BillLine({ orderId, bill, onRetry, about }: BillLineProps) {
  const { t } = useTranslation(officeTexts);
  const { id, kind, state, amount, reference, cae, caeExpiresOn, requestedAt, nextTryAt, tries, receiver, problems } = bill;
  const name = [t(`bills.kind.${kind}`), reference].filter(Boolean).join(' ');
  const isDone = state === 'authorised';
  const day = (plain: string) => dateText(Date.parse(plain), { ...settings.locale, timeZone: 'UTC' }, { dateStyle: 'medium' });
  return (
    <li className={classes(styles.line, styles.tall)}>
      <div className={styles.lineMain}>
        <strong>{name}</strong>
        {about}
        <span className={styles.soft}>
          {[
            t('bills.requested', { when: momentText(requestedAt) }),
            !isDone && t('bills.tries', { count: tries }),
            nextTryAt !== undefined && t('bills.next', { when: momentText(nextTryAt) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {receiver && <span className={styles.soft}>{t('bills.receiver', { receiver })}</span>}
        {cae && (
          <span className={styles.soft}>
            {[t('bills.cae', { cae }), caeExpiresOn && t('bills.cae.until', { date: day(caeExpiresOn) })].filter(Boolean).join(', ')}
          </span>
        )}
        {problems.map(({ code, message }) => (
          <span key={`${code} ${message}`} className={isDone ? styles.soft : styles.trouble}>
            {t(code ? 'bills.says.code' : 'bills.says', { code, message })}
          </span>
        ))}
      </div>
      <span className={styles.lineEnd}>
        <Tag tone={tones[state]}>{t(`bills.state.${state}`)}</Tag>
        <Money amount={amount} locale={settings.locale} />
      </span>
      {isDone && <Download orderId={orderId} billId={id} name={name} />}
      {state === 'refused' && (
        <div className={styles.lineVerbs}>
          <Button small kind="secondary" onClick={onRetry}>
            {t('bills.retry')}
          </Button>
        </div>
      )}
    </li>
  );
}

function Download({ orderId, billId, name }: { orderId: string; billId: string; name: string }) {
  const { t } = useTranslation(officeTexts);
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const download = async () => {
    setState('busy');
    const file = await readBillFile(orderId, billId);
    setState(file ? 'idle' : 'failed');
    if (file) saveFile(file);
  };
  return (
    <div className={styles.lineVerbs}>
      <Button small kind="secondary" busy={state === 'busy'} onClick={() => void download()}>
        <span>
          {t(state === 'busy' ? 'orders.busy' : 'bills.download')}
          <span className="visually-hidden"> {name}</span>
        </span>
      </Button>
      <div aria-live="polite">{state === 'failed' && <Notice kind="error">{t('bills.failed')}</Notice>}</div>
    </div>
  );
}
