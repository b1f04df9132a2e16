import { MINOR_UNITS } from '@butaca/brand/money';
import type { PaymentMethod } from '@butaca/contract';
import { Checkbox, Field } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useMoney } from '../../frame/use-frame.ts';
import buyTexts from '../../i18n/es/buy.json';
import styles from './MethodChoice.module.css';
import { ProblemText } from './ProblemText.tsx';

type Bounds = NonNullable<PaymentMethod['firstPart']>;

interface TwoCardsProps {
  /** Of the purchase, in minor units. */
  readonly total: number;
  readonly bounds: Bounds;
  /** What is typed for the first card, in units; null for one card. */
  readonly typed: string | null;
  readonly onTyped: (typed: string | null) => void;
  readonly problem: string | undefined;
}

/** What was typed, in minor units; NaN when it is no amount. Points and spaces between thousands are left out. */
export const amountTyped = (typed: string): number => {
  const plain = typed.replace(/[.\s$]/g, '').replace(',', '.');
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * MINOR_UNITS) : Number.NaN;
};

export const isWithin = (amount: number, { least, most }: Bounds): boolean => amount >= least && amount <= most;

/** The price in two parts, each with a card of its own: how much the first one pays. */
export function TwoCards({ total, bounds, typed, onTyped, problem }: TwoCardsProps) {
  const { t } = useTranslation(buyTexts);
  const money = useMoney();
  const first = typed === null ? Number.NaN : amountTyped(typed);
  // Half of it, rounded to whole hundreds, which is what most people divide.
  const half = Math.round(total / 2 / MINOR_UNITS / 100) * 100;
  const proposed = isWithin(half * MINOR_UNITS, bounds) ? half : bounds.least / MINOR_UNITS;
  return (
    <div className={styles.beside}>
      <Checkbox
        label={t('payment.two')}
        checked={typed !== null}
        onChange={({ currentTarget }) => onTyped(currentTarget.checked ? String(proposed) : null)}
      />
      {typed !== null && (
        <div className={styles.firstPart}>
          <Field
            enterKeyHint="done"
            name="firstPart"
            inputMode="decimal"
            label={t('payment.two.first')}
            hint={t('payment.two.bounds', { least: money(bounds.least), most: money(bounds.most) })}
            error={problem && <ProblemText field="firstPart" reason={problem} />}
            value={typed}
            onChange={({ currentTarget }) => onTyped(currentTarget.value)}
            autoComplete="off"
            maxLength={16}
            required
          />
          <p className={styles.twoCards} aria-live="polite">
            {isWithin(first, bounds) ? t('payment.two.rest', { rest: money(total - first) }) : t('payment.two.text')}
          </p>
        </div>
      )}
    </div>
  );
}
