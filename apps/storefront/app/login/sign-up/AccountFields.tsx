import { Field, FieldGrid, PasswordField, Select } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import loginTexts from '../../i18n/es/login.json';

import type { FormProblems } from './form-problems.ts';
import { ProblemText } from './ProblemText.tsx';

/** In the order of the list (OP-017). */
const phoneTypes = ['mobile', 'permanent'] as const;

/** The account: e-mail, password, phone, country. */
export function AccountFields({ problems }: { problems: FormProblems }) {
  const { t } = useTranslation(loginTexts);
  const { locale, people } = useFrame().brand;
  const error = (field: keyof FormProblems) => problems[field] && <ProblemText field={field} reason={problems[field]} />;
  const reveal = { showLabel: t('password.show'), hideLabel: t('password.hide') };
  return (
    <FieldGrid>
      <Field id="email" name="email" type="email" label={t('email')} error={error('email')} autoComplete="email" required />
      <Field
        id="emailConfirmation"
        name="emailConfirmation"
        type="email"
        label={t('emailConfirmation')}
        error={error('emailConfirmation')}
        autoComplete="off"
        required
      />
      <PasswordField
        id="password"
        name="password"
        label={t('password')}
        hint={t('password.hint')}
        error={error('password')}
        autoComplete="new-password"
        {...reveal}
        required
      />
      <PasswordField
        id="passwordConfirmation"
        name="passwordConfirmation"
        label={t('passwordConfirmation')}
        error={error('passwordConfirmation')}
        autoComplete="new-password"
        {...reveal}
        required
      />
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
