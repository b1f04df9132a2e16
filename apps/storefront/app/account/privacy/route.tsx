import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import privacyTexts from '../../i18n/es/privacy.json';
import { pathTo } from '../../paths.ts';
import { AccountPage } from '../AccountPage.tsx';
import { AccountShell } from '../AccountShell.tsx';
import { ReadFailed } from '../ReadFailed.tsx';
import type { Route } from './+types/route';
import { AccountGone, EraseAccount } from './EraseAccount.tsx';
import { MyFile } from './MyFile.tsx';
import { News } from './News.tsx';
import styles from './Privacy.module.css';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [{ getPrivacy }, { pageCall }] = await Promise.all([import('@butaca/contract/privacy'), import('../../calls/page-call.ts')]);
  const answer = await pageCall(getPrivacy, {}, request);
  return answer.ok ? answer.data : null;
}

export function HydrateFallback() {
  const { t } = useTranslation(privacyTexts);
  return <AccountShell title={t('title')} />;
}

/** What is kept of somebody: have it, say what it may be used for, have it erased. */
export default function MyPrivacy({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(privacyTexts);
  const [isGone, setGone] = useState(false);
  if (isGone) return <AccountGone />;
  return (
    <AccountPage title={t('title')}>
      {loaderData === null ? (
        <ReadFailed title={t('failed.title')} />
      ) : (
        <div className={styles.sections}>
          <p>
            {t('lead')} <Link to={pathTo('privacyPolicies', {})}>{t('policies')}</Link>
          </p>
          <MyFile latest={loaderData.export} />
          <News consents={loaderData.consents} />
          <EraseAccount
            obstacles={loaderData.obstacles}
            orderCount={loaderData.orderCount}
            balance={loaderData.balance ?? 0}
            onGone={() => setGone(true)}
          />
        </div>
      )}
    </AccountPage>
  );
}
