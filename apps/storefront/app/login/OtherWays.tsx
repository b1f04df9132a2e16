import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { useHydrated } from '../frame/use-hydrated.ts';
import loginTexts from '../i18n/es/login.json';
import styles from './LoginScreen.module.css';
import { QuickProblemText } from './QuickProblemText.tsx';
import type { QuickProblem } from './quick-log-in.ts';

interface OtherWaysProps {
  readonly remember: boolean;
  readonly busy: boolean;
  readonly onBusy: (busy: boolean) => void;
  readonly onLoggedIn: (name: string) => void;
  readonly onLink: () => void;
}

/** Beside the password: a passkey, which the browser also suggests at the address, and a link by mail. */
export function OtherWays({ remember, busy, onBusy, onLoggedIn, onLink }: OtherWaysProps) {
  const { t } = useTranslation(loginTexts);
  const hydrated = useHydrated();
  const [problem, setProblem] = useState<QuickProblem | null>(null);
  const latest = useRef({ remember, onBusy, onLoggedIn });
  latest.current = { remember, onBusy, onLoggedIn };
  // Shown until the browser is known: most have them, and nothing below moves.
  const showsPasskeys = !hydrated || 'PublicKeyCredential' in window;

  // A new offer after each use, because a challenge counts once and not for long.
  const [offer, setOffer] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each number is an offer of its own
  useEffect(() => {
    if (!('PublicKeyCredential' in window)) return;
    let isOver = false;
    const renew = setTimeout(() => setOffer((count) => count + 1), RENEW_MS);
    void import('./quick-log-in.ts')
      .then(({ logInByPasskey }) => logInByPasskey('autofill', () => latest.current.remember))
      .then(
        (result) => {
          if (isOver || result === null) return;
          if ('name' in result) {
            latest.current.onBusy(true);
            latest.current.onLoggedIn(result.name);
          } else setProblem(result);
        },
        () => undefined,
      );
    return () => {
      isOver = true;
      clearTimeout(renew);
    };
  }, [offer]);

  const byPasskey = async () => {
    onBusy(true);
    setProblem(null);
    const result = await import('./quick-log-in.ts').then(
      ({ logInByPasskey }) => logInByPasskey('use', () => remember),
      (): QuickProblem => ({ reason: 'no_answer' }),
    );
    if (result && 'name' in result) return onLoggedIn(result.name);
    onBusy(false);
    setProblem(result);
    setOffer((count) => count + 1);
  };

  return (
    <section className={styles.otherWays} aria-labelledby="other-ways">
      <h2 id="other-ways">{t('ways.title')}</h2>
      {problem && (
        <Notice kind="error">
          <QuickProblemText problem={problem} />
        </Notice>
      )}
      {showsPasskeys && (
        <Button kind="secondary" wide busy={busy} onClick={() => void byPasskey()}>
          {t('ways.passkey')}
        </Button>
      )}
      <Button kind="secondary" wide onClick={onLink}>
        {t('ways.link')}
      </Button>
    </section>
  );
}

/** A challenge is good for five minutes. */
const RENEW_MS = 4 * 60_000;
