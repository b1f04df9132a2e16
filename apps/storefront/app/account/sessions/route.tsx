import { momentText, timeText } from '@butaca/brand/dates';
import type { AccountSession } from '@butaca/contract/sessions';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { Tag } from '@butaca/ui/components/Tag.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useRef, useState } from 'react';
import { Link, useNavigate, useRevalidator } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { useFrame } from '../../frame/use-frame.ts';
import sessionsTexts from '../../i18n/es/sessions.json';
import { pathTo } from '../../paths.ts';
import { hasScreen } from '../../screens.ts';
import { useSession } from '../../session/store.ts';
import { AccountPage } from '../AccountPage.tsx';
import { AccountShell } from '../AccountShell.tsx';
import { type AccountOutcome, type AccountProblem, accountOutcome } from '../account-outcome.ts';
import styles from '../EntryList.module.css';
import type { Route } from './+types/route';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [{ listSessions }, { pageCall }] = await Promise.all([import('@butaca/contract/sessions'), import('../../calls/page-call.ts')]);
  const answer = await pageCall(listSessions, {}, request);
  return answer.ok ? answer.data.sessions : null;
}

export function HydrateFallback() {
  const { t } = useTranslation(sessionsTexts);
  return <AccountShell title={t('title')} />;
}

/** Where the account is open, with a way to end each session from here. */
export default function MySessions({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(sessionsTexts);
  return <AccountPage title={t('title')}>{loaderData === null ? <ReadFailed /> : <Sessions read={loaderData} />}</AccountPage>;
}

function Sessions({ read }: { read: readonly AccountSession[] }) {
  const { t } = useTranslation(sessionsTexts);
  const { login } = useFrame().brand;
  const isExternal = useSession()?.user.isExternal;
  const { sessions, ending, problem, said, status, end, endOthers } = useSessions(read);
  const others = sessions.filter(({ isThis }) => !isThis);

  return (
    <>
      <p ref={status} tabIndex={-1} className="visually-hidden" role="status">
        {said && t(said)}
      </p>
      {problem && <Notice kind="error">{t(`problem.${problem}`)}</Notice>}
      <p className={styles.soft}>
        {t('lead')}{' '}
        {login.mode === 'OWN_SELF_LOGIN' && !isExternal && hasScreen('changePassword') && (
          <Link to={pathTo('changePassword', {})}>{t('lead.password')}</Link>
        )}
      </p>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <Session key={session.id} session={session} busy={ending === session.id} onEnd={() => void end(session.id)} />
        ))}
      </ul>
      {others.length === 0 ? (
        <div className={styles.empty}>
          <h2>{t('alone.title')}</h2>
          <p>{t('alone.text')}</p>
        </div>
      ) : (
        <div>
          <Button kind="secondary" busy={ending === 'others'} onClick={() => void endOthers()}>
            {t('end-others')}
          </Button>
        </div>
      )}
    </>
  );
}

function Session({ session, busy, onEnd }: { session: AccountSession; busy: boolean; onEnd: () => void }) {
  const { t } = useTranslation(sessionsTexts);
  const { language, timeZone } = useFrame().brand.locale;
  const opened = momentText(session.openedAt, { language, timeZone }, { dateStyle: 'long' });
  const time = timeText(session.expiresAt, { language, timeZone });
  const device = session.device ?? t('unknown');
  return (
    <li className={styles.entry}>
      <div className={styles.facts}>
        <p className={styles.strong}>{device}</p>
        <p>{t('when', { opened })}</p>
        <p className={styles.soft}>{t('until', { time })}</p>
        {session.isThis && <Tag tone="strong">{t('this')}</Tag>}
      </div>
      {/* This one ends by logging out, which goes elsewhere. */}
      {!session.isThis && (
        <div className={styles.actions}>
          <Button kind="quiet" small busy={busy} aria-label={t('end.long', { device, opened })} onClick={onEnd}>
            {t('end')}
          </Button>
        </div>
      )}
    </li>
  );
}

function ReadFailed() {
  const { t } = useTranslation(sessionsTexts);
  const { revalidate, state } = useRevalidator();
  return (
    <Notice
      kind="error"
      title={t('failed.title')}
      actions={
        <Button kind="secondary" busy={state === 'loading'} onClick={() => void revalidate()}>
          {t('retry')}
        </Button>
      }
    >
      {t('failed.text')}
    </Notice>
  );
}

type Answer = AccountOutcome<{ readonly sessions: AccountSession[] }>;
/** A session has no fields, and no list of them is full. */
type Problem = Exclude<AccountProblem, 'full'>;

/** The list as the last answer told it, and what became of the last change. */
function useSessions(read: readonly AccountSession[]) {
  const navigate = useNavigate();
  const [sessions, setSessions] = useState(read);
  const [ending, setEnding] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [said, setSaid] = useState<'ended' | 'others-ended' | null>(null);
  const status = useRef<HTMLParagraphElement>(null);

  async function run(what: string, done: 'ended' | 'others-ended', call: () => Promise<Answer>) {
    if (ending !== null) return;
    setEnding(what);
    setProblem(null);
    setSaid(null);
    const outcome = await call();
    setEnding(null);
    if (outcome.status === 'log-in') return navigate(pathTo('login', {}, { next: pathTo('mySessions', {}) }));
    // It was over before: no longer in the list either way.
    if (outcome.status === 'problem' && outcome.problem === 'gone') setSessions((all) => all.filter(({ id }) => id !== what));
    if (outcome.status !== 'done') {
      const reason = outcome.status === 'problem' ? outcome.problem : 'other';
      return setProblem(reason === 'full' ? 'other' : reason);
    }
    setSessions(outcome.data.sessions);
    setSaid(done);
    // The button that was pressed is gone.
    status.current?.focus();
  }

  const end = (id: string) =>
    run(id, 'ended', async () => {
      const { endSession } = await import('@butaca/contract/sessions');
      return accountOutcome(await (await loadClient()).call(endSession, { params: { id } }));
    });
  const endOthers = () =>
    run('others', 'others-ended', async () => {
      const { endOtherSessions } = await import('@butaca/contract/sessions');
      return accountOutcome(await (await loadClient()).call(endOtherSessions, {}));
    });

  return { sessions, ending, problem, said, status, end, endOthers };
}
