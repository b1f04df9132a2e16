import { Field, FieldGrid } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { MailboxField } from '../../account/mailbox/MailboxField.tsx';
import loginTexts from '../../i18n/es/login.json';
import { LinkWithEmail } from '../LinkWithEmail.tsx';
import { NewPassword } from '../NewPassword.tsx';
import { ProblemText, problemTexts } from '../ProblemText.tsx';
import type { FormProblems } from './form-problems.ts';
import { PhoneFields } from './PersonFields.tsx';
import styles from './SignUpScreen.module.css';

/** The account: e-mail, password, phone. */
export function AccountFields({ problems }: { problems: FormProblems }) {
  const { t } = useTranslation(loginTexts);
  const error = problemTexts(problems);
  return (
    <FieldGrid>
      <MailboxField
        enterKeyHint="next"
        id="email"
        name="email"
        label={t('email')}
        problem={problems.email}
        error={problems.email === 'taken' ? <TakenEmail /> : error('email')}
        repeatedIn="emailConfirmation"
        required
      />
      <Field
        enterKeyHint="next"
        id="emailConfirmation"
        name="emailConfirmation"
        type="email"
        label={t('emailConfirmation')}
        error={error('emailConfirmation')}
        autoComplete="off"
        required
      />
      <NewPassword label="password" problems={problems} />
      <PhoneFields problem={problems.phoneNumber} />
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
