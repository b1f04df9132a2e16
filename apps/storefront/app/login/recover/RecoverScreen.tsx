import { emailToRecover } from '@butaca/contract/pages';
import { emailProblem, normalEmail } from '@butaca/contract/rules/email';
import { typedIdentifier } from '@butaca/contract/rules/typed';
import type { Passkey } from '@butaca/contract/sign-in';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Field } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { notify } from '../../frame/NoticeArea.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import { useHydrated } from '../../frame/use-hydrated.ts';
import loginTexts from '../../i18n/es/login.json';
import { pathTo, queryNames } from '../../paths.ts';
import { useSession } from '../../session/store.ts';
import { CaptchaNotice } from '../CaptchaNotice.tsx';
import { KeptPasskeys, keptIn } from '../KeptPasskeys.tsx';
import { LinkWithEmail, useEmailOfPageBefore } from '../LinkWithEmail.tsx';
import { NewPassword, newPasswordFields, newPasswordProblems } from '../NewPassword.tsx';
import { useNext } from '../next.ts';
import { problemTexts } from '../ProblemText.tsx';
import { useCaptcha } from '../use-captcha.ts';
import { typedInto, useCheckedForm } from '../use-checked-form.ts';
import { type KeptRequest, keepRequest, keptRequest } from './kept-request.ts';
import styles from './RecoverScreen.module.css';
import type { RecoverProblem } from './recover.ts';

