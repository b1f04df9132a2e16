import { normalEmail } from '@butaca/contract/rules/email';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Field } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import loginTexts from '../i18n/es/login.json';
import { CaptchaNotice } from './CaptchaNotice.tsx';
import styles from './LoginScreen.module.css';
import { keepLinkNext } from './link-next.ts';
import { QuickProblemText } from './QuickProblemText.tsx';
import type { QuickProblem } from './quick-log-in.ts';
import { useCaptcha } from './use-captcha.ts';

interface LinkFormProps {
  /** Where the log-in leads. */
  readonly next: string;
  readonly onBack: () => void;
}

/** Asks for a link by mail, then waits: this page goes on by itself when the link is followed in another tab. */
export function LinkForm({ next, onBack }: LinkFormProps) {
  const { t } = useTranslation(loginTexts);
  const captcha = useCaptcha('log-in');
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState(false);
  const [problem, setProblem] = useState<QuickProblem | null>(null);
  const [sent, setSent] = useState<{ readonly email: string; readonly minutes: number } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its heading
  useEffect(() => heading.current?.focus(), [sent]);

  const submit = async (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const email = normalEmail(String(new FormData(form).get('email') ?? ''));
    setMissing(email === '');
    if (email === '') return form.querySelector<HTMLInputElement>('[name=email]')?.focus();
    setBusy(true);
    setProblem(null);
    const result = await import('./quick-log-in.ts').then(
      ({ askForLink }) => askForLink(email, captcha.take),
      (): QuickProblem => ({ reason: 'no_answer' }),
    );
    setBusy(false);
    if ('reason' in result) return setProblem(result);
    keepLinkNext(next);
    setSent({ email, minutes: result.minutes });
  };

  if (sent) {
    return (
      <div className={styles.greeting} data-msg="link_sent">
        <h1 ref={heading} tabIndex={-1} className={styles.plain}>
          {t('link.sent.title')}
        </h1>
        <p className={styles.lead}>{t('link.sent.text', sent)}</p>
        <p>{t('link.sent.wait')}</p>
        <div className={styles.ways}>
          <Button kind="secondary" onClick={() => setSent(null)}>
            {t('link.again')}
          </Button>
          <Button kind="quiet" onClick={onBack}>
            {t('link.back')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form className={styles.linkForm} method="post" noValidate onSubmit={(event) => void submit(event)} onFocus={captcha.prepare}>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {t('link.title')}
        </h1>
        <p className={styles.lead}>{t('link.lead')}</p>
      </div>
      {problem && (
        <Notice kind="error">
          <QuickProblemText problem={problem} />
        </Notice>
      )}
      <Field
        enterKeyHint="send"
        label={t('email')}
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        error={(missing && t('email.missing')) || (problem?.reason === 'other' && t('auth.E-mail must be valid'))}
        required
      />
      <Button type="submit" wide busy={busy}>
        {t(busy ? 'link.busy' : 'link.submit')}
      </Button>
      <Button kind="quiet" wide onClick={onBack}>
        {t('link.back')}
      </Button>
      <CaptchaNotice />
    </form>
  );
}
