import type { LoginProblem, StaffStep } from '@butaca/browser/log-in.ts';
import { Button, LinkButton } from '@butaca/ui/components/Button.tsx';
import { type Credentials, CredentialsForm } from '@butaca/ui/components/CredentialsForm.tsx';
import { Checkbox } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useFrame } from '../frame/use-frame.ts';
import { useHydrated } from '../frame/use-hydrated.ts';
import loginTexts from '../i18n/es/login.json';
import { pathTo } from '../paths.ts';
import { hasEndedHere, useSession } from '../session/store.ts';
import { AlreadyIn } from './AlreadyIn.tsx';
import { CaptchaNotice } from './CaptchaNotice.tsx';
import { ExternalEntrance } from './external/ExternalEntrance.tsx';
import { KnownPerson } from './KnownPerson.tsx';
import { useKnownName } from './known-person.ts';
import { LinkForm } from './LinkForm.tsx';
import { LinkWithEmail, LogInLink, useEmailOfPageBefore } from './LinkWithEmail.tsx';
import styles from './LoginScreen.module.css';
import { counterAskedFor, homeOf, isGreeted, useNext } from './next.ts';
import { OtherWays } from './OtherWays.tsx';
import { useCaptcha } from './use-captcha.ts';
import { useWantedPerformance } from './wanted-performance.ts';

/** Only staff see it. */
const StaffLogin = lazy(() => import('./StaffLogin.tsx'));

