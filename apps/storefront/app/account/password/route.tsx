import type { Passkey } from '@butaca/contract/sign-in';
import { Button } from '@butaca/ui/components/Button.tsx';
import { PasswordField } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { loginFor } from '../../calls/page-call.ts';
import { useFrame } from '../../frame/use-frame.ts';
import accountTexts from '../../i18n/es/account.json';
import accountMenuTexts from '../../i18n/es/account-menu.json';
import loginTexts from '../../i18n/es/login.json';
import { KeptPasskeys, keptIn } from '../../login/KeptPasskeys.tsx';
import { LinkWithEmail } from '../../login/LinkWithEmail.tsx';
import { NewPassword, newPasswordFields, newPasswordProblems } from '../../login/NewPassword.tsx';
import { problemTexts } from '../../login/ProblemText.tsx';
import { typedInto, useCheckedForm } from '../../login/use-checked-form.ts';
import { currentSession, useSession } from '../../session/store.ts';
import { AccountPage } from '../AccountPage.tsx';
import { AccountShell } from '../AccountShell.tsx';
import { ReadFailed } from '../ReadFailed.tsx';
import type { Route } from './+types/route';
import styles from './ChangePassword.module.css';
import type { ChangeProblem } from './change-password.ts';

/** The account's address, which password managers keep the new password with, and its passkeys; null where they could not be read. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [{ listPasskeys }, { pageCall }] = await Promise.all([import('@butaca/contract/sign-in'), import('../../calls/page-call.ts')]);
  const answer = await pageCall(listPasskeys, {}, request);
  return { email: currentSession()?.user.email ?? '', passkeys: answer.ok ? answer.data.passkeys : null };
}

export function HydrateFallback() {
  const { t } = useTranslation(accountMenuTexts);
  return <AccountShell title={t('changePassword')} />;
}

const fields = ['current', ...newPasswordFields] as const;

/** S-25: the current password and the new one, and which passkeys stay; other devices are logged out. */
export default function ChangePassword({ loaderData: { email, passkeys: read } }: Route.ComponentProps) {
  const { t: menu } = useTranslation(accountMenuTexts);
  const { t: account } = useTranslation(accountTexts);
  const { t } = useTranslation(loginTexts);
  const { brand } = useFrame();
  const session = useSession();
  const navigate = useNavigate();
  // Counts the changes: the form begins anew with each.
  const [changes, setChanges] = useState(0);
  const [passkeys, setPasskeys] = useState(read);
  const done = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (changes > 0) done.current?.focus();
  }, [changes]);

  return (
    <AccountPage title={menu('changePassword')}>
      <div ref={done} tabIndex={-1} className={styles.done}>
        {changes > 0 && (
          <Notice kind="success" message="password_changed">
            {t('change.done')}
          </Notice>
        )}
      </div>
      {session?.user.isExternal ? (
        <p className={styles.lead}>{t('change.external', { name: brand.login.external?.name ?? '' })}</p>
      ) : passkeys ? (
        <ChangeForm
          key={changes}
          email={email}
          passkeys={passkeys}
          onDone={(kept) => {
            setPasskeys(passkeys.filter(({ id }) => kept.includes(id)));
            setChanges(changes + 1);
          }}
          onLogIn={() => void navigate(loginFor(new Request(window.location.href)))}
        />
      ) : (
        <ReadFailed title={account('passkey.failed')} />
      )}
    </AccountPage>
  );
}

interface ChangeFormProps {
  readonly email: string;
  readonly passkeys: readonly Passkey[];
  readonly onDone: (keptPasskeys: readonly string[]) => void;
  /** The session is over. */
  readonly onLogIn: () => void;
}

function ChangeForm({ email, passkeys, onDone, onLogIn }: ChangeFormProps) {
  const { t } = useTranslation(loginTexts);
  const [problem, setProblem] = useState<ChangeProblem | null>(null);
  const { problems, busy, submit, recheck } = useCheckedForm<(typeof fields)[number]>({
    order: fields,
    check: (form) => ({ ...(typedInto(form, 'current') === '' && { current: 'missing' }), ...newPasswordProblems(form) }),
    send: async (form) => {
      setProblem(null);
      const { changePassword } = await import('./change-password.ts');
      const keptPasskeys = keptIn(form);
      const result = await changePassword({ current: typedInto(form, 'current'), password: typedInto(form, 'password'), keptPasskeys });
      if (result.status === 'done') onDone(keptPasskeys);
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
      <KeptPasskeys by="change" passkeys={passkeys} />
      <div className={styles.ways}>
        <Button type="submit" busy={busy}>
          {busy ? t('recover.setting') : t('recover.set')}
        </Button>
        <LinkWithEmail to="recoverPassword">{t('recover.link')}</LinkWithEmail>
      </div>
    </form>
  );
}
