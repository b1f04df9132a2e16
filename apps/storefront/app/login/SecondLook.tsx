import { askForPasskey } from '@butaca/browser/second-factor.ts';
import { giveSecondLook, startPasskeyLogIn } from '@butaca/contract/sign-in';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { PasswordField } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { client } from '../calls/browser-client.ts';
import { useFrame } from '../frame/use-frame.ts';
import loginTexts from '../i18n/es/login.json';
import { pathTo } from '../paths.ts';
import { useSession } from '../session/store.ts';
import styles from './LoginScreen.module.css';

type Problem = { readonly reason: 'wrong' | 'passkey' | 'failed' } | { readonly reason: 'wait'; readonly seconds: number };

/** Asks for the password or a passkey before data are changed; the call that waits goes on by itself. */
export default function SecondLook({ onEnd }: { onEnd: (given: boolean) => void }) {
  const { t } = useTranslation(loginTexts);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { pathname, search } = useLocation();
  const { brand } = useFrame();
  const user = useSession()?.user;

  useEffect(() => input.current?.focus(), []);

  const give = async (given: { password: string } | { passkey: string }) => {
    const outcome = await client.call(giveSecondLook, { body: given });
    setBusy(false);
    if (outcome.status === 'ok') return onEnd(true);
    // The call that waits meets the same end and says so.
    if (outcome.status === 'unauthorised') return onEnd(false);
    if (outcome.status === 'refusal' && outcome.failure === 'too_many_attempts') {
      return setProblem({ reason: 'wait', seconds: outcome.data.retryAfterSeconds });
    }
    const isRefused = outcome.status === 'refusal' && (outcome.failure === 'wrong_credentials' || outcome.failure === 'passkey_refused');
    setProblem({ reason: isRefused ? ('password' in given ? 'wrong' : 'passkey') : 'failed' });
    input.current?.focus();
  };

  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = input.current?.value ?? '';
    if (password === '') return input.current?.focus();
    setBusy(true);
    setProblem(null);
    void give({ password });
  };

  const byPasskey = async () => {
    setBusy(true);
    setProblem(null);
    const started = await client.call(startPasskeyLogIn, {});
    const passkey = started.status === 'ok' ? await askForPasskey('use', started.data.passkeyOptions) : null;
    if (passkey !== null) return give({ passkey });
    setBusy(false);
    setProblem({ reason: started.status === 'ok' ? 'passkey' : 'failed' });
  };

  return (
    <Dialog open onClose={() => onEnd(false)} title={t('look.title')} closeLabel={t('look.cancel')} message="second_look_needed">
      <form className={styles.linkForm} method="post" noValidate onSubmit={submit}>
        <p>{t('look.text')}</p>
        {problem && <Notice kind="error">{t(`look.${problem.reason}`, 'seconds' in problem ? { seconds: problem.seconds } : {})}</Notice>}
        <PasswordField
          enterKeyHint="go"
          ref={input}
          label={t('password')}
          name="password"
          autoComplete="current-password"
          showLabel={t('password.show')}
          hideLabel={t('password.hide')}
          required
        />
        <Button type="submit" wide busy={busy}>
          {t(busy ? 'look.busy' : 'look.submit')}
        </Button>
        {'PublicKeyCredential' in window && (
          <Button kind="secondary" wide busy={busy} onClick={() => void byPasskey()}>
            {t('ways.passkey')}
          </Button>
        )}
        {/* An account that was proved by mail may have no password yet (decision 089); one that is entered elsewhere gets none. */}
        {user?.isExternal ? (
          <p>{t('look.external', { name: brand.login.external?.name ?? '' })}</p>
        ) : (
          <Link to={pathTo('recoverPassword', {}, { next: `${pathname}${search}` })} onClick={() => onEnd(false)}>
            {t('look.forgot')}
          </Link>
        )}
      </form>
    </Dialog>
  );
}
