import { Button } from '@butaca/ui/components/Button.tsx';
import { useRef } from 'react';
import { useHydrated } from '../../frame/use-hydrated.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { loginTexts } from '../texts.ts';
import { useCaptcha } from '../use-captcha.ts';
import { AccountFields } from './AccountFields.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { PersonFields } from './PersonFields.tsx';
import styles from './SignUpScreen.module.css';
import { useSignUpForm } from './use-sign-up-form.ts';

/** The whole form: the person, the account, one button; what is wrong stands on top and at its field. */
export function SignUpFields({ onDone }: { onDone: (email: string) => void }) {
  const { t } = useTranslation(loginTexts);
  const hydrated = useHydrated();
  const captcha = useCaptcha();
  const summary = useRef<HTMLDivElement>(null);
  const { problems, refusal, busy, submit, recheck } = useSignUpForm({
    captcha: captcha.take,
    onDone,
    onRefused: () => summary.current?.focus(),
  });

  return (
    <form
      className={styles.form}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      onInput={recheck}
      onFocus={captcha.prepare}
    >
      <ErrorSummary ref={summary} problems={problems} refusal={refusal} />
      <PersonFields problems={problems} onCorrected={recheck} />
      <AccountFields problems={problems} />
      <Button type="submit" busy={busy} disabled={!hydrated}>
        {busy ? t('sign-up.busy') : t('sign-up.submit')}
      </Button>
      <noscript>{t('needs-script')}</noscript>
    </form>
  );
}
