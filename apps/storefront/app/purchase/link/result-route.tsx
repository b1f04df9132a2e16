import { poll } from '@butaca/browser/poll.ts';
import { Button, LinkButton } from '@butaca/ui/components/Button.tsx';
import { OutcomeMark } from '@butaca/ui/components/OutcomeMark.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import linkTexts from '../../i18n/es/pay-link.json';
import { pathTo } from '../../paths.ts';
import { PerformanceName } from '../buy/summary/PerformanceTickets.tsx';
import styles from '../confirmation/Confirmation.module.css';
import { Verifying } from '../confirmation/ConfirmationScreen.tsx';
import { AskForCode } from './AskForCode.tsx';
import { keptCode } from './link-code.ts';
import { endOfLink, returned } from './link-end.ts';
import { linkHeaders } from './link-headers.ts';
import { type ReadLink, readLink } from './read-link.ts';

export const headers = linkHeaders;

/** S-34: what became of a payment by link; only the server's word counts, whatever led here. */
export default function PayConfirmLinkPago() {
  const { t } = useTranslation(linkTexts);
  const { verificationAttempts: times, verificationStepMs: everyMs } = useFrame().brand.constants;
  const [code, setCode] = useState<string | null | undefined>(undefined);
  const [series, setSeries] = useState(1);
  const [read, setRead] = useState<ReadLink | null>(null);

  useEffect(() => setCode(keptCode()), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new series asks about the same link again
  useEffect(() => {
    if (!code) return;
    let abandoned = false;
    let latest: ReadLink = { status: 'silent' };
    setRead(null);
    const look = async () => {
      if (!abandoned) latest = await readLink(code);
      return latest.status === 'gone' || (latest.status === 'read' && latest.link.state !== 'paying') ? latest : undefined;
    };
    void poll(look, { everyMs, times, fromStart: true }).then((ended) => {
      if (!abandoned) setRead(ended ?? latest);
    });
    return () => {
      abandoned = true;
    };
  }, [code, series, times, everyMs]);

  if (code === null || read?.status === 'gone') return <AskForCode problem={read?.status === 'gone' ? 'gone' : undefined} />;
  if (!read || code === undefined) return <Verifying title={t('verifying.title')} text={t('verifying.text')} />;
  return <Outcome code={code} read={read} onAgain={() => setSeries((current) => current + 1)} />;
}

function Outcome({ code, read, onAgain }: { code: string; read: Exclude<ReadLink, { status: 'gone' }>; onAgain: () => void }) {
  const { t } = useTranslation(linkTexts);
  const { brand } = useFrame();
  const money = useMoney();
  const link = read.status === 'read' ? read.link : undefined;
  const state = link?.state ?? 'silent';
  const back = link?.mine && returned(link.mine);
  const end = link && (back ?? (link.state === 'payable' ? undefined : endOfLink({ ...link, state: link.state })));
  const title = end ? t(end.title) : t(state === 'payable' ? 'failed.title' : 'delayed.title');
  const isPaid = state === 'paid' && !end?.isReturned && !end?.isOthers;
  return (
    <main id="main" className={styles.confirmation} data-outcome={state}>
      <title>{`${title} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <OutcomeMark tone={isPaid ? 'success' : state === 'payable' && !end ? 'error' : 'warning'} />
      <h1 tabIndex={-1}>{title}</h1>
      {link?.performances.map((performance) => (
        <p key={performance.id} className={styles.about}>
          <PerformanceName performance={performance} />
        </p>
      ))}
      <p className={styles.text}>
        {isPaid && link
          ? link.fromBalance === undefined
            ? t('paid.thanks', { amount: money(link.amount) })
            : t('paid.parts', { amount: money(link.amount), part: money(link.fromBalance) })
          : end
            ? t(end.text)
            : t(state === 'payable' ? 'failed.text' : 'silent')}
      </p>
      <div className={styles.ways}>
        {state === 'payable' && (
          <LinkButton as={Link} to={pathTo('linkPago', { purchaseId: code })}>
            {t('retry')}
          </LinkButton>
        )}
        {(state === 'paying' || state === 'silent') && <Button onClick={onAgain}>{t('verify')}</Button>}
        <Link to={pathTo('cartelera', {})} className={styles.home}>
          {t('to-billboard')}
        </Link>
      </div>
    </main>
  );
}
