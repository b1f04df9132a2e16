import { brandName } from '@butaca/contract/rules/card-brands';
import { Field, FieldGrid, Select } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type ComponentProps, useRef } from 'react';
import { useMoney } from '../../frame/use-frame.ts';
import boxOfficeTexts from '../../i18n/es/box-office.json';
import { useFirstFocus } from '../use-first-focus.ts';
import styles from './Cash.module.css';
import { Due, Holder, Received } from './CashSection.tsx';
import type { SlipProblems } from './slip.ts';

interface TerminalSectionProps {
  readonly total: number;
  readonly brands: readonly string[];
  /** What was typed as taken on the terminal; empty for all of it. */
  readonly typedOnTerminal: string;
  readonly onTypedOnTerminal: (text: string) => void;
  readonly problems: SlipProblems;
  /** The rest, for cash. */
  readonly cash: ComponentProps<typeof Received>;
  readonly holderProblem: ComponentProps<typeof Holder>['holderProblem'];
}

/** What the paper of the card terminal says; the rest of the total is cash, with its change. */
export function TerminalSection({
  total,
  brands,
  typedOnTerminal,
  onTypedOnTerminal,
  problems,
  cash,
  holderProblem,
}: TerminalSectionProps) {
  const { t } = useTranslation(boxOfficeTexts);
  const money = useMoney();
  const first = useRef<HTMLSelectElement>(null);
  useFirstFocus(first);
  return (
    <section className={styles.cash} aria-labelledby="terminal-title">
      <h2 id="terminal-title" className="visually-hidden">
        {t('terminal.title')}
      </h2>
      <Due label={t('cash.total')} amount={total} />
      <FieldGrid>
        <Select ref={first} name="brand" label={t('terminal.brand')} defaultValue="" error={problems.brand && t('terminal.brand.missing')}>
          <option value="">{t('terminal.brand.choose')}</option>
          {brands.map((brand) => (
            <option key={brand} value={brand}>
              {brandName(brand)}
            </option>
          ))}
        </Select>
        <Field
          name="lastFour"
          label={t('terminal.last-four')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          error={problems.lastFour && t('terminal.last-four.invalid')}
        />
        <Field
          name="coupon"
          label={t('terminal.coupon')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          error={problems.coupon && t(`terminal.coupon.${problems.coupon}`)}
        />
        <Field
          name="onTerminal"
          label={t('terminal.amount')}
          hint={t('terminal.amount.hint')}
          inputMode="decimal"
          autoComplete="off"
          value={typedOnTerminal}
          onChange={(event) => onTypedOnTerminal(event.target.value)}
          error={problems.onTerminal && t('terminal.amount.invalid', { total: money(total) })}
        />
      </FieldGrid>
      {cash.due > 0 && (
        <>
          <Due label={t('terminal.rest')} amount={cash.due} />
          <Received {...cash} />
        </>
      )}
      <Holder holderProblem={holderProblem} />
    </section>
  );
}