/** S-16: the address, then the code that was mailed to it and a new password; afterwards on to the login. */
export default function RecoverScreen() {
  const { t } = useTranslation(loginTexts);
  const { brand } = useFrame();
  const { asked } = useNext();
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const [request, setRequest] = useState<KeptRequest | null>(null);
  useOnToChange();

  useEffect(() => {
    if (hydrated) setRequest(keptRequest());
  }, [hydrated]);

  const keep = (next: KeptRequest | null) => {
    keepRequest(next);
    setRequest(next);
  };
  const done = (email: string) => {
    keepRequest(null);
    notify({ key: 'password-changed', Text: PasswordChanged });
    void navigate(pathTo('login', {}, { next: asked }), { state: { email } });
  };

  return (
    <main id="main" className={styles.recover}>
      <title>{`${t('recover.title')} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 tabIndex={-1}>{t('recover.title')}</h1>
      {request ? <SetForm request={request} onAgain={keep} onDone={done} /> : <AskForm onAsked={keep} />}
    </main>
  );
}

/** Whoever comes from a password manager and is logged in changes the password by the old one. */
function useOnToChange() {
  const { search } = useLocation();
  const session = useSession();
  const navigate = useNavigate();
  const hasToGo = session !== null && new URLSearchParams(search).has(queryNames.change);
  useEffect(() => {
    if (hasToGo) void navigate(pathTo('changePassword', {}), { replace: true });
  }, [hasToGo, navigate]);
}

/** Step 1: for which account. What comes next is the same whether there is one. */
function AskForm({ onAsked }: { onAsked: (request: KeptRequest) => void }) {
  const { t } = useTranslation(loginTexts);
  const hydrated = useHydrated();
  const captcha = useCaptcha('recovery');
  const { hash } = useLocation();
  const passedOn = useEmailOfPageBefore();
  const before = passedOn || (hydrated ? emailToRecover(hash) : '');
  const [problem, setProblem] = useState<RecoverProblem | null>(null);
  const { problems, busy, submit, recheck } = useCheckedForm<'email'>({
    order: ['email'],
    check: (form) => fieldProblem('email', emailProblem(typedInto(form, 'email'))),
    send: async (form) => {
      setProblem(null);
      const email = normalEmail(typedInto(form, 'email'));
      const { askCode } = await import('./recover.ts');
      const result = await askCode(email, captcha.take);
      if (result.status === 'fields') return result.problems;
      if (result.status === 'problem') setProblem(result.problem);
      else onAsked({ requestId: result.requestId, email });
      return undefined;
    },
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
      <p className={styles.lead}>{t('recover.lead')}</p>
      <ProblemNotice problem={problem} />
      <Field
        enterKeyHint="send"
        key={before}
        name="email"
        type="email"
        label={t('email')}
        autoComplete="username"
        inputMode="email"
        defaultValue={before}
        error={problemTexts(problems)('email')}
        required
      />
      <Button type="submit" wide busy={busy} disabled={!hydrated}>
        {busy ? t('recover.asking') : t('recover.ask')}
      </Button>
      <CaptchaNotice />
      <p className={styles.other}>
        <LinkWithEmail to="login">{t('recover.back')}</LinkWithEmail>
      </p>
      <noscript>{t('needs-script')}</noscript>
    </form>
  );
}

interface SetFormProps {
  readonly request: KeptRequest;
  /** Another code was asked for; null: for another address. */
  readonly onAgain: (request: KeptRequest | null) => void;
  readonly onDone: (email: string) => void;
}

const setFields = ['code', ...newPasswordFields] as const;

/** Step 2: the code and the new password; then, where the account has passkeys, which of them stay. */
function SetForm({ request, onAgain, onDone }: SetFormProps) {
  const { t } = useTranslation(loginTexts);
  const captcha = useCaptcha('recovery');
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<RecoverProblem | null>(null);
  const [again, setAgain] = useState<'asking' | 'sent' | null>(null);
  // Null until the code was right once.
  const [passkeys, setPasskeys] = useState<readonly Passkey[] | null>(null);
  const choice = useRef<HTMLFieldSetElement>(null);
  const { email, requestId } = request;

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[name=code]')?.focus();
  }, []);
  useEffect(() => {
    if (passkeys) choice.current?.focus();
  }, [passkeys]);

  const { problems, busy, submit, recheck } = useCheckedForm<(typeof setFields)[number]>({
    order: setFields,
    check: (typed) => ({
      ...fieldProblem('code', typedIdentifier(typedInto(typed, 'code')) === '' ? 'missing' : null),
      ...newPasswordProblems(typed),
    }),
    send: async (typed) => {
      setProblem(null);
      const { listPasskeys, recover } = await import('./recover.ts');
      const code = { requestId, code: typedIdentifier(typedInto(typed, 'code')) };
      if (passkeys === null) {
        const listed = await listPasskeys(code);
        if (listed.status === 'fields') return listed.problems;
        if (listed.status === 'problem') {
          setProblem(listed.problem);
          return undefined;
        }
        // They are asked about first, and the button sends it all.
        if (listed.passkeys.length > 0) {
          setPasskeys(listed.passkeys);
          return undefined;
        }
      }
      const given = { ...code, email, password: typedInto(typed, 'password'), keptPasskeys: keptIn(typed) };
      const result = await recover(given, captcha.take);
      if (result.status === 'fields') return result.problems;
      if (result.status === 'problem') setProblem(result.problem);
      else onDone(email);
      return undefined;
    },
  });

  const askAgain = async () => {
    if (again === 'asking') return;
    setProblem(null);
    setAgain('asking');
    const { askCode } = await import('./recover.ts');
    const result = await askCode(email, captcha.take);
    setAgain(result.status === 'asked' ? 'sent' : null);
    if (result.status === 'asked') onAgain({ requestId: result.requestId, email });
    else if (result.status === 'problem') setProblem(result.problem);
    form.current?.querySelector<HTMLElement>('[name=code]')?.focus();
  };

  return (
    <form
      ref={form}
      className={styles.form}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      onInput={recheck}
      onFocus={captcha.prepare}
    >
      <Notice kind="info" message="recovery_code_sent">
        {t(again === 'sent' ? 'recover.sent-again' : 'recover.sent', { email })}
      </Notice>
      <ProblemNotice problem={problem} />
      {/* For password managers, which keep the new password with it. */}
      <input type="email" name="email" autoComplete="username" defaultValue={email} readOnly hidden />
      <Field
        enterKeyHint="next"
        name="code"
        label={t('code')}
        hint={t('code.hint')}
        error={problemTexts(problems)('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        required
      />
      <NewPassword problems={problems} />
      <KeptPasskeys ref={choice} by="recover" passkeys={passkeys ?? []} />
      <Button type="submit" wide busy={busy}>
        {busy ? t('recover.setting') : t('recover.set')}
      </Button>
      <CaptchaNotice />
      <div className={styles.ways}>
        <Button kind="quiet" busy={again === 'asking'} onClick={() => void askAgain()}>
          {t('recover.again')}
        </Button>
        <Button kind="quiet" onClick={() => onAgain(null)}>
          {t('recover.other')}
        </Button>
      </div>
    </form>
  );
}

function ProblemNotice({ problem }: { problem: RecoverProblem | null }) {
  const { t } = useTranslation(loginTexts);
  if (!problem) return null;
  return <Notice kind="error">{t(`problem.${problem.reason}`, 'seconds' in problem ? { seconds: problem.seconds } : {})}</Notice>;
}

const fieldProblem = <Field extends string>(field: Field, reason: string | null) =>
  (reason === null ? {} : { [field]: reason }) as Partial<Record<Field, string>>;

const PasswordChanged = () => useTranslation(loginTexts).t('password-changed');
