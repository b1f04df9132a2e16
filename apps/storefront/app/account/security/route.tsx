import { dateText } from '@butaca/brand/dates';
import type { Passkey } from '@butaca/contract/sign-in';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useFrame } from '../../frame/use-frame.ts';
import { useHydrated } from '../../frame/use-hydrated.ts';
import accountTexts from '../../i18n/es/account.json';
import { forgetName, useKnownName } from '../../login/known-person.ts';
import { pathTo } from '../../paths.ts';
import { AccountPage } from '../AccountPage.tsx';
import { AccountShell } from '../AccountShell.tsx';
import type { AccountOutcome } from '../account-outcome.ts';
import styles from '../EntryList.module.css';
import { ReadFailed } from '../ReadFailed.tsx';
import type { Route } from './+types/route';
import type { PasskeyProblem } from './passkeys.ts';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [{ listPasskeys }, { pageCall }] = await Promise.all([import('@butaca/contract/sign-in'), import('../../calls/page-call.ts')]);
  const answer = await pageCall(listPasskeys, {}, request);
  return answer.ok ? answer.data.passkeys : null;
}

export function HydrateFallback() {
  const { t } = useTranslation(accountTexts);
  return <AccountShell title={t('security.title')} />;
}

/** How one logs in besides the password: the passkeys of the account, and whether this device is remembered. */
export default function MySecurity({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(accountTexts);
  return (
    <AccountPage title={t('security.title')}>
      <Passkeys read={loaderData} />
      <ThisDevice />
    </AccountPage>
  );
}

function Passkeys({ read }: { read: readonly Passkey[] | null }) {
  const { t } = useTranslation(accountTexts);
  const hydrated = useHydrated();
  const { passkeys, removing, setRemoving, busy, problem, said, status, run } = usePasskeys(read);
  const isPossible = !hydrated || 'PublicKeyCredential' in window;
  if (passkeys === null) return <ReadFailed title={t('passkey.failed')} />;
  return (
    <section className={styles.section} aria-labelledby="passkeys">
      <h2 id="passkeys">{t('passkey.heading')}</h2>
      <p>{t('passkey.text')}</p>
      <p ref={status} tabIndex={-1} className="visually-hidden" role="status">
        {said && t(`passkey.${said}`)}
      </p>
      {problem && (
        <Notice kind="error">
          {t(problem === 'passkey' ? 'passkey.refused' : problem === 'full' ? 'passkey.full' : `problem.${problem}`)}
        </Notice>
      )}
      {passkeys.length > 0 && (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={styles.entry}>
              <div className={styles.facts}>
                <p className={styles.strong}>{passkey.name}</p>
                <PasskeyDates {...passkey} />
              </div>
              <div className={styles.actions}>
                <Button kind="quiet" small aria-label={t('remove.long', { name: passkey.name })} onClick={() => setRemoving(passkey)}>
                  {t('remove')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div>
        {isPossible ? (
          <Button
            kind={passkeys.length === 0 ? 'primary' : 'secondary'}
            busy={busy}
            onClick={() => void run('added', async () => (await import('./passkeys.ts')).addPasskey())}
          >
            {t(busy ? 'saving' : 'passkey.add')}
          </Button>
        ) : (
          <p className={styles.soft}>{t('passkey.impossible')}</p>
        )}
      </div>
      <Dialog
        open={removing !== null}
        title={t('passkey.remove.title')}
        closeLabel={t('close')}
        onClose={() => setRemoving(null)}
        actions={
          <>
            <Button kind="secondary" onClick={() => setRemoving(null)}>
              {t('keep')}
            </Button>
            <Button
              kind="danger"
              busy={busy}
              onClick={() => removing && void run('removed', async () => (await import('./passkeys.ts')).removePasskey(removing.id))}
            >
              {t('remove')}
            </Button>
          </>
        }
      >
        <p>{t('passkey.remove.text', { name: removing?.name ?? '' })}</p>
      </Dialog>
    </section>
  );
}

function PasskeyDates({ createdAt, usedAt }: Passkey) {
  const { t } = useTranslation(accountTexts);
  const { language, timeZone } = useFrame().brand.locale;
  const day = (at: number) => dateText(at, { language, timeZone }, { dateStyle: 'long' });
  return (
    <p className={styles.soft}>
      {t('passkey.since', { date: day(createdAt) })}
      {' · '}
      {usedAt === undefined ? t('passkey.unused') : t('passkey.used', { date: day(usedAt) })}
    </p>
  );
}

/** The list as the last answer told it, and what became of the last change. */
function usePasskeys(read: readonly Passkey[] | null) {
  const navigate = useNavigate();
  const [passkeys, setPasskeys] = useState(read);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<PasskeyProblem | null>(null);
  const [said, setSaid] = useState<'added' | 'removed' | null>(null);
  const status = useRef<HTMLParagraphElement>(null);

  // The button that was pressed is gone with its entry, and the dialog has closed by now.
  useEffect(() => {
    if (said === 'removed') status.current?.focus();
  }, [said]);

  const run = async (done: 'added' | 'removed', change: () => Promise<AccountOutcome<readonly Passkey[], PasskeyProblem> | null>) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    setSaid(null);
    const outcome = await change();
    setBusy(false);
    setRemoving(null);
    if (outcome === null) return;
    if (outcome.status === 'log-in') return navigate(pathTo('login', {}, { next: pathTo('mySecurity', {}) }));
    if (outcome.status !== 'done') return setProblem(outcome.status === 'problem' ? outcome.problem : 'other');
    setPasskeys(outcome.data);
    setSaid(done);
  };

  return { passkeys, removing, setRemoving, busy, problem, said, status, run };
}

/** Whether this browser logs in without the password, and the way to end that. */
function ThisDevice() {
  const { t } = useTranslation(accountTexts);
  const known = useKnownName();
  const [forgotten, setForgotten] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (forgotten) status.current?.focus();
  }, [forgotten]);
  if (useFrame().brand.login.rememberDays === 0) return null;

  const forget = () => {
    forgetName();
    setForgotten(true);
    void import('../../login/quick-log-in.ts').then(({ forgetHere }) => forgetHere());
  };
  return (
    <section className={styles.section} aria-labelledby="device">
      <h2 id="device">{t('device.heading')}</h2>
      <p ref={status} tabIndex={-1} role="status">
        {t(forgotten ? 'device.forgotten' : known === null ? 'device.unknown' : 'device.known')}
      </p>
      {known !== null && (
        <div>
          <Button kind="secondary" onClick={forget}>
            {t('device.forget')}
          </Button>
        </div>
      )}
    </section>
  );
}
