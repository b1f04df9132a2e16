import { Field, FieldGrid, PasswordField } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import loginTexts from '../../i18n/es/login.json';
import type { FormProblems } from './form-problems.ts';
import { PhoneFields, ProblemText } from './PersonFields.tsx';

/** The account: e-mail, password, phone. */
export function AccountFields({ problems }: { problems: FormProblems }) {
  const { t } = useTranslation(loginTexts);
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
      <PhoneFields problem={problems.phoneNumber} />
    </FieldGrid>
  );
}
