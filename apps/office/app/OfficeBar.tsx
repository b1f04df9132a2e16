import { Button } from '@butaca/ui/components/Button.tsx';
import { SkipLink } from '@butaca/ui/components/SkipLink.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { MouseEvent, ReactNode } from 'react';
import { addresses, goTo, useAddress } from './address.ts';
import { logOut } from './client.ts';
import officeTexts from './i18n/es/office.json';
import styles from './OfficeBar.module.css';
import { OfficeMark } from './OfficeMark.tsx';
import { useOpenMails } from './performances/calls.ts';
import { useSession } from './session.ts';
import { settings } from './settings.ts';

/** The mark, the screens of the office, and the person with their way out. */
export function OfficeBar({ name, skip }: { name: string; skip: string }) {
  const { t } = useTranslation(officeTexts);
  const isOrganiser = useSession() !== null;
  return (
    <header className={styles.bar}>
      <SkipLink href="#main">{skip}</SkipLink>
      <div className={styles.house}>
        <OfficeMark />
        <span className={styles.place}>{t('office')}</span>
      </div>
      <nav className={styles.screens} aria-label={t('screens')}>
        {isOrganiser ? (
          <>
            <ScreenLink to={addresses.performances}>{t('performances')}</ScreenLink>
            <ScreenLink to={addresses.orders}>{t('orders.title')}</ScreenLink>
            <ScreenLink to={addresses.money}>{t('money.title')}</ScreenLink>
            {settings.bills && <ScreenLink to={addresses.bills}>{t('bills.title')}</ScreenLink>}
            {settings.waitingRooms && <ScreenLink to={addresses.queues}>{t('queues.title')}</ScreenLink>}
            <ScreenLink to={addresses.mails}>
              {t('mails.nav')}
              <OpenMails />
            </ScreenLink>
            <ScreenLink to={addresses.drawers}>{t('drawers.title')}</ScreenLink>
          </>
        ) : (
          <a href="/buyTicketBox">{t('counter')}</a>
        )}
        {settings.secondFactor !== 'off' && <ScreenLink to={addresses.security}>{t('security.title')}</ScreenLink>}
      </nav>
      <div className={styles.person}>
        <span>{name}</span>
        {isOrganiser && (
          <Button kind="secondary" small onClick={logOut}>
            {t('log-out')}
          </Button>
        )}
      </div>
    </header>
  );
}

/** The most that the navigation counts. */
const MOST = 99;

/** How many mails wait for somebody; nothing while there are none. */
function OpenMails() {
  const { t } = useTranslation(officeTexts);
  const count = useOpenMails() ?? 0;
  if (count === 0) return null;
  const isMore = count > MOST;
  return (
    <>
      <span className={styles.count} aria-hidden="true">
        {isMore ? `${MOST}+` : count}
      </span>
      <span className="visually-hidden">: {isMore ? t('mails.nav.more', { count: MOST }) : t('mails.nav.open', { count })}</span>
    </>
  );
}

function ScreenLink({ to, children }: { to: string; children: ReactNode }) {
  const here = useAddress() === to;
  const follow = (event: MouseEvent) => {
    // A new tab or window is the browser's.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    goTo(to);
  };
  return (
    <a href={to} aria-current={here ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  );
}
