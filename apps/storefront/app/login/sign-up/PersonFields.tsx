import type { Country, Customer, DocumentType } from '@butaca/contract';
import { documentTypesOf } from '@butaca/contract/rules/documents';
import { correctedName, isNumericDocument } from '@butaca/contract/rules/person';
import { Field, FieldGroup, Select } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, useRef, useState } from 'react';
import { useVisitorCountry } from '../../consent/visitor-country.ts';
import { CountryOptions } from '../../countries/CountryOptions.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import loginTexts from '../../i18n/es/login.json';
import { ProblemText } from '../ProblemText.tsx';
import { birthdayPartOf, type FormProblems } from './form-problems.ts';
import styles from './SignUpScreen.module.css';

/** What is known of a person before the form is filled in. */
export type KnownPerson = Partial<
  Pick<Customer, 'firstName' | 'lastName' | 'gender' | 'birthday' | 'country' | 'documentType' | 'documentNumber'>
>;

interface PersonFieldsProps {
  readonly problems: FormProblems;
  /** Called after a name was corrected by the button. */
  readonly onCorrected: (event: FormEvent<HTMLElement>) => void;
  readonly known?: KnownPerson;
}

/** The person: name, gender, birthday, country, document. */
export function PersonFields({ problems, onCorrected, known = {} }: PersonFieldsProps) {
  const { t } = useTranslation(loginTexts);
  const { firstName, lastName, gender, birthday } = known;
  return (
    <>
      <NameField
        name="firstName"
        label={t('firstName')}
        autoComplete="given-name"
        known={firstName}
        problem={problems.firstName}
        onCorrected={onCorrected}
      />
      <NameField
        name="lastName"
        label={t('lastName')}
        autoComplete="family-name"
        known={lastName}
        problem={problems.lastName}
        onCorrected={onCorrected}
      />
      <GenderField problem={problems.gender} known={gender} />
      <BirthdayFields problem={problems.birthday} known={birthday} />
      <DocumentFields problems={problems} known={known} />
    </>
  );
}

interface FieldProps<Value> {
  readonly problem: string | undefined;
  readonly known?: Value | undefined;
}

/** In the order of the list (OP-017 to OP-020). */
const genders = ['feminine', 'male', 'other', 'undisclosed'] as const;

export function GenderField({ problem, known = '' }: FieldProps<string>) {
  const { t } = useTranslation(loginTexts);
  const error = problem && <ProblemText field="gender" reason={problem} />;
  return (
    <Select id="gender" name="gender" label={t('gender')} defaultValue={known} error={error} autoComplete="sex" required>
      <option value="">{t('choose')}</option>
      {genders.map((gender) => (
        <option key={gender} value={gender}>
          {t(`gender.${gender}`)}
        </option>
      ))}
    </Select>
  );
}

/** Day, month and year; `known` is `1990-05-03`. */
export function BirthdayFields({ problem, known = '' }: FieldProps<string>) {
  const { t } = useTranslation(loginTexts);
  const [year = '', month = '', day = ''] = known.split('-').map((part) => (part === '' ? '' : String(Number(part))));
  return (
    <FieldGroup legend={t('birthday')} error={problem && <ProblemText field="birthday" reason={problem} />} at={birthdayPartOf(problem)}>
      <Field
        enterKeyHint="next"
        id="day"
        name="day"
        label={t('day')}
        defaultValue={day}
        inputMode="numeric"
        maxLength={2}
        autoComplete="bday-day"
        required
      />
      <Field
        enterKeyHint="next"
        id="month"
        name="month"
        label={t('month')}
        defaultValue={month}
        inputMode="numeric"
        maxLength={2}
        autoComplete="bday-month"
        required
      />
      <Field
        enterKeyHint="next"
        id="year"
        name="year"
        label={t('year')}
        defaultValue={year}
        inputMode="numeric"
        maxLength={4}
        autoComplete="bday-year"
        required
      />
    </FieldGroup>
  );
}

