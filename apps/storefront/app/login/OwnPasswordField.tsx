import { PasswordField } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import loginTexts from '../i18n/es/login.json';

/** The password of the account that is logged in, asked for once more in a form that changes something of it. */
export function OwnPasswordField({ problem }: { problem: string | undefined }) {
  const { t } = useTranslation(loginTexts);
  return (
    <PasswordField
      enterKeyHint="send"
      name="password"
      label={t('password')}
      autoComplete="current-password"
      showLabel={t('password.show')}
      hideLabel={t('password.hide')}
      error={problem && t(problem === 'wrong' ? 'look.wrong' : 'password.missing')}
      required
    />
  );
}
