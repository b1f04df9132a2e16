import { Field } from '@butaca/ui/components/Field.tsx';
import { useRef } from 'react';
import { useMoney } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { boxOfficeTexts } from '../texts.ts';
import { useFirstFocus } from '../use-first-focus.ts';
import styles from './Cash.module.css';
import { changeOf, likelyTenders } from './cash.ts';

interface CashSectionProps {
  readonly total: number;
  readonly typed: string;
  /** What was typed, in minor units; null for nothing, and for what is no amount. */
  readonly received: number | null;
  readonly problem: 'invalid' | 'short' | undefined;
  readonly onTyped: (text: string) => void;
}

/** The money in hand and what goes back; only this screen knows of it. A name for the tickets, if they said one. */
export function CashSection({ total, typed, received, problem, onTyped }: CashSectionProps) {
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
      <Field name="holder" label={t('holder')} hint={t('holder.hint')} autoComplete="off" maxLength={80} />
    </section>
  );
}

/** Instead of the money in hand: nothing is to be taken. A name for the tickets, if they said one. */
export function FreeSection() {
  const { t } = useTranslation(boxOfficeTexts);
  const field = useRef<HTMLInputElement>(null);
  useFirstFocus(field);
  return (
    <section className={styles.cash} aria-labelledby="cash-title">
      <h2 id="cash-title">{t('cash.none.title')}</h2>
      <p>{t('cash.none')}</p>
      <Field ref={field} name="holder" label={t('holder')} hint={t('holder.hint')} autoComplete="off" maxLength={80} />
    </section>
  );
}
