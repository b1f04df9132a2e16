import { serverClock } from '@butaca/browser/server-clock.ts';
import { marketingTexts, marketingVersions } from '@butaca/contract/rules/marketing';
import type { StoredUser } from '@butaca/contract/stored-session';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Checkbox, FieldGrid } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, lazy, type Ref, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '../../frame/NoticeArea.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import { useHydrated } from '../../frame/use-hydrated.ts';
import loginTexts from '../../i18n/es/login.json';
import { pathTo } from '../../paths.ts';
import { currentSession, useSession } from '../../session/store.ts';
import { TermsBox, TermsMissing } from '../../terms/TermsBox.tsx';
import { AlreadyIn } from '../AlreadyIn.tsx';
import { CaptchaNotice } from '../CaptchaNotice.tsx';
import { ExternalEntrance } from '../external/ExternalEntrance.tsx';
import { LogInLink } from '../LinkWithEmail.tsx';
import { homeOf, useNext } from '../next.ts';
import { problemKey } from '../ProblemText.tsx';
import { useCaptcha } from '../use-captcha.ts';
import { useWantedPerformance } from '../wanted-performance.ts';
import { forgetCodeStep, isAtCodeStep, keepCodeStep } from './code-step.ts';
import { checkedFields, controlOf, type FormProblems, formProblems, type SignUpForm } from './form-problems.ts';
import { PersonFields } from './PersonFields.tsx';
import { AccountFields } from './SignUpFields.tsx';
import styles from './SignUpScreen.module.css';
import type { SignUpProblem } from './sign-up.ts';

const ProveAddress = lazy(() => import('../../account/mailbox/ProveAddress.tsx'));

/**
 * S-15; afterwards the visitor is logged in and on the page that they were going to. Where a host of the brand sends the code that
 * confirms the address (CA-036), it is asked for before; the account is open without it. With an open session there is nothing to sign up for:
 * the code step goes on where this tab left it, or else the visitor does.
 */
export default function SignUpScreen() {
  const { t } = useTranslation(loginTexts);
  const { brand } = useFrame();
  const { asked } = useNext();
  const wanted = useWantedPerformance(asked);
  const navigate = useNavigate();
  const user = useSession()?.user;
  const [busy, setBusy] = useState(false);
  const [asksCode, setAsksCode] = useState(false);

  const leave = () => {
    forgetCodeStep();
    void navigate(asked ?? pathTo('cartelera', {}), { replace: true });
  };
  const done = (isCodeSent: boolean) => {
    notify({ key: 'signed-up', Text: SignedUpNotice });
    void import('../../account/mailbox/watch-mailbox.tsx').then(({ watchMailbox }) => watchMailbox()).catch(() => undefined);
    if (!isCodeSent) return leave();
    keepCodeStep(currentSession()?.user.email ?? '');
    setAsksCode(true);
  };

  return (
    <main id="main" className={styles.signUp}>
      <title>{`${t('sign-up.title')} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      {asksCode ? (
        <>
          <h1 tabIndex={-1}>{t('sign-up.title')}</h1>
          <Suspense>
            <ProveAddress isSignUp onProved={leave} />
            <div>
              <Button kind="quiet" onClick={leave}>
                {t('sign-up.later')}
              </Button>
            </div>
          </Suspense>
        </>
      ) : user && !busy ? (
        <SignedUp user={user} next={asked ?? homeOf(user)} onCodeStep={setAsksCode} />
      ) : brand.login.mode === 'EXTERNAL_LOGIN' ? (
        <>
          <h1 tabIndex={-1}>{t('sign-up.title')}</h1>
          <ExternalEntrance next={asked ?? '/'} />
        </>
      ) : (
        <>
          <h1 tabIndex={-1}>{t('sign-up.title')}</h1>
          <p className={styles.lead}>
            {wanted !== null && t('sign-up.lead.for', { wanted })} {t('sign-up.lead')}{' '}
            <LogInLink to="login">{t('log-in.submit')}</LogInLink>
          </p>
          <SignUpFields busy={busy} onBusy={setBusy} onDone={done} />
        </>
      )}
    </main>
  );
}

interface SignedUpProps {
  readonly user: StoredUser;
  readonly next: string;
  readonly onCodeStep: (asksCode: true) => void;
}

/** Somebody who has an account and is logged in. */
function SignedUp({ user: { name, email }, next, onCodeStep }: SignedUpProps) {
  const [goesOn, setGoesOn] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    void isAtCodeStep(email, leaving.signal).then((isAtCode) => {
      if (leaving.signal.aborted) return;
      if (isAtCode) onCodeStep(true);
      else setGoesOn(true);
    });
    return () => leaving.abort();
  }, [email, onCodeStep]);
  return goesOn && <AlreadyIn name={name} next={next} />;
}

/** The form: the person, the account, one button; each error is listed on top and shown at its field. */
function SignUpFields({ busy, onBusy, onDone }: Pick<Options, 'busy' | 'onBusy' | 'onDone'>) {
  const { t } = useTranslation(loginTexts);
  const hydrated = useHydrated();
  const { flags, locale } = useFrame().brand;
  const asksTerms = flags.termsAtSignUp;
  const marketingVersion = marketingVersions[locale.language];
  const captcha = useCaptcha('sign-up');
  const summary = useRef<HTMLDivElement>(null);
  const { problems, problem, submit, recheck } = useSignUpForm({
    busy,
    onBusy,
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
      <Checkbox name="news" value={marketingVersion} label={marketingTexts[marketingVersion]} />
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
  /** From the press until an account was not opened: the session that opens meanwhile is not one that was already there. */
  readonly busy: boolean;
  readonly onBusy: (busy: boolean) => void;
  /** Whether the deployment has the terms accepted here (FL-019). */
  readonly asksTerms: boolean;
  readonly captcha: () => Promise<string | undefined>;
  readonly onDone: (isCodeSent: boolean) => void;
  readonly onProblem: () => void;
}

/** State of the form: checked when sent, from then on with every change, so that an error disappears when it is corrected. */
function useSignUpForm({ busy, onBusy, asksTerms, captcha, onDone, onProblem }: Options) {
  const { timeZone } = useFrame().brand.locale;
  const [problems, setProblems] = useState<FormProblems>({});
  const [problem, setProblem] = useState<SignUpProblem | null>(null);
  const [sent, setSent] = useState(false);

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

    onBusy(true);
    const { signUp } = await import('./sign-up.ts');
    const result = await signUp(valuesOf(form), captcha);
    if (result.status === 'done') return onDone(result.isCodeSent);
    onBusy(false);
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

  return { problems, problem, submit, recheck };
}

const valuesOf = (form: HTMLFormElement) =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)])) as unknown as SignUpForm;

/** `2026-11-21` in the brand's time zone. */
const todayIn = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(serverClock.now());

function focusFirst(form: HTMLFormElement, problems: FormProblems) {
  const first = checkedFields.find((field) => problems[field]);
  if (first) form.querySelector<HTMLElement>(`[name="${controlOf(first, problems[first])}"]`)?.focus();
}

const SignedUpNotice = () => useTranslation(loginTexts).t('signed-up');
