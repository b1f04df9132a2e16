import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { PurchaseInBar } from '../../frame/purchase-pieces.ts';
import { usePurchasePresence } from '../../frame/stored-timer.ts';
import { type Frame, useFrame } from '../../frame/use-frame.ts';
import chromeTexts from '../../i18n/es/chrome.json';
import { pathTo } from '../../paths.ts';
import { hasScreen } from '../../screens.ts';
import { BrandMark } from '../BrandMark.tsx';
import { showsPurchase, themeOf, topBarVariant, typesOfBar } from '../variants.ts';
import { AccountArea } from './AccountArea.tsx';
import { FilterIcon, MenuIcon } from './icons.tsx';
import { LanguageName } from './LanguageName.tsx';
import { Categories, MenuDrawer } from './MenuDrawer.tsx';
import { SearchBox } from './SearchBox.tsx';
import styles from './TopBar.module.css';

/** The top bar: one row or two decks from 960 px, below that two rows with the search in the second (TB-010, C-43). */
export function TopBar({ frame }: { frame: Frame }) {
  const { t } = useTranslation(chromeTexts);
  const [menu, setMenu] = useState(false);
  const { brand, showTypes } = frame;
  const variant = topBarVariant(brand.chrome.topBar);
  const types = typesOfBar(showTypes, variant);
  const shop = brand.flags.products && hasScreen('CarteleraProductos');
  const height = { '--bar-mobile': `${variant.height.mobile}px`, '--bar-desktop': `${variant.height.desktop}px` } as React.CSSProperties;

  const decks = variant.arrangement === 'decks';
  const categories = (
    <nav className={styles.categories} aria-label={t('categories')}>
      <Categories types={types} />
    </nav>
  );

  return (
    <>
      <header
        className={`${styles.bar} ${styles[variant.tone]} ${decks ? styles.decks : ''}`}
        style={height}
        data-theme={themeOf(variant.tone)}
      >
        <div className={styles.row}>
          <Logo />
          {!decks && categories}
          <div className={styles.tools}>
            <div className={styles.search}>
              <SearchBox id="search" minimum={variant.searchMinimum} />
              <Link className={styles.filter} to={pathTo('advancedsearch', {})} aria-label={t('advanced-search')}>
                <FilterIcon />
              </Link>
            </div>
            {shop && (
              <Link className={styles.shop} to={pathTo('CarteleraProductos', {})}>
                {t('shop')}
              </Link>
            )}
            <LanguageName />
            {showsPurchase(variant, brand.flags) && <PurchaseCorner />}
            <AccountArea />
            <button type="button" className={styles.menu} aria-label={t('menu')} aria-haspopup="dialog" onClick={() => setMenu(true)}>
              <MenuIcon />
            </button>
          </div>
          {decks && categories}
        </div>
      </header>
      <MenuDrawer open={menu} onClose={() => setMenu(false)} types={types} shop={shop} />
    </>
  );
}

/** Leads to the billboard; on the billboard it loads the page again (TB-001, TB-002). */
function Logo() {
  const { t } = useTranslation(chromeTexts);
  const { brand } = useFrame();
  const { pathname } = useLocation();
  const isHome = pathname === '/';
  return (
    <Link
      className={styles.logo}
      to={pathTo('cartelera', {})}
      reloadDocument={isHome}
      aria-label={t('home', { name: brand.name })}
      {...(isHome ? { 'aria-current': 'page' as const } : {})}
    >
      <BrandMark className={styles.mark} />
      <span className={styles.name} aria-hidden="true">
        {brand.name}
      </span>
    </Link>
  );
}

/** Where clock and cart icon stand during a purchase, under the bar on phones (TB-045); kept free on pages where one may start. */
function PurchaseCorner() {
  const presence = usePurchasePresence();
  const { pathname } = useLocation();
  return (
    <div className={styles.corner} data-purchase-corner data-kept={/^\/(funcion|buyticket)/i.test(pathname) || undefined}>
      {/box|cart/.test(presence) && (
        <Suspense>
          <PurchaseInBar />
        </Suspense>
      )}
    </div>
  );
}
