import { correctedName } from '@butaca/contract/rules/person';
import { Field, FieldGrid, FieldGroup, Select } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, useRef } from 'react';
import { useFrame } from '../../frame/use-frame.ts';
import loginTexts from '../../i18n/es/login.json';
import { LinkWithEmail } from '../LinkWithEmail.tsx';
import { NewPassword } from '../NewPassword.tsx';
import { ProblemText, problemTexts } from '../ProblemText.tsx';
import type { FormProblems } from './form-problems.ts';
import styles from './SignUpScreen.module.css';

/** In the order of the list (OP-017). */
const phoneTypes = ['mobile', 'permanent'] as const;

/** The account: e-mail, password, phone, country. */
export function AccountFields({ problems }: { problems: FormProblems }) {
  const { t } = useTranslation(loginTexts);
  const { locale, people } = useFrame().brand;
  const error = problemTexts(problems);
  return (
    <FieldGrid>
      <Field
        id="email"
        name="email"
        type="email"
        label={t('email')}
        error={problems.email === 'taken' ? <TakenEmail /> : error('email')}
        autoComplete="email"
        inputMode="email"
        required
      />
      <Field
        id="emailConfirmation"
        name="emailConfirmation"
        type="email"
        label={t('emailConfirmation')}
        error={error('emailConfirmation')}
        autoComplete="off"
        required
      />
      <NewPassword label="password" problems={problems} />
      <Select name="phoneType" label={t('phoneType')} defaultValue="mobile">
        {phoneTypes.map((type) => (
          <option key={type} value={type}>
            {t(`phoneType.${type}`)}
          </option>
        ))}
      </Select>
      <Field
        id="phoneNumber"
        name="phoneNumber"
        type="tel"
        label={t('phoneNumber')}
        hint={t('phoneNumber.hint')}
        error={error('phoneNumber')}
        autoComplete="tel"
        required
      />
      <Select name="country" label={t('country')} defaultValue={locale.defaultCountry} autoComplete="country">
        {people.countries.map((country) => (
          <option key={country} value={country}>
            {t(`country.${country}`)}
          </option>
        ))}
      </Select>
    </FieldGrid>
  );
}

/** The address has an account: its owner logs in, or has forgotten the password. */
function TakenEmail() {
  const { t } = useTranslation(loginTexts);
  return (
    <span className={styles.taken}>
      <ProblemText field="email" reason="taken" />
      <LinkWithEmail to="login">{t('email.taken.log-in')}</LinkWithEmail>
      <LinkWithEmail to="recoverPassword">{t('recover.link')}</LinkWithEmail>
    </span>
  );
}

/** In the order of the list (OP-015). */
const genders = ['feminine', 'male', 'other', 'undisclosed'] as const;

interface PersonFieldsProps {
  readonly problems: FormProblems;
  /** Called after a name was corrected by the button. */
  readonly onCorrected: (event: FormEvent<HTMLElement>) => void;
}

/** The person: name, gender, document, birthday. */
export function PersonFields({ problems, onCorrected }: PersonFieldsProps) {
  const { t } = useTranslation(loginTexts);
  const { documentTypes } = useFrame().brand.people;
  const error = problemTexts(problems);
  return (
    <FieldGrid>
      <NameField name="firstName" label={t('firstName')} autoComplete="given-name" problem={problems.firstName} onCorrected={onCorrected} />
      <NameField name="lastName" label={t('lastName')} autoComplete="family-name" problem={problems.lastName} onCorrected={onCorrected} />
      <Select id="gender" name="gender" label={t('gender')} defaultValue="" error={error('gender')} autoComplete="sex" required>
        <option value="">{t('choose')}</option>
        {genders.map((gender) => (
          <option key={gender} value={gender}>
            {t(`gender.${gender}`)}
          </option>
        ))}
      </Select>
      <FieldGroup legend={t('birthday')} error={error('birthday')}>
        <Field id="day" name="day" label={t('day')} inputMode="numeric" maxLength={2} autoComplete="bday-day" required />
        <Field id="month" name="month" label={t('month')} inputMode="numeric" maxLength={2} autoComplete="bday-month" required />
        <Field id="year" name="year" label={t('year')} inputMode="numeric" maxLength={4} autoComplete="bday-year" required />
      </FieldGroup>
      <Select id="documentType" name="documentType" label={t('documentType')} defaultValue={documentTypes[0] ?? ''}>
        {documentTypes.map((type) => (
          <option key={type} value={type}>
            {t(`documentType.${type}`)}
          </option>
        ))}
      </Select>
      <Field
        id="documentNumber"
        name="documentNumber"
        label={t('documentNumber')}
        error={error('documentNumber')}
        maxLength={24}
        autoComplete="off"
        required
      />
    </FieldGrid>
  );
}

interface NameFieldProps {
  readonly name: 'firstName' | 'lastName';
  readonly label: string;
  readonly autoComplete: string;
  readonly problem: string | undefined;
  readonly onCorrected: (event: FormEvent<HTMLElement>) => void;
}

/** A name; forbidden characters are removed with one click, and never without it (VA-039). */
function NameField({ name, label, autoComplete, problem, onCorrected }: NameFieldProps) {
  const { t } = useTranslation(loginTexts);
  const input = useRef<HTMLInputElement>(null);

  const correct = (event: FormEvent<HTMLElement>) => {
    if (!input.current) return;
    input.current.value = correctedName(input.current.value);
    onCorrected(event);
    input.current.focus();
  };

  const error = problem && (
    <>
      <ProblemText field={name} reason={problem} />
      {problem === 'forbidden_characters' && (
        <button type="button" className={styles.correct} onClick={correct}>
          {t('name.correct', { name: correctedName(input.current?.value ?? '') })}
        </button>
      )}
    </>
  );
  return <Field ref={input} id={name} name={name} label={label} autoComplete={autoComplete} maxLength={120} error={error} required />;
}