/** S-13: the form, the greeting after it, or that a call failed (C-01, C-36). */
export default function LoginScreen() {
  const { t } = useTranslation(loginTexts);
  const { brand } = useFrame();
  const session = useSession();
  const { asked, failed } = useNext();
  const next = asked ?? homeOf(session?.user);
  const counter = counterAskedFor(asked);
  // While the form is busy, a session that opens is the one to greet, not one that was already there.
  const [busy, setBusy] = useState(false);
  const [greeted, setGreeted] = useState<string | null>(null);
  const [staffStep, setStaffStep] = useState<StaffStep | null>(null);
  // Where customers log in elsewhere, the form is for staff.
  const [asStaff, setAsStaff] = useState(false);
  const [way, setWay] = useState<Way>('known');
  const known = useKnownName();
  const wanted = useWantedPerformance(asked);

  return (
    <main id="main" className={styles.login}>
      <title>{`${t('log-in.title')} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      {greeted !== null && isGreeted(asked, session?.user) ? (
        <Greeting name={greeted} next={next} delayMs={brand.login.greetingMs} />
      ) : greeted !== null ? (
        <AlreadyIn name={greeted} next={next} />
      ) : failed ? (
        <AfterFailedCall next={next} />
      ) : staffStep ? (
        <Suspense fallback={null}>
          <StaffLogin step={staffStep} onLoggedIn={setGreeted} onBack={() => setStaffStep(null)} />
        </Suspense>
      ) : session && !busy ? (
        <AlreadyIn name={session.user.name} next={next} />
      ) : brand.login.mode === 'EXTERNAL_LOGIN' && !asStaff ? (
        <>
          <h1 tabIndex={-1}>{t('log-in.title')}</h1>
          <ExternalEntrance next={asked ?? '/'} />
          <p>
            <Button kind="quiet" onClick={() => setAsStaff(true)}>
              {t('external.staff')}
            </Button>
          </p>
        </>
      ) : way === 'link' ? (
        <LinkForm next={next} onBack={() => setWay('password')} />
      ) : way === 'known' && known !== null ? (
        <>
          <h1 tabIndex={-1}>{t('known.title', { name: known })}</h1>
          <KnownPerson
            name={known}
            busy={busy}
            onBusy={setBusy}
            onLoggedIn={setGreeted}
            onPassword={(why) => setWay(why === 'forgotten' ? 'forgotten' : 'password')}
          />
        </>
      ) : (
        <>
          <h1 tabIndex={-1}>{t('log-in.title')}</h1>
          {way === 'forgotten' && (
            <Notice kind="info">
              {t('problem.device_unknown')} <LinkWithEmail to="recoverPassword">{t('look.forgot')}</LinkWithEmail>
            </Notice>
          )}
          {counter && hasEndedHere() ? (
            <Notice kind="warning" message="session_ended" title={t('ended.title')}>
              {t(`ended.${counter}`)}
            </Notice>
          ) : (
            <p className={styles.lead}>{wanted === null ? t('log-in.lead') : t('log-in.lead.for', { wanted })}</p>
          )}
          <p className={styles.other} hidden={asStaff}>
            {t('log-in.no-account')} <LogInLink to="signUp">{t('sign-up.title')}</LogInLink>
          </p>
          <LoginForm
            isShared={counter !== null}
            busy={busy}
            onBusy={setBusy}
            onLoggedIn={setGreeted}
            onStaff={setStaffStep}
            onLink={() => setWay('link')}
          />
          {!asStaff && <ExternalEntrance next={asked ?? '/'} second />}
        </>
      )}
    </main>
  );
}

interface LoginFormProps {
  /** Others use the device too: nobody is remembered on it unasked. */
  readonly isShared: boolean;
  readonly busy: boolean;
  readonly onBusy: (busy: boolean) => void;
  readonly onLoggedIn: (name: string) => void;
  /** The password was right, and a member of staff has a step before them. */
  readonly onStaff: (step: StaffStep) => void;
  readonly onLink: () => void;
}

/** What the page shows first; `forgotten`: the device was remembered, and is no longer. */
type Way = 'known' | 'password' | 'forgotten' | 'link';

const notLoaded = (): LoginProblem => ({ reason: 'no_answer' });

/** E-mail and password; passes on the name of the customer who logged in. */
function LoginForm({ isShared, busy, onBusy, onLoggedIn, onStaff, onLink }: LoginFormProps) {
  const { t } = useTranslation(loginTexts);
  const { rememberDays: days, mode } = useFrame().brand.login;
  // Where customers log in elsewhere, the form is for staff, who have no other ways.
  const isForCustomers = mode === 'OWN_SELF_LOGIN';
  const rememberDays = isForCustomers ? days : 0;
  const [ticked, setTicked] = useState<boolean | null>(null);
  const remember = ticked ?? (rememberDays > 0 && !isShared);
  const email = useEmailOfPageBefore();
  const hydrated = useHydrated();
  const captcha = useCaptcha('log-in');
  const [problem, setProblem] = useState<LoginProblem | null>(null);

  const send = async (credentials: Credentials) => {
    onBusy(true);
    setProblem(null);
    const result = await import('./log-in.ts').then(({ logIn }) => logIn({ ...credentials, remember }, captcha.take), notLoaded);
    if ('name' in result) return onLoggedIn(result.name);
    onBusy(false);
    if ('step' in result) return onStaff(result);
    setProblem(result);
  };

  return (
    <>
      <CredentialsForm
        t={t}
        busy={busy}
        problem={problem && t(`problem.${problem.reason}`, 'seconds' in problem ? { seconds: problem.seconds } : {})}
        key={email}
        email={email}
        ready={hydrated}
        onSend={(credentials) => void send(credentials)}
        onFocus={captcha.prepare}
        passkeys
        options={
          rememberDays > 0 && (
            <Checkbox label={t('remember')} checked={remember} onChange={(event) => setTicked(event.currentTarget.checked)} />
          )
        }
      >
        <CaptchaNotice />
        <p className={styles.other}>
          <LinkWithEmail to="recoverPassword">{t('recover.link')}</LinkWithEmail>
        </p>
        <noscript>{t('needs-script')}</noscript>
      </CredentialsForm>
      {isForCustomers && <OtherWays remember={remember} busy={busy} onBusy={onBusy} onLoggedIn={onLoggedIn} onLink={onLink} />}
    </>
  );
}

/** "Hola, Julia" for `delayMs`, then on to the billboard; a button goes at once (C-36). */
function Greeting({ name, next, delayMs }: { name: string; next: string; delayMs: number }) {
  const { t } = useTranslation(loginTexts);
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const go = () => void navigate(next, { replace: true });
  const latest = useRef(go);
  latest.current = go;

  useEffect(() => {
    heading.current?.focus();
    const timer = setTimeout(() => latest.current(), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);

  return (
    <div className={styles.greeting}>
      <h1 ref={heading} tabIndex={-1}>
        {t('greeting', { name })}
      </h1>
      <p className={styles.lead}>{t('greeting.text')}</p>
      <Button onClick={go}>{t('greeting.go')}</Button>
    </div>
  );
}

/** After a fault of the API: says so, keeps the session, and offers the way back instead of a password form (C-01). */
function AfterFailedCall({ next }: { next: string }) {
  const { t } = useTranslation(loginTexts);
  return (
    <div className={styles.failed}>
      <h1 tabIndex={-1}>{t('failed.title')}</h1>
      <p className={styles.lead}>{t('failed.text')}</p>
      <div className={styles.ways}>
        <LinkButton as={Link} to={next} replace>
          {t('failed.retry')}
        </LinkButton>
        <Link to={pathTo('cartelera', {})}>{t('to-billboard')}</Link>
      </div>
    </div>
  );
}
