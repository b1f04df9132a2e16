import { cardDigits } from '@butaca/contract/rules/card';
import { brandOf } from '@butaca/contract/rules/card-brands';
import { Field } from '@butaca/ui/components/Field.tsx';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { buyTexts } from '../texts.ts';
import styles from './Card.module.css';
import { groupedNumber, rewrite } from './grouping.ts';
import type { KnownCard } from './use-card-kind.ts';

interface CardNumberFieldProps {
  readonly known: KnownCard;
  readonly error: ReactNode;
  /** Hears the first six digits, or null while there are fewer. */
  readonly onBin: (bin: string | null) => void;
}

/** The number in its groups, and what card it is as soon as that can be told. */
export function CardNumberField({ known, error, onBin }: CardNumberFieldProps) {
  const { t } = useTranslation(buyTexts);
  const [guess, setGuess] = useState('');

  const typed = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    rewrite(currentTarget, groupedNumber);
    const digits = cardDigits(currentTarget.value);
    setGuess(brandOf(digits)?.name ?? '');
    onBin(digits.length >= 6 ? digits.slice(0, 6) : null);
  };

  const name = known.status === 'known' ? [known.kind.name, known.kind.issuer].filter(Boolean).join(' · ') : guess;
  return (
    <div className={styles.number}>
      <Field
        name="number"
        label={t('card.number')}
        error={error}
        inputMode="numeric"
        autoComplete="cc-number"
        autoCorrect="off"
        spellCheck={false}
        placeholder="0000 0000 0000 0000"
        className={styles.digits}
        onInput={typed}
        required
      />
      <p className={styles.brand} role="status">
        {name}
      </p>
    </div>
  );
}
