import { useStore } from '@butaca/browser/create-store.ts';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { OwnTexts } from '@butaca/ui/i18n/own-texts.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type ReactNode, Suspense } from 'react';
import { Link, NavLink } from 'react-router';
import { reconnecting } from '../calls/until-answered.ts';
import { BrandMark } from '../chrome/BrandMark.tsx';
import { AccountArea } from '../chrome/top-bar/AccountArea.tsx';
import { PurchaseInBar } from '../frame/purchase-pieces.ts';
import { usePurchasePresence } from '../frame/stored-timer.ts';
import { useFrame } from '../frame/use-frame.ts';
import boxOfficeTexts from '../i18n/es/box-office.json';
import chromeTexts from '../i18n/es/chrome.json';
import clerkTexts from '../i18n/es/clerk.json';
import { pathTo } from '../paths.ts';
import styles from './CounterFrame.module.css';
import { KeyList, useKeys } from './keys.tsx';
import type { KeysOf, KeyUse } from './keys-of.ts';
import { LeftSale, useLeftSale } from './LeftSale.tsx';

/** Screens between two sales: on the others the clerk has begun the next one. */
const showsLeft: ReadonlySet<KeysOf> = new Set(['start', 'over', 'sales', 'drawer', 'bookings']);

/** The box office's own frame: a narrow bar, the screen, and the keys of the screen; nothing of the shop around it, and its texts in a clerk's words. */
export function CounterFrame({ at, without = [], children }: { at?: KeysOf; without?: readonly KeyUse[]; children: ReactNode }) {
  useKeys();
  return (
    <OwnTexts texts={clerkTexts}>
      <CounterBar at={at} />
      {at !== undefined && <KeyList of={at} without={without} />}
      <Reconnecting />
      {at !== undefined && showsLeft.has(at) && <LeftSale />}
      {children}
    </OwnTexts>
  );
}

/** A call is made again because the server did not answer. */
function Reconnecting() {
  const { t } = useTranslation(boxOfficeTexts);
  return (
    <div role="status" className={styles.reconnecting}>
      {useStore(reconnecting) && <Notice kind="warning">{t('reconnecting')}</Notice>}
    </div>
  );
}

/** Through its links a new sale begins, as through the shop's bar (TB-035). */
function CounterBar({ at }: { at: KeysOf | undefined }) {
  const { t } = useTranslation(boxOfficeTexts);
  const { t: tChrome } = useTranslation(chromeTexts);
  const { brand } = useFrame();
  const presence = usePurchasePresence();
  const hasLeft = useLeftSale() !== null;
  return (
    <header className={styles.bar} data-theme="dark">
      <div className={styles.row}>
        <Link className={styles.home} to={pathTo('cartelera', {})} aria-label={tChrome('home', { name: brand.name })}>
          <BrandMark className={styles.mark} />
        </Link>
        <nav className={styles.nav} aria-label={t('bar.nav')}>
          <NavLink
            to={pathTo('BuyTicketBox', {})}
            // The button of a sale that was left comes after it and has the same key.
            {...((at === 'sales' || at === 'drawer' || at === 'bookings') && !hasLeft && { 'aria-keyshortcuts': 'F2' })}
          >
            {t('bar.counter')}
          </NavLink>
          <NavLink to={pathTo('counterSales', {})}>{t('bar.sales')}</NavLink>
          <NavLink to={pathTo('counterDrawer', {})}>{t('bar.drawer')}</NavLink>
          <NavLink to={pathTo('myBookingsBox', {})}>{t('bar.bookings')}</NavLink>
        </nav>
        <div className={styles.purchase}>
          {/box|cart/.test(presence) && (
            <Suspense>
              <PurchaseInBar />
            </Suspense>
          )}
        </div>
        <AccountArea className={styles.account} />
      </div>
    </header>
  );
}
