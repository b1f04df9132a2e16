import { Field, FieldGrid, FieldGroup, Select } from '@butaca/ui/components/Field.tsx';
import type { FormEvent } from 'react';
import { useFrame } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { loginTexts } from '../texts.ts';
import { genders } from './choices.ts';
import type { FormProblems } from './form-problems.ts';
import { NameField } from './NameField.tsx';
import { ProblemText } from './problem-text.tsx';

interface PersonFieldsProps {
  readonly problems: FormProblems;
  /** A name was put right for the person. */
  readonly onCorrected: (event: FormEvent<HTMLElement>) => void;
}

/** Who signs up: name, gender, document, birthday. */
export function PersonFields({ problems, onCorrected }: PersonFieldsProps) {
  const { t } = useTranslation(loginTexts);
  const { documentTypes } = useFrame().brand.people;
  const error = (field: keyof FormProblems) =>
    problems[field] && <ProblemText field={field} reason={problems[field]} texts={loginTexts.es} t={t} />;
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