/** Country and document: the country decides which types of document there are, and which is offered first. */
export function DocumentFields({ problems, known }: { readonly problems: FormProblems; readonly known: KnownPerson }) {
  const { t } = useTranslation(loginTexts);
  const { locale, people } = useFrame().brand;
  const typesOf = (of: Country) =>
    documentTypesOf(of, known.documentType ? [...new Set([...people.documentTypes, known.documentType])] : people.documentTypes);
  // Until somebody chooses, where the visitor is, once that is known (CA-029).
  const visitorCountry = useVisitorCountry();
  const [chosenCountry, setCountry] = useState<Country | undefined>(known.country);
  const country = chosenCountry ?? visitorCountry ?? locale.defaultCountry;
  const [chosenType, setType] = useState<DocumentType | undefined>(known.documentType);
  const types = typesOf(country);
  const type = chosenType && types.includes(chosenType) ? chosenType : types[0];

  const moveTo = (next: Country) => {
    // Who had left it at the national document has that of the other country now.
    if (type === types[0]) setType(undefined);
    setCountry(next);
  };

  return (
    <>
      <Select
        id="country"
        name="country"
        label={t('country')}
        value={country}
        error={problems.country && <ProblemText field="country" reason={problems.country} />}
        autoComplete="country"
        onChange={({ target }) => moveTo(target.value as Country)}
      >
        <CountryOptions />
      </Select>
      <Select
        id="documentType"
        name="documentType"
        label={t('documentType')}
        value={type}
        error={problems.documentType && <ProblemText field="documentType" reason={problems.documentType} />}
        onChange={({ target }) => setType(target.value as DocumentType)}
      >
        {types.map((each) => (
          <option key={each} value={each}>
            {t(`documentType.${each}`)}
          </option>
        ))}
      </Select>
      <Field
        enterKeyHint="next"
        id="documentNumber"
        inputMode={type && isNumericDocument(type) ? 'numeric' : 'text'}
        autoCapitalize="characters"
        name="documentNumber"
        label={t('documentNumber')}
        defaultValue={known.documentNumber}
        error={problems.documentNumber && <ProblemText field="documentNumber" reason={problems.documentNumber} />}
        maxLength={24}
        autoComplete="off"
        required
      />
    </>
  );
}

/** In the order of the list (OP-015, OP-016). */
const phoneTypes = ['mobile', 'permanent'] as const;

export function PhoneFields({ problem }: { readonly problem: string | undefined }) {
  const { t } = useTranslation(loginTexts);
  return (
    <>
      <Select name="phoneType" label={t('phoneType')} defaultValue="mobile">
        {phoneTypes.map((type) => (
          <option key={type} value={type}>
            {t(`phoneType.${type}`)}
          </option>
        ))}
      </Select>
      <Field
        enterKeyHint="next"
        id="phoneNumber"
        name="phoneNumber"
        type="tel"
        label={t('phoneNumber')}
        hint={t('phoneNumber.hint')}
        error={problem && <ProblemText field="phoneNumber" reason={problem} />}
        autoComplete="tel"
        required
      />
    </>
  );
}

interface NameFieldProps {
  readonly name: 'firstName' | 'lastName';
  readonly label: string;
  readonly autoComplete: string;
  readonly known: string | undefined;
  readonly problem: string | undefined;
  readonly onCorrected: (event: FormEvent<HTMLElement>) => void;
}

/** A name; forbidden characters are removed with one click, and never without it (VA-039). */
function NameField({ name, label, autoComplete, known, problem, onCorrected }: NameFieldProps) {
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
  return (
    <Field
      enterKeyHint="next"
      ref={input}
      id={name}
      name={name}
      label={label}
      defaultValue={known}
      autoComplete={autoComplete}
      maxLength={120}
      error={error}
      required
    />
  );
}
