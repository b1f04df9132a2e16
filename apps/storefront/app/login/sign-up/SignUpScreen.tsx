import { serverClock } from '@butaca/browser/server-clock.ts';
import { MARKETING_VERSION, marketingTexts } from '@butaca/contract/rules/marketing';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Checkbox, FieldGrid } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, lazy, type Ref, Suspense, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '../../frame/NoticeArea.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import { useHydrated } from '../../frame/use-hydrated.ts';
import loginTexts from '../../i18n/es/login.json';
import { pathTo } from '../../paths.ts';
import { TermsBox, TermsMissing } from '../../terms/TermsBox.tsx';
import { CaptchaNotice } from '../CaptchaNotice.tsx';
import { ExternalEntrance } from '../external/ExternalEntrance.tsx';
import { LogInLink } from '../LinkWithEmail.tsx';
import { useNext } from '../next.ts';
import { problemKey } from '../ProblemText.tsx';
import { useCaptcha } from '../use-captcha.ts';
import { checkedFields, controlOf, type FormProblems, formProblems, type SignUpForm } from './form-problems.ts';
import { PersonFields } from './PersonFields.tsx';
import { AccountFields } from './SignUpFields.tsx';
import styles from './SignUpScreen.module.css';
import type { SignUpProblem } from './sign-up.ts';

const ProveAddress = lazy(() => import('../../account/mailbox/ProveAddress.tsx'));

/**
 * S-15; afterwards the visitor is logged in and on the page that they were going to. Where a host of the brand sends the code that
 * confirms the address (CA-036), it is asked for before; the account is open without it.
 */
export default function SignUpScreen() {
  const { t } = useTranslation(loginTexts);
  const { brand } = useFrame();
  const { asked } = useNext();
  const navigate = useNavigate();
  const [asksCode, setAsksCode] = useState(false);

  const leave = () => void navigate(asked ?? pathTo('cartelera', {}), { replace: true });
  const done = (isCodeSent: boolean) => {
    notify({ key: 'signed-up' });
    void import('../../account/mailbox/watch-mailbox.tsx').then(({ watchMailbox }) => watchMailbox()).catch(() => undefined);
    if (isCodeSent) setAsksCode(true);
    else leave();
  };

  return (
    <main id="main" className={styles.signUp}>
      <title>{`${t('sign-up.title')} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 tabIndex={-1}>{t('sign-up.title')}</h1>
      {brand.login.mode === 'EXTERNAL_LOGIN' ? (
        <ExternalEntrance next={asked ?? '/'} />
      ) : asksCode ? (
        <Suspense>
          <ProveAddress isSignUp onProved={leave} />
          <div>
            <Button kind="quiet" onClick={leave}>
              {t('sign-up.later')}
            </Button>
          </div>
        </Suspense>
      ) : (
        <>
          <p className={styles.lead}>
            {t('sign-up.lead')} <LogInLink to="login">{t('log-in.submit')}</LogInLink>
          </p>
          <SignUpFields onDone={done} />
        </>
      )}
    </main>
  );
}

/** The form: the person, the account, one button; each error is listed on top and shown at its field. */
function SignUpFields({ onDone }: { onDone: Options['onDone'] }) {
  const { t } = useTranslation(loginTexts);
  const hydrated = useHydrated();
  const { termsAtSignUp: asksTerms } = useFrame().brand.flags;
  const captcha = useCaptcha('sign-up');
  const summary = useRef<HTMLDivElement>(null);
  const { problems, problem, busy, submit, recheck } = useSignUpForm({
    asksTerms,
    captcha: captcha.take,
    onDone,
    onProblem: () => summary.current?.focus(),
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
      <ErrorSummary ref={summary} problems={problems} problem={problem} />
      <FieldGrid>
        <PersonFields problems={problems} onCorrected={recheck} />
      </FieldGrid>
      <AccountFields problems={problems} />
      <Checkbox name="news" value={MARKETING_VERSION} label={marketingTexts[MARKETING_VERSION]} />
      {asksTerms && <TermsBox isMissing={problems.terms !== undefined} />}
      <Button type="submit" busy={busy} disabled={!hydrated}>
        {busy ? t('sign-up.busy') : t('sign-up.submit')}
      </Button>
      <CaptchaNotice />
      <noscript>{t('needs-script')}</noscript>
    </form>
  );
}

interface ErrorSummaryProps {
  readonly problems: FormProblems;
  readonly problem: SignUpProblem | null;
  readonly ref: Ref<HTMLDivElement>;
}

/** Why the account was not created, with links to the fields. */
function ErrorSummary({ problems, problem, ref }: ErrorSummaryProps) {
  const { t } = useTranslation(loginTexts);
  const wrong = checkedFields.filter((field) => problems[field]);
  return (
    <div ref={ref} tabIndex={-1}>
      {problem && <Notice kind="error">{t(`problem.${problem.reason}`, 'seconds' in problem ? { seconds: problem.seconds } : {})}</Notice>}
      {wrong.length > 0 && (
        <Notice kind="error" title={t('summary', { count: wrong.length })}>
          <ul>
            {wrong.map((field) => (
              <li key={field}>
                <a href={`#${controlOf(field, problems[field])}`}>
                  {field === 'terms' ? <TermsMissing /> : t(problemKey(field, problems[field] ?? ''))}
                </a>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

interface Options {
  /** Whether the deployment has the terms accepted here (FL-019). */
  readonly asksTerms: boolean;
  readonly captcha: () => Promise<string | undefined>;
  readonly onDone: (isCodeSent: boolean) => void;
  readonly onProblem: () => void;
}

/** State of the form: checked when sent, from then on with every change, so that an error disappears when it is corrected. */
function useSignUpForm({ asksTerms, captcha, onDone, onProblem }: Options) {
  const { timeZone } = useFrame().brand.locale;
  const [problems, setProblems] = useState<FormProblems>({});
  const [problem, setProblem] = useState<SignUpProblem | null>(null);
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);

  const check = (form: HTMLFormElement) => formProblems(valuesOf(form), todayIn(timeZone), { asksTerms });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const found = check(form);
    setSent(true);
    setProblem(null);
    setProblems(found);
    if (Object.keys(found).length > 0) return focusFirst(form, found);

    setBusy(true);
    const { signUp } = await import('./sign-up.ts');
    const result = await signUp(valuesOf(form), captcha);
    setBusy(false);
    if (result.status === 'done') return onDone(result.isCodeSent);
    if (result.status === 'fields') {
      setProblems(result.problems);
      return focusFirst(form, result.problems);
    }
    setProblem(result.problem);
    onProblem();
  };

  const recheck = (event: FormEvent<HTMLElement>) => {
    const form = event.currentTarget.closest('form');
    if (sent && form) setProblems(check(form));
  };

  return { problems, problem, busy, submit, recheck };
}

const valuesOf = (form: HTMLFormElement) =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)])) as unknown as SignUpForm;

/** `2026-11-21` in the brand's time zone. */
const todayIn = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(serverClock.now());

function focusFirst(form: HTMLFormElement, problems: FormProblems) {
  const first = checkedFields.find((field) => problems[field]);
  if (first) form.querySelector<HTMLElement>(`[name="${controlOf(first, problems[first])}"]`)?.focus();
}
