import { cardDigits, correctedHolder } from '@butaca/contract/rules/card';
import { brandOf } from '@butaca/contract/rules/card-brands';
import { Field, FieldGroup, Select } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useFrame } from '../../../frame/use-frame.ts';
import buyTexts from '../../../i18n/es/buy.json';
import type { BuyProblems, CheckedField } from '../buy-form.ts';
import type { KnownPayer } from '../open-checkout.ts';
import { ProblemText } from '../ProblemText.tsx';
import styles from './Card.module.css';
import { groupedNumber, rewrite, writtenExpiry } from './grouping.ts';
import type { KnownCard } from './known-card.ts';

interface CardFieldsProps {
  readonly known: KnownCard;
  readonly payer: KnownPayer;
  readonly problems: BuyProblems;
  readonly onBin: (bin: string | null) => void;
  /** A name was corrected with the button. */
  readonly onCorrected: (event: FormEvent<HTMLElement>) => void;
}

/** The card and whose it is (EN-100..EN-109, EN-111). Only the inputs hold what is typed. */
export function CardFields({ known, payer, problems, onBin, onCorrected }: CardFieldsProps) {
  const { t } = useTranslation(buyTexts);
  const { holderDocumentTypes } = useFrame().brand.people;
  const holder = useRef<HTMLInputElement>(null);
  const error = (field: CheckedField): ReactNode => problems[field] && <ProblemText field={field} reason={problems[field]} />;
  const codeLength = known.status === 'known' ? known.kind.securityCodeLength : 3;
  const [year = '', month = '', day = ''] = payer.birthday?.split('-') ?? [];
  const ownDocumentType = holderDocumentTypes.find((type) => type === payer.documentType);
  const [documentType, setDocumentType] = useState<string>(ownDocumentType ?? holderDocumentTypes[0] ?? '');

  const correct = (event: FormEvent<HTMLElement>) => {
    if (!holder.current) return;
    holder.current.value = correctedHolder(holder.current.value);
    onCorrected(event);
    holder.current.focus();
  };
  const holderError = problems.holder && (
    <>
      {error('holder')}
      {problems.holder === 'forbidden_characters' && (
        <button type="button" className={styles.correct} onClick={correct}>
          {t('holder.correct', { name: correctedHolder(holder.current?.value ?? '') })}
        </button>
      )}
    </>
  );

  return (
    <>
      <div className={styles.fields}>
        <CardNumberField known={known} error={error('number')} onBin={onBin} />
        <Field
          enterKeyHint="next"
          name="expiry"
          label={t('card.expiry')}
          hint={t('card.expiry.hint')}
          error={error('expiry')}
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder={t('card.expiry.form')}
          onInput={({ currentTarget }) => rewrite(currentTarget, writtenExpiry)}
          required
        />
        <Field
          enterKeyHint="next"
          name="code"
          label={t('card.code')}
          hint={t(codeLength === 4 ? 'card.code.front' : 'card.code.back')}
          error={error('code')}
          type="text"
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={4}
          className={styles.code}
          required
        />
        <div className={styles.whole}>
          <Field
            enterKeyHint="next"
            ref={holder}
            name="holder"
            label={t('card.holder')}
            hint={t('card.holder.hint')}
            error={holderError}
            autoComplete="cc-name"
            autoCapitalize="words"
            spellCheck={false}
            maxLength={80}
            required
          />
        </div>
      </div>
      <div className={styles.fields}>
        <Select
          name="documentType"
          label={t('documentType')}
          defaultValue={documentType}
          onChange={({ currentTarget }) => setDocumentType(currentTarget.value)}
        >
          {holderDocumentTypes.map((type) => (
            <option key={type} value={type}>
              {t(`documentType.${type}`)}
            </option>
          ))}
        </Select>
        <Field
          enterKeyHint="next"
          name="documentNumber"
          label={t('documentNumber')}
          error={error('documentNumber')}
          defaultValue={ownDocumentType ? payer.documentNumber : ''}
          inputMode={documentType === 'passport' ? 'text' : 'numeric'}
          autoComplete="off"
          maxLength={24}
          required
        />
        <div className={styles.apart}>
          <FieldGroup legend={t('birthday')} error={error('birthday')}>
            <Field
              enterKeyHint="next"
              name="day"
              label={t('day')}
              defaultValue={day}
              inputMode="numeric"
              maxLength={2}
              autoComplete="bday-day"
            />
            <Field
              enterKeyHint="next"
              name="month"
              label={t('month')}
              defaultValue={month}
              inputMode="numeric"
              maxLength={2}
              autoComplete="bday-month"
            />
            <Field
              enterKeyHint="next"
              name="year"
              label={t('year')}
              defaultValue={year}
              inputMode="numeric"
              maxLength={4}
              autoComplete="bday-year"
            />
          </FieldGroup>
        </div>
        <div className={styles.apart}>
          <Field
            // An address that was changed above is the one that is proposed.
            key={payer.email}
            enterKeyHint="done"
            name="email"
            type="email"
            label={t('email')}
            error={error('email')}
            defaultValue={payer.email}
            autoComplete="email"
            required
          />
        </div>
      </div>
    </>
  );
}

interface CardNumberFieldProps {
  readonly known: KnownCard;
  readonly error: ReactNode;
  /** Called with the first six digits, or null while there are fewer. */
  readonly onBin: (bin: string | null) => void;
}

/** The number in its groups, and the card's brand as soon as it is known. */
function CardNumberField({ known, error, onBin }: CardNumberFieldProps) {
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
        enterKeyHint="next"
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
