import { Field } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type RefObject, useRef } from 'react';
import { useMoney } from '../../frame/use-frame.ts';
import boxOfficeTexts from '../../i18n/es/box-office.json';
import { useFirstFocus } from '../use-first-focus.ts';
import styles from './Cash.module.css';
import { changeOf, likelyTenders } from './cash.ts';

interface ReceivedProps {
  /** What is asked for in cash, in minor units. */
  readonly due: number;
  readonly typed: string;
  /** The typed amount in minor units; null when nothing was typed, and when it is not an amount. */
  readonly received: number | null;
  /** `much`: more than ten times what is asked for, which a second press confirms. */
  readonly problem: 'invalid' | 'short' | 'much' | undefined;
  readonly onTyped: (text: string) => void;
}

interface TitleProps {
  /** The pressed way to pay says the same. */
  readonly titleHidden: boolean;
}

interface HolderProps {
  readonly holderProblem: 'unprintable' | undefined;
}

/** The cash received and the change, which are not sent to the server; and a name for the tickets, which may stay empty. */
export function CashSection({ holderProblem, titleHidden, ...cash }: ReceivedProps & HolderProps & TitleProps) {
  const { t } = useTranslation(boxOfficeTexts);
  const field = useRef<HTMLInputElement>(null);
  useFirstFocus(field);
  return (
    <section className={styles.cash} aria-labelledby="cash-title">
      <h2 id="cash-title" className={titleHidden ? 'visually-hidden' : undefined}>
        {t('cash.title')}
      </h2>
      <Due label={t('cash.total')} amount={cash.due} />
      <Received {...cash} field={field} />
      <Holder holderProblem={holderProblem} />
    </section>
  );
}

export function Due({ label, amount }: { label: string; amount: number }) {
  const money = useMoney();
  return (
    <p className={styles.due}>
      <span>{label}</span>
      <strong>{money(amount)}</strong>
    </p>
  );
}

export function Received({
  due,
  typed,
  received,
  problem,
  onTyped,
  field,
}: ReceivedProps & { field?: RefObject<HTMLInputElement | null> }) {
  const { t } = useTranslation(boxOfficeTexts);
  const money = useMoney();
  const change = changeOf(received, due);
  const tendered = typed.trim() !== '' && received !== null;
  return (
    <>
      <Field
        {...(field && { ref: field })}
        name="received"
        label={t('cash.received')}
        hint={t('cash.received.hint')}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={(event) => onTyped(event.target.value)}
        className={styles.amount}
        error={problem && t(`cash.${problem}`, { missing: money(-change), change: money(change) })}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset lets no grid around it align what it holds */}
      <div className={styles.tenders} role="group" aria-label={t('cash.tenders')}>
        {likelyTenders(due).map((tender) => (
          <button
            key={tender}
            type="button"
            className={styles.tender}
            aria-pressed={received === tender}
            onClick={() => onTyped(money(tender))}
          >
            {tender === due ? t('cash.exact') : money(tender)}
          </button>
        ))}
      </div>
      <p className={styles.change} role="status" data-short={change < 0 || undefined}>
        <span>{t(change < 0 ? 'cash.missing' : 'cash.change')}</span> <strong>{tendered ? money(Math.abs(change)) : '—'}</strong>
      </p>
    </>
  );
}

/** A name for the tickets. */
export function Holder({ holderProblem, field }: HolderProps & { field?: RefObject<HTMLInputElement | null> }) {
  const { t } = useTranslation(boxOfficeTexts);
  return (
    <Field
      {...(field && { ref: field })}
      name="holder"
      label={t('holder')}
      hint={t('holder.hint')}
      error={holderProblem && t('holder.unprintable')}
      autoComplete="off"
      maxLength={80}
    />
  );
}

/** Instead of the cash when the total is 0; with the same field for a name. */
export function FreeSection({ holderProblem }: HolderProps) {
  const { t } = useTranslation(boxOfficeTexts);
  const field = useRef<HTMLInputElement>(null);
  useFirstFocus(field);
  return (
    <section className={styles.cash} aria-labelledby="cash-title">
      <h2 id="cash-title">{t('cash.none.title')}</h2>
      <p>{t('cash.none')}</p>
      <Holder holderProblem={holderProblem} field={field} />
    </section>
  );
}
