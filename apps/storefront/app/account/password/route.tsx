import { Button } from '@butaca/ui/components/Button.tsx';
import { PasswordField } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { loginFor } from '../../calls/page-call.ts';
import chromeTexts from '../../i18n/es/chrome.json';
import loginTexts from '../../i18n/es/login.json';
import { LinkWithEmail } from '../../login/LinkWithEmail.tsx';
import { NewPassword, newPasswordFields, newPasswordProblems } from '../../login/NewPassword.tsx';
import { problemTexts } from '../../login/ProblemText.tsx';
import { typedInto, useCheckedForm } from '../../login/use-checked-form.ts';
import { currentSession } from '../../session/store.ts';
import { AccountPage } from '../AccountPage.tsx';
import { AccountShell } from '../AccountShell.tsx';
import type { Route } from './+types/route';
import styles from './ChangePassword.module.css';
import type { ChangeProblem } from './change-password.ts';

/** The account's address, which password managers keep the new password with. */
export const clientLoader = () => currentSession()?.user.email ?? '';

export function HydrateFallback() {
  const { t } = useTranslation(chromeTexts);
  return <AccountShell title={t('changePassword')} />;
}

const fields = ['current', ...newPasswordFields] as const;

/** S-25: the current password and the new one; other devices are logged out. */
export default function ChangePassword({ loaderData: email }: Route.ComponentProps) {
  const { t: chrome } = useTranslation(chromeTexts);
  const { t } = useTranslation(loginTexts);
  const navigate = useNavigate();
  // Counts the changes: the form begins anew with each.
  const [changes, setChanges] = useState(0);
  const done = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (changes > 0) done.current?.focus();
  }, [changes]);

  return (
    <AccountPage title={chrome('changePassword')}>
      <div ref={done} tabIndex={-1} className={styles.done}>
        {changes > 0 && (
          <Notice kind="success" message="password_changed">
            {t('change.done')}
          </Notice>
        )}
      </div>
      <ChangeForm
        key={changes}
        email={email}
        onDone={() => setChanges(changes + 1)}
        onLogIn={() => void navigate(loginFor(new Request(window.location.href)))}
      />
    </AccountPage>
  );
}

interface ChangeFormProps {
  readonly email: string;
  readonly onDone: () => void;
  /** The session is over. */
  readonly onLogIn: () => void;
}

function ChangeForm({ email, onDone, onLogIn }: ChangeFormProps) {
  const { t } = useTranslation(loginTexts);
  const [problem, setProblem] = useState<ChangeProblem | null>(null);
  const { problems, busy, submit, recheck } = useCheckedForm<(typeof fields)[number]>({
    order: fields,
    check: (form) => ({ ...(typedInto(form, 'current') === '' && { current: 'missing' }), ...newPasswordProblems(form) }),
    send: async (form) => {
      setProblem(null);
      const { changePassword } = await import('./change-password.ts');
      const result = await changePassword({ current: typedInto(form, 'current'), password: typedInto(form, 'password') });
      if (result.status === 'done') onDone();
      else if (result.status === 'log-in') onLogIn();
      else if (result.status === 'problem') setProblem(result.problem);
      else return result.problems;
      return undefined;
    },
  });

  return (
    <form className={styles.form} method="post" noValidate onSubmit={(event) => void submit(event)} onInput={recheck}>
      <p className={styles.lead}>{t('change.lead')}</p>
      {problem && <Notice kind="error">{t(`problem.${problem.reason}`, 'seconds' in problem ? { seconds: problem.seconds } : {})}</Notice>}
      <input type="email" name="email" autoComplete="username" defaultValue={email} readOnly hidden />
      <PasswordField
        enterKeyHint="next"
        name="current"
        label={t('current')}
        autoComplete="current-password"
        showLabel={t('password.show')}
        hideLabel={t('password.hide')}
        error={problemTexts(problems)('current')}
        required
      />
      <NewPassword problems={problems} />
      <div className={styles.ways}>
        <Button type="submit" busy={busy}>
          {busy ? t('recover.setting') : t('recover.set')}
        </Button>
        <LinkWithEmail to="recoverPassword">{t('recover.link')}</LinkWithEmail>
      </div>
    </form>
  );
}
