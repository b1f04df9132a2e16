import { Button, LinkButton } from '@butaca/ui/components/Button.tsx';
import { Checkbox } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { notify } from '../frame/NoticeArea.tsx';
import { useFrame } from '../frame/use-frame.ts';
import { useHydrated } from '../frame/use-hydrated.ts';
import loginTexts from '../i18n/es/login.json';
import { pathTo } from '../paths.ts';
import { ClaimedByLink } from './ClaimedNotice.tsx';
import styles from './LoginScreen.module.css';
import { takeLinkNext } from './link-next.ts';
import { QuickProblemText } from './QuickProblemText.tsx';
import type { QuickProblem } from './quick-log-in.ts';

/** What a mailed link opens. It logs in with a click: programs that look at mails before their reader open pages and click nothing. */
export default function LinkScreen() {
  const { t } = useTranslation(loginTexts);
  const { brand } = useFrame();
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [remember, setRemember] = useState(true);
  const [problem, setProblem] = useState<QuickProblem | null>(null);
  const link = useRef('');
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    link.current ||= window.location.hash.slice(1);
  }, []);
  useEffect(() => {
    if (problem) heading.current?.focus();
  }, [problem]);

  const follow = async () => {
    setBusy(true);
    const result = await import('./quick-log-in.ts').then(
      ({ followLink }) => followLink(link.current, remember),
      (): QuickProblem => ({ reason: 'no_answer' }),
    );
    if ('name' in result) {
      if (result.hasClaimed) notify({ key: 'account-claimed', Text: ClaimedByLink, stays: true });
      return navigate(takeLinkNext(), { replace: true });
    }
    setBusy(false);
    setProblem(result);
  };

  // Neither is mended by another click.
  const isOver = problem?.reason === 'link_over' || problem?.reason === 'link_of_another_browser' || problem?.reason === 'other';
  return (
    <main id="main" className={styles.login}>
      <title>{`${t('link.page.title')} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 ref={heading} tabIndex={-1}>
        {t(isOver ? 'link.page.over' : 'link.page.title')}
      </h1>
      {problem ? (
        <Notice kind="error" message={problem.reason}>
          <QuickProblemText problem={problem} />
        </Notice>
      ) : (
        <p className={styles.lead}>{t('link.page.text')}</p>
      )}
      {isOver ? (
        <div className={styles.ways}>
          <LinkButton as={Link} to={pathTo('login', {})}>
            {t('link.page.anew')}
          </LinkButton>
          <Link to={pathTo('cartelera', {})}>{t('to-billboard')}</Link>
        </div>
      ) : (
        <>
          {brand.login.rememberDays > 0 && (
            <Checkbox label={t('remember')} checked={remember} onChange={(event) => setRemember(event.currentTarget.checked)} />
          )}
          <Button wide busy={busy} disabled={!hydrated} onClick={() => void follow()}>
            {t(busy ? 'log-in.busy' : 'log-in.submit')}
          </Button>
        </>
      )}
      <noscript>{t('needs-script')}</noscript>
    </main>
  );
}
