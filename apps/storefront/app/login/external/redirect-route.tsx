import { Button } from '@butaca/ui/components/Button.tsx';
import { Skeleton } from '@butaca/ui/components/Skeleton.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link, replace } from 'react-router';
import { notify } from '../../frame/NoticeArea.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import loginTexts from '../../i18n/es/login.json';
import { pathTo } from '../../paths.ts';
import { ClaimedByProvider } from '../ClaimedNotice.tsx';
import styles from '../LoginScreen.module.css';
import type { Route } from './+types/redirect-route';
import { goToExternalLogin, storeTarget, takeTarget } from './external-login.ts';
import type { PageProblem } from './finish.ts';

/** R-008, C-27: opens the session and goes on; an error is a notice on the billboard, or a page where there is something to do. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<PageProblem> {
  const { searchParams } = new URL(request.url);
  // What it brought counts once, and is nobody else's to read.
  window.history.replaceState(window.history.state, '', pathTo('loginRedirect', {}));
  const { finishExternalLogin } = await import('./finish.ts');
  const end = await finishExternalLogin(searchParams);
  if (end === 'down' || end === 'taken' || end === 'no-email') return end;
  const target = takeTarget();
  if (end === 'claimed') notify({ key: 'account-claimed', Text: ClaimedByProvider, stays: true, leadsOn: true });
  if (end === 'claimed' || end === 'entered') throw replace(target);
  notify({ key: `external-login.${end}`, Text: ends[end] });
  throw replace(pathTo('cartelera', {}));
}

const endText = (key: 'external.end.cancelled' | 'external.end.failed' | 'external.end.storage') =>
  function EndText() {
    const { t } = useTranslation(loginTexts);
    return t(key);
  };
const ends = {
  cancelled: endText('external.end.cancelled'),
  failed: endText('external.end.failed'),
  storage: endText('external.end.storage'),
};

export function HydrateFallback() {
  const { t } = useTranslation(loginTexts);
  const { brand } = useFrame();
  return (
    <main id="main" className={styles.login} aria-busy="true">
      <title>{`${t('log-in.title')} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <p role="status">{t('log-in.busy')}</p>
      <Skeleton width="min(16rem, 80%)" height="3rem" />
      <noscript>{t('needs-script')}</noscript>
    </main>
  );
}

export default function LoginRedirect({ loaderData: problem }: Route.ComponentProps) {
  const { t } = useTranslation(loginTexts);
  const { brand } = useFrame();
  const name = brand.login.external?.name ?? '';
  const tryAgain = () => {
    const target = takeTarget();
    storeTarget(target);
    goToExternalLogin(target);
  };
  return (
    <main id="main" className={styles.login}>
      <title>{`${t(`external.${problem}.title`, { name })} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <div className={styles.failed}>
        <h1 tabIndex={-1}>{t(`external.${problem}.title`, { name })}</h1>
        <p className={styles.lead}>{t(`external.${problem}.text`, { name })}</p>
        <div className={styles.ways}>
          {problem === 'taken' && brand.login.mode === 'OWN_SELF_LOGIN' ? (
            <Link to={pathTo('login', {})}>{t('external.taken.own')}</Link>
          ) : (
            <Button onClick={tryAgain}>{t('external.again')}</Button>
          )}
          <Link to={pathTo('cartelera', {})}>{t('to-billboard')}</Link>
        </div>
      </div>
    </main>
  );
}
