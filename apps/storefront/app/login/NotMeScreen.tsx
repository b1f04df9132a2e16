import { momentText } from '@butaca/brand/dates';
import type { AccountNotice } from '@butaca/contract/account-notice';
import { Button, LinkButton } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useFrame } from '../frame/use-frame.ts';
import notMeTexts from '../i18n/es/not-me.json';
import { pathTo } from '../paths.ts';
import styles from './LoginScreen.module.css';

type State =
  | { readonly step: 'reading' | 'unread' | 'over' }
  | { readonly step: 'asked' | 'busy' | 'failed' | 'done' | 'gone'; readonly notice: AccountNotice };

/**
 * What the links of mails about a new passkey, device or address open: what it is, and one button that ends it. Mail scanners open pages and press
 * nothing.
 */
export default function NotMeScreen() {
  const { t } = useTranslation(notMeTexts);
  const { brand } = useFrame();
  const link = useLocation().hash.slice(1);
  const [state, setState] = useState<State>({ step: 'reading' });
  const [attempt, setAttempt] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const { step } = state;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again.
  useEffect(() => {
    let isCurrent = true;
    setState({ step: 'reading' });
    const read = async () => {
      const notice = await import('./not-me.ts').then(
        ({ readNotice }) => readNotice(link),
        () => 'failed' as const,
      );
      if (!isCurrent) return;
      if (notice === 'over') setState({ step: 'over' });
      else if (notice === 'failed') setState({ step: 'unread' });
      else setState({ step: notice.isGone ? 'gone' : 'asked', notice });
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [link, attempt]);
  useEffect(() => {
    if (step === 'done' || step === 'gone' || step === 'over') heading.current?.focus();
  }, [step]);

  const end = async (notice: AccountNotice) => {
    setState({ step: 'busy', notice });
    const result = await import('./not-me.ts').then(
      ({ endNoticed }) => endNoticed(link),
      () => 'failed' as const,
    );
    setState(result === 'over' ? { step: 'over' } : { step: result, notice });
  };

  const kind = 'notice' in state ? state.notice.kind : null;
  const title = titleOf();
  function titleOf() {
    if (step === 'done' && kind) return t(`${kind}.done`);
    if (step === 'gone') return t('gone');
    if (step === 'over') return t('over');
    return kind ? t(`${kind}.title`) : t('title');
  }

  return (
    <main id="main" className={`${styles.login} ${styles.wide}`} data-msg={`not-me.${step}`}>
      <title>{`${title} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {step === 'reading' && <p className={styles.lead}>{t('reading')}</p>}
      {(step === 'unread' || step === 'failed') && <Notice kind="error">{t('failed')}</Notice>}
      {step === 'unread' && (
        <Button wide onClick={() => setAttempt((before) => before + 1)}>
          {t('again')}
        </Button>
      )}
      {(step === 'asked' || step === 'busy' || step === 'failed') && kind && (
        <>
          <Thing notice={state.notice} />
          <p>{t(`${kind}.text`)}</p>
          <Button wide busy={step === 'busy'} onClick={() => void end(state.notice)}>
            {t(step === 'busy' ? 'busy' : `${kind}.submit`)}
          </Button>
          <p className={styles.soft}>{t('was-you')}</p>
        </>
      )}
      {step === 'done' && kind && <p className={styles.lead}>{t(`${kind}.done.text`)}</p>}
      {step === 'gone' && <p className={styles.lead}>{t('gone.text')}</p>}
      {step === 'over' && <p className={styles.lead}>{t('over.text')}</p>}
      {(step === 'done' || step === 'gone' || step === 'over') && <Next />}
      <noscript>{t('needs-script')}</noscript>
    </main>
  );
}

function Thing({ notice: { kind, name, browser, addedAt } }: { readonly notice: AccountNotice }) {
  const { t } = useTranslation(notMeTexts);
  const { language, timeZone } = useFrame().brand.locale;
  const what = t(`${kind}.what`);
  const when = momentText(addedAt, { language, timeZone }, { weekday: 'long', day: 'numeric', month: 'long' });
  return (
    <p className={styles.thing}>
      <strong>{name === undefined ? what : t('named', { what, name })}</strong>
      <span>{when}</span>
      {browser !== undefined && <span>{browser}</span>}
    </p>
  );
}

/** Somebody who was in the account may know its password. */
function Next() {
  const { t } = useTranslation(notMeTexts);
  const { brand } = useFrame();
  if (brand.login.mode === 'EXTERNAL_LOGIN')
    return (
      <LinkButton as={Link} to={pathTo('cartelera', {})}>
        {t('to-billboard')}
      </LinkButton>
    );
  return (
    <>
      <p>{t('next')}</p>
      <div className={styles.ways}>
        <LinkButton as={Link} to={pathTo('recoverPassword', {})}>
          {t('next.submit')}
        </LinkButton>
        <Link to={pathTo('cartelera', {})}>{t('to-billboard')}</Link>
      </div>
    </>
  );
}
