import { Field } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useRef } from 'react';
import { useMoney } from '../../frame/use-frame.ts';
import boxOfficeTexts from '../../i18n/es/box-office.json';
import { useFirstFocus } from '../use-first-focus.ts';
import styles from './Cash.module.css';
import { changeOf, likelyTenders } from './cash.ts';

interface CashSectionProps {
  readonly total: number;
  readonly typed: string;
  /** The typed amount in minor units; null when nothing was typed, and when it is not an amount. */
  readonly received: number | null;
  readonly problem: 'invalid' | 'short' | undefined;
  readonly holderProblem: 'unprintable' | undefined;
  readonly onTyped: (text: string) => void;
}

/** The cash received and the change, which are not sent to the server; and a name for the tickets, which may stay empty. */
export function CashSection({ total, typed, received, problem, holderProblem, onTyped }: CashSectionProps) {
  const { t } = useTranslation(boxOfficeTexts);
  const money = useMoney();
  const field = useRef<HTMLInputElement>(null);
  useFirstFocus(field);
  const change = changeOf(received, total);
  const tendered = typed.trim() !== '' && received !== null;

  return (
    <section className={styles.cash} aria-labelledby="cash-title">
      <h2 id="cash-title">{t('cash.title')}</h2>
      <p className={styles.due}>
        <span>{t('cash.total')}</span>
        <strong>{money(total)}</strong>
      </p>
      <Field
        ref={field}
        name="received"
        label={t('cash.received')}
        hint={t('cash.received.hint')}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={(event) => onTyped(event.target.value)}
        className={styles.amount}
        error={problem && t(`cash.${problem}`, { missing: money(-change) })}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset lets no grid around it align what it holds */}
      <div className={styles.tenders} role="group" aria-label={t('cash.tenders')}>
        {likelyTenders(total).map((tender) => (
          <button
            key={tender}
            type="button"
            className={styles.tender}
            aria-pressed={received === tender}
            onClick={() => onTyped(money(tender))}
          >
            {tender === total ? t('cash.exact') : money(tender)}
          </button>
        ))}
      </div>
      <p className={styles.change} role="status" data-short={change < 0 || undefined}>
        <span>{t(change < 0 ? 'cash.missing' : 'cash.change')}</span> <strong>{tendered ? money(Math.abs(change)) : '—'}</strong>
      </p>
      <Field
        name="holder"
        label={t('holder')}
        hint={t('holder.hint')}
        error={holderProblem && t('holder.unprintable')}
        autoComplete="off"
        maxLength={80}
      />
    </section>
  );
}

/** Instead of the cash when the total is 0; with the same field for a name. */
export function FreeSection({ holderProblem }: Pick<CashSectionProps, 'holderProblem'>) {
  const { t } = useTranslation(boxOfficeTexts);
  const field = useRef<HTMLInputElement>(null);
  useFirstFocus(field);
  return (
    <section className={styles.cash} aria-labelledby="cash-title">
      <h2 id="cash-title">{t('cash.none.title')}</h2>
      <p>{t('cash.none')}</p>
      <Field
        ref={field}
        name="holder"
        label={t('holder')}
        hint={t('holder.hint')}
        error={holderProblem && t('holder.unprintable')}
        autoComplete="off"
        maxLength={80}
      />
    </section>
  );
}
