import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import loginTexts from '../i18n/es/login.json';
import styles from './LoginScreen.module.css';
import { QuickProblemText } from './QuickProblemText.tsx';
import type { QuickProblem } from './quick-log-in.ts';

interface KnownPersonProps {
  readonly name: string;
  readonly busy: boolean;
  readonly onBusy: (busy: boolean) => void;
  readonly onLoggedIn: (name: string) => void;
  /** The password is asked for instead; `forgotten` when the device opens nothing any more. */
  readonly onPassword: (why: 'chosen' | 'forgotten') => void;
}

/** Who was remembered here goes on without the password; somebody else says so, and is remembered no longer. */
export function KnownPerson({ name, busy, onBusy, onLoggedIn, onPassword }: KnownPersonProps) {
  const { t } = useTranslation(loginTexts);
  const [problem, setProblem] = useState<QuickProblem | null>(null);

  const goOn = async () => {
    onBusy(true);
    setProblem(null);
    const result = await import('./quick-log-in.ts').then(
      ({ logInHere }) => logInHere(),
      (): QuickProblem => ({ reason: 'no_answer' }),
    );
    if ('name' in result) return onLoggedIn(result.name);
    onBusy(false);
    if (result.reason === 'device_unknown') return onPassword('forgotten');
    setProblem(result);
  };

  const notMe = () => {
    void import('./quick-log-in.ts').then(({ forgetHere }) => forgetHere());
    onPassword('chosen');
  };

  return (
    <div className={styles.known}>
      <p className={styles.lead}>{t('known.text')}</p>
      {problem && (
        <Notice kind="error">
          <QuickProblemText problem={problem} />
        </Notice>
      )}
      <Button wide busy={busy} onClick={() => void goOn()}>
        {t(busy ? 'log-in.busy' : 'known.go', { name })}
      </Button>
      <div className={styles.ways}>
        <Button kind="quiet" onClick={notMe}>
          {t('known.other')}
        </Button>
        <Button kind="quiet" onClick={() => onPassword('chosen')}>
          {t('known.password')}
        </Button>
      </div>
    </div>
  );
}
