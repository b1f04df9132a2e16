import { useState } from 'react';
import { Link } from 'react-router';
import { useFrame } from '../frame/use-frame.ts';
import { useTranslation } from '../i18n/use-translation.tsx';
import { pathTo } from '../paths.ts';

import { useSession } from '../session/store.ts';
import { AfterFailedCall } from './AfterFailedCall.tsx';
import { AlreadyIn } from './AlreadyIn.tsx';
import { Greeting } from './Greeting.tsx';
import { LoginForm } from './LoginForm.tsx';
import styles from './LoginScreen.module.css';
import { loginTexts } from './texts.ts';
import { homeOf, useNext } from './next.ts';

/** S-13: the form, the greeting after it, or why somebody ended up here (C-01, C-36). */
export function LoginScreen() {
  const { t } = useTranslation(loginTexts);
  const { brand } = useFrame();
  const session = useSession();
  const { asked, failed } = useNext();
  const next = asked ?? homeOf(session?.user);
  // While the form is at it, the session it opens is its own to greet, not one that was already there.
  const [busy, setBusy] = useState(false);
  const [greeted, setGreeted] = useState<string | null>(null);

  return (
    <main id="main" className={styles.login}>
      <title>{`${t('log-in.title')} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      {greeted !== null ? (
        <Greeting name={greeted} next={next} delayMs={brand.login.greetingMs} />
      ) : failed ? (
        <AfterFailedCall next={next} />
      ) : session && !busy ? (
        <AlreadyIn name={session.user.name} next={next} />
      ) : (
        <>
          <h1 tabIndex={-1}>{t('log-in.title')}</h1>
          {asked && <p className={styles.lead}>{t('log-in.to-continue')}</p>}
          <LoginForm busy={busy} onBusy={setBusy} onLoggedIn={setGreeted} />
          <p className={styles.other}>
            {t('log-in.no-account')} <Link to={pathTo('signUp', {}, { next: asked })}>{t('sign-up.title')}</Link>
          </p>
        </>
      )}
    </main>
  );
}
